// A task: the state of a transactional node beside its record in the graph. A computation writes the
// documents it declares and may run any number of times; an effect is wanted for its own sake. All
// state of a node is here and in its record, and nowhere else.

import {
  type Address,
  type BeginOptions,
  type Cause,
  type Depth,
  type Doc,
  isPrefix,
  type Launcher,
  type Trail,
} from '@cellwake/store'
import { EFFECT, INVALID, NEVER_RAN, type Node, PLAIN } from '../graph/node.ts'
import { CAUSES_MAX_COUNT } from '../limits.ts'
import type { GateOptions, NodeSpec } from './run-tx.ts'

// Flags of tasks alone, in the flags of their nodes: a change looks at these before it fetches the task.

/** Its run needs no transaction. */
export const FORMULA: number = 1 << 13
/** All its reads are of whole documents, so any change of one matters to it. */
export const WHOLE_READS: number = 1 << 14
/** Member of the list of invalid ones, though it may have run since. */
export const LISTED: number = 1 << 15

/** Reads of one document by one node. */
export interface DocReads {
  readonly node: Node
  /** Whether it reads the whole of it, so that any change matters. */
  readonly whole: boolean
  readonly task: Task
  /** Its place among the readers of the document. */
  place: number
  readonly space: string
  readonly id: string
  readonly deep: readonly Address['path'][]
  readonly shallow: readonly Address['path'][]
}

/** A cause, as the list of causes that it mostly is. */
export type OneCause = readonly [Address]

export interface Gate {
  debounceMs: number | undefined
  maxWaitMs: number | undefined
  throttleMs: number | undefined
  noAutoDebounce: boolean
  /** Set by slow runs, not by a caller. */
  autoDebounce: boolean
  debounceReadyAt: number
  /** When the wait that a debounce prolongs began. */
  waitingSince: number
  throttleReadyAt: number
  backoffUntil: number
  backoffStreak: number
  /** Number of times its back-off has held up `idle` in this episode. */
  idleHolds: number
  /** Number of times its turn came, behind a gate, while `idle` was awaited. */
  idleTurns: number
}

/** Times are in milliseconds. */
export interface TaskStats {
  readonly runCount: number
  /** Number of them that threw. */
  readonly errors: number
  readonly totalTime: number
  readonly averageTime: number
  readonly lastRunTime: number
  /** When the last run was over; 0 if there was none. */
  readonly lastRunTimestamp: number
}

/** Shared state of the tasks of one scheduler. */
export interface TaskHome {
  /** Times are kept as milliseconds since then: a small number needs no memory of its own. */
  readonly since: number
  readonly launcher: Launcher
}

export class Task {
  // Hot fields, looked at in every run, come first: what stands together is fetched together.
  runs = 0
  readonly run: NodeSpec['run']
  readonly spec: NodeSpec
  /** Trail of its last run, if all it did was to read whole documents and to set the output. */
  trail: Trail | undefined = undefined
  timedAlone = true
  /** Causes of its invalidity. A list of one may be shared with others, and is never changed. */
  causes: readonly Address[] = NO_CAUSES
  /** When the runs were over that its last one was timed with, since `since`; how long all took, and how many they were. */
  timedAt = 0
  timedMs = 0
  /** The single output, if it is set whole and derived; and the same as the cause of what follows. */
  output: Doc | undefined = undefined
  outputCause: OneCause | undefined = undefined
  /** A formula: given the values of its input, or of all of them if there is not one, gives that of `output`. */
  compute: NodeSpec['compute'] = undefined
  input: Doc | readonly Doc[] = NO_INPUT
  timedRuns = 0
  /** The list of causes is full, each in it once. */
  #causesFull = false
  /** Failed tries since its last commit: those worth a retry, and those with a stale basis. */
  retries = 0
  conflicts = 0
  #registered = true
  #requested = false
  #gated = false
  #provisionalPass: number | undefined = undefined
  // Cold fields: looked at less often.
  readonly node: Node
  readonly home: TaskHome
  /** Readers of the output: a list that stays right while this is registered. */
  outputReaders: readonly DocReads[] = NO_READERS
  readonly parent: Task | undefined
  readonly isMaterializer: boolean
  passId = 0
  passRuns = 0
  gate: Gate
  /** Address of its reads, kept for a restart; undefined if it runs then in any case. */
  readonly row: Address | undefined
  /** Gate settings made while it was there: kept too. */
  gateSet: GateOptions | undefined = undefined
  /** Its runs may set an output without more ado. Commits of a group are told with the group. */
  readonly setsOneDerived: boolean
  errors = 0
  totalMs = 0
  readonly surface: readonly Address[]
  readonly envelope: readonly Address[]
  /** Number of reasons it is wanted for its own sake: as an effect, as a materializer, for its first run. */
  roots = 0
  /** Reads of its last run, by document. */
  reads = new Map<string, DocReads>()
  /** Stand for its reads until it has run. */
  declared: readonly Address[] = []
  /** The nodes that write what it reads, and how many of its reads each one serves. */
  writers = new Map<Task, number>()
  /** Its parent follows from it. */
  feedsParent = false
  /** A run of it has made nodes: they are there only if it runs. */
  madeNodes = false
  outsideWrites = 0

