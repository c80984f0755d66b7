// Runs one task: one run, one transaction. The node is clean before it runs, so a change that comes
// meanwhile makes it invalid again. Its reads are registered before its commit, so nothing changes
// unseen. A run that throws writes nothing but keeps its reads: it runs again when one of them
// changes. Only a stale basis is worth another try by itself, and that try goes to a later tick.
// See test: a conflict whose cause was the very change that made it run does not strand it

import {
  type Address,
  type CommitResult,
  type Doc,
  differsAt,
  type Store,
  type Trail,
  type Tx,
} from '@cellwake/store'
import { SchedulerError } from '../errors.ts'
import { INVALID, type Node } from '../graph/node.ts'
import { RUN_RETRIES } from '../limits.ts'
import type { Clock } from '../time/clock.ts'
import type { Documents } from './documents.ts'
import type { Gates } from './gates.ts'
import type { Idempotency } from './idempotency.ts'
import type { Introspection } from './introspection.ts'
import type { Persistence } from './persistence.ts'
import { RunTimes } from './run-times.ts'
import type { RunTx } from './run-tx.ts'
import { type OneCause, RunOptions, type Task } from './task.ts'

export interface RunnerHost {
  readonly store: Store
  readonly clock: Clock
  readonly documents: Documents
  readonly gates: Gates
  readonly persistence: Persistence
  readonly introspection: Introspection
  readonly idempotency: Idempotency
  /** Sets the derived output of a node. True if it is another value. */
  derive(task: Task, value: unknown): boolean
  markInvalid(task: Task, cause: OneCause | undefined): void
  /** Counts a commit until it is dealt with. */
  hold(): () => void
  /** Runs it although it may be dormant. */
  request(task: Task): void
  /** A run goes on, and nothing else runs until it is over. */
  goesOn(running: Promise<void>): void
  /** Resolves when no pass runs. */
  passOver(): Promise<void>
  /** Its first run is over. */
  completed(task: Task): void
  report(error: unknown, task: Task): void
}

export class Runner {
  readonly #host: RunnerHost
  readonly #store: Store
  readonly #introspection: Introspection
  readonly times: RunTimes
  /** The task that runs now: the parent of nodes made by it. */
  executing: Task | undefined = undefined

  constructor(host: RunnerHost) {
    this.#host = host
    this.#store = host.store
    this.#introspection = host.introspection
    this.times = new RunTimes(host.clock, host.gates)
  }

  /** A promise if the run goes on after this call. */
  run(task: Task): Promise<void> | undefined {
    task.node.flags &= ~INVALID
    if (task.gated) this.#host.gates.begins(task)
    task.requested = false
    return this.#runs(task)
  }

  /** For the graph: a plain task whose turn has come, and that is clean. True if it goes on after this call. */
  readonly runPlain = (node: Node): boolean => {
    const running = this.#runs(node.value as Task)
    if (running === undefined) return false
    this.#host.goesOn(running)
    return true
  }

