// A name that stands for a range, read by a search: the search reads the range itself, so that an index answers it and
// an edit runs only the searches that it concerns. The name keeps its value, and the source its text.

import type { Ir, IrExpr, IrForm, IrFormula, IrRange } from '@cellwake/language'
import { indexedRanges } from './indexed-ranges.ts'

type Ranges = ReadonlyMap<string, IrRange>

/** The same representation, but for the names in the searches of its formulas. */
export function withNamedRanges(ir: Ir): Ir {
  const ranges = rangesOf(ir.formulas)
  if (ranges.size === 0) return ir
  const formulas = ir.formulas.map((formula): IrFormula => {
    const expr = replaced(formula.expr, ranges)
    return expr === formula.expr ? formula : { ...formula, expr }
  })
  return { ...ir, formulas }
}

/** Names that are a range and nothing else: no tag may refuse it, and nobody can set them. */
function rangesOf(formulas: readonly IrFormula[]): Ranges {
  const ranges = new Map<string, IrRange>()
  for (const { target, mode, input, tag, expr } of formulas) {
    if (target[0] !== 'name' || mode !== 'eager' || input || tag !== null) continue
    if (typeof expr === 'object' && expr[0] === 'range') ranges.set(target[1], expr)
  }
  return ranges
}

function replaced(expr: IrExpr, ranges: Ranges): IrExpr {
  if (typeof expr !== 'object') return expr
  const parts = expr.map((part) =>
    Array.isArray(part) ? replaced(part as unknown as IrForm, ranges) : part,
  )
  const isSame = parts.every((part, i) => part === expr[i])
  const form = isSame ? expr : (parts as unknown as IrForm)
  return form[0] === 'call' ? searching(form, ranges) : form
}

type IrCall = Extract<IrForm, readonly ['call', ...unknown[]]>

function searching(call: IrCall, ranges: Ranges): IrCall {
  const [head, name, ...args] = call
  const meant = args.map((arg) => meantBy(arg, ranges))
  const searched = name === 'INDEX' ? [0] : indexedRanges(name, meant)
  if (searched === undefined || searched.every((at) => meant[at] === args[at])) return call
  return [head, name, ...args.map((arg, at) => (searched.includes(at) ? meant[at]! : arg))]
}

function meantBy(arg: IrExpr | null, ranges: Ranges): IrExpr | null {
  const isName = typeof arg === 'object' && arg !== null && arg[0] === 'name'
  return isName ? (ranges.get(arg[1]) ?? arg) : arg
}
