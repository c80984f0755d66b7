// The selection in a sheet, and its moves by keys. Pure: the grid hands in the size and the cells it
// knows.

import { type Place, type Rect, rectOf } from './places.ts'

/** `head` is the cell that is selected; the rectangle reaches from `anchor` to it. */
export interface Selection {
  readonly anchor: Place
  readonly head: Place
}

export interface Bounds {
  readonly rows: number
  readonly columns: number
}

export interface Surroundings extends Bounds {
  /** The last row and column that hold something. */
  readonly used: Bounds
  readonly pageRows: number
  /** Whether a cell holds something; undefined if that is not loaded. */
  readonly filled: (place: Place) => boolean | undefined
}

export interface Key {
  readonly key: string
  readonly shift: boolean
  readonly ctrl: boolean
}

export function selectCell(place: Place): Selection {
  return { anchor: place, head: place }
}

export function selectedRect({ anchor, head }: Selection): Rect {
  return rectOf(anchor, head)
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The selection after a key; undefined if the key does not move it. */
export function moved(from: Selection, key: Key, around: Surroundings): Selection | undefined {
  if (key.key === 'Tab') {
    return selectCell(clamp(step(from.head, key.shift ? -1 : 1, 0), around))
  }
  const to = target(from.head, key, around)
  if (to === undefined) return undefined
  const head = clamp(to, around)
  return key.shift ? { anchor: from.anchor, head } : selectCell(head)
}

/** After Enter: one down, or up with shift. */
export function afterEnter({ head }: Selection, up: boolean, bounds: Bounds): Selection {
  return selectCell(clamp(step(head, 0, up ? -1 : 1), bounds))
}

function target(at: Place, { key, ctrl }: Key, around: Surroundings): Place | undefined {
  const arrow = arrows[key]
  if (arrow !== undefined) return ctrl ? edge(at, arrow, around) : step(at, arrow[0], arrow[1])
  if (key === 'PageDown') return step(at, 0, around.pageRows)
  if (key === 'PageUp') return step(at, 0, -around.pageRows)
  if (key === 'Home') return { column: 1, row: ctrl ? 1 : at.row }
  if (key !== 'End') return undefined
  return { column: around.used.columns, row: ctrl ? around.used.rows : at.row }
}

/**
 * The end of the block one stands in, or the start of the next. Where cells are not loaded the
 * answer is the end of the used range: a search would load the whole column.
 */
function edge(at: Place, [x, y]: readonly [number, number], around: Surroundings): Place {
  const { used } = around
  const next = step(at, x, y)
  const inBlock = around.filled(at) === true && around.filled(next) === true
  for (let place = next; ; place = step(place, x, y)) {
    const { column, row } = place
    const past = column > used.columns || row > used.rows
    if (column < 1 || row < 1 || past) return past ? beyond(at, place, around) : step(place, -x, -y)
    const filled = around.filled(place)
    if (filled === undefined) return end(at, x, y, used)
    if (inBlock && !filled) return step(place, -x, -y)
    if (!inBlock && filled) return place
  }
}

/** Past the last used cell: stop there, or stay if one stood there already. */
function beyond(at: Place, place: Place, { used }: Surroundings): Place {
  return {
    column: Math.max(at.column, Math.min(place.column, used.columns)),
    row: Math.max(at.row, Math.min(place.row, used.rows)),
  }
}

function end(at: Place, x: number, y: number, used: Bounds): Place {
  if (x !== 0) return { column: x < 0 ? 1 : used.columns, row: at.row }
  return { column: at.column, row: y < 0 ? 1 : used.rows }
}

function step({ column, row }: Place, x: number, y: number): Place {
  return { column: column + x, row: row + y }
}

function clamp({ column, row }: Place, { rows, columns }: Bounds): Place {
  return {
    column: Math.min(Math.max(column, 1), columns),
    row: Math.min(Math.max(row, 1), rows),
  }
}
