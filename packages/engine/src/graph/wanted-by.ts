// Demand for a cell: the reasons for which it runs. A formula with `=` runs by itself; any cell runs for a formula that is
// wanted and reads it, for a rule whose trigger reads it, and for its watchers.

import { type Node, readerAt, readerCount } from '@cellwake/scheduler'
import { READ_BY_SYMBOLS, READ_BY_VISITS } from '../limits.ts'
import { type CellNode, isCell, LAZY, SPILLED } from './cell-node.ts'
import type { ModelGraph } from './model-graph.ts'
import { isHidden } from './reads.ts'

export interface WantedBy {
  /** True for an input, and for a formula that is eager. */
  readonly always: boolean
  /** Symbols of formulas that are wanted and read it, the first so many. */
  readonly formulas: readonly string[]
  /** Ids of rules whose trigger reads it. */
  readonly rules: readonly string[]
  /** Number of watchers that want it. */
  readonly watchers: number
}

export function wantedBy(graph: ModelGraph, node: CellNode, watchers: number): WantedBy {
  const formulas = new Set<string>()
  const rules = new Set<string>()
  const triggers = new Map<Node, string>(graph.rules.map(({ id, trigger }) => [trigger, id]))
  // Between a cell and its readers stand ranges, their blocks, and hidden formulas.
  const seen = new Set<Node>([node])
  for (const next of seen) {
    if (seen.size > READ_BY_VISITS || formulas.size >= READ_BY_SYMBOLS) break
    for (let i = 0, n = Math.min(readerCount(next), READ_BY_VISITS); i < n; i++) {
      const reader = readerAt(next, i)
      if (reader.live === 0) continue
      if (isCell(reader) && !isHidden(reader)) {
        if ((reader.flags & SPILLED) === 0) formulas.add(graph.symbolOf(reader))
        continue
      }
      seen.add(reader)
      const rule = triggers.get(reader)
      if (rule !== undefined) rules.add(rule)
    }
  }
  return {
    always: (node.flags & LAZY) === 0,
    formulas: [...formulas].slice(0, READ_BY_SYMBOLS),
    rules: [...rules],
    watchers,
  }
}
