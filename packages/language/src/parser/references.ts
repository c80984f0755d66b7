// References: cells, ranges, whole columns and rows, each with or without a sheet.

import { columnNumber, columnsEnd, rowsEnd } from '../columns.ts'
import { isAsciiLetter, isDigit, isUnequal } from '../lexer/characters.ts'
import { Token } from '../lexer/tokens.ts'
import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { CellRef, Expr, RangeRef, Word } from './ast.ts'
import type { Parser } from './parser.ts'

/** Whether the current token starts a cell or a range, so that a space before it intersects. */
export function startsReference(p: Parser): boolean {
  const { kind } = p
  if (kind === Token.Cell || kind === Token.Quoted) return true
  if (kind === Token.Word) return isSheet(p) || isColumns(p)
  if (kind === Token.Number) return isRows(p)
  return kind === Token.Dollar && (dollarColumnsEnd(p) > 0 || dollarRowsEnd(p) > 0)
}

/** Whether the current word stands before `!`. */
export function isSheet(p: Parser): boolean {
  return p.source.charCodeAt(p.end) === 33 && !isUnequal(p.source, p.end)
}

export function isColumns(p: Parser): boolean {
  return columnsEnd(p.source, p.end) > 0 && columnNumber(p.text) > 0
}

export function isRows(p: Parser): boolean {
  // A number with a unit or a fraction is no row, and neither is 0.
  if (rowsEnd(p.source, p.end) === 0 || !/^\d{1,7}$/.test(p.text)) return false
  return p.value >= 1 && p.value <= SHEET_MAX_ROWS
}

/** Reads what `startsReference`, behind its sheet; undefined if there is no cell and no range. */
export function readReference(
  p: Parser,
  sheet: Word | undefined,
  start: number,
): CellRef | RangeRef | undefined {
  switch (p.kind) {
    case Token.Cell:
      return readCellOrRange(p, sheet, start)
    case Token.Word:
      return isColumns(p) ? readColumns(p, sheet, start, p.end, false) : undefined
    case Token.Number:
      return isRows(p) ? readRows(p, sheet, start, p.end, false) : undefined
    case Token.Dollar:
      return readDollar(p, sheet, start)
    default:
      return undefined
  }
}

function readCellOrRange(p: Parser, sheet: Word | undefined, start: number): CellRef | RangeRef {
  const { column, row, fixedColumn, fixedRow, end } = p
  if (p.source.charCodeAt(end) === 58 && p.readCell(end + 1)) {
    const range = rangeFrom(p, sheet, start, column, row, fixedColumn, fixedRow)
    p.pos = p.end
    p.advance()
    return range
  }
  p.advance()
  return { type: 'cell', start, end, sheet, column, row, fixedColumn, fixedRow }
}

/** The range from a cell to the current one; its corners are put in order. */
function rangeFrom(
  p: Parser,
  sheet: Word | undefined,
  start: number,
  column: number,
  row: number,
  fixedColumn: boolean,
  fixedRow: boolean,
): RangeRef {
  const left = column <= p.column
  const top = row <= p.row
  return {
    type: 'range',
    start,
    end: p.end,
    sheet,
    whole: 'no',
    column: left ? column : p.column,
    row: top ? row : p.row,
    lastColumn: left ? p.column : column,
    lastRow: top ? p.row : row,
    fixed:
      (fixedColumn ? (left ? 1 : 4) : 0) |
      (fixedRow ? (top ? 2 : 8) : 0) |
      (p.fixedColumn ? (left ? 4 : 1) : 0) |
      (p.fixedRow ? (top ? 8 : 2) : 0),
  }
}

function dollarColumnsEnd(p: Parser): number {
  const { source, end } = p
  let at = end
  while (at <= end + 3 && isAsciiLetter(source.charCodeAt(at))) at++
  return columnNumber(source.slice(end, at)) > 0 && columnsEnd(source, at) > 0 ? at : 0
}

function dollarRowsEnd(p: Parser): number {
  const { source, end } = p
  let at = end
  while (at <= end + 7 && isDigit(source.charCodeAt(at))) at++
  const row = Number(source.slice(end, at))
  return row >= 1 && row <= SHEET_MAX_ROWS && rowsEnd(source, at) > 0 ? at : 0
}

function readDollar(p: Parser, sheet: Word | undefined, start: number): RangeRef | undefined {
  const { source, end } = p
  const letters = dollarColumnsEnd(p)
  if (letters > 0) {
    p.text = source.slice(end, letters)
    return readColumns(p, sheet, start, letters, true)
  }
  const digits = dollarRowsEnd(p)
  if (digits === 0) return undefined
  p.value = Number(source.slice(end, digits))
  return readRows(p, sheet, start, digits, true)
}

function readColumns(
  p: Parser,
  sheet: Word | undefined,
  start: number,
  colon: number,
  fixed: boolean,
): RangeRef {
  const end = columnsEnd(p.source, colon)
  const lastFixed = p.source.charCodeAt(colon + 1) === 36
  const first = columnNumber(p.text)
  const last = columnNumber(p.source.slice(colon + (lastFixed ? 2 : 1), end))
  const inOrder = first <= last
  p.end = end
  p.pos = end
  p.advance()
  return {
    type: 'range',
    start,
    end,
    sheet,
    whole: 'columns',
    column: inOrder ? first : last,
    row: 1,
    lastColumn: inOrder ? last : first,
    lastRow: SHEET_MAX_ROWS,
    fixed: (fixed ? (inOrder ? 1 : 4) : 0) | (lastFixed ? (inOrder ? 4 : 1) : 0),
  }
}

function readRows(
  p: Parser,
  sheet: Word | undefined,
  start: number,
  colon: number,
  fixed: boolean,
): RangeRef {
  const end = rowsEnd(p.source, colon)
  const lastFixed = p.source.charCodeAt(colon + 1) === 36
  const first = p.value
  const last = Number(p.source.slice(colon + (lastFixed ? 2 : 1), end))
  const inOrder = first <= last
  p.end = end
  p.pos = end
  p.advance()
  return {
    type: 'range',
    start,
    end,
    sheet,
    whole: 'rows',
    column: 1,
    row: inOrder ? first : last,
    lastColumn: SHEET_MAX_COLUMNS,
    lastRow: inOrder ? last : first,
    fixed: (fixed ? (inOrder ? 2 : 8) : 0) | (lastFixed ? (inOrder ? 8 : 2) : 0),
  }
}

/** Takes `Data!` or `'Q4 Revenue'!`. */
export function readSheet(p: Parser): Word {
  const sheet = { start: p.start, end: p.end, text: p.text }
  p.advance()
  p.advance()
  return sheet
}

/** Reads a reference with its sheet. */
export function readSheetReference(p: Parser): Expr {
  const { start } = p
  const sheet = readSheet(p)
  p.height = 1
  const reference = readReference(p, sheet, start)
  if (reference !== undefined) return reference
  if (!p.atWord()) p.unexpected('a cell of the sheet')
  else if (p.source.charCodeAt(p.end) === 40)
    p.fail(
      { start, end: p.end },
      'An event is published by a statement of its own in the body of a rule, not inside an expression.',
    )
  else {
    const name = p.source.slice(p.start, p.end)
    p.fail(
      { start, end: p.end },
      `Names belong to the model, not to a sheet. Write ${name} alone.`,
      { title: `Write ${name}`, edits: [{ start, end: p.start, text: '' }] },
    )
  }
  return p.broken(start)
}
