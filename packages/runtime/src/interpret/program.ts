// The program of a model: the representation of one version, split into forms and the references of each formula,
// with facts that only the language and the machine know: signatures, zones, spellings of sheets.
// `program/make-program.ts` makes it, in TypeScript, once per version; it is plain JSON and is kept with the
// version. Nothing in it changes.

import type { ArgumentKind, IrExpr } from '@cellwake/language'
import type { ZoneTable } from '../context.ts'

export interface Program {
  readonly programVersion: 1
  /** By number, as references have them; the first is the default sheet. */
  readonly sheets: readonly ProgramSheet[]
  readonly zone: ZoneTable
  /** Of every function that the model calls, by name. */
  readonly signatures: Readonly<Record<string, ProgramSignature>>
  /** Expressions shared by formulas that differ only in their references. */
  readonly forms: readonly Form[]
  /** In the order of the source, inputs included. */
  readonly formulas: readonly ProgramFormula[]
  /** The inner call of a nested one comes first. */
  readonly externals: readonly ProgramExternal[]
  /** In the order of the source. */
  readonly rules: readonly ProgramRule[]
  /** The host is told how often formulas run. */
  readonly tellsRuns: boolean
  /** Every name of the model, assigned or read. */
  readonly names: readonly string[]
  /** The formulas as text, by canonical symbol, if the model calls FORMULATEXT; otherwise empty. */
  readonly texts: readonly (readonly [symbol: string, text: string])[]
}

export interface ProgramSheet {
  readonly name: string
  /** The sheet's prefix of a symbol: `Data!`, `'Q4 Revenue'!`, nothing for the default sheet. */
  readonly prefix: string
}

/** The fields of a signature that a call needs. */
export interface ProgramSignature {
  readonly name: string
  readonly params: readonly {
    readonly name: string
    readonly kind: ArgumentKind
    readonly optional: boolean
  }[]
  readonly repeats: number
  readonly seesErrors: boolean
  /** Left out for functions that are answered inside. */
  readonly external?: ProgramPolicy
  /** The tag of its result. */
  readonly tag?: string
}

/** The cache policy of an external function, as the catalogue has it. */
export interface ProgramPolicy {
  readonly route: string
  readonly ttlMs: number
  readonly maxStalenessMs: number
  readonly refresh: 'background' | 'blocking'
  readonly staleOnError: boolean
  readonly mutates?: boolean
}

/**
 * One expression, and formulas that differ from it only in the places of their cells and ranges, and in numbers. The references are
 * numbered in pre-order of the expression; `maybes` says of each whether only a branch reads it.
 */
export interface Form {
  /** That of the first formula of the form; an argument left out is `["none"]`, since Lua has no null. */
  readonly expr: IrExpr
  /** How many slots its locals take. */
  readonly locals: number
  /** Numbers in which its formulas differ, if there are any: locals behind the others, with a value from the beginning. */
  readonly numbers?: number
  readonly maybes: readonly boolean[]
  /** Of each reference its sheet, and whether it is a range. */
  readonly sheets: readonly number[]
  readonly ranges: readonly boolean[]
  /** Offsets in columns and rows of single cells around its own that it surely reads. */
  readonly nearby: readonly (readonly [columns: number, rows: number])[]
  /** Names that it reads, or may read. */
  readonly names: readonly string[]
  /** It reads places that are not known before it runs: INDIRECT, OFFSET. */
  readonly dynamic: boolean
  readonly volatile: boolean
  /** It is a subtotal, or made of some: other subtotals leave its cells out. */
  readonly subtotal: boolean
  /** Its value depends on where it stands, so each cell of a rectangle computes its own. */
  readonly placed: boolean
}

export type Target =
  | readonly ['cell', sheet: number, column: number, row: number]
  | readonly [
      'range',
      sheet: number,
      column: number,
      row: number,
      lastColumn: number,
      lastRow: number,
    ]
  | readonly ['name', name: string]

export interface ProgramCode {
  /** A number of `forms`, from 0. */
  readonly form: number
  /** Column and row for each cell and spill, four numbers for each range, in pre-order; then the numbers of its own. */
  readonly places: readonly number[]
  /** The symbols of its external calls, in pre-order. */
  readonly externals: readonly string[]
}

export interface ProgramFormula extends ProgramCode {
  readonly target: Target
  readonly mode: 'eager' | 'lazy' | 'conditional'
  /** The API may set it; its expression is a literal. */
  readonly input: boolean
  /** Empty for none. */
  readonly tag: string
  /** Of FILL: its references shift with the cells of its target, which is a part of the whole rectangle. */
  readonly fill?: ProgramFill
  /** The value of an input that stands for itself; then there is no form, and its number is -1. */
  readonly literal?: number | string | boolean
}

export interface ProgramFill {
  /** Its places are relative to the first cell of this. */
  readonly within: readonly [column: number, row: number, lastColumn: number, lastRow: number]
  /** For each number of its places: 0 stays, 1 moves by columns, 2 by rows. */
  readonly moves: readonly number[]
}

export interface ProgramArea extends ProgramCode {
  readonly target: Target
  readonly fill: ProgramFill
}

export interface ProgramExternal {
  readonly symbol: string
  readonly fn: string
  /** Each cell of the rectangle has its own. */
  readonly each: boolean
  /** The target of its owner, where `each`. */
  readonly target?: Target
  /** Where that is filled: what it is in each part of the target, since what leaves the sheet is `#REF!` from there on. */
  readonly areas?: readonly ProgramArea[]
  /** The call itself, as a form of its own: `["call", fn, …]`. */
  readonly code: ProgramCode
}

export interface ProgramWrite extends ProgramCode {
  readonly kind: 'write'
  /** The symbol of the target. */
  readonly id: string
  readonly target: Target
  readonly tag: string
}

export interface ProgramPublish {
  readonly kind: 'publish'
  readonly topic: string
  readonly event: string
  readonly args: readonly ProgramCode[]
}

export interface ProgramRule {
  readonly id: string
  readonly kind: 'when' | 'every' | 'at'
  readonly trigger: ProgramCode
  /** The lengths of its gate, and the bound of its policy; left out where it has none. */
  readonly length?: ProgramCode
  readonly lengthMax?: ProgramCode
  readonly policyMax?: ProgramCode
  readonly body: readonly (ProgramWrite | ProgramPublish)[]
}
