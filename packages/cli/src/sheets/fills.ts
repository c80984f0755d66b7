// Formulas that were filled down or right from one another: seen from its own cell each is the same. They become
// rectangles, so that a column of thousands is one line of a model.

export interface Fillable {
  readonly column: number
  readonly row: number
  /** The formula relative to its cell, and the other parts of the key. */
  readonly form: string
}

export interface Fill<T extends Fillable> {
  /** Its first cell is in the upper left corner. */
  readonly cells: readonly T[]
  readonly lastColumn: number
  readonly lastRow: number
}

/** Every cell once, in rectangles that are as tall and then as wide as they can be. */
export function fillsOf<T extends Fillable>(cells: readonly T[]): Fill<T>[] {
  const down = columnsOf(cells)
  const open = new Map<string, T[]>()
  const found: { readonly cells: T[]; lastColumn: number; readonly lastRow: number }[] = []
  const wide = new Map<T[], (typeof found)[number]>()
  for (const run of down) {
    const first = run[0]!
    const last = run.at(-1)!
    const key = (column: number) => `${column}:${first.row}:${last.row}:${first.form}`
    const beside = open.get(key(first.column - 1))
    const grown = beside === undefined ? undefined : wide.get(beside)
    if (beside === undefined || grown === undefined) {
      const fill = { cells: run, lastColumn: first.column, lastRow: last.row }
      found.push(fill)
      wide.set(run, fill)
      open.set(key(first.column), run)
      continue
    }
    grown.lastColumn = first.column
    for (const cell of run) grown.cells.push(cell)
    open.set(key(first.column), beside)
  }
  return found
}

/** Runs of equal forms from top to bottom, column by column. */
function columnsOf<T extends Fillable>(cells: readonly T[]): T[][] {
  const sorted = [...cells].sort((a, b) => a.column - b.column || a.row - b.row)
  const runs: T[][] = []
  for (const cell of sorted) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    const follows =
      before !== undefined &&
      before.column === cell.column &&
      before.row + 1 === cell.row &&
      before.form === cell.form
    if (follows) run!.push(cell)
    else runs.push([cell])
  }
  return runs
}
