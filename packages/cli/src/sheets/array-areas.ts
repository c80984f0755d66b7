// The arrays of a sheet that lie over several cells: to which of them a cell belongs. A workbook may have tens of
// thousands, so small ones are found by their cells; of large ones there are few.

import { IMPORT_MAX_ARRAYS, IMPORT_MAX_CELLS, SMALL_ARRAY_MAX_CELLS } from '../limits.ts'
import { type Area, keyOf } from './workbook.ts'

interface Owned {
  readonly key: string
  readonly area: Area
}

export class ArrayAreas {
  readonly #sheet: string
  readonly #small = new Map<string, string>()
  readonly #large: Owned[] = []
  #added = 0

  constructor(sheet: string) {
    this.#sheet = sheet
  }

  /** `key` is that of the cell with the formula. */
  add(key: string, area: Area): void {
    const cells = (area.lastColumn - area.column + 1) * (area.lastRow - area.row + 1)
    if (cells <= 1) return
    this.#added += cells
    // Areas may lie over each other, in a file that means harm.
    if (cells > SMALL_ARRAY_MAX_CELLS || this.#added > IMPORT_MAX_CELLS) {
      if (this.#large.length < IMPORT_MAX_ARRAYS) this.#large.push({ key, area })
      return
    }
    for (let row = area.row; row <= area.lastRow; row++) {
      for (let column = area.column; column <= area.lastColumn; column++) {
        this.#small.set(keyOf(this.#sheet, column, row), key)
      }
    }
  }

  /** The key of the formula whose array lies over a cell that is not its own. */
  over(column: number, row: number): string | undefined {
    if (this.#small.size === 0 && this.#large.length === 0) return undefined
    const own = keyOf(this.#sheet, column, row)
    const small = this.#small.get(own)
    if (small !== undefined && small !== own) return small
    return this.#large.find(({ area, key }) => key !== own && isIn(area, column, row))?.key
  }
}

function isIn(area: Area, column: number, row: number): boolean {
  const isAcross = column >= area.column && column <= area.lastColumn
  return isAcross && row >= area.row && row <= area.lastRow
}
