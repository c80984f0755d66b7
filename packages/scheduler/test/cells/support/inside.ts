// Looks inside a runtime: its graph, its nodes, and what must hold of them at any moment.
import type { Cells, Readable } from '../../../src/cells/cells.ts'
import { Graph } from '../../../src/graph/graph.ts'
import {
  EFFECT,
  INVALID,
  MANY_READERS,
  type Node,
  QUEUED,
  readAt,
  readCount,
  readerAt,
  readerCount,
  readSlotAt,
  TASK,
} from '../../../src/graph/node.ts'

export function nodeOf(item: Readable<unknown>): Node {
  return item as unknown as Node
}

/** The graph behind a runtime, caught while it writes. */
export function graphOf(runtime: Cells): Graph {
  const { write } = Graph.prototype
  let found: Graph | undefined
  Graph.prototype.write = function (node, value) {
    found = this
    return write.call(this, node, value)
  }
  runtime.cell(0).set(1)
  Graph.prototype.write = write
  return found!
}

/** Nodes that `make` starts as effects. */
export function started(make: () => void): Node {
  const { start } = Graph.prototype
  let found: Node | undefined
  Graph.prototype.start = function (node) {
    found = node
    start.call(this, node)
  }
  make()
  Graph.prototype.start = start
  return found!
}

export function readsOf(node: Node): Node[] {
  return Array.from({ length: readCount(node) }, (_, i) => readAt(node, i))
}

export function readersOf(node: Node): Node[] {
  return Array.from({ length: readerCount(node) }, (_, i) => readerAt(node, i))
}

/** Violations in the edges, heights and counts of these nodes; none, normally. */
export function flaws(nodes: readonly Node[], queued: ReadonlySet<Node>): string[] {
  const found: string[] = []
  const live = liveFromScratch(nodes)
  for (const node of nodes) {
    const say = (what: string) => found.push(`node ${node.ordinal}: ${what}`)
    const isInvalid = (node.flags & INVALID) !== 0
    for (let i = 0; i < readCount(node); i++) {
      const dep = readAt(node, i)
      const slot = readSlotAt(node, i)
      if (slot < 0) {
        if (!isInvalid || node.live > 0) say(`read ${i} is not linked`)
        continue
      }
      if (readerAt(dep, slot) !== node || backAt(dep, slot) !== i) say(`slot of read ${i}`)
      if (dep.height >= node.height) say(`height ${node.height} is not above read ${i}`)
    }
    for (let i = 0; i < readerCount(node); i++) {
      const reader = readerAt(node, i)
      const back = backAt(node, i)
      if (readAt(reader, back) !== node || readSlotAt(reader, back) !== i)
        say(`slot of reader ${i}`)
    }
    const wanted = live.get(node) ?? 0
    if (node.live !== wanted) say(`live is ${node.live} instead of ${wanted}`)
    if (((node.flags & QUEUED) !== 0) !== queued.has(node)) say('queued and not, at once')
  }
  return found
}

/** Each effect counts itself, each edge from something live counts one. */
function liveFromScratch(nodes: readonly Node[]): Map<Node, number> {
  const live = new Map<Node, number>()
  const stack: Node[] = []
  for (const node of nodes) {
    if ((node.flags & (EFFECT | TASK)) !== EFFECT || node.fn === null) continue
    live.set(node, 1)
    stack.push(node)
  }
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const dep of readsOf(node)) {
      if (!live.has(dep)) stack.push(dep)
      live.set(dep, (live.get(dep) ?? 0) + 1)
    }
  }
  return live
}

function backAt(node: Node, i: number): number {
  if ((node.flags & MANY_READERS) === 0) return node.readerSlot
  return (node.readers as (Node | number)[])[2 * i + 1] as number
}

/** Follows what joins the queue and what leaves it. */
export function followQueue(graph: Graph): ReadonlySet<Node> {
  const { queue } = graph
  const waiting = new Set<Node>()
  const { add, takeOut, takeFresh } = queue
  queue.add = (node, flags) => {
    waiting.add(node)
    add.call(queue, node, flags)
  }
  queue.takeOut = (node) => {
    waiting.delete(node)
    return takeOut.call(queue, node)
  }
  queue.takeFresh = () => {
    const node = takeFresh.call(queue)
    if (node !== undefined) waiting.delete(node)
    return node
  }
  return waiting
}
