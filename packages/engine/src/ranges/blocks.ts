// Blocks: a segment tree over aligned stretches of one column, a leaf 32 rows, each level above twice as many. A
// block is a node that reads its halves, a leaf block one that reads its cells; its value is their aggregate.
// A long range reads the largest blocks that fit, and strips of rows at its ends. So a change of one cell runs
// one block on each level and the range itself, whatever its length; and no block holds a cell outside the
// range, so a column may add up the cells above it.
//
// Only blocks that something reads exist, and below them only those that have cells.

import type { Value } from '@cellwake/runtime'
import { appendRead, type Graph, type Node, neverRan } from '@cellwake/scheduler'
import type { CellNode } from '../graph/cell-node.ts'
import type { Column } from '../graph/grid.ts'
import { LEAF_ROWS, SHEET_ROWS } from '../limits.ts'
import { type Aggregate, copyOf, joined, nothing } from './aggregate.ts'
import { type Block, isStrip, newBlock, newStrip, type Strip } from './block.ts'

/** The level of the block that covers a whole column. */
const TOP_LEVEL = Math.log2(SHEET_ROWS / LEAF_ROWS)
/** More than any level has blocks. */
const LEVEL_STEP = 65_536

export class Blocks {
  readonly #graph: Graph
  readonly #runStrip: (node: Node) => Aggregate
  readonly #runBlock: (node: Node) => Aggregate

