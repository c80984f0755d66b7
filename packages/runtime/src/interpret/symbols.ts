// The spelling of cells and names, and the meaning of a canonical symbol.

import { SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'
import { codePoints, textSlice } from '../primitives.ts'
import { columnOf, sheetOf } from './columns.ts'
import type { ModelState, Node } from './state.ts'

export function columnName(column: number): string {
  let name = ''
  let rest = column
  while (rest > 0) {
    const letter = (rest - 1) % 26
    name = LETTERS[letter]! + name
    rest = Math.floor((rest - 1) / 26)
  }
  return name
}

const LETTERS = [
  ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M'],
  ...['N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'],
]

export function symbolAt(m: ModelState, key: number, row: number): string {
  return `${m.sheets[sheetOf(key)]!.prefix}${columnName(columnOf(key))}${row}`
}

export function symbolOf(m: ModelState, node: Node): string {
  if (node.key >= 0) {
    // Every change of it is told by its symbol.
    if (node.symbol === undefined) node.symbol = symbolAt(m, node.key, node.row)
    return node.symbol
  }
  if (node.key === -1) return m.nameList[node.row]!
  return node.call?.symbol ?? ''
}

/** A place that a canonical symbol names. */
export interface Place {
  readonly sheet: number
  readonly column: number
  readonly row: number
}

/** Undefined for a name, or where the sheet is not known. */
export function placeOf(m: ModelState, symbol: string): Place | undefined {
  const points = codePoints(symbol)
  let bang = points.length - 1
  while (bang >= 0 && points[bang] !== 33) bang--
  const place = corner(points, bang + 1)
  if (place === undefined) return undefined
  const prefix = bang < 0 ? '' : textSlice(symbol, 0, bang + 1)
  for (let i = 0; i < m.sheets.length; i++) {
    if (m.sheets[i]!.prefix === prefix) return { sheet: i, column: place.column, row: place.row }
  }
  return undefined
}

/** `A1` from a place of a text on, to its end. */
function corner(
  points: readonly number[],
  from: number,
): { column: number; row: number } | undefined {
  let column = 0
  let at = from
  while (at < points.length && points[at]! >= 65 && points[at]! <= 90) {
    column = column * 26 + points[at]! - 64
    at++
  }
  const letters = at - from
  let row = 0
  const digits = points.length - at
  for (; at < points.length; at++) {
    const digit = points[at]! - 48
    if (digit < 0 || digit > 9) return undefined
    row = row * 10 + digit
  }
  if (letters < 1 || letters > 3 || digits < 1 || digits > 7) return undefined
  if (column > SHEET_COLUMNS || row < 1 || row > SHEET_ROWS) return undefined
  return { column, row }
}
