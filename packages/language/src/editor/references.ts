// Cells and ranges in an editor's text, found with the lexer's own functions.

import type { InputStream } from '@lezer/lr'
import { columnNumber, columnsEnd, rowsEnd } from '../columns.ts'
import { isAsciiLetter, isDigit } from '../lexer/characters.ts'
import { Lexer } from '../lexer/lexer.ts'
import { SHEET_MAX_ROWS } from '../limits.ts'
import { textAt } from './look-ahead.ts'

/** `$XFD$1048576:$XFD$1048576` and the unit behind it. */
const windowUnits = 28

const columnStart = /^\$?([a-z]{1,3}):/i
const rowStart = /^\$?(\d{1,7}):/

export interface FoundReference {
  readonly kind: 'cell' | 'range'
  /** Its length in units. */
  readonly length: number
}

/** The cell or range that starts here, as the parser would read it. */
export function referenceHere(input: InputStream): FoundReference | undefined {
  const { next } = input
  if (next !== 36 && !isAsciiLetter(next) && !isDigit(next)) return undefined
  const window = textAt(input, 0, windowUnits)
  return cellOrRectangle(window) ?? columns(window) ?? rows(window)
}

function cellOrRectangle(window: string): FoundReference | undefined {
  // Most words are not even shaped like a cell.
  if (!/^\$?[a-z]{1,3}\$?\d/i.test(window)) return undefined
  const lexer = new Lexer(window)
  if (!lexer.readCell(0)) return undefined
  const { end } = lexer
  if (window.charCodeAt(end) === 58 && lexer.readCell(end + 1))
    return { kind: 'range', length: lexer.end }
  return { kind: 'cell', length: end }
}

function columns(window: string): FoundReference | undefined {
  const [start, letters] = columnStart.exec(window) ?? []
  if (start === undefined || letters === undefined || columnNumber(letters) === 0) return undefined
  const end = columnsEnd(window, start.length - 1)
  return end > 0 ? { kind: 'range', length: end } : undefined
}

function rows(window: string): FoundReference | undefined {
  const [start, digits] = rowStart.exec(window) ?? []
  const row = Number(digits)
  if (start === undefined || !(row >= 1 && row <= SHEET_MAX_ROWS)) return undefined
  const end = rowsEnd(window, start.length - 1)
  return end > 0 ? { kind: 'range', length: end } : undefined
}
