// Aggregate of the values of some cells, so that they need not be looked at again: enough for SUM, COUNT,
// AVERAGE, MIN, MAX and their kind. Aggregates of neighbouring blocks join; a sum adds in a fixed order,
// so it does not depend on the order of edits.

import {
  type ErrorValue,
  isArray,
  K_BLANK,
  K_ERROR,
  K_PENDING,
  type Pending,
  type Value,
} from '@cellwake/runtime'

const UNSET = undefined as unknown as number

/** A class, since identity counts: an aggregate that was computed anew may hide another content. */
export class Aggregate {
  /** Count of numbers, with their sum, smallest and largest. */
  declare numbers: number
  declare sum: number
  declare min: number
  declare max: number
  /** Count of values that are not blank. */
  declare filled: number
  /** Count of datetimes, durations, objects: neither numbers, texts, booleans, blanks nor errors. */
  declare others: number
  /** The first error or pending value. */
  declare stop: ErrorValue | Pending | undefined
  /** Row of that: columns that join read row by row. */
  declare stopRow: number

  // As with nodes, fields are set here: many are made.
  constructor(
    numbers: number,
    sum: number,
    min: number,
    max: number,
    filled: number,
    others: number,
    stop: ErrorValue | Pending | undefined,
    stopRow: number,
  ) {
    this.numbers = numbers
    // First nothing, so that the field is one for any value: one for fractions is an object of its own.
    this.sum = UNSET
    this.sum = sum
    this.min = UNSET
    this.min = min
    this.max = UNSET
    this.max = max
    this.filled = filled
    this.others = others
    this.stop = stop
    this.stopRow = stopRow
  }

  /** Takes in the value of the next cell. */
  add(value: Value, row = 0): void {
    if (typeof value === 'number') {
      this.numbers++
      this.filled++
      this.sum += value
      if (value < this.min) this.min = value
      if (value > this.max) this.max = value
    } else if (typeof value !== 'object') this.filled++
    else if (value.k === K_BLANK) return
    else if (isArray(value)) {
      // The first element of a spilled array.
      if (value.items.length > 0) this.add(value.items[0]!, row)
    } else {
      this.filled++
      if (value.k !== K_ERROR && value.k !== K_PENDING) this.others++
      else if (this.stop === undefined) {
        this.stop = value as ErrorValue | Pending
        this.stopRow = row
      }
    }
  }

  /** Replaces the numbers, which were added up elsewhere from this aggregate, as `add` does. */
  setNumbers(numbers: number, sum: number, min: number, max: number): void {
    this.filled += numbers - this.numbers
    this.numbers = numbers
    this.sum = sum
    this.min = min
    this.max = max
  }

  /** Becomes what `plus` would make. */
  become(before: Aggregate, value: number): void {
    this.numbers = before.numbers + 1
    this.sum = before.sum + value
    this.min = before.min
    this.max = before.max
    // As in `add`: of 0 and -0 the first stays.
    if (value < before.min) this.min = value
    if (value > before.max) this.max = value
    this.filled = before.filled + 1
    this.others = before.others
    this.stop = before.stop
    this.stopRow = before.stopRow
  }

  /** Joins the aggregate behind it. */
  joinAfter(right: Aggregate): void {
    this.numbers += right.numbers
    this.sum += right.sum
    if (right.min < this.min) this.min = right.min
    if (right.max > this.max) this.max = right.max
    this.filled += right.filled
    this.others += right.others
    if (right.stop === undefined || this.stop !== undefined) return
    this.stop = right.stop
    this.stopRow = right.stopRow
  }

  /** Takes in a column to the right: of two errors the one in the higher row is the first. */
  joinColumnAfter(right: Aggregate): void {
    const { stop, stopRow } = this
    this.joinAfter(right)
    if (stop === undefined || right.stop === undefined || right.stopRow >= stopRow) return
    this.stop = right.stop
    this.stopRow = right.stopRow
  }
}

/** The aggregate of no cells. */
export function nothing(): Aggregate {
  return new Aggregate(0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0, undefined, 0)
}

/** Two neighbours as one. */
export function joined(left: Aggregate, right: Aggregate): Aggregate {
  const total = copyOf(left)
  total.joinAfter(right)
  return total
}

/** With the number behind it: running totals have one for each row. */
export function plus(before: Aggregate, value: number): Aggregate {
  let { min, max } = before
  const { numbers, sum, filled, others, stop, stopRow } = before
  // As in `add`: of 0 and -0 the first stays.
  if (value < min) min = value
  if (value > max) max = value
  return new Aggregate(numbers + 1, sum + value, min, max, filled + 1, others, stop, stopRow)
}

export function copyOf(from: Aggregate): Aggregate {
  const { numbers, sum, min, max, filled, others, stop, stopRow } = from
  return new Aggregate(numbers, sum, min, max, filled, others, stop, stopRow)
}