  #runs(task: Task): Promise<void> | undefined {
    if (task.compute === undefined) return this.#runInTx(task)
    this.#compute(task)
    return undefined
  }

  #runInTx(task: Task): Promise<void> | undefined {
    const { introspection, idempotency } = this.#host
    const causes = task.takeCauses()
    // Breakpoints and traces of single runs need all that each of them did.
    const tx = this.#open(task, causes, introspection.watched ? undefined : task.trail)
    if (tx === undefined) return undefined
    this.times.begins(task)
    const outer = this.executing
    let running: unknown
    try {
      this.#begin(task, causes)
      running = task.run?.call(task.spec, tx)
    } catch (error) {
      this.executing = outer
      this.#finish(task, tx, causes, { error })
      return undefined
    }
    this.executing = outer
    if (running instanceof Promise) return this.#goOn(task, tx, causes, running)
    if (tx.keptToTrail && task.registered) {
      this.times.ends(task)
      this.#settleOnTrail(task, tx)
      this.#host.completed(task)
    } else this.#finish(task, tx, causes, undefined)
    return idempotency.on ? idempotency.recheck(task) : undefined
  }

  /** Nodes made from here on are made by this run. A breakpoint may throw. */
  #begin(task: Task, causes: readonly Address[]): void {
    this.executing = task
    this.#introspection.runBegins(task, causes)
  }

  /** The run is over; undefined if it did not throw. */
  #end(task: Task, tx: Tx | undefined, failure: { readonly error: unknown } | undefined): void {
    if (failure === undefined) {
      this.#introspection.runEnds(task, tx, 'ran')
      return
    }
    task.errors++
    this.#introspection.runEnds(task, tx, 'threw')
    this.#host.report(failure.error, task)
  }

  #goOn(task: Task, tx: Tx, causes: readonly Address[], running: Promise<unknown>): Promise<void> {
    this.times.goesOn(task)
    return running.then(
      () => {
        this.#finish(task, tx, causes, undefined)
        return this.#host.idempotency.recheck(task)
      },
      (error: unknown) => this.#finish(task, tx, causes, { error }),
    )
  }

  /** The run repeated the trail of the last one, and nothing changed meanwhile: its reads are known, and there is nothing to check. */
  #settleOnTrail(task: Task, tx: Tx): void {
    const value = tx.settleOnTrail()
    if (value === undefined) return
    try {
      this.#host.derive(task, value)
    } catch (error) {
      this.#host.report(error, task)
    }
  }

  /** A run without a transaction: its reads are known, and nothing changes while it runs. */
  #compute(task: Task): void {
    const { gates, idempotency } = this.#host
    this.times.close()
    if (task.runs++ === 0) this.#fetchInputs(task)
    const causes = task.takeCauses()
    const outer = this.executing
    try {
      this.#begin(task, causes)
      this.#host.derive(task, computed(task))
      if (idempotency.on && this.#host.derive(task, computed(task))) {
        idempotency.differs(task, task.surface)
      }
      this.#end(task, undefined, undefined)
    } catch (error) {
      this.#end(task, undefined, { error })
    }
    this.executing = outer
    if (task.gated) {
      const now = this.#host.clock.now()
      this.times.ranAt(task, now)
      gates.armAfterRun(task, now)
    }
    this.#host.completed(task)
  }

  /** A dormant formula fetches nothing: its first run does. A fetched document arrives as an ordinary change. */
  #fetchInputs({ input }: Task): void {
    const inputs = Array.isArray(input) ? (input as readonly Doc[]) : [input as Doc]
    for (const { loaded, derived, space, id } of inputs) {
      // A failure shows to readers that wait for the load.
      if (!loaded && derived !== true) this.#store.load({ space, id }).catch(() => {})
    }
  }

  /** Undefined if the store is closed: then nothing can run. It has been told. */
  #open(task: Task, causes: readonly Address[], trail: Trail | undefined): RunTx | undefined {
    const store = this.#store
    const options = new RunOptions(task, causes)
    const tx = trail === undefined ? undefined : store.beginOnTrail(options, trail)
    return tx ?? this.#openAnew(task, options)
  }

  #openAnew(task: Task, options: RunOptions): RunTx | undefined {
    try {
      return this.#store.begin(options)
    } catch (error) {
      this.#host.report(error, task)
      this.#host.completed(task)
      return undefined
    }
  }

  #finish(
    task: Task,
    tx: Tx,
    causes: readonly Address[],
    failure: { error: unknown } | undefined,
  ): void {
    const { documents, persistence } = this.#host
    if (task.registered) documents.follow(task, tx)
    const unseen = task.registered ? changedUnseen(task, tx) : NOTHING
    this.times.ends(task)
    if (failure !== undefined) {
      tx.abort('the run threw')
      this.#end(task, tx, failure)
      for (const address of unseen) this.#host.markInvalid(task, [address])
    } else if (!task.registered) tx.abort('the node was removed while it ran')
    else {
      this.#checkSurface(task, tx)
      this.#end(task, tx, undefined)
      try {
        if (task.row !== undefined && tx.status() === 'open') persistence.attach(task, tx)
        this.#commit(task, tx, unseen.length === 0 ? causes : [...causes, ...unseen])
      } catch (error) {
        tx.abort('it could not be committed')
        this.#host.report(error, task)
      }
      // A stale basis is tried again anyway. The rest was read, but is no part of the basis.
      if (tx.status() !== 'failed') {
        for (const address of unseen) this.#host.markInvalid(task, [address])
      }
    }
    this.#host.completed(task)
  }

  #commit(task: Task, tx: Tx, causes: readonly Address[]): void {
    // A run may have given its transaction up.
    if (tx.status() === 'open') tx.commit()
    if (tx.status() === 'committed') {
      task.retries = 0
      task.conflicts = 0
      return
    }
    // The handling counts as pending: nothing is at rest between a rejection and its retry.
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
    if (!task.registered || result.rejected === 'aborted') return
    // The next commit ends the count of failures, and one on a trail counts nothing.
    task.trail = undefined
    if (result.rejected === 'stale') {
      task.conflicts++
      await this.#again(task, causes, () => result.readyToRetry())
      return
    }
    if (result.rejected === 'transport' && ++task.retries <= RUN_RETRIES) {
      await this.#again(task, causes, async () => {})
      return
    }
    task.retries = 0
    const what = `The commit of ${task.spec.name} was rejected: ${result.why}`
    this.#host.report(new SchedulerError('commit-rejected', what), task)
  }

  /** In a later pass, with the causes that it had. */
  async #again(task: Task, causes: readonly Address[], ready: () => Promise<void>): Promise<void> {
    for (const cause of causes) task.addCause([cause])
    await ready().catch(() => {})
    await this.#host.passOver()
    if (!task.registered) return
    this.#host.markInvalid(task, undefined)
    this.#host.request(task)
  }

  /** Counted and shown, not enforced: readers of the document see the write all the same. */
  #checkSurface(task: Task, tx: Tx): void {
    if (task.isEffect) return
    if (writesOwnOutput(task, tx)) return
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

