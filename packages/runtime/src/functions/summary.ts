// Sums, means and extremes of figures. A result from durations is a duration, an extreme of datetimes
// is a datetime; a sum of datetimes means nothing, so it is a number.

import { datetimeOfSerial, type Stop } from '../coerce.ts'
import { compareValues } from '../compare.ts'
import { sumOf } from '../numeric/pairwise.ts'
import { add, divide } from '../operators.ts'
import { DIVISION_BY_ZERO, type Duration, type Value } from '../values.ts'
import type { Figures } from './arguments.ts'

/** A number picked from figures, as a datetime if they all are. */
export function likeFigures(figures: Figures, value: number): Value {
  return figures.instants ? datetimeOfSerial(value) : value
}

export function summed(figures: Figures | Stop): Value {
  if ('k' in figures) return figures
  return figures.lengths.length > 0 ? totalLength(figures.lengths) : sumOf(figures.numbers)
}

export function averaged(figures: Figures | Stop): Value {
  if ('k' in figures) return figures
  const { numbers, lengths } = figures
  if (lengths.length > 0) return divide(totalLength(lengths), lengths.length)
  if (numbers.length === 0) return DIVISION_BY_ZERO
  return likeFigures(figures, sumOf(numbers) / numbers.length)
}

/** The largest for a sign of 1, the smallest for -1; 0 of nothing. */
export function extreme(figures: Figures | Stop, sign: number): Value {
  if ('k' in figures) return figures
  const { numbers, lengths } = figures
  if (lengths.length > 0) return extremeLength(lengths, sign)
  if (numbers.length === 0) return 0
  let best = numbers[0]!
  for (const number of numbers) if (sign > 0 ? number > best : number < best) best = number
  return likeFigures(figures, best)
}

function totalLength(lengths: readonly Duration[]): Value {
  let total: Value = lengths[0]!
  for (let i = 1; i < lengths.length; i++) total = add(total, lengths[i]!)
  return total
}

function extremeLength(lengths: readonly Duration[], sign: number): Value {
  let best = lengths[0]!
  for (const length of lengths) {
    const order = compareValues(length, best)
    if (typeof order !== 'number') return order
    if (order * sign > 0) best = length
  }
  return best
}
