// The state of a model in memory: nodes, columns of cells, ranges, and the progress of a call. Hosts need not look
// inside, but for `broken`. Records have prefixed names, so that no name of a model can mean something to the language.

import type { Callables, Code, LambdaDepth } from '../compile/linker.ts'
import type { Value } from '../values.ts'
import type { Aggregate } from './aggregate.ts'
import type { Program, ProgramSheet, ProgramSignature } from './program.ts'

/** Its value can be relied on; something below may have changed; something it read has changed, or it never ran. */
export const CLEAN = 0
export const CHECK = 1
export const DIRTY = 2

export const EAGER = 0
export const LAZY = 1
export const CONDITIONAL = 2

export interface Rectangle {
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
}

/** The code of a node. */
export interface Formula {
  /** A number of the program's forms; -1 for a cell that takes its part of `whole`. */
  readonly form: number
  readonly mode: number
  /** Empty for none. */
  readonly tag: string
  /** Of a target of several cells, in which an array is taken by position. */
  readonly rectangle: Rectangle | undefined
  /** The rectangle in which positions count; references of a filled formula shift from its first cell. */
  readonly within: Rectangle | undefined
  /** The one evaluation that all cells of a rectangle share. */
  readonly whole: Node | undefined
}

/** A rectangle that formulas read as one. */
export interface Extent extends Rectangle {
  readonly sheet: number
  /** Cells in it that may be out of date. */
  waiting: Node[]
  /** Cached since it was last asked for; undefined since something in it has changed. */
  aggregate: Aggregate | undefined
  items: Value | undefined
  /** The end of `items`, for ranges without an end. */
  lastRowMade: number
  lastColumnMade: number
}

/** An array that spills from a node, or would if there were room. */
export interface Anchor {
  readonly node: Node
  /** The area it wants to cover; no rows when it holds no array, or is blocked. */
  wantsRows: number
  wantsColumns: number
  coversRows: number
  coversColumns: number
  isBlocked: boolean
  isUnplaced: boolean
}

/** A node, its place there, the next node, its place there. See performance: a node has sixteen fields */
export type Edges = (Node | number)[]

/**
 * A cell, a name, a formula of no cell, an external call, or a range. Most are cells with a number or a plain formula, so
 * rare fields are left out: in Lua each field of a record takes its room whether it is used or not. A plain formula that
 * has run has 16 fields at most; the room doubles beyond 16.
 */
export interface Node {
  value: Value
  state: number
  /** The sheet and the column in one number; -1 for a name, -2 for any other node. */
  readonly key: number
  /** From 1; for a name, its number among the names. */
  readonly row: number
  /** The nodes of its references, in the order of the form. */
  refs: readonly Node[]
  /** How many want it for its own sake. */
  wanted: number
  /** Where it is on the way down, from 1; 0 if it is not. */
  stacked: number
  /** The run that read it last. */
  seenIn: number
  /** The reads of the last run, each with its own place among the readers of that node; and the other way round. */
  reads: Edges
  readers: Edges
  formula?: Formula | undefined
  /** The numbers in which it differs from others of its form. */
  numbers?: readonly number[]
  /** Its external calls, in the order of the form. */
  calls?: readonly Node[]
  /** Places around it that it surely reads. */
  nearby?: readonly Node[]
  extent?: Extent | undefined
  call?: Call | undefined
  /** The array that an input holds, as it was given. */
  held?: Value | undefined
  /** The constant of the source, where another value was set. */
  constant?: Value | undefined
  anchor?: Anchor | undefined
  /** The anchor whose array covers it. */
  cover?: Node | undefined
  /** An input of the source; set by the API or a rule; written by a rule. */
  isInput?: boolean
  isGiven?: boolean
  isRuleOwned?: boolean
  /** The tag of an input, or of a cell that rules write; left out or empty for none. */
  tag?: string
  isQueued?: boolean
  /** The call in which its value changed last; -1 once that has been told. */
  changedIn?: number
  /** The settling in which it ran last, left out until it has; and how often it ran there, if more than once. */
  ranIn?: number
  runs?: number | undefined
  /** For walks. */
  mark?: number
  /** Of a cell, once somebody has asked for it. */
  symbol?: string
  /** The value of a conditional formula before this settling. */
  goodIn?: number
  goodBefore?: Value
}

/** A call of an external function: its arguments and the shown value. */
export interface Call {
  readonly symbol: string
  readonly signature: ProgramSignature
  readonly node: Node
  /** Holds the shown value; pending until the host sets one. */
  readonly answerNode: Node
  /** Where positions in its arguments count from, if there are any. */
  readonly place: Node | undefined
  hasRun: boolean
  /** The arguments of its last run. */
  args: readonly Value[]
  /** To be reported to the host. */
  isNoted: boolean
}

