// The formulas of a source as text, for FORMULATEXT and for people who look at a cell. The source is parsed lazily, in
// slices, into an index of offsets; a formula is parsed again and printed when it is asked for. Syntax trees of all
// formulas would take many times the memory of the source.

import {
  type Assignment,
  cellSymbol,
  formulaAt,
  parse,
  parseSymbol,
  printExpression,
  type RangeRef,
  statementsOf,
} from '@cellwake/language'
import { FORMULA_PRINTED_CHARS, LOOK_CELLS } from '../limits.ts'
import { atOnce, type Work } from '../model/slices.ts'

/** A rectangle that is assigned, and which of the formulas it has. */
interface Rectangle {
  readonly target: RangeRef
  readonly order: number
}

/** Rectangles are found by squares of so many rows and columns that they lie in. */
const SQUARE_BITS = 5

/** Three offsets for each formula: the start of its statement, and its own start and end. */
const PLACE = 3

export class FormulaTexts {
  readonly #source: string
  readonly #sheets: readonly string[]
  #index: Index | undefined
  /** Cache of the last text: cells of one rectangle are asked for one after another. */
  #last: { readonly order: number; readonly statement: Assignment; text?: string } | undefined

  constructor(source: string, sheets: readonly string[]) {
    this.#source = source
    this.#sheets = sheets
  }

  /** Whether a formula of the source may ask for the text of another. */
  get mayBeRead(): boolean {
    return /FORMULATEXT/i.test(this.#source)
  }

  /** Reads the source, if nobody has. */
  *read(pause: () => boolean): Work<void> {
    if (this.#index !== undefined) return
    const index = new Index(this.#source, this.#sheets)
    let looked = 0
    for (const statement of statementsOf(this.#source)) {
      // Statements may be long.
      looked += 1 + ((statement.end - statement.start) >> 5)
      if (statement.type === 'assignment') looked += index.add(statement)
      if (looked < LOOK_CELLS) continue
      looked = 0
      if (pause()) yield
    }
    this.#index = index
  }

  /** The right side of a symbol's assignment, in canonical form; a very long one as written in the source. */
  of(symbol: string): string | undefined {
    if (this.#index === undefined) atOnce(this.read(() => false))
    const { orders, places, over } = this.#index!
    const known = orders.get(symbol)
    if (known !== undefined) return this.#spelled(places, known, 0, 0)
    const parts = over.size === 0 ? undefined : parseSymbol(symbol, this.#sheets)
    if (parts === undefined || 'name' in parts) return undefined
    const { sheet, column, row } = parts
    const found = over.get(squareOf(sheet, column, row))?.find(({ target }) => {
      const isBeside = column < target.column || column > target.lastColumn
      return !isBeside && row >= target.row && row <= target.lastRow
    })
    if (found === undefined) return undefined
    const { order, target } = found
    return this.#spelled(places, order, column - target.column, row - target.row)
  }

  #spelled(places: readonly number[], order: number, columns: number, rows: number): string {
    const [start = 0, from = 0, end = 0] = places.slice(order * PLACE, (order + 1) * PLACE)
    if (end - from > FORMULA_PRINTED_CHARS) return this.#source.slice(from, end)
    if (this.#last?.order !== order) {
      const [statement] = parse(this.#source.slice(start, end)).model.statements
      this.#last = { order, statement: statement as Assignment }
    }
    const { value } = this.#last.statement
    const own = formulaAt(value, columns, rows)
    if (own !== value) return printExpression(own)
    this.#last.text ??= printExpression(value)
    return this.#last.text
  }
}

/** Index from symbols to the places of their formulas in the source. */
class Index {
  readonly orders = new Map<string, number>()
  readonly over = new Map<string, Rectangle[]>()
  readonly places: number[] = []
  readonly #source: string
  readonly #sheets: readonly string[]

  constructor(source: string, sheets: readonly string[]) {
    this.#source = source
    this.#sheets = sheets
  }

  /** Adds a statement; returns a measure of the work it took. */
  add({ target, start, value }: Assignment): number {
    const order = this.places.length / PLACE
    this.places.push(start, value.start, value.end)
    const text = this.#source.slice(target.start, target.end)
    if (target.type === 'range') {
      const at = parseSymbol(`${text.slice(0, text.lastIndexOf('!') + 1)}A1`, this.#sheets)
      return at === undefined || 'name' in at ? 0 : this.#addOver(at.sheet, { target, order })
    }
    const parts = parseSymbol(text, this.#sheets)
    if (parts === undefined) return 0
    const symbol = 'name' in parts ? parts.name : cellSymbol(parts.sheet, parts.column, parts.row)
    this.orders.set(symbol, order)
    return 0
  }

  #addOver(sheet: string, rectangle: Rectangle): number {
    const { column, row, lastColumn, lastRow } = rectangle.target
    const size = 1 << SQUARE_BITS
    let squares = 0
    for (let r = row & -size; r <= lastRow; r += size) {
      for (let c = column & -size; c <= lastColumn; c += size) {
        const square = squareOf(sheet, c, r)
        const known = this.over.get(square)
        if (known === undefined) this.over.set(square, [rectangle])
        else known.push(rectangle)
        squares++
      }
    }
    return squares
  }
}

function squareOf(sheet: string, column: number, row: number): string {
  return `${column >> SQUARE_BITS},${row >> SQUARE_BITS},${sheet}`
}
