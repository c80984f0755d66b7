// The nodes that cover stretches of a column: see `blocks.ts`.

import { NEW_KNOWN, type Node } from '@cellwake/scheduler'
import type { CellNode } from '../graph/cell-node.ts'
import { type ModelNode, newNode } from '../graph/model-node.ts'
import { LEAF_ROWS } from '../limits.ts'
import { type Aggregate, nothing } from './aggregate.ts'

/** A column, as far as its cells go. */
export interface Leaves {
  leaf(at: number): readonly (CellNode | undefined)[] | undefined
}

const NOTHING = nothing()

export interface Block extends ModelNode {
  value: Aggregate
  own: Halves | Rows
}

/** Two halves of the level below, where they have cells. */
export interface Halves {
  readonly level: number
  readonly place: number
  left: Block | null
  right: Block | null
}

/** Some rows of one leaf; all of them for a block of level 0. */
export interface Strip extends Block {
  own: Rows
}

export interface Rows extends Halves {
  readonly column: Leaves
  readonly first: number
  readonly last: number
  /** The strip of all rows but the last, if there is one: running totals share it. */
  readonly before: Strip | null
}

type Run = (node: Node) => unknown

export function newBlock(ordinal: number, run: Run, level: number, place: number): Block {
  return blockOf(ordinal, run, { level, place, left: null, right: null })
}

export function newStrip(
  ordinal: number,
  run: Run,
  column: Leaves,
  first: number,
  last: number,
  before: Strip | null,
): Strip {
  const place = Math.floor((first - 1) / LEAF_ROWS)
  const own = { level: 0, place, left: null, right: null, column, first, last, before }
  return blockOf(ordinal, run, own) as Strip
}

export function isStrip(block: Block): block is Strip {
  return block.own.level === 0
}

function blockOf(ordinal: number, run: Run, own: Halves): Block {
  const block = newNode(ordinal, NEW_KNOWN, -1, -1, own) as Block
  block.value = NOTHING
  block.fn = run
  return block
}
