// Conditions that can only be arrays. A rule fires when its condition becomes TRUE, which an array of truths
// never is, so such a rule could never fire. A condition that may be one value, as far as is known
// statically, passes.

import type { ArgumentKind, Catalogue } from '../catalogue/signature.ts'
import { CONDITION_MAX_NAMES } from '../limits.ts'
import type { IrExpr } from '../lower/ir.ts'
import type { CheckedFormula, CheckedRule } from './facts.ts'
import type { Surroundings } from './surroundings.ts'

export function checkConditions(
  model: Surroundings,
  rules: readonly CheckedRule[],
  formulas: readonly CheckedFormula[],
): void {
  const shapes = new Shapes(model.catalogue, formulas)
  for (const { kind, trigger, triggerSpan } of rules) {
    if (kind !== 'when' || !shapes.isArray(trigger.expr)) continue
    const { start, end } = triggerSpan
    model.report(
      'condition-array',
      triggerSpan,
      'This condition is an array, with a truth for each of its cells, so it is never true as a whole and the rule would never fire. Write AND(…) around it if all of them must hold, or OR(…) if one is enough.',
      {
        title: 'Write AND(…)',
        edits: [
          { start, end: start, text: 'AND(' },
          { start: end, end, text: ')' },
        ],
      },
    )
  }
}

/** Which expressions give an array whenever they give no error. */
class Shapes {
  readonly #catalogue: Catalogue
  readonly #formulas: readonly CheckedFormula[]
  #names: Map<string, CheckedFormula> | undefined
  readonly #known = new Map<string, boolean>()
  #depth = 0

  constructor(catalogue: Catalogue, formulas: readonly CheckedFormula[]) {
    this.#catalogue = catalogue
    this.#formulas = formulas
  }

  /** `slots` are the bindings that hold arrays. */
  isArray(expr: IrExpr | null, slots: Set<number> = new Set()): boolean {
    if (typeof expr !== 'object' || expr === null) return false
    const is = (part: IrExpr | null) => this.isArray(part, slots)
    switch (expr[0]) {
      case 'range':
      case 'array':
      case 'spill':
        return true
      case 'name':
        return this.#isName(expr[1])
      case 'local':
        return slots.has(expr[1])
      case 'op':
        return expr.some((part, i) => i % 2 === 1 && is(part))
      case 'neg':
      case 'not':
        return is(expr[1])
      case 'is':
      case 'tag':
        return is(expr[2])
      case 'call':
        return this.#spreads(expr[1], (expr.slice(2) as (IrExpr | null)[]).map(is))
      case 'if': {
        const parts = (expr.slice(1) as IrExpr[]).map(is)
        return parts[0]! || parts.every((part, i) => part || isCondition(i, parts.length))
      }
      case 'try':
        return is(expr[1]) && is(expr[2])
      case 'default':
        return (expr.slice(1) as IrExpr[]).every(is)
      case 'let':
        return this.#bound(expr.slice(1) as IrExpr[], slots)
      case 'with':
        return this.#bound(expr.slice(1, -1) as IrExpr[], slots) && is(expr.at(-1) as IrExpr)
      default:
        return false
    }
  }

  /** A function that takes one value runs for each element of an array. Choices may leave it out. */
  #spreads(name: string, isArray: readonly boolean[]): boolean {
    const signature = this.#catalogue.get(name)
    if (signature === undefined || signature.lazyFrom !== undefined) return false
    const { params, repeats } = signature
    return isArray.some((is, i) => {
      const place =
        i < params.length ? i : params.length - repeats + ((i - params.length) % repeats)
      const kind = params[place]?.kind
      return is && kind !== undefined && !WHOLE.has(kind)
    })
  }

  #bound(parts: readonly IrExpr[], slots: Set<number>): boolean {
    for (let i = 0; i + 1 < parts.length; i += 2) {
      if (this.isArray(parts[i + 1]!, slots)) slots.add(parts[i] as number)
    }
    return this.isArray(parts.at(-1)!, slots)
  }

  /** An input may be given one value, and a rule may write one. */
  #isName(name: string): boolean {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    this.#names ??= namesOf(this.#formulas)
    const formula = this.#names.get(name)
    // One that follows from itself is reported as a cycle.
    this.#known.set(name, false)
    if (formula === undefined || formula.input || this.#depth === CONDITION_MAX_NAMES) return false
    this.#depth++
    const found = this.isArray(formula.expr)
    this.#depth--
    this.#known.set(name, found)
    return found
  }
}

/** Parameter kinds that take an array whole. */
const WHOLE: ReadonlySet<ArgumentKind> = new Set<ArgumentKind>(['array', 'reference', 'lambda'])

/** Of the parts of a choice: conditions and results by turns, then the last result. */
function isCondition(i: number, count: number): boolean {
  return i % 2 === 0 && i < count - 1
}

function namesOf(formulas: readonly CheckedFormula[]): Map<string, CheckedFormula> {
  const names = new Map<string, CheckedFormula>()
  for (const formula of formulas) {
    if (formula.target[0] === 'name') names.set(formula.target[1], formula)
  }
  return names
}
