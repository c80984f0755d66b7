// The graph: invalidation, and bringing invalid nodes up to date in topological order. A live node that
// becomes invalid joins the queue; a dormant one is only marked, and runs when it is read. A value that
// did not change stops the wave. Edges and liveness are in `wiring.ts`.
//
// No walk recurses, however deep the graph is. A function that reads a node which never ran makes
// that one run inside; past a depth the stack is unwound, the innermost runs first, and the outer
// ones start again. See test: a chain of 20,000 derived values

import { same } from '../cells/same.ts'
import { believe, SchedulerError } from '../errors.ts'
import {
  GRAPH_LOOK_AHEAD_EDGES,
  GRAPH_NESTED_RUNS,
  GRAPH_SHORT_LIST_EDGES,
  PASS_LOOK_NODES,
} from '../limits.ts'
import { heightAbove } from './heights.ts'
import {
  appendRead,
  CHECK,
  DIRTY,
  type Edges,
  EFFECT,
  FAILED,
  INVALID,
  keepReaders,
  MANY_READERS,
  MANY_READS,
  NEVER_RAN,
  type Node,
  PLAIN,
  popRead,
  QUEUED,
  REMOVED,
  RUNNING,
  readAt,
  readCount,
  readSlotAt,
  STATIC,
  swapReads,
  TASK,
  unlinkRead,
} from './node.ts'
import { Queue } from './queue.ts'
import { Wiring, type WiringHost } from './wiring.ts'

const UNTRUSTED: number = INVALID | FAILED | RUNNING
const PLAIN_AND_DIRTY: number = PLAIN | DIRTY

// Tracking state of the run in progress. One for all graphs, as there is one stack. An object, since each use of a
// variable of the file would be checked for its temporal dead zone.
const now = {
  /** The derived value or effect that runs. */
  node: null as Node | null,
  /** Number of its reads so far; below zero while reads are not tracked. */
  cursor: -1,
  /** Number of the run. */
  stamp: 0,
  /** Number of its reads that carry the stamp. */
  stamped: 0,
  /** Runs inside runs. */
  depth: 0,
  /** The node that must run first, while the stack is unwound. */
  blocked: null as Node | null,
}

/** A run has no stamp before it needs one. */
const NOT_YET = -1

const NOBODY_READS = -1

/** Thrown through runs that are too deep. */
const UNWIND = Symbol('unwind')

/** Result of a function that mutated its earlier value in place: the node keeps the value, and is changed. */
export const CHANGED: unique symbol = Symbol('changed')

/** Runs a function without tracking its reads. */
export function untracked<T>(fn: () => T): T {
  const outer = now.cursor
  now.cursor = NOBODY_READS
  try {
    return fn()
  } finally {
    now.cursor = outer
    // Nested runs have put their own stamps on nodes that were read before.
    now.stamped = NOT_YET
  }
}

/** Ends tracking for the current run: reads from here on are no dependencies. */
export function stopTracking(): void {
  now.cursor = NOBODY_READS
}

/** The node that runs now. */
export function running(): Node | null {
  return now.node
}

/** Whether a derived value is being computed. */
export function isComputing(): boolean {
  return now.node !== null && (now.node.flags & EFFECT) === 0
}

/** Host of a graph: the policy around the mechanism. */
export interface GraphHost extends WiringHost {
  /** Something joined the queue. */
  wake(): void
  /** An effect threw. */
  report(node: Node, error: unknown): void
  /** A node is about to run again in one pass. True to back off instead. */
  again(node: Node): boolean
  /** Runs a task. True if it goes on after this call: then nothing else runs until it is over. */
  runTask(node: Node): boolean
}

export class Graph {
  /** The edges, heights and liveness of its nodes. */
  readonly wiring: Wiring
  nextOrdinal = 1
  /** Counts changes of values. */
  tick = 1
  /** Counts runs. */
  runs = 0
  /** Counts changes of cells that nothing in the graph made. */
  writesFromOutside = 0
  /** The tick at which the pass began: a node that ran since runs again. */
  passBegan = 0
  /** A plain task runs by its own function, true if it goes on; otherwise the host is asked. */
  plainTurns = true
  readonly queue = new Queue()
  #draining = false
  /** Nodes that may still run before it is asked whether to pause. A function that took long lowers it. */
  untilLook: number = PASS_LOOK_NODES
  readonly #wake: () => void
  readonly #report: (node: Node, error: unknown) => void
  readonly #again: (node: Node) => boolean
  readonly #host: GraphHost
  /** Nodes that read themselves when they last ran. */
  readonly #cyclic = new Set<Node>()

