// Shared parts of the compiler's files: closures, the linker that supplies their dependencies, and
// the compilation under way.

import type { IrCell, IrExpr, IrRange, PositionWord } from '@cellwake/language'
import type { CallSignature } from '../call.ts'
import type { Fn, Functions } from '../functions.ts'
import type { Value } from '../values.ts'

/** `at` is the linker's context for resolving references: the engine passes the formula's node. */
export type Code<At> = (at: At, slots: Value[]) => Value

/**
 * Resolves the free references of a closure, once. Numbers, cells, ranges and spills are asked for in
 * the order of the expression, each once, so that a host may number them.
 */
export interface Linker<At> {
  /** A literal number, which a host may keep apart from the closure. */
  number(this: void, value: number): Code<At>
  cell(this: void, sheet: number, column: number, row: number): Code<At>
  range(
    this: void,
    sheet: number,
    column: number,
    row: number,
    lastColumn: number,
    lastRow: number,
  ): Code<At>
  spill(this: void, sheet: number, column: number, row: number): Code<At>
  name(this: void, name: string): Code<At>
  external(this: void, symbol: string): Code<At>
  position(this: void, word: PositionWord, count: Code<At>): Code<At>
  /** The place of a shifting reference, for functions that need the place and not the value. */
  place(this: void, reference: IrCell | IrRange): Code<At>
  /** A call that the host does itself: INDIRECT, SUM over a range. Undefined: it is compiled as usual. */
  call(
    this: void,
    name: string,
    args: readonly (IrExpr | null)[],
    compile: (expr: IrExpr) => Code<At>,
  ): Code<At> | undefined
}

/** The functions and signatures that calls are compiled against. */
export interface Callables {
  readonly functions: Functions
  signatureOf(this: void, name: string): CallSignature | undefined
  /** Functions as their signatures say they are called, made once for all expressions. */
  readonly made: Record<string, Fn>
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
  readonly callables: Callables
  readonly depth: LambdaDepth
  readonly compile: (this: void, expr: IrExpr) => Code<At>
  /** As `compile`, and counts parts and the nesting of forms. */
  readonly measured: (this: void, expr: IrExpr) => Measured<At>
}

export function compileAll<At>(unit: Unit<At>, exprs: readonly IrExpr[]): Code<At>[] {
  return exprs.map((expr) => unit.compile(expr))
}

/** Null is an argument left out: `isLeftOut` of the primitives tells, since Lua has none. */
export type Arguments = readonly (IrExpr | null)[]

/** The code of an argument; undefined for one that is left out. */
export interface Argument<At> {
  readonly code: Code<At> | undefined
}

/** The values of arguments, with gaps where some are left out. */
export function valuesOf<At>(
  args: readonly Argument<At>[],
  at: At,
  slots: Value[],
): (Value | undefined)[] {
  const values: (Value | undefined)[] = []
  for (let i = 0; i < args.length; i++) {
    const { code } = args[i]!
    if (code !== undefined) values[i] = code(at, slots)
  }
  return values
}
