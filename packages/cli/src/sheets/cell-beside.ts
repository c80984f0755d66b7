// Implicit intersection: where one value is wanted of a range, Excel takes the cell in the row or the column of the
// formula.

import type { Axis, FormulaPlace, ReferenceNode } from './formula-nodes.ts'

/** Without a column or a row where the formula stands beside no cell of the range. */
export function cellBeside(
  { column, row, last }: ReferenceNode,
  spot: FormulaPlace,
): { readonly column?: Axis; readonly row?: Axis } {
  const across = oneOf(column, last?.column, spot.column)
  const down = oneOf(row, last?.row, spot.row)
  return {
    ...(across !== undefined && { column: across }),
    ...(down !== undefined && { row: down }),
  }
}

function oneOf(from: Axis | undefined, to: Axis | undefined, own: number): Axis | undefined {
  if (from === undefined || to === undefined) return { fixed: false, at: 0 }
  const first = from.fixed ? from.at : from.at + own
  const last = to.fixed ? to.at : to.at + own
  if (first === last) return from
  const isInside = own >= Math.min(first, last) && own <= Math.max(first, last)
  return isInside ? { fixed: false, at: 0 } : undefined
}
