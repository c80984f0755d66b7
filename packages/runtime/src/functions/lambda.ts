// Functions that take a function. It is called with values and gives a value; arrays inside arrays are
// refused, because an array holds single values only.

import { type Args, array, type Functions, num } from '../functions.ts'
import { ARRAY_MAX_ELEMENTS } from '../limits.ts'
import { argCount, burn } from '../primitives.ts'
import {
  arrayOf,
  type ErrorValue,
  errorOf,
  isArray,
  isLambda,
  type Lambda,
  OMITTED,
  type Value,
} from '../values.ts'
import { asArray, columnOf, rowOf, single, truncated, unwrapped } from './arguments.ts'

const SHORTER = errorOf('N/A', 'one of the arrays is shorter')
const NO_FUNCTION = errorOf('VALUE!', 'a function is needed here')

function lambdaAt(args: Args, at: number, arity: number): Lambda | ErrorValue {
  const value = single(args[at])
  if (!isLambda(value)) return NO_FUNCTION
  if (value.arity !== arity) {
    return errorOf(
      'VALUE!',
      `the function must take ${arity === 1 ? 'one value' : `${arity} values`}`,
    )
  }
  return value
}

/** One element of a result. */
function element(value: Value): Value {
  if (!isArray(value)) return value
  if (value.items.length === 1) return value.items[0]!
  return errorOf('CALC!', 'the function gave an array where one value fits')
}

function byRow(args: Args): Value {
  const table = array(args, 0)
  const fn = lambdaAt(args, 1, 1)
  if (!isLambda(fn)) return fn
  const items: Value[] = []
  burn(table.items.length)
  for (let row = 0; row < table.rows; row++) items.push(element(fn.call([rowOf(table, row)])))
  return arrayOf(items.length, 1, items)
}

function byColumn(args: Args): Value {
  const table = array(args, 0)
  const fn = lambdaAt(args, 1, 1)
  if (!isLambda(fn)) return fn
  const items: Value[] = []
  burn(table.items.length)
  for (let at = 0; at < table.columns; at++) items.push(element(fn.call([columnOf(table, at)])))
  return arrayOf(1, items.length, items)
}

function makeArray(args: Args): Value {
  const rows = truncated(num(args, 0))
  const columns = truncated(num(args, 1))
  const fn = lambdaAt(args, 2, 2)
  if (!isLambda(fn)) return fn
  if (rows < 1 || columns < 1) return errorOf('VALUE!', 'an array has at least one row and column')
  if (rows * columns > ARRAY_MAX_ELEMENTS) return errorOf('CALC!', 'the array would be too large')
  const items: Value[] = []
  for (let row = 1; row <= rows; row++) {
    for (let column = 1; column <= columns; column++) {
      burn(1)
      items.push(element(fn.call([row, column])))
    }
  }
  return arrayOf(rows, columns, items)
}

/** With several arrays, the result is as large as the largest; where one ends there is `#N/A`. */
function map(args: Args): Value {
  const count = argCount(args) - 1
  const fn = lambdaAt(args, count, count)
  if (!isLambda(fn)) return fn
  let rows = 0
  let columns = 0
  for (let at = 0; at < count; at++) {
    rows = Math.max(rows, asArray(args[at]).rows)
    columns = Math.max(columns, asArray(args[at]).columns)
  }
  if (rows * columns > ARRAY_MAX_ELEMENTS) return errorOf('CALC!', 'the array would be too large')
  const items: Value[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      burn(count)
      const values: Value[] = []
      for (let at = 0; at < count; at++) {
        const source = asArray(args[at])
        const inside = row < source.rows && column < source.columns
        values.push(inside ? source.items[row * source.columns + column]! : SHORTER)
      }
      items.push(element(fn.call(values)))
    }
  }
  return arrayOf(rows, columns, items)
}

function reduce(args: Args): Value {
  const fn = lambdaAt(args, 2, 2)
  if (!isLambda(fn)) return fn
  const items = array(args, 1).items
  // Without a value to start from, the first element is that value.
  const start = args[0] === undefined ? 1 : 0
  let total: Value = start === 0 || items.length === 0 ? single(args[0]) : items[0]!
  for (let i = start; i < items.length; i++) {
    burn(1)
    total = fn.call([total, items[i]!])
  }
  return isArray(total) ? unwrapped(total) : total
}

function scan(args: Args): Value {
  const source = array(args, 1)
  const fn = lambdaAt(args, 2, 2)
  if (!isLambda(fn)) return fn
  let total: Value = single(args[0])
  const items: Value[] = []
  for (let i = 0; i < source.items.length; i++) {
    burn(1)
    const isStart = i === 0 && args[0] === undefined
    total = isStart ? source.items[0]! : element(fn.call([total, source.items[i]!]))
    items.push(total)
  }
  return arrayOf(source.rows, source.columns, items)
}

export const lambdaFunctions: Functions = {
  BYCOL: byColumn,
  BYROW: byRow,
  ISOMITTED: (a) => a[0] === undefined || a[0] === OMITTED,
  MAKEARRAY: makeArray,
  MAP: map,
  REDUCE: reduce,
  SCAN: scan,
}
