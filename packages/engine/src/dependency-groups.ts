// The cells of a model as nodes of a picture: one each, but formulas of one form, and inputs, that stand in
// a row of a column are one together.

import { rangeSymbol } from '@cellwake/language'
import { type Json, toWire } from '@cellwake/runtime'
import { type CellRole, holdsSomething, roleOf, statusOf, valueIn } from './cell-facts.ts'
import { type CellNode, SPILLED } from './cell-node.ts'
import type { CellStatus } from './cell-view.ts'
import { columnOf, sheetOf } from './grid.ts'
import { DEPENDENCY_GROUP_CELLS } from './limits.ts'
import type { ModelGraph } from './model-graph.ts'
import { isWanted } from './sheet-view.ts'
import { templateOf } from './template.ts'

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

  constructor(graph: ModelGraph) {
    this.#graph = graph
    const { grid } = graph.cells
    for (const column of grid.columns.values()) {
      const leaves = [...column.leaves].sort(([a], [b]) => a - b)
      let run: CellNode[] = []
      for (const [, leaf] of leaves) {
        for (const node of leaf) {
          if (node === undefined || !isShown(node)) continue
          const last = run.at(-1)
          if (last !== undefined && !belongTogether(last, node)) {
            this.#add(run)
            run = []
          }
          run.push(node)
        }
      }
      this.#add(run)
    }
    for (const node of grid.names.values()) if (isShown(node)) this.#addOne([node])
  }

  of(node: CellNode): CellGroup | undefined {
    return this.#byCell.get(node)
  }

  /** Those that have cells in a rectangle. */
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

/** How the cells of a group stand. */
export function groupFacts(
  graph: ModelGraph,
  { cells }: CellGroup,
): { readonly wanted: boolean; readonly status: CellStatus; readonly value?: Json } {
  const wanted = cells.some(isWanted)
  const status = cells.some((node) => statusOf(node) === 'dirty') ? 'dirty' : statusOf(cells[0]!)
  if (cells.length > 1) return { wanted, status }
  return { wanted, status, value: toWire(valueIn(graph, cells[0]!)).value }
}

/** What an array covers belongs to the cell it comes from. */
function isShown(node: CellNode): boolean {
  return holdsSomething(node) && (node.flags & SPILLED) === 0
}

function belongTogether(a: CellNode, b: CellNode): boolean {
  return b.row === a.row + 1 && templateOf(a) === templateOf(b) && roleOf(a) === roleOf(b)
}
