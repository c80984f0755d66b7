// Places that are found while a formula runs: from one to another, an element of a range, the cell beside a formula.

import {
  BAD_REFERENCE,
  errorOf,
  isArray,
  isReference,
  itemAt,
  type Reference,
  type Value,
} from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import { columnOf } from '../graph/grid.ts'

/** The smallest rectangle that holds both. */
export function around(a: Reference, b: Reference): Value {
  if (a.sheet !== b.sheet) return errorOf('VALUE!', 'a range lies on one sheet')
  return {
    k: a.k,
    sheet: a.sheet,
    column: Math.min(a.column, b.column),
    row: Math.min(a.row, b.row),
    lastColumn: Math.max(a.lastColumn, b.lastColumn),
    lastRow: Math.max(a.lastRow, b.lastRow),
  }
}

/** As INDEX finds it: 0 or nothing takes the whole row or column, and in a single row one number is the column. */
export function elementOf(table: Reference, numbers: readonly (number | undefined)[]): Value {
  const rows = table.lastRow - table.row + 1
  const columns = table.lastColumn - table.column + 1
  let [row = 0, column = 0] = numbers.map((number) => Math.trunc(number ?? 0))
  if (numbers[1] === undefined && rows === 1) {
    column = row
    row = 1
  }
  if (row < 0 || column < 0) return errorOf('VALUE!', 'a row or column is negative')
  if (row > rows || column > columns) return BAD_REFERENCE
  return {
    ...table,
    row: row === 0 ? table.row : table.row + row - 1,
    lastRow: row === 0 ? table.lastRow : table.row + row - 1,
    column: column === 0 ? table.column : table.column + column - 1,
    lastColumn: column === 0 ? table.lastColumn : table.column + column - 1,
  }
}

/** One cell of a range: the one in the row or column of the formula. Of an array it is the first element. */
export function beside(place: Value, node: CellNode): Value {
  if (isArray(place)) return place.items.length === 0 ? BAD_REFERENCE : itemAt(place, 0, 0)
  if (!isReference(place)) return place
  const column = within(place.column, place.lastColumn, columnOf(node.column))
  const row = within(place.row, place.lastRow, node.row)
  if (column === undefined || row === undefined) {
    return errorOf('VALUE!', 'the range has no cell in the row or column of the formula')
  }
  return { ...place, column, row, lastColumn: column, lastRow: row }
}

function within(first: number, last: number, own: number): number | undefined {
  if (first === last) return first
  return own >= first && own <= last ? own : undefined
}
