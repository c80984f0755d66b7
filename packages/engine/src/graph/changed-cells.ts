// Index of cells that changed together, by column and row. Changes in a rectangle are found by looking at its columns, not
// by asking each cell: hundreds of watched rectangles cost little beside the change of a million cells.

import type { CellNode } from './cell-node.ts'
import { columnKey } from './grid.ts'

/** Places of one sheet; `sheet` is below zero if there is none of that name yet. */
export interface SheetRectangle {
  readonly sheet: number
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
}

interface ChangedColumn {
  readonly key: number
  readonly nodes: CellNode[]
}

export class ChangedCells {
  /** In the order of their keys, the cells of each in the order of their rows. */
  readonly #columns: readonly ChangedColumn[]

  constructor(changed: readonly CellNode[]) {
    const columns = new Map<number, ChangedColumn>()
    const unsorted = new Set<ChangedColumn>()
    // Most come column by column, from the top.
    let last: ChangedColumn | undefined
    for (let i = 0; i < changed.length; i++) {
      const node = changed[i]!
      if (node.column < 0) continue
      if (last?.key !== node.column) {
        last = columns.get(node.column) ?? { key: node.column, nodes: [] }
        columns.set(node.column, last)
      }
      const { nodes } = last
      if (nodes.length > 0 && nodes[nodes.length - 1]!.row > node.row) unsorted.add(last)
      nodes.push(node)
    }
    for (const { nodes } of unsorted) nodes.sort((a, b) => a.row - b.row)
    this.#columns = [...columns.values()].sort((a, b) => a.key - b.key)
  }

  *in({ sheet, column, row, lastColumn, lastRow }: SheetRectangle): Iterable<CellNode> {
    if (sheet < 0) return
    const columns = this.#columns
    const lastKey = columnKey(sheet, lastColumn)
    const first = firstFrom(columns.length, (i) => columns[i]!.key >= columnKey(sheet, column))
    for (let c = first; c < columns.length && columns[c]!.key <= lastKey; c++) {
      const { nodes } = columns[c]!
      const top = firstFrom(nodes.length, (i) => nodes[i]!.row >= row)
      for (let r = top; r < nodes.length && nodes[r]!.row <= lastRow; r++) yield nodes[r]!
    }
  }
}

/** The first place from which on something holds. */
function firstFrom(length: number, holds: (at: number) => boolean): number {
  let [from, to] = [0, length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}