  constructor(host: GraphHost) {
    this.wiring = new Wiring(host)
    this.#host = host
    this.#wake = () => host.wake()
    this.#report = (node, error) => host.report(node, error)
    this.#again = (node) => host.again(node)
  }

  /** Makes a node an effect: wanted from now on. */
  start(node: Node): void {
    node.live++
    this.enqueue(node)
  }

  enqueue(node: Node): void {
    this.queue.add(node, node.flags)
    if (!this.#draining) this.#wake()
  }

  /** True if the value is another one. */
  write(node: Node, value: unknown): boolean {
    if (same(node.value, value)) return false
    node.value = value
    if (now.node === null) this.writesFromOutside++
    if (this.#cyclic.size > 0) this.retryCyclic()
    const writer = now.node
    if (writer === null || (writer.flags & RUNNING) !== 0) this.changed(node)
    else {
      // The writer is not told of its own write.
      writer.flags |= RUNNING
      this.changed(node)
      writer.flags &= ~RUNNING
    }
    if (!this.#draining && this.queue.waits) this.#wake()
    return true
  }

  /** The value, brought up to date; tracked as a read of the running node. */
  read(node: Node): unknown {
    if ((node.flags & UNTRUSTED) !== 0 || node.height > this.queue.lowest) {
      return this.readUntrusted(node)
    }
    if (now.cursor >= 0) this.follow(now.node!, node)
    return node.value
  }

  /** The same for one that may be out of date, or has failed. */
  readUntrusted(node: Node): unknown {
    // Up to date first, and only then an edge: its height is final, and nothing above must rise.
    if (node.fn !== null) this.refresh(node)
    if (now.cursor >= 0) this.follow(now.node!, node)
    if ((node.flags & FAILED) !== 0) throw node.value
    return node.value
  }

  /** Mostly a read comes where it came in the last run. */
  follow(reader: Node, node: Node): void {
    if ((reader.flags & MANY_READS) !== 0) {
      const reads = reader.reads as Edges
      const i = now.cursor << 1
      if (i < reads.length && reads[i] === node && (reads[i + 1] as number) >= 0) now.cursor++
      // Read before in this run.
      else if (now.stamped === NOT_YET || node.seenIn !== now.stamp) this.track(reader, node)
    } else if (reader.reads === node && reader.readSlot >= 0) now.cursor = 1
    else this.track(reader, node)
  }

  /** Runs all waiting nodes, lowest first. True if it stopped before the end: for a task, or for `pause`. */
  drain(pause: () => boolean): boolean {
    const outer = now.node
    const outerCursor = now.cursor
    this.#draining = true
    try {
      return this.#drainAll(pause)
    } finally {
      this.#draining = false
      now.node = outer
      now.cursor = outerCursor
    }
  }

  #drainAll(pause: () => boolean): boolean {
    const { queue } = this
    for (;;) {
      for (let list = queue.takeLowest(); list !== null; list = queue.takeLowest()) {
        if (this.drainList(list, queue.lowest)) return true
        if (this.untilLook < 0 && this.looks(pause)) return true
      }
      const node = queue.takeFresh()
      if (node === undefined) return false
      now.node = null
      now.cursor = NOBODY_READS
      if ((node.flags & INVALID) !== 0 && node.live > 0) this.runFirst(node)
      if (--this.untilLook < 0 && this.looks(pause)) return true
    }
  }

  /** Asks whether to pause, and then not again for a while. */
  looks(pause: () => boolean): boolean {
    this.untilLook = PASS_LOOK_NODES
    return pause()
  }

  /** True if a task goes on. It ends early when something lower waits, or when it is time to look whether to pause. */
  drainList(list: Node, height: number): boolean {
    const { queue } = this
    let node: Node | null = list
    while (node !== null) {
      const next: Node | null = queue.takeOut(node)
      const flags = node.flags & ~QUEUED
      if (
        node.height === height &&
        (flags & (DIRTY | TASK)) === DIRTY &&
        node.live > 0 &&
        node.ranAt < this.passBegan
      ) {
        if (!this.run(node, flags)) this.#runLater(node)
      } else {
        now.node = null
        now.cursor = NOBODY_READS
        const isPlain = (flags & PLAIN_AND_DIRTY) === PLAIN_AND_DIRTY && this.plainTurns
        let goesOn: boolean
        if (isPlain && node.height === height && node.live > 0 && node.ranAt < this.passBegan) {
          node.flags = flags & ~INVALID
          node.ranAt = this.passBegan
          goesOn = node.fn!(node) === true
        } else goesOn = this.#takeTurn(node, flags, height)
        if (goesOn) {
          queue.putBack(next)
          return true
        }
      }
      if (queue.lowest < height) {
        // Something lower waits now, and goes first.
        queue.putBack(next)
        return false
      }
      if (--this.untilLook < 0) {
        if (next !== null) queue.restore(next, height)
        return false
      }
      node = next
    }
    return false
  }

  #takeTurn(node: Node, flags: number, height: number): boolean {
    node.flags = flags
    // A task may have been requested although it is dormant; its host knows.
    if ((flags & INVALID) === 0 || (node.live === 0 && (flags & TASK) === 0)) return false
    if (node.height !== height) this.queue.add(node, node.flags)
    else if ((flags & TASK) !== 0) return this.#host.runTask(node)
    else if (node.ranAt >= this.passBegan && this.#again(node)) {
      // The node is in a cycle, and backs off.
    } else if ((flags & DIRTY) === 0) this.check(node)
    else if (!this.run(node, flags)) this.#runLater(node)
    return false
  }

  /** Something new to it goes too deep: that first, then this again. */
  #runLater(node: Node): void {
    now.node = null
    now.cursor = NOBODY_READS
    this.runFirst(now.blocked!)
    this.queue.add(node, node.flags)
  }

