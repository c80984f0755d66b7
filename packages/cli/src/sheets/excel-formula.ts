// A formula of the language as Excel writes it, where Excel has the same. Undefined where it has not: then only
// the value goes into the file.

import {
  type CellRef,
  cellSymbol,
  type Expr,
  parseExpression,
  printExpression,
  type RangeRef,
} from '@cellwake/language'
import { CALL_MAX_ARGUMENTS, FORMULA_MAX_CHARS } from '../limits.ts'
import { givesArray, prefixed } from './excel-functions.ts'
import { fitsInFormula, isExcelError, isExcelName } from './excel-rules.ts'
import { isSheetName } from './sheet-names.ts'

export interface Place {
  readonly sheet: string
  readonly column: number
  readonly row: number
}

export interface ExcelFormula {
  readonly text: string
  /** Whether it must be computed as an array, so that no part of it is taken for the cell beside it. */
  readonly isArray: boolean
}

/** `names` are those that the workbook will have. The formula of a name has no place: it refers absolutely. */
export function excelFormula(
  formula: string,
  place: Place | undefined,
  names: ReadonlySet<string>,
): ExcelFormula | undefined {
  const { expr, diagnostics } = parseExpression(formula)
  if (diagnostics.length > 0) return undefined
  const printer = new Printer(place, names)
  try {
    const text = printer.text(expr)
    return text.length > FORMULA_MAX_CHARS ? undefined : { text, isArray: printer.isArray }
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
  /** Names that LET and LAMBDA bind here, in small letters, with their spelling. */
  #bound: ReadonlyMap<string, string> = new Map()
  isArray = false

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
        return this.#reference(expr.sheet?.text ?? 'Sheet1', { ...expr, sheet: undefined })
      case 'range':
        return this.#reference(expr.sheet?.text ?? 'Sheet1', { ...expr, sheet: undefined })
      case 'spill':
        return `_xlfn.ANCHORARRAY(${this.text(expr.anchor)})`
      case 'array': {
        const rows = expr.rows.map((row) => row.map((item) => this.#constant(item)).join(','))
        return `{${rows.join(';')}}`
      }
      case 'let':
        return this.#let(expr)
      case 'lambda':
        return this.#lambda(expr)
      case 'apply':
        return `${this.text(expr.fn)}(${this.#arguments(expr.args)})`
      case 'name':
        if (this.#bound.has(expr.name.toLowerCase())) return `_xlpm.${expr.name}`
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
    if (fn === 'RANGE' && args.length === 2) {
      return args.map(({ value }) => (value === undefined ? '' : this.text(value))).join(':')
    }
    const bound = this.#bound.get(fn.toLowerCase())
    if (bound !== undefined) return `_xlpm.${bound}(${this.#arguments(args)})`
    if (fn === 'INDIRECT') return this.#indirect(args)
    const name = prefixed(fn)
    if (givesArray(fn)) this.isArray = true
    if (name === undefined || args.some((arg) => arg.name !== undefined)) throw unknown
    if (args.length > CALL_MAX_ARGUMENTS) throw unknown
    return `${name}(${this.#arguments(args)})`
  }

  #arguments(args: readonly { readonly value?: Expr | undefined }[]): string {
    return args.map(({ value }) => (value === undefined ? '' : this.text(value))).join(',')
  }

  #let({ bindings, value }: Extract<Expr, { readonly type: 'let' }>): string {
    const outside = this.#bound
    const parts = bindings.map((binding) => {
      const written = this.text(binding.value)
      return `${this.#bind(binding.name.text)},${written}`
    })
    const text = `_xlfn.LET(${[...parts, this.text(value)].join(',')})`
    this.#bound = outside
    return text
  }

  /** Its arguments may be arrays. */
  #lambda({ params, body }: Extract<Expr, { readonly type: 'lambda' }>): string {
    const outside = this.#bound
    this.isArray = true
    const parts = params.map(({ text }) => this.#bind(text))
    const text = `_xlfn.LAMBDA(${[...parts, this.text(body)].join(',')})`
    this.#bound = outside
    return text
  }

  #bind(name: string): string {
    if (!isExcelName(name)) throw unknown
    this.#bound = new Map([...this.#bound, [name.toLowerCase(), name]])
    return `_xlpm.${name}`
  }

  /** An address without a sheet is one of Sheet1 here, or of the sheet named third; in Excel of the formula's own. */
  #indirect(
    args: readonly { readonly name?: unknown; readonly value?: Expr | undefined }[],
  ): string {
    const [first, style, sheet] = args
    const own = this.#place?.sheet.toLowerCase()
    if (first?.value === undefined || args.some(({ name }) => name !== undefined)) throw unknown
    const hasSheet = first.value.type === 'string' && first.value.value.includes('!')
    const meant =
      sheet === undefined ? 'Sheet1' : sheet.value?.type === 'string' && sheet.value.value
    if (!hasSheet && (meant === false || meant === undefined || meant.toLowerCase() !== own))
      throw unknown
    const address = this.text(first.value)
    return style?.value === undefined
      ? `INDIRECT(${address})`
      : `INDIRECT(${address},${this.text(style.value)})`
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
    return this.#prefix(sheet) + cellSymbol('Sheet1', column, row)
  }

  /** An array of Excel holds constants only. */
  #constant(item: Expr): string {
    const inner = item.type === 'unary' ? item.operand : item
    const isPlain = ['number', 'string', 'boolean', 'error'].includes(inner.type)
    if (!isPlain || (item.type === 'unary' && item.op === 'NOT')) throw unknown
    return this.text(item)
  }

  /** With its dollar signs; in a name everything is fixed. */
  #reference(sheet: string, reference: CellRef | RangeRef): string {
    const fixed =
      this.#place !== undefined
        ? reference
        : reference.type === 'cell'
          ? { ...reference, fixedColumn: true, fixedRow: true }
          : { ...reference, fixed: 15 }
    return this.#prefix(sheet) + printExpression(fixed)
  }

  /** In Excel a reference without a sheet means the sheet of the formula. */
  #prefix(sheet: string): string {
    if (!isSheetName(sheet)) throw unknown
    if (sheet.toLowerCase() === this.#place?.sheet.toLowerCase()) return ''
    return sheet === 'Sheet1' ? 'Sheet1!' : cellSymbol(sheet, 1, 1).slice(0, -2)
  }
}

function quoted(text: string): string {
  if (!fitsInFormula(text)) throw unknown
  return `"${text.replaceAll('"', '""')}"`
}
