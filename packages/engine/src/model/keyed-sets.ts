// Sets with an idempotency key: the same key again changes nothing and gets the same answer, while the first is in
// flight and, by the receipt that its commit carries, for as long as that is kept. Firings become durable
// behind that commit, so an answer with firings is kept before it is given: nobody has heard one that is not kept.
// See test: after rules fired, gets the first answer, with its revision and its firings
// A receipt holds the hash of its request, not the request: each edit in a browser leaves one.

import { createHash } from 'node:crypto'
import { type ReceiptSpec, RejectedError, type Store } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import { KEYED_SET_AGE_MS } from '../limits.ts'
import type { Firing } from '../rules/firing.ts'
import type { CauseDetail } from '../why/causes.ts'
import type { GivenValue } from './given-value.ts'
import type { ModelRecord } from './records.ts'
import type { SetAnswer } from './set-answer.ts'

/** The request of a key. */
export interface KeyedSet {
  readonly values: Readonly<Record<string, GivenValue>>
  readonly expectRev: number | undefined
  readonly by: string | undefined
}

interface RunningSet {
  readonly hash: string
  /** Expiry of all its records: an answer never outlives its set, or a later set with the key would get it. */
  readonly expiresAt: number
  readonly answer: Promise<SetAnswer>
}

interface KeptSet {
  readonly hash: string
  readonly changed: readonly string[]
}

interface KeptAnswer {
  readonly rev: number
  /** JSON as text: what rules wrote may have names that the store takes nowhere else. */
  readonly firings: string | readonly Firing[]
}

export class KeyedSets {
  readonly #record: Pick<ModelRecord, 'id' | 'createdAt'>
  readonly #store: Store
  readonly #clock: { now(): number }
  /** Sets in flight, by key. */
  readonly #running = new Map<string, RunningSet>()

  constructor(
    record: Pick<ModelRecord, 'id' | 'createdAt'>,
    store: Store,
    clock: { now(): number },
  ) {
    this.#record = record
    this.#store = store
    this.#clock = clock
  }

  /** `apply` makes the set, if it was not made before. */
  async answer(key: string, set: KeyedSet, apply: () => Promise<SetAnswer>): Promise<SetAnswer> {
    const hash = requestHash(set)
    const running = this.#running.get(key)
    if (running !== undefined) {
      mustBeSame(running.hash, hash)
      return running.answer
    }
    const expiresAt = this.#clock.now() + KEYED_SET_AGE_MS
    const answer = this.#once(key, { hash, expiresAt }, set.by, apply)
    this.#running.set(key, { hash, expiresAt, answer })
    return answer.finally(() => this.#running.delete(key))
  }

  async #once(
    key: string,
    { hash, expiresAt }: Pick<RunningSet, 'hash' | 'expiresAt'>,
    by: string | undefined,
    apply: () => Promise<SetAnswer>,
  ): Promise<SetAnswer> {
    const known = await this.#known(key)
    if (known === undefined) return this.#kept(key, expiresAt, by, await apply())
    mustBeSame(known.hash, hash)
    return known.answer
  }

  /** The answer to a set that was made with this key; undefined if none was, or it is too long ago. */
  async find(key: string): Promise<SetAnswer | undefined> {
    return this.#running.get(key)?.answer ?? (await this.#known(key))?.answer
  }

  async #known(key: string): Promise<{ hash: string; answer: SetAnswer } | undefined> {
    const receipt = await this.#store.receipt(this.#idOf(key))
    // The store removes expired receipts now and then; until it does they are still there.
    if (receipt === undefined || receipt.expiresAt! <= this.#clock.now()) return undefined
    const { hash, changed } = receipt.value as unknown as KeptSet
    const answered = await this.#store.receipt(this.#answerId(key))
    // One of an earlier set with the key expires before.
    const kept = answered?.expiresAt === receipt.expiresAt ? answered : undefined
    const { rev, firings } = (kept?.value as unknown as KeptAnswer | undefined) ?? {
      rev: receipt.seq,
      firings: [],
    }
    const read = typeof firings === 'string' ? (JSON.parse(firings) as Firing[]) : firings
    return { hash, answer: { rev, changed, firings: read } }
  }

  async #kept(
    key: string,
    expiresAt: number,
    by: string | undefined,
    answer: SetAnswer,
  ): Promise<SetAnswer> {
    const { rev, firings } = answer
    if (firings.length === 0) return answer
    const detail = { act: 'answer', model: this.#record.id } satisfies CauseDetail
    const value = { rev, firings: JSON.stringify(firings) }
    const result = await this.#store.commit({
      receipts: [{ id: this.#answerId(key), value, expiresAt }],
      cause: { by: by ?? 'api', detail },
    })
    const isKept = result.rejected === undefined || result.code === 'receipt-exists'
    if (!isKept) throw new RejectedError(result)
    return answer
  }

  /** The receipt of a set in flight, by which its answer is known again. */
  receipt(key: string, changed: readonly string[]): ReceiptSpec {
    const { hash, expiresAt } = this.#running.get(key)!
    return { id: this.#idOf(key), value: { hash, changed }, expiresAt }
  }

  /** A model that was deleted and made again is another one. */
  #idOf(key: string): string {
    const { id, createdAt } = this.#record
    return `set:${id}:${createdAt}:${key}`
  }

  /** As long as the id of the set: where that can be kept, the answer can. */
  #answerId(key: string): string {
    const { id, createdAt } = this.#record
    return `ans:${id}:${createdAt}:${key}`
  }
}

/** The hash of a request, independent of the order of its values. */
function requestHash({ values, expectRev }: KeyedSet): string {
  const given = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([given, expectRev ?? null]))
    .digest('hex')
}

function mustBeSame(first: string, now: string): void {
  if (first === now) return
  throw new EngineError('key-reused', 'The idempotency key came with another request before.')
}
