// A place that shifts with the cell in which a formula is filled, for functions that ask where and not what.

import { type IrCell, type IrRange, SHIFT } from '@cellwake/language'
import { K_REFERENCE, type Reference } from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import { columnOf } from '../graph/grid.ts'
import type { Origin } from './abstract.ts'

export function shiftingPlace(
  reference: IrCell | IrRange,
  origin: Origin,
): (node: CellNode) => Reference {
  const [tag, sheet, column, row] = reference
  const [lastColumn, lastRow] = tag === 'cell' ? [column, row] : [reference[4], reference[5]]
  const written = (tag === 'cell' ? reference[4] : reference[6]) ?? 0
  const shifts = tag === 'cell' ? written | (written << 2) : written
  return (node) => {
    const columns = columnOf(node.column) - origin.column
    const rows = node.row - origin.row
    const left = shifts & SHIFT.column ? column + columns : column
    const right = shifts & SHIFT.lastColumn ? lastColumn + columns : lastColumn
    const top = shifts & SHIFT.row ? row + rows : row
    const bottom = shifts & SHIFT.lastRow ? lastRow + rows : lastRow
    return {
      k: K_REFERENCE,
      sheet,
      column: Math.min(left, right),
      row: Math.min(top, bottom),
      lastColumn: Math.max(left, right),
      lastRow: Math.max(top, bottom),
    }
  }
}
