// A line is a column or a row of cells that an index looks through, by places from 0. It knows the nodes to
// watch, and the places that may have changed since a tick.

import type { Node } from '@cellwake/scheduler'
import type { CellNode } from '../graph/cell-node.ts'
import type { Column, Grid } from '../graph/grid.ts'
import type { Block } from '../ranges/block.ts'
import type { Blocks } from '../ranges/blocks.ts'

export interface KeyLine {
  /** Nodes that change when a cell of the line does. */
  readonly watched: readonly Node[]
  /** Undefined where there is none. */
  cell(place: number): CellNode | undefined
  /** Calls `fn` for stretches of places, both ends included. All that is watched must be up to date. */
  changedSince(tick: number, fn: (first: number, last: number) => void): void
}

export class ColumnLine implements KeyLine {
  readonly watched: readonly Block[]
  readonly #blocks: Blocks
  readonly #column: Column
  readonly #row: number

  constructor(grid: Grid, blocks: Blocks, key: number, row: number, lastRow: number) {
    this.#blocks = blocks
    this.#column = grid.makeColumn(key)
    this.#row = row
    this.watched = blocks.cover(this.#column, row, lastRow)
  }

  cell(place: number): CellNode | undefined {
    return this.#column.find(this.#row + place)
  }

  changedSince(tick: number, fn: (first: number, last: number) => void): void {
    const row = this.#row
    for (const block of this.watched) {
      this.#blocks.changedSince(block, tick, ({ own }) => fn(own.first - row, own.last - row))
    }
  }
}

/** Rows are short: every cell is there, and each is looked at. */
export class RowLine implements KeyLine {
  readonly watched: readonly CellNode[]

  constructor(watched: readonly CellNode[]) {
    this.watched = watched
  }

  cell(place: number): CellNode | undefined {
    return this.watched[place]
  }

  changedSince(tick: number, fn: (first: number, last: number) => void): void {
    // A cell that never changed since it was made has no tick; the first look takes all.
    this.watched.forEach((cell, i) => {
      if (tick < 0 || cell.changedAt > tick) fn(i, i)
    })
  }
}
