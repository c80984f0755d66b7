// Functions of places, which only a live model knows: INDIRECT, OFFSET, and those that take a reference and
// not its value.

import { cellSymbol, defaultSheet, parseSymbol, type SymbolParts } from '@cellwake/language'
import { errorOf, K_REFERENCE, type Reference, type Value } from '@cellwake/runtime'
import type { ModelCells } from '../graph/cells.ts'
import { SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'

/** Referent of a text: a place, a name's value, or `#REF!`. */
export type Referred = Reference | { readonly name: string } | undefined

const wholeColumns = /^(?:(.*)!)?\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$/
const wholeRows = /^(?:(.*)!)?\$?(\d{1,7}):\$?(\d{1,7})$/

export function referredBy(text: string, cells: ModelCells): Referred {
  const written = text.trim()
  const columns = wholeColumns.exec(written)
  if (columns !== null) {
    const [, sheet, from = '', to = ''] = columns
    return spanning(cells, sheet, `${from}1`, `${to}${SHEET_ROWS}`)
  }
  const rows = wholeRows.exec(written)
  if (rows !== null) {
    const [, sheet, from, to] = rows
    return spanning(cells, sheet, `A${from}`, `XFD${to}`)
  }
  const colon = written.lastIndexOf(':')
  if (colon < 0) return placed(cells, parseSymbol(written, cells.sheets))
  const bang = written.lastIndexOf('!', colon)
  const sheet = bang < 0 ? undefined : written.slice(0, bang)
  return spanning(cells, sheet, written.slice(bang + 1, colon), written.slice(colon + 1))
}

function spanning(
  cells: ModelCells,
  sheet: string | undefined,
  from: string,
  to: string,
): Referred {
  const prefix = sheet === undefined ? '' : `${sheet}!`
  const first = placed(cells, parseSymbol(prefix + from, cells.sheets))
  const last = placed(cells, parseSymbol(prefix + to, cells.sheets))
  if (first === undefined || last === undefined || 'name' in first || 'name' in last) {
    return undefined
  }
  return {
    k: K_REFERENCE,
    sheet: first.sheet,
    column: Math.min(first.column, last.column),
    row: Math.min(first.row, last.row),
    lastColumn: Math.max(first.column, last.column),
    lastRow: Math.max(first.row, last.row),
  }
}

function placed(cells: ModelCells, parts: SymbolParts | undefined): Referred {
  if (parts === undefined || 'name' in parts) return parts
  const { column, row } = parts
  const sheet = cells.findSheet(parts.sheet)
  if (sheet < 0) return undefined
  return { k: K_REFERENCE, sheet, column, row, lastColumn: column, lastRow: row }
}

/** A rectangle moved and resized; undefined beyond the sheet. */
export function offset(
  from: Reference,
  rows: number,
  columns: number,
  height: number | undefined,
  width: number | undefined,
): Reference | undefined {
  const down = Math.trunc(rows)
  const right = Math.trunc(columns)
  const tall = sizeOf(height ?? from.lastRow - from.row + 1)
  const wide = sizeOf(width ?? from.lastColumn - from.column + 1)
  if (tall === 0 || wide === 0) return undefined
  // A negative height or width grows up or to the left.
  const firstRow = from.row + down + Math.min(0, tall + 1)
  const firstColumn = from.column + right + Math.min(0, wide + 1)
  const lastRow = firstRow + Math.abs(tall) - 1
  const lastColumn = firstColumn + Math.abs(wide) - 1
  const fits = firstRow >= 1 && firstColumn >= 1 && lastRow <= SHEET_ROWS
  if (!fits || lastColumn > SHEET_COLUMNS) return undefined
  return {
    k: K_REFERENCE,
    sheet: from.sheet,
    column: firstColumn,
    row: firstRow,
    lastColumn,
    lastRow,
  }
}

/** Part of a row is a row, and the fraction of several is left out, as in Excel. */
function sizeOf(size: number): number {
  if (size === 0) return 0
  return size < 0 ? Math.min(-1, Math.trunc(size)) : Math.max(1, Math.trunc(size))
}

/** Result of CELL for a place; a cell of the formula's own sheet is given without its sheet. */
export function cellFact(what: string, place: Reference, cells: ModelCells, own: number): Value {
  switch (what.toLowerCase()) {
    case 'row':
      return place.row
    case 'col':
      return place.column
    case 'address': {
      const sheet = place.sheet === own ? defaultSheet : cells.sheets[place.sheet]!
      const plain = cellSymbol(sheet, place.column, place.row)
      return plain.replace(/([A-Z]+)(\d+)$/, '$$$1$$$2')
    }
    default:
      return errorOf(
        'VALUE!',
        `CELL knows "address", "row", "col", "contents" and "type", not "${what}"`,
      )
  }
}
