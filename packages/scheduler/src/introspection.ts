// What the scheduler can tell about itself. It only looks: no decision depends on it, and every
// list in it is bounded.

import type { Address, Tx } from '@cellwake/store'
import { TRACE_ENTRIES } from './limits.ts'
import { distinct, type Task, type TaskStats } from './task.ts'

export type TraceKind = 'trigger' | 'run' | 'settle' | 'event'

export interface TraceEntry {
  readonly at: number
  readonly name: string
  readonly what: string
  readonly addresses?: readonly Address[]
}

export interface GraphSnapshot {
  readonly nodes: readonly {
    readonly name: string
    readonly ordinal: number
    readonly kind: 'computation' | 'effect'
    readonly status: 'never-ran' | 'clean' | 'invalid'
    readonly live: boolean
    readonly height: number
    readonly eligibleAt: number
    readonly parent: string | undefined
    readonly reads: readonly Address[]
    readonly outputs: readonly Address[]
    readonly stats: TaskStats
  }[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
}

export interface Diagnosis {
  readonly invalid: readonly string[]
  readonly waiting: readonly { readonly name: string; readonly until: number }[]
  readonly notSettling: readonly string[]
  readonly outsideWrites: readonly string[]
  readonly lastErrors: readonly { readonly name: string; readonly message: string }[]
}

const ERRORS_KEPT = 20

export class Introspection {
  readonly #now: () => number
  readonly #enabled = new Set<TraceKind>()
  readonly #traces = new Map<TraceKind, TraceEntry[]>()
  readonly #errors: { name: string; message: string }[] = []
  readonly #notSettling = new Set<Task>()
  readonly #breakpoints = new Map<Task, (name: string) => void>()
  /** Whether any trace is kept: mostly not, and then a run does nothing for it. */
  tracing = false
  /** Whether anything is done for single runs: a trace, a breakpoint, or a second run that must change nothing. */
  watched = false
  #runsTwice = false
  passes = 0
  /** Runs that were asked for by a change, and those that demand saved. */
  executed = 0
  filtered = 0

  constructor(now: () => number) {
    this.#now = now
  }

  setTraceEnabled(kind: TraceKind, on: boolean): void {
    if (on) this.#enabled.add(kind)
    else {
      this.#enabled.delete(kind)
      this.#traces.delete(kind)
    }
    this.tracing = this.#enabled.size > 0
    this.#setWatched()
  }

  getTrace(kind: TraceKind): readonly TraceEntry[] {
    return this.#traces.get(kind) ?? []
  }

  trace(kind: TraceKind, name: string, what: string, addresses?: readonly Address[]): void {
    if (!this.#enabled.has(kind)) return
    const trace = this.#traces.get(kind) ?? []
    this.#traces.set(kind, trace)
    trace.push({ at: this.#now(), name, what, ...(addresses === undefined ? {} : { addresses }) })
    if (trace.length > TRACE_ENTRIES) trace.shift()
  }

  triggered(task: Task, what: string, causes: readonly Address[] | undefined): void {
    if (!task.live) this.filtered++
    if (!this.tracing) return
    this.trace('trigger', task.spec.name, what, causes)
  }

  runBegins(task: Task, causes: readonly Address[]): void {
    this.executed++
    if (this.tracing) this.trace('run', task.spec.name, 'begins', distinct(causes))
    if (this.#breakpoints.size > 0) this.#breakpoints.get(task)?.(task.spec.name)
  }

  runEnds(task: Task, tx: Tx | undefined, what: 'ran' | 'threw'): void {
    if (!this.tracing) return
    this.trace('run', task.spec.name, what, tx === undefined ? task.surface : tx.log().writes)
  }

  errorIn(name: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    this.#errors.push({ name, message })
    if (this.#errors.length > ERRORS_KEPT) this.#errors.shift()
  }

  /** True the first time in an episode. */
  doesNotSettle(task: Task): boolean {
    if (this.#notSettling.has(task)) return false
    this.#notSettling.add(task)
    return true
  }

  settles(task: Task): void {
    this.#notSettling.delete(task)
  }

  /** Calls `stop` before each run of the node; without it the breakpoint is taken away. */
  setBreakpoint(task: Task, stop: ((name: string) => void) | undefined): void {
    if (stop === undefined) this.#breakpoints.delete(task)
    else this.#breakpoints.set(task, stop)
    this.#setWatched()
  }

  setRunsTwice(on: boolean): void {
    this.#runsTwice = on
    this.#setWatched()
  }

  #setWatched(): void {
    this.watched = this.tracing || this.#runsTwice || this.#breakpoints.size > 0
  }

  forget(task: Task): void {
    this.#notSettling.delete(task)
    this.#breakpoints.delete(task)
    this.#setWatched()
  }

  snapshot(tasks: Iterable<Task>): GraphSnapshot {
    const all = [...tasks]
    return {
      nodes: all.map((task) => ({
        name: task.spec.name,
        ordinal: task.node.ordinal,
        kind: task.isEffect ? 'effect' : 'computation',
        status: statusOf(task),
        live: task.live,
        height: task.node.height,
        eligibleAt: task.eligibleAt,
        parent: task.parent?.spec.name,
        reads: readsOf(task),
        outputs: task.surface,
        stats: task.stats,
      })),
      edges: all.flatMap((task) =>
        [...task.writers.keys()].map((writer) => ({ from: writer.spec.name, to: task.spec.name })),
      ),
    }
  }

  diagnosis(tasks: Iterable<Task>, waiting: Iterable<Task>): Diagnosis {
    const all = [...tasks]
    return {
      invalid: all.filter((task) => task.invalid).map((task) => task.spec.name),
      waiting: [...waiting].map((task) => ({ name: task.spec.name, until: task.eligibleAt })),
      notSettling: [...this.#notSettling].map((task) => task.spec.name),
      outsideWrites: all.filter((task) => task.outsideWrites > 0).map((task) => task.spec.name),
      lastErrors: [...this.#errors],
    }
  }
}

export function statusOf(task: Task): 'never-ran' | 'clean' | 'invalid' {
  if (task.neverRan) return 'never-ran'
  return task.invalid ? 'invalid' : 'clean'
}

function readsOf(task: Task): Address[] {
  return [...task.reads.values()].flatMap(({ space, id, deep, shallow }) =>
    [...deep, ...shallow].map((path) => ({ space, id, path })),
  )
}
