// Who has which cell: formulas, copies and the writes of rules, each a node by number. Single cells
// are in a hash table; where a rectangle is asked for, cells are sorted by column and row.

import { SHEET_MAX_COLUMNS } from '../limits.ts'
import type { IrTarget } from '../lower/ir.ts'

/** The targets of one column, from the top: no two of them overlap. */
export interface ColumnTargets {
  readonly rows: number[]
  readonly lastRows: number[]
  readonly nodes: number[]
}

export class Cells {
  /** Columns of all sheets in one count. */
  readonly #columns: Int32Array
  readonly #rows: Int32Array
  readonly #nodes: Int32Array
  readonly #table: Int32Array
  readonly #rectangles: { readonly target: IrTarget; readonly node: number }[] = []
  #count = 0
  #byColumn: Map<number, ColumnTargets> | undefined
  #isSorted = false

  /** `room` is the most single cells that there will be. */
  constructor(room: number) {
    this.#columns = new Int32Array(room)
    this.#rows = new Int32Array(room)
    this.#nodes = new Int32Array(room)
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(room * 2 + 2)))
  }

  /** Takes a cell; false when it is taken already. */
  add(sheet: number, column: number, row: number, node: number): boolean {
    const across = sheet * SHEET_MAX_COLUMNS + column
    const place = this.#place(across, row)
    if (this.#table[place] !== 0) return false
    const number = this.#count++
    this.#columns[number] = across
    this.#rows[number] = row
    this.#nodes[number] = node
    this.#table[place] = number + 1
    return true
  }

  addRectangle(target: IrTarget, node: number): void {
    this.#rectangles.push({ target, node })
  }

  /** The node that has a cell alone; -1 if none does. */
  single(sheet: number, column: number, row: number): number {
    const place = this.#place(sheet * SHEET_MAX_COLUMNS + column, row)
    const known = this.#table[place]!
    return known === 0 ? -1 : this.#nodes[known - 1]!
  }

  /** The node that has a cell, alone or in a rectangle; -1 if none does. */
  at(sheet: number, column: number, row: number): number {
    const node = this.single(sheet, column, row)
    if (node >= 0 || this.#rectangles.length === 0) return node
    const targets = this.columns()?.get(sheet * SHEET_MAX_COLUMNS + column)
    if (targets === undefined) return -1
    const place = firstBehind(targets.lastRows, row)
    return place < targets.rows.length && targets.rows[place]! <= row ? targets.nodes[place]! : -1
  }

  /** Whether two targets have a cell in common. */
  get overlap(): boolean {
    return this.#rectangles.length > 0 && this.columns() === undefined
  }

  /** Targets by column, counted over all sheets; undefined when two of them overlap. */
  columns(): ReadonlyMap<number, ColumnTargets> | undefined {
    if (!this.#isSorted) this.#byColumn = this.#sorted()
    this.#isSorted = true
    return this.#byColumn
  }

  #sorted(): Map<number, ColumnTargets> | undefined {
    const columns = new Map<number, ColumnTargets>()
    const add = (across: number, row: number, lastRow: number, node: number) => {
      let known = columns.get(across)
      if (known === undefined) {
        known = { rows: [], lastRows: [], nodes: [] }
        columns.set(across, known)
      }
      known.rows.push(row)
      known.lastRows.push(lastRow)
      known.nodes.push(node)
    }
    for (let at = 0; at < this.#count; at++)
      add(this.#columns[at]!, this.#rows[at]!, this.#rows[at]!, this.#nodes[at]!)
    for (const { target, node } of this.#rectangles) {
      if (target[0] !== 'range') continue
      const [, sheet, column, row, lastColumn, lastRow] = target
      for (let across = column; across <= lastColumn; across++)
        add(sheet * SHEET_MAX_COLUMNS + across, row, lastRow, node)
    }
    for (const targets of columns.values()) if (!sortColumn(targets)) return undefined
    return columns
  }

  #place(across: number, row: number): number {
    const mask = this.#table.length - 1
    let hash = Math.imul(across, 0x9e3779b1 | 0) ^ Math.imul(row, 0x85ebca6b | 0)
    hash ^= hash >>> 15
    let place = Math.imul(hash, 0x2c1b3c6d) & mask
    for (let known = this.#table[place]!; known !== 0; known = this.#table[place]!) {
      if (this.#rows[known - 1] === row && this.#columns[known - 1] === across) return place
      place = (place + 1) & mask
    }
    return place
  }
}

/** Puts the targets in order; false when two of them overlap. */
function sortColumn({ rows, lastRows, nodes }: ColumnTargets): boolean {
  let inOrder = true
  for (let at = 1; at < rows.length && inOrder; at++) inOrder = rows[at - 1]! < rows[at]!
  if (!inOrder) {
    const order = rows.map((_, at) => at).sort((a, b) => rows[a]! - rows[b]!)
    const copies = [rows, lastRows, nodes].map((list) => order.map((at) => list[at]!))
    for (let at = 0; at < rows.length; at++) {
      rows[at] = copies[0]![at]!
      lastRows[at] = copies[1]![at]!
      nodes[at] = copies[2]![at]!
    }
  }
  for (let at = 1; at < rows.length; at++) if (lastRows[at - 1]! >= rows[at]!) return false
  return true
}

/** The first place in a sorted list whose value is `least` or more. */
export function firstBehind(sorted: readonly number[], least: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
