// The node of a region, and what it covers: see `region.ts`.

import type { ArrayValue, ErrorValue } from '@cellwake/runtime'
import type { Aggregate } from './aggregate.ts'
import type { ModelNode } from './model-node.ts'

export interface Region extends ModelNode {
  value: Aggregate
  /** Its first, with the sheet, as in `grid.ts`. */
  readonly column: number
  own: Extent
}

/** What it covers. */
export interface Extent {
  readonly sheet: number
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
  /** It reads cells, and not the blocks of each column. */
  readonly small: boolean
  /** Its array as it was when it was last asked for. */
  made: MadeArray | undefined
  /** Of whole leaves, if it is a running total. */
  parts: readonly Part[]
}

/** The rows of as large a block as fits there, and all from the first row of the region to its end. */
export interface Part {
  readonly block: Aggregate
  readonly total: Aggregate
}

/** The last row and column of an array of cells. */
export interface End {
  readonly row: number
  readonly column: number
}

/** An array of cells, with the tick at which it was made. */
interface MadeArray {
  readonly items: ArrayValue | ErrorValue
  readonly at: number
  readonly end: End
}
