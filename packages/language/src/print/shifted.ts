// The formula of one cell of a filled rectangle, as it would be written there.

import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import { filled, fillIn } from '../lower/fill.ts'
import { SHIFT, shiftsOfCell, shiftsOfRange } from '../lower/shifts.ts'
import type { CellRef, ErrorLiteral, Expr, RangeRef, Span } from '../parser/ast.ts'

/**
 * The formula of the cell that is so many columns and rows behind the first of its target: in FILL the one written
 * with its references shifted, else the right side as it is.
 */
export function formulaAt(value: Expr, columns: number, rows: number): Expr {
  const call = fillIn(value)
  const inner = call && filled(call)
  if (call === undefined || inner === undefined) return value
  const own = shifted(inner, columns, rows) as Expr
  const outside = value.type === 'paren' ? value.value : value
  return outside.type === 'tagged' ? { ...outside, value: own } : own
}

/** Every node of a tree has a type; all else that is in it holds nodes, or words. */
function shifted(part: unknown, columns: number, rows: number): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((one) => shifted(one, columns, rows))
  if (!('type' in part)) return mapped(part, columns, rows)
  const node = part as Expr
  if (node.type === 'cell') return shiftedCell(node, columns, rows)
  if (node.type === 'range') return shiftedRange(node, columns, rows)
  if (node.type === 'spill') {
    const anchor = shiftedCell(node.anchor, columns, rows)
    return anchor.type === 'cell' ? { ...node, anchor } : anchor
  }
  return mapped(node, columns, rows)
}

function mapped(node: object, columns: number, rows: number): object {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, shifted(value, columns, rows)]),
  )
}

function shiftedCell(cell: CellRef, columns: number, rows: number): CellRef | ErrorLiteral {
  const shifts = shiftsOfCell(cell)
  const column = cell.column + (shifts & SHIFT.column ? columns : 0)
  const row = cell.row + (shifts & SHIFT.row ? rows : 0)
  if (column > SHEET_MAX_COLUMNS || row > SHEET_MAX_ROWS) return offSheet(cell)
  return { ...cell, column, row }
}

function shiftedRange(range: RangeRef, columns: number, rows: number): RangeRef | ErrorLiteral {
  const shifts = shiftsOfRange(range)
  const left = range.column + (shifts & SHIFT.column ? columns : 0)
  const right = range.lastColumn + (shifts & SHIFT.lastColumn ? columns : 0)
  const top = range.row + (shifts & SHIFT.row ? rows : 0)
  const bottom = range.lastRow + (shifts & SHIFT.lastRow ? rows : 0)
  if (Math.max(left, right) > SHEET_MAX_COLUMNS || Math.max(top, bottom) > SHEET_MAX_ROWS)
    return offSheet(range)
  let { fixed } = range
  // Corners that have crossed change places, with their `$`.
  if (left > right) fixed = swapped(fixed, SHIFT.column)
  if (top > bottom) fixed = swapped(fixed, SHIFT.row)
  return {
    ...range,
    column: Math.min(left, right),
    row: Math.min(top, bottom),
    lastColumn: Math.max(left, right),
    lastRow: Math.max(top, bottom),
    fixed,
  }
}

function swapped(fixed: number, bit: number): number {
  const first = (fixed & bit) << 2
  const last = (fixed & (bit << 2)) >> 2
  return (fixed & ~(bit | (bit << 2))) | first | last
}

function offSheet({ start, end }: Span): ErrorLiteral {
  return { type: 'error', start, end, code: 'REF!' }
}
