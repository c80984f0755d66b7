// Means, spreads and shapes of figures, worked out in two passes: first the mean, then the distances
// from it. One pass over squares would lose the digits of figures that lie close together.

import type { Stop } from '../coerce.ts'
import type { Args } from '../functions.ts'
import { exp, log } from '../numeric/libm.ts'
import { sumOf, sumUpTo } from '../numeric/pairwise.ts'
import { burn } from '../primitives.ts'
import { DIVISION_BY_ZERO, errorOf, type Value } from '../values.ts'
import { type Figures, figuresOf, figuresWithAll, itemsFrom } from './arguments.ts'

export function meanOf(numbers: readonly number[]): number {
  return sumOf(numbers) / numbers.length
}

/** The mean, corrected by the mean of its residuals: the centre of equal figures is exactly their value. */
export function centreOf(numbers: readonly number[]): number {
  const mean = meanOf(numbers)
  const rest = sumUpTo(numbers.length, (at) => numbers[at]! - mean) / numbers.length
  return Math.abs(rest) < Number.POSITIVE_INFINITY ? mean + rest : mean
}

/** The sum of the squared distances from the mean. */
export function squaresOf(numbers: readonly number[]): number {
  const mean = centreOf(numbers)
  let squares = 0
  burn(numbers.length)
  for (const number of numbers) squares += (number - mean) * (number - mean)
  return squares
}

/** Runs a summary over the figures of all arguments, if there are enough of them. */
export function summarized(
  args: Args,
  least: number,
  fn: (numbers: readonly number[], figures: Figures) => Value,
): Value {
  return enough(figuresOf(itemsFrom(args, 0)), least, fn)
}

/** As `summarized`, with texts and booleans counted. */
export function summarizedWithAll(
  args: Args,
  least: number,
  fn: (numbers: readonly number[], figures: Figures) => Value,
): Value {
  return enough(figuresWithAll(itemsFrom(args, 0)), least, fn)
}

function enough(
  figures: Figures | Stop,
  least: number,
  fn: (numbers: readonly number[], figures: Figures) => Value,
): Value {
  if ('k' in figures) return figures
  return figures.numbers.length < least ? DIVISION_BY_ZERO : fn(figures.numbers, figures)
}

export function sampleVariance(numbers: readonly number[]): number {
  return squaresOf(numbers) / (numbers.length - 1)
}

export function populationVariance(numbers: readonly number[]): number {
  return squaresOf(numbers) / numbers.length
}

export function meanDistance(numbers: readonly number[]): number {
  const mean = meanOf(numbers)
  let sum = 0
  for (const number of numbers) sum += Math.abs(number - mean)
  return sum / numbers.length
}

const NOT_POSITIVE = errorOf('NUM!', 'all numbers must be above 0')

export function geometricMean(numbers: readonly number[]): Value {
  if (numbers.length === 0) return errorOf('NUM!', 'there are no numbers')
  let logs = 0
  for (const number of numbers) {
    if (number <= 0) return NOT_POSITIVE
    logs += log(number)
  }
  return exp(logs / numbers.length)
}

export function harmonicMean(numbers: readonly number[]): Value {
  if (numbers.length === 0) return errorOf('NUM!', 'there are no numbers')
  let shares = 0
  for (const number of numbers) {
    if (number <= 0) return NOT_POSITIVE
    shares += 1 / number
  }
  return numbers.length / shares
}

/** The sum of the distances from the mean, each over the deviation and raised to a power. */
function shape(numbers: readonly number[], deviation: number, power: number): number {
  const mean = meanOf(numbers)
  let sum = 0
  for (const number of numbers) {
    const distance = (number - mean) / deviation
    const cube = distance * distance * distance
    sum += power === 3 ? cube : cube * distance
  }
  return sum
}

export function skewness(numbers: readonly number[]): Value {
  const n = numbers.length
  const deviation = Math.sqrt(sampleVariance(numbers))
  if (n < 3 || deviation === 0) return DIVISION_BY_ZERO
  return (n / ((n - 1) * (n - 2))) * shape(numbers, deviation, 3)
}

export function populationSkewness(numbers: readonly number[]): Value {
  const deviation = Math.sqrt(populationVariance(numbers))
  if (numbers.length < 3 || deviation === 0) return DIVISION_BY_ZERO
  return shape(numbers, deviation, 3) / numbers.length
}

export function kurtosis(numbers: readonly number[]): Value {
  const n = numbers.length
  if (n < 4) return DIVISION_BY_ZERO
  const deviation = Math.sqrt(sampleVariance(numbers))
  if (deviation === 0) return DIVISION_BY_ZERO
  const share = (n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3))
  const normal = (3 * (n - 1) * (n - 1)) / ((n - 2) * (n - 3))
  return share * shape(numbers, deviation, 4) - normal
}
