// The workloads of the spreadsheet table: the contents of the sheet, and the cell that an edit changes.
// A row is a list of cells: a number, a formula, or null.

export type Content = number | string | null

export interface Workload {
  readonly about: string
  rows(size: number): Content[][]
  /** The same sheet as people write it in a model: constants as lists, formulas filled. */
  filled?(size: number): string
  readonly size: number
  /** The edits that are timed: the cell, by row and column from 0, and its value in each round. */
  readonly edits: Readonly<Record<string, (size: number) => Edit>>
  /** A cell and the value it must have after the build. */
  check(size: number): { readonly row: number; readonly column: number; readonly value: number }
}

export interface Edit {
  readonly row: number
  readonly column: number
  value(round: number): number
  /** In a sheet whose formulas are edited one by one: the cell and its new formula instead. */
  readonly formula?: { readonly row: number; readonly column: number; text(round: number): string }
}

const list = (size: number, value: (i: number) => number) =>
  `[${Array.from({ length: size }, (_, i) => value(i + 1)).join('; ')}]`

const sum = (n: number) => (n * (n + 1)) / 2

export const workloads: Readonly<Record<string, Workload>> = {
  'W1 chain': {
    about: 'each cell adds one to the cell above',
    size: 100_000,
    rows: (size) => {
      const rows: Content[][] = [[1, 1]]
      for (let i = 2; i < size; i++) rows.push([`=A${i - 1}+1`])
      rows.push([`=A${size - 1}+B1`])
      return rows
    },
    filled: (size) =>
      `A1 = 1\nB1 = 1\nA2:A${size - 1} = FILL(A1 + 1)\nA${size} = A${size - 1} + B1\n`,
    edits: {
      'edit first': () => ({ row: 0, column: 0, value: (round) => round + 5 }),
      // The number in the last formula: an input of its own here, part of the formula there.
      'edit last': (size) => ({
        row: 0,
        column: 1,
        value: (round) => round + 2,
        formula: { row: size - 1, column: 0, text: (round) => `=A${size - 1}+${round + 2}` },
      }),
    },
    check: (size) => ({ row: size - 1, column: 0, value: size }),
  },
  'W2 rows and a sum': {
    about: 'two inputs and two formulas a row, one sum over a column',
    size: 100_000,
    rows: (size) => {
      const rows: Content[][] = []
      for (let i = 1; i <= size; i++) rows.push([i, i * 2, `=A${i}+B${i}`, `=C${i}*2`])
      rows[0]!.push(`=SUM(D1:D${size})`)
      return rows
    },
    filled: (size) =>
      [
        `A1:A${size} = ${list(size, (i) => i)}`,
        `B1:B${size} = ${list(size, (i) => i * 2)}`,
        `C1:C${size} = FILL(A1 + B1)`,
        `D1:D${size} = FILL(C1 * 2)`,
        `E1 = SUM(D1:D${size})\n`,
      ].join('\n'),
    edits: {
      'edit one': (size) => ({ row: size / 2, column: 0, value: (round) => round }),
    },
    check: (size) => ({ row: 0, column: 4, value: 6 * sum(size) }),
  },
  'W3 running totals': {
    about: 'each row sums a column from its start',
    size: 5_000,
    rows: (size) => {
      const rows: Content[][] = []
      for (let i = 1; i <= size; i++) rows.push([i, `=SUM(A$1:A${i})`])
      return rows
    },
    filled: (size) => `A1:A${size} = ${list(size, (i) => i)}\nB1:B${size} = FILL(SUM(A$1:A1))\n`,
    edits: {
      'edit first': () => ({ row: 0, column: 0, value: (round) => round + 3 }),
    },
    check: (size) => ({ row: size - 1, column: 1, value: sum(size) }),
  },
  'W4 VLOOKUP': lookups((i, size) => `=VLOOKUP(C${i},A$1:B$${size},2,FALSE())`),
  'W4 MATCH': lookups((i, size) => `=MATCH(C${i},A$1:A$${size},0)`),
  'W4 XLOOKUP': lookups((i, size) => `=XLOOKUP(C${i},A$1:A$${size},B$1:B$${size})`),
}

function lookups(formula: (row: number, size: number) => string): Workload {
  return {
    about: 'as many exact lookups as rows, in the order of no index',
    size: 20_000,
    rows: (size) => {
      const rows: Content[][] = []
      for (let i = 1; i <= size; i++) {
        rows.push([((i * 7919) % size) + 1, i, ((i * 104_729) % size) + 1, formula(i, size)])
      }
      return rows
    },
    edits: {
      'edit a key': () => ({ row: 7, column: 0, value: (round) => -round - 1 }),
    },
    check: (size) => {
      const wanted = ((100 * 104_729) % size) + 1
      let place = 1
      while (((place * 7919) % size) + 1 !== wanted) place++
      return { row: 99, column: 3, value: place }
    },
  }
}