/** Some rows of a column, by their place among them. */
export interface Leaf {
  readonly cells: Record<number, Node | undefined>
}

export interface Column {
  readonly key: number
  readonly leaves: Record<number, Leaf | undefined>
  /** The number of the last leaf; -1 for none. */
  lastLeaf: number
  /** Aggregates of aligned stretches, by level and place, until something in them changes. */
  readonly blocks: Record<number, Aggregate | undefined>
  /** Whether one was ever made: most columns are not added up. */
  hasBlocks: boolean
  /** Ranges that cover some of a leaf's rows, and longer ones. */
  readonly near: Record<number, Node[] | undefined>
  readonly far: Node[]
}

/** An undo record: a change of a call, for its rollback. */
export interface Undo {
  readonly node: Node
  readonly value: Value
  readonly isGiven: boolean
}

export interface KeptGood {
  readonly node: Node
  readonly before: Value
}

/** The results of the last call, kept for a rollback. */
export interface LastCall {
  readonly undo: readonly Undo[]
  readonly good: readonly KeptGood[]
  readonly values: readonly Value[]
  readonly calls: readonly ShownCall[]
}

/** An external call's value before the change. */
export interface ShownCall {
  readonly symbol: string
  readonly before: Value
}

/** A form, made ready. */
export interface Coded {
  readonly code: Code<Node>
}

export interface RuleNodes {
  readonly trigger: Node
  readonly length: Node | undefined
  readonly lengthMax: Node | undefined
  readonly policyMax: Node | undefined
}

export interface ModelState {
  /** A call ended half way, by an error that is not the model's: load it anew. */
  broken: boolean
  /** Without its formulas, once they are nodes. */
  program: Program
  readonly sheets: ProgramSheet[]
  /** By key. */
  readonly columns: Record<number, Column | undefined>
  /** In the order in which they came. */
  readonly columnList: Column[]
  /** By `n` and the name. */
  readonly names: Record<string, Node | undefined>
  readonly nameList: string[]
  readonly nameNodes: Node[]
  /** By their corners. */
  readonly ranges: Record<string, Node | undefined>
  /** Ranges over many columns, by sheet. */
  readonly wide: Record<number, Node[] | undefined>
  /** Changes when a sheet or a name is created: read by every lookup that failed. */
  readonly arrivals: Node
  readonly offSheet: Node
  isBuilt: boolean
  cells: number
  formulas: number
  readonly codes: Record<number, Coded | undefined>
  /** Makes the code of a form that is not interpreted. */
  generated: ((this: void, form: number) => Coded | undefined) | undefined
  readonly callables: Callables
  readonly depth: LambdaDepth
  /** The progress of the last call. */
  queue: Node[]
  /** The nodes that a walk of marks has yet to visit; empty between walks. */
  readonly walking: Node[]
  /** Evaluates the running node: one closure for all runs. */
  evaluate: ((this: void) => Value) | undefined
  /** Dormant nodes that may be out of date by this settling. */
  doubtful: Node[]
  readonly volatile: Node[]
  readonly anchors: Anchor[]
  unplaced: Node[]
  /** Formulas that read themselves when they last ran. */
  knots: Node[]
  changed: Node[]
  good: KeptGood[]
  undo: Undo[]
  last: LastCall | undefined
  /** Lazy formulas that ran. */
  lazyRuns: Node[]
  /** By `x` and the symbol. */
  readonly callsBySymbol: Record<string, Node | undefined>
  readonly callList: Node[]
  /** Calls that ran with other arguments, and formulas whose reads are reported to the host. */
  callsRun: Call[]
  readers: Node[]
  /** Formulas that ran, each as often, where the host is told. */
  ran: Node[]
  rules: RuleNodes[]
  nowMs: number
  /** Counts calls, settlings, runs and walks. */
  call: number
  settle: number
  run: number
  walk: number
  stepsLeft: number
  wastedSteps: number
  steps: number
  /** The running node, its progress through its reads, and the dependency it awaits. */
  running: Node | undefined
  cursor: number
  needed: Node | undefined
  /** When the rule under way was due. */
  scheduledAt: Value
  /** The body of a rule is being evaluated. */
  isActing: boolean
  random: number
  /** Formulas as text, by `t` and the symbol. */
  readonly texts: Record<string, string | undefined>
}

/** The code that `lua_generated` makes of a form, for a model and the operations that it calls. */
export type Generated = (
  this: void,
  model: ModelState,
) => (this: void, form: number) => Coded | undefined
