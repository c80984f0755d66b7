// A picture of a graph of cells, for tools.

import { EFFECT, INVALID, type Node, readAt, readCount } from '../graph/node.ts'
import { isEffect } from './effects.ts'

/** One node of a picture of the graph. */
export interface SnapshotNode {
  readonly ordinal: number
  readonly kind: 'cell' | 'derived' | 'sink' | 'effect'
  readonly invalid: boolean
  readonly live: boolean
  readonly height: number
  readonly value: unknown
  /** The ordinals of its reads. */
  readonly reads: readonly number[]
}

/** Nodes, and everything that they follow from. */
export function pictures(roots: Iterable<Node>): SnapshotNode[] {
  const seen = new Set<Node>(roots)
  for (const node of seen) {
    for (let i = 0, n = readCount(node); i < n; i++) seen.add(readAt(node, i))
  }
  return [...seen].map(picture).sort((a, b) => a.ordinal - b.ordinal)
}

function picture(node: Node): SnapshotNode {
  const reads: number[] = []
  for (let i = 0, n = readCount(node); i < n; i++) reads.push(readAt(node, i).ordinal)
  const kind = kindOf(node)
  const { ordinal, height, value } = node
  return {
    ordinal,
    kind,
    invalid: (node.flags & INVALID) !== 0,
    live: node.live > 0,
    height,
    value: kind === 'sink' || kind === 'effect' ? undefined : value,
    reads,
  }
}

function kindOf(node: Node): SnapshotNode['kind'] {
  if ((node.flags & EFFECT) !== 0) return isEffect(node) ? 'effect' : 'sink'
  return node.fn === null ? 'cell' : 'derived'
}
