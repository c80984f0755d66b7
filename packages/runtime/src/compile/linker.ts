// What the files of the compiler share: closures, the linker that gives them what is not in them, and
// the compilation under way.

import type { Catalogue, IrCell, IrExpr, IrRange, PositionWord } from '@cellwake/language'
import type { Fn, Functions } from '../functions.ts'
import type { Value } from '../values.ts'

/** `at` is whatever the linker's codes need to find things: the engine passes the formula's node. */
export type Code<At> = (at: At, slots: Value[]) => Value

/**
 * Says, once, how a closure gets what is not in it. Numbers, cells, ranges and spills are asked for in
 * the order in which they stand in the expression, each once, so that a host may number them.
 */
export interface Linker<At> {
  /** A literal number, which a host may keep apart from the closure. */
  number(value: number): Code<At>
  cell(sheet: number, column: number, row: number): Code<At>
  range(sheet: number, column: number, row: number, lastColumn: number, lastRow: number): Code<At>
  spill(sheet: number, column: number, row: number): Code<At>
  name(name: string): Code<At>
  external(symbol: string): Code<At>
  position(word: PositionWord, count: Code<At>): Code<At>
  /** Where a reference is that shifts, for functions that ask for its place and not for what is there. */
  place(reference: IrCell | IrRange): Code<At>
  /** A call that the host does itself: INDIRECT, SUM over a range. Undefined: it is compiled as usual. */
  call(
    name: string,
    args: readonly (IrExpr | null)[],
    compile: (expr: IrExpr) => Code<At>,
  ): Code<At> | undefined
}

export interface Library {
  readonly catalogue: Catalogue
  readonly functions: Functions
}

/** How deep lambdas are in each other just now. */
export interface LambdaDepth {
  calls: number
  levels: number
}

export interface Measured<At> {
  readonly code: Code<At>
  readonly size: number
  readonly levels: number
}

/** One expression being compiled. */
export interface Unit<At> {
  readonly linker: Linker<At>
  readonly library: Library
  readonly depth: LambdaDepth
  /** Functions as their signatures say they are called, made once for all expressions. */
  readonly callables: Map<string, Fn>
  readonly compile: (expr: IrExpr) => Code<At>
  /** As `compile`, and tells how many parts there are, and how many forms are inside each other. */
  readonly measured: (expr: IrExpr) => Measured<At>
}

export function compileAll<At>(unit: Unit<At>, exprs: readonly IrExpr[]): Code<At>[] {
  return exprs.map((expr) => unit.compile(expr))
}

/** Null is an argument left out. */
export type Arguments = readonly (IrExpr | null)[]
