// What waits to run: a list per height, so that the pass needs no sort and no work set. A node waits
// at most once. Derived values and sinks that never ran wait apart: their height is not known yet, so
// they go when the rest is at rest, in the order of registration.

import type { Node } from './node.ts'
import * as nodes from './node.ts'

// Folded into the code, unlike imported ones.
const { NEVER_RAN, QUEUED, TASK } = nodes

/** The lowest waiting height, when nothing waits. */
const NOTHING_WAITS = 0x3fffffff

export class Queue {
  /** The lowest height at which something waits: everything at or below it may be trusted. */
  lowest: number = NOTHING_WAITS
  /** Counts what joins, so that a look upstream can be remembered until then. */
  joined = 1
  #waiting = 0
  /** Some list is not by ordinal; mostly all are. */
  #mixed = false
  readonly #heads: (Node | null)[] = []
  readonly #tails: (Node | null)[] = []
  #fresh: Node[] = []
  #nextFresh = 0

  get empty(): boolean {
    return this.#waiting === 0 && this.#nextFresh === this.#fresh.length
  }

  add(node: Node): void {
    // Also when it waits already: it may have been read since, and found up to date.
    this.joined++
    if ((node.flags & QUEUED) !== 0) return
    node.flags |= QUEUED
    if ((node.flags & (NEVER_RAN | TASK)) === NEVER_RAN) {
      this.#fresh.push(node)
      return
    }
    const { height } = node
    const heads = this.#heads
    const tails = this.#tails
    if (heads.length <= height) this.#grow(height)
    if (heads[height] === null) heads[height] = node
    else {
      const tail = tails[height]!
      tail.next = node
      if (tail.ordinal > node.ordinal) this.#mixed = true
    }
    tails[height] = node
    this.#waiting++
    if (height < this.lowest) this.lowest = height
  }

  /** Takes all that waits at the lowest height, as a list by ordinal; null when none does. */
  takeLowest(): Node | null {
    if (this.#waiting === 0) {
      this.lowest = NOTHING_WAITS
      this.#mixed = false
      return null
    }
    const heads = this.#heads
    let height = this.lowest
    while (heads[height] === null) height++
    this.lowest = height
    const head = heads[height]!
    heads[height] = null
    return this.#mixed ? inOrder(head) : head
  }

  #grow(height: number): void {
    while (this.#heads.length <= height) {
      this.#heads.push(null)
      this.#tails.push(null)
    }
  }

  /** Marks a node of a taken list as out, and gives the one behind it. */
  takeOut(node: Node): Node | null {
    const { next } = node
    node.next = null
    node.flags &= ~QUEUED
    this.#waiting--
    return next
  }

  /** Puts the rest of a taken list back. */
  putBack(list: Node | null): void {
    for (let node = list; node !== null; ) {
      const next = this.takeOut(node)
      this.add(node)
      node = next
    }
  }

  /** The next of those that never ran. */
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

function inOrder(head: Node): Node {
  let last = head
  for (let node = head.next; node !== null; node = node.next) {
    if (node.ordinal < last.ordinal) return sorted(head)
    last = node
  }
  return head
}

function sorted(head: Node): Node {
  const nodes: Node[] = []
  for (let node: Node | null = head; node !== null; node = node.next) nodes.push(node)
  nodes.sort((a, b) => a.ordinal - b.ordinal)
  for (let i = 0; i < nodes.length; i++) nodes[i]!.next = nodes[i + 1] ?? null
  return nodes[0]!
}
