// The cells of a reference, seen from the cell of its formula.

import type { Axis, FormulaPlace, ReferenceNode } from './formula-nodes.ts'
import type { Area } from './workbook.ts'

/** Undefined for whole rows and columns. */
export function areaAt(
  { column, row, last }: ReferenceNode,
  place: FormulaPlace,
): Area | undefined {
  const end = last ?? { column, row }
  if (column === undefined || row === undefined) return undefined
  if (end.column === undefined || end.row === undefined) return undefined
  const across = [at(column, place.column), at(end.column, place.column)]
  const down = [at(row, place.row), at(end.row, place.row)]
  return {
    column: Math.min(...across),
    row: Math.min(...down),
    lastColumn: Math.max(...across),
    lastRow: Math.max(...down),
  }
}

function at({ fixed, at: number }: Axis, own: number): number {
  return fixed ? number : number + own
}
