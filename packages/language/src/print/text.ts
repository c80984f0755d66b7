// The spelling of the smallest parts: references, words, texts.

import { columnName, columnNumber } from '../columns.ts'
import { isWord } from '../lexer/characters.ts'
import { escapeControls, quoteText } from '../lexer/texts.ts'
import { reserved } from '../lexer/tokens.ts'
import { SHEET_MAX_ROWS } from '../limits.ts'
import type { CellRef, RangeRef, Word } from '../parser/ast.ts'

export function cellText(cell: CellRef): string {
  return sheetText(cell.sheet) + corner(cell.column, cell.row, cell.fixedColumn, cell.fixedRow)
}

export function rangeText(range: RangeRef): string {
  const { column, row, lastColumn, lastRow, fixed, whole } = range
  const sheet = sheetText(range.sheet)
  const [a, b, c, d] = [fixed & 1, fixed & 2, fixed & 4, fixed & 8].map((bit) => bit !== 0)
  if (whole === 'columns')
    return `${sheet}${dollar(a)}${columnName(column)}:${dollar(c)}${columnName(lastColumn)}`
  if (whole === 'rows') return `${sheet}${dollar(b)}${row}:${dollar(d)}${lastRow}`
  return `${sheet}${corner(column, row, a, b)}:${corner(lastColumn, lastRow, c, d)}`
}

function corner(
  column: number,
  row: number,
  fixedColumn: boolean | undefined,
  fixedRow: boolean | undefined,
): string {
  return dollar(fixedColumn) + columnName(column) + dollar(fixedRow) + row
}

function dollar(fixed: boolean | undefined): string {
  return fixed ? '$' : ''
}

/** `Data!`, `'Q4 Revenue'!`, or nothing. */
function sheetText(sheet: Word | undefined): string {
  return sheet === undefined ? '' : `${sheetName(sheet.text)}!`
}

/** The name of a sheet or a topic, in quotes where it would read as something else. */
export function sheetName(name: string): string {
  const plain = isWord(name) && !isCellShape(name) && !reserved.has(name.toUpperCase())
  return plain ? name : `'${name.replaceAll("'", "''")}'`
}

function isCellShape(name: string): boolean {
  const [, letters = '', digits = ''] = /^([a-z]{1,3})(\d{1,7})$/i.exec(name) ?? []
  return columnNumber(letters) > 0 && Number(digits) >= 1 && Number(digits) <= SHEET_MAX_ROWS
}

/** A key of an object, or a column: bare where it is a word. */
export function keyText(key: string): string {
  return isWord(key) ? key : quoteText(key)
}

/** A column of SELECT; FROM would end the list. */
export function columnText(column: string): string {
  return column.toUpperCase() === 'FROM' ? quoteText(column) : keyText(column)
}

/** A text between the marks of a template. */
export function templateText(text: string): string {
  return escapeControls(text.replace(/[\\`{]/g, '\\$&'))
}
