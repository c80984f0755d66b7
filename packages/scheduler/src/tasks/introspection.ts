// Introspection: errors, statistics and traces of the scheduler. It only looks: no decision depends on it,
// and every list in it is bounded.

import { type Address, formatAddress, type Tx } from '@cellwake/store'
import { TRACE_ENTRIES } from '../limits.ts'
import { SettleTrace } from './settle-trace.ts'
import { distinct, type Task, type TaskStats } from './task.ts'

export type TraceKind = 'trigger' | 'run' | 'settle' | 'event'

export interface TraceEntry {
  readonly at: number
  readonly name: string
  readonly what: string
  readonly addresses?: readonly Address[]
  /** The names of nodes, as far as they are listed. */
  readonly nodes?: readonly string[]
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

/** Called before a run of a node that has a breakpoint, with the causes of the run. */
export type Stop = (name: string, causes: readonly Address[]) => void

interface IntrospectionHost {
  now(): number
  pending(): readonly Task[]
  say(text: string): void
}

const ERRORS_KEPT = 20

export class Introspection {
  readonly #host: IntrospectionHost
  readonly #settling: SettleTrace
  readonly #enabled = new Set<TraceKind>()
  readonly #traces = new Map<TraceKind, TraceEntry[]>()
  readonly #errors: { name: string; message: string }[] = []
  readonly #notSettling = new Set<Task>()
  readonly #breakpoints = new Map<Task, Stop>()
  /** Whether any trace is kept: mostly not, and then a run does nothing for it. */
  tracing = false
  /** Whether anything is done for single runs: a trace, a breakpoint, or a second run that must change nothing. */
  watched = false
  #runsTwice = false
  passes = 0
  /** Runs, and changes that ran nothing since their node was dormant. */
  executed = 0
  filtered = 0

  constructor(host: IntrospectionHost) {
    this.#host = host
    this.#settling = new SettleTrace(host.pending, (name, what, nodes) =>
      this.trace('settle', name, what, nodes === undefined ? {} : { nodes }),
    )
  }

  get pending(): readonly Task[] {
    return this.#host.pending()
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

  trace(
    kind: TraceKind,
    name: string,
    what: string,
    about: Pick<TraceEntry, 'addresses' | 'nodes'> = {},
  ): void {
    if (!this.#enabled.has(kind)) return
    const trace = this.#traces.get(kind) ?? []
    this.#traces.set(kind, trace)
    trace.push({ at: this.#host.now(), name, what, ...about })
    if (trace.length > TRACE_ENTRIES) trace.shift()
  }

  triggered(task: Task, what: string, causes: readonly Address[] | undefined): void {
    if (!task.live) this.filtered++
    if (!this.tracing) return
    this.trace('trigger', task.spec.name, what, causes === undefined ? {} : { addresses: causes })
  }

  passBegins(pass: number): void {
    this.passes++
    if (this.#enabled.has('settle')) this.#settling.passBegins(pass)
  }

  passEnds(): void {
    this.#settling.passEnds()
  }

  runBegins(task: Task, causes: readonly Address[]): void {
    this.executed++
    if (this.tracing) {
      this.#settling.runBegins(task)
      this.trace('run', task.spec.name, 'begins', { addresses: distinct(causes) })
    }
    if (this.#breakpoints.size > 0) this.#breakpoints.get(task)?.(task.spec.name, distinct(causes))
  }

  runEnds(task: Task, tx: Tx | undefined, what: 'ran' | 'threw'): void {
    if (!this.tracing) return
    const addresses = tx === undefined ? task.surface : tx.log().writes
    this.trace('run', task.spec.name, what, { addresses })
  }

  /** Slow runs have set a gate of its own. */
  debounced({ gate, stats, spec }: Task): void {
    const what = `debounced by itself for ${gate.debounceMs} ms`
    const average = Math.round(stats.averageTime)
    this.trace('settle', spec.name, `${what}: its runs take ${average} ms on average`)
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

  setBreakpoint(task: Task, stop: Stop = this.#sayRun): void {
    this.#breakpoints.set(task, stop)
    this.#setWatched()
  }

  readonly #sayRun: Stop = (name, causes) => {
    const why = causes.length === 0 ? '' : ` because of ${causes.map(formatAddress).join(', ')}`
    this.#host.say(`Breakpoint: ${name} is about to run${why}.`)
  }

  clearBreakpoint(task: Task): void {
    this.#breakpoints.delete(task)
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
    this.clearBreakpoint(task)
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
