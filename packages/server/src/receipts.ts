// Requests that change something, once each: the answer is kept with a receipt in the commit that the
// request makes. The same key with the same request gets the first answer; with another one it is refused.

import { createHash } from 'node:crypto'
import { type ReceiptSpec, RejectedError, type Store } from '@cellwake/store'
import { ServerError } from './errors.ts'
import { RECEIPT_AGE_MS } from './limits.ts'

export interface KeyedRequest {
  /** Route and token are part of the key: the same key of another caller is another one. */
  readonly route: string
  readonly owner: string
  readonly key: string | undefined
  readonly request: unknown
}

/** Makes the receipt for an answer; it goes into the commit of the act. */
export type MakeReceipt<T> = (answer: T) => ReceiptSpec

interface Kept {
  readonly hash: string
  readonly answer: unknown
}

export class Receipts {
  readonly #store: Store
  readonly #clock: { now(): number }
  readonly #running = new Map<
    string,
    { readonly hash: string; readonly answer: Promise<unknown> }
  >()

  constructor(store: Store, clock: { now(): number }) {
    this.#store = store
    this.#clock = clock
  }

  async once<T>(
    { route, owner, key, request }: KeyedRequest,
    act: (receipt: MakeReceipt<T> | undefined) => Promise<T>,
  ): Promise<T> {
    if (key === undefined) return act(undefined)
    const id = `http:${route}:${owner}:${key}`
    const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
    const running = this.#running.get(id)
    if (running !== undefined) return same(running, hash) as Promise<T>
    const answer = this.#first(id, hash, act)
    this.#running.set(id, { hash, answer })
    return answer.finally(() => this.#running.delete(id))
  }

  async #first<T>(
    id: string,
    hash: string,
    act: (receipt: MakeReceipt<T>) => Promise<T>,
  ): Promise<T> {
    const row = await this.#store.receipt(id)
    const now = this.#clock.now()
    if (row !== undefined && (row.expiresAt ?? Number.POSITIVE_INFINITY) > now) {
      return same(row.value as unknown as Kept, hash) as T
    }
    try {
      return await act((answer) => ({
        id,
        value: { hash, answer },
        expiresAt: now + RECEIPT_AGE_MS,
      }))
    } catch (error) {
      // Another host was first.
      const existing = error instanceof RejectedError ? error.rejection.existing : undefined
      if (existing === undefined) throw error
      return same(existing.value as Kept, hash) as T
    }
  }
}

function same(first: Kept, hash: string): unknown {
  if (first.hash === hash) return first.answer
  throw new ServerError('key-reused', 'This key came with another request before.')
}
