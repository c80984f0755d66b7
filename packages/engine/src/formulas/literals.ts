// Evaluates expressions that read nothing: constants of a source, and values that callers give.

import type { Catalogue, IrExpr, IrForm } from '@cellwake/language'
import {
  arrayOf,
  BLANK,
  type Code,
  Compiler,
  errorOf,
  functions,
  type Linker,
  OutOfFuel,
  refuel,
  type Value,
} from '@cellwake/runtime'
import { EVALUATION_STEPS } from '../limits.ts'

/** There is nothing to read. */
const nothing = (): Code<undefined> => () => BLANK

const linker: Linker<undefined> = {
  number: (value) => () => value,
  cell: nothing,
  range: nothing,
  spill: nothing,
  name: nothing,
  external: nothing,
  position: nothing,
  place: nothing,
  call: () => undefined,
}

export class Literals {
  readonly #compiler: Compiler
  /** Steps that the last one left. */
  stepsLeft = EVALUATION_STEPS

  constructor(catalogue: Catalogue) {
    this.#compiler = new Compiler({ catalogue, functions })
  }

  value(expr: IrExpr, steps = EVALUATION_STEPS): Value {
    this.stepsLeft = steps
    if (typeof expr !== 'object') return expr
    const list = listOf(expr)
    if (list !== undefined) return list
    const before = refuel(steps)
    try {
      return this.#compiler.compile(expr, linker)(undefined, [])
    } catch (error) {
      if (error instanceof OutOfFuel) return errorOf('CALC!', error.message)
      throw error
    } finally {
      this.stepsLeft = Math.max(0, refuel(before))
    }
  }
}

/** An array of numbers, texts and booleans as it stands: a column of constants may have a hundred thousand. */
function listOf(expr: IrForm): Value | undefined {
  if (expr[0] !== 'array') return undefined
  const items: Value[] = []
  for (let i = 2; i < expr.length; i++) {
    const item = expr[i] as IrExpr
    if (typeof item === 'object') return undefined
    items.push(item)
  }
  const columns = expr[1]
  return arrayOf(columns === 0 ? 1 : items.length / columns, columns, items)
}
