// A formula of the language as Excel writes it, where Excel has the same. Undefined where it has not: then only
// the value goes into the file.

import { cellSymbol, type Expr, parseExpression, rangeSymbol } from '@cellwake/language'
import { CALL_MAX_ARGUMENTS, FORMULA_MAX_CHARS } from '../limits.ts'
import { prefixed } from './excel-functions.ts'
import { fitsInFormula, isExcelError } from './excel-rules.ts'
import { isSheetName } from './sheet-names.ts'

export interface Place {
  readonly sheet: string
  readonly column: number
  readonly row: number
}

/** `names` are those that the workbook will have. The formula of a name has no place: it refers absolutely. */
export function excelFormula(
  formula: string,
  place: Place | undefined,
  names: ReadonlySet<string>,
): string | undefined {
  const { expr, diagnostics } = parseExpression(formula)
  if (diagnostics.length > 0) return undefined
  try {
    const text = new Printer(place, names).text(expr)
    return text.length > FORMULA_MAX_CHARS ? undefined : text
  } catch (error) {
    if (error === unknown) return undefined
    throw error
  }
}

/** Thrown from anywhere in a formula that Excel does not know. */
const unknown = Symbol('Excel has no such thing')

class Printer {
  readonly #place: Place | undefined
  readonly #names: ReadonlySet<string>

  constructor(place: Place | undefined, names: ReadonlySet<string>) {
    this.#place = place
    this.#names = names
  }

  text(expr: Expr): string {
    switch (expr.type) {
      case 'number':
        return String(expr.value)
      case 'string':
        return quoted(expr.value)
      case 'boolean':
        return expr.value ? 'TRUE' : 'FALSE'
      case 'error':
        if (!isExcelError(expr.code)) throw unknown
        return `#${expr.code}`
      case 'paren':
        return `(${this.text(expr.value)})`
      case 'percent':
        return `${this.text(expr.operand)}%`
      case 'cell':
        return this.#cell(expr.column, expr.row, expr.sheet?.text)
      case 'range':
        return this.#range(expr)
      case 'name':
        if (!this.#names.has(expr.name)) throw unknown
        return expr.name
      case 'unary':
        if (expr.op === 'NOT') return `NOT(${this.text(expr.operand)})`
        return `${expr.op}${this.text(expr.operand)}`
      case 'binary':
        return this.#binary(expr)
      case 'choice':
        return `IF(${this.list([expr.condition, expr.then, expr.else])})`
      case 'position':
        return this.#position(expr.word, expr.count)
      case 'call':
        return this.#call(expr)
      case 'template':
        return expr.texts
          .flatMap((text, i) => [
            ...(text === '' ? [] : [quoted(text)]),
            ...(i < expr.values.length ? [`(${this.text(expr.values[i]!)})`] : []),
          ])
          .join('&')
      default:
        throw unknown
    }
  }

  list(exprs: readonly Expr[]): string {
    return exprs.map((expr) => this.text(expr)).join(',')
  }

  #binary(expr: Extract<Expr, { readonly type: 'binary' }>): string {
    const { op, left, right } = expr
    if (op === 'AND' || op === 'OR') return `${op}(${this.list([left, right])})`
    if (op === 'DEFAULT' || op === '>>') throw unknown
    return `${this.text(left)}${op === 'intersect' ? ' ' : op}${this.text(right)}`
  }

  #call({ fn, args }: Extract<Expr, { readonly type: 'call' }>): string {
    const [first] = args
    const isPlace = args.length === 1 && first?.value?.type === 'number'
    if ((fn === 'LEFT' || fn === 'RIGHT') && isPlace) return this.#position(fn, first.value)
    const name = prefixed(fn)
    if (name === undefined || args.some((arg) => arg.name !== undefined)) throw unknown
    if (args.length > CALL_MAX_ARGUMENTS) throw unknown
    const texts = args.map(({ value }) => (value === undefined ? '' : this.text(value)))
    return `${name}(${texts.join(',')})`
  }

  /** A neighbour is a cell like any other, once its place is known. */
  #position(word: string, count: Expr | undefined): string {
    if (this.#place === undefined) throw unknown
    const steps = count === undefined ? 1 : count.type === 'number' ? count.value : Number.NaN
    const { column, row, sheet } = this.#place
    if (word === 'LEFT') return this.#cell(column - steps, row, sheet)
    if (word === 'RIGHT') return this.#cell(column + steps, row, sheet)
    if (word === 'ABOVE') return this.#cell(column, row - steps, sheet)
    if (word === 'BELOW') return this.#cell(column, row + steps, sheet)
    throw unknown
  }

  #cell(column: number, row: number, sheet = 'Sheet1'): string {
    if (!(column >= 1 && row >= 1)) throw unknown
    return this.#reference(sheet, cellSymbol('Sheet1', column, row))
  }

  #range(expr: Extract<Expr, { readonly type: 'range' }>): string {
    const { column, row, lastColumn, lastRow } = expr
    const range = rangeSymbol('Sheet1', column, row, lastColumn, lastRow)
    return this.#reference(expr.sheet?.text ?? 'Sheet1', range)
  }

  /** In Excel a reference without a sheet means the sheet of the formula. */
  #reference(sheet: string, reference: string): string {
    if (!isSheetName(sheet)) throw unknown
    const prefix = sheet === 'Sheet1' ? 'Sheet1!' : cellSymbol(sheet, 1, 1).slice(0, -2)
    if (this.#place === undefined) {
      return prefix + reference.replace(/[A-Z]+|\d+/g, (part) => `$${part}`)
    }
    return sheet.toLowerCase() === this.#place.sheet.toLowerCase() ? reference : prefix + reference
  }
}

function quoted(text: string): string {
  if (!fitsInFormula(text)) throw unknown
  return `"${text.replaceAll('"', '""')}"`
}
