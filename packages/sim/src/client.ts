// A client of the store that outlives the process it talks to. It remembers its operations and
// acknowledgements. After a crash it runs its program again: acknowledged operations are skipped,
// others are retried under the same receipt.

import type { Address, CommitResult, CommitSpec, Driver, JobRow, LeaseRow } from '@cellwake/store'
import { openStore, type Store, type StoreOptions, type Value } from '@cellwake/store'
import { FaultDriver, NO_FAULTS, type SeededSystem } from '@cellwake/store/testing'
import { Stopped } from './errors.ts'
import { PROGRAM_ROUNDS_MAX } from './limits.ts'
import { type Carried, causeOf, commitOf, type Operation } from './operation.ts'

export class Client {
  /** The beginning of every name this client uses. */
  readonly scope: string
  readonly system: SeededSystem
  readonly acknowledged = new Map<string, number>()
  readonly sent = new Map<string, Operation>()
  readonly #options: StoreOptions
  #process: FaultDriver | undefined
  #stores: Store[] = []

  constructor(scope: string, system: SeededSystem, options: StoreOptions = {}) {
    this.scope = scope
    this.system = system
    this.#options = options
  }

  /** A new process begins on this data. */
  async start(driver: Driver): Promise<void> {
    this.#process = new FaultDriver(driver, NO_FAULTS, this.system)
    this.#stores = []
    await this.another()
  }

  /** The process is gone. */
  kill(): void {
    this.#process?.crash()
  }

  async stop(): Promise<void> {
    for (const store of this.#stores) await store.close()
  }

  get store(): Store {
    const first = this.#stores[0]
    if (first === undefined) throw new Stopped('no process runs')
    return first
  }

  /** One more session on the same data. */
  async another(): Promise<Store> {
    if (this.#process === undefined) throw new Stopped('no process runs')
    const options = { ...this.#options, system: this.system, onError: () => {} }
    const store = await openStore(this.#process, options)
    this.#stores.push(store)
    return store
  }

  name(name: string): string {
    return `${this.scope}${name}`
  }

  at(id: string, ...path: Address['path']): Address {
    return { space: this.name('docs'), id, path }
  }

  /** Sends it until it is known to have landed; again after a crash, never twice. */
  async once(
    id: string,
    carries: Carried,
    more: { expect?: CommitSpec['expect']; store?: Store } = {},
  ): Promise<number> {
    const operation = { id: this.name(id), carries }
    const known = this.acknowledged.get(operation.id)
    if (known !== undefined) return known
    this.sent.set(operation.id, operation)
    const store = more.store ?? this.store
    return this.#landed(operation.id, await store.commit(commitOf(operation, more.expect)))
  }

  /** Reads and writes one place, on a basis that must still hold when it lands. */
  async change(
    id: string,
    at: Address,
    next: (old: Value | undefined) => Value,
    store: Store = this.store,
  ): Promise<number> {
    const name = this.name(id)
    const known = this.acknowledged.get(name)
    if (known !== undefined) return known
    for (;;) {
      await store.load(at)
      const value = next(store.read(at))
      const operation = { id: name, carries: { write: [{ at, value }] } }
      this.sent.set(name, operation)
      const tx = store.begin({ cause: causeOf(operation) })
      tx.read(at)
      tx.write(at, value)
      tx.receipt({ id: name, value: { landed: name } })
      const result = await tx.commit().verdict
      if (result.rejected !== 'stale') return this.#landed(name, result)
      await result.readyToRetry()
    }
  }

  /** Must be refused with this code, and leave nothing behind. */
  async refused(
    id: string,
    code: string,
    carries: Carried,
    more: { expect?: CommitSpec['expect']; store?: Store } = {},
  ): Promise<void> {
    const store = more.store ?? this.store
    const result = await store.commit(commitOf({ id: this.name(id), carries }, more.expect))
    if (result.rejected === undefined) throw new Stopped(`${id} was accepted`)
    if (result.code !== code) throw new Stopped(`${id} was refused with ${result.code}`)
  }

  claim(queue: string, worker: string, leaseMs: number): Promise<readonly JobRow[]> {
    return this.store.claim({ queues: [this.name(queue)], worker, leaseMs, limit: 10 })
  }

  /** Claims and reports until no job of the queue is left open. */
  async work(queue: string, leaseMs: number, report: (job: JobRow) => Carried): Promise<void> {
    for (let round = 0; round < PROGRAM_ROUNDS_MAX; round++) {
      for (const job of await this.claim(queue, 'worker', leaseMs)) {
        await this.once(`report-${job.id}-${job.attempt}`, report(job))
      }
      const jobs = await this.store.jobs({ queue: this.name(queue) })
      if (jobs.every(({ state }) => state !== 'queued' && state !== 'running')) return
      this.system.advance(leaseMs + 1)
    }
    throw new Stopped(`jobs of ${queue} are still open after ${PROGRAM_ROUNDS_MAX} rounds`)
  }

  /** Waits for the lease, however long its dead holder still has. */
  async lead(store: Store, name: string, ttlMs: number): Promise<LeaseRow> {
    for (let round = 0; round < PROGRAM_ROUNDS_MAX; round++) {
      const { held, lease } = await store.acquireLease(this.name(name), ttlMs)
      if (held && lease !== undefined) return lease
      this.system.advance(ttlMs)
    }
    throw new Stopped(`the lease ${name} cannot be had`)
  }

  #landed(id: string, result: CommitResult): number {
    if (result.rejected === undefined) {
      this.acknowledged.set(id, result.seq)
      return result.seq
    }
    if (result.code !== 'receipt-exists' || result.existing === undefined) {
      throw new Stopped(`${id} was refused: ${result.why} (${result.code})`)
    }
    this.acknowledged.set(id, result.existing.seq)
    return result.existing.seq
  }
}
