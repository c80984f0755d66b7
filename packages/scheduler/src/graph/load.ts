// Bulk loading: each new node gets its height and its value in topological order, without the queue and
// without running twice. For models of a million cells. Where all reads are known ahead, one walk links,
// counts and runs a node while its reads are still in the cache. The rest is linked first and runs then, since
// such a run may read anything. Loading is a generator that yields where it is told to pause; nothing may touch the
// graph before it goes on.
//
// See performance: a load is one walk

import type { Graph } from './graph.ts'
import { heightAbove } from './heights.ts'
import {
  addReader,
  type Edges,
  linkRead,
  MANY_READS,
  NEVER_RAN,
  type Node,
  readAt,
  readCount,
  readerAt,
  readerCount,
  readSlotAt,
  STATIC,
} from './node.ts'

/** Yet to run, with reads that are known. */
const KNOWN: number = NEVER_RAN | STATIC

/**
 * Runs the new nodes that are wanted, in topological order. Their reads must be in place, as far as they are
 * known ahead; `roots` are wanted for their own sake.
 */
export function* loadNodes(
  graph: Graph,
  roots: readonly Node[],
  pause: () => boolean,
): Generator<void, void, void> {
  // By ordinal: how far the walk has got with a node.
  const states = new Uint8Array(graph.nextOrdinal)
  const left = yield* loadKnown(graph, roots, states, pause)
  if (left.length > 0) yield* loadOthers(graph, left, states, pause)
}

/** Visited on the way down, or not loadable in the first walk. */
const MET = 1
/** Has run, and counts as wanted by the reader that led to it, which has not counted the edge yet. */
const LOADED = 2

/** Gives the roots that follow from themselves or from a node whose reads are not known ahead. */
function* loadKnown(
  graph: Graph,
  roots: readonly Node[],
  states: Uint8Array,
  pause: () => boolean,
): Generator<void, Node[], void> {
  const walk: Walk = { left: [], path: [], cursors: [], at: 0 }
  while (!loadRoots(graph, roots, states, pause, walk)) {
    graph.nobodyRuns()
    yield
  }
  graph.nobodyRuns()
  return walk.left
}

/** Progress of the first walk. */
interface Walk {
  /** Roots that it could not load. */
  readonly left: Node[]
  /** The way down to where it is, and the read of each node on it that comes next; empty between two roots. */
  readonly path: Node[]
  readonly cursors: number[]
  /** The root it is at. */
  at: number
}

/** False if it paused. No generator, which bytecode runs half as fast. */
function loadRoots(
  graph: Graph,
  roots: readonly Node[],
  states: Uint8Array,
  pause: () => boolean,
  walk: Walk,
): boolean {
  const { left, path, cursors } = walk
  while (walk.at < roots.length) {
    const root = roots[walk.at]!
    let went = LEFT
    if (path.length > 0 || ((root.flags & KNOWN) === KNOWN && states[root.ordinal] === 0)) {
      went = loadBelow(graph, root, states, path, cursors)
      if (went === LEFT) rollBack(path, cursors, states)
    }
    if (went === DONE) states[root.ordinal] = MET
    else if (went === LEFT && ((root.flags & NEVER_RAN) !== 0 || !count(root, states))) {
      left.push(root)
    }
    if (went !== LOOK) walk.at++
    if (--graph.untilLook < 0 && graph.looks(pause)) return false
  }
  return true
}

const DONE = 0
/** The node cannot be loaded in this walk. */
const LEFT = 1
/** Time to look whether to pause. */
const LOOK = 2

/**
 * Runs all that a node follows from, and the node. Otherwise `path` is the way so far, and `cursors` how many
 * reads of each on it are linked and counted; from there it goes on, if it stopped for a look.
 */
