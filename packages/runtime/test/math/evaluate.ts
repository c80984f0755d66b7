// Evaluates a formula over the functions of mathematics alone, as a model without cells would.

import { catalogue, compile } from '@cellwake/language'
import { Compiler, type Host } from '../../src/compile.ts'
import { aggregateFunctions } from '../../src/functions/aggregates.ts'
import { mathFunctions } from '../../src/functions/math.ts'
import { matrixFunctions } from '../../src/functions/matrices.ts'
import { numeralFunctions } from '../../src/functions/numerals.ts'
import { roundingFunctions } from '../../src/functions/rounding.ts'
import { statisticsFunctions } from '../../src/functions/statistics.ts'
import { sumFunctions } from '../../src/functions/sums.ts'
import { trigonometryFunctions } from '../../src/functions/trigonometry.ts'
import { wholeNumberFunctions } from '../../src/functions/whole-numbers.ts'
import type { Functions } from '../../src/functions.ts'
import { BLANK, errorOf, isArray, isError, listOf, type Value } from '../../src/values.ts'

export const ownFunctions: Functions = {
  ...aggregateFunctions,
  ...mathFunctions,
  ...matrixFunctions,
  ...numeralFunctions,
  ...roundingFunctions,
  ...sumFunctions,
  ...trigonometryFunctions,
  ...wholeNumberFunctions,
}

const compiler = new Compiler({ catalogue, functions: { ...statisticsFunctions, ...ownFunctions } })

const host: Host = {
  cell: () => BLANK,
  range: () => listOf([]),
  spill: () => BLANK,
  name: () => BLANK,
  external: () => errorOf('N/A', 'nothing is fetched here'),
  position: () => BLANK,
  placed: (fn) => errorOf('NAME?', `there is no ${fn} here`),
}

export function evaluate(formula: string): Value {
  const { ir, diagnostics } = compile(`x = ${formula}\n`)
  const [code] = ir?.formulas ?? []
  if (code === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return compiler.compile(code.expr)({ host, slots: [] })
}

/** A value in a form that is easy to write in a table: errors as `#NUM!`, arrays as lists of rows. */
export function shown(formula: string): unknown {
  return plainOf(evaluate(formula))
}

function plainOf(value: Value): unknown {
  if (isError(value)) return `#${value.code}`
  if (!isArray(value)) return value
  const rows: unknown[] = []
  for (let row = 0; row < value.rows; row++) {
    const from = row * value.columns
    rows.push(value.items.slice(from, from + value.columns).map(plainOf))
  }
  return rows
}
