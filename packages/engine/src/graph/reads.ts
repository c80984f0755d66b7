// Reads of a formula in its last run, and the possible reads of a branch that was not taken. A range
// is one read.

import { rangeSymbol } from '@cellwake/language'
import { type Node, neverRan } from '@cellwake/scheduler'
import { templateOf } from '../formulas/template.ts'
import { isRegion, type Region } from '../ranges/region.ts'
import { type CellNode, EXTERNAL, isCell, SPILLED } from './cell-node.ts'
import type { ModelCells } from './cells.ts'
import type { ModelGraph } from './model-graph.ts'
import { branchesOf, depsOf } from './node-deps.ts'

/** A cell, a name or an external call; or a range. */
export type Read = CellNode | Region

export interface ReadsOfCell {
  readonly reads: readonly Read[]
  readonly notTaken: readonly Read[]
}

export function readsOf(graph: ModelGraph, node: CellNode): ReadsOfCell {
  const reads = new Set<Read>()
  const notTaken = new Set<Read>()
  collect(graph.cells, node, reads, notTaken)
  for (const read of reads) notTaken.delete(read)
  return { reads: [...reads], notTaken: [...notTaken] }
}

function collect(cells: ModelCells, node: CellNode, reads: Set<Read>, notTaken: Set<Read>): void {
  const { flags } = node
  const template = templateOf(node)
  if (template === null && (flags & SPILLED) === 0) return
  const known = branchesOf(node).filter(isRead)
  // Before its first run it is not known which branch it takes.
  const isKnown = !neverRan(node)
  let byIndex = false
  for (const dep of depsOf(node, !isKnown)) {
    if (isAnswer(dep)) continue
    if (isCell(dep) && isHidden(dep)) collect(cells, dep, reads, notTaken)
    else if (isRead(dep)) reads.add(dep)
    else if (dep !== cells.offSheet && dep !== cells.arrivals) byIndex = true
  }
  for (const slot of known) {
    // A lookup reads an index of its range.
    if (byIndex && isRegion(slot)) reads.add(slot)
    else if (isKnown && !reads.has(slot) && !isAnswer(slot)) notTaken.add(slot)
  }
}

function isRead(slot: Node): slot is Read {
  return isRegion(slot) || isCell(slot)
}

/** Whether a formula has no symbol: its reads count for its readers. An external call has a symbol. */
export function isHidden(node: CellNode): boolean {
  return node.row < 0 && (node.flags & EXTERNAL) === 0
}

/** Whether it holds the answer to an external call, which counts as the call itself. */
export function isAnswer(node: Node): boolean {
  return (node.flags & EXTERNAL) !== 0 && node.fn === null
}

/** Symbol of a read. */
export function spelled(graph: ModelGraph, read: Read): string {
  if (isRegion(read)) {
    const { sheet, column, row, lastColumn, lastRow } = read.own
    return rangeSymbol(graph.cells.sheets[sheet]!, column, row, lastColumn, lastRow)
  }
  return graph.symbolOf(read)
}