function loadBelow(
  graph: Graph,
  root: Node,
  states: Uint8Array,
  path: Node[],
  cursors: number[],
): number {
  // Mostly bytecode: hence few calls here.
  let node = root
  let i = 0
  // By place: to push and to pop are calls.
  let depth = path.length
  if (depth > 0) {
    node = path[--depth]!
    i = cursors[depth]!
  }
  for (;;) {
    const { reads } = node
    const edges = (node.flags & MANY_READS) === 0 ? null : (reads as Edges)
    const count = edges === null ? (reads === null ? 0 : 1) : edges.length >> 1
    let below: Node | null = null
    for (; i < count; i++) {
      const dep = (edges === null ? reads : edges[i << 1]) as Node
      if (dep.fn === null) dep.live++
      else if ((dep.flags & NEVER_RAN) !== 0) {
        below = dep
        break
      } else if (states[dep.ordinal] === LOADED) states[dep.ordinal] = MET
      else if (dep.live > 0) dep.live++
      // Read before its turn: it has run, but nothing below it counts yet.
      else graph.wiring.want(dep)
      const slot = (edges === null ? node.readSlot : edges[(i << 1) + 1]) as number
      if (slot < 0) {
        const made = addReader(dep, node, i)
        if (edges === null) node.readSlot = made
        else edges[(i << 1) + 1] = made
      }
      if (dep.height >= node.height) node.height = dep.height + 1
    }
    if (below === null) {
      node.live++
      states[node.ordinal] = LOADED
      if (!graph.runKnown(node)) graph.runFirst(node)
      if (depth === 0) {
        path.length = 0
        return DONE
      }
      if (--graph.untilLook < 0) {
        path.length = depth
        return LOOK
      }
      node = path[--depth]!
      i = cursors[depth]!
      continue
    }
    states[node.ordinal] = MET
    path[depth] = node
    cursors[depth++] = i
    // Nothing on the way down to it can be loaded here.
    if (states[below.ordinal] !== 0 || (below.flags & KNOWN) !== KNOWN) {
      path.length = depth
      return LEFT
    }
    node = below
    i = 0
  }
}

/** Rolls back the counts of a path that cannot be loaded here; all its reads are counted anew later. */
function rollBack(path: Node[], cursors: number[], states: Uint8Array): void {
  for (const [at, node] of path.entries()) {
    for (let i = 0; i < cursors[at]!; i++) {
      const dep = readAt(node, i)
      if (dep.fn === null || dep.live > 1) dep.live--
      else states[dep.ordinal] = LOADED
    }
  }
  path.length = 0
  cursors.length = 0
}

/** Counts a node as wanted once more. False if it was not wanted, and has reads of its own. */
function count(node: Node, states: Uint8Array): boolean {
  if (states[node.ordinal] === LOADED) states[node.ordinal] = MET
  else if (node.live > 0 || node.fn === null) node.live++
  else return false
  return true
}

function* loadOthers(
  graph: Graph,
  roots: readonly Node[],
  states: Uint8Array,
  pause: () => boolean,
): Generator<void, void, void> {
  const wanted = yield* wantAll(graph, roots, states, pause)
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
    if (--graph.untilLook < 0 && graph.looks(pause)) yield
  }
  for (let at = 0; at < ready.length; at++) {
    const node = ready[at]!
    if ((node.flags & NEVER_RAN) !== 0) {
      node.height = heightAbove(node)
      // No run is around it; only a node that reads ahead, and too deep, takes the slow path.
      if (!graph.runAlone(node)) graph.runFirst(node)
    } else raise(graph, node)
    for (let i = 0, n = readerCount(node); i < n; i++) {
      const { ordinal } = readerAt(node, i)
      if (waits[ordinal]! > 0 && --waits[ordinal]! === 0) ready.push(readerAt(node, i))
    }
    if (--graph.untilLook < 0 && graph.looks(pause)) yield
  }
  // The rest is in a cycle, as far as is known ahead, or read something else than was known.
  if (ready.length < wanted.length) yield* finish(graph, wanted, waits, pause)
}

function* finish(
  graph: Graph,
  wanted: readonly Node[],
  waits: Int32Array,
  pause: () => boolean,
): Generator<void, void, void> {
  const left = wanted.filter(({ ordinal }) => waits[ordinal]! > 0)
  for (const node of left) {
    if ((node.flags & NEVER_RAN) !== 0) graph.runFirst(node)
    if (--graph.untilLook < 0 && graph.looks(pause)) yield
  }
  for (const node of left) raise(graph, node)
}

/** One that was read before its turn has run, and others may stand above it. */
function raise(graph: Graph, node: Node): void {
  const height = heightAbove(node)
  if (height > node.height) graph.wiring.heights.lift(node, height)
}

/** All that the roots need, each counted once for every reader that is wanted. */
function* wantAll(
  graph: Graph,
  roots: readonly Node[],
  states: Uint8Array,
  pause: () => boolean,
): Generator<void, Node[], void> {
  const wanted: Node[] = []
  const add = (node: Node) => {
    if (count(node, states)) return
    node.live++
    wanted.push(node)
  }
  for (const root of roots) add(root)
  for (let at = 0; at < wanted.length; at++) {
    const node = wanted[at]!
    for (let i = 0, n = readCount(node); i < n; i++) {
      add(readAt(node, i))
    }
    if (--graph.untilLook < 0 && graph.looks(pause)) yield
  }
  return wanted
}
