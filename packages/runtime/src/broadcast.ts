// Arrays where one value is expected: the operation runs for each element. A single row or column
// stretches; where the other shapes do not reach, the result is `#N/A`.

import { ARRAY_MAX_ELEMENTS, OPERATION_STEPS } from './limits.ts'
import { argCount, burn } from './primitives.ts'
import { type ArrayValue, arrayOf, errorOf, isArray, NOT_AVAILABLE, type Value } from './values.ts'

/** The element for a place of the result; undefined outside. */
export function stretchedItem(array: ArrayValue, row: number, column: number): Value | undefined {
  const r = array.rows === 1 ? 0 : row
  const c = array.columns === 1 ? 0 : column
  if (r >= array.rows || c >= array.columns) return undefined
  return array.items[r * array.columns + c]
}

/** The scalar result of an operation: a nested array has no place in an array. */
export function single(value: Value): Value {
  if (!isArray(value)) return value
  return value.items.length > 0 ? value.items[0]! : errorOf('CALC!', 'an empty array')
}

export function broadcastOne(a: Value, fn: (a: Value) => Value): Value {
  if (!isArray(a)) return fn(a)
  burn(OPERATION_STEPS * a.items.length)
  const items: Value[] = []
  for (const item of a.items) items.push(single(fn(item)))
  return arrayOf(a.rows, a.columns, items)
}

export function broadcastTwo(a: Value, b: Value, fn: (a: Value, b: Value) => Value): Value {
  if (isArray(a)) {
    const same = isArray(b) && a.rows === b.rows && a.columns === b.columns
    if (same) return eachOfTwo(a, b, fn)
    if (!isArray(b)) return broadcastOne(a, (item) => fn(item, b))
  } else return isArray(b) ? broadcastOne(b, (item) => fn(a, item)) : fn(a, b)
  return broadcastMany([a, b], (values) => fn(values[0]!, values[1]!))
}

/** Two arrays of one shape. */
function eachOfTwo(a: ArrayValue, b: ArrayValue, fn: (a: Value, b: Value) => Value): Value {
  burn(OPERATION_STEPS * a.items.length)
  const items: Value[] = []
  for (let i = 0; i < a.items.length; i++) items.push(single(fn(a.items[i]!, b.items[i]!)))
  return arrayOf(a.rows, a.columns, items)
}

/** For any number of arguments; those that are undefined stay so. The argument list is reused. */
export function broadcastMany(
  args: readonly (Value | undefined)[],
  fn: (args: readonly Value[]) => Value,
): Value {
  let rows = 1
  let columns = 1
  let empty = false
  const count = argCount(args)
  for (let i = 0; i < count; i++) {
    const arg = args[i]
    if (arg === undefined || !isArray(arg)) continue
    if (arg.items.length === 0) empty = true
    rows = Math.max(rows, arg.rows)
    columns = Math.max(columns, arg.columns)
  }
  if (empty) return arrayOf(1, 0, [])
  if (rows * columns > ARRAY_MAX_ELEMENTS) return errorOf('CALC!', 'the array would be too large')
  burn((OPERATION_STEPS + count) * rows * columns)
  const items: Value[] = []
  const values: Value[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      items.push(fillAt(args, row, column, values) ? single(fn(values)) : NOT_AVAILABLE)
    }
  }
  return arrayOf(rows, columns, items)
}

/** The values for a place of the result; false if one of the arrays does not reach it. */
function fillAt(
  args: readonly (Value | undefined)[],
  row: number,
  column: number,
  values: Value[],
): boolean {
  const count = argCount(args)
  for (let i = 0; i < count; i++) {
    const arg = args[i]
    if (arg === undefined) continue
    const item = isArray(arg) ? stretchedItem(arg, row, column) : arg
    if (item === undefined) return false
    values[i] = item
  }
  return true
}
