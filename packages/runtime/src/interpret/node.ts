// Nodes and the edges between readers and dependencies. An edge is stored at both ends, each with its slot at the
// other, so that it is removed in constant time.

import { BLANK, type Value } from '../values.ts'
import { CLEAN, type Node } from './state.ts'

const NOTHING: readonly Node[] = []

export function newNode(key: number, row: number, value: Value = BLANK): Node {
  return {
    value,
    state: CLEAN,
    key,
    row,
    refs: NOTHING,
    wanted: 0,
    stacked: 0,
    seenIn: 0,
    reads: [],
    readSlots: [],
    readers: [],
    readerSlots: [],
  }
}

/** Whether anything runs for it. */
export function runs(node: Node): boolean {
  return node.formula !== undefined || node.cover !== undefined || node.held !== undefined
}

/** Makes something the next that a node reads. */
export function appendRead(reader: Node, dep: Node): void {
  const at = reader.reads.length
  reader.reads.push(dep)
  reader.readSlots.push(dep.readers.length)
  dep.readers.push(reader)
  dep.readerSlots.push(at)
}

/** Removes the reads from a place on. */
export function trimReads(reader: Node, from: number): void {
  while (reader.reads.length > from) {
    const dep = reader.reads.pop()!
    const slot = reader.readSlots.pop()!
    const last = dep.readers.pop()!
    const lastSlot = dep.readerSlots.pop()!
    // The last reader takes the place that came free.
    if (slot < dep.readers.length) {
      dep.readers[slot] = last
      dep.readerSlots[slot] = lastSlot
      last.readSlots[lastSlot] = slot
    }
  }
}
