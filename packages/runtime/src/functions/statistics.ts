// Counts, averages, extremes and spreads.

import { type Stop, toNumber } from '../coerce.ts'
import { type Args, array, type Functions, num, numOr } from '../functions.ts'
import { pow } from '../numeric/libm.ts'
import { burn } from '../primitives.ts'
import {
  arrayOf,
  DIVISION_BY_ZERO,
  errorOf,
  isBlank,
  isDatetime,
  isDuration,
  isPending,
  PENDING,
  type Value,
} from '../values.ts'
import { type Figures, figuresOf, figuresWithAll, itemsFrom, truncated } from './arguments.ts'
import { conditionalFunctions } from './conditional.ts'
import {
  geometricMean,
  harmonicMean,
  kurtosis,
  meanDistance,
  meanOf,
  populationSkewness,
  populationVariance,
  sampleVariance,
  skewness,
  squaresOf,
  summarized,
  summarizedWithAll,
} from './moments.ts'
import { rankFunctions, rising } from './ranks.ts'
import { averaged, extreme } from './summary.ts'

/** Counts the values that satisfy a predicate; of a pending one that is unknown. */
function counting(args: Args, counts: (item: Value) => boolean): Value {
  let count = 0
  for (const item of itemsFrom(args, 0)) {
    if (isPending(item)) return PENDING
    if (counts(item)) count++
  }
  return count
}

/** In a spreadsheet, dates and times are numbers. */
function isFigure(item: Value): boolean {
  return typeof item === 'number' || isDatetime(item) || isDuration(item)
}

/** The figures of all arguments. */
function allFigures(args: Args): Figures | Stop {
  return figuresOf(itemsFrom(args, 0))
}

/** As `allFigures`, with texts and booleans counted. */
function allCounted(args: Args): Figures | Stop {
  return figuresWithAll(itemsFrom(args, 0))
}

function weightedAverage(args: Args): Value {
  const values = array(args, 0)
  const weights = array(args, 1)
  if (values.rows !== weights.rows || values.columns !== weights.columns) {
    return errorOf('VALUE!', 'there must be one weight for each value')
  }
  burn(values.items.length)
  let sum = 0
  let weight = 0
  for (let i = 0; i < values.items.length; i++) {
    const value = toNumber(values.items[i]!)
    if (typeof value !== 'number') return value
    const part = toNumber(weights.items[i]!)
    if (typeof part !== 'number') return part
    if (part < 0) return errorOf('NUM!', 'a weight is negative')
    sum += value * part
    weight += part
  }
  return weight === 0 ? DIVISION_BY_ZERO : sum / weight
}

/** How many numbers lie at or below each bound and above the next smaller one, and above all. */
function frequency(args: Args): Value {
  const data = figuresOf(array(args, 0).items)
  if ('k' in data) return data
  const bins = figuresOf(array(args, 1).items)
  if ('k' in bins) return bins
  const sorted = rising(data.numbers)
  const bounds = rising(bins.numbers)
  const counts: number[] = []
  let at = 0
  for (const bound of bounds) {
    const from = at
    while (at < sorted.length && sorted[at]! <= bound) at++
    counts.push(at - from)
  }
  // In the order in which the bounds were given; of equal bounds, the first has the count.
  const used: boolean[] = []
  for (let i = 0; i < bounds.length; i++) used.push(false)
  const items: Value[] = []
  burn(bounds.length)
  for (const bound of bins.numbers) {
    const place = placeOf(bounds, used, bound)
    used[place] = true
    items.push(counts[place]!)
  }
  items.push(sorted.length - at)
  return arrayOf(items.length, 1, items)
}

/** The first place of a bound that is not taken yet. */
function placeOf(bounds: readonly number[], used: readonly boolean[], bound: number): number {
  let low = 0
  let high = bounds.length - 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (bounds[middle]! < bound) low = middle + 1
    else high = middle
  }
  while (used[low]! && low + 1 < bounds.length) {
    burn(1)
    low++
  }
  return low
}

