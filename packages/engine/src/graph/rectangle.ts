// A rectangle of a sheet as callers name it, such as `A1:H40`, and the cells in it that hold something.

import { parseSymbol } from '@cellwake/language'
import { EngineError } from '../errors.ts'
import { LEAF_ROWS, RECTANGLE_CELLS } from '../limits.ts'
import { holdsSomething } from '../views/cell-facts.ts'
import type { CellNode } from './cell-node.ts'
import type { ModelCells } from './cells.ts'
import { columnKey } from './grid.ts'

export interface SheetRectangle {
  readonly sheet: string
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
}

/** Undefined if the text is no rectangle. */
export function rectangleFrom(text: string, sheets: readonly string[]): SheetRectangle | undefined {
  const found = /^(.*!)?([^!:]+):([^!:]+)$/.exec(text)
  if (found === null) return undefined
  const from = parseSymbol(`${found[1] ?? ''}${found[2]}`, sheets)
  const to = parseSymbol(found[3]!, sheets)
  if (from === undefined || to === undefined || 'name' in from || 'name' in to) return undefined
  return {
    sheet: from.sheet,
    column: Math.min(from.column, to.column),
    row: Math.min(from.row, to.row),
    lastColumn: Math.max(from.column, to.column),
    lastRow: Math.max(from.row, to.row),
  }
}

/** Column by column. Looks only where there are cells, however large the rectangle is. */
export function cellsOf(cells: ModelCells, rectangle: SheetRectangle): CellNode[] {
  const { column, lastColumn, row, lastRow } = rectangle
  const sheet = cells.findSheet(rectangle.sheet)
  const found: CellNode[] = []
  if (sheet < 0) return found
  for (let c = column; c <= lastColumn; c++) {
    const own = cells.grid.column(columnKey(sheet, c))
    if (own === undefined) continue
    const last = Math.min(lastRow, own.lastRow)
    for (let r = row; r <= last; r++) {
      const leaf = own.leaf(Math.floor((r - 1) / LEAF_ROWS))
      if (leaf === undefined) {
        // To the last row of the leaf; the loop goes on after it.
        r += LEAF_ROWS - 1 - ((r - 1) % LEAF_ROWS)
        continue
      }
      const cell = leaf[(r - 1) % LEAF_ROWS]
      if (cell !== undefined && holdsSomething(cell)) found.push(cell)
    }
    if (found.length > RECTANGLE_CELLS) {
      throw new EngineError('range-too-large', `More than ${RECTANGLE_CELLS} cells hold something.`)
    }
  }
  return found
}
