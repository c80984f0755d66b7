// Shared by the tests of the lowering.

import { compile } from '../../src/compile.ts'
import type { Ir, IrExpr, IrFormula } from '../../src/lower/ir.ts'

/** The representation of a model that must be right. */
export function lowered(source: string): Ir {
  const { ir, diagnostics } = compile(source)
  if (ir === undefined) throw new Error(`refused: ${diagnostics.map((one) => one.message)}`)
  return ir
}

/** The formula of a symbol. */
export function formula(source: string, id: string): IrFormula {
  const found = lowered(source).formulas.find((one) => one.id === id)
  if (found === undefined) throw new Error(`no formula ${id}`)
  return found
}

/** What `Z9 = expression` lowers to. */
export function expr(expression: string): IrExpr {
  return formula(`Z9 = ${expression}`, 'Z9').expr
}
