// `A1:C9 B2:D4`: where two references meet. Known ahead for cells and ranges that are written out.

import type { IrCell, IrExpr, IrRange } from './ir.ts'

export function intersection(left: IrExpr, right: IrExpr): IrExpr {
  const [a, b] = [corners(left), corners(right)]
  if (a === undefined || b === undefined) return ['op', left, 'intersect', right]
  const [column, row] = [Math.max(a[2], b[2]), Math.max(a[3], b[3])]
  const [lastColumn, lastRow] = [Math.min(a[4], b[4]), Math.min(a[5], b[5])]
  if (a[1] !== b[1] || column > lastColumn || row > lastRow) return ['err', 'NULL!']
  if (column === lastColumn && row === lastRow) return ['cell', a[1], column, row]
  return ['range', a[1], column, row, lastColumn, lastRow]
}

function corners(expr: IrExpr): IrRange | undefined {
  if (typeof expr !== 'object') return undefined
  if (expr[0] === 'range') return expr
  return expr[0] === 'cell' ? cellAsRange(expr) : undefined
}

function cellAsRange([, sheet, column, row]: IrCell): IrRange {
  return ['range', sheet, column, row, column, row]
}
