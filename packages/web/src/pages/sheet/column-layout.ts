// Positions and widths of columns: the user's choice, else a fit to the first rows.

import type { SheetCell } from '@cellwake/client'
import { AUTO_COLUMN_MAX_PX, AUTO_COLUMN_MIN_PX, COLUMN_WIDTH_PX } from '../../limits.ts'
import type { Zone } from '../../parts/zone.ts'
import { cellText } from './cell-text.ts'
import type { Place } from './places.ts'

const PADDING = 20

export interface ColumnLayout {
  readonly count: number
  readonly width: (column: number) => number
  /** Where a column begins, without the row numbers. */
  readonly start: (column: number) => number
  readonly total: number
}

export function layoutOf(count: number, widths: ReadonlyMap<number, number>): ColumnLayout {
  const starts = new Float64Array(count + 2)
  for (let column = 1; column <= count; column++) {
    starts[column + 1] = starts[column]! + (widths.get(column) ?? COLUMN_WIDTH_PX)
  }
  return {
    count,
    width: (column) => widths.get(column) ?? COLUMN_WIDTH_PX,
    start: (column) => starts[Math.min(column, count + 1)] ?? 0,
    total: starts[count + 1] ?? 0,
  }
}

/** The column at a distance from the first. */
export function columnAt({ count, start }: ColumnLayout, x: number): number {
  let low = 1
  let high = count
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (start(middle) <= x) low = middle
    else high = middle - 1
  }
  return low
}

/** Widths that fit the loaded cells. `measure` gives the width of a text in pixels. */
export function fittingWidths(
  cells: Iterable<readonly [Place, SheetCell]>,
  measure: (text: string, bold: boolean) => number,
  zone: Zone,
  maxWidth = AUTO_COLUMN_MAX_PX,
): Map<number, number> {
  const all = [...cells]
  const filled = new Set(all.map(([{ column, row }]) => `${column}:${row}`))
  const widths = new Map<number, number>()
  for (const [{ column, row }, cell] of all) {
    // A text beside an empty cell runs over it.
    if (cell.kind === 'string' && !filled.has(`${column + 1}:${row}`) && row > 1) continue
    // A glyph, and beside a stale value its age.
    const marks = cell.status === 'ready' ? 0 : cell.status === 'stale' ? 64 : 18
    const needed = Math.ceil(measure(cellText(cell, zone), row === 1)) + PADDING + marks
    const before = widths.get(column) ?? AUTO_COLUMN_MIN_PX
    widths.set(column, Math.min(Math.max(before, needed), maxWidth))
  }
  return widths
}

/** Measures with the fonts of the page. */
export function textMeasure(): (text: string, bold: boolean) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return (text) => text.length * 7
  const family = getComputedStyle(document.body).fontFamily
  return (text, bold) => {
    context.font = `${bold ? 600 : 400} 13px ${family}`
    // All digits are as wide as the widest.
    return context.measureText(text.replace(/\d/g, '0')).width
  }
}

// Widths chosen by the user, kept in this browser.

function storageKey(model: string, sheet: string): string {
  return `cellwake.widths.${model}.${sheet}`
}

export function storedWidths(model: string, sheet: string): Map<number, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(model, sheet)) ?? '[]')
    if (!Array.isArray(stored)) return new Map()
    return new Map(stored.filter(isWidth))
  } catch {
    return new Map()
  }
}

export function storeWidths(model: string, sheet: string, widths: ReadonlyMap<number, number>) {
  try {
    localStorage.setItem(storageKey(model, sheet), JSON.stringify([...widths]))
  } catch {
    // Full or forbidden: widths then last as long as the page.
  }
}

function isWidth(entry: unknown): entry is [number, number] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((n) => Number.isFinite(n))
}
