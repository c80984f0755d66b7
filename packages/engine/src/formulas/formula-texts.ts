// The formulas of a source as text, for FORMULATEXT and for people who look at a cell. The source is read
// when the first is asked for, and each is spelled out when it is.

import {
  type Assignment,
  cellSymbol,
  type Expr,
  formulaAt,
  parse,
  parseSymbol,
  printExpression,
  type RangeRef,
} from '@cellwake/language'

interface Rectangle {
  readonly sheet: string
  readonly target: RangeRef
  readonly statement: Assignment
}

export class FormulaTexts {
  readonly #source: string
  readonly #sheets: readonly string[]
  #bySymbol: Map<string, Assignment> | undefined
  readonly #rectangles: Rectangle[] = []

  constructor(source: string, sheets: readonly string[]) {
    this.#source = source
    this.#sheets = sheets
  }

  /** The right side of a symbol's assignment, in canonical form. */
  of(symbol: string): string | undefined {
    const value = this.#statements().get(symbol)?.value ?? this.#over(symbol)
    return value === undefined ? undefined : printExpression(value)
  }

  #statements(): Map<string, Assignment> {
    if (this.#bySymbol !== undefined) return this.#bySymbol
    const found = new Map<string, Assignment>()
    for (const statement of parse(this.#source).model.statements) {
      if (statement.type !== 'assignment') continue
      const { target } = statement
      const text = this.#source.slice(target.start, target.end)
      if (target.type === 'range') {
        const at = parseSymbol(`${text.slice(0, text.lastIndexOf('!') + 1)}A1`, this.#sheets)
        if (at === undefined || 'name' in at) continue
        this.#rectangles.push({ sheet: at.sheet, target, statement })
        continue
      }
      const parts = parseSymbol(text, this.#sheets)
      if (parts === undefined) continue
      const symbol = 'name' in parts ? parts.name : cellSymbol(parts.sheet, parts.column, parts.row)
      found.set(symbol, statement)
    }
    this.#bySymbol = found
    return found
  }

  /** Expression of a cell within a target of several. */
  #over(symbol: string): Expr | undefined {
    if (this.#rectangles.length === 0) return undefined
    const parts = parseSymbol(symbol, this.#sheets)
    if (parts === undefined || 'name' in parts) return undefined
    const { sheet, column, row } = parts
    const found = this.#rectangles.find(
      ({ sheet: own, target }) =>
        own === sheet &&
        column >= target.column &&
        column <= target.lastColumn &&
        row >= target.row &&
        row <= target.lastRow,
    )
    if (found === undefined) return undefined
    const { target, statement } = found
    return formulaAt(statement.value, column - target.column, row - target.row)
  }
}
