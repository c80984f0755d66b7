// The operators on scalars, as in a spreadsheet, and time besides: datetimes and durations add and
// subtract by the calendar, durations scale and divide. Errors and pending values on the left take
// precedence over those on the right.

import { addDuration } from './calendar.ts'
import { dayMs, type Stop, toLogical, toNumber, toText } from './coerce.ts'
import { compareValues, equalValues } from './compare.ts'
import { STRING_MAX_CHARS } from './limits.ts'
import { pow } from './numeric/libm.ts'
import { joinTexts, textsFit } from './primitives.ts'
import {
  BAD_NUMBER,
  type Datetime,
  DIVISION_BY_ZERO,
  type Duration,
  durationOf,
  errorOf,
  isDatetime,
  isDuration,
  stops,
  type Value,
} from './values.ts'

export type Operator = (a: Value, b: Value) => Value

export const operators: Readonly<Record<string, Operator>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '^': power,
  '&': join,
  '=': (a, b) => compared(equalOrStop(a, b), true),
  '<>': (a, b) => compared(equalOrStop(a, b), false),
  '<': (a, b) => ordered(a, b, (order) => order < 0),
  '<=': (a, b) => ordered(a, b, (order) => order <= 0),
  '>': (a, b) => ordered(a, b, (order) => order > 0),
  '>=': (a, b) => ordered(a, b, (order) => order >= 0),
  AND: (a, b) => both(a, b, (x, y) => x && y),
  OR: (a, b) => both(a, b, (x, y) => x || y),
}

export function add(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return finite(a + b)
  if (stops(a)) return a
  if (stops(b)) return b
  if (isDuration(a) && isDuration(b)) return sum(a, b, 1)
  if (isDatetime(a)) return moved(a, b, 1)
  if (isDatetime(b)) return moved(b, a, 1)
  if (isDuration(a)) return withDays(a, b, 1)
  if (isDuration(b)) return withDays(b, a, 1)
  return arithmetic(a, b, (x, y) => x + y)
}

export function subtract(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return finite(a - b)
  if (stops(a)) return a
  if (stops(b)) return b
  if (isDatetime(a)) {
    if (isDatetime(b)) return durationOf(0, 0, a.ms - b.ms)
    return moved(a, b, -1)
  }
  if (isDuration(a) && isDuration(b)) return sum(a, b, -1)
  if (isDuration(a)) return withDays(a, b, -1)
  if (isDuration(b)) return withDays(scaledWhole(b, -1), a, 1)
  return arithmetic(a, b, (x, y) => x - y)
}

export function multiply(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return finite(a * b)
  if (stops(a)) return a
  if (stops(b)) return b
  if (isDuration(a) && isDuration(b)) return arithmetic(a, b, (x, y) => x * y)
  if (isDuration(a)) return scaled(a, toNumber(b))
  if (isDuration(b)) return scaled(b, toNumber(a))
  return arithmetic(a, b, (x, y) => x * y)
}

export function divide(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') {
    return b === 0 ? DIVISION_BY_ZERO : finite(a / b)
  }
  if (stops(a)) return a
  if (stops(b)) return b
  if (isDuration(a)) return isDuration(b) ? ratio(a, b) : shortened(a, toNumber(b))
  const x = toNumber(a)
  if (typeof x !== 'number') return x
  const y = toNumber(b)
  if (typeof y !== 'number') return y
  return y === 0 ? DIVISION_BY_ZERO : finite(x / y)
}

export function power(a: Value, b: Value): Value {
  return arithmetic(a, b, (x, y) => {
    if (x === 0 && y === 0) return BAD_NUMBER
    return x === 0 && y < 0 ? DIVISION_BY_ZERO : pow(x, y)
  })
}

export function negate(a: Value): Value {
  // From 0, so that nothing stays 0 and does not become -0.
  if (typeof a === 'number') return 0 - a
  if (isDuration(a)) return scaled(a, -1)
  const x = toNumber(a)
  return typeof x === 'number' ? 0 - x : x
}

export function not(a: Value): Value {
  const x = toLogical(a)
  return typeof x === 'boolean' ? !x : x
}

export function join(a: Value, b: Value): Value {
  return joinAll([a, b])
}

/** All of them as one text. The first that is none goes first. */
export function joinAll(values: readonly Value[]): Value {
  const texts: string[] = []
  for (const value of values) {
    const text = toText(value)
    if (typeof text !== 'string') return text
    texts.push(text)
  }
  if (!textsFit(texts, STRING_MAX_CHARS)) {
    return errorOf('VALUE!', 'the text would be longer than 1 MiB')
  }
  return joinTexts(texts, '')
}

