// Nodes and the edges between readers and dependencies. An edge is stored at both ends, each with its place at the
// other, so that it is removed in constant time. A node that nobody reads, and one that reads nothing, has no list for it.

import { BLANK, type Value } from '../values.ts'
import { CLEAN, type Edges, type Node } from './state.ts'

const NOTHING: readonly Node[] = []
const NO_EDGES: Edges = []

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
    reads: NO_EDGES,
    readers: NO_EDGES,
  }
}

/** Whether the source assigns a cell or a name. */
export function isAssigned(node: Node): boolean {
  return node.formula !== undefined || node.isInput === true
}

/** Whether anything runs for it. */
export function runs(node: Node): boolean {
  return node.formula !== undefined || node.cover !== undefined || node.held !== undefined
}

/** Makes something the next that a node reads. */
export function appendRead(reader: Node, dep: Node): void {
  const at = reader.reads.length
  const place = dep.readers.length
  if (at === 0) reader.reads = [dep, place]
  else reader.reads.push(dep, place)
  if (place === 0) dep.readers = [reader, at]
  else dep.readers.push(reader, at)
}

/** Removes the reads from a place on. */
export function trimReads(reader: Node, from: number): void {
  const { reads } = reader
  while (reads.length > from) {
    const place = reads.pop() as number
    const dep = reads.pop() as Node
    const { readers } = dep
    const lastPlace = readers.pop() as number
    const last = readers.pop() as Node
    // The last reader takes the place that came free.
    if (place < readers.length) {
      readers[place] = last
      readers[place + 1] = lastPlace
      last.reads[lastPlace + 1] = place
    }
  }
}
