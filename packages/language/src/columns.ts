// Columns by letters and by number: A is 1, XFD is 16,384. And where ranges of whole columns and
// whole rows end in a text.

import { isAsciiLetter, isDigit, wordUnits } from './lexer/characters.ts'
import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from './limits.ts'

/** Letters that were asked for: a model asks for the same few a hundred thousand times. */
const named: (string | undefined)[] = []

/** The letters of a column: 1 is `A`, 28 is `AB`. */
export function columnName(column: number): string {
  const known = named[column]
  if (known !== undefined) return known
  const letters = lettersOf(column)
  if (column >= 1 && column <= SHEET_MAX_COLUMNS) named[column] = letters
  return letters
}

function lettersOf(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** The number of a column, in either case; 0 if there is no such column. */
export function columnNumber(letters: string): number {
  if (letters.length > 3) return 0
  let column = 0
  for (let at = 0; at < letters.length; at++) {
    const letter = (letters.charCodeAt(at) | 32) - 96
    if (letter < 1 || letter > 26) return 0
    column = column * 26 + letter
  }
  return column <= SHEET_MAX_COLUMNS ? column : 0
}

/**
 * Where the second half of a range of columns ends, if one starts with the colon at an offset, as
 * in `A:C` and `A:$C`; 0 if none does.
 */
export function columnsEnd(source: string, colon: number): number {
  if (source.charCodeAt(colon) !== 58) return 0
  const start = source.charCodeAt(colon + 1) === 36 ? colon + 2 : colon + 1
  let at = start
  while (at <= start + 3 && isAsciiLetter(source.charCodeAt(at))) at++
  if (wordUnits(source, at) > 0 || source.charCodeAt(at) === 40) return 0
  return columnNumber(source.slice(start, at)) > 0 ? at : 0
}

/** Where the second half of a range of rows ends, as in `1:3` and `1:$3`; 0 if there is none. */
export function rowsEnd(source: string, colon: number): number {
  if (source.charCodeAt(colon) !== 58) return 0
  const start = source.charCodeAt(colon + 1) === 36 ? colon + 2 : colon + 1
  let at = start
  while (at <= start + 7 && isDigit(source.charCodeAt(at))) at++
  if (wordUnits(source, at) > 0 || source.charCodeAt(at) === 46) return 0
  const row = Number(source.slice(start, at))
  return at > start && row >= 1 && row <= SHEET_MAX_ROWS ? at : 0
}
