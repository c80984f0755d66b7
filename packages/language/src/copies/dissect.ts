// Takes an expression apart: its coordinates and its numbers in pre-order, and its shape, which is
// all the rest. Formulas of one shape differ in nothing but those.

import { parameterAt } from '../catalogue/parameters.ts'
import type { Catalogue } from '../catalogue/signature.ts'
import type { IrExpr, IrForm } from '../lower/ir.ts'

/** The references and numbers of an expression, and what is left. */
export class Dissected {
  /** As JSON, with sheets by name, so that it can be compared across models. */
  readonly shape: string
  /** Two for each cell and spill, four for each range. */
  readonly refs: number[] = []
  /** By reference: its sheet, and whether it is a range. */
  readonly sheets: number[] = []
  readonly ranges: boolean[] = []
  readonly numbers: number[] = []
  /** Whether a formula of this shape may stand for others: nothing in it depends on its own place. */
  sharable = true
  readonly #sheetNames: readonly string[]
  readonly #catalogue: Catalogue

  constructor(expr: IrExpr, sheetNames: readonly string[], catalogue: Catalogue) {
    this.#sheetNames = sheetNames
    this.#catalogue = catalogue
    this.shape = JSON.stringify(this.#part(expr))
  }

  #part(expr: IrExpr | null): unknown {
    if (typeof expr === 'number') {
      this.numbers.push(expr)
      return 0
    }
    if (typeof expr !== 'object' || expr === null) return expr
    switch (expr[0]) {
      case 'cell':
      case 'spill':
      case 'range':
        return this.#reference(expr)
      // The symbol of an external call holds its owner, and positions their place.
      case 'ext':
      case 'pos':
        this.sharable = false
        return expr
      case 'blank':
      case 'dt':
      case 'dur':
      case 'cron':
      case 'err':
      case 'name':
      case 'local':
        return expr
      case 'lambda':
        return ['lambda', expr[1], this.#part(expr[2])]
      case 'array':
        return ['array', expr[1], ...this.#parts(expr, 2)]
      case 'let':
      case 'with':
        return this.#bindings(expr)
      case 'call':
        this.#checkPlaces(expr)
        return ['call', expr[1], ...this.#parts(expr, 2)]
      default:
        return [expr[0], ...this.#parts(expr, 1)]
    }
  }

  #parts(form: IrForm, from: number): unknown[] {
    const parts: unknown[] = []
    for (let at = from; at < form.length; at++) parts.push(this.#part(form[at] as IrExpr | null))
    return parts
  }

  /** Slots stand before their values; they are no numbers of the formula. */
  #bindings(form: Extract<IrForm, readonly ['let' | 'with', ...unknown[]]>): unknown[] {
    const parts: unknown[] = [form[0]]
    const values = form.length - (form[0] === 'let' ? 1 : 2)
    for (let at = 1; at < form.length; at++) {
      const isSlot = at < values && at % 2 === 1
      parts.push(isSlot ? form[at] : this.#part(form[at] as IrExpr))
    }
    return parts
  }

  #reference(form: Extract<IrForm, readonly ['cell' | 'spill' | 'range', ...unknown[]]>): unknown {
    this.sheets.push(form[1])
    this.ranges.push(form[0] === 'range')
    for (let at = 2; at < form.length; at++) this.refs.push(form[at] as number)
    return [form[0], this.#sheetNames[form[1]]?.toLowerCase()]
  }

  /** ROW(A1) and its kind take the place itself, which runtimes keep in the code of the formula. */
  #checkPlaces(call: Extract<IrForm, readonly ['call', ...unknown[]]>): void {
    const signature = this.#catalogue.get(call[1])
    for (let at = 2; at < call.length; at++) {
      const arg = call[at] as IrExpr | null
      const isPlace = typeof arg === 'object' && (arg?.[0] === 'cell' || arg?.[0] === 'range')
      if (!isPlace || signature === undefined) continue
      if (parameterAt(signature, at - 2)?.kind === 'reference') this.sharable = false
    }
  }
}
