// A name for a cell, from the texts around it: the heading of its column, else the text at its left.

import type { SheetCell } from '@cellwake/client'
import { LABEL_LOOK_LEFT_COLUMNS, LABEL_LOOK_UP_ROWS } from '../../limits.ts'
import { type Place, placeOf } from './places.ts'
import type { SheetData } from './sheet-data.ts'

export function labelOf(data: SheetData, symbol: string): string | undefined {
  const place = placeOf(symbol)
  if (place === undefined || place.sheet !== data.sheet) return undefined
  return heading(data, place) ?? beside(data, place)
}

/** The topmost text of the block above; a text in the block itself is another value. */
function heading(data: SheetData, { column, row }: Place): string | undefined {
  let label: string | undefined
  for (let above = row - 1; above >= Math.max(1, row - LABEL_LOOK_UP_ROWS); above--) {
    const cell = data.cell({ column, row: above })
    if (cell === undefined || cell.kind === 'blank') break
    label = textIn(cell)
  }
  return label
}

function beside(data: SheetData, { column, row }: Place): string | undefined {
  for (let left = column - 1; left >= Math.max(1, column - LABEL_LOOK_LEFT_COLUMNS); left--) {
    const cell = data.cell({ column: left, row })
    if (cell === undefined || cell.kind === 'blank') continue
    return textIn(cell)
  }
  return undefined
}

function textIn({ kind, value, role }: SheetCell): string | undefined {
  const isText = kind === 'string' && (role === 'input' || role === 'blank')
  return isText && typeof value === 'string' ? value : undefined
}
