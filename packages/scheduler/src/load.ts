// Loading many nodes at once: one walk in the order of their reads gives each its height and its value,
// without the queue and without a node running twice. For models of a million cells.

import type { Graph } from './graph.ts'
import { heightAbove } from './heights.ts'
import type { Node } from './node.ts'
import * as nodes from './node.ts'

// Folded into the code, unlike imported ones.
const { linkRead, NEVER_RAN, readAt, readCount, readerAt, readerCount, readSlotAt } = nodes

/**
 * Runs those of the new nodes that are wanted, each after what it reads. Their reads must be in place,
 * as far as they are known ahead; `roots` are wanted for their own sake.
 */
export function loadNodes(graph: Graph, roots: readonly Node[]): void {
  const wanted = wantAll(roots)
  // By ordinal: how many of its reads are yet to come.
  const waits = new Int32Array(graph.nextOrdinal)
  const ready: Node[] = []
  for (const node of wanted) {
    let count = 0
    for (let i = 0, n = readCount(node); i < n; i++) {
      if (readSlotAt(node, i) < 0) linkRead(node, i)
      const dep = readAt(node, i)
      if (dep.fn !== null && (dep.flags & NEVER_RAN) !== 0) count++
    }
    waits[node.ordinal] = count
    if (count === 0) ready.push(node)
  }
  for (let at = 0; at < ready.length; at++) {
    const node = ready[at]!
    if ((node.flags & NEVER_RAN) !== 0) {
      node.height = heightAbove(node)
      // Nothing runs around it; only what reads ahead, and too deep, goes the long way.
      if (!graph.runAlone(node)) graph.runFirst(node)
    } else raise(graph, node)
    for (let i = 0, n = readerCount(node); i < n; i++) {
      const { ordinal } = readerAt(node, i)
      if (waits[ordinal]! > 0 && --waits[ordinal]! === 0) ready.push(readerAt(node, i))
    }
  }
  // What is left waits for itself, as far as is known ahead, or read something else than was known.
  if (ready.length < wanted.length) finish(graph, wanted, waits)
}

function finish(graph: Graph, wanted: readonly Node[], waits: Int32Array): void {
  const left = wanted.filter(({ ordinal }) => waits[ordinal]! > 0)
  for (const node of left) if ((node.flags & NEVER_RAN) !== 0) graph.runFirst(node)
  for (const node of left) raise(graph, node)
}

/** One that was read before its turn has run, and others may stand above it. */
function raise(graph: Graph, node: Node): void {
  const height = heightAbove(node)
  if (height > node.height) graph.heights.lift(node, height)
}

/** All that the roots need, each counted once for every reader that is wanted. */
function wantAll(roots: readonly Node[]): Node[] {
  const wanted: Node[] = []
  for (const root of roots) if (root.live++ === 0) wanted.push(root)
  for (let at = 0; at < wanted.length; at++) {
    const node = wanted[at]!
    for (let i = 0, n = readCount(node); i < n; i++) {
      const dep = readAt(node, i)
      if (dep.live++ === 0 && dep.fn !== null && (dep.flags & NEVER_RAN) !== 0) wanted.push(dep)
    }
  }
  return wanted
}
