// Index of the cells: sheets of columns of leaves of 32 rows. A column also holds the blocks that cover
// its rows for readers of a range: see `blocks.ts`. Names have their own list.

import { LEAF_ROWS, SHEET_COLUMNS } from '../limits.ts'
import type { Block, Strip } from '../ranges/block.ts'
import { type CellNode, newCell } from './cell-node.ts'

/** The leaf of row 1 + n is n shifted by so much, its place in it n under the mask. */
export const LEAF_SHIFT: number = Math.log2(LEAF_ROWS)
export const LEAF_MASK: number = LEAF_ROWS - 1
/** A power of two. */
const RECENT_COLUMNS = 16
export const RECENT_MASK: number = RECENT_COLUMNS - 1

/** Some rows of a column, by their place among them. */
export type Leaf = (CellNode | undefined)[]

/** The columns of all sheets are numbered through. */
export function columnKey(sheet: number, column: number): number {
  return sheet * SHEET_COLUMNS + column - 1
}

export function sheetOf(key: number): number {
  return Math.floor(key / SHEET_COLUMNS)
}

export function columnOf(key: number): number {
  return (key % SHEET_COLUMNS) + 1
}

export class Column {
  readonly key: number
  /** By number: rows 1 to 32 are leaf 0. */
  readonly leaves = new Map<number, Leaf>()
  /** By level and place: see `blocks.ts`. */
  readonly blocks = new Map<number, Block>()
  /** First blocks of ranges that start with a leaf, by first row and last. */
  readonly starts = new Map<number, Block>()
  /** Strips by leaf: those that cover some of its rows. */
  readonly strips = new Map<number, Strip[]>()
  /** The number of the last leaf. */
  #end = -1
  // The leaf that was last asked for, and its number. Not private: `cellAt` looks here before it calls anything.
  // See performance: plain fields on the way of an edit
  last: Leaf = []
  lastAt = -1

  constructor(key: number) {
    this.key = key
  }

  leaf(at: number): Leaf | undefined {
    if (at === this.lastAt) return this.last
    const found = this.leaves.get(at)
    if (found !== undefined) {
      this.last = found
      this.lastAt = at
    }
    return found
  }

  find(row: number): CellNode | undefined {
    const at = (row - 1) >> LEAF_SHIFT
    const leaf = at === this.lastAt ? this.last : this.leaf(at)
    return leaf?.[(row - 1) & LEAF_MASK]
  }

  /** The last row that has a cell. */
  get lastRow(): number {
    for (let at = this.#end; at >= 0; at--) {
      const row = this.leaves.get(at)?.findLastIndex((cell) => cell !== undefined) ?? -1
      if (row >= 0) return at * LEAF_ROWS + row + 1
    }
    return 0
  }

  /** Leaf of a row; a new one if there is none. */
  leafFor(row: number): Leaf {
    const at = (row - 1) >> LEAF_SHIFT
    return at === this.lastAt ? this.last : (this.leaf(at) ?? this.#makeLeaf(at))
  }

  #makeLeaf(at: number): Leaf {
    const leaf: Leaf = new Array(LEAF_ROWS).fill(undefined)
    this.leaves.set(at, leaf)
    if (at > this.#end) this.#end = at
    this.last = leaf
    this.lastAt = at
    return leaf
  }
}

export class Grid {
  readonly columns = new Map<number, Column>()
  readonly names = new Map<string, CellNode>()
  readonly nameList: string[] = []
  /** Number of cells and names. */
  size = 0
  /** By the last bits of their keys: formulas go back and forth between a few columns. */
  readonly recent: Column[] = new Array(RECENT_COLUMNS).fill(new Column(-1))

  column(key: number): Column | undefined {
    const recent = this.recent[key & RECENT_MASK]!
    if (recent.key === key) return recent
    const found = this.columns.get(key)
    if (found !== undefined) this.recent[key & RECENT_MASK] = found
    return found
  }

  makeColumn(key: number): Column {
    const recent = this.recent[key & RECENT_MASK]!
    if (recent.key === key) return recent
    let found = this.columns.get(key)
    if (found === undefined) {
      found = new Column(key)
      this.columns.set(key, found)
    }
    this.recent[key & RECENT_MASK] = found
    return found
  }

  find(key: number, row: number): CellNode | undefined {
    return this.column(key)?.find(row)
  }

  makeName(name: string, ordinal: () => number): CellNode {
    let node = this.names.get(name)
    if (node === undefined) {
      node = newCell(ordinal(), -1, this.nameList.length)
      this.nameList.push(name)
      this.names.set(name, node)
      this.size++
    }
    return node
  }

  /** Every cell, column by column, then every name. */
  *nodes(): Iterable<CellNode> {
    for (const column of this.columns.values()) {
      for (const leaf of column.leaves.values()) {
        for (const node of leaf) if (node !== undefined) yield node
      }
    }
    yield* this.names.values()
  }

  /** The last row of a sheet's columns that has a cell. */
  lastRow(firstKey: number, lastKey: number): number {
    let last = 0
    if (lastKey - firstKey < this.columns.size) {
      for (let key = firstKey; key <= lastKey; key++) {
        last = Math.max(last, this.columns.get(key)?.lastRow ?? 0)
      }
    } else {
      for (const { key, lastRow } of this.columns.values()) {
        if (key >= firstKey && key <= lastKey) last = Math.max(last, lastRow)
      }
    }
    return last
  }

  /** The last of some columns that has a cell in these rows; before the first if none has. */
  lastColumn(firstKey: number, lastKey: number): number {
    let last = firstKey - 1
    for (const { key } of this.columns.values()) {
      if (key <= lastKey && key > last) last = key
    }
    return last
  }
}
