// Strongly connected components by Tarjan's algorithm, without recursion, since a chain of formulas
// may be as long as the model.

/** A graph: the edges of node n are `targets[starts[n]]` up to, not including, `targets[starts[n + 1]]`. */
export interface Edges {
  readonly starts: ArrayLike<number>
  readonly targets: ArrayLike<number>
}

/** Every group with more than one node, and every node with an edge to itself. */
export function cyclicGroups({ starts, targets }: Edges): number[][] {
  const count = starts.length - 1
  const order = new Int32Array(count)
  const low = new Int32Array(count)
  const next = new Int32Array(count)
  const open: number[] = []
  const isOpen = new Uint8Array(count)
  const path: number[] = []
  const groups: number[][] = []
  let turn = 0
  const enter = (node: number) => {
    order[node] = low[node] = ++turn
    next[node] = starts[node]!
    open.push(node)
    isOpen[node] = 1
    path.push(node)
  }
  for (let root = 0; root < count; root++) {
    if (order[root] !== 0) continue
    enter(root)
    while (path.length > 0) {
      const node = path[path.length - 1]!
      if (next[node]! < starts[node + 1]!) {
        const target = targets[next[node]!++]!
        if (order[target] === 0) enter(target)
        else if (isOpen[target] === 1) low[node] = Math.min(low[node]!, order[target]!)
        continue
      }
      path.pop()
      const parent = path[path.length - 1]
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!)
      if (low[node] !== order[node]) continue
      // Almost every component is a single node: no list for it.
      if (open[open.length - 1] === node) {
        open.pop()
        isOpen[node] = 0
        if (hasEdge({ starts, targets }, node, node)) groups.push([node])
        continue
      }
      const group: number[] = []
      for (let member = -1; member !== node; ) {
        member = open.pop()!
        isOpen[member] = 0
        group.push(member)
      }
      groups.push(group)
    }
  }
  return groups
}

/** The shortest way from a node back to itself inside its group, the node first and last. */
export function shortestCycle(
  { starts, targets }: Edges,
  from: number,
  group: readonly number[],
): number[] {
  const inside = new Set(group)
  const cameFrom = new Map<number, number>()
  let queue = [from]
  while (queue.length > 0) {
    const further: number[] = []
    for (const node of queue)
      for (let at = starts[node]!; at < starts[node + 1]!; at++) {
        const target = targets[at]!
        if (target === from) return trail(cameFrom, node, from)
        if (!inside.has(target) || cameFrom.has(target)) continue
        cameFrom.set(target, node)
        further.push(target)
      }
    queue = further
  }
  return [from, from]
}

function trail(cameFrom: ReadonlyMap<number, number>, last: number, from: number): number[] {
  const path = [from]
  for (let node: number | undefined = last; node !== undefined && node !== from; ) {
    path.push(node)
    node = cameFrom.get(node)
  }
  path.push(from)
  return path.reverse()
}

function hasEdge({ starts, targets }: Edges, from: number, to: number): boolean {
  for (let at = starts[from]!; at < starts[from + 1]!; at++) if (targets[at] === to) return true
  return false
}

/** Collects the edges of a graph, node by node. */
export class EdgeList implements Edges {
  readonly starts: number[] = [0]
  readonly targets: number[] = []

  add(target: number): void {
    this.targets.push(target)
  }

  /** Ends the edges of a node and gives its number. */
  endNode(): number {
    return this.starts.push(this.targets.length) - 2
  }
}
