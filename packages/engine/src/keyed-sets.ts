// Sets with an idempotency key: the same key again changes nothing and gets the same answer, while the first is on its
// way and, by the receipt that its commit carries, ever after. What rules made of it becomes durable behind that
// commit, so an answer with firings is kept before it is given: nobody has heard one that is not kept.

import type { ReceiptSpec, Store } from '@cellwake/store'
import type { CauseDetail } from './causes.ts'
import { EngineError } from './errors.ts'
import type { Firing } from './firing.ts'
import type { GivenValue } from './given-value.ts'
import type { ModelRecord } from './records.ts'
import type { SetAnswer } from './set-answer.ts'

/** What a key stands for. */
export interface KeyedSet {
  readonly values: Readonly<Record<string, GivenValue>>
  readonly expectRev: number | undefined
  readonly by: string | undefined
}

interface KeptAnswer {
  readonly rev: number
  readonly firings: readonly Firing[]
}

export class KeyedSets {
  readonly #record: Pick<ModelRecord, 'id' | 'createdAt'>
  readonly #store: Store
  /** Those on their way, by key. */
  readonly #running = new Map<string, { request: string; answer: Promise<SetAnswer> }>()

  constructor(record: Pick<ModelRecord, 'id' | 'createdAt'>, store: Store) {
    this.#record = record
    this.#store = store
  }

  /** `apply` makes the set, if it was not made before. */
  async answer(key: string, set: KeyedSet, apply: () => Promise<SetAnswer>): Promise<SetAnswer> {
    const request = requestText(set)
    const running = this.#running.get(key)
    if (running !== undefined) {
      mustBeSame(running.request, request)
      return running.answer
    }
    const answer = this.#once(key, request, set.by, apply)
    this.#running.set(key, { request, answer })
    return answer.finally(() => this.#running.delete(key))
  }

  async #once(
    key: string,
    request: string,
    by: string | undefined,
    apply: () => Promise<SetAnswer>,
  ): Promise<SetAnswer> {
    const receipt = await this.#store.receipt(this.#idOf(key))
    if (receipt === undefined) return this.#kept(key, by, await apply())
    const first = receipt.value as { readonly request: string; readonly changed: string[] }
    mustBeSame(first.request, request)
    const kept = await this.#store.receipt(this.#answerId(key))
    const { rev, firings } = (kept?.value as unknown as KeptAnswer | undefined) ?? {
      rev: receipt.seq,
      firings: [],
    }
    return { rev, changed: first.changed, firings }
  }

  async #kept(key: string, by: string | undefined, answer: SetAnswer): Promise<SetAnswer> {
    const { rev, firings } = answer
    if (firings.length === 0) return answer
    const detail = { act: 'answer', model: this.#record.id } satisfies CauseDetail
    const value = { rev, firings }
    await this.#store.commit({
      receipts: [{ id: this.#answerId(key), value }],
      cause: { by: by ?? 'api', detail },
    })
    return answer
  }

  /** The witness of a set that is on its way, by which its answer is known again. */
  receipt(key: string, changed: readonly string[]): ReceiptSpec {
    return { id: this.#idOf(key), value: { request: this.#running.get(key)?.request, changed } }
  }

  /** A model that was deleted and made again is another one. */
  #idOf(key: string): string {
    const { id, createdAt } = this.#record
    return `set:${id}:${createdAt}:${key}`
  }

  #answerId(key: string): string {
    const { id, createdAt } = this.#record
    return `answer:${id}:${createdAt}:${key}`
  }
}

/** A request as text, whatever the order of its values. */
function requestText({ values, expectRev }: KeyedSet): string {
  const given = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([given, expectRev ?? null])
}

function mustBeSame(first: string, now: string): void {
  if (first === now) return
  throw new EngineError('key-reused', 'The idempotency key came with another request before.')
}
