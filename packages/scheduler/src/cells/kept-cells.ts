// The way in to cells that are kept in a store. It is apart from `cells.ts`, so that a program for a browser has no store in it.

import type { Store } from '@cellwake/store'
import { Cells, type CellsOptions } from './cells.ts'
import { DurableCells } from './durable-cells.ts'

export interface DurableCellsOptions extends CellsOptions {
  /** Keeps the cells: every cell, derived value and stream needs an id. */
  readonly store: Store
  /** The space in the store; `cells` by default. */
  readonly space?: string
}

/** A runtime whose cells are kept. */
export function durableCells(options: DurableCellsOptions): Cells {
  const { store, space = 'cells', ...rest } = options
  return new Cells(rest, (host) => new DurableCells(store, space, host))
}