const NOTHING: readonly Address[] = []

function computed(task: Task): unknown {
  const compute = task.compute!
  const { input } = task
  if (!Array.isArray(input)) return compute((input as Doc).value)
  if (input.length === 2) return compute(input[0]!.value, input[1]!.value)
  const values: unknown[] = []
  for (let i = 0; i < input.length; i++) values.push(input[i]!.value)
  return compute(...values)
}

/** The common case: it wrote its one output. */
function writesOwnOutput({ surface }: Task, { docs }: Tx): boolean {
  const output = surface[0]
  if (output === undefined || output.path.length > 0) return false
  for (const { doc, ops } of docs) {
    if (ops.length > 0 && (doc.id !== output.id || doc.space !== output.space)) return false
  }
  return true
}

function inside(place: Address, written: Address): boolean {
  if (place.space !== written.space || place.id !== written.id) return false
  if (place.path.length > written.path.length) return false
  return place.path.every((segment, i) => String(segment) === String(written.path[i]))
}

/** Reads that changed during the run without its being told: they were new to it. */
function changedUnseen(task: Task, tx: Tx): readonly Address[] {
  let unseen: Address[] | undefined
  for (const { doc, seen, reads } of tx.docs) {
    if (doc.value === seen || isCause(task, doc)) continue
    for (const { scheduling, path, depth } of reads) {
      if (!scheduling || !differsAt(seen, doc.value, path, depth)) continue
      unseen ??= []
      unseen.push({ space: doc.space, id: doc.id, path })
    }
  }
  return unseen ?? NOTHING
}

function isCause(task: Task, { space, id }: { space: string; id: string }): boolean {
  for (const cause of task.causes) {
    if (cause.space === space && cause.id === id) return true
  }
  return false
}
