// Readers of a cell: formulas by the edges of the graph, lazy ones that never ran by their text, and rules.

import { type Node, neverRan, readerAt, readerCount } from '@cellwake/scheduler'
import { READ_BY_SYMBOLS, READ_BY_VISITS } from '../limits.ts'
import { isRegion, type Region } from '../ranges/region.ts'
import { ruleReads } from '../rules/rule-reads.ts'
import type { Moment } from '../why/moment.ts'
import { type CellNode, isCell, LAZY, SPILLED } from './cell-node.ts'
import { columnOf, sheetOf } from './grid.ts'
import { depsOf } from './node-deps.ts'
import { isHidden } from './reads.ts'

/** Symbols of formulas that read a cell, the first so many. */
export function readersOf({ graph }: Moment, node: CellNode): string[] {
  const found = new Set<string>()
  const seen = new Set<Node>([node])
  for (const next of seen) {
    if (seen.size > READ_BY_VISITS || found.size >= READ_BY_SYMBOLS) break
    for (let i = 0, n = Math.min(readerCount(next), READ_BY_VISITS); i < n; i++) {
      const reader = readerAt(next, i)
      if (!isCell(reader) || isHidden(reader)) seen.add(reader)
      else if ((reader.flags & SPILLED) === 0) found.add(graph.symbolOf(reader))
    }
  }
  if (graph.hasLazy) {
    for (const cell of graph.cells.grid.nodes()) {
      if ((cell.flags & LAZY) === 0 || !neverRan(cell)) continue
      for (const dep of depsOf(cell)) {
        if (dep === node || (isRegion(dep) && holds(dep, node))) {
          found.add(graph.symbolOf(cell))
        }
      }
    }
  }
  return [...found].slice(0, READ_BY_SYMBOLS)
}

/** Ids of the rules that read a cell. */
export function rulesReading({ graph, ir }: Moment, node: CellNode): string[] {
  const symbol = graph.symbolOf(node)
  return ir.rules.filter((rule) => ruleReads(rule, node, symbol)).map(({ id }) => id)
}

/** Whether a cell lies in a range. */
export function holds({ own }: Region, { column, row }: CellNode): boolean {
  if (column < 0 || sheetOf(column) !== own.sheet) return false
  const number = columnOf(column)
  const inColumns = number >= own.column && number <= own.lastColumn
  return inColumns && row >= own.row && row <= own.lastRow
}
