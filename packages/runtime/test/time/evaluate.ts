// Works out small formulas of literals and calls, so that tests can be written as formulas: the
// catalogue's signatures, and only the functions that it is given.

import { catalogue, type Expr, parseExpression } from '@cellwake/language'
import { callable } from '../../src/call.ts'
import type { Fn, Functions } from '../../src/functions.ts'
import { operators } from '../../src/operators.ts'
import {
  arrayOf,
  BLANK,
  datetime,
  durationOf,
  errorOf,
  isDatetime,
  schedule,
  type Value,
} from '../../src/values.ts'

/** Enough for the examples: rounds a number as people do. */
function rounded(value: Value, digits: Value): Value {
  if (typeof value !== 'number' || typeof digits !== 'number') return value
  return Number(`${Math.round(Number(`${value}e${digits}`))}e-${digits}`) + 0
}

export function evaluator(functions: Functions): (formula: string) => Value {
  const ready = new Map<string, Fn>()

  function call(name: string, args: readonly (Value | undefined)[]): Value {
    if (name === 'ROUND') return rounded(args[0]!, args[1]!)
    const fn = functions[name]
    const signature = catalogue.get(name)
    if (fn === undefined || signature === undefined) throw new Error(`no function ${name}`)
    const known = ready.get(name) ?? callable(signature, fn)
    ready.set(name, known)
    return known(args)
  }

  function evaluate(expr: Expr): Value {
    switch (expr.type) {
      case 'number':
      case 'string':
      case 'boolean':
        return expr.value
      case 'blank':
        return BLANK
      case 'error':
        return errorOf(expr.code, '')
      case 'datetime':
        return datetime(expr.value)
      case 'duration':
        return durationOf(expr.value.months, expr.value.days, expr.value.ms)
      case 'cron':
        return schedule(expr.text)
      case 'unary':
        return -(evaluate(expr.operand) as number)
      case 'array': {
        const items = expr.rows.flatMap((row) => row.map(evaluate))
        return arrayOf(expr.rows.length, expr.rows[0]?.length ?? 0, items)
      }
      case 'binary':
        return operators[expr.op]!(evaluate(expr.left), evaluate(expr.right))
      case 'is':
        return isDatetime(evaluate(expr.operand))
      case 'call':
        return call(
          expr.fn,
          expr.args.map(({ value }) => (value === undefined ? undefined : evaluate(value))),
        )
      default:
        throw new Error(`a test cannot hold ${expr.type}`)
    }
  }

  return (formula) => {
    const { expr, diagnostics } = parseExpression(formula)
    if (diagnostics.length > 0) throw new Error(`${formula}: ${diagnostics[0]!.message}`)
    return evaluate(expr)
  }
}

/** Every example of the catalogue whose row is one of these functions. */
export function examplesOf(functions: Functions): { formula: string; result: string }[] {
  return Object.keys(functions).flatMap((name) => [...(catalogue.get(name)?.examples ?? [])])
}

/** An error as its code, anything else as it is: two errors are the same if their codes are. */
export function bare(value: Value): unknown {
  return typeof value === 'object' && 'code' in value ? `#${value.code}` : value
}
