// The nodes that cover stretches of a column: see `blocks.ts`.

import { NEVER_RAN, Node, STATIC } from '@cellwake/scheduler'
import { type Aggregate, nothing } from './aggregate.ts'
import type { CellNode } from './cell-node.ts'
import { LEAF_ROWS } from './limits.ts'

/** A column, as far as its cells go. */
export interface Leaves {
  leaf(at: number): readonly (CellNode | undefined)[] | undefined
}

const NOTHING = nothing()

/** Two halves of the level below, where they have cells. */
export class Block extends Node {
  declare value: Aggregate
  declare readonly level: number
  declare readonly place: number
  declare left: Block | null
  declare right: Block | null

  constructor(ordinal: number, run: (node: Node) => unknown, level: number, place: number) {
    super(ordinal, NOTHING, run, NEVER_RAN | STATIC)
    this.level = level
    this.place = place
    this.left = null
    this.right = null
  }
}

/** Some rows of one leaf; all of them for a block of level 0. */
export class Strip extends Block {
  declare readonly column: Leaves
  declare readonly first: number
  declare readonly last: number
  /** The strip of all rows but the last, if there is one: running totals share it. */
  declare readonly before: Strip | null

  constructor(
    ordinal: number,
    run: (node: Node) => unknown,
    column: Leaves,
    first: number,
    last: number,
    before: Strip | null,
  ) {
    super(ordinal, run, 0, Math.floor((first - 1) / LEAF_ROWS))
    this.column = column
    this.first = first
    this.last = last
    this.before = before
  }
}