  /** A node whose value was trusted becomes a reader of its reads from now on, as if it had just run. */
  takeUp(node: Node): void {
    believe((node.flags & INVALID) === 0, 'a node that is taken up is trusted')
    node.ranAt = this.tick
    this.wiring.connectAll(node)
  }

  /** Takes a node out. Its remaining readers find a value that no longer changes. */
  remove(node: Node): void {
    if ((node.flags & REMOVED) !== 0) return
    if ((node.flags & EFFECT) !== 0 && node.live > 0) this.wiring.unwant(node)
    this.wiring.trim(node, 0)
    if (this.wiring.heights.cyclic) this.wiring.heights.removed(node)
    node.flags = (node.flags & ~INVALID) | REMOVED
    node.fn = null
  }

  // Invalidation

  changed(node: Node): void {
    node.changedAt = ++this.tick
    const { readers } = node
    if (readers === null) return
    if ((node.flags & MANY_READERS) === 0) this.touch(readers as Node)
    else this.#touchAll(readers as Edges)
  }

  #touchAll(readers: Edges): void {
    if (readers.length > GRAPH_SHORT_LIST_EDGES * 2) this.touchMany(readers)
    else for (let i = 0; i < readers.length; i += 2) this.touch(readers[i] as Node)
  }

  /** Something that the node read has changed. A running node has yet to read it, or wrote it. */
  touch(node: Node): void {
    const { flags } = node
    if ((flags & (DIRTY | NEVER_RAN | RUNNING)) !== 0) return
    if (node.live > 0) {
      this.queue.add(node, flags | DIRTY)
    } else {
      node.flags = (flags & ~CHECK) | DIRTY
      if ((flags & CHECK) === 0) this.wiring.spread(node)
    }
  }

  /**
   * A dormant reader need not be told twice: it leaves a long list until it runs again.
   * See performance: dormant readers leave long lists
   */
  touchMany(readers: Edges): void {
    keepReaders(readers, (node) => {
      this.touch(node)
      return node.live > 0
    })
  }

  // Running

  /** From the outside: runs nodes that nest too deep first, as often as it takes. */
  runFirst(node: Node): void {
    now.blocked = null
    const stack = [node]
    for (let next = stack.at(-1); next !== undefined; next = stack.at(-1)) {
      next.flags &= ~RUNNING
      if ((next.flags & INVALID) === 0 || next.fn === null || this.runNode(next)) stack.pop()
      else {
        // The run is unfinished: a read of it now closes a cycle.
        next.flags |= RUNNING
        stack.push(now.blocked!)
      }
      now.blocked = null
    }
  }

  /** Callable from anywhere: a nested run gives up when it is too deep. */
  runNow(node: Node): void {
    // An effect has side effects, so nothing below it may unwind it.
    if (now.node === null || (now.node.flags & EFFECT) !== 0) this.runFirst(node)
    else if (now.depth >= GRAPH_NESTED_RUNS) {
      now.blocked = node
      throw UNWIND
    } else if (!this.runNode(node)) throw UNWIND
  }

  /** Brings a node up to date: its reads first, then, if any of them changed, the node. */
  refresh(node: Node): void {
    if ((node.flags & RUNNING) !== 0) throw this.cycle()
    if ((node.flags & (DIRTY | NEVER_RAN)) !== 0) this.runNow(node)
    else if (this.mayBeOld(node)) this.check(node)
  }

  /** Depth first over reads that may be out of date, with a stack of its own. */
  check(root: Node): void {
    const nodes: Node[] = [root]
    const cursors: number[] = [0]
    while (nodes.length > 0) {
      const top = nodes.length - 1
      const node = nodes[top]!
      const i = cursors[top]!
      if ((node.flags & (DIRTY | NEVER_RAN)) !== 0) this.runNow(node)
      else if (i < readCount(node)) {
        const dep = readAt(node, i)
        if ((dep.flags & RUNNING) !== 0) throw this.cycle()
        if (dep.fn !== null && this.mayBeOld(dep)) {
          nodes.push(dep)
          cursors.push(0)
        } else if (dep.changedAt > node.ranAt) node.flags |= DIRTY
        else cursors[top] = i + 1
        continue
      } else {
        node.flags &= ~CHECK
        node.trustedIn = this.queue.joined
        // A dormant node may have left the lists of its reads meanwhile.
        if (node.live === 0 && this.wiring.dropsDormant) this.wiring.connectAll(node)
      }
      nodes.pop()
      cursors.pop()
    }
  }

  /** A clean node above something that waits is trusted only after a look at its reads. */
  mayBeOld(node: Node): boolean {
    if ((node.flags & INVALID) !== 0) return true
    return node.height > this.queue.lowest && node.trustedIn !== this.queue.joined
  }

  /** A run inside a run, or for a reader. False if it gave up because `blocked` must run first. */
  runNode(node: Node): boolean {
    const outer = now.node
    const outerCursor = now.cursor
    const { joined } = this.queue
    const isNew = (node.flags & NEVER_RAN) !== 0
    now.depth++
    const done = this.run(node, node.flags)
    now.depth--
    now.node = outer
    now.cursor = outerCursor
    now.stamped = NOT_YET
    if (!done) return false
    // The load has just looked at all its reads.
    node.trustedIn = joined
    // Loading links reads without heights. The caller connects to it next.
    if (isNew && node.live > 0) node.height = heightAbove(node)
    return true
  }

  /** A run with nothing around it. */
  runAlone(node: Node): boolean {
    const done = this.run(node, node.flags)
    this.nobodyRuns()
    return done
  }

  /** Behind runs with nothing around them. */
  nobodyRuns(): void {
    now.node = null
    now.cursor = NOBODY_READS
  }

  /** The caller resets the tracking state after it. */
  run(node: Node, flags: number): boolean {
    now.node = node
    now.cursor = (flags & STATIC) === 0 ? 0 : NOBODY_READS
    now.stamped = NOT_YET
    node.flags = (flags & ~(INVALID | FAILED)) | RUNNING
    this.runs++
    let value: unknown
    let failed = false
    try {
      value = node.fn!(node)
    } catch (error) {
      value = error
      failed = true
    }
    if (now.blocked !== null) {
      // Even if the function caught the unwinding, it did not see the value it asked for.
      node.flags = (node.flags & ~RUNNING) | (flags & INVALID) | DIRTY
      return false
    }
    if ((flags & STATIC) === 0) {
      if (now.cursor !== 1 || (flags & MANY_READS) !== 0) this.#trimAfterRun(node)
    } else if (node.live === 0) this.wiring.connectAll(node)
    node.flags &= ~RUNNING
    node.ranAt = this.tick
    if (failed) this.fail(node, value, (flags & FAILED) !== 0)
    else if ((flags & EFFECT) === 0 && ((flags & FAILED) !== 0 || !same(node.value, value))) {
      if (value !== CHANGED) node.value = value
      this.changed(node)
    }
    return true
  }

  /**
   * First run of a node whose reads are known, linked and up to date, outside any other run. It has no readers yet, so
   * none is told. False if it gave up, as with `run`.
   */
  runKnown(node: Node): boolean {
    const { flags } = node
    now.node = node
    now.cursor = NOBODY_READS
    node.flags = (flags & ~INVALID) | RUNNING
    this.runs++
    let value: unknown
    let failed = 0
    try {
      value = node.fn!(node)
    } catch (error) {
      value = error
      failed = FAILED
    }
    if (now.blocked !== null) {
      node.flags = flags
      return false
    }
    node.flags = (node.flags & ~RUNNING) | failed
    node.value = value
    node.ranAt = this.tick
    node.changedAt = ++this.tick
    return true
  }

  #trimAfterRun(node: Node): void {
    const { cursor } = now
    if (cursor >= 0 && cursor < readCount(node)) this.wiring.trim(node, cursor)
  }

  /** A derived value that cannot be computed has no value: its readers fail too. */
  fail(node: Node, error: unknown, again: boolean): void {
    if ((node.flags & EFFECT) !== 0) {
      now.node = null
      now.cursor = NOBODY_READS
      this.#report(node, error)
      return
    }
    node.flags |= FAILED
    if (again && (error === node.value || (isCycle(error) && isCycle(node.value)))) return
    node.value = error
    this.changed(node)
  }

  /** The running node reads itself. That read makes no edge, so any change may break the cycle. */
  cycle(): SchedulerError {
    if (now.node !== null) this.#cyclic.add(now.node)
    return new SchedulerError('cycle', 'A derived value reads itself, directly or through others.')
  }

  retryCyclic(): void {
    const cyclic = [...this.#cyclic]
    this.#cyclic.clear()
    for (const node of cyclic) if ((node.flags & REMOVED) === 0) this.touch(node)
  }

  // Reads

  /** A read that is not where it was in the last run. */
  track(node: Node, dep: Node): void {
    const i = now.cursor
    // Reads that come as before are not stamped until one comes that does not.
    if (now.stamped === NOT_YET) {
      now.stamp = (now.stamp + 1) | 0
      now.stamped = 0
    }
    while (now.stamped < i) readAt(node, now.stamped++).seenIn = now.stamp
    if (dep.seenIn === now.stamp) return
    dep.seenIn = now.stamp
    now.stamped = i + 1
    const count = readCount(node)
    now.cursor = i + 1
    const end = Math.min(count, i + GRAPH_LOOK_AHEAD_EDGES)
    for (let j = i; j < end; j++) {
      if (readAt(node, j) !== dep) continue
      if (j > i) swapReads(node, i, j)
      if (readSlotAt(node, i) < 0) this.wiring.connect(node, i)
      return
    }
    // A cell in the last place makes room at once: nothing hangs on it that would have to come back.
    if (i === count - 1 && i > 0 && readAt(node, i).fn === null) this.wiring.trim(node, i)
    const last = appendRead(node, dep)
    if (!this.wiring.connect(node, last)) {
      // Reads that are known ahead can close a cycle without being read.
      unlinkRead(node, last)
      popRead(node)
      now.cursor = i
      now.stamped = i
      throw this.cycle()
    }
    if (last !== i) swapReads(node, i, last)
    if (node.live > 0) this.wiring.want(dep)
  }
}

function isCycle(error: unknown): boolean {
  return error instanceof SchedulerError && error.code === 'cycle'
}
