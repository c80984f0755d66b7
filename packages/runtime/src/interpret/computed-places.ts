// Places that are found while a formula runs: from one to another, an element of a range, the cell beside a formula, and
// where a reference is that shifts.

import type { IrCell, IrRange } from '@cellwake/language'
import { shiftsOf } from '../compile/calls.ts'
import {
  BAD_REFERENCE,
  errorOf,
  isArray,
  isReference,
  itemAt,
  type Reference,
  type Value,
} from '../values.ts'
import { columnOf } from './columns.ts'
import type { Node } from './state.ts'

const OTHER_SHEET = errorOf('VALUE!', 'a range lies on one sheet')
const NEGATIVE = errorOf('VALUE!', 'a row or column is negative')
const NOT_BESIDE = errorOf('VALUE!', 'the range has no cell in the row or column of the formula')

/** The smallest rectangle that holds both. */
export function around(a: Reference, b: Reference): Value {
  if (a.sheet !== b.sheet) return OTHER_SHEET
  return {
    k: 10,
    sheet: a.sheet,
    column: Math.min(a.column, b.column),
    row: Math.min(a.row, b.row),
    lastColumn: Math.max(a.lastColumn, b.lastColumn),
    lastRow: Math.max(a.lastRow, b.lastRow),
  }
}

/** As INDEX finds it: 0 or nothing takes the whole row or column, and in a single row one number is the column. */
export function elementOf(
  table: Reference,
  first: number | undefined,
  second: number | undefined,
): Value {
  const rows = table.lastRow - table.row + 1
  const columns = table.lastColumn - table.column + 1
  const along = second === undefined && rows === 1
  const row = along ? 1 : whole(first ?? 0)
  const column = along ? whole(first ?? 0) : whole(second ?? 0)
  if (row < 0 || column < 0) return NEGATIVE
  if (row > rows || column > columns) return BAD_REFERENCE
  return {
    k: 10,
    sheet: table.sheet,
    column: column === 0 ? table.column : table.column + column - 1,
    row: row === 0 ? table.row : table.row + row - 1,
    lastColumn: column === 0 ? table.lastColumn : table.column + column - 1,
    lastRow: row === 0 ? table.lastRow : table.row + row - 1,
  }
}

function whole(value: number): number {
  return value < 0 ? Math.ceil(value) : Math.floor(value)
}

/** One cell of a range: the one in the row or column of the formula. Of an array it is the first element. */
export function beside(place: Value, at: Node): Value {
  if (isArray(place)) return place.items.length === 0 ? BAD_REFERENCE : itemAt(place, 0, 0)
  if (!isReference(place)) return place
  const column = within(place.column, place.lastColumn, columnOf(at.key))
  const row = within(place.row, place.lastRow, at.row)
  if (column === undefined || row === undefined) return NOT_BESIDE
  return { k: 10, sheet: place.sheet, column, row, lastColumn: column, lastRow: row }
}

function within(first: number, last: number, own: number): number | undefined {
  if (first === last) return first
  return own >= first && own <= last ? own : undefined
}

/** A place that shifts with the cell in which a formula is filled. */
export function shiftingPlace(reference: IrCell | IrRange): (this: void, at: Node) => Reference {
  const [tag, sheet, column, row] = reference
  const lastColumn = tag === 'cell' ? column : reference[4]
  const lastRow = tag === 'cell' ? row : reference[5]
  const written = shiftsOf(reference)
  // Of a cell both corners are the same.
  const shifts = tag === 'cell' ? written * 5 : written
  return (at) => {
    const origin = at.formula?.within
    const columns = origin === undefined ? 0 : columnOf(at.key) - origin.column
    const rows = origin === undefined ? 0 : at.row - origin.row
    const left = has(shifts, 1) ? column + columns : column
    const top = has(shifts, 2) ? row + rows : row
    const right = has(shifts, 4) ? lastColumn + columns : lastColumn
    const bottom = has(shifts, 8) ? lastRow + rows : lastRow
    return {
      k: 10,
      sheet,
      column: Math.min(left, right),
      row: Math.min(top, bottom),
      lastColumn: Math.max(left, right),
      lastRow: Math.max(top, bottom),
    }
  }
}

function has(shifts: number, one: number): boolean {
  return Math.floor(shifts / one) % 2 === 1
}
