// The one record of the graph: a value, the computation that makes it, and its edges. A cell, a
// derived value, an effect and a transactional node are all this record; a cell is one without a
// function. Millions may exist, so it has few fields, a single edge stands inline, and longer
// lists are arrays of [node, slot, node, slot …]: the slot says where the other side keeps the
// same edge, so that an edge goes without a search. A slot of -1 is an edge that the node read
// does not know of.

/** Flags of a node. Effect: wanted for its own sake. */
export const EFFECT = 1
/** Its reads are known ahead and never change. */
export const STATIC = 2
/** Its state; clean is none of these. Dirty: something it read changed. Check: something may have. */
export const DIRTY = 4
export const CHECK = 8
export const NEVER_RAN = 16
export const RUNNING = 32
/** Its last run threw: the value is the error. */
export const FAILED = 64
export const QUEUED = 128
export const REMOVED = 256
/** Its edges are in arrays. */
export const MANY_READS = 512
export const MANY_READERS = 1024
/** A task runs in a transaction; its value is in the store, and cycles are allowed. */
export const TASK = 2048
/** A task that no gate, parent or request concerns: it runs when its turn comes, and nothing else is to be asked. */
export const PLAIN = 4096
// Bits from 13 on are free for code that builds on the graph.

/** Any of these means that the value may be out of date. */
export const INVALID: number = DIRTY | CHECK | NEVER_RAN

export type Edges = (Node | number)[]

// Fields are set in the constructor, without initialisers of their own.
// See performance: nodes of cells have one class
export class Node {
  declare value: unknown
  declare fn: ((node: Node) => unknown) | null
  declare flags: number
  declare reads: Node | Edges | null
  declare readers: Node | Edges | null
  /** Above everything it reads. */
  declare height: number
  /** Its live readers; an effect counts itself. */
  declare live: number
  /** The tick of its last run, and that of the last change of its value. */
  declare ranAt: number
  declare changedAt: number
  /** The next node in the queue at the same height. */
  declare next: Node | null
  /** Its place in the order of registration, which decides between equals. */
  declare readonly ordinal: number
  // Cold fields: looked at less often, and so apart in memory.
  declare readSlot: number
  declare readerSlot: number
  /** The run that last read it, so that reading twice makes one edge. */
  declare seenIn: number
  /** The state of the queue in which it was last found up to date. */
  declare trustedIn: number

  constructor(
    ordinal: number,
    value: unknown,
    fn: ((node: Node) => unknown) | null,
    flags: number,
  ) {
    // First nothing, so that the field is one for any value: one for numbers would have to change.
    this.value = undefined
    this.value = value
    this.fn = fn
    this.flags = flags
    this.reads = null
    this.readers = null
    this.height = 0
    this.live = 0
    this.ranAt = 0
    this.changedAt = 0
    this.next = null
    this.ordinal = ordinal
    this.readSlot = -1
    this.readerSlot = -1
    this.seenIn = 0
    this.trustedIn = 0
  }
}

// For code that builds on the graph: `value`, `fn`, the bits of flags that are not named above, and to look at, `live` and
// the ticks. All else is asked and done here, and in `graph.ts`.

/** The flags of a node that is yet to run. */
export const NEW: number = NEVER_RAN
/** The same for one whose reads are known ahead and never change. */
export const NEW_KNOWN: number = NEVER_RAN | STATIC

/** Whether it must run, or something below it may have to, before its value can be used. */
export function isInvalid(node: Node): boolean {
  return node.fn !== null && (node.flags & INVALID) !== 0
}

export function neverRan(node: Node): boolean {
  return (node.flags & NEVER_RAN) !== 0
}

/** Whether it is out of date for certain, and will read all that is known of its reads. */
export function runsOverKnownReads({ fn, flags }: Node): boolean {
  return fn !== null && (flags & STATIC) !== 0 && (flags & (DIRTY | NEVER_RAN)) !== 0
}

/** An input follows from others from now on, by reads that are known ahead. */
export function becomeDerived(node: Node, fn: (node: Node) => unknown): void {
  node.fn = fn
  node.flags |= NEW_KNOWN
}

/** The way back. Its reads must be gone. */
export function becomeInput(node: Node): void {
  node.fn = null
  node.flags &= ~(STATIC | INVALID)
}

/** Its value, from before a restart, is taken for that of a run; `distrust` takes that back. */
export function trust(node: Node): void {
  node.flags &= ~INVALID
}

export function distrust(node: Node): void {
  node.flags |= NEVER_RAN
}

export function hasReads(node: Node): boolean {
  return node.reads !== null
}

/** The only read of a node that has no more than one: not checked, since formulas run it. */
export function onlyRead(node: Node): Node {
  return node.reads as Node
}

/** A read of a node that has several: not checked either. */
export function oneOfReads(node: Node, i: number): Node {
  return (node.reads as Edges)[i << 1] as Node
}

