// The record of everything in a model's graph: a cell, a region, a block. The graph's own with a place and
// what only one kind has, in one field, so that all are of one shape: what goes from node to node is
// compiled for that shape alone, which is half of the work.

import { BLANK } from '@cellwake/runtime'
import type { Node } from '@cellwake/scheduler'

export interface ModelNode extends Node {
  /** What its kind has beside. */
  own: object | null
}

interface Place {
  readonly column: number
  readonly row: number
}

// No class: until there is machine code, an object that is written out is made ten times as fast.
export function newNode(
  ordinal: number,
  flags: number,
  column: number,
  row: number,
  own: object | null,
): ModelNode & Place {
  return {
    value: BLANK,
    fn: null,
    flags,
    reads: null,
    readers: null,
    height: 0,
    live: 0,
    ranAt: 0,
    changedAt: 0,
    next: null,
    ordinal,
    readSlot: -1,
    readerSlot: -1,
    seenIn: 0,
    trustedIn: 0,
    column,
    row,
    own,
  }
}

// A field is taken for constant, or for one kind of value, until it changes, and machine code that relies on
// it is thrown away then. So all of them change before there is any.
const changed = newNode(1, 1, 1, 1, {})
for (const value of [1, 'text', changed]) {
  changed.value = value
  changed.fn = () => value
  changed.flags++
  changed.reads = [changed, 1]
  changed.reads = changed
  changed.readers = [changed, 1]
  changed.readers = changed
  changed.height++
  changed.live++
  changed.ranAt++
  changed.changedAt++
  changed.next = changed
  changed.readSlot++
  changed.readerSlot++
  changed.seenIn++
  changed.trustedIn++
  changed.own = [value]
}
