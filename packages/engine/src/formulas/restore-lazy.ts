// Results of lazy formulas from before a restart. One counts again without a run, if it hears of every change
// below it: everything that it can read, also on branches, is up to date and is connected with it.

import type { Value } from '@cellwake/runtime'
import {
  appendRead,
  distrust,
  type Graph,
  isInvalid,
  type Node,
  neverRan,
  readAt,
  readCount,
  trust,
} from '@cellwake/scheduler'
import { type CellNode, isCell } from '../graph/cell-node.ts'
import { depsOf } from '../graph/node-deps.ts'

export function restoreLazy(
  graph: Graph,
  results: ReadonlyMap<CellNode, { readonly value: Value; readonly holds: boolean }>,
): void {
  const held = new Set<CellNode>()
  for (const [node, { value, holds }] of results) {
    if (node.fn === null || !neverRan(node)) continue
    node.value = value
    if (holds) held.add(node)
  }
  for (const node of held) trust(node)
  for (let before = -1; before !== held.size; ) {
    before = held.size
    for (const node of held) {
      if (restsOnValues(node)) continue
      distrust(node)
      held.delete(node)
    }
  }
  for (const node of held) {
    const known = new Set<Node>()
    for (let i = 0, n = readCount(node); i < n; i++) known.add(readAt(node, i))
    for (const dep of depsOf(node)) {
      // A range without a reader yet does not know its cells.
      if (isInvalid(dep)) graph.read(dep)
      if (known.has(dep)) continue
      known.add(dep)
      appendRead(node, dep)
    }
    graph.takeUp(node)
  }
}

/** Whether every cell that it can read is up to date; ranges between them do not count. */
function restsOnValues(node: CellNode): boolean {
  const seen = new Set<Node>([node])
  for (const next of seen) {
    for (const dep of depsOf(next)) {
      if (!isCell(dep)) seen.add(dep)
      else if (isInvalid(dep)) return false
    }
  }
  return true
}
