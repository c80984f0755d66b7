// The numbers of formulas that are alike but for them: `A1 * 7` and `A2 * 9` are one form, whose number is a local that is
// there from the beginning. So the code is made once, and each formula keeps its numbers beside its places. A number
// that all formulas of a form share stays in the code. Only operands are looked at: what functions are told may decide
// which code is made.

import type { IrExpr } from '@cellwake/language'

// See performance: numbers are no part of a form
export interface Numbered {
  /** Each number is a local, from the first free one on. */
  readonly expr: IrExpr
  readonly numbers: readonly number[]
}

export function numbersApart(expr: IrExpr, locals: number): Numbered {
  const numbers: number[] = []
  const walk = (part: unknown): unknown => {
    if (!Array.isArray(part)) return part
    const isOperation = part[0] === 'op'
    return part.map((inner: unknown, i) => {
      if (!isOperation || i % 2 === 0 || !isPlain(inner)) return walk(inner)
      numbers.push(inner)
      return ['local', locals + numbers.length - 1]
    })
  }
  return { expr: walk(expr) as IrExpr, numbers }
}

/** The sign of -0 is lost on its way. */
function isPlain(value: unknown): value is number {
  return typeof value === 'number' && !Object.is(value, -0)
}

/** Which numbers differ among the formulas of a form; and its expression with the others in it again. */
export function numbersThatVary(
  expr: IrExpr,
  locals: number,
  formulas: readonly (readonly number[])[],
): { readonly expr: IrExpr; readonly varying: readonly number[] } {
  const [first = [], ...others] = formulas
  const varying = [...first.keys()].filter((at) => others.some((own) => own[at] !== first[at]))
  const walk = (part: unknown): unknown => {
    if (!Array.isArray(part)) return part
    if (part[0] !== 'local' || part[1] < locals) return part.map(walk)
    const at = (part[1] as number) - locals
    const place = varying.indexOf(at)
    return place < 0 ? first[at] : ['local', locals + place]
  }
  return { expr: walk(expr) as IrExpr, varying }
}
