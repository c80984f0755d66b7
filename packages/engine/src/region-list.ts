// The regions of some columns, by their first and last row. Most are running totals, which begin in one row
// and are each a cell longer than the one before: those stand in a list, since a table of 5,000 takes half a
// megabyte to grow, and three looks for each.

import { SHEET_ROWS } from './limits.ts'
import type { Region } from './region-node.ts'

export class RegionList {
  /** Where the running totals begin, and where the first of them ends. `Regions.get` looks here itself. */
  row = 0
  firstEnd = 0
  readonly running: Region[] = []
  /** All others, by their rows. */
  others: Map<number, Region> | null = null

  find(row: number, lastRow: number): Region | undefined {
    const at = lastRow - this.firstEnd
    if (row === this.row && at >= 0 && at < this.running.length) return this.running[at]
    return this.others?.get(rowsKey(row, lastRow))
  }

  add(region: Region): void {
    const { running } = this
    const { row, lastRow } = region.own
    if (row === this.row && lastRow - this.firstEnd === running.length) running.push(region)
    else if (running.length > 1) this.#addOther(region)
    else {
      // One alone runs nowhere.
      if (running.length === 1) this.#addOther(running[0]!)
      this.row = row
      this.firstEnd = lastRow
      running[0] = region
    }
  }

  #addOther(region: Region): void {
    this.others ??= new Map()
    this.others.set(rowsKey(region.own.row, region.own.lastRow), region)
  }
}

function rowsKey(row: number, lastRow: number): number {
  return (row - 1) * SHEET_ROWS + lastRow - 1
}
