// Member access into objects and arrays: `x.field`, `x["k"]`, `x[2]`, `table[Column]`.

import { describe, toNumber } from './coerce.ts'
import { burn } from './primitives.ts'
import {
  type ArrayValue,
  arrayOf,
  BAD_REFERENCE,
  errorOf,
  isArray,
  isBlank,
  isObject,
  listOf,
  type ObjectValue,
  stops,
  type Value,
} from './values.ts'

/** The field of an object; blank if it has none. */
export function fieldOf(value: Value, name: string): Value {
  if (stops(value)) return value
  if (isObject(value)) return lookUp(value, name)
  if (isArray(value)) return columnOf(value, name)
  return errorOf('VALUE!', `${describe(value)} has no field ${name}`)
}

/** By a text the field, by a number the element, from 1; of several rows, the row. */
export function indexOf(value: Value, index: Value): Value {
  if (stops(value)) return value
  if (stops(index)) return index
  if (typeof index === 'string') return fieldOf(value, index)
  const at = toNumber(index)
  if (typeof at !== 'number') return at
  if (!isArray(value)) return at === 1 ? value : BAD_REFERENCE
  const place = Math.floor(at) - 1
  if (value.rows === 1 || value.columns === 1) {
    return place >= 0 && place < value.items.length ? value.items[place]! : BAD_REFERENCE
  }
  return place >= 0 && place < value.rows ? rowOf(value, place) : BAD_REFERENCE
}

/** The field of each object of a list, or the column of an array under that header. */
export function columnOf(value: Value, name: string): Value {
  if (stops(value)) return value
  if (isObject(value)) return lookUp(value, name)
  if (!isArray(value)) return errorOf('VALUE!', `${describe(value)} has no column ${name}`)
  burn(3 * value.items.length)
  if (value.items.length > 0 && isObject(value.items[0]!)) {
    const items: Value[] = []
    for (const item of value.items) items.push(isBlank(item) ? item : fieldOf(item, name))
    return arrayOf(value.rows, value.columns, items)
  }
  for (let column = 0; column < value.columns; column++) {
    if (value.items[column] !== name) continue
    const items: Value[] = []
    for (let row = 1; row < value.rows; row++)
      items.push(value.items[row * value.columns + column]!)
    return arrayOf(items.length, 1, items)
  }
  return errorOf('REF!', `there is no column ${name}`)
}

function rowOf(array: ArrayValue, row: number): Value {
  const items: Value[] = []
  burn(array.columns)
  for (let column = 0; column < array.columns; column++) {
    items.push(array.items[row * array.columns + column]!)
  }
  return listOf(items)
}

function lookUp(object: ObjectValue, name: string): Value {
  for (let i = 0; i < object.keys.length; i++) {
    if (object.keys[i] !== name) continue
    burn(i)
    return object.values[i]!
  }
  burn(object.keys.length)
  return errorOf('REF!', `there is no field ${name}`)
}
