// Addresses by row and column number, as INDIRECT reads them when asked to: `R2C3`, and `R[-1]C` for the cell above the
// formula.

import { SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'
import { codePoints, textTrim } from '../primitives.ts'
import { columnOf } from './columns.ts'
import { type Referred, sheetIn } from './places.ts'
import type { ModelState, Node } from './state.ts'

interface Corner {
  readonly column: number
  readonly row: number
}

interface Cursor {
  readonly points: readonly number[]
  at: number
}

/** The reference in a text, relative to a formula. */
export function referredInR1C1(m: ModelState, text: string, from: Node): Referred {
  const points = codePoints(textTrim(text))
  let bang = points.length - 1
  while (bang >= 0 && points[bang] !== 33) bang--
  const sheet = bang < 0 ? 0 : sheetIn(m, points, bang)
  const cursor: Cursor = { points, at: bang + 1 }
  const start = cornerAt(cursor, from)
  if (start === undefined || sheet < 0) return undefined
  let end: Corner | undefined = start
  if (points[cursor.at] === 58) {
    cursor.at++
    end = cornerAt(cursor, from)
  }
  if (end === undefined || cursor.at < points.length) return undefined
  return {
    k: 10,
    sheet,
    column: Math.min(start.column, end.column),
    row: Math.min(start.row, end.row),
    lastColumn: Math.max(start.column, end.column),
    lastRow: Math.max(start.row, end.row),
  }
}

function cornerAt(cursor: Cursor, from: Node): Corner | undefined {
  if (!takes(cursor, 82)) return undefined
  // A name stands nowhere.
  const row = numberAt(cursor, 7, from.key >= 0 ? from.row : undefined)
  if (row === undefined || !takes(cursor, 67)) return undefined
  const column = numberAt(cursor, 5, from.key >= 0 ? columnOf(from.key) : undefined)
  if (column === undefined || row < 1 || row > SHEET_ROWS) return undefined
  return column < 1 || column > SHEET_COLUMNS ? undefined : { column, row }
}

/** A letter in either case. */
function takes(cursor: Cursor, upper: number): boolean {
  const point = cursor.points[cursor.at]
  if (point !== upper && point !== upper + 32) return false
  cursor.at++
  return true
}

/** A number as it is; in brackets, or left out, counted from where the formula stands. */
function numberAt(cursor: Cursor, most: number, own: number | undefined): number | undefined {
  const { points } = cursor
  const isRelative = points[cursor.at] === 91
  if (isRelative) cursor.at++
  const isNegative = isRelative && points[cursor.at] === 45
  if (isNegative) cursor.at++
  const start = cursor.at
  let value = 0
  while (cursor.at < points.length && points[cursor.at]! >= 48 && points[cursor.at]! <= 57) {
    value = value * 10 + points[cursor.at]! - 48
    cursor.at++
  }
  const digits = cursor.at - start
  if (digits > most || (isRelative && digits === 0)) return undefined
  if (!isRelative) return digits === 0 ? own : value
  if (points[cursor.at] !== 93) return undefined
  cursor.at++
  return own === undefined ? undefined : own + (isNegative ? -value : value)
}
