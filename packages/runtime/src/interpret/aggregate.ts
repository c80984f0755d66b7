// Partial aggregate of some cells, which need not be read again: enough for SUM, COUNT, AVERAGE, MIN, MAX and their
// kind. Aggregates of neighbours combine. A sum adds in an order that depends on the rows alone: leaf by leaf of 32
// rows, aligned pairs of leaves, and so on; see `stretches.ts`.

import {
  type ErrorValue,
  isArray,
  K_BLANK,
  K_ERROR,
  K_PENDING,
  type Pending,
  type Value,
} from '../values.ts'

export interface Aggregate {
  /** How many numbers, and their sum, smallest and largest. */
  numbers: number
  sum: number
  min: number
  max: number
  /** How many are not blank. */
  filled: number
  /** How many are neither numbers, texts, booleans, blanks nor errors: datetimes, durations, objects. */
  others: number
  /** The first error or pending value, and its row: columns that join read row by row. */
  stop: ErrorValue | Pending | undefined
  stopRow: number
}

export function nothing(): Aggregate {
  return {
    numbers: 0,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    filled: 0,
    others: 0,
    stop: undefined,
    stopRow: 0,
  }
}

export function copyOf(from: Aggregate): Aggregate {
  const total = nothing()
  joinAfter(total, from)
  // A sum that started from 0 would lose the sign of -0.
  total.sum = from.sum
  return total
}

/** Takes in the value of the next cell. */
export function addValue(total: Aggregate, value: Value, row: number): void {
  if (typeof value === 'number') {
    total.numbers++
    total.filled++
    total.sum += value
    if (value < total.min) total.min = value
    if (value > total.max) total.max = value
  } else if (typeof value !== 'object') total.filled++
  else if (value.k === K_BLANK) return
  else if (isArray(value)) {
    // Of an array that spills from there, the first element.
    if (value.items.length > 0) addValue(total, value.items[0]!, row)
  } else {
    total.filled++
    if (value.k !== K_ERROR && value.k !== K_PENDING) total.others++
    else if (total.stop === undefined) {
      total.stop = value as ErrorValue | Pending
      total.stopRow = row
    }
  }
}

/** Combines it with the aggregate of the cells behind. */
export function joinAfter(total: Aggregate, right: Aggregate): void {
  total.numbers += right.numbers
  total.sum += right.sum
  // Of 0 and -0 the first stays.
  if (right.min < total.min) total.min = right.min
  if (right.max > total.max) total.max = right.max
  total.filled += right.filled
  total.others += right.others
  if (right.stop === undefined || total.stop !== undefined) return
  total.stop = right.stop
  total.stopRow = right.stopRow
}

/** Takes in a column to the right: of two errors the one in the higher row is the first. */
export function joinColumnAfter(total: Aggregate, right: Aggregate): void {
  const { stop, stopRow } = total
  joinAfter(total, right)
  if (stop === undefined || right.stop === undefined || right.stopRow >= stopRow) return
  total.stop = right.stop
  total.stopRow = right.stopRow
}

export function joined(left: Aggregate, right: Aggregate): Aggregate {
  const total = copyOf(left)
  joinAfter(total, right)
  return total
}