  constructor(
    node: Node,
    spec: NodeSpec,
    gate: Gate,
    parent: Task | undefined,
    home: TaskHome,
    row: Address | undefined,
  ) {
    this.node = node
    this.home = home
    this.spec = spec
    this.run = spec.run
    this.row = row
    this.gate = gate
    this.parent = parent
    this.#gated = gate.debounceMs !== undefined || gate.throttleMs !== undefined
    this.envelope = spec.envelope ?? []
    this.isMaterializer = this.envelope.length > 0
    // With an envelope, that is the surface of side writes.
    const side = this.isMaterializer ? [] : (spec.sideWrites ?? [])
    this.surface = [...(spec.outputs ?? []), ...side]
    this.setsOneDerived = spec.changeGroup === undefined && setsOneDerived(spec)
    this.#setPlain()
  }

  get registered(): boolean {
    return this.#registered
  }

  set registered(registered: boolean) {
    this.#registered = registered
    this.#setPlain()
  }

  /** An event needs it, or its commit must be retried: it runs although it is dormant. */
  get requested(): boolean {
    return this.#requested
  }

  set requested(requested: boolean) {
    if (this.#requested === requested) return
    this.#requested = requested
    this.#setPlain()
  }

  /** Some gate was set or armed, at any time. Most have none, which saves a look at them. */
  get gated(): boolean {
    return this.#gated
  }

  set gated(gated: boolean) {
    this.#gated = gated
    this.#setPlain()
  }

  /** The pass in which it was made by a live node; it is wanted for that until it has run. */
  get provisionalPass(): number | undefined {
    return this.#provisionalPass
  }

  set provisionalPass(pass: number | undefined) {
    this.#provisionalPass = pass
    this.#setPlain()
  }

  #setPlain(): void {
    const special = this.#gated || this.#requested || this.#provisionalPass !== undefined
    const bound = this.parent !== undefined || this.isMaterializer || !this.#registered
    if (special || bound) this.node.flags &= ~PLAIN
    else this.node.flags |= PLAIN
  }

  /** Makes it a formula over these inputs. */
  makeFormula(compute: NonNullable<NodeSpec['compute']>, inputs: readonly Doc[]): void {
    this.compute = compute
    this.input = inputs.length === 1 ? inputs[0]! : inputs
    this.node.flags |= FORMULA
  }

  get isEffect(): boolean {
    return (this.node.flags & EFFECT) !== 0
  }

  get stats(): TaskStats {
    const { runs, errors, totalMs, timedMs, timedRuns } = this
    return {
      runCount: runs,
      errors,
      totalTime: totalMs,
      averageTime: runs === 0 ? 0 : totalMs / runs,
      lastRunTime: timedRuns === 0 ? 0 : timedMs / timedRuns,
      lastRunTimestamp: this.lastRunAt,
    }
  }

  /** 0 if it never ran, or takes no time. */
  get lastRunAt(): number {
    return this.timedRuns === 0 ? 0 : this.home.since + this.timedAt
  }

