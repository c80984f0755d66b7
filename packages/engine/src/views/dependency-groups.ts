// The cells of a model as nodes of a picture: one each, but formulas of one form, and inputs, that stand in
// a row of a column are one together. There are so many at most; the rest is only counted.

import { rangeSymbol } from '@cellwake/language'
import { type Json, toWire } from '@cellwake/runtime'
import { templateOf } from '../formulas/template.ts'
import { type CellNode, SPILLED } from '../graph/cell-node.ts'
import { columnOf, sheetOf } from '../graph/grid.ts'
import { bytesOf } from '../graph/memory.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import {
  DEPENDENCY_GROUP_CELLS,
  DEPENDENCY_GROUPS,
  GRAPH_VALUE_BYTES,
  LEAF_ROWS,
  LOOK_CELLS,
} from '../limits.ts'
import type { Work } from '../model/slices.ts'
import { type CellRole, holdsSomething, roleOf, valueIn } from './cell-facts.ts'
import type { CellStatus } from './cell-view.ts'
import { isWanted } from './sheet-view.ts'

/** As many leaves as hold the cells between two looks at the time. */
const LOOK_LEAVES = LOOK_CELLS / LEAF_ROWS

export interface CellGroup {
  readonly id: string
  readonly role: CellRole
  readonly cells: readonly CellNode[]
}

export class DependencyGroups {
  readonly #graph: ModelGraph
  readonly #byCell = new Map<CellNode, CellGroup>()
  /** From above; names are in none. */
  readonly #byColumn = new Map<number, CellGroup[]>()
  readonly all: CellGroup[] = []
  /** Cells that are in no group, since there are too many. */
  leftOut = 0

  constructor(graph: ModelGraph) {
    this.#graph = graph
  }

  /** Finds the groups of all cells, or of some. */
  *find(pause: () => boolean, isWithin: (node: CellNode) => boolean = () => true): Work<void> {
    const { grid } = this.#graph.cells
    let looked = 0
    for (const column of grid.columns.values()) {
      const leaves = [...column.leaves].sort(([a], [b]) => a - b)
      let run: CellNode[] = []
      for (const [, leaf] of leaves) {
        for (const node of leaf) {
          if (node === undefined || !isShown(node) || !isWithin(node)) continue
          const last = run.at(-1)
          if (last !== undefined && !belongTogether(last, node)) {
            this.#add(run)
            run = []
          }
          run.push(node)
        }
        if (++looked % LOOK_LEAVES === 0 && pause()) yield
      }
      this.#add(run)
    }
    for (const node of grid.names.values()) {
      if (isShown(node) && isWithin(node)) this.#addOne([node])
      if (++looked % LOOK_CELLS === 0 && pause()) yield
    }
  }

  of(node: CellNode): CellGroup | undefined {
    return this.#byCell.get(node)
  }

  /** Groups that have cells in a rectangle. */
  *within(
    sheet: number,
    column: number,
    row: number,
    lastColumn: number,
    lastRow: number,
  ): Iterable<CellGroup> {
    for (const [key, groups] of this.#byColumn) {
      const own = columnOf(key)
      if (sheetOf(key) !== sheet || own < column || own > lastColumn) continue
      for (const group of groups) {
        if (group.cells[0]!.row <= lastRow && group.cells.at(-1)!.row >= row) yield group
      }
    }
  }

  #add(run: readonly CellNode[]): void {
    if (run.length >= DEPENDENCY_GROUP_CELLS) this.#addOne(run)
    else for (const node of run) this.#addOne([node])
  }

  #addOne(cells: readonly CellNode[]): void {
    const [first] = cells
    if (first === undefined) return
    if (this.all.length >= DEPENDENCY_GROUPS) {
      this.leftOut += cells.length
      return
    }
    const group = { id: this.#idOf(cells), role: roleOf(first), cells }
    this.all.push(group)
    for (const node of cells) this.#byCell.set(node, group)
    if (first.column < 0) return
    const inColumn = this.#byColumn.get(first.column)
    if (inColumn === undefined) this.#byColumn.set(first.column, [group])
    else inColumn.push(group)
  }

  #idOf(cells: readonly CellNode[]): string {
    const first = cells[0]!
    if (cells.length === 1) return this.#graph.symbolOf(first)
    const column = columnOf(first.column)
    const sheet = this.#graph.cells.sheets[sheetOf(first.column)]!
    return rangeSymbol(sheet, column, first.row, column, cells.at(-1)!.row)
  }
}

/** Demand, status and value of a group. */
export function groupFacts(
  graph: ModelGraph,
  { cells }: CellGroup,
): { readonly wanted: boolean; readonly status: CellStatus; readonly value?: Json } {
  const wanted = cells.some(isWanted)
  const { statuses } = graph
  const isDirty = cells.some((node) => statuses.of(node) === 'dirty')
  const status = isDirty ? 'dirty' : statuses.of(cells[0]!)
  const value = cells.length > 1 ? undefined : valueIn(graph, cells[0]!)
  // Large values are omitted here; a request for the cell has them.
  if (value === undefined || bytesOf(value) > GRAPH_VALUE_BYTES) return { wanted, status }
  return { wanted, status, value: toWire(value).value }
}

/** Spilled cells belong to the anchor of their array. */
function isShown(node: CellNode): boolean {
  return holdsSomething(node) && (node.flags & SPILLED) === 0
}

function belongTogether(a: CellNode, b: CellNode): boolean {
  return b.row === a.row + 1 && templateOf(a) === templateOf(b) && roleOf(a) === roleOf(b)
}
