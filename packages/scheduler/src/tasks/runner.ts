// Runs one task: one run, one transaction. The node is clean before it runs, so a change that comes
// meanwhile makes it invalid again. Its reads are registered before its commit, so nothing changes
// unseen. A run that throws writes nothing but keeps its reads: it runs again when one of them
// changes. Only a stale basis is worth another try by itself, and that try goes to a later tick.

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
import type { Node } from '../graph/node.ts'
import * as nodes from '../graph/node.ts'
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

// Folded into the code, unlike imported ones.
const { INVALID, PLAIN } = nodes

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
  /** Runs it although nobody may want it. */
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
  /** What runs now, for those that are made by it. */
  executing: Task | undefined = undefined

  constructor(host: RunnerHost) {
    this.#host = host
    this.#store = host.store
    this.#introspection = host.introspection
    this.times = new RunTimes(host.clock, host.gates)
  }

  /** A promise if the run goes on after this call. */
  run(task: Task): Promise<void> | undefined {
    if (task.compute !== undefined) {
      this.#compute(task)
      return undefined
    }
    task.node.flags &= ~INVALID
    if (task.gated) this.#host.gates.begins(task)
    task.requested = false
    return this.#runInTx(task)
  }

  /**
   * For the graph: a plain task whose turn has come, and that is clean. True if it goes on after this call. It is
   * the same as any run, less what is of no use while nobody looks and it does what its last run did.
   */
  readonly runPlain = (node: Node): boolean => {
    const task = node.value as Task
    const { trail } = task
    const introspection = this.#introspection
    if (trail === undefined || task.timedAlone || introspection.watched) {
      return this.#goesOn(this.#runInTx(task))
    }
    const causes = task.takeCauses()
    const tx = this.#begin(task, causes, trail)
    if (tx === undefined) return false
    const { times } = this
    if (times.count === 0) times.begins(task)
    introspection.executed++
    const outer = this.executing
    this.executing = task
    let running: unknown
    try {
      running = task.run!.call(task.spec, tx)
    } catch (error) {
      this.executing = outer
      this.#finish(task, tx, causes, { error })
      return false
    }
    this.executing = outer
    if (running instanceof Promise) return this.#goesOn(this.#goOn(task, tx, causes, running))
    // Whatever may be said of it beside its run takes this mark off.
    if (tx.keptToTrail && (node.flags & PLAIN) !== 0) {
      times.endsInBatch(task)
      this.#settleOnTrail(task, tx)
    } else this.#finish(task, tx, causes, undefined)
    return false
  }

  #goesOn(running: Promise<void> | undefined): boolean {
    if (running === undefined) return false
    this.#host.goesOn(running)
    return true
  }

  #runInTx(task: Task): Promise<void> | undefined {
    const { introspection } = this.#host
    const causes = task.takeCauses()
    // Who looks at single runs sees what each of them did.
    const tx = this.#begin(task, causes, introspection.watched ? undefined : task.trail)
    if (tx === undefined) return undefined
    this.times.begins(task)
    const outer = this.executing
    this.executing = task
    let running: unknown
    try {
      introspection.runBegins(task, causes)
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
    return this.#host.idempotency.on ? this.#host.idempotency.recheck(task) : undefined
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

  /** It did what its last run did, and nothing changed meanwhile: what it read is known, and there is nothing to check. */
  #settleOnTrail(task: Task, tx: Tx): void {
    const value = tx.settleOnTrail()
    if (value === undefined) return
    try {
      this.#host.derive(task, value)
    } catch (error) {
      this.#host.report(error, task)
    }
  }

  /** The same for a formula. */
  readonly runFormula = (node: Node): void => {
    const task = node.value as Task
    const introspection = this.#introspection
    if (introspection.watched) {
      this.#compute(task)
      return
    }
    if (this.times.count > 0) this.times.close()
    introspection.executed++
    if (task.runs++ === 0) this.#fetchInputs(task)
    const outer = this.executing
    this.executing = task
    try {
      this.#host.derive(task, computed(task))
    } catch (error) {
      task.errors++
      this.#host.report(error, task)
    }
    this.executing = outer
  }

  /** A run without a transaction: what it reads is known, and nothing changes while it runs. */
  #compute(task: Task): void {
    const { gates, introspection, idempotency } = this.#host
    this.times.close()
    const causes = task.takeCauses()
    task.node.flags &= ~INVALID
    if (task.gated) gates.begins(task)
    task.requested = false
    if (task.runs++ === 0) this.#fetchInputs(task)
    const outer = this.executing
    this.executing = task
    try {
      introspection.runBegins(task, causes)
      this.#host.derive(task, computed(task))
      if (idempotency.on && this.#host.derive(task, computed(task))) {
        idempotency.differs(task, task.surface)
      }
      introspection.runEnds(task, undefined, 'ran')
    } catch (error) {
      task.errors++
      introspection.runEnds(task, undefined, 'threw')
      this.#host.report(error, task)
    }
    this.executing = outer
    if (task.gated) {
      const now = this.#host.clock.now()
      this.times.ranAt(task, now)
      gates.armAfterRun(task, now)
    }
    this.#host.completed(task)
  }

  /** What nobody wants fetches nothing: a formula does when it first runs. What arrives is an ordinary change. */
  #fetchInputs({ input }: Task): void {
    const inputs = Array.isArray(input) ? (input as readonly Doc[]) : [input as Doc]
    for (const { loaded, derived, space, id } of inputs) {
      // A failure shows to those who wait for the load.
      if (!loaded && derived !== true) this.#store.load({ space, id }).catch(() => {})
    }
  }

  /** Undefined if the store is closed: then nothing can run. It has been told. */
  #begin(task: Task, causes: readonly Address[], trail: Trail | undefined): RunTx | undefined {
    const store = this.#store
    const options = new RunOptions(task, causes)
    const tx = trail === undefined ? undefined : store.beginOnTrail(options, trail)
    return tx ?? this.#beginAnew(task, options)
  }

  #beginAnew(task: Task, options: RunOptions): RunTx | undefined {
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
    const { documents, persistence, introspection } = this.#host
    if (task.registered) documents.follow(task, tx)
    const unseen = task.registered ? changedUnseen(task, tx) : NOTHING
    this.times.ends(task)
    if (failure !== undefined) {
      task.errors++
      tx.abort('the run threw')
      introspection.runEnds(task, tx, 'threw')
      this.#host.report(failure.error, task)
      for (const address of unseen) this.#host.markInvalid(task, [address])
    } else if (!task.registered) tx.abort('the node was removed while it ran')
    else {
      this.#checkSurface(task, tx)
      introspection.runEnds(task, tx, 'ran')
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

  /** Counted and shown, not enforced: what was written is seen by its readers all the same. */
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

/** What it read and has changed while it ran, as far as nobody told it: it was new to it. */
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
