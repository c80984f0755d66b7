// Readers of ranges, to be found by a cell that is read. For each column a segment tree over the rows of a sheet: a
// range is noted at a few dozen places whatever its length, and a reader that was taken is not met there again.

const ROWS = 2 ** 20

/** Columns and rows from 1, the last ones included; a whole row ends nowhere. */
export interface ReadArea {
  /** In small letters. */
  readonly sheet: string
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
}

export class RangeReaders<T> {
  readonly #lastColumns: ReadonlyMap<string, number>
  /** By sheet and column, then by place in the tree. */
  readonly #trees = new Map<string, Map<number, T[]>>()

  /** `lastColumns` are the last columns of sheets that have cells. */
  constructor(lastColumns: ReadonlyMap<string, number>) {
    this.#lastColumns = lastColumns
  }

  add({ sheet, column, row, lastColumn, lastRow }: ReadArea, reader: T): void {
    const end = Math.min(lastColumn, this.#lastColumns.get(sheet) ?? 0)
    for (let c = column; c <= end; c++) {
      const tree = this.#treeOf(sheet, c)
      let first = ROWS + row - 1
      let behind = ROWS + Math.min(lastRow, ROWS)
      for (; first < behind; first >>= 1, behind >>= 1) {
        if (first % 2 === 1) note(tree, first++, reader)
        if (behind % 2 === 1) note(tree, --behind, reader)
      }
    }
  }

  /** The readers of a cell, each range of which that holds it is forgotten. */
  takeAt(sheet: string, column: number, row: number): T[] {
    const tree = this.#trees.get(`${sheet}\n${column}`)
    const found: T[] = []
    for (let at = ROWS + row - 1; at >= 1 && tree !== undefined; at >>= 1) {
      for (const reader of tree.get(at) ?? []) found.push(reader)
      tree.delete(at)
    }
    return found
  }

  #treeOf(sheet: string, column: number): Map<number, T[]> {
    const key = `${sheet}\n${column}`
    const known = this.#trees.get(key)
    if (known !== undefined) return known
    const made = new Map<number, T[]>()
    this.#trees.set(key, made)
    return made
  }
}

function note<T>(tree: Map<number, T[]>, at: number, reader: T): void {
  const known = tree.get(at)
  if (known === undefined) tree.set(at, [reader])
  else known.push(reader)
}
