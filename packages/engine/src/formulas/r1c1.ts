// Addresses by row and column number, as INDIRECT reads them when asked to: `R2C3`, and `R[-1]C` for the
// cell above the formula.

import { K_REFERENCE } from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelCells } from '../graph/cells.ts'
import { columnOf } from '../graph/grid.ts'
import { SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'
import { type Referred, referredBy } from './placed.ts'

const corner = /^R(\d{1,7}|\[-?\d{1,7}\])?C(\d{1,5}|\[-?\d{1,5}\])?$/i

/** Referent of a text, relative to a formula's cell. */
export function referredInR1C1(text: string, cells: ModelCells, from: CellNode): Referred {
  const written = text.trim()
  const bang = written.lastIndexOf('!')
  const [first = '', last = first, more] = written.slice(bang + 1).split(':')
  const start = cornerOf(first, from)
  const end = cornerOf(last, from)
  if (start === undefined || end === undefined || more !== undefined) return undefined
  // Any cell of the sheet will do to find the sheet.
  const there = referredBy(bang < 0 ? 'A1' : `${written.slice(0, bang)}!A1`, cells)
  if (there === undefined || 'name' in there) return undefined
  return {
    k: K_REFERENCE,
    sheet: there.sheet,
    column: Math.min(start.column, end.column),
    row: Math.min(start.row, end.row),
    lastColumn: Math.max(start.column, end.column),
    lastRow: Math.max(start.row, end.row),
  }
}

interface Corner {
  readonly column: number
  readonly row: number
}

function cornerOf(text: string, from: CellNode): Corner | undefined {
  const parts = corner.exec(text)
  if (parts === null) return undefined
  // A name stands nowhere.
  const isCell = from.column >= 0
  const row = numberIn(parts[1], isCell ? from.row : undefined)
  const column = numberIn(parts[2], isCell ? columnOf(from.column) : undefined)
  if (row === undefined || row < 1 || row > SHEET_ROWS) return undefined
  if (column === undefined || column < 1 || column > SHEET_COLUMNS) return undefined
  return { column, row }
}

/** A number as it is; in brackets, or left out, counted from where the formula stands. */
function numberIn(text: string | undefined, own: number | undefined): number | undefined {
  if (text !== undefined && !text.startsWith('[')) return Number(text)
  if (own === undefined) return undefined
  return text === undefined ? own : own + Number(text.slice(1, -1))
}
