// Fault injection: a driver that fails as it is told to, around one that does not. A plan is asked about
// every operation. After a crash nothing works any more, as in a process that is gone: the next process finds
// the state of the inner driver. Everything injected is noted, in order.

import { type Arrival, type Driver, type Needs, NO_ROWS, type Rows } from '../driver.ts'
import { StoreError } from '../errors.ts'
import type { Retention } from '../retention.ts'
import { type System, system } from '../system.ts'
import { type Call, type Fault, type Operation, type Plan, POSSIBLE } from './faults.ts'
import { type Question, WrappedDriver } from './wrapped-driver.ts'
import { wrapRows } from './wrapped-rows.ts'

export interface Injected {
  readonly call: Call
  readonly fault: Fault
}

export class FaultDriver extends WrappedDriver {
  readonly #plan: Plan
  readonly #system: System
  readonly #counts = new Map<Operation, number>()
  #calls = 0
  #dead = false
  #foreign = 0
  /** Every fault so far, in order. */
  readonly injected: Injected[] = []

  constructor(inner: Driver, plan: Plan, world: System = system) {
    super(inner)
    this.#plan = plan
    this.#system = world
  }

  get dead(): boolean {
    return this.#dead
  }

  /** The process is gone: nothing works, and no news is heard. */
  crash(): StoreError {
    this.#dead = true
    return new StoreError('store-closed', 'the process is dead')
  }

  override async transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    const fault = this.#next('transact')
    const run = async (what = body) => this.inner.transact(needs, what)
    switch (fault?.kind) {
      case 'torn':
        return run((rows) => this.#torn(rows, fault.afterPuts, body))
      case 'conflict':
        await this.#writeAsAnother(fault)
        return this.#alive(run)
      case 'twice':
        await run()
        return this.#alive(run)
      default:
        return this.#around(fault, run)
    }
  }

  override maintain(retention: Retention): Promise<boolean> {
    return this.#do('maintain', () => this.inner.maintain(retention))
  }

  protected override ask<T>(question: Question, answer: () => Promise<T>): Promise<T> {
    return this.#do(question, answer)
  }

  override onNews(session: string, listener: (arrival: Arrival) => void): () => void {
    return this.inner.onNews(session, (arrival) => {
      if (this.#dead) return
      const fault = this.#next('delivery')
      listener(arrival)
      if (fault?.kind === 'twice') listener(arrival)
    })
  }

  async #do<T>(operation: Operation, run: () => Promise<T>): Promise<T> {
    return this.#around(this.#next(operation), run)
  }

  async #around<T>(fault: Fault | undefined, run: () => Promise<T>): Promise<T> {
    switch (fault?.kind) {
      case 'crash':
        if (fault.when === 'before') throw this.crash()
        await run()
        throw this.crash()
      case 'timeout':
        if (!fault.committed) throw new StoreError('outcome-unknown', 'the request was lost')
        await run()
        throw new StoreError('outcome-unknown', 'the answer was lost')
      case 'unreachable':
        throw new StoreError('store-unreachable', 'a fault was injected')
      case 'slow':
        await this.#system.delay(fault.ms)
        return this.#alive(run)
      default:
        return this.#alive(run)
    }
  }

  /** Another call may have killed the process while this one waited; then nobody hears the answer. */
  async #alive<T>(run: () => Promise<T>): Promise<T> {
    if (this.#dead) throw this.crash()
    const answer = await run()
    if (this.#dead) throw this.crash()
    return answer
  }

  #torn(rows: Rows, afterPuts: number, body: (rows: Rows) => Arrival): Arrival {
    let puts = 0
    const arrival = body(
      wrapRows(rows, () => {
        if (puts === afterPuts) throw this.crash()
        puts++
        return true
      }),
    )
    // The group put fewer rows than that: it dies after the last of them.
    if (puts <= afterPuts) throw this.crash()
    return arrival
  }

  async #writeAsAnother({ space, id, value }: Fault & { kind: 'conflict' }): Promise<void> {
    const session = `foreign-${++this.#foreign}`
    const needs = { session, since: 0, rows: () => ({ ...NO_ROWS, docs: [{ space, id }] }) }
    await this.inner.transact(needs, (rows) => {
      const seq = rows.head() + 1
      rows.putCommit({ seq, at: this.#system.now(), session, info: { by: session } })
      rows.putDoc({ space, id, seq, prev: rows.doc(space, id)?.seq ?? 0, value })
      return { seq, queues: [], topics: [], timers: false, jobs: [] }
    })
  }

  #next(operation: Operation): Fault | undefined {
    if (this.#dead) throw this.crash()
    const ofKind = (this.#counts.get(operation) ?? 0) + 1
    this.#counts.set(operation, ofKind)
    const call = { operation, number: ++this.#calls, ofKind }
    const fault = this.#plan(call)
    if (fault === undefined) return undefined
    if (!POSSIBLE[operation].includes(fault.kind)) {
      throw new TypeError(`the plan wants ${fault.kind} at ${operation}, which cannot happen`)
    }
    this.injected.push({ call, fault })
    return fault
  }
}
