// The intermediate representation: a checked model as plain JSON, small and quick to walk in any
// runtime. `docs/ir.md` says what each form means; a change of meaning changes `irVersion`.

import type { BinaryOp, ErrorCode, IsWhat, PositionWord } from '../parser/ast.ts'

/** The value that JSON cannot write, and forms, are arrays that start with their tag. */
export type IrExpr = number | string | boolean | IrForm

/** The operators that are left: DEFAULT and pipes have forms of their own. */
export type IrOperator = Exclude<BinaryOp, 'DEFAULT' | '>>'>

export type IrCell = readonly ['cell', sheet: number, column: number, row: number, shifts?: number]
export type IrRange = readonly [
  'range',
  sheet: number,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
  shifts?: number,
]
export type IrSpill = readonly [
  'spill',
  sheet: number,
  column: number,
  row: number,
  shifts?: number,
]
export type IrName = readonly ['name', name: string]

export type IrForm =
  | readonly ['blank']
  | readonly ['dt', ms: number]
  | readonly ['dur', months: number, days: number, ms: number]
  | readonly ['cron', text: string]
  | readonly ['err', code: ErrorCode]
  | readonly ['array', number, ...IrExpr[]]
  | readonly ['object', ...(string | IrExpr)[]]
  | IrCell
  | IrRange
  | IrName
  | IrSpill
  | readonly ['local', slot: number]
  | readonly ['ext', symbol: string]
  | readonly ['pos', word: PositionWord, count: IrExpr]
  | readonly ['op', IrExpr, ...(IrOperator | IrExpr)[]]
  | readonly ['neg', operand: IrExpr]
  | readonly ['not', operand: IrExpr]
  | readonly ['is', what: IsWhat, operand: IrExpr]
  | readonly ['call', string, ...(IrExpr | null)[]]
  | readonly ['apply', IrExpr, ...(IrExpr | null)[]]
  | readonly ['if', ...IrExpr[]]
  | readonly ['match', IrExpr, ...IrExpr[]]
  | readonly ['default', ...IrExpr[]]
  | readonly ['try', value: IrExpr, otherwise: IrExpr]
  | readonly ['let', ...IrExpr[]]
  | readonly ['with', ...IrExpr[]]
  | readonly ['lambda', slots: readonly number[], body: IrExpr]
  | readonly ['field', object: IrExpr, name: string]
  | readonly ['index', object: IrExpr, index: IrExpr]
  | readonly ['column', object: IrExpr, name: string]
  | readonly ['tag', tag: string, value: IrExpr]

export type IrTarget = IrCell | IrRange | IrName

/** A rectangle that is read: sheet, first column and row, last column and row, 1 if always. */
export type IrRegion = readonly [
  sheet: number,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
  always: 0 | 1,
]

/** A read around the cell itself: offsets of columns and rows, 1 if always. */
export type IrNearby = readonly [
  columns: number,
  rows: number,
  lastColumns: number,
  lastRows: number,
  always: 0 | 1,
]

/**
 * A shifting read of a filled formula: the cell or range of the first cell of the target, and which of its
 * parts shift; 1 if always.
 */
export type IrShifting = readonly [
  sheet: number,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
  shifts: number,
  always: 0 | 1,
]

export interface IrReads {
  /** Symbols of cells, names and external calls that every evaluation reads. */
  readonly always: readonly string[]
  /** Reads of a branch that may not be taken. */
  readonly maybe: readonly string[]
  readonly regions: readonly IrRegion[]
  readonly nearby: readonly IrNearby[]
  /** Empty unless the formula is filled. */
  readonly shifting: readonly IrShifting[]
  /** True when it may read places that are not known statically: INDIRECT, OFFSET. */
  readonly dynamic: boolean
}

/** An expression, with facts that a runtime must know before it runs it. */
export interface IrCode {
  readonly expr: IrExpr
  /** How many slots its locals take. */
  readonly locals: number
  readonly reads: IrReads
  /** True when it gives something else each time: NOW, RAND. */
  readonly volatile: boolean
}

export interface IrFormula extends IrCode {
  /** The symbol of the target. */
  readonly id: string
  readonly target: IrTarget
  readonly mode: 'eager' | 'lazy' | 'conditional'
  /**
   * True for FILL: the expression is that of the first cell of the rectangle, and references with shifts move along
   * to the others. Each cell is then as if its own expression stood there.
   */
  readonly fill: boolean
  /** True when the API may set it; its expression is a literal. */
  readonly input: boolean
  readonly tag: string | null
  /** Counted from 1. */
  readonly line: number
}

/** A call of an external function, as a symbol of its own. */
export interface IrExternal {
  /** `__ext__:A1:9f23c8` */
  readonly symbol: string
  /** The id of the formula or rule that holds the call. */
  readonly owner: string
  readonly fn: string
  /** True when the arguments depend on the place in the rectangle: then each cell has its own. */
  readonly each: boolean
  /** In the places of the signature; null for an argument left out. */
  readonly args: readonly (IrCode | null)[]
  readonly line: number
}

export interface IrWrite extends IrCode {
  readonly kind: 'write'
  /** The symbol of the target. */
  readonly id: string
  readonly target: IrTarget
  readonly tag: string | null
  readonly line: number
}

export interface IrPublish {
  readonly kind: 'publish'
  readonly topic: string
  readonly event: string
  readonly args: readonly IrCode[]
  readonly line: number
}

export interface IrGate {
  readonly kind: 'debounce' | 'throttle'
  readonly length: IrCode
  /** The `m` of `DEBOUNCE d MAX m`. */
  readonly max: IrCode | null
}

export interface IrPolicy {
  readonly kind: 'skip' | 'backfill'
  /** The `n` of `BACKFILL MAX n`. */
  readonly max: IrCode | null
}

export interface IrRule {
  /** Its kind and a hash of trigger, gate, policy and zone; `:2` on for others that are equal. */
  readonly id: string
  readonly kind: 'when' | 'every' | 'at'
  readonly trigger: IrCode
  readonly gate: IrGate | null
  /** Null for WHEN. */
  readonly policy: IrPolicy | null
  /** The zone of its cron and calendar; null for the model's. */
  readonly zone: string | null
  readonly body: readonly (IrWrite | IrPublish)[]
  /** A hash of the whole rule, body included. */
  readonly fingerprint: string
  readonly line: number
}

export type IrRuntime = 'ts' | 'lua_generated' | 'lua_interpreter'

export interface IrHeader {
  readonly model: string | null
  readonly description: string | null
  readonly runtime: IrRuntime
  readonly version: string | null
  readonly author: string | null
  readonly tags: readonly string[]
  readonly timezone: string
}

export interface Ir {
  readonly irVersion: 1
  readonly header: IrHeader
  /** By number, as in references; the first is the default sheet. */
  readonly sheets: readonly string[]
  /** In the order of the source. */
  readonly formulas: readonly IrFormula[]
  /** The inner call of a nested one comes first. */
  readonly externals: readonly IrExternal[]
  readonly rules: readonly IrRule[]
  /** Every name of the model, assigned or read. */
  readonly names: readonly string[]
}
