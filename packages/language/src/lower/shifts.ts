// Which parts of a reference shift where a formula is filled, as bits, and where it is then. `$` keeps a part in its
// place; so do the ends of whole columns and rows.

import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { CellRef, RangeRef } from '../parser/ast.ts'
import type { IrRange, IrRegion, IrShifting, IrTarget } from './ir.ts'

/** The bits of an address: its `$` signs in the tree. See `RangeRef`. */
export const SHIFT = { column: 1, row: 2, lastColumn: 4, lastRow: 8 } as const

export function shiftsOfCell({ fixedColumn, fixedRow }: CellRef): number {
  return (fixedColumn ? 0 : SHIFT.column) | (fixedRow ? 0 : SHIFT.row)
}

export function shiftsOfRange({ whole, fixed }: RangeRef): number {
  const free = whole === 'no' ? 15 : bothCorners(whole === 'columns' ? SHIFT.column : SHIFT.row)
  return free & ~fixed
}

/** Of a cell that is taken for a range. */
export function bothCorners(shifts: number): number {
  return shifts | (shifts << 2)
}

export function ofRange(
  sheet: number,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
  shifts: number,
): IrRange {
  if (shifts === 0) return ['range', sheet, column, row, lastColumn, lastRow]
  return ['range', sheet, column, row, lastColumn, lastRow, shifts]
}

/**
 * The region read by the cell that is so many columns and rows behind the first; undefined when it leaves the
 * sheet.
 */
export function regionAt(
  [sheet, column, row, lastColumn, lastRow, shifts, always]: IrShifting,
  columns: number,
  rows: number,
): IrRegion | undefined {
  const left = shifts & SHIFT.column ? column + columns : column
  const right = shifts & SHIFT.lastColumn ? lastColumn + columns : lastColumn
  const top = shifts & SHIFT.row ? row + rows : row
  const bottom = shifts & SHIFT.lastRow ? lastRow + rows : lastRow
  if (Math.max(left, right) > SHEET_MAX_COLUMNS || Math.max(top, bottom) > SHEET_MAX_ROWS)
    return undefined
  return [
    sheet,
    Math.min(left, right),
    Math.min(top, bottom),
    Math.max(left, right),
    Math.max(top, bottom),
    always,
  ]
}

/** The rectangle of all that the cells of a target read by a reference. */
export function regionOfAll(shifting: IrShifting, target: IrTarget): IrRegion {
  const [sheet, column, row, lastColumn, lastRow, shifts, always] = shifting
  const [columns, rows] = stepsOf(target)
  const right = Math.max(
    shifts & SHIFT.column ? column + columns : column,
    shifts & SHIFT.lastColumn ? lastColumn + columns : lastColumn,
  )
  const bottom = Math.max(
    shifts & SHIFT.row ? row + rows : row,
    shifts & SHIFT.lastRow ? lastRow + rows : lastRow,
  )
  return [
    sheet,
    // Corners that cross are never further to the top left than they began.
    column,
    row,
    Math.min(right, SHEET_MAX_COLUMNS),
    Math.min(bottom, SHEET_MAX_ROWS),
    always,
  ]
}

/** How far the last cell of a target is from its first. */
export function stepsOf(target: IrTarget): [columns: number, rows: number] {
  if (target[0] !== 'range') return [0, 0]
  return [target[4] - target[2], target[5] - target[3]]
}

/** Whether a form is a reference that shifts. */
export function isShifting(form: readonly unknown[]): boolean {
  const [tag] = form
  if (tag === 'cell' || tag === 'spill') return form[4] !== undefined
  return tag === 'range' && form[6] !== undefined
}
