// Sets with an idempotency key: the same key again changes nothing and gets the same answer, while the first is on its
// way and, by the receipt that its commit carries, ever after.

import type { ReceiptSpec, Store } from '@cellwake/store'
import { EngineError } from './errors.ts'
import type { GivenValue } from './given-value.ts'
import type { SetAnswer } from './set-answer.ts'

type Values = Readonly<Record<string, GivenValue>>

export class KeyedSets {
  readonly #model: string
  readonly #store: Store
  /** Those on their way, by key. */
  readonly #running = new Map<string, { request: string; answer: Promise<SetAnswer> }>()

  constructor(model: string, store: Store) {
    this.#model = model
    this.#store = store
  }

  /** `apply` makes the set, if it was not made before. */
  async answer(key: string, values: Values, apply: () => Promise<SetAnswer>): Promise<SetAnswer> {
    const request = requestText(values)
    const running = this.#running.get(key)
    if (running !== undefined) {
      mustBeSame(running.request, request)
      return running.answer
    }
    const answer = this.#once(key, request, apply)
    this.#running.set(key, { request, answer })
    return answer.finally(() => this.#running.delete(key))
  }

  async #once(key: string, request: string, apply: () => Promise<SetAnswer>): Promise<SetAnswer> {
    const receipt = await this.#store.receipt(this.#idOf(key))
    if (receipt === undefined) return apply()
    const first = receipt.value as { readonly request: string; readonly changed: string[] }
    mustBeSame(first.request, request)
    return { rev: receipt.seq, changed: first.changed, firings: [] }
  }

  /** The witness of a set, by which its answer is known again. */
  receipt(key: string, values: Values, changed: readonly string[]): ReceiptSpec {
    return { id: this.#idOf(key), value: { request: requestText(values), changed } }
  }

  #idOf(key: string): string {
    return `set:${this.#model}:${key}`
  }
}

/** A request as text, whatever the order of its values. */
function requestText(values: Values): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function mustBeSame(first: string, now: string): void {
  if (first === now) return
  throw new EngineError('key-reused', 'The idempotency key came with other values before.')
}
