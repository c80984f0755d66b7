// A task: what a transactional node has beside its record in the graph. A computation writes the
// documents it declares and may run any number of times; an effect is wanted for its own sake. All
// state of a node is here and in its record, and nowhere else.

import {
  type Address,
  type BeginOptions,
  type Cause,
  type Depth,
  type Doc,
  isPrefix,
  type Trail,
  type Tx,
} from '@cellwake/store'
import { CAUSES_MAX_COUNT } from './limits.ts'
import { EFFECT, FORMULA, INVALID, NEVER_RAN, type Node, PLAIN, UNCAUSED } from './node.ts'

export interface NodeSpec {
  readonly name: string
  readonly kind: 'computation' | 'effect'
  /** What a computation writes. It may write nothing else. */
  readonly outputs?: readonly Address[]
  /** Further documents it always may write: passed in, and fixed. */
  readonly sideWrites?: readonly Address[]
  /** Where it may write besides, when that is not known ahead. Such a node is always wanted. */
  readonly envelope?: readonly Address[]
  /** What it will read by value, as far as that is known: places its first run. */
  readonly declaredReads?: readonly Address[]
  readonly run?: (tx: Tx) => unknown
  /**
   * Instead of `run`, for a derived value: given the values of `declaredReads`, gives that of the one
   * output. All are whole documents and it reads nothing else, so it needs no transaction: it costs
   * a fraction of a run.
   */
  readonly compute?: (...values: readonly unknown[]) => unknown
  /** Changes of this group do not come back to it. */
  readonly changeGroup?: unknown
  /** Its outputs stay in memory and are computed again after a restart. */
  readonly derived?: boolean
  /** For resume: which node this is, and which version of its code. */
  readonly identity?: { readonly id: string; readonly fingerprint: string }
  /** It makes other nodes, so it always runs after a restart. */
  readonly createsNodes?: boolean
}

export interface GateOptions {
  /** Wait until nothing has changed for so long. */
  readonly debounce?: number | undefined
  /** But never longer than this. */
  readonly maxWait?: number | undefined
  /** At most one run in so long. */
  readonly throttle?: number | undefined
  readonly noAutoDebounce?: boolean
}

export interface RegisterOptions {
  readonly mode?: 'fresh' | 'resume'
  readonly gate?: GateOptions
}

/** What a node read of one document. */
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
  /** How often its back-off has held up `idle` in this episode. */
  idleHolds: number
  /** How often its turn came, behind a gate, while somebody waited for rest. */
  idleTurns: number
}

export interface TaskStats {
  readonly runs: number
  readonly errors: number
  readonly totalMs: number
  readonly lastMs: number
  readonly lastRunAt: number
}

export class Task {
  // First what every run looks at: what stands together is fetched together.
  runs = 0
  readonly run: NodeSpec['run']
  readonly spec: NodeSpec
  /** What its last run did, if that was nothing but to read whole documents and to set the output. */
  trail: Trail | undefined = undefined
  timedAlone = true
  /** For its transactions, when it is derived: such a commit leaves no record of its cause. */
  readonly derivedOptions: BeginOptions | undefined
  /** What made it invalid. A list of one may be that of others too, and is never changed. */
  causes: readonly Address[] = NO_CAUSES
  /** When the runs were over that its last one was timed with, since `since`; how long all took, and how many they were. */
  timedAt = 0
  timedMs = 0
  /** The one document that it sets, if it sets it whole and derived; and the same as the cause of what follows. */
  output: Doc | undefined = undefined
  outputCause: OneCause | undefined = undefined
  /** A formula: given the values of its input, or of all of them if there is not one, gives that of `output`. */
  compute: NodeSpec['compute'] = undefined
  input: Doc | readonly Doc[] = NO_INPUT
  timedRuns = 0
  /** It holds as many causes as it may, each once. */
  #causesFull = false
  /** Tries that failed since its last commit: those worth another, and those with a stale basis. */
  retries = 0
  conflicts = 0
  #registered = true
  #requested = false
  #gated = false
  #provisionalPass: number | undefined = undefined
  // What follows is looked at less often.
  readonly node: Node
  /** Times are kept as milliseconds since then: a small number needs no memory of its own. */
  readonly since: number
  /** Who reads the output: a list that stays right while this is registered. */
  outputReaders: readonly DocReads[] = NO_READERS
  readonly parent: Task | undefined
  readonly isMaterializer: boolean
  passId = 0
  passRuns = 0
  gate: Gate
  /** Its reads are kept for a restart: not of what runs then in any case. */
  readonly persists: boolean
  /** Its runs may set an output without more ado. Commits of a group are told with the group. */
  readonly setsOneDerived: boolean
  errors = 0
  totalMs = 0
  readonly surface: readonly Address[]
  readonly envelope: readonly Address[]
  /** How often it is wanted for its own sake: as an effect, as a materializer, for its first run. */
  roots = 0
  /** By document; what its last run read. */
  reads = new Map<string, DocReads>()
  /** Stand for its reads until it has run. */
  declared: readonly Address[] = []
  /** The nodes that write what it reads, and how many of its reads each one serves. */
  writers = new Map<Task, number>()
  /** What made it follows from it. */
  feedsParent = false
  outsideWrites = 0

  constructor(node: Node, spec: NodeSpec, gate: Gate, parent: Task | undefined, since: number) {
    this.node = node
    this.since = since
    this.spec = spec
    this.run = spec.run
    const resumes = spec.identity !== undefined && spec.createsNodes !== true
    this.persists = resumes && spec.derived !== true && spec.kind !== 'effect'
    this.gate = gate
    this.parent = parent
    const { changeGroup } = spec
    const derived = spec.derived === true
    this.derivedOptions = derived ? { source: this, changeGroup, derived } : undefined
    if (derived) node.flags |= UNCAUSED
    this.#gated = gate.debounceMs !== undefined || gate.throttleMs !== undefined
    this.envelope = spec.envelope ?? []
    this.isMaterializer = this.envelope.length > 0
    // With an envelope, that is the surface of side writes.
    const side = this.isMaterializer ? [] : (spec.sideWrites ?? [])
    this.surface = [...(spec.outputs ?? []), ...side]
    this.setsOneDerived = changeGroup === undefined && setsOneDerived(spec)
    this.#setPlain()
  }

  get registered(): boolean {
    return this.#registered
  }

  set registered(registered: boolean) {
    this.#registered = registered
    this.#setPlain()
  }

  /** An event needs it, or its commit must be tried again: it runs although nobody wants it. */
  get requested(): boolean {
    return this.#requested
  }

  set requested(requested: boolean) {
    if (this.#requested === requested) return
    this.#requested = requested
    this.#setPlain()
  }

  /** Some gate was set or armed, at any time. Most have none, and nobody need look at it. */
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

  /** Gives it what its function works on. */
  makeFormula(compute: NonNullable<NodeSpec['compute']>, inputs: readonly Doc[]): void {
    this.compute = compute
    this.input = inputs.length === 1 ? inputs[0]! : inputs
    this.node.flags |= FORMULA
  }

  get isEffect(): boolean {
    return (this.node.flags & EFFECT) !== 0
  }

  get stats(): TaskStats {
    const { runs, errors, totalMs, timedAt, timedMs, timedRuns } = this
    if (timedRuns === 0) return { runs, errors, totalMs, lastMs: 0, lastRunAt: 0 }
    const lastRunAt = this.since + timedAt
    return { runs, errors, totalMs, lastMs: timedMs / timedRuns, lastRunAt }
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

/** What a run says of its transaction. Few ask for the cause. */
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
