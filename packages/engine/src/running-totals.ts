// How a region of one column is computed that is one cell longer than another. Cells behind the last whole leaf
// are added to what stands before them; where a leaf becomes whole, its cells are added up by themselves, and
// leaves join in pairs as blocks do: see `blocks.ts`. So the sum is the one that blocks would give, without any.

import type { Value } from '@cellwake/runtime'
import { CHANGED, type Edges, type Graph, type Node } from '@cellwake/scheduler'
import { Aggregate, copyOf, joined, nothing, plus } from './aggregate.ts'
import type { CellNode } from './cell-node.ts'
import type { Grid } from './grid.ts'
import { LEAF_ROWS } from './limits.ts'
import type { Part, Region } from './region-node.ts'

export const NO_PARTS: readonly Part[] = []

/** What a region runs that adds cells to what it reads first: the region before it, or blocks. */
export function addToFirst(graph: Graph): (node: Node) => Aggregate | typeof CHANGED {
  return (node) => {
    const reads = node.reads as Edges
    const first = graph.read(reads[0] as Node) as Aggregate
    const cell = reads[2] as CellNode
    // An input is up to date.
    const next = cell.fn === null ? cell.value : (graph.read(cell) as Value)
    // Most add one number, and need not know where it stands. Nobody else holds what they have made.
    if (reads.length === 4 && typeof next === 'number') {
      if (!(node.value instanceof Aggregate)) return plus(first, next)
      node.value.become(first, next)
      return CHANGED
    }
    const total = copyOf(first)
    const row = (node as Region).own.lastRow - (reads.length >> 1) + 1
    for (let at = 2; at < reads.length; at += 2) {
      total.add(graph.read(reads[at] as Node) as Value, row + (at >> 1))
    }
    return total
  }
}

/**
 * What a region of whole leaves runs that reads the one a cell shorter, its last cell and, unless it is the
 * first leaf, the one a leaf shorter. The cells of its last leaf are below those.
 */
export function addLeaf(graph: Graph, grid: Grid): (node: Node) => Aggregate {
  return (node) => {
    const region = node as Region
    const { row, lastRow } = region.own
    let before = NO_PARTS
    if (lastRow - row >= LEAF_ROWS) {
      const shorter = (region.reads as Edges)[4] as Region
      graph.read(shorter)
      before = shorter.own.parts
    }
    const leaf = grid.column(region.column)!.leaf(lastRow / LEAF_ROWS - 1)!
    let block = nothing()
    addCells(graph, leaf, lastRow - LEAF_ROWS + 1, lastRow, block)
    let count = before.length
    for (let rows = LEAF_ROWS * 2; isWhole(row, lastRow, rows); rows *= 2) {
      block = joined(before[--count]!.block, block)
    }
    const total = count === 0 ? block : joined(before[count - 1]!.total, block)
    region.own.parts = [...before.slice(0, count), { block, total }]
    return total
  }
}

/** Whether a block of so many rows ends there, within the region. */
function isWhole(row: number, lastRow: number, rows: number): boolean {
  return lastRow % rows === 0 && lastRow - rows >= row - 1
}

/** Adds some cells of a leaf, from above. */
export function addCells(
  graph: Graph,
  leaf: readonly (CellNode | undefined)[],
  first: number,
  last: number,
  to: Aggregate,
): void {
  let { numbers, sum, min, max } = to
  for (let row = first; row <= last; row++) {
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
      to.setNumbers(numbers, sum, min, max)
      to.add(value, row)
      ;({ numbers, sum, min, max } = to)
    }
  }
  to.setNumbers(numbers, sum, min, max)
}
