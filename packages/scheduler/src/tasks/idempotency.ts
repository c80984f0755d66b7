// The idempotency check of computations: they may run any number of times, so a second run on the same
// inputs must change nothing. When it is on, each computation runs again in a transaction that is
// rolled back; its writes are the findings. For tests; it doubles the work.

import type { Address, Store, Tx } from '@cellwake/store'
import { SchedulerError } from '../errors.ts'
import { LAUNCHES_NOTHING } from './run-tx.ts'
import type { Task } from './task.ts'

export class Idempotency {
  readonly #store: Store
  readonly #report: (error: unknown, task: Task) => void
  readonly #found = new Set<string>()
  readonly #expected = new Set<string>()
  on = false

  constructor(store: Store, report: (error: unknown, task: Task) => void) {
    this.#store = store
    this.#report = report
  }

  /** A node that is known to be wrong is not reported; `assert` misses it if it is not. */
  expect(name: string): void {
    this.#expected.add(name)
  }

  /** Runs a computation again. A promise if that goes on after this call. */
  recheck(task: Task): Promise<void> | undefined {
    if (!this.on || task.isEffect || !task.registered || task.invalid) return undefined
    const derived = task.spec.derived === true
    const tx = this.#store.begin({ source: task, derived, launcher: LAUNCHES_NOTHING })
    let running: unknown
    try {
      running = task.spec.run?.(tx)
    } catch {
      tx.abort('only a look')
      return undefined
    }
    if (!(running instanceof Promise)) {
      this.#judge(task, tx)
      return undefined
    }
    return running.then(
      () => this.#judge(task, tx),
      () => tx.abort('only a look'),
    )
  }

  /** Throws if a node is wrong that was not expected to be, or the other way round. */
  assert(): void {
    const surprises = [...this.#found].filter((name) => !this.#expected.has(name))
    const missing = [...this.#expected].filter((name) => !this.#found.has(name))
    if (surprises.length > 0) {
      throw new SchedulerError('not-idempotent', `Not idempotent: ${surprises.join(', ')}.`)
    }
    if (missing.length > 0) {
      throw new SchedulerError('not-idempotent', `Idempotent after all: ${missing.join(', ')}.`)
    }
  }

  #judge(task: Task, tx: Tx): void {
    const { writes } = tx.log()
    const moved = tx.isStale()
    tx.abort('only a look')
    // Inputs that moved meanwhile explain any difference.
    if (!moved && !task.invalid && writes.length > 0) this.differs(task, writes)
  }

  /** A second run on the same inputs wrote something else. */
  differs(task: Task, writes: readonly Address[]): void {
    const { name } = task.spec
    if (this.#found.has(name)) return
    this.#found.add(name)
    if (this.#expected.has(name)) return
    const places = writes.map(({ space, id }) => `${space}/${id}`).join(', ')
    const what = `${name} wrote ${places} again, differently, on the same inputs.`
    this.#report(new SchedulerError('not-idempotent', what), task)
  }
}
