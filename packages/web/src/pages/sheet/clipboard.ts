// Blocks of cells as text: tabs between columns, lines between rows, as every spreadsheet has it.

import type { Json } from '@cellwake/client'
import type { Zone } from '../../parts/zone.ts'
import { givenFrom } from './given-text.ts'
import { type Place, type Rect, rectSize, symbolAt } from './places.ts'

/** Quotes a text that holds a tab, a line break or a quote. */
export function blockText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join('\t')).join('\n')
}

function quoted(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Parses a block copied here or in another spreadsheet. */
export function blockFrom(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const { field, next } = fieldAt(text, at)
    rows.at(-1)!.push(field)
    const mark = text[next]
    if (mark === undefined) break
    at = mark === '\r' && text[next + 1] === '\n' ? next + 2 : next + 1
    if (mark !== '\t') {
      if (at === text.length) break
      rows.push([])
    }
  }
  return rows
}

function fieldAt(text: string, start: number): { field: string; next: number } {
  return (text[start] === '"' && quotedAt(text, start)) || plainAt(text, start)
}

function plainAt(text: string, start: number): { field: string; next: number } {
  const end = /[\t\r\n]/g
  end.lastIndex = start
  const next = end.exec(text)?.index ?? text.length
  return { field: text.slice(start, next), next }
}

/**
 * Undefined where the quote is part of the text: it is never closed, or what follows it belongs to the cell, as in
 * `"A" grade`, which other spreadsheets copy as it is.
 */
function quotedAt(text: string, start: number): { field: string; next: number } | undefined {
  const close = /"+/g
  close.lastIndex = start + 1
  for (let quotes = close.exec(text); quotes !== null; quotes = close.exec(text)) {
    if (quotes[0].length % 2 === 0) continue
    const next = close.lastIndex
    if (next < text.length && !/[\t\r\n]/.test(text[next] ?? '')) return undefined
    return { field: text.slice(start + 1, next - 1).replaceAll('""', '"'), next }
  }
  return undefined
}

/** The cells that a block covers. One value fills the whole selection. */
export function pasteRect(block: readonly (readonly string[])[], selected: Rect): Rect {
  const width = block.reduce((widest, row) => Math.max(widest, row.length), 0)
  if (block.length === 1 && width === 1) return selected
  const { left, top } = selected
  return { left, top, right: left + width - 1, bottom: top + block.length - 1 }
}

/**
 * The inputs that a block gives values to. One value fills the whole selection; a larger block starts
 * at the selection's first cell.
 */
export function pasteInto(
  sheet: string,
  block: readonly (readonly string[])[],
  selected: Rect,
  now: (place: Place) => Parameters<typeof givenFrom>[1],
  zone: Zone,
): Record<string, Json> {
  const set: Record<string, Json> = {}
  const give = (place: Place, text: string) => {
    set[symbolAt(sheet, place)] = givenFrom(text, now(place), zone)
  }
  const [first] = block
  if (block.length === 1 && first?.length === 1 && rectSize(selected) > 1) {
    for (let row = selected.top; row <= selected.bottom; row++) {
      for (let column = selected.left; column <= selected.right; column++) {
        give({ column, row }, first[0] ?? '')
      }
    }
    return set
  }
  for (const [y, row] of block.entries()) {
    for (const [x, text] of row.entries()) {
      give({ column: selected.left + x, row: selected.top + y }, text)
    }
  }
  return set
}
