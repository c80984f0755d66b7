// References: cells, ranges, whole columns and rows, each with or without a sheet.

import { columnNumber, columnsEnd, rowsEnd } from '../columns.ts'
import { isAsciiLetter, isDigit, isUnequal } from '../lexer/characters.ts'
import { Token } from '../lexer/tokens.ts'
import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { CellRef, Expr, RangeRef, Word } from './ast.ts'
import { RecoveryParser } from './recovery.ts'

export abstract class ReferenceParser extends RecoveryParser {
  /** Whether the current token starts a cell or a range, so that a space before it intersects. */
  startsReference(): boolean {
    const { kind } = this
    if (kind === Token.Cell || kind === Token.Quoted) return true
    if (kind === Token.Word) return this.isSheet() || this.isColumns()
    if (kind === Token.Number) return this.isRows()
    return kind === Token.Dollar && (this.dollarColumnsEnd() > 0 || this.dollarRowsEnd() > 0)
  }

  /** Whether the current word stands before `!`. */
  isSheet(): boolean {
    return this.source.charCodeAt(this.end) === 33 && !isUnequal(this.source, this.end)
  }

  isColumns(): boolean {
    return columnsEnd(this.source, this.end) > 0 && columnNumber(this.text) > 0
  }

  isRows(): boolean {
    // A number with a unit or a fraction is no row, and neither is 0.
    if (rowsEnd(this.source, this.end) === 0 || !/^\d{1,7}$/.test(this.text)) return false
    return this.value >= 1 && this.value <= SHEET_MAX_ROWS
  }

  /** Reads what `startsReference`, behind its sheet; undefined if there is no cell and no range. */
  reference(sheet: Word | undefined, start: number): CellRef | RangeRef | undefined {
    switch (this.kind) {
      case Token.Cell:
        return this.cell(sheet, start)
      case Token.Word:
        return this.isColumns() ? this.columns(sheet, start, this.end, false) : undefined
      case Token.Number:
        return this.isRows() ? this.rows(sheet, start, this.end, false) : undefined
      case Token.Dollar:
        return this.dollar(sheet, start)
      default:
        return undefined
    }
  }

  private cell(sheet: Word | undefined, start: number): CellRef | RangeRef {
    const { column, row, fixedColumn, fixedRow, end } = this
    if (this.source.charCodeAt(end) === 58 && this.readCell(end + 1)) {
      const range = this.rectangle(sheet, start, column, row, fixedColumn, fixedRow)
      this.pos = this.end
      this.advance()
      return range
    }
    this.advance()
    return { type: 'cell', start, end, sheet, column, row, fixedColumn, fixedRow }
  }

  /** The range from a cell to the current one; its corners are put in order. */
  private rectangle(
    sheet: Word | undefined,
    start: number,
    column: number,
    row: number,
    fixedColumn: boolean,
    fixedRow: boolean,
  ): RangeRef {
    const left = column <= this.column
    const top = row <= this.row
    return {
      type: 'range',
      start,
      end: this.end,
      sheet,
      whole: 'no',
      column: left ? column : this.column,
      row: top ? row : this.row,
      lastColumn: left ? this.column : column,
      lastRow: top ? this.row : row,
      fixed:
        (fixedColumn ? (left ? 1 : 4) : 0) |
        (fixedRow ? (top ? 2 : 8) : 0) |
        (this.fixedColumn ? (left ? 4 : 1) : 0) |
        (this.fixedRow ? (top ? 8 : 2) : 0),
    }
  }

  private dollarColumnsEnd(): number {
    const { source, end } = this
    let at = end
    while (at <= end + 3 && isAsciiLetter(source.charCodeAt(at))) at++
    return columnNumber(source.slice(end, at)) > 0 && columnsEnd(source, at) > 0 ? at : 0
  }

  private dollarRowsEnd(): number {
    const { source, end } = this
    let at = end
    while (at <= end + 7 && isDigit(source.charCodeAt(at))) at++
    const row = Number(source.slice(end, at))
    return row >= 1 && row <= SHEET_MAX_ROWS && rowsEnd(source, at) > 0 ? at : 0
  }

  private dollar(sheet: Word | undefined, start: number): RangeRef | undefined {
    const { source, end } = this
    const letters = this.dollarColumnsEnd()
    if (letters > 0) {
      this.text = source.slice(end, letters)
      return this.columns(sheet, start, letters, true)
    }
    const digits = this.dollarRowsEnd()
    if (digits === 0) return undefined
    this.value = Number(source.slice(end, digits))
    return this.rows(sheet, start, digits, true)
  }

  private columns(sheet: Word | undefined, start: number, colon: number, fixed: boolean): RangeRef {
    const end = columnsEnd(this.source, colon)
    const lastFixed = this.source.charCodeAt(colon + 1) === 36
    const first = columnNumber(this.text)
    const last = columnNumber(this.source.slice(colon + (lastFixed ? 2 : 1), end))
    const inOrder = first <= last
    this.end = end
    this.pos = end
    this.advance()
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

  private rows(sheet: Word | undefined, start: number, colon: number, fixed: boolean): RangeRef {
    const end = rowsEnd(this.source, colon)
    const lastFixed = this.source.charCodeAt(colon + 1) === 36
    const first = this.value
    const last = Number(this.source.slice(colon + (lastFixed ? 2 : 1), end))
    const inOrder = first <= last
    this.end = end
    this.pos = end
    this.advance()
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
  sheet(): Word {
    const sheet = { start: this.start, end: this.end, text: this.text }
    this.advance()
    this.advance()
    return sheet
  }

  /** Reads a reference with its sheet. */
  sheetReference(): Expr {
    const { start } = this
    const sheet = this.sheet()
    this.height = 1
    const reference = this.reference(sheet, start)
    if (reference !== undefined) return reference
    if (!this.atWord()) this.unexpected('a cell of the sheet')
    else if (this.source.charCodeAt(this.end) === 40)
      this.fail(
        { start, end: this.end },
        'An event is published by a statement of its own in the body of a rule, not inside an expression.',
      )
    else {
      const name = this.source.slice(this.start, this.end)
      this.fail(
        { start, end: this.end },
        `Names belong to the model, not to a sheet. Write ${name} alone.`,
        { title: `Write ${name}`, edits: [{ start, end: this.start, text: '' }] },
      )
    }
    return this.broken(start)
  }
}
