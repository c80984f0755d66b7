// Cells that show a date. In a text Excel has the number of a date, and the language the date itself.

import type { WorkSheet } from './workbook.ts'

export class DateCells {
  readonly #sheets: readonly WorkSheet[]
  /** Places by sheet, found at the first question. */
  readonly #places = new Map<string, ReadonlySet<number>>()

  constructor(sheets: readonly WorkSheet[]) {
    this.#sheets = sheets
  }

  has(sheet: string, column: number, row: number): boolean {
    return this.#placesOf(sheet.toLowerCase()).has(placeOf(column, row))
  }

  #placesOf(wanted: string): ReadonlySet<number> {
    const known = this.#places.get(wanted)
    if (known !== undefined) return known
    const places = new Set<number>()
    const sheet = this.#sheets.find(({ name }) => name.toLowerCase() === wanted)
    for (const { column, row, value } of sheet?.cells ?? []) {
      if (typeof value === 'object' && 'datetime' in value) places.add(placeOf(column, row))
    }
    this.#places.set(wanted, places)
    return places
  }
}

function placeOf(column: number, row: number): number {
  return row * SHEET_COLUMNS + column
}

const SHEET_COLUMNS = 16_385
