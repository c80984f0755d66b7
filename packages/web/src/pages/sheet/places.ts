// Places on a sheet: columns and rows from 1, rectangles, and the symbols that stand for them.

import { cellSymbol, defaultSheet, parseSymbol, rangeSymbol } from '@cellwake/language'

export interface Place {
  readonly column: number
  readonly row: number
}

/** Both corners belong to it. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function columnLetters(column: number): string {
  return cellSymbol(defaultSheet, column, 1).slice(0, -1)
}

export function symbolAt(sheet: string, { column, row }: Place): string {
  return cellSymbol(sheet, column, row)
}

export function rectSymbol(sheet: string, { left, top, right, bottom }: Rect): string {
  return left === right && top === bottom
    ? cellSymbol(sheet, left, top)
    : rangeSymbol(sheet, left, top, right, bottom)
}

export function rectOf(a: Place, b: Place): Rect {
  return {
    left: Math.min(a.column, b.column),
    top: Math.min(a.row, b.row),
    right: Math.max(a.column, b.column),
    bottom: Math.max(a.row, b.row),
  }
}

export function rectSize({ left, top, right, bottom }: Rect): number {
  return (right - left + 1) * (bottom - top + 1)
}

export function holds(rect: Rect, { column, row }: Place): boolean {
  return column >= rect.left && column <= rect.right && row >= rect.top && row <= rect.bottom
}

export function overlap(a: Rect, b: Rect): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
}

/** Where a symbol stands; undefined for a name. */
export function placeOf(symbol: string): (Place & { readonly sheet: string }) | undefined {
  const parts = parseSymbol(symbol)
  return parts === undefined || 'name' in parts ? undefined : parts
}

/** The rectangle of `A1`, `A1:B9` or `Data!A1:B9`; undefined for names and whole columns. */
export function rectOfSymbol(symbol: string): { sheet: string; rect: Rect } | undefined {
  const colon = symbol.lastIndexOf(':')
  const first = placeOf(colon < 0 ? symbol : symbol.slice(0, colon))
  if (first === undefined) return undefined
  const last = colon < 0 ? first : placeOf(symbol.slice(colon + 1))
  if (last === undefined) return undefined
  return { sheet: first.sheet, rect: rectOf(first, last) }
}
