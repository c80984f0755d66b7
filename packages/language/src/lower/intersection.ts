// `A1:C9 B2:D4`: where two references meet. Known ahead for cells and ranges that are written out.

import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { IrCell, IrExpr, IrRange } from './ir.ts'
import { bothCorners, ofRange, SHIFT } from './shifts.ts'

/** Undefined when the two shift in different ways where they are filled, so that they meet elsewhere in each cell. */
export function intersection(left: IrExpr, right: IrExpr): IrExpr | undefined {
  const [a, b] = [corners(left), corners(right)]
  if (a === undefined || b === undefined) return ['op', left, 'intersect', right]
  if (a[1] !== b[1]) return ['err', 'NULL!']
  const columns = meeting(side(a, 2, SHIFT.column), side(b, 2, SHIFT.column), SHEET_MAX_COLUMNS)
  const rows = meeting(side(a, 3, SHIFT.row), side(b, 3, SHIFT.row), SHEET_MAX_ROWS)
  if (columns === undefined || rows === undefined) return undefined
  if (columns.first > columns.last || rows.first > rows.last) return ['err', 'NULL!']
  const shifts =
    (columns.shifts ? bothCorners(SHIFT.column) : 0) | (rows.shifts ? bothCorners(SHIFT.row) : 0)
  if (columns.first === columns.last && rows.first === rows.last && shifts === 0)
    return ['cell', a[1], columns.first, rows.first]
  return ofRange(a[1], columns.first, rows.first, columns.last, rows.last, shifts)
}

/** The columns or the rows of a range. */
interface Side {
  readonly first: number
  readonly last: number
  /** Undefined when one corner shifts and the other does not. */
  readonly shifts: boolean | undefined
}

function side(range: IrRange, at: 2 | 3, bit: number): Side {
  const bits = (range[6] ?? 0) & bothCorners(bit)
  const shifts = bits === 0 ? false : bits === bothCorners(bit) ? true : undefined
  return { first: Number(range[at]), last: Number(range[at + 2]), shifts }
}

function meeting(a: Side, b: Side, end: number): Side | undefined {
  if (isAll(a, end)) return b
  if (isAll(b, end)) return a
  if (a.shifts === undefined || a.shifts !== b.shifts) return undefined
  return { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last), shifts: a.shifts }
}

function isAll({ first, last, shifts }: Side, end: number): boolean {
  return first === 1 && last === end && shifts === false
}

function corners(expr: IrExpr): IrRange | undefined {
  if (typeof expr !== 'object') return undefined
  if (expr[0] === 'range') return expr
  return expr[0] === 'cell' ? cellAsRange(expr) : undefined
}

function cellAsRange([, sheet, column, row, shifts = 0]: IrCell): IrRange {
  return ofRange(sheet, column, row, column, row, bothCorners(shifts))
}
