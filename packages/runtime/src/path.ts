// Places inside objects and arrays: `items[2].price`, or `["odd name"].x`. Values never change: setting
// and removing give new ones that share the rest (structural sharing).

import { JSON_MAX_LEVELS } from './limits.ts'
import { burn, codePoints, fromCodePoints } from './primitives.ts'
import {
  type ArrayValue,
  arrayOf,
  BLANK,
  type ErrorValue,
  errorOf,
  isArray,
  isBlank,
  isError,
  isObject,
  type ObjectValue,
  objectOf,
  type Value,
} from './values.ts'

/** A field by its name, or a place from 1. */
export type Step = string | number

const DOT = 46
const OPEN = 91
const CLOSE = 93
const QUOTE = 34

export function stepsOf(path: string): Step[] | ErrorValue {
  const wrong = errorOf('VALUE!', 'a path is written like items[2].price')
  const points = codePoints(path)
  const steps: Step[] = []
  let at = 0
  while (at < points.length) {
    burn(1)
    if (points[at] === OPEN) {
      const end = closing(points, at)
      if (end < 0) return wrong
      const inside = points.slice(at + 1, end)
      const step = inside[0] === QUOTE ? nameIn(inside) : placeIn(inside)
      if (step === undefined) return wrong
      steps.push(step)
      at = end + 1
      if (at < points.length && points[at] !== DOT && points[at] !== OPEN) return wrong
    } else {
      if (points[at] === DOT && steps.length > 0) at++
      const start = at
      while (at < points.length && points[at] !== DOT && points[at] !== OPEN) at++
      if (at === start) return wrong
      steps.push(fromCodePoints(points.slice(start, at)))
    }
  }
  if (points.length === 0 || points[points.length - 1] === DOT) return wrong
  return steps.length > JSON_MAX_LEVELS ? errorOf('VALUE!', 'the path is too long') : steps
}

/** The bracket that closes the one at a place, past any name in quotes. */
function closing(points: readonly number[], open: number): number {
  let quoted = false
  for (let at = open + 1; at < points.length; at++) {
    if (points[at] === QUOTE) quoted = !quoted
    if (points[at] === CLOSE && !quoted) return at
  }
  return -1
}

function nameIn(points: readonly number[]): string | undefined {
  if (points.length < 2 || points[points.length - 1] !== QUOTE) return undefined
  return fromCodePoints(points.slice(1, points.length - 1))
}

function placeIn(points: readonly number[]): number | undefined {
  let place = 0
  for (const point of points) {
    if (point < 48 || point > 57) return undefined
    place = place * 10 + point - 48
  }
  return place > 0 ? place : undefined
}

/** The value that one step of a path leads to; undefined if there is none. */
function inside(value: Value, step: Step): Value | undefined {
  if (typeof step === 'string') {
    if (!isObject(value)) return undefined
    const at = fieldPlace(value, step)
    return at < 0 ? undefined : value.values[at]
  }
  if (!isArray(value)) return step === 1 && !isObject(value) ? value : undefined
  if (isLine(value)) return step <= value.items.length ? value.items[step - 1] : undefined
  return step <= value.rows ? rowAt(value, step - 1) : undefined
}

function fieldPlace(object: ObjectValue, name: string): number {
  burn(object.keys.length)
  for (let i = 0; i < object.keys.length; i++) if (object.keys[i] === name) return i
  return -1
}

function isLine(value: ArrayValue): boolean {
  return value.rows === 1 || value.columns === 1
}

function rowAt(value: ArrayValue, row: number): Value {
  burn(value.columns)
  return arrayOf(
    1,
    value.columns,
    value.items.slice(row * value.columns, (row + 1) * value.columns),
  )
}

export function valueAt(value: Value, steps: readonly Step[]): Value | undefined {
  let found: Value | undefined = value
  for (const step of steps) {
    if (found === undefined) return undefined
    found = inside(found, step)
  }
  return found
}

/** The same value with another at the end of the steps. Fields that are missing are made. */
export function withValue(value: Value, steps: readonly Step[], at: number, by: Value): Value {
  if (at === steps.length) return by
  const step = steps[at]!
  if (typeof step === 'string') {
    if (!isObject(value) && !isBlank(value))
      return errorOf('VALUE!', `nothing there has a field ${step}`)
    const object = isObject(value) ? value : objectOf([], [])
    const place = fieldPlace(object, step)
    const next = withValue(place < 0 ? BLANK : object.values[place]!, steps, at + 1, by)
    if (isError(next)) return next
    return place < 0
      ? objectOf(appended(object.keys, step), appended(object.values, next))
      : objectOf(object.keys, replaced(object.values, place, next))
  }
  if (!isArray(value)) {
    return step === 1
      ? withValue(value, steps, at + 1, by)
      : errorOf('REF!', 'there is no list there')
  }
  const count = isLine(value) ? value.items.length : value.rows
  const old = inside(value, step)
  if (old === undefined && (step !== count + 1 || !isLine(value))) {
    return errorOf('REF!', `there is no place ${step}`)
  }
  const next = withValue(old ?? BLANK, steps, at + 1, by)
  return isError(next) ? next : withElement(value, step - 1, next)
}

function withElement(value: ArrayValue, place: number, by: Value): Value {
  if (!isLine(value)) {
    const row = isArray(by) && by.items.length === value.columns ? by.items : undefined
    if (row === undefined) return errorOf('VALUE!', 'a row must be replaced by one of its length')
    burn(value.items.length)
    const items = value.items.slice(0, value.items.length)
    for (let i = 0; i < row.length; i++) items[place * value.columns + i] = row[i]!
    return arrayOf(value.rows, value.columns, items)
  }
  const items =
    place < value.items.length ? replaced(value.items, place, by) : appended(value.items, by)
  const down = value.columns === 1 && value.rows > 1
  return down ? arrayOf(items.length, 1, items) : arrayOf(1, items.length, items)
}

/** The value without the part at the end of the steps. */
export function withoutValue(value: Value, steps: readonly Step[], at: number): Value {
  const step = steps[at]!
  const old = inside(value, step)
  if (old === undefined) return value
  const last = at === steps.length - 1
  if (isObject(value) && typeof step === 'string') {
    const place = fieldPlace(value, step)
    if (last) return objectOf(without(value.keys, place), without(value.values, place))
    return objectOf(value.keys, replaced(value.values, place, withoutValue(old, steps, at + 1)))
  }
  if (!isArray(value) || typeof step === 'string')
    return last ? BLANK : withoutValue(old, steps, at + 1)
  if (!last) return withElement(value, step - 1, withoutValue(old, steps, at + 1))
  if (!isLine(value)) {
    burn(value.items.length)
    const items = value.items.slice(0, (step - 1) * value.columns)
    for (let i = step * value.columns; i < value.items.length; i++) items.push(value.items[i]!)
    return arrayOf(value.rows - 1, value.columns, items)
  }
  const items = without(value.items, step - 1)
  const down = value.columns === 1 && items.length > 0
  return down ? arrayOf(items.length, 1, items) : arrayOf(1, items.length, items)
}

function appended<T>(items: readonly T[], item: T): T[] {
  burn(items.length)
  const found = items.slice(0, items.length)
  found.push(item)
  return found
}

function replaced<T>(items: readonly T[], at: number, by: T): T[] {
  burn(items.length)
  const found = items.slice(0, items.length)
  found[at] = by
  return found
}

function without<T>(items: readonly T[], at: number): T[] {
  const found: T[] = []
  burn(items.length)
  for (let i = 0; i < items.length; i++) if (i !== at) found.push(items[i]!)
  return found
}