/** A number that can be held, or `#NUM!`. Not a number is the one that differs from itself. */
export function finite(value: number): Value {
  // Adding 0 turns -0 into 0, which nobody typed.
  return value - value === 0 ? value + 0 : BAD_NUMBER
}

function arithmetic(a: Value, b: Value, fn: (x: number, y: number) => Value): Value {
  const x = toNumber(a)
  if (typeof x !== 'number') return x
  const y = toNumber(b)
  if (typeof y !== 'number') return y
  const result = fn(x, y)
  return typeof result === 'number' ? finite(result) : result
}

function both(a: Value, b: Value, fn: (x: boolean, y: boolean) => boolean): Value {
  const x = toLogical(a)
  if (typeof x !== 'boolean') return x
  const y = toLogical(b)
  if (typeof y !== 'boolean') return y
  return fn(x, y)
}

function equalOrStop(a: Value, b: Value): boolean | Stop {
  if (stops(a)) return a
  if (stops(b)) return b
  return equalValues(a, b)
}

function compared(equal: boolean | Stop, wanted: boolean): Value {
  return typeof equal === 'boolean' ? equal === wanted : equal
}

function ordered(a: Value, b: Value, holds: (order: number) => boolean): Value {
  if (typeof a === 'number' && typeof b === 'number') return holds(a < b ? -1 : a > b ? 1 : 0)
  if (stops(a)) return a
  if (stops(b)) return b
  const order = compareValues(a, b)
  return typeof order === 'number' ? holds(order) : order
}

/** A datetime plus a duration, or a number of days. */
function moved(at: Datetime, by: Value, sign: number): Value {
  if (isDuration(by)) return addDuration(at, scaledWhole(by, sign))
  if (isDatetime(by)) return sign > 0 ? errorOf('VALUE!', 'two datetimes have no sum') : 0
  const days = toNumber(by)
  if (typeof days !== 'number') return days
  // Whole days go by the calendar of the model's zone, so midnight stays midnight; the rest is time.
  const whole = truncated(days)
  const rest = Math.floor((days - whole) * dayMs + 0.5)
  if (!(Math.abs(days) * dayMs <= 2 * 8.64e15)) return BAD_NUMBER
  return addDuration(at, durationOf(0, whole * sign, rest * sign))
}

function sum(a: Duration, b: Duration, sign: number): Value {
  return durationOf(a.months + sign * b.months, a.days + sign * b.days, a.ms + sign * b.ms)
}

function scaledWhole(a: Duration, factor: number): Duration {
  return durationOf(a.months * factor, a.days * factor, a.ms * factor)
}

/** A fraction of a day becomes time, at 24 hours a day; a fraction of a month means nothing. */
function scaled(a: Duration, factor: number | Stop): Value {
  if (typeof factor !== 'number') return factor
  const months = nearest(a.months * factor)
  if (Math.abs(a.months * factor - months) > 1e-9) {
    return errorOf('VALUE!', 'a month has no fixed length, so it has no fractions')
  }
  const near = nearest(a.days * factor)
  const left = nearest((a.days * factor - near) * dayMs)
  const days = left === 0 ? near : truncated(a.days * factor)
  const ms = nearest(a.ms * factor + (a.days * factor - days) * dayMs)
  return ms - ms === 0 ? durationOf(months, days, ms) : BAD_NUMBER
}

function shortened(a: Duration, divisor: number | Stop): Value {
  if (typeof divisor !== 'number') return divisor
  return divisor === 0 ? DIVISION_BY_ZERO : scaled(a, 1 / divisor)
}

function ratio(a: Duration, b: Duration): Value {
  if (a.months !== 0 || b.months !== 0) {
    return errorOf('VALUE!', 'a month has no fixed length, so it cannot be divided')
  }
  const length = b.days * dayMs + b.ms
  return length === 0 ? DIVISION_BY_ZERO : finite((a.days * dayMs + a.ms) / length)
}

/** A number beside a duration is days. */
function withDays(length: Duration, by: Value, sign: number): Value {
  const days = toNumber(by)
  if (typeof days !== 'number') return days
  const whole = truncated(days)
  const rest = nearest((days - whole) * dayMs)
  if (!(Math.abs(days) * dayMs <= 2 * 8.64e15)) return BAD_NUMBER
  return durationOf(length.months, length.days + sign * whole, length.ms + sign * rest)
}

/** Half up, which both languages can do. Adding 0 turns -0 into 0. */
function nearest(value: number): number {
  return Math.floor(value + 0.5) + 0
}

function truncated(value: number): number {
  return (value < 0 ? Math.ceil(value) : Math.floor(value)) + 0
}
