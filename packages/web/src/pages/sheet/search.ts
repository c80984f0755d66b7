// Looking through a whole sheet, block by block: for a text, or for a status. Each block is one bounded
// question, so a sheet of any size can be searched, and stopped.

import type { CellsBySymbol, CellView } from '@cellwake/client'
import { SEARCH_MAX_PLACES, SEARCH_STEP_CELLS } from '../../limits.ts'
import type { Zone } from '../../parts/zone.ts'
import { cellText } from './cell-text.ts'
import { type Place, placeOf, type Rect } from './places.ts'
import type { Bounds } from './selection.ts'

export interface Found {
  /** In the order of reading. */
  readonly places: readonly Place[]
  readonly rowsDone: number
  readonly isDone: boolean
}

export type Matches = (symbol: string, cell: CellView) => boolean

/** Finds cells whose text, value or address holds the words. */
export function textMatches(words: string, zone: Zone): Matches {
  const wanted = words.trim().toLowerCase()
  return (symbol, cell) => {
    if (cell.kind === 'blank') return false
    if (symbol.toLowerCase() === wanted) return true
    if (cellText(cell, zone).toLowerCase().includes(wanted)) return true
    return typeof cell.value === 'number' && String(cell.value).includes(wanted)
  }
}

export function statusMatches(status: string): Matches {
  return (_, cell) => (status === 'error' ? cell.kind === 'error' : cell.status === status)
}

export async function* search(
  used: Bounds,
  matches: Matches,
  load: (rect: Rect) => Promise<CellsBySymbol>,
): AsyncGenerator<Found> {
  const columns = Math.max(used.columns, 1)
  const step = Math.max(1, Math.floor(SEARCH_STEP_CELLS / columns))
  const places: Place[] = []
  for (let top = 1; top <= used.rows; top += step) {
    const bottom = Math.min(top + step - 1, used.rows)
    const cells = await load({ left: 1, top, right: columns, bottom })
    const found = Object.entries(cells)
      .filter(([symbol, cell]) => matches(symbol, cell))
      .flatMap(([symbol]) => placeOf(symbol) ?? [])
      .sort((a, b) => a.row - b.row || a.column - b.column)
    places.push(...found.map(({ column, row }) => ({ column, row })))
    const isDone = bottom === used.rows || places.length >= SEARCH_MAX_PLACES
    yield { places: places.slice(0, SEARCH_MAX_PLACES), rowsDone: bottom, isDone }
    if (isDone) return
  }
  if (used.rows === 0) yield { places: [], rowsDone: 0, isDone: true }
}
