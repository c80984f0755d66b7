// A formula's value as a reader sees it.

import { isArray, isError, type Value } from '../../src/values.ts'
import { evaluate } from '../evaluate.ts'

export { evaluate }

/** An error as its code, an array as rows. */
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
