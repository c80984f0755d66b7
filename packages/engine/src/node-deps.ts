// What a node depends on: what it read, and what some branch of it may read.

import { Node, readAt, readCount } from '@cellwake/scheduler'
import { CellNode } from './cell-node.ts'

export function* depsOf(node: Node, branches = true): Iterable<Node> {
  for (let i = 0, n = readCount(node); i < n; i++) yield readAt(node, i)
  if (branches && node instanceof CellNode && node.template?.tracked === true) {
    for (const slot of node.slots!) if (slot instanceof Node) yield slot
  }
}
