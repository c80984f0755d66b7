// Runs one task: one run, one transaction. The node is clean before it runs, so a change that comes
// meanwhile makes it invalid again. Its reads are registered before its commit, so nothing changes
// unseen. A run that throws writes nothing but keeps its reads: it runs again when one of them
// changes. Only a stale basis is worth another try by itself, and that try goes to a later tick.

import type { Address, CommitResult, Store, Tx } from '@cellwake/store'
import type { Clock } from './clock.ts'
import type { Documents } from './documents.ts'
import { SchedulerError } from './errors.ts'
import type { Gates } from './gates.ts'
import type { Introspection } from './introspection.ts'
import { RUN_RETRIES } from './limits.ts'
import { INVALID } from './node.ts'
import type { Persistence } from './persistence.ts'
import type { ReadLog, Task } from './task.ts'

export interface RunnerHost {
  readonly store: Store
  readonly clock: Clock
  readonly documents: Documents
  readonly gates: Gates
  readonly persistence: Persistence
  readonly introspection: Introspection
  markInvalid(task: Task, cause: Address | undefined): void
  /** It is clean now, until something changes. */
  cleaned(task: Task): void
  /** Counts a commit until it is dealt with. */
  hold(): () => void
  /** Runs it again in a later tick, wanted or not. */
  request(task: Task): void
  /** Its first run is over. */
  completed(task: Task): void
  report(error: unknown, task: Task): void
}

export class Runner {
  readonly #host: RunnerHost
  /** What runs now, for those that are made by it. */
  executing: Task | undefined

  constructor(host: RunnerHost) {
    this.#host = host
  }

  /** A promise if the run goes on after this call. */
  run(task: Task): Promise<void> | undefined {
    const { store, clock, introspection } = this.#host
    const causes = task.takeCauses()
    task.node.flags &= ~INVALID
    this.#host.cleaned(task)
    task.requested = false
    task.running = true
    const { spec } = task
    const tx = store.begin({
      source: task,
      changeGroup: spec.changeGroup,
      derived: spec.derived === true,
      cause: { by: spec.name, causes },
    })
    const began = clock.now()
    introspection.runBegins(task, causes)
    const outer = this.executing
    this.executing = task
    let running: unknown
    try {
      running = spec.run(tx)
    } catch (error) {
      this.executing = outer
      this.#finish(task, tx, causes, began, { error })
      return undefined
    }
    this.executing = outer
    if (!(running instanceof Promise)) {
      this.#finish(task, tx, causes, began, undefined)
      return undefined
    }
    return running.then(
      () => this.#finish(task, tx, causes, began, undefined),
      (error: unknown) => this.#finish(task, tx, causes, began, { error }),
    )
  }

  #finish(
    task: Task,
    tx: Tx,
    causes: Address[],
    began: number,
    failure: { error: unknown } | undefined,
  ): void {
    const { clock, documents, gates, persistence, introspection } = this.#host
    task.running = false
    const now = clock.now()
    const log = readLog(tx)
    if (task.registered) documents.setReads(task, log)
    const { stats } = task
    stats.runs++
    stats.lastMs = now - began
    stats.totalMs += stats.lastMs
    stats.lastRunAt = now
    gates.armAfterRun(task, now)
    if (failure !== undefined) {
      stats.errors++
      const stale = tx.isStale()
      tx.abort('the run threw')
      introspection.runEnds(task, tx, 'threw')
      this.#host.report(failure.error, task)
      // What it read changed while it ran, before anybody could tell it.
      if (stale && task.registered) this.#host.markInvalid(task, undefined)
    } else if (!task.registered) tx.abort('the node was removed while it ran')
    else {
      this.#checkSurface(task, tx)
      persistence.attach(task, tx)
      introspection.runEnds(task, tx, 'ran')
      this.#commit(task, tx, causes)
    }
    this.#host.completed(task)
  }

  #commit(task: Task, tx: Tx, causes: Address[]): void {
    tx.commit()
    // The handling is part of what is pending: nothing is at rest between a rejection and its retry.
    const leave = this.#host.hold()
    tx.onSettled((result) => {
      this.#settled(task, causes, result).then(leave, leave)
    })
  }

  async #settled(task: Task, causes: readonly Address[], result: CommitResult): Promise<void> {
    if (result.rejected === undefined) {
      task.retries = 0
      task.conflicts = 0
      return
    }
    if (!task.registered) return
    if (result.rejected === 'stale') {
      task.conflicts++
      for (const cause of causes) task.addCause(cause)
      await result.readyToRetry().catch(() => {})
      if (!task.registered) return
      this.#host.markInvalid(task, undefined)
      this.#host.request(task)
      return
    }
    if (result.rejected === 'transport' && ++task.retries <= RUN_RETRIES) {
      for (const cause of causes) task.addCause(cause)
      this.#host.markInvalid(task, undefined)
      this.#host.request(task)
      return
    }
    task.retries = 0
    const what = `The commit of ${task.spec.name} was rejected: ${result.why}`
    this.#host.report(new SchedulerError('commit-rejected', what), task)
  }

  /** Counted and shown, not enforced: what was written is seen by its readers all the same. */
  #checkSurface(task: Task, tx: Tx): void {
    if (task.isEffect) return
    for (const written of tx.log().writes) {
      const allowed = [...task.surface, ...task.envelope].some((place) => inside(place, written))
      if (allowed) continue
      if (task.outsideWrites++ > 0) continue
      const where = `${written.space}/${written.id}`
      const what = `${task.spec.name} wrote ${where}, which it does not declare.`
      this.#host.report(new SchedulerError('write-outside-surface', what), task)
    }
  }
}

function inside(place: Address, written: Address): boolean {
  if (place.space !== written.space || place.id !== written.id) return false
  if (place.path.length > written.path.length) return false
  return place.path.every((segment, i) => String(segment) === String(written.path[i]))
}

function readLog(tx: Tx): ReadLog {
  const { deep, shallow } = tx.log()
  return [
    ...deep.map(({ address }) => ({ address, depth: 'deep' as const })),
    ...shallow.map(({ address }) => ({ address, depth: 'shallow' as const })),
  ]
}
