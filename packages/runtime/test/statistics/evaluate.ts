// Runs a formula that needs no cells over the functions of this area, called as a model calls them.

import { catalogue, compile } from '@cellwake/language'
import { Compiler, type Host } from '../../src/compile.ts'
import { arrayFunctions } from '../../src/functions/array.ts'
import { compatibilityFunctions } from '../../src/functions/compatibility.ts'
import { complexFunctions } from '../../src/functions/complex.ts'
import { databaseFunctions } from '../../src/functions/database.ts'
import { distributionFunctions } from '../../src/functions/distributions.ts'
import { engineeringFunctions } from '../../src/functions/engineering.ts'
import { informationFunctions } from '../../src/functions/information.ts'
import { lambdaFunctions } from '../../src/functions/lambda.ts'
import { logicalFunctions } from '../../src/functions/logical.ts'
import { lookupFunctions } from '../../src/functions/lookup.ts'
import { objectFunctions } from '../../src/functions/object.ts'
import { regressionFunctions } from '../../src/functions/regression.ts'
import { statisticsFunctions } from '../../src/functions/statistics.ts'
import { type Functions, num } from '../../src/functions.ts'
import { refuel } from '../../src/primitives.ts'
import {
  BLANK,
  datetime,
  errorOf,
  isArray,
  isError,
  isObject,
  type Value,
} from '../../src/values.ts'

/** What examples use of other areas, in its plainest form. */
const helpers: Functions = {
  ROUND: (a) => {
    const scale = 10 ** num(a, 1)
    return Math.round(num(a, 0) * scale) / scale
  },
  SUM: (args) => {
    const all = args.flatMap((arg) => (arg !== undefined && isArray(arg) ? arg.items : []))
    return all.reduce<number>((sum, item) => sum + Number(item), 0)
  },
  DATE: (a) => datetime(Date.UTC(num(a, 0), num(a, 1) - 1, num(a, 2))),
}

export const functions: Functions = {
  ...arrayFunctions,
  ...compatibilityFunctions,
  ...complexFunctions,
  ...databaseFunctions,
  ...distributionFunctions,
  ...engineeringFunctions,
  ...informationFunctions,
  ...lambdaFunctions,
  ...logicalFunctions,
  ...lookupFunctions,
  ...objectFunctions,
  ...regressionFunctions,
  ...statisticsFunctions,
}

const nowhere = errorOf('REF!', 'there are no cells in this test')

/** A range is its own rectangle of blanks; what looks at places sees the place of a cell. */
const host: Host = {
  cell: () => BLANK,
  range: () => BLANK,
  spill: () => nowhere,
  name: () => BLANK,
  external: () => nowhere,
  position: () => nowhere,
  placed: () => nowhere,
}

const compiler = new Compiler({ catalogue, functions: { ...helpers, ...functions } })

export function evaluate(expression: string): Value {
  const { ir, diagnostics } = compile(`x = ${expression}`)
  const formula = ir?.formulas[0]
  if (formula === undefined)
    throw new Error(`${expression}: ${diagnostics.map(({ message }) => message).join('; ')}`)
  refuel(10_000_000)
  return compiler.compile(formula.expr)({ host, slots: [] })
}

/** A value as a formula would be written, for comparing and for reading in a failure. */
export function shown(value: Value): string {
  if (isError(value)) return `#${value.code}`
  if (isArray(value)) {
    const rows: string[] = []
    for (let row = 0; row < value.rows; row++) {
      const items = value.items.slice(row * value.columns, (row + 1) * value.columns)
      rows.push(items.map(shown).join(', '))
    }
    return `[${rows.join('; ')}]`
  }
  if (isObject(value)) {
    return `{ ${value.keys.map((key, i) => `${key}: ${shown(value.values[i]!)}`).join(', ')} }`
  }
  if (value === BLANK) return 'BLANK'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return JSON.stringify(value)
}
