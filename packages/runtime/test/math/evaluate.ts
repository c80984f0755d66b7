// A formula's value in a form that is easy to write in a table.

import { isArray, isError, type Value } from '../../src/values.ts'
import { evaluate } from '../evaluate.ts'

export { evaluate }

/** Errors as `#NUM!`, arrays as lists of rows. */
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
