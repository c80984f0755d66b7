// Works out a formula that needs no cells, with the functions of texts and dates only.

import { catalogue, compile } from '@cellwake/language'
import { Compiler, type Host } from '../../src/compile.ts'
import { dateFunctions } from '../../src/functions/date.ts'
import { textFunctions } from '../../src/functions/text.ts'
import { webFunctions } from '../../src/functions/web.ts'
import { BLANK, errorOf, isArray, isError, listOf, type Value } from '../../src/values.ts'

export const functions = { ...textFunctions, ...webFunctions }

const compiler = new Compiler({ catalogue, functions: { ...dateFunctions, ...functions } })

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

/** What a reader sees: an error as its code, an array as rows. */
export function seen(value: Value): unknown {
  if (isError(value)) return `#${value.code}`
  if (!isArray(value)) return value
  const rows: unknown[][] = []
  for (let row = 0; row < value.rows; row++)
    rows.push(value.items.slice(row * value.columns, (row + 1) * value.columns).map(seen))
  return value.rows === 1 ? rows[0] : rows
}

export function shown(formula: string): unknown {
  return seen(evaluate(formula))
}
