// The scheduler: nine parts, put together. It only forwards.

import { type Store, system, type Tx } from '@cellwake/store'
import { SchedulerError } from '../errors.ts'
import { Graph } from '../graph/graph.ts'
import type { Clock } from '../time/clock.ts'
import { systemClock } from '../time/clock-system.ts'
import { Documents } from './documents.ts'
import { Events } from './events.ts'
import { Gates } from './gates.ts'
import { Idempotency } from './idempotency.ts'
import {
  type Diagnosis,
  type GraphSnapshot,
  Introspection,
  type Stop,
  type TraceEntry,
  type TraceKind,
} from './introspection.ts'
import { Invalidation } from './invalidation.ts'
import { Launches } from './launches.ts'
import { Lineage } from './lineage.ts'
import { Persistence } from './persistence.ts'
import { type PieceOptions, Pieces } from './pieces.ts'
import { type NodeRef, Registry } from './registry.ts'
import type {
  Cancel,
  EventOptions,
  HandlerSpec,
  NodeSpec,
  RegisterOptions,
  Stream,
} from './run-tx.ts'
import { Runner } from './runner.ts'
import { Settle } from './settle.ts'
import type { Task, TaskStats } from './task.ts'

export interface SchedulerOptions {
  readonly store: Store
  readonly clock?: Clock
  readonly random?: () => number
}

export type ErrorListener = (error: unknown, name: string) => void

export class Scheduler {
  readonly #graph: Graph
  readonly #documents: Documents
  readonly #gates: Gates
  readonly #settle: Settle
  readonly #runner: Runner
  readonly #invalidation: Invalidation
  readonly #persistence: Persistence
  readonly #introspection: Introspection
  readonly #idempotency: Idempotency
  readonly #registry: Registry
  readonly #pieces: Pieces
  readonly #launches: Launches
  readonly #events: Events
  readonly #errorListeners = new Set<ErrorListener>()
  readonly #consoleListeners = new Set<(text: string) => void>()
  #disposed = false

