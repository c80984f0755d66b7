// Cells whose values are documents of a store. A set is an optimistic commit: seen at once, durable when
// it has its verdict, rolled back if it is rejected. Writes of other sessions arrive the same way.

import { type Notification, RejectedError, type Store, type Tx, type Value } from '@cellwake/store'
import { SchedulerError } from '../errors.ts'
import { type Node, readAt, readCount } from '../graph/node.ts'

export interface DurableHost {
  /** A value arrived from the store. */
  write(node: Node, value: unknown): void
  report(error: unknown): void
  /** Counts something that must be over before all is at rest. */
  hold(): () => void
}

export class DurableCells {
  readonly #store: Store
  readonly #space: string
  readonly #host: DurableHost
  readonly #nodes = new Map<string, { readonly node: Node; readonly initial: unknown }>()
  readonly #ids = new Map<Node, string>()
  readonly #streams = new Set<string>()
  readonly #unsubscribe: () => void
  #batch: Tx | undefined
  readonly #touched = new Set<Node>()

  constructor(store: Store, space: string, host: DurableHost) {
    this.#store = store
    this.#space = space
    this.#host = host
    this.#unsubscribe = store.subscribe((notification) => this.#notified(notification))
    const leave = host.hold()
    store
      .load({ space })
      .catch((error) => host.report(error))
      .finally(leave)
  }

  get session(): string {
    return this.#store.session
  }

  /** Gives a node its id; the stored value, if there is one, is its value. */
  add(node: Node, id: string | undefined, initial: unknown): void {
    const known = this.mustHaveId(id)
    if (this.#nodes.has(known)) throw taken(known)
    this.#nodes.set(known, { node, initial })
    this.#ids.set(node, known)
    const stored = this.#store.read(this.#at(known))
    if (stored !== undefined) node.value = stored
  }

  /** Receipts of events bear the id of their stream: two streams of one id would take each other's events for handled. */
  claimStream(id: string | undefined): string {
    const known = this.mustHaveId(id)
    if (this.#streams.has(known)) throw taken(known)
    this.#streams.add(known)
    return known
  }

  /** Derived values are made anew by nodes that make nodes, so their ids may come again. */
  mustHaveId(id: string | undefined): string {
    if (id === undefined || id === '') {
      throw new SchedulerError('id-missing', 'In a durable runtime give it an id: { id }.')
    }
    return id
  }

  set(node: Node, value: unknown): void {
    if (this.#batch !== undefined) {
      this.#write(this.#batch, node, value)
      // Seen at once by the rest of the batch; the commit finds it there.
      this.#touched.add(node)
      this.#host.write(node, value)
    } else {
      const tx = this.#store.begin({ cause: { by: `cell ${this.#ids.get(node)}` } })
      this.#write(tx, node, value)
      this.#commit(tx)
    }
  }

  /** All sets inside are one commit. */
  batch<T>(fn: () => T): T {
    if (this.#batch !== undefined) return fn()
    const tx = this.#store.begin({ cause: { by: 'batch' } })
    this.#batch = tx
    try {
      const result = fn()
      this.#commit(tx)
      return result
    } catch (error) {
      tx.abort('the batch threw')
      for (const node of this.#touched) this.#restore(node)
      throw error
    } finally {
      this.#batch = undefined
      this.#touched.clear()
    }
  }

  /** For a handler: its reads from here on are the basis of its changes. */
  begin(by: string): Tx {
    return this.#store.begin({ cause: { by } })
  }

  /** A value was read: its basis is every cell that it follows from. */
  remember(tx: Tx, source: Node): void {
    const upstream = new Set([source])
    for (const node of upstream) {
      const id = this.#ids.get(node)
      if (id !== undefined) tx.read(this.#at(id))
      for (let i = 0, n = readCount(node); i < n; i++) upstream.add(readAt(node, i))
    }
  }

  /** The changes of a handler, once per event. Resolves true if they must be made again. */
  async handled(tx: Tx, changes: ReadonlyMap<unknown, unknown>, receipt: string): Promise<boolean> {
    for (const [node, value] of changes) this.#write(tx, node as Node, value)
    tx.receipt({ id: receipt })
    const result = await tx.commit().verdict
    if (result.rejected === undefined || result.code === 'receipt-exists') return false
    if (result.rejected !== 'stale') throw new RejectedError(result)
    await result.readyToRetry()
    return true
  }

  close(): void {
    this.#unsubscribe()
  }

  #write(tx: Tx, node: Node, value: unknown): void {
    const id = this.#ids.get(node)
    if (id !== undefined) tx.write(this.#at(id), value)
  }

  #commit(tx: Tx): void {
    const leave = this.#host.hold()
    const { verdict } = tx.commit()
    verdict
      .then((result) => {
        if (result.rejected !== undefined) this.#host.report(new RejectedError(result))
      })
      .finally(leave)
  }

  #notified({ type, changes }: Notification): void {
    if (type === 'reset') for (const { node } of this.#nodes.values()) this.#restore(node)
    for (const { space, id, after } of changes) {
      const known = space === this.#space ? this.#nodes.get(id) : undefined
      if (known !== undefined) this.#arrive(known.node, known.initial, after)
    }
  }

  #arrive(node: Node, initial: unknown, value: Value | undefined): void {
    this.#host.write(node, value === undefined ? initial : value)
  }

  #restore(node: Node): void {
    const id = this.#ids.get(node)!
    this.#arrive(node, this.#nodes.get(id)!.initial, this.#store.read(this.#at(id)))
  }

  #at(id: string) {
    return { space: this.#space, id, path: [] }
  }
}

function taken(id: string): SchedulerError {
  return new SchedulerError('id-taken', `The id ${id} is taken.`)
}
