// Where numbers stand among others: percentiles, quartiles, ranks and the middle.

import type { Stop } from '../coerce.ts'
import { type Args, type Functions, num, numOr } from '../functions.ts'
import { burn, orderOfNumbers } from '../primitives.ts'
import { arrayOf, errorOf, NOT_AVAILABLE, type Value } from '../values.ts'
import { asArray, type Figures, figuresOf, truncated } from './arguments.ts'
import { distinctNumbers } from './array-sets.ts'
import { meanOf, summarized } from './moments.ts'
import { likeFigures } from './summary.ts'

const NO_NUMBERS = errorOf('NUM!', 'there are no numbers')
const NO_SHARE = errorOf('NUM!', 'the share lies outside of what these numbers allow')

export function rising(numbers: readonly number[]): number[] {
  const found: number[] = []
  burn(numbers.length)
  for (const place of orderOfNumbers(numbers)) found.push(numbers[place]!)
  return found
}

/** The number at a place from 1 that may lie between two. */
function between(sorted: readonly number[], place: number): number {
  const below = Math.floor(place)
  const low = sorted[below - 1]!
  if (place === below) return low
  return low + (place - below) * (sorted[below]! - low)
}

function middle(numbers: readonly number[]): number {
  return between(rising(numbers), (numbers.length + 1) / 2)
}

/** Runs over the sorted numbers of the first argument. */
function overSorted(args: Args, fn: (sorted: number[], figures: Figures) => Value): Value {
  const figures: Figures | Stop = figuresOf(asArray(args[0]).items)
  if ('k' in figures) return figures
  if (figures.numbers.length === 0) return NO_NUMBERS
  return fn(rising(figures.numbers), figures)
}

function nth(args: Args, fromTop: boolean): Value {
  return overSorted(args, (sorted, figures) => {
    // A fraction goes up from the top and down from the bottom, as in Excel.
    const k = fromTop ? Math.ceil(num(args, 1)) : Math.floor(num(args, 1))
    if (k < 1 || k > sorted.length) return errorOf('NUM!', 'there is no number at that place')
    return likeFigures(figures, sorted[fromTop ? sorted.length - k : k - 1]!)
  })
}

function percentileInclusive(args: Args, share: number): Value {
  return overSorted(args, (sorted) => {
    if (share < 0 || share > 1) return NO_SHARE
    return between(sorted, share * (sorted.length - 1) + 1)
  })
}

function percentileExclusive(args: Args, share: number): Value {
  return overSorted(args, (sorted) => {
    const place = share * (sorted.length + 1)
    if (share <= 0 || share >= 1 || place < 1 || place > sorted.length) return NO_SHARE
    return between(sorted, place)
  })
}

function quartile(args: Args, exclusive: boolean): Value {
  const part = truncated(num(args, 1))
  if (exclusive) return percentileExclusive(args, part / 4)
  return percentileInclusive(args, part / 4)
}

/** The share of the way through the numbers at which x stands, cut to so many digits. */
function percentRank(args: Args, exclusive: boolean): Value {
  const digits = truncated(numOr(args, 2, 3))
  if (digits < 1) return errorOf('NUM!', 'at least one digit is shown')
  return overSorted(args, (sorted) => {
    const x = num(args, 1)
    const last = sorted.length - 1
    if (x < sorted[0]! || x > sorted[last]!) return NOT_AVAILABLE
    let below = 0
    while (below < sorted.length && sorted[below]! < x) below++
    let place = below
    if (sorted[below] !== x) {
      const low = sorted[below - 1]!
      place = below - 1 + (x - low) / (sorted[below]! - low)
    }
    if (exclusive) return cutTo((place + 1) / (sorted.length + 1), digits)
    return last === 0 ? 1 : cutTo(place / last, digits)
  })
}

function cutTo(value: number, digits: number): number {
  let scale = 1
  for (let i = 0; i < digits && i < 15; i++) scale *= 10
  // The nearest whole number counts as reached, so that 0.3 is not cut to 0.299.
  const scaled = value * scale
  const near = Math.floor(scaled + 0.5)
  return (Math.abs(scaled - near) < 1e-9 * Math.max(1, near) ? near : Math.floor(scaled)) / scale
}

function rank(args: Args, shared: boolean): Value {
  const figures = figuresOf(asArray(args[1]).items)
  if ('k' in figures) return figures
  const wanted = num(args, 0)
  const upward = numOr(args, 2, 0) !== 0
  let before = 0
  let equal = 0
  burn(figures.numbers.length)
  for (const number of figures.numbers) {
    if (number === wanted) equal++
    else if (upward ? number < wanted : number > wanted) before++
  }
  if (equal === 0) return errorOf('N/A', 'the number is not in the list')
  return before + 1 + (shared ? (equal - 1) / 2 : 0)
}

function mostFrequent(args: Args): number[] | Value {
  const result: number[] = []
  const stop = summarized(args, 0, (numbers) => {
    const found = distinctNumbers(numbers) ?? []
    let most = 2
    for (const { count } of found) most = Math.max(most, count)
    for (const { at, count } of found) if (count === most) result.push(numbers[at]!)
    return result.length === 0 ? errorOf('N/A', 'no number occurs twice') : true
  })
  return stop === true ? result : stop
}

function modes(args: Args): Value {
  const found = mostFrequent(args)
  return isNumbers(found) ? arrayOf(found.length, 1, found) : found
}

function mode(args: Args): Value {
  const found = mostFrequent(args)
  return isNumbers(found) ? found[0]! : found
}

function isNumbers(value: number[] | Value): value is number[] {
  return typeof value === 'object' && !('k' in value)
}

function trimmedMean(args: Args): Value {
  const share = num(args, 1)
  if (share < 0 || share >= 1) return NO_SHARE
  return overSorted(args, (sorted) => {
    const off = Math.floor((sorted.length * share) / 2 + 1e-9)
    return meanOf(sorted.slice(off, sorted.length - off))
  })
}

export const rankFunctions: Functions = {
  LARGE: (a) => nth(a, true),
  MEDIAN: (a) =>
    summarized(a, 0, (numbers, figures) =>
      numbers.length === 0 ? NO_NUMBERS : likeFigures(figures, middle(numbers)),
    ),
  'MODE.MULT': modes,
  'MODE.SNGL': mode,
  'PERCENTILE.EXC': (a) => percentileExclusive(a, num(a, 1)),
  'PERCENTILE.INC': (a) => percentileInclusive(a, num(a, 1)),
  'PERCENTRANK.EXC': (a) => percentRank(a, true),
  'PERCENTRANK.INC': (a) => percentRank(a, false),
  'QUARTILE.EXC': (a) => quartile(a, true),
  'QUARTILE.INC': (a) => quartile(a, false),
  'RANK.AVG': (a) => rank(a, true),
  'RANK.EQ': (a) => rank(a, false),
  SMALL: (a) => nth(a, false),
  TRIMMEAN: trimmedMean,
}