/** Gives a node without reads its first two at once. The other sides do not know of them yet. */
export function setTwoReads(node: Node, first: Node, second: Node): void {
  node.reads = [first, -1, second, -1]
  node.flags |= MANY_READS
}

export function readCount(node: Node): number {
  if ((node.flags & MANY_READS) !== 0) return (node.reads as Edges).length >> 1
  return node.reads === null ? 0 : 1
}

export function readAt(node: Node, i: number): Node {
  if ((node.flags & MANY_READS) !== 0) return (node.reads as Edges)[i << 1] as Node
  return node.reads as Node
}

export function readSlotAt(node: Node, i: number): number {
  if ((node.flags & MANY_READS) !== 0) return (node.reads as Edges)[(i << 1) + 1] as number
  return node.readSlot
}

export function setReadSlot(node: Node, i: number, slot: number): void {
  if ((node.flags & MANY_READS) !== 0) (node.reads as Edges)[(i << 1) + 1] = slot
  else node.readSlot = slot
}

/** Keeps the readers of a list that `stays` names; each other one leaves it. */
export function keepReaders(readers: Edges, stays: (node: Node) => boolean): void {
  let kept = 0
  for (let i = 0; i < readers.length; i += 2) {
    const node = readers[i] as Node
    const back = readers[i + 1] as number
    if (!stays(node)) {
      setReadSlot(node, back, -1)
      continue
    }
    if (kept !== i) {
      readers[kept] = node
      readers[kept + 1] = back
      setReadSlot(node, back, kept >> 1)
    }
    kept += 2
  }
  readers.length = kept
}

export function readerCount(node: Node): number {
  if ((node.flags & MANY_READERS) !== 0) return (node.readers as Edges).length >> 1
  return node.readers === null ? 0 : 1
}

export function readerAt(node: Node, i: number): Node {
  if ((node.flags & MANY_READERS) !== 0) return (node.readers as Edges)[i << 1] as Node
  return node.readers as Node
}

/** Adds a read at the end. The other side does not know of it yet. */
export function appendRead(node: Node, dep: Node): number {
  if ((node.flags & MANY_READS) !== 0) {
    const reads = node.reads as Edges
    reads.push(dep, -1)
    return (reads.length >> 1) - 1
  }
  if (node.reads === null) {
    node.reads = dep
    node.readSlot = -1
    return 0
  }
  node.reads = [node.reads as Node, node.readSlot, dep, -1]
  node.flags |= MANY_READS
  return 1
}

/** Tells the other side of a read. */
export function linkRead(node: Node, i: number): void {
  setReadSlot(node, i, addReader(readAt(node, i), node, i))
}

/** Adds a reader with its read of that number, and gives the slot. */
export function addReader(dep: Node, node: Node, i: number): number {
  if (dep.readers === null) {
    dep.readers = node
    dep.readerSlot = i
    return 0
  }
  if ((dep.flags & MANY_READERS) === 0) {
    dep.readers = [dep.readers as Node, dep.readerSlot, node, i]
    dep.flags |= MANY_READERS
    return 1
  }
  const readers = dep.readers as Edges
  readers.push(node, i)
  return (readers.length >> 1) - 1
}

/** Makes the other side forget a read; this side still knows it. */
export function unlinkRead(node: Node, i: number): void {
  const slot = readSlotAt(node, i)
  if (slot < 0) return
  setReadSlot(node, i, -1)
  const dep = readAt(node, i)
  if ((dep.flags & MANY_READERS) === 0) {
    dep.readers = null
    return
  }
  const readers = dep.readers as Edges
  const back = readers.pop() as number
  const last = readers.pop() as Node
  if (slot << 1 === readers.length) return
  readers[slot << 1] = last
  readers[(slot << 1) + 1] = back
  setReadSlot(last, back, slot)
}

/** Exchanges two reads of a node that has several. */
export function swapReads(node: Node, i: number, j: number): void {
  const reads = node.reads as Edges
  const dep = reads[i << 1] as Node
  const slot = reads[(i << 1) + 1] as number
  placeRead(node, i, reads[j << 1] as Node, reads[(j << 1) + 1] as number)
  placeRead(node, j, dep, slot)
}

function placeRead(node: Node, to: number, dep: Node, slot: number): void {
  const reads = node.reads as Edges
  reads[to << 1] = dep
  reads[(to << 1) + 1] = slot
  if (slot < 0) return
  if ((dep.flags & MANY_READERS) !== 0) (dep.readers as Edges)[(slot << 1) + 1] = to
  else dep.readerSlot = to
}

/** Drops the last read, which must be unlinked. */
export function popRead(node: Node): void {
  if ((node.flags & MANY_READS) === 0) node.reads = null
  else {
    // Faster than setting the length.
    const reads = node.reads as Edges
    reads.pop()
    reads.pop()
  }
}
