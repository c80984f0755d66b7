// Random models and random edits of them. Columns are made from left to right; a formula reads what
// stands to its left, what stands above it, and names made before, so no model has a cycle. The same
// seed makes the same model and the same edits.

import { between, pick } from '@cellwake/store/testing'
import type { GivenValue } from '../src/model/given-value.ts'
import { RandomFormulas, type Spot } from './random-formulas.ts'

export interface RandomModel {
  readonly source: string
  /** Symbols that may be set: inputs, and cells and names that the source does not assign. */
  readonly settable: readonly string[]
  /** Cells that take arrays. */
  readonly arrays: readonly string[]
  readonly lazy: readonly string[]
}

export type Edit =
  | { readonly kind: 'set'; readonly values: Readonly<Record<string, GivenValue>> }
  | { readonly kind: 'resolve' | 'watch' | 'unwatch'; readonly symbol: string }

const COLUMNS = 'ABCDEFGH'
/** Arrays spill from their first rows. */
const SPILL_COLUMNS = ['K', 'N', 'Q'] as const
/** Arrays from here may want cells that others want too. */
const CROSSING = ['J3', 'M2'] as const
const SPILL_ROWS = 6

export function randomModel(random: () => number): RandomModel {
  return new Maker(random).make()
}

class Maker {
  readonly #random: () => number
  readonly #rows: number
  readonly #lines: string[] = []
  readonly #settable: string[] = []
  readonly #lazy: string[] = []
  readonly #formulas: RandomFormulas

  constructor(random: () => number) {
    this.#random = random
    this.#rows = pick(random, [3, 3, 4, 5, 5, 6, 8, 8, 12, 12, 20, 70, 140])
    this.#formulas = new RandomFormulas(random, this.#rows)
  }

  make(): RandomModel {
    const random = this.#random
    this.#inputs('A')
    this.#inputs('B')
    this.#formulas.columns = 2
    this.#names('early')
    const last = between(random, 4, COLUMNS.length)
    while (this.#formulas.columns < last) this.#column()
    const arrays = this.#arrays()
    this.#names('late')
    this.#settable.push('loose', `A${this.#rows + 2}`, 'Other!B3', `C${this.#rows + 40}`)
    if (random() < 0.5) shuffle(random, this.#lines)
    return {
      source: `${this.#lines.join('\n')}\n`,
      settable: this.#settable,
      arrays,
      lazy: this.#lazy,
    }
  }

  #inputs(column: string): void {
    for (let row = 1; row <= this.#rows; row++) {
      this.#settable.push(`${column}${row}`)
      if (this.#random() < 0.85) this.#lines.push(`${column}${row} = ${this.#literal()}`)
    }
  }

  #literal(): string {
    const random = this.#random
    if (random() < 0.8)
      return pick(random, ['0', '1', '2', '3', '-4', '0.1', '0.7', '1e15', '12.5'])
    return pick(random, ['"x"', '"7"', 'TRUE', 'FALSE', '""', 'BLANK', '#N/A', '"Apple"'])
  }

  #names(prefix: string): void {
    for (let i = 0; i < 3; i++) {
      const name = `${prefix}_${i}`
      if (this.#random() < 0.3) {
        this.#lines.push(`${name} = ${this.#literal()}`)
        this.#settable.push(name)
      } else this.#assign(name, undefined)
      this.#formulas.names.push(name)
    }
  }