  constructor(options: SchedulerOptions) {
    const { store } = options
    const clock = options.clock ?? systemClock({ unref: true })
    const report = (error: unknown, name: string) => this.#report(error, name)
    const reportTask = (error: unknown, task: Task) => report(error, task.spec.name)
    this.#introspection = new Introspection({
      now: () => clock.now(),
      pending: () => this.#invalidation.pendingAt(clock.now()),
      say: (text) => this.#say(text),
    })
    this.#graph = new Graph({
      wake: () => this.#settle.tick(),
      report: () => {},
      again: () => false,
      runTask: (node) => this.#settle.runTask(node),
      wanted: (node) => this.#settle.schedule(node.value as Task),
      rootsOf: (node) => (node.value as Task).roots,
    })
    this.#documents = new Documents(this.#graph)
    this.#gates = new Gates(
      clock,
      () => this.#settle.tick(),
      (task) => this.#introspection.debounced(task),
    )
    this.#persistence = new Persistence(store)
    this.#idempotency = new Idempotency(store, reportTask)
    const lineage = new Lineage((error) => report(error, 'lineage'))
    this.#launches = new Launches(() => ({
      registry: this.#registry,
      pieces: this.#pieces,
      events: this.#events,
      lineage,
      runner: this.#runner,
    }))
    const common = {
      clock,
      store,
      graph: this.#graph,
      documents: this.#documents,
      gates: this.#gates,
      introspection: this.#introspection,
      persistence: this.#persistence,
    }
    this.#runner = new Runner({
      ...common,
      idempotency: this.#idempotency,
      derive: (task, value) => this.#invalidation.derive(task, value),
      markInvalid: (task, cause) => this.#invalidation.mark(task, cause),
      request: (task) => this.#request(task),
      passOver: () => this.#settle.passOver(),
      goesOn: (running) => this.#settle.goesOn(running),
      completed: (task) => this.#settle.completed(task),
      hold: () => this.#settle.hold(),
      report: reportTask,
    })
    this.#settle = new Settle({
      ...common,
      runner: this.#runner,
      eventPhase: (now) => this.#events.phase(now),
      demandForEvents: () => this.#events.demand(),
      eventsAt: () => this.#events.nextAt(),
      eventsWait: () => this.#events.waiting,
      report: reportTask,
    })
    this.#invalidation = new Invalidation(store, { ...common, settle: this.#settle })
    this.#pieces = new Pieces({
      lineage,
      load: (id) => this.#persistence.load(id),
      remove: (spec) => this.#registry.remove(spec),
      hold: () => this.#settle.hold(),
      report,
    })
    this.#registry = new Registry({
      ...common,
      settle: this.#settle,
      runner: this.#runner,
      invalidation: this.#invalidation,
      pieces: this.#pieces,
      home: { since: this.#runner.times.since, launcher: this.#launches },
      handling: () => this.#events.executing !== undefined,
      report: reportTask,
      warn: (text) => this.#say(text),
    })
    this.#events = new Events({
      ...common,
      lineage,
      launcher: this.#launches,
      random: options.random ?? system.random,
      invalid: () => this.#invalidation.invalid,
      request: (task) => this.#request(task),
      tick: () => this.#settle.tick(),
      hold: () => this.#settle.hold(),
      report,
    })
  }

  // Nodes

  register(spec: NodeSpec, options?: RegisterOptions): Cancel {
    this.#mustBeOpen()
    const { executing } = this.#events
    if (executing !== undefined) return this.#launches.register(executing, spec, options)
    return this.#registry.register(spec, options)
  }

  remove(ref: NodeRef): void {
    this.#registry.remove(ref)
  }

  /** Loads the documents that nodes outside of pieces need. Await it before registering them with `mode: 'resume'`. */
  loadResume(): Promise<void> {
    return this.#persistence.load()
  }

  /**
   * Nodes registered inside `build` live and end together; with `after`, only if that commits. With `resume` they
   * are built when their documents are loaded: then the promise resolves. Otherwise they are built at once.
   */
  startPiece(id: string, build: () => void, options: PieceOptions = {}): Promise<void> | undefined {
    this.#mustBeOpen()
    const after = options.after ?? this.#events.executing
    return this.#pieces.start(id, build, after === undefined ? options : { ...options, after })
  }

  stopPiece(id: string): void {
    this.#pieces.stop(id)
  }

  // Events

  addEventHandler(spec: HandlerSpec): Cancel {
    this.#mustBeOpen()
    return this.#events.addHandler(spec)
  }

  /** Returns the id of the event. */
  queueEvent(stream: Stream, payload?: unknown, options?: EventOptions): string {
    this.#mustBeOpen()
    return this.#events.queue(stream, payload, options)
  }

  // Rest

  /** Resolves when no wanted node has anything left to do. */
  idle(): Promise<void> {
    return this.#settle.idle()
  }

  /** Runs `read` with everything it needs up to date, once. */
  async pullOnce<T>(read: (tx: Tx) => T): Promise<T> {
    let found: { readonly value: T } | { readonly error: unknown } | undefined
    const run = (tx: Tx): T => {
      try {
        const value = read(tx)
        found = { value }
        return value
      } catch (error) {
        found = { error }
        throw error
      }
    }
    const gate = { noAutoDebounce: true }
    const cancel = this.register({ name: 'pull', kind: 'effect', run }, { gate })
    await this.idle()
    cancel()
    if (found === undefined) throw closed()
    if ('error' in found) throw found.error
    return found.value
  }

  /** Stops everything. `idle` waits for runs in progress. */
  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    this.#invalidation.close()
    this.#events.close()
    this.#pieces.close()
    this.#registry.close()
    this.#gates.close()
    this.#settle.close()
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  // Gates

  setDebounce(ref: NodeRef, ms: number, maxWait?: number): void {
    this.#registry.setGate(ref, { debounce: ms, ...(maxWait === undefined ? {} : { maxWait }) })
  }

  clearDebounce(ref: NodeRef): void {
    this.#registry.setGate(ref, { debounce: undefined })
  }

  getDebounce(ref: NodeRef): number | undefined {
    return this.#registry.find(ref).gate.debounceMs
  }

  setThrottle(ref: NodeRef, ms: number): void {
    this.#registry.setGate(ref, { throttle: ms })
  }

  clearThrottle(ref: NodeRef): void {
    this.#registry.setGate(ref, { throttle: undefined })
  }

  getThrottle(ref: NodeRef): number | undefined {
    return this.#registry.find(ref).gate.throttleMs
  }

  setNoAutoDebounce(ref: NodeRef, on = true): void {
    this.#registry.setGate(ref, { noAutoDebounce: on })
  }

  // Looking inside

  getGraphSnapshot(): GraphSnapshot {
    this.#runner.times.close()
    return this.#introspection.snapshot(this.#registry.tasks())
  }

  /** `pending` counts the nodes that run next: invalid, wanted, and held by no gate. */
  getStats() {
    let effects = 0
    let computations = 0
    for (const task of this.#registry.tasks()) {
      if (task.isEffect) effects++
      else computations++
    }
    const { passes, executed } = this.#introspection
    const { length: invalid } = this.#invalidation.invalid
    const { length: pending } = this.#introspection.pending
    return { effects, computations, pending, invalid, passes, runs: executed }
  }

  getActionStats(ref: NodeRef): TaskStats {
    this.#runner.times.close()
    return this.#registry.find(ref).stats
  }

  /** Number of runs, and of changes that ran nothing since their node was dormant. */
  getFilterStats(): { executed: number; filtered: number } {
    const { executed, filtered } = this.#introspection
    return { executed, filtered }
  }

  isEffect(ref: NodeRef): boolean {
    return this.#registry.has(ref) && this.#registry.find(ref).isEffect
  }

  isComputation(ref: NodeRef): boolean {
    return this.#registry.has(ref) && !this.#registry.find(ref).isEffect
  }

  isDirty(ref: NodeRef): boolean {
    return this.#registry.find(ref).invalid
  }

  /** The names of the nodes that read documents which this one writes. */
  getDependents(ref: NodeRef): string[] {
    const task = this.#registry.find(ref)
    const readers = [...this.#registry.tasks()].filter((other) => other.writers.has(task))
    return readers.map((reader) => reader.spec.name)
  }

  setTraceEnabled(kind: TraceKind, on: boolean): void {
    this.#introspection.setTraceEnabled(kind, on)
  }

  getTrace(kind: TraceKind): readonly TraceEntry[] {
    return this.#introspection.getTrace(kind)
  }

  runDiagnosis(): Diagnosis {
    return this.#introspection.diagnosis(this.#registry.tasks(), this.#gates.waiting)
  }

  /** Calls `stop` before each run of the node; without it, says so to `onConsole`. */
  setBreakpoint(ref: NodeRef, stop?: Stop): void {
    this.#introspection.setBreakpoint(this.#registry.find(ref), stop)
  }

  clearBreakpoint(ref: NodeRef): void {
    this.#introspection.clearBreakpoint(this.#registry.find(ref))
  }

  /** Runs every computation twice from now on, and reports each that is not idempotent. */
  idempotencyCheck(on = true): void {
    this.#idempotency.on = on
    this.#introspection.setRunsTwice(on)
  }

  /** For tests: this node is known not to be idempotent. See `assertIdempotency`. */
  expectNonIdempotent(name: string): void {
    this.#idempotency.expect(name)
  }

  /** For tests: throws unless exactly the expected nodes were found not to be idempotent. */
  assertIdempotency(): void {
    this.#idempotency.assert()
  }

  onError(listener: ErrorListener): Cancel {
    this.#errorListeners.add(listener)
    return () => this.#errorListeners.delete(listener)
  }

  onConsole(listener: (text: string) => void): Cancel {
    this.#consoleListeners.add(listener)
    return () => this.#consoleListeners.delete(listener)
  }

  #request(task: Task): void {
    task.requested = true
    this.#settle.schedule(task)
  }

  #report(error: unknown, name: string): void {
    const thrown = error instanceof Error ? error : new Error(String(error))
    this.#introspection.errorIn(name, thrown)
    for (const listener of this.#errorListeners) isolated(() => listener(thrown, name))
    this.#say(`${name}: ${thrown.message}`)
  }

  #say(text: string): void {
    for (const listener of this.#consoleListeners) isolated(() => listener(text))
  }

  #mustBeOpen(): void {
    if (this.#disposed) throw closed()
  }
}

function closed(): SchedulerError {
  return new SchedulerError('runtime-closed', 'The scheduler is disposed.')
}

/** An error of a listener is dropped, since it has nobody left to tell; the source of its events goes on. */
function isolated(fn: () => void): void {
  try {
    fn()
  } catch {}
}
