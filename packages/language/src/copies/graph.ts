// What formulas and copies read, as a graph of plain numbers. The targets of each column stand in a
// binary tree, so that a range is some dozen edges and not one for each of its cells.

import { cyclicGroups, type Edges } from '../check/components.ts'
import { COPIES_MAX_EDGES, SHEET_MAX_COLUMNS } from '../limits.ts'
import { type Cells, type ColumnTargets, firstBehind } from './cells.ts'
import { Ints } from './lists.ts'

/** The targets of a column as leaves; inner nodes count from 1, and node n holds 2n and 2n + 1. */
interface Tree {
  readonly across: number
  readonly targets: ColumnTargets
  /** The number of inner node 1 in the graph, less one. */
  readonly base: number
}

export class ReadGraph {
  readonly #cells: Cells
  readonly #nodes: number
  readonly #starts = new Ints()
  readonly #targets = new Ints()
  readonly #trees: ReadonlyMap<number, Tree>
  readonly #bySheet: ReadonlyMap<number, readonly Tree[]>
  readonly #innerNodes: number
  readonly #regionStarts = new Ints(64)
  readonly #regionTargets = new Ints(64)
  /** Columns that were looked at for regions. */
  #looks = 0
  /** By formula and copy: where it stands in the source. */
  readonly #order: Int32Array
  #node = 0
  #up = false
  #down = false

  /** `order` tells where each formula, copy and write stands; `ranges` whether any are read. */
  constructor(cells: Cells, order: Int32Array, ranges: boolean) {
    const nodes = order.length
    this.#cells = cells
    this.#nodes = nodes
    this.#order = order
    this.#starts.push(0)
    const trees = new Map<number, Tree>()
    const bySheet = new Map<number, Tree[]>()
    let base = nodes - 1
    for (const [across, targets] of ranges ? (cells.columns() ?? []) : []) {
      const tree = { across, targets, base }
      trees.set(across, tree)
      const sheet = Math.floor((across - 1) / SHEET_MAX_COLUMNS)
      const known = bySheet.get(sheet)
      if (known === undefined) bySheet.set(sheet, [tree])
      else known.push(tree)
      base += targets.nodes.length - 1
    }
    this.#trees = trees
    this.#bySheet = bySheet
    this.#innerNodes = base + 1 - nodes
  }

  /** Whether to stop: there is too much to keep. */
  get isOver(): boolean {
    return this.#targets.length + this.#regionTargets.length + this.#looks > COPIES_MAX_EDGES
  }

  /** Ends the edges of a node; nodes come in the order of their numbers. */
  endNode(): void {
    this.#starts.push(this.#targets.length)
    this.#node++
  }

  /** An edge from the node that is being added; none for -1. */
  edge(node: number): void {
    if (node < 0) return
    this.#targets.push(node)
    const order = this.#order
    // A region lies in both directions; what it holds is not looked at here.
    if (node >= order.length || order[node]! <= order[this.#node]!) this.#up = true
    if (node >= order.length || order[node]! >= order[this.#node]!) this.#down = true
  }

  /** Whether everybody reads only what stands above, or only what stands below: no way leads back. */
  get oneWay(): boolean {
    return !this.#up || !this.#down
  }

  /** Who has a cell; -1 if nobody does. */
  cell(sheet: number, column: number, row: number): number {
    return this.#cells.at(sheet, column, row)
  }

  /** A new node for all targets in a rectangle; -1 when there are none. */
  region(sheet: number, column: number, row: number, lastColumn: number, lastRow: number): number {
    const { length } = this.#regionTargets
    const first = sheet * SHEET_MAX_COLUMNS + column
    const last = sheet * SHEET_MAX_COLUMNS + lastColumn
    const trees = this.#bySheet.get(sheet)
    if (trees === undefined) return -1
    this.#looks += Math.min(last - first + 1, trees.length)
    if (last - first < trees.length) {
      for (let across = first; across <= last; across++) {
        const tree = this.#trees.get(across)
        if (tree !== undefined) this.#inside(tree, row, lastRow)
      }
    } else {
      for (const tree of trees)
        if (tree.across >= first && tree.across <= last) this.#inside(tree, row, lastRow)
    }
    if (this.#regionTargets.length === length) return -1
    this.#regionStarts.push(length)
    return this.#nodes + this.#innerNodes + this.#regionStarts.length - 1
  }

  /** The whole graph, when all nodes have ended. */
  edges(): Edges {
    const inner = new Ints(this.#innerNodes * 2 + 1)
    const own = this.#targets.length
    for (const tree of this.#trees.values())
      for (let node = 1; node < tree.targets.nodes.length; node++) {
        inner.push(number(tree, node * 2))
        inner.push(number(tree, node * 2 + 1))
        this.#starts.push(own + inner.length)
      }
    const behind = own + inner.length
    for (let at = 1; at <= this.#regionStarts.length; at++) {
      const isLast = at === this.#regionStarts.length
      const end = isLast ? this.#regionTargets.length : this.#regionStarts.data[at]!
      this.#starts.push(behind + end)
    }
    const targets = new Int32Array(behind + this.#regionTargets.length)
    targets.set(this.#targets.values())
    targets.set(inner.values(), own)
    targets.set(this.#regionTargets.values(), behind)
    return { starts: this.#starts.values(), targets }
  }

  /** The highest nodes of a column's tree that lie between two rows. */
  #inside(tree: Tree, row: number, lastRow: number): void {
    const { rows, lastRows, nodes } = tree.targets
    let from = firstBehind(lastRows, row) + nodes.length
    let to = firstBehind(rows, lastRow + 1) + nodes.length
    for (; from < to; from >>= 1, to >>= 1) {
      if (from % 2 === 1) this.#regionTargets.push(number(tree, from++))
      if (to % 2 === 1) this.#regionTargets.push(number(tree, --to))
    }
  }
}

function number({ targets, base }: Tree, node: number): number {
  return node < targets.nodes.length ? base + node : targets.nodes[node - targets.nodes.length]!
}

/** Whether some node leads back to itself. */
export function hasCycle(edges: Edges): boolean {
  return cyclicGroups(edges).length > 0
}

/** How many nodes lead out of some, at most `most`; -1 when one of `sought` is among them. */
export function reach(
  { starts, targets }: Edges,
  from: readonly number[],
  sought: ReadonlySet<number>,
  most: number,
): number {
  const seen = new Set(from)
  const waiting = [...seen]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (sought.has(node)) return -1
    for (let at = starts[node]!; at < starts[node + 1]!; at++) {
      const target = targets[at]!
      if (seen.has(target)) continue
      seen.add(target)
      waiting.push(target)
    }
    if (seen.size > most) break
  }
  return seen.size
}
