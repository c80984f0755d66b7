// A table with more than two columns, for people: headings, and no borders. On a terminal the last
// column is cut to the rest of the line.

import Table from 'cli-table3'
import type { Output } from './output.ts'
import { glyphs } from './visible-text.ts'

const nothing = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

export function showTable(
  output: Output,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const table = new Table({
    head: headings.map((heading) => output.colors.dim(heading)),
    chars: nothing,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  const room = roomForLast(output, headings, rows)
  for (const row of rows) {
    table.push([...row.slice(0, -1), cut(row.at(-1) ?? '', room)])
  }
  for (const line of table.toString().split('\n')) output.line(line.trimEnd())
}

function roomForLast(
  { columns }: Output,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): number {
  if (columns === undefined) return Number.POSITIVE_INFINITY
  const widths = headings
    .slice(0, -1)
    .map((heading, i) => Math.max(heading.length, ...rows.map((row) => wide(row[i] ?? ''))))
  return Math.max(12, columns - widths.reduce((sum, width) => sum + width + 2, 0))
}

function wide(text: string): number {
  return glyphs(text).reduce((sum, glyph) => sum + glyph.columns, 0)
}

function cut(text: string, room: number): string {
  if (text.length <= room) return text
  return `${glyphs(text)
    .slice(0, room - 1)
    .map(({ shown }) => shown)
    .join('')}…`
}
