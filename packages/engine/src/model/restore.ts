// Restores a model from its records: given values, last good values, and results of lazy formulas that still
// hold, so that it is the model that was closed.

import type { Value } from '@cellwake/runtime'
import { templateOf } from '../formulas/template.ts'
import { type CellNode, LAZY } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { LOOK_CELLS } from '../limits.ts'
import type { Inputs } from './inputs.ts'
import { answerId, type ModelRecords } from './records.ts'
import type { Work } from './slices.ts'

/** All but some documents, at an instant. Everything that is wanted runs. */
export function* restoreValues(
  graph: ModelGraph,
  inputs: Inputs,
  records: ModelRecords,
  except: ReadonlySet<string>,
  now: number,
  pause: () => boolean,
): Work<void> {
  let restored = 0
  for (const [symbol, value] of records.given()) {
    if (!except.has(symbol)) inputs.restore(symbol, value)
    if (++restored % LOOK_CELLS === 0 && pause()) yield
  }
  for (const [symbol, value] of records.good()) {
    if (except.has(`?${symbol}`)) continue
    const node = inputs.find(symbol)
    if (node === undefined || templateOf(node)?.mode !== 'conditional') continue
    graph.restoreGood(node, value)
  }
  yield* graph.start(now)
  graph.takeChanged()
  const results = new Map<CellNode, { value: Value; holds: boolean }>()
  for (const [symbol, { value, basis }] of records.lazy()) {
    if (except.has(`~${symbol}`)) continue
    const node = inputs.find(symbol)
    if (node === undefined || (node.flags & LAZY) === 0 || node.live > 0) continue
    if (graph.calls.any) graph.runCallsBelow(node)
    results.set(node, { value, holds: stillHolds(graph, records, node, basis) })
    if (pause()) yield
  }
  if (results.size > 0) graph.restoreLazy(results)
}

/** Lazy results hold if nothing that they follow from was given since. */
function stillHolds(
  graph: ModelGraph,
  records: ModelRecords,
  node: CellNode,
  basis: number,
): boolean {
  if (graph.isUnsure(node)) return false
  for (const cell of graph.below(node)) {
    const symbol = graph.symbolOf(cell)
    const isCall = graph.calls.of(cell) !== undefined
    if (records.seq(isCall ? answerId(symbol) : symbol) > basis) return false
  }
  return true
}
