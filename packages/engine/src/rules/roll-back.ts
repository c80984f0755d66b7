// Rollback of a change that the store does not take: inputs, last good values, and all that follows from them; and the
// last good values that the store is still to have.

import { stops } from '@cellwake/runtime'
import type { Write } from '@cellwake/store'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { InputChange, KeptGood } from '../model/in-flight.ts'
import type { Inputs } from '../model/inputs.ts'
import type { ModelRecords } from '../model/records.ts'
import type { Work } from '../model/slices.ts'

/** Rolls back: `changes` undo, the newest first. Nobody is told, as nobody was told of the changes either. */
export function* rollBack(
  graph: ModelGraph,
  inputs: Pick<Inputs, 'give'>,
  changes: Iterable<InputChange>,
  good: readonly KeptGood[],
  now: number,
): Work<void> {
  for (const change of changes) inputs.give(change)
  for (const { node, before, now: kept } of good) {
    if (node.value === kept) graph.rollBackGood(node, before)
  }
  if (!graph.settle(now)) yield* graph.resting()
  graph.takeChanged()
  // The next commit writes them as they are now.
  for (const node of graph.good.keys()) graph.good.set(node, node.value)
}

/** Conditional formulas whose last good value is another one, as they are now. */
export function keptGood(graph: ModelGraph): KeptGood[] {
  const good: KeptGood[] = []
  for (const [node, before] of graph.good) good.push({ node, before, now: node.value })
  return good
}

/**
 * Last good values that are not in the store yet, to be written with the next commit. An array that had room for a part of
 * the settling, and has none now, is not good: the value before it stays.
 */
export function goodWrites(graph: ModelGraph, records: ModelRecords): Write[] {
  const writes: Write[] = []
  for (const node of graph.good.keys()) {
    if (!stops(node.value)) writes.push(records.putGood(graph.symbolOf(node), node.value))
  }
  graph.good.clear()
  return writes
}
