// The wiring of the graph: edges, heights, and liveness by reference counting. All three are kept as edges come
// and go, and never recomputed as a whole. No walk recurses, however deep the graph is.

import { believe } from '../errors.ts'
import { GRAPH_DORMANT_READERS } from '../limits.ts'
import { Heights } from './heights.ts'
import {
  appendRead,
  CHECK,
  type Edges,
  EFFECT,
  INVALID,
  keepReaders,
  linkRead,
  MANY_READERS,
  type Node,
  popRead,
  RUNNING,
  readAt,
  readCount,
  readerAt,
  readerCount,
  readSlotAt,
  STATIC,
  swapReads,
  TASK,
  unlinkRead,
} from './node.ts'

/** Host of the wiring: the liveness of tasks. */
export interface WiringHost {
  /** An invalid task is wanted now. */
  wanted(node: Node): void
  /** Number of reasons for which a task is wanted for its own sake. */
  rootsOf(node: Node): number
  /**
   * Dormant readers leave a list that grows: nothing but the program holds the derived values of cells, and one that it
   * has let go of must not stay for as long as what it read. See test: over a cell that never changes are collected
   */
  readonly dropsDormant?: boolean
}

export class Wiring {
  readonly #host: WiringHost
  readonly heights = new Heights()
  readonly dropsDormant: boolean
  /** The length at which a list of readers drops its dormant ones next, for nodes that have had a long one. */
  readonly #nextDrop = new WeakMap<Node, number>()

  constructor(host: WiringHost) {
    this.#host = host
    this.dropsDormant = host.dropsDormant === true
  }

  /** For a node whose reads are known ahead. */
  connectAll(node: Node): void {
    for (let i = 0, n = readCount(node); i < n; i++) {
      if (readSlotAt(node, i) < 0) this.connect(node, i)
    }
  }

  /** False if the edge closes a cycle of derived values. */
  connect(node: Node, i: number): boolean {
    linkRead(node, i)
    const dep = readAt(node, i)
    if (this.dropsDormant && (dep.flags & MANY_READERS) !== 0) this.#dropDormant(dep, node)
    return dep.height < node.height || this.heights.rise(node, dep)
  }

  /**
   * Dormant readers leave a list whenever it has doubled, so an edge costs the same however many there are. Each must look
   * at its reads before it is trusted again; if they are as they were, it joins their readers again.
   */
  #dropDormant(dep: Node, newest: Node): void {
    const readers = dep.readers as Edges
    if (readers.length % (GRAPH_DORMANT_READERS * 2) !== 0) return
    if (readers.length < (this.#nextDrop.get(dep) ?? 0)) return
    keepReaders(readers, (node) => {
      if (node.live > 0 || node === newest || (node.flags & RUNNING) !== 0) return true
      if ((node.flags & INVALID) === 0) {
        node.flags |= CHECK
        this.spread(node)
      }
      return false
    })
    this.#nextDrop.set(dep, readers.length * 2)
  }

  /** An input follows from another node from now on. False, and nothing is different, if that closes a cycle. */
  deriveFrom(node: Node, dep: Node, fn: (node: Node) => unknown): boolean {
    const i = appendRead(node, dep)
    if (!this.connect(node, i)) {
      unlinkRead(node, i)
      popRead(node)
      return false
    }
    node.fn = fn
    node.flags |= STATIC
    if (node.live > 0) this.want(dep)
    return true
  }

  // Edges of tasks: known from their declarations and reads, not from tracking.

  addRead(node: Node, dep: Node): void {
    this.connect(node, appendRead(node, dep))
    if (node.live > 0) this.want(dep)
  }

  dropRead(node: Node, dep: Node): void {
    const last = readCount(node) - 1
    for (let i = last; i >= 0; i--) {
      if (readAt(node, i) !== dep) continue
      if (i !== last) swapReads(node, i, last)
      unlinkRead(node, last)
      popRead(node)
      if (this.heights.cyclic) this.heights.dropped(node, dep)
      if (node.live > 0) this.unwant(dep)
      return
    }
  }

  /** Forgets the reads from the given one on. */
  trim(node: Node, from: number): void {
    for (let i = readCount(node) - 1; i >= from; i--) {
      const dep = readAt(node, i)
      unlinkRead(node, i)
      popRead(node)
      if (node.live > 0) this.unwant(dep)
    }
  }

  // Liveness is counted. Counting is right while there is no cycle; where tasks form one, the count that is
  // left after a withdrawal may be the cycle's own support, so the region above is derived anew.

  /** A derived value that is wanted was just read, so nothing in it is invalid. */
  want(node: Node): void {
    if (node.live++ > 0 || node.fn === null) return
    const stack = [node]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      for (let i = 0, n = readCount(next); i < n; i++) {
        if (readSlotAt(next, i) < 0) this.connect(next, i)
        const dep = readAt(next, i)
        if (dep.live++ === 0 && dep.fn !== null) stack.push(dep)
      }
      if ((next.flags & TASK) !== 0 && (next.flags & INVALID) !== 0) this.#host.wanted(next)
    }
  }

  unwant(node: Node): void {
    believe(node.live > 0, 'what is given up was wanted')
    const { cyclic } = this.heights
    // Nodes still wanted, perhaps only by a cycle of their own. Looked at when all counts are right: in the
    // middle of this a dead reader may not have given up its reads yet.
    const suspects: Node[] = []
    if (--node.live > 0) {
      if (cyclic && (node.flags & TASK) !== 0) this.#deriveLiveness(node)
      return
    }
    if (node.fn === null) return
    const stack = [node]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      // Its dormant readers trusted it to tell them; now it will not run.
      if ((next.flags & TASK) === 0 && (next.flags & INVALID) !== 0) this.spread(next)
      for (let i = 0, n = readCount(next); i < n; i++) {
        const dep = readAt(next, i)
        if (--dep.live === 0) {
          if (dep.fn !== null) stack.push(dep)
        } else if (cyclic && (dep.flags & TASK) !== 0) suspects.push(dep)
      }
    }
    for (const suspect of suspects) if (suspect.live > 0) this.#deriveLiveness(suspect)
  }

  /** Readers of a dormant invalid node are dormant too, and may be out of date. */
  spread(from: Node): void {
    if (from.readers === null) return
    const stack = [from]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      for (let i = 0, n = readerCount(node); i < n; i++) {
        const reader = readerAt(node, i)
        if ((reader.flags & (INVALID | TASK)) !== 0 || reader.live > 0) continue
        reader.flags |= CHECK
        if (reader.readers !== null) stack.push(reader)
      }
    }
  }

  /** Counts again over a node and all that it follows from. Readers outside can be trusted. */
  #deriveLiveness(from: Node): void {
    const region = new Set<Node>([from])
    for (const node of region) {
      for (let i = 0, n = readCount(node); i < n; i++) region.add(readAt(node, i))
    }
    const live: Node[] = []
    for (const node of region) {
      let count = (node.flags & TASK) !== 0 ? this.#host.rootsOf(node) : node.flags & EFFECT
      for (let i = 0, n = readerCount(node); i < n; i++) {
        const reader = readerAt(node, i)
        if (!region.has(reader) && reader.live > 0) count++
      }
      node.live = count
    }
    for (const node of region) if (node.live > 0) live.push(node)
    const counted = new Set(live)
    for (let node = live.pop(); node !== undefined; node = live.pop()) {
      for (let i = 0, n = readCount(node); i < n; i++) {
        const dep = readAt(node, i)
        dep.live++
        if (counted.has(dep)) continue
        counted.add(dep)
        live.push(dep)
      }
    }
  }
}
