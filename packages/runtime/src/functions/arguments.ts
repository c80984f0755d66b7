// Shared handling of arguments: scalars out of arrays, and figures collected.

import { daysOf, type Stop, serialOf } from '../coerce.ts'
import type { Args } from '../functions.ts'
import { argCount, burn } from '../primitives.ts'
import {
  type ArrayValue,
  arrayOf,
  BLANK,
  type Duration,
  isArray,
  isDatetime,
  isDuration,
  isPending,
  itemAt,
  stops,
  type Value,
} from '../values.ts'

/** The one element of an array of one; anything else as it is. */
export function single(value: Value | undefined): Value {
  if (value === undefined) return BLANK
  return isArray(value) && value.items.length === 1 ? value.items[0]! : value
}

/** The first error or pending value given to a function that sees errors where it wants none. */
export function stopAmong(args: Args, places: readonly number[]): Stop | undefined {
  for (const at of places) {
    const value = args[at]
    if (value !== undefined && stops(value)) return value
  }
  return undefined
}

/** A value as an array. */
export function asArray(value: Value | undefined): ArrayValue {
  if (value === undefined) return arrayOf(1, 1, [BLANK])
  return isArray(value) ? value : arrayOf(1, 1, [value])
}

/** An array, or its element where it has one only. */
export function unwrapped(value: ArrayValue): Value {
  return value.items.length === 1 ? value.items[0]! : value
}

/** Toward zero, without a negative zero. */
export function truncated(value: number): number {
  const whole = value < 0 ? Math.ceil(value) : Math.floor(value)
  return whole === 0 ? 0 : whole
}

/** The elements of all arguments from a place on. */
export function itemsFrom(args: Args, from: number): Value[] {
  const found: Value[] = []
  const count = argCount(args)
  for (let at = from; at < count; at++) {
    const value = args[at]
    if (value === undefined) continue
    const items = asArray(value).items
    burn(2 * items.length)
    for (const item of items) found.push(item)
  }
  return found
}

/** A number, or the serial of a datetime; undefined for other values. */
export function figureOf(value: Value): number | undefined {
  if (typeof value === 'number') return value
  return isDatetime(value) ? serialOf(value) : undefined
}

export interface Figures {
  readonly numbers: number[]
  /** Only datetimes: an extreme of them is one too. */
  readonly instants: boolean
  /** Durations, if there is nothing else. */
  readonly lengths: Duration[]
}

/**
 * The numbers and datetimes among values, or the durations; the rest does not count, but errors and
 * pending stop.
 */
export function figuresOf(items: readonly Value[]): Figures | Stop {
  const numbers: number[] = []
  const lengths: Duration[] = []
  let instants = 0
  burn(2 * items.length)
  for (const item of items) {
    if (typeof item === 'number') numbers.push(item)
    else if (isDatetime(item)) {
      numbers.push(serialOf(item))
      instants++
    } else if (isDuration(item)) lengths.push(item)
    else if (stops(item)) return item
  }
  if (lengths.length > 0 && numbers.length > 0) {
    // Beside other figures a length is its days.
    for (const length of lengths) {
      const days = daysOf(length)
      if (typeof days !== 'number') return days
      numbers.push(days)
    }
    return { numbers, instants: false, lengths: [] }
  }
  return { numbers, instants: instants > 0 && instants === numbers.length, lengths }
}

/** As `figuresOf`, with texts as 0, TRUE as 1 and FALSE as 0. */
export function figuresWithAll(items: readonly Value[]): Figures | Stop {
  const counted: Value[] = []
  burn(2 * items.length)
  for (const item of items) {
    if (typeof item === 'string') counted.push(0)
    else if (typeof item === 'boolean') counted.push(item ? 1 : 0)
    else counted.push(item)
  }
  return figuresOf(counted)
}

/** Whether something among the values has not arrived. */
export function anyPending(items: readonly Value[]): boolean {
  burn(items.length)
  for (const item of items) if (isPending(item)) return true
  return false
}

export function rowOf(array: ArrayValue, row: number): ArrayValue {
  const items: Value[] = []
  burn(2 * array.columns)
  for (let column = 0; column < array.columns; column++) items.push(itemAt(array, row, column))
  return arrayOf(1, array.columns, items)
}

export function columnOf(array: ArrayValue, column: number): ArrayValue {
  const items: Value[] = []
  burn(4 * array.rows)
  for (let row = 0; row < array.rows; row++) items.push(itemAt(array, row, column))
  return arrayOf(array.rows, 1, items)
}

/** The rows and columns at some places, in that order. */
export function picked(
  array: ArrayValue,
  rows: readonly number[],
  columns: readonly number[],
): ArrayValue {
  const items: Value[] = []
  burn(3 * rows.length * columns.length)
  for (const row of rows) for (const column of columns) items.push(itemAt(array, row, column))
  return arrayOf(rows.length, columns.length, items)
}

/** From one place up to, not including, another. */
export function places(from: number, end: number): number[] {
  const found: number[] = []
  burn(Math.max(end - from, 0))
  for (let at = from; at < end; at++) found.push(at)
  return found
}