  /** One more column of formulas, of one kind or mixed. */
  #column(): void {
    const random = this.#random
    const column = COLUMNS[this.#formulas.columns]!
    const kind = pick(random, [
      'mixed',
      'mixed',
      'copies',
      'rectangle',
      'totals',
      'filled',
      'filled',
      'lazy totals',
    ])
    // Large models are for their ranges; a few formulas of each column are enough.
    const rows = Math.min(this.#rows, kind === 'mixed' ? 12 : 70)
    if (kind === 'rectangle') this.#rectangle(column, rows)
    else if (kind === 'copies') this.#copies(column, rows)
    else if (kind === 'totals') this.#totals(column, rows)
    else if (kind === 'filled') this.#filled(column, rows)
    else if (kind === 'lazy totals') this.#lazyTotals(column)
    else {
      for (let row = 1; row <= rows; row++) {
        const hole = random() < 0.2
        if (hole) this.#settable.push(`${column}${row}`)
        else this.#assign(`${column}${row}`, { column, row })
      }
    }
    this.#formulas.columns++
  }

  #assign(target: string, spot: Spot | undefined): void {
    const random = this.#random
    const op = pick(random, ['=', '=', '=', '=', '~=', '?='])
    if (op === '~=') this.#lazy.push(target)
    this.#lines.push(`${target} ${op} ${this.#formulas.expression(spot, 3)}`)
  }

  #rectangle(column: string, rows: number): void {
    const random = this.#random
    const expression = pick(random, [
      'ABOVE + LEFT',
      'IS_FIRST THEN LEFT ELSE ABOVE DEFAULT 0',
      'ROW_INDEX * A1 + COL_INDEX',
      `${this.#formulas.expression(undefined, 2)}`,
      `A1:A${Math.min(rows, 9)} * 2`,
      'LEFT(2) & ROW_INDEX',
      'SUM(A1:A3) / CELL_COUNT + ABOVE',
      'IF(LEFT > 1, ABOVE, ROW_INDEX)',
    ])
    const op = pick(random, ['=', '=', '=', '?='])
    this.#lines.push(`${column}2:${column}${Math.max(3, rows)} ${op} ${expression}`)
    this.#settable.push(`${column}1`)
  }

  /** The same formula in each row, but for its row and a number. */
  #copies(column: string, rows: number): void {
    const random = this.#random
    const make = pick(random, [
      (row: number) => `A${row} * 2 + 1`,
      (row: number) => `IF(A${row} > 1, A${row} * 3, B${row})`,
      (row: number) => `A${row} * ${row} + 0.5`,
      (row: number) => `SUM(A1:A${row})`,
      (row: number) => `COUNTIF(A1:A${this.#rows}, A${row})`,
      (row: number) => `MAX(A${row}:B${row + 3}) - A$1`,
    ])
    const op = pick(random, ['=', '=', '=', '~='])
    for (let row = 1; row <= rows; row++) {
      if (op === '~=') this.#lazy.push(`${column}${row}`)
      this.#lines.push(`${column}${row} ${op} ${make(row)}`)
    }
  }

  /** One formula for all rows, shifted from row to row. */
  #filled(column: string, rows: number): void {
    const random = this.#random
    const last = Math.max(3, rows)
    const expression = pick(random, [
      () => `${column}1 + A2`,
      () => `SUM(${column}$1:${column}1) / 2 + A2`,
      () => `SUM(A$1:A2) - $B$1`,
      () => `MAX(A2:A$${last})`,
      () => `COUNTIF(A$1:A2, A2)`,
      () => `IF(A2 > 1, ${column}1, B2)`,
      () => `ROW(A2) + ABOVE + ROW_INDEX`,
      () => `SUM(A1048575:A1048576) DEFAULT B2`,
      () => `XLOOKUP(A2, $A$1:$A$${last}, B$1:B$${last}, "none")`,
      () => `OFFSET(A2, 0, 1) + INDEX(A$1:B2, ROW(A2), 1)`,
      () => this.#formulas.expression(undefined, 2),
      () => withDollars(random, this.#formulas.expression(undefined, 3)),
    ])()
    const op = pick(random, ['=', '=', '=', '~=', '?='])
    for (let row = 2; op === '~=' && row <= last; row++) this.#lazy.push(`${column}${row}`)
    this.#lines.push(`${column}2:${column}${last} ${op} FILL(${expression})`)
    this.#settable.push(`${column}1`)
  }

  /** Each adds up what stands above it in its own column. */
  #totals(column: string, rows: number): void {
    const op = pick(this.#random, ['=', '=', '~='])
    this.#lines.push(`${column}1 = A1`)
    for (let row = 2; row <= rows; row++) {
      const above = `${column}1:${column}${row - 1}`
      const expression = pick(this.#random, [
        `${column}${row - 1} + A${row}`,
        `SUM(${above}) / 2 + A${row}`,
        `MAX(${above}) + 1`,
        `COUNT(${above})`,
      ])
      if (op === '~=') this.#lazy.push(`${column}${row}`)
      this.#lines.push(`${column}${row} ${op} ${expression}`)
    }
  }

  /** A few totals over all rows above or below them: each may be wanted alone, and none of them hangs on another. */
  #lazyTotals(column: string): void {
    const random = this.#random
    const borders = [1, 31, 32, 33, 64, 65, 96, 97, 128, 129, this.#rows]
    const rows = new Set(borders.filter((row) => row <= this.#rows && random() < 0.6))
    for (const row of rows) {
      const name = pick(random, ['SUM', 'COUNT', 'MIN', 'MAX', 'AVERAGE', 'SUBTOTAL'])
      const range = pick(random, [`A$1:A${row}`, `A${row}:A$${this.#rows}`, `A$1:B${row}`])
      const total = name === 'SUBTOTAL' ? `SUBTOTAL(9, ${range})` : `${name}(${range})`
      this.#lazy.push(`${column}${row}`)
      this.#lines.push(`${column}${row} ~= ${total} DEFAULT -1`)
    }
  }

  #arrays(): string[] {
    const random = this.#random
    const arrays: string[] = []
    for (const column of SPILL_COLUMNS) {
      if (random() < 0.4) continue
      const anchor = `${column}1`
      if (random() < 0.25) {
        this.#lines.push(`${anchor} = ${pick(random, ['[1, 2; 3, 4]', '5'])}`)
        arrays.push(anchor)
      } else {
        const op = pick(random, ['=', '=', '=', '?='])
        this.#lines.push(`${anchor} ${op} ${this.#formulas.array()}`)
      }
      this.#settable.push(`${column}2`, `${column}${SPILL_ROWS}`)
      this.#formulas.anchors.push(column)
    }
    for (const anchor of CROSSING) {
      if (random() < 0.5) continue
      this.#lines.push(`${anchor} = SEQUENCE(1, MOD(ABS(INT(N(A1))), 3) + 1)`)
    }
    return arrays
  }
}

