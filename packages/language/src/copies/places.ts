// Rectangles of cells, and what is left of one without another.

import type { IrRegion, IrTarget } from '../ir.ts'

export type Place = readonly [
  sheet: number,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
  ...unknown[],
]

/** The parts of a region that lie outside of a target on the same sheet: above, below, left, right. */
export function besides(region: IrRegion, target: IrTarget): Place[] {
  if (target[0] === 'name') return []
  const [sheet, column, row, lastColumn, lastRow] = region
  const [, , left, top] = target
  const [right, bottom] = target[0] === 'range' ? [target[4], target[5]] : [left, top]
  const from = Math.max(row, top)
  const to = Math.min(lastRow, bottom)
  const parts: Place[] = [
    [sheet, column, row, lastColumn, Math.min(lastRow, top - 1)],
    [sheet, column, Math.max(row, bottom + 1), lastColumn, lastRow],
    [sheet, column, from, Math.min(lastColumn, left - 1), to],
    [sheet, Math.max(column, right + 1), from, lastColumn, to],
  ]
  return parts.filter(([, first, start, last, end]) => first <= last && start <= end)
}
