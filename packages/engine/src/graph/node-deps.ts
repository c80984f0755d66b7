// Dependencies of a node: its reads, and the possible reads of its branches.

import { type Node, readAt, readCount } from '@cellwake/scheduler'
import { templateOf } from '../formulas/template.ts'
import { type CellNode, isCell } from './cell-node.ts'

export function* depsOf(node: Node, branches = true): Iterable<Node> {
  for (let i = 0, n = readCount(node); i < n; i++) yield readAt(node, i)
  if (branches && isCell(node)) yield* branchesOf(node)
}

/** Possible reads of the branches of a formula, if it has any. */
export function branchesOf(node: CellNode): readonly Node[] {
  const template = templateOf(node)
  // Numbers come first.
  return template?.tracked === true ? (node.own!.slice(template.slotNumbers) as Node[]) : []
}
