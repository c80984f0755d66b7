// The record of everything in a model's graph: a cell, a region, a block. The graph's own with a place and the
// data of one kind only, in one field, so that all are of one shape: a call that takes nodes is compiled for that
// shape alone (monomorphic). See performance: one hidden class for all nodes of a model

import { BLANK } from '@cellwake/runtime'
import type { Node } from '@cellwake/scheduler'

export interface ModelNode extends Node {
  /** Data of its kind of node. */
  own: object | null
}

interface Coordinates {
  readonly column: number
  readonly row: number
}

// No class, but an object that is written out: see above.
export function newNode(
  ordinal: number,
  flags: number,
  column: number,
  row: number,
  own: object | null,
): ModelNode & Coordinates {
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