function permutations(args: Args): Value {
  const all = truncated(num(args, 0))
  const chosen = truncated(num(args, 1))
  if (all < 0 || chosen < 0 || chosen > all) return errorOf('NUM!', 'so many cannot be chosen')
  let product = 1
  // Past 400 factors the product is beyond all numbers, unless they are small, and then they are few.
  for (let i = 0; i < chosen && product < 1e308; i++) {
    burn(1)
    product *= all - i
  }
  return product
}

function permutationsWithRepetition(args: Args): Value {
  const all = truncated(num(args, 0))
  const chosen = truncated(num(args, 1))
  if (all < 0 || chosen < 0 || (all === 0 && chosen > 0)) {
    return errorOf('NUM!', 'so many cannot be chosen')
  }
  return chosen === 0 ? 1 : pow(all, chosen)
}

function probability(args: Args): Value {
  const values = figuresOf(array(args, 0).items)
  if ('k' in values) return values
  const chances = figuresOf(array(args, 1).items)
  if ('k' in chances) return chances
  const count = values.numbers.length
  if (count === 0 || count !== chances.numbers.length) {
    return errorOf('N/A', 'there must be one probability for each value')
  }
  const lower = num(args, 2)
  const upper = numOr(args, 3, lower)
  let sum = 0
  let found = 0
  burn(count)
  for (let i = 0; i < count; i++) {
    const chance = chances.numbers[i]!
    if (chance < 0 || chance > 1) return errorOf('NUM!', 'a probability lies between 0 and 1')
    sum += chance
    if (values.numbers[i]! >= lower && values.numbers[i]! <= upper) found += chance
  }
  return Math.abs(sum - 1) > 1e-9 ? errorOf('NUM!', 'the probabilities do not add up to 1') : found
}

function standardized(args: Args): Value {
  const deviation = num(args, 2)
  if (deviation <= 0) return errorOf('NUM!', 'a standard deviation is above 0')
  return (num(args, 0) - num(args, 1)) / deviation
}

const summaries: Functions = {
  AVEDEV: (a) => summarized(a, 0, (n) => (n.length === 0 ? noNumbers : meanDistance(n))),
  AVERAGE: (a) => averaged(allFigures(a)),
  AVERAGEA: (a) => summarizedWithAll(a, 1, meanOf),
  DEVSQ: (a) => summarized(a, 0, (n) => (n.length === 0 ? noNumbers : squaresOf(n))),
  GEOMEAN: (a) => summarized(a, 0, geometricMean),
  HARMEAN: (a) => summarized(a, 0, harmonicMean),
  KURT: (a) => summarized(a, 0, kurtosis),
  MAX: (a) => extreme(allFigures(a), 1),
  MAXA: (a) => extreme(allCounted(a), 1),
  MIN: (a) => extreme(allFigures(a), -1),
  MINA: (a) => extreme(allCounted(a), -1),
  SKEW: (a) => summarized(a, 0, skewness),
  'SKEW.P': (a) => summarized(a, 0, populationSkewness),
  'STDEV.P': (a) => summarized(a, 1, (n) => Math.sqrt(populationVariance(n))),
  'STDEV.S': (a) => summarized(a, 2, (n) => Math.sqrt(sampleVariance(n))),
  STDEVA: (a) => summarizedWithAll(a, 2, (n) => Math.sqrt(sampleVariance(n))),
  STDEVPA: (a) => summarizedWithAll(a, 1, (n) => Math.sqrt(populationVariance(n))),
  'VAR.P': (a) => summarized(a, 1, populationVariance),
  'VAR.S': (a) => summarized(a, 2, sampleVariance),
  VARA: (a) => summarizedWithAll(a, 2, sampleVariance),
  VARPA: (a) => summarizedWithAll(a, 1, populationVariance),
}

const noNumbers = errorOf('NUM!', 'there are no numbers')

export const statisticsFunctions: Functions = {
  ...conditionalFunctions,
  ...rankFunctions,
  ...summaries,
  'AVERAGE.WEIGHTED': weightedAverage,
  COUNT: (a) => counting(a, isFigure),
  COUNTA: (a) => counting(a, (item) => !isBlank(item)),
  COUNTBLANK: (a) => counting(a, (item) => isBlank(item) || item === ''),
  FREQUENCY: frequency,
  PERMUT: permutations,
  PERMUTATIONA: permutationsWithRepetition,
  PROB: probability,
  STANDARDIZE: standardized,
}
