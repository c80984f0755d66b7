// How a cell, a rectangle or a name is spelled: one canonical spelling each, used by the API, the
// diagnostics and the stores. `Sheet1` is left out, `$` and case do not matter.

import { columnName, columnNumber } from './columns.ts'
import { unwritable } from './lexer/characters.ts'
import { reserved, reservedLength } from './lexer/tokens.ts'
import { NAME_MAX_CHARS, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from './limits.ts'

/** The sheet of a reference that names none. */
export const defaultSheet = 'Sheet1'

/** `A1`, `Data!B2`, `'Q4 Revenue'!B2`. */
export function cellSymbol(sheet: string, column: number, row: number): string {
  return `${sheetPrefix(sheet)}${columnName(column)}${row}`
}

/** `A1:B9`, `Data!A1:B9`; whole columns as `A:C`, whole rows as `1:3`. */
export function rangeSymbol(
  sheet: string,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
): string {
  const prefix = sheetPrefix(sheet)
  if (row === 1 && lastRow === SHEET_MAX_ROWS)
    return `${prefix}${columnName(column)}:${columnName(lastColumn)}`
  if (column === 1 && lastColumn === SHEET_MAX_COLUMNS) return `${prefix}${row}:${lastRow}`
  return `${prefix}${columnName(column)}${row}:${columnName(lastColumn)}${lastRow}`
}

/** `Data!`, `'Q4 Revenue'!`, and nothing for the default sheet. */
export function sheetPrefix(sheet: string): string {
  if (sheet === defaultSheet) return ''
  // A sheet called like a cell, such as A1, or like a word of the language would read as that.
  const isWord = sheet.length <= reservedLength && reserved.has(sheet.toUpperCase())
  const plain = /^[A-Za-z_]\w*$/.test(sheet) && !/^[A-Za-z]{1,3}\d{1,7}$/.test(sheet) && !isWord
  return plain ? `${sheet}!` : `'${sheet.replaceAll("'", "''")}'!`
}

const cellShape = /^(?:(?:'((?:[^']|'')+)'|([\p{L}\p{N}_]+))!)?\$?([A-Za-z]{1,3})\$?(\d{1,7})$/u

/** A symbol, taken apart. */
export type SymbolParts =
  | { readonly sheet: string; readonly column: number; readonly row: number }
  | { readonly name: string }

/** Reads a symbol as a user may write it, `$a$1` or `Sheet1!A1`; undefined when it is none. */
export function parseSymbol(
  text: string,
  sheets: readonly string[] = [defaultSheet],
): SymbolParts | undefined {
  const found = cellShape.exec(text)
  if (found !== null) {
    const [, quoted, bare, letters = '', digits = ''] = found
    const column = columnNumber(letters)
    const row = Number(digits)
    const named = quoted ?? bare ?? ''
    if (named.length > NAME_MAX_CHARS || unwritable.test(named)) return undefined
    const sheet = knownSheet(quoted?.replaceAll("''", "'") ?? bare, sheets)
    if (column >= 1 && row >= 1 && row <= SHEET_MAX_ROWS) return { sheet, column, row }
  }
  if (text.length > NAME_MAX_CHARS) return undefined
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) ? { name: text } : undefined
}

/** The canonical spelling of a symbol; undefined when it is none. */
export function canonicalSymbol(text: string, sheets?: readonly string[]): string | undefined {
  const parts = parseSymbol(text, sheets)
  if (parts === undefined || 'name' in parts) return parts?.name
  return cellSymbol(parts.sheet, parts.column, parts.row)
}

/** Sheets are the same whatever their case, as in Excel; the first spelling in the model counts. */
function knownSheet(sheet: string | undefined, sheets: readonly string[]): string {
  if (sheet === undefined) return defaultSheet
  const wanted = sheet.toLowerCase()
  if (wanted === defaultSheet.toLowerCase()) return defaultSheet
  return sheets.find((known) => known.toLowerCase() === wanted) ?? sheet
}
