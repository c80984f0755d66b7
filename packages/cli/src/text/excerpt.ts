// The line a diagnostic stands in, with carets under its range. A long line is trimmed around them.

import { type Glyph, glyphs } from './visible-text.ts'

export interface Excerpt {
  readonly line: string
  readonly carets: string
}

/**
 * `from` and `to` are offsets into the line; an empty range gets one caret. At most `width` columns
 * are shown.
 */
export function excerpt(line: string, from: number, to: number, width: number): Excerpt {
  // Only the part that could be shown is read: a line may be megabytes long.
  const reach = width * 4
  const cutLeft = Math.max(0, from - reach)
  const cutRight = Math.min(line.length, from + reach)
  const all = glyphs(line.slice(cutLeft, cutRight))
  const marked = { from: from - cutLeft, to: to - cutLeft }
  const first = firstAt(all, marked.from)
  const { start, end } = window(all, first, width)
  const part = all.slice(start, end)
  const left = start > 0 || cutLeft > 0 ? '…' : ''
  const right = end < all.length || cutRight < line.length ? '…' : ''
  const before = columns(all.slice(start, first)) + left.length
  const under = part.filter((glyph) => glyph.start < marked.to && glyph.end > marked.from)
  return {
    line: left + part.map(({ shown }) => shown).join('') + right,
    carets: ' '.repeat(before) + '^'.repeat(Math.max(1, columns(under))),
  }
}

/** The glyph that holds an offset; behind the last one for the end of the line. */
function firstAt(all: readonly Glyph[], offset: number): number {
  const found = all.findIndex(({ end }) => end > offset)
  return found < 0 ? all.length : found
}

/** Which glyphs to show: all if they fit, else about a third of them before the carets. */
function window(all: readonly Glyph[], first: number, width: number) {
  if (columns(all) <= width) return { start: 0, end: all.length }
  // Two columns are kept for the ellipses.
  const room = width - 2
  let end = first
  let used = 0
  while (end < all.length && used + all[end]!.columns <= (room * 2) / 3) used += all[end++]!.columns
  let start = first
  while (start > 0 && used + all[start - 1]!.columns <= room) used += all[--start]!.columns
  while (end < all.length && used + all[end]!.columns <= room) used += all[end++]!.columns
  return { start, end }
}

function columns(some: readonly Glyph[]): number {
  return some.reduce((sum, glyph) => sum + glyph.columns, 0)
}
