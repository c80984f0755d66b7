// What a formula read when it last ran, and what it would have read on a branch that was not taken. A range
// is one read.

import { rangeSymbol } from '@cellwake/language'
import { NEVER_RAN } from '@cellwake/scheduler'
import { CellNode, SPILLED } from './cell-node.ts'
import type { Cells } from './cells.ts'
import type { ModelGraph } from './model-graph.ts'
import { depsOf } from './node-deps.ts'
import { Region } from './region.ts'

/** A cell, a name or the value of an external call; or a range. */
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

function collect(cells: Cells, node: CellNode, reads: Set<Read>, notTaken: Set<Read>): void {
  const { template, flags } = node
  if (template === null && (flags & SPILLED) === 0) return
  const known = template?.tracked === true ? node.slots!.filter(isRead) : []
  // Before its first run nobody knows which branch it takes.
  const isKnown = (flags & NEVER_RAN) === 0
  let byIndex = false
  for (const dep of depsOf(node, !isKnown)) {
    if (dep instanceof CellNode && dep.row < 0) collect(cells, dep, reads, notTaken)
    else if (isRead(dep)) reads.add(dep)
    else if (dep !== cells.offSheet && dep !== cells.arrivals) byIndex = true
  }
  for (const slot of known) {
    // A lookup reads an index of its range.
    if (byIndex && slot instanceof Region) reads.add(slot)
    else if (isKnown && !reads.has(slot)) notTaken.add(slot)
  }
}

function isRead(slot: unknown): slot is Read {
  return slot instanceof Region || slot instanceof CellNode
}

/** How a read is spelled. */
export function spelled(graph: ModelGraph, read: Read): string {
  if (read instanceof Region) {
    const { sheet, column, row, lastColumn, lastRow } = read
    return rangeSymbol(graph.cells.sheets[sheet]!, column, row, lastColumn, lastRow)
  }
  return externalSymbol(graph, read) ?? graph.symbolOf(read)
}

/** The symbol of an external call; undefined for any other node. */
export function externalSymbol(graph: ModelGraph, node: CellNode): string | undefined {
  for (const [symbol, external] of graph.cells.externals) if (external === node) return symbol
  return undefined
}