/** Some of its references keep their column or row. */
function withDollars(random: () => number, expression: string): string {
  return expression.replace(/\b([A-H])(\d+)\b/g, (_, column, row) => {
    const sign = () => (random() < 0.3 ? '$' : '')
    return `${sign()}${column}${sign()}${row}`
  })
}

/** The next act on a model. */
export function randomEdit(random: () => number, model: RandomModel): Edit {
  const { lazy, arrays, settable } = model
  if (lazy.length > 0 && random() < 0.2) {
    return { kind: pick(random, ['resolve', 'watch', 'unwatch']), symbol: pick(random, lazy) }
  }
  if (arrays.length > 0 && random() < 0.2) {
    const value = pick(random, [
      [1, 2],
      [[1], [2], [3]],
      [
        [4, 5],
        [6, 7],
      ],
      8,
      null,
    ])
    return { kind: 'set', values: { [pick(random, arrays)]: value } }
  }
  const values: Record<string, GivenValue> = {}
  for (let i = between(random, 1, 4); i > 0; i--) values[pick(random, settable)] = given(random)
  return { kind: 'set', values }
}

function given(random: () => number): GivenValue {
  if (random() < 0.7) return pick(random, [0, 1, 2, 3, 4, -1, 0.1, 0.2, 0.3, 1e15, 7.25, 100])
  return pick<GivenValue>(random, [
    null,
    null,
    'x',
    '7',
    'Apple',
    true,
    false,
    { expr: '#N/A' },
    { expr: '#DIV/0!' },
    { expr: 'dt"2026-03-01T00:00:00Z"' },
  ])
}

function shuffle<T>(random: () => number, items: T[]): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = between(random, 0, i + 1)
    ;[items[i], items[j]] = [items[j]!, items[i]!]
  }
}
