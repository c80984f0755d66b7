// The sheets of a model, by number. Sheets are the same whatever their case, as in Excel; the first
// spelling in the source is kept.

import { MODEL_MAX_SHEETS, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { Word } from '../parser/ast.ts'
import { cellSymbol, defaultSheet } from '../symbols.ts'

export class Sheets {
  readonly names: string[] = [defaultSheet]
  /** The first sheet beyond the limit. It and those behind it count as the default sheet. */
  tooMany: Word | undefined
  readonly #numbers = new Map([[defaultSheet.toLowerCase(), 0]])

  /** The number of a sheet; a reference without one is on the first. */
  number(sheet: Word | undefined): number {
    if (sheet === undefined) return 0
    const key = sheet.text.toLowerCase()
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.names.length >= MODEL_MAX_SHEETS) {
      this.tooMany ??= sheet
      return 0
    }
    this.#numbers.set(key, this.names.length)
    return this.names.push(sheet.text) - 1
  }
}

/** One number per cell of a model, exact in a double: sheet, column and row. */
export function cellKey(sheet: number, column: number, row: number): number {
  return (sheet * SHEET_MAX_COLUMNS + column - 1) * SHEET_MAX_ROWS + row - 1
}

/** Sheet, column and row of a cell's number. */
export function cellOfKey(key: number): [sheet: number, column: number, row: number] {
  const row = key % SHEET_MAX_ROWS
  const rest = (key - row) / SHEET_MAX_ROWS
  const column = rest % SHEET_MAX_COLUMNS
  return [(rest - column) / SHEET_MAX_COLUMNS, column + 1, row + 1]
}

/** The symbol of a cell's number. */
export function symbolOfKey(key: number, sheets: readonly string[]): string {
  const [sheet, column, row] = cellOfKey(key)
  return cellSymbol(sheets[sheet] ?? defaultSheet, column, row)
}
