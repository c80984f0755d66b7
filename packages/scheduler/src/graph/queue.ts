// Queue of nodes that wait to run: a list per height, so a pass runs in topological order without a sort
// or a work set. A node waits at most once. Derived values and sinks that never ran wait apart: their height
// is not known yet, so they go when the rest is at rest, in the order of registration.

import { NEVER_RAN, type Node, QUEUED, TASK } from './node.ts'

/** The lowest waiting height, when nothing waits. */
const NOTHING_WAITS = 0x3fffffff

export class Queue {
  /** The lowest height at which something waits: everything at or below it may be trusted. */
  lowest: number = NOTHING_WAITS
  /** Counts additions, so that a look upstream can be remembered until the next. */
  joined = 1
  /** Nothing waits above. */
  #highest = -1
  /** Some list is not by ordinal; mostly all are. */
  #mixed = false
  /** The height of a sorted list that was put back to go on later; -1 if there is none. */
  #ordered = -1
  /** The first and the last of each list, by height. */
  readonly #ends: (Node | null)[] = []
  #fresh: Node[] = []
  #nextFresh = 0

  get empty(): boolean {
    return this.lowest === NOTHING_WAITS && this.#nextFresh === this.#fresh.length
  }

  /** Whether anything waits by height. */
  get waits(): boolean {
    return this.lowest !== NOTHING_WAITS
  }

  /** Queues a node, and sets its flags besides. */
  add(node: Node, flags: number): void {
    // Also when it waits already: it may have been read since, and found up to date.
    this.joined++
    node.flags = flags | QUEUED
    if ((flags & QUEUED) !== 0) return
    if ((flags & (NEVER_RAN | TASK)) === NEVER_RAN) {
      this.#fresh.push(node)
      return
    }
    const { height } = node
    const ends = this.#ends
    const at = height << 1
    if (ends.length <= at) this.#grow(at)
    const head = ends[at]!
    if (head === null) ends[at] = node
    else {
      const last = head.next === null ? head : ends[at + 1]!
      last.next = node
      ends[at + 1] = node
      if (last.ordinal > node.ordinal) {
        this.#mixed = true
        if (height === this.#ordered) this.#ordered = -1
      }
    }
    if (height > this.#highest) this.#highest = height
    if (height < this.lowest) this.lowest = height
  }

  /** Takes all that waits at the lowest height, as a list by ordinal; null when none does. */
  takeLowest(): Node | null {
    const ends = this.#ends
    const highest = this.#highest
    for (let height = this.lowest; height <= highest; height++) {
      const head = ends[height << 1]!
      if (head === null) continue
      this.lowest = height
      ends[height << 1] = null
      if (height === this.#ordered) {
        this.#ordered = -1
        return head
      }
      return this.#mixed ? inOrder(head, ends, height << 1) : head
    }
    this.lowest = NOTHING_WAITS
    this.#highest = -1
    this.#mixed = false
    return null
  }

  #grow(at: number): void {
    while (this.#ends.length <= at) this.#ends.push(null, null)
  }

  /** Takes a node out of a taken list, and gives the one behind it. The caller takes the mark off. */
  takeOut(node: Node): Node | null {
    const { next } = node
    node.next = null
    return next
  }

  /** Puts the rest of a taken list back. */
  putBack(list: Node | null): void {
    for (let node = list; node !== null; ) {
      const next = this.takeOut(node)
      this.add(node, node.flags & ~QUEUED)
      node = next
    }
  }

  /**
   * Puts the rest of a list back where it was taken: at once, if nothing has joined there since. Its last is still known,
   * and it is in order, so a long list that is taken in slices is walked once and not once for each slice.
   * See test: a long list in slices
   */
  restore(list: Node, height: number): void {
    const at = height << 1
    if (this.#ends[at] !== null) {
      this.putBack(list)
      return
    }
    this.#ends[at] = list
    this.#ordered = height
    if (height > this.#highest) this.#highest = height
    if (height < this.lowest) this.lowest = height
  }

  /** Takes the next node that never ran. */
  takeFresh(): Node | undefined {
    if (this.#nextFresh === this.#fresh.length) return undefined
    const node = this.#fresh[this.#nextFresh++]!
    if (this.#nextFresh === this.#fresh.length) {
      this.#fresh = []
      this.#nextFresh = 0
    }
    node.flags &= ~QUEUED
    return node
  }
}

/** Sorts by ordinal. Nodes came mostly in order, so runs that did are merged. Notes the last in `ends`. */
function inOrder(head: Node, ends: (Node | null)[], at: number): Node {
  let lists: Node[] | undefined
  let last = head
  let furthest = head
  for (let node = head.next; node !== null; node = node.next) {
    if (node.ordinal < last.ordinal) {
      last.next = null
      lists ??= [head]
      lists.push(node)
    }
    last = node
    if (node.ordinal > furthest.ordinal) furthest = node
  }
  ends[at + 1] = furthest
  if (lists === undefined) return head
  while (lists.length > 1) {
    let kept = 0
    for (let i = 0; i < lists.length; i += 2) {
      const one = lists[i]!
      lists[kept++] = i + 1 < lists.length ? merged(one, lists[i + 1]!) : one
    }
    lists.length = kept
  }
  return lists[0]!
}

function merged(one: Node, other: Node): Node {
  let a: Node = one.ordinal < other.ordinal ? one : other
  let b: Node | null = a === one ? other : one
  const head = a
  while (b !== null) {
    // All of `a` that goes before `b`, then they change places.
    while (a.next !== null && a.next.ordinal < b.ordinal) a = a.next
    const rest: Node | null = a.next
    a.next = b
    a = b
    b = rest
  }
  return head
}
