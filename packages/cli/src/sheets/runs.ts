// Plain values that stand together: headings in a row, the rest in columns.

import { RUN_MAX_CELLS } from '../limits.ts'
import type { WorkCell } from './workbook.ts'

/** Every cell once. A run goes right or down, has one tag, and no gaps. */
export function rowsAndRuns(cells: readonly WorkCell[]): WorkCell[][] {
  const first = cells.reduce((least, { row }) => Math.min(least, row), Number.POSITIVE_INFINITY)
  const headings = cells.filter(({ row, value }) => row === first && typeof value === 'string')
  const taken = new Set<WorkCell>()
  const across = runs(headings, (a, b) => a.row === b.row && a.column + 1 === b.column)
  const rows = across.filter((run) => run.length > 1)
  for (const run of rows) for (const cell of run) taken.add(cell)
  const rest = cells.filter((cell) => !taken.has(cell))
  rest.sort((a, b) => a.column - b.column || a.row - b.row)
  return [...rows, ...runs(rest, (a, b) => a.column === b.column && a.row + 1 === b.row)]
}

function runs(
  cells: readonly WorkCell[],
  follows: (before: WorkCell, next: WorkCell) => boolean,
): WorkCell[][] {
  const found: WorkCell[][] = []
  for (const cell of cells) {
    const run = found.at(-1)
    const before = run?.at(-1)
    const fits = run !== undefined && run.length < RUN_MAX_CELLS
    if (fits && before!.tag === cell.tag && follows(before!, cell)) run.push(cell)
    else found.push([cell])
  }
  return found
}
