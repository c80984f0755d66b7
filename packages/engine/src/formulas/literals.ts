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

/** The same literal with other numbers, in the order of the text. */
export function withNumbers(expr: IrExpr, numbers: ArrayLike<number>, from: number): IrExpr {
  let at = from
  const replace = (part: unknown, structural: boolean): unknown => {
    if (typeof part === 'number') return structural ? part : numbers[at++]
    if (!Array.isArray(part)) return part
    const [head, ...rest] = part
    if (head === 'array') {
      return [head, rest[0], ...rest.slice(1).map((item) => replace(item, false))]
    }
    if (head === 'object' || head === 'neg')
      return [head, ...rest.map((item) => replace(item, false))]
    return part
  }
  return replace(expr, false) as IrExpr
}