  constructor(graph: Graph) {
    this.#graph = graph
    this.#runStrip = (node) => {
      const { column, place, before, first, last } = (node as Strip).own
      // Cells are added from above, so the aggregate before the last one may come ready.
      const found = before === null ? nothing() : copyOf(graph.read(before) as Aggregate)
      const leaf = column.leaf(place)
      if (leaf === undefined) return found
      let { numbers, sum, min, max } = found
      for (let row = before === null ? first : last; row <= last; row++) {
        const cell = leaf[(row - 1) % LEAF_ROWS]
        if (cell === undefined) continue
        // An input is up to date, and most are numbers: nothing is called for them.
        const value = cell.fn === null ? cell.value : (graph.read(cell) as Value)
        if (typeof value === 'number') {
          numbers++
          sum += value
          if (value < min) min = value
          if (value > max) max = value
        } else {
          found.setNumbers(numbers, sum, min, max)
          found.add(value, row)
          ;({ numbers, sum, min, max } = found)
        }
      }
      found.setNumbers(numbers, sum, min, max)
      return found
    }
    this.#runBlock = (node) => {
      const { left, right } = (node as Block).own
      if (left === null) return right === null ? nothing() : (graph.read(right) as Aggregate)
      const before = graph.read(left) as Aggregate
      return right === null ? before : joined(before, graph.read(right) as Aggregate)
    }
  }

  /**
   * Cover of some rows, from above: the largest blocks that fit, and strips. Ranges that start with a
   * leaf share the blocks they begin with as one, so that a running total is one of those and a strip.
   */
  cover(column: Column, first: number, last: number): Block[] {
    const leaves = Math.floor((last - first + 1) / LEAF_ROWS)
    if ((first - 1) % LEAF_ROWS !== 0 || leaves === 0) return this.#parts(column, first, last)
    const end = first - 1 + leaves * LEAF_ROWS
    const start = this.start(column, first, end)
    return end === last ? [start] : [start, this.#strip(column, end + 1, last)]
  }

  /** Cover of rows up to the end of a leaf: its parts, joined one after the other. */
  start(column: Column, first: number, last: number): Block {
    const known = column.starts.get((first - 1) * SHEET_ROWS + last)
    if (known !== undefined) return known
    const before = this.#beforeLastPart(first, last)
    const [part] = this.#parts(column, before + 1, last)
    if (before < first) return part!
    // A running total that is a leaf shorter has most likely made this one.
    const left = this.start(column, first, before)
    const total = newBlock(this.#graph.nextOrdinal++, this.#runBlock, TOP_LEVEL + 1, 0)
    total.own.left = left
    total.own.right = part!
    appendRead(total, left)
    appendRead(total, part!)
    column.starts.set((first - 1) * SHEET_ROWS + last, total)
    return total
  }

  /** The row above the largest block that ends with a leaf, or above the part of that leaf. */
  #beforeLastPart(first: number, last: number): number {
    let rows = LEAF_ROWS
    if (last - rows < first - 1) return first - 1
    while (rows < SHEET_ROWS && last % (rows * 2) === 0 && last - rows * 2 >= first - 1) rows *= 2
    return last - rows
  }

  #parts(column: Column, first: number, last: number): Block[] {
    const found: Block[] = []
    let row = first
    while (row <= last) {
      const place = Math.floor((row - 1) / LEAF_ROWS)
      const leafEnd = (place + 1) * LEAF_ROWS
      if ((row - 1) % LEAF_ROWS !== 0 || leafEnd > last) {
        const end = Math.min(last, leafEnd)
        found.push(this.#strip(column, row, end))
        row = end + 1
        continue
      }
      let level = 0
      let rows = LEAF_ROWS
      while (level < TOP_LEVEL && (row - 1) % (rows * 2) === 0 && row - 1 + rows * 2 <= last) {
        level++
        rows *= 2
      }
      found.push(this.#block(column, level, place >> level))
      row += rows
    }
    return found
  }

  /** A cell has come into being; blocks over it must know. */
  added(column: Column, cell: CellNode): void {
    const place = Math.floor((cell.row - 1) / LEAF_ROWS)
    for (const strip of column.strips.get(place) ?? []) {
      const { before, first, last } = strip.own
      const from = before === null ? first : last
      if (cell.row >= from && cell.row <= last) this.#addRead(strip, cell)
    }
    if (column.blocks.size === 0) return
    const leaf = column.blocks.get(place)
    if (leaf !== undefined) this.#addRead(leaf, cell)
    // Every block above that exists has a way down to it. One may have been made for another range
    // while it had no cells, so that the next above does not know it yet.
    for (let level = 1; level <= TOP_LEVEL; level++) {
      const block = column.blocks.get(key(level, Math.floor(place / 2 ** level)))
      if (block === undefined) continue
      const isRight = Math.floor(place / 2 ** (level - 1)) % 2 === 1
      if ((isRight ? block.own.right : block.own.left) === null) this.#descend(column, block)
    }
  }

  /**
   * Calls `fn` for every strip under a block whose cells have changed since a tick. Blocks that did not
   * change are not looked into.
   */
  changedSince(block: Block, tick: number, fn: (strip: Strip) => void): void {
    const stack = [block]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (next.changedAt <= tick) continue
      if (isStrip(next)) fn(next)
      else {
        const { left, right } = next.own
        if (right !== null) stack.push(right)
        if (left !== null) stack.push(left)
      }
    }
  }

  #strip(column: Column, first: number, last: number): Strip {
    const place = Math.floor((first - 1) / LEAF_ROWS)
    const strips = column.strips.get(place)
    let before: Strip | null = null
    for (const other of strips ?? []) {
      if (other.own.first !== first) continue
      if (other.own.last === last) return other
      if (other.own.last === last - 1) before = other
    }
    const strip = this.#makeStrip(column, first, last, before)
    if (strips === undefined) column.strips.set(place, [strip])
    else strips.push(strip)
    return strip
  }

  #makeStrip(column: Column, first: number, last: number, before: Strip | null = null): Strip {
    const strip = newStrip(this.#graph.nextOrdinal++, this.#runStrip, column, first, last, before)
    if (before !== null) appendRead(strip, before)
    const leaf = column.leaf(strip.own.place)
    if (leaf === undefined) return strip
    for (let row = before === null ? first : last; row <= last; row++) {
      const cell = leaf[(row - 1) % LEAF_ROWS]
      if (cell !== undefined) appendRead(strip, cell)
    }
    return strip
  }

  #block(column: Column, level: number, place: number): Block {
    const known = column.blocks.get(key(level, place))
    if (known !== undefined) return known
    if (level === 0) {
      const first = place * LEAF_ROWS + 1
      const leaf = this.#makeStrip(column, first, first + LEAF_ROWS - 1)
      column.blocks.set(place, leaf)
      return leaf
    }
    const block = newBlock(this.#graph.nextOrdinal++, this.#runBlock, level, place)
    column.blocks.set(key(level, place), block)
    this.#descend(column, block)
    return block
  }

  /** Makes the halves of a block that have cells and are not there yet. */
  #descend(column: Column, from: Block): void {
    const stack = [from]
    for (let block = stack.pop(); block !== undefined; block = stack.pop()) {
      const { own } = block
      for (const side of [0, 1]) {
        const level = own.level - 1
        const place = own.place * 2 + side
        if ((side === 0 ? own.left : own.right) !== null) continue
        if (!hasCells(column, level, place)) continue
        const known = column.blocks.has(key(level, place))
        const half =
          known || level === 0
            ? this.#block(column, level, place)
            : this.#bare(column, level, place)
        if (side === 0) own.left = half
        else own.right = half
        this.#addRead(block, half)
        if (!known && level > 0) stack.push(half)
      }
    }
  }

  /** A block whose halves are yet to come. */
  #bare(column: Column, level: number, place: number): Block {
    const block = newBlock(this.#graph.nextOrdinal++, this.#runBlock, level, place)
    column.blocks.set(key(level, place), block)
    return block
  }

  #addRead(block: Block, dep: Node): void {
    if (neverRan(block) && block.live === 0) {
      appendRead(block, dep)
      return
    }
    this.#graph.wiring.addRead(block, dep)
    this.#graph.touch(block)
  }
}

function key(level: number, place: number): number {
  return level * LEVEL_STEP + place
}

function hasCells(column: Column, level: number, place: number): boolean {
  const count = 2 ** level
  const first = place * count
  if (count > column.leaves.size) {
    for (const at of column.leaves.keys()) if (at >= first && at < first + count) return true
    return false
  }
  for (let at = first; at < first + count; at++) if (column.leaves.has(at)) return true
  return false
}