  get invalid(): boolean {
    return (this.node.flags & INVALID) !== 0
  }

  get neverRan(): boolean {
    return (this.node.flags & NEVER_RAN) !== 0
  }

  get live(): boolean {
    return this.node.live > 0
  }

  /** When no gate holds it any more. */
  get eligibleAt(): number {
    if (!this.gated) return 0
    const { debounceReadyAt, throttleReadyAt, backoffUntil } = this.gate
    return Math.max(debounceReadyAt, throttleReadyAt, backoffUntil)
  }

  /** Some may be there more than once: see `distinct`. */
  takeCauses(): readonly Address[] {
    const { causes } = this
    if (causes === NO_CAUSES) return causes
    this.causes = NO_CAUSES
    this.#causesFull = false
    return causes
  }

  /** Mostly there is one, and all that it made invalid share the list of it. */
  addCause(cause: OneCause): void {
    if (this.causes === NO_CAUSES) this.causes = cause
    else if (this.causes !== cause && !this.causes.some((known) => sameAddress(known, cause[0]))) {
      this.#append(cause[0])
    }
  }

  /** The same for one that runs soon: to compare it with the others would mostly be for nothing. */
  addCauseUnseen(cause: OneCause): void {
    if (this.causes === NO_CAUSES) this.causes = cause
    else if (this.causes !== cause && !this.#causesFull) this.#append(cause[0])
  }

  #append(address: Address): void {
    if (this.causes.length >= CAUSES_MAX_COUNT) {
      this.causes = distinct(this.causes)
      this.#causesFull = this.causes.length >= CAUSES_MAX_COUNT
      if (this.#causesFull) return
    }
    const { causes } = this
    if (causes.length === 1) this.causes = [causes[0]!, address]
    else (causes as Address[]).push(address)
  }
}

/** Options of a run's transaction. The cause is built when it is asked for, which is seldom. */
export class RunOptions implements BeginOptions {
  readonly source: Task
  readonly causes: readonly Address[]

  constructor(task: Task, causes: readonly Address[]) {
    this.source = task
    this.causes = causes
  }

  get changeGroup(): unknown {
    return this.source.spec.changeGroup
  }

  get derived(): boolean {
    return this.source.spec.derived === true
  }

  get launcher(): Launcher {
    return this.source.home.launcher
  }

  get cause(): Cause {
    return { by: this.source.spec.name, causes: distinct(this.causes) }
  }
}

/** Each cause once. Few ask, so they are not compared before. */
export function distinct(causes: readonly Address[]): readonly Address[] {
  if (causes.length < 2) return causes
  const found: Address[] = []
  for (const cause of causes) {
    if (!found.some((known) => sameAddress(known, cause))) found.push(cause)
  }
  return found
}

const NO_CAUSES: readonly Address[] = []
const NO_INPUT: readonly Doc[] = []
const NO_READERS: readonly DocReads[] = []

function sameAddress(a: Address, b: Address): boolean {
  if (a.id !== b.id || a.space !== b.space || a.path.length !== b.path.length) return false
  return isPrefix(a.path, b.path)
}

/** Whether all it may write is one derived document, whole. */
export function setsOneDerived({ derived, outputs, sideWrites, envelope }: NodeSpec): boolean {
  if (derived !== true || outputs?.length !== 1 || outputs[0]!.path.length > 0) return false
  return (sideWrites ?? []).length + (envelope ?? []).length === 0
}

export function newGate(options: GateOptions = {}): Gate {
  return {
    debounceMs: options.debounce,
    maxWaitMs: options.maxWait,
    throttleMs: options.throttle,
    noAutoDebounce: options.noAutoDebounce === true,
    autoDebounce: false,
    debounceReadyAt: 0,
    waitingSince: 0,
    throttleReadyAt: 0,
    backoffUntil: 0,
    backoffStreak: 0,
    idleHolds: 0,
    idleTurns: 0,
  }
}

export type ReadLog = readonly { readonly address: Address; readonly depth: Depth }[]
