// Streams of events for cells: sent in any order to any stream, handled one at a time in the order
// of sending. Before a handler runs, its declared reads are up to date. All its sets happen
// together when it returns, or not at all. In a durable runtime that is one commit with a receipt,
// so an event with a known id is handled once: the id is an idempotency key.

import { SchedulerError } from '../errors.ts'

/** Transaction of a handler. Its changes happen together, when it has returned. */
export interface HandlerTx {
  get<T>(source: { peek(): T }): T
  set<T>(cell: { set(value: T): void }, value: T): void
  send<E>(stream: Stream<E>, event: E): void
}

export interface Stream<E> {
  /** Returns the id of the event. With an id of the caller's, it is handled once. */
  send(event: E, options?: { readonly id?: string }): string
}

export type Handler<E> = (event: E, tx: HandlerTx) => unknown

export interface Sent {
  readonly id: string
  readonly stream: EventStream
  readonly event: unknown
}

export class EventStream implements Stream<unknown> {
  readonly id: string
  readonly #send: (sent: Sent) => void
  readonly #mint: () => string
  reads: readonly { peek(): unknown }[] = []
  handler: Handler<unknown> | undefined

  constructor(id: string, mint: () => string, send: (sent: Sent) => void) {
    this.id = id
    this.#mint = mint
    this.#send = send
  }

  send(event: unknown, options: { readonly id?: string } = {}): string {
    const id = options.id ?? this.#mint()
    this.#send({ id, stream: this, event })
    return id
  }

  handle(reads: readonly { peek(): unknown }[], handler: Handler<unknown>): () => void {
    if (this.handler !== undefined) {
      throw new SchedulerError('second-handler', `Stream ${this.id} already has a handler.`)
    }
    this.reads = reads
    this.handler = handler
    return () => {
      this.handler = undefined
      this.reads = []
    }
  }
}

/** Buffers the changes of a handler until it has returned. */
export class HeldChanges implements HandlerTx {
  readonly sets = new Map<{ set(value: never): void }, unknown>()
  readonly sends: { readonly stream: Stream<never>; readonly event: unknown }[] = []
  readonly #onRead: (source: unknown) => void

  constructor(onRead: (source: unknown) => void) {
    this.#onRead = onRead
  }

  get<T>(source: { peek(): T }): T {
    const cell = source as unknown as { set(value: never): void }
    if (this.sets.has(cell)) return this.sets.get(cell) as T
    const value = source.peek()
    this.#onRead(source)
    return value
  }

  set<T>(cell: { set(value: T): void }, value: T): void {
    this.sets.set(cell as { set(value: never): void }, value)
  }

  send<E>(stream: Stream<E>, event: E): void {
    this.sends.push({ stream: stream as Stream<never>, event })
  }
}
