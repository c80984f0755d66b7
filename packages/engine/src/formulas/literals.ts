// Evaluates expressions that read nothing: constants of a source, and values that callers give.

import type { Catalogue, IrExpr } from '@cellwake/language'
import {
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
