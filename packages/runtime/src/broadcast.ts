// Arrays where one value is expected: the operation runs for each element. A single row or column
// stretches; where the other shapes do not reach, the result is `#N/A`.

import { ARRAY_MAX_ELEMENTS } from './limits.ts'
import { argCount, burn } from './primitives.ts'
import { type ArrayValue, arrayOf, errorOf, isArray, NOT_AVAILABLE, type Value } from './values.ts'

/** The element for a place of the result; undefined outside. */
export function stretchedItem(array: ArrayValue, row: number, column: number): Value | undefined {
  const r = array.rows === 1 ? 0 : row
  const c = array.columns === 1 ? 0 : column
  if (r >= array.rows || c >= array.columns) return undefined
  return array.items[r * array.columns + c]
}

/** One value of what an operation for single values gives: a nested array has no place in an array. */
export function single(value: Value): Value {
  if (!isArray(value)) return value
  return value.items.length > 0 ? value.items[0]! : errorOf('CALC!', 'an empty array')
}

export function broadcastOne(a: Value, fn: (a: Value) => Value): Value {
  if (!isArray(a)) return fn(a)
  burn(a.items.length)
  const items: Value[] = []
  for (const item of a.items) items.push(single(fn(item)))
  return arrayOf(a.rows, a.columns, items)
}

export function broadcastTwo(a: Value, b: Value, fn: (a: Value, b: Value) => Value): Value {
  if (!isArray(a) && !isArray(b)) return fn(a, b)
  return broadcastMany([a, b], (values) => fn(values[0]!, values[1]!))
}

/** For any number of arguments; those that are undefined stay so. */
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
  burn(rows * columns)
  const items: Value[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      items.push(elementOf(args, row, column, fn))
    }
  }
  return arrayOf(rows, columns, items)
}

function elementOf(
  args: readonly (Value | undefined)[],
  row: number,
  column: number,
  fn: (args: readonly Value[]) => Value,
): Value {
  const values: Value[] = []
  const count = argCount(args)
  for (let i = 0; i < count; i++) {
    const arg = args[i]
    if (arg === undefined) continue
    const item = isArray(arg) ? stretchedItem(arg, row, column) : arg
    if (item === undefined) return NOT_AVAILABLE
    values[i] = item
  }
  return single(fn(values))
}
