// Random right sides for `random-model.ts`. They read only columns that exist already, rows above their
// own, and names made before.

import { between, pick } from '@cellwake/store/testing'

/** Where a formula stands; it may read above itself. */
export interface Spot {
  readonly column: string
  readonly row: number
}

const LETTERS = 'ABCDEFGH'

export class RandomFormulas {
  /** How many columns there are to read. */
  columns = 0
  readonly names: string[] = []
  /** Columns with an array in their first row. */
  readonly anchors: string[] = []
  readonly #random: () => number
  readonly #rows: number

  constructor(random: () => number, rows: number) {
    this.#random = random
    this.#rows = rows
  }

  expression(spot: Spot | undefined, depth: number): string {
    const random = this.#random
    if (depth === 0 || random() < 0.15) return this.#leaf(spot)
    const part = () => this.expression(spot, depth - 1)
    const leaf = () => this.#leaf(spot)
    const cell = () => this.#cell(spot)
    return pick(random, [
      () => `(${part()} ${pick(random, ['+', '-', '*', '/', '&'])} ${part()})`,
      () => `(${part()} ${pick(random, ['>', '<=', '=', '<>'])} ${leaf()})`,
      () => `IF(${part()}, ${part()}, ${part()})`,
      () => `(${leaf()} > ${leaf()} THEN ${part()} ELSE ${part()})`,
      () => `IFERROR(${part()}, ${leaf()})`,
      () => `(${part()} DEFAULT ${leaf()})`,
      () => `TRY ${leaf()} + ${leaf()} ELSE ${leaf()}`,
      () => `LET(v, ${part()}, v + v)`,
      () => `SWITCH(${leaf()}, 1, ${leaf()}, 2, ${part()}, ${leaf()})`,
      () => this.#aggregate(spot),
      () => this.#aggregate(spot),
      () => this.#aggregate(spot),
      () => `SUMPRODUCT(${this.#range(spot)})`,
      () => this.#dynamic(),
      () => this.#lookup(cell()),
      () => this.#lookup(leaf()),
      () => this.#spilled(leaf()),
    ])()
  }

  /** A right side that gives an array of one to six rows. */
  array(): string {
    const random = this.#random
    const rows = Math.min(this.#rows, 5)
    const one = this.#cell(undefined)
    return pick(random, [
      `SEQUENCE(MOD(ABS(INT(N(${one}))), 4) + 1)`,
      `SEQUENCE(2, MOD(ABS(INT(N(${one}))), 2) + 1)`,
      `FILTER(A1:A${rows}, A1:A${rows} > 1)`,
      `FILTER(A1:A${rows}, A1:A${rows} > 1, "none")`,
      `A1:A${rows} * 2`,
      `UNIQUE(A1:A${rows})`,
      `SORT(A1:A${rows})`,
      `IF(${one} > 1, A1:A3, ${one})`,
    ])
  }

  #leaf(spot: Spot | undefined): string {
    const random = this.#random
    const roll = random()
    if (roll < 0.15) return pick(random, ['0', '1', '2', '0.1', '3', '"x"', '12.5'])
    if (roll < 0.25 && this.names.length > 0) return pick(random, this.names)
    if (roll < 0.27) return 'loose'
    return this.#cell(spot)
  }

  #column(): string {
    return LETTERS[between(this.#random, 0, this.columns)]!
  }

  #row(): number {
    return between(this.#random, 1, this.#rows + 2)
  }

  #cell(spot: Spot | undefined): string {
    if (spot !== undefined && spot.row > 1 && this.#random() < 0.2) {
      return `${spot.column}${between(this.#random, 1, spot.row)}`
    }
    return `${this.#column()}${this.#row()}`
  }

  #range(spot: Spot | undefined): string {
    const random = this.#random
    if (spot !== undefined && spot.row > 2 && random() < 0.3) {
      return `${spot.column}${between(random, 1, spot.row - 1)}:${spot.column}${spot.row - 1}`
    }
    const rows = [this.#row(), this.#row()].sort((a, b) => a - b)
    const first = between(random, 0, this.columns)
    const last = random() < 0.3 ? between(random, first, this.columns) : first
    if (random() < 0.1) return `${LETTERS[first]}:${LETTERS[last]}`
    const to = random() < 0.2 ? this.#rows + 100 : rows[1]!
    return `${LETTERS[first]}${rows[0]}:${LETTERS[last]}${to}`
  }

  #aggregate(spot: Spot | undefined): string {
    const name = pick(this.#random, [
      'SUM',
      'SUM',
      'SUM',
      'COUNT',
      'COUNTA',
      'MIN',
      'MAX',
      'AVERAGE',
    ])
    const more = this.#random() < 0.2 ? `, ${this.#range(spot)}` : ''
    return `${name}(${this.#range(spot)}${more})`
  }

  #dynamic(): string {
    const rows = this.#rows
    const column = this.#column()
    const at = `(MOD(ABS(INT(N(${this.#column()}${this.#row()}))), ${rows}) + 1)`
    return pick(this.#random, [
      `INDIRECT("${column}" & ${at})`,
      `SUM(INDIRECT("${column}1:${column}" & ${at}))`,
      `OFFSET(${column}1, ${at} - 1, 0)`,
      `SUM(OFFSET(${column}1, 0, 0, ${at}, 1))`,
      `INDEX(${column}1:${column}${rows}, ${at})`,
      `CHOOSE(MOD(${at}, 3) + 1, ${column}1, SUM(${column}:${column}), ${column}2)`,
    ])
  }

  #lookup(wanted: string): string {
    const rows = this.#rows
    const keys = this.#column()
    const values = this.#column()
    return pick(this.#random, [
      `XLOOKUP(${wanted}, ${keys}1:${keys}${rows}, ${values}1:${values}${rows}, "none")`,
      `MATCH(${wanted}, ${keys}1:${keys}${rows}, 0)`,
      `COUNTIF(${keys}1:${keys}${rows}, ${wanted})`,
      `SUMIF(${keys}1:${keys}${rows}, ${wanted}, ${values}1:${values}${rows})`,
      `SUMIFS(${values}1:${values}${rows}, ${keys}1:${keys}${rows}, ">1")`,
      `VLOOKUP(${wanted}, A1:${values}${rows}, 1, FALSE)`,
    ])
  }

  #spilled(otherwise: string): string {
    if (this.anchors.length === 0) return otherwise
    const column = pick(this.#random, this.anchors)
    return pick(this.#random, [
      `SUM(${column}1#)`,
      `${column}2`,
      `SUM(${column}1:${column}9)`,
      `COUNTA(${column}:${column})`,
    ])
  }
}
