// Sums and products of arrays. Texts, logical values and blanks among the elements do not count.

import type { Stop } from '../coerce.ts'
import { type Args, array, type Functions, num } from '../functions.ts'
import { pow } from '../numeric/libm.ts'
import { sumOf, sumUpTo } from '../numeric/pairwise.ts'
import { argCount, burn } from '../primitives.ts'
import {
  type ArrayValue,
  DIVISION_BY_ZERO,
  errorOf,
  NOT_AVAILABLE,
  stops,
  type Value,
} from '../values.ts'
import { figureOf, figuresOf, itemsFrom } from './arguments.ts'
import { summed } from './summary.ts'

/** A summary of the figures of all arguments. */
function over(args: Args, fn: (numbers: readonly number[]) => number): Value {
  const figures = figuresOf(itemsFrom(args, 0))
  return 'k' in figures ? figures : fn(figures.numbers)
}

function productOf(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0
  let product = 1
  for (const number of numbers) product *= number
  return product
}

function sumOfSquares(numbers: readonly number[]): number {
  return sumUpTo(numbers.length, (at) => numbers[at]! * numbers[at]!)
}

/** The first error or pending value of an array. */
function stopIn(values: ArrayValue): Stop | undefined {
  for (const item of values.items) if (stops(item)) return item
  return undefined
}

function sumProduct(args: Args): Value {
  const first = array(args, 0)
  const arrays: ArrayValue[] = []
  const count = argCount(args)
  for (let at = 0; at < count; at++) {
    if (args[at] === undefined) continue
    const next = array(args, at)
    if (next.rows !== first.rows || next.columns !== first.columns)
      return errorOf('VALUE!', 'the arrays have different shapes')
    burn(next.items.length)
    const stop = stopIn(next)
    if (stop !== undefined) return stop
    arrays.push(next)
  }
  return sumUpTo(first.items.length, (at) => {
    let product = 1
    for (const values of arrays) {
      const item = figureOf(values.items[at]!)
      if (item === undefined) return 0
      product *= item
    }
    return product
  })
}

/** Sums over pairs; a pair counts only if both are numbers. */
function overPairs(args: Args, fn: (x: number, y: number) => number): Value {
  const xs = array(args, 0)
  const ys = array(args, 1)
  if (xs.items.length !== ys.items.length) return NOT_AVAILABLE
  burn(xs.items.length)
  const stop = stopIn(xs) ?? stopIn(ys)
  if (stop !== undefined) return stop
  return sumUpTo(xs.items.length, (at) => {
    const x = figureOf(xs.items[at]!)
    const y = figureOf(ys.items[at]!)
    return x === undefined || y === undefined ? 0 : fn(x, y)
  })
}

function powerSeries(args: Args): Value {
  const x = num(args, 0)
  const first = num(args, 1)
  const step = num(args, 2)
  const coefficients: number[] = []
  for (const item of array(args, 3).items) {
    if (stops(item)) return item
    if (typeof item !== 'number') return errorOf('VALUE!', 'a coefficient is not a number')
    coefficients.push(item)
  }
  burn(coefficients.length)
  if (x === 0 && first === 0) return errorOf('NUM!', 'the first power is 0 to the power of 0')
  return sumUpTo(coefficients.length, (at) => coefficients[at]! * pow(x, first + at * step))
}

function percentOf(args: Args): Value {
  const part = figuresOf(array(args, 0).items)
  if ('k' in part) return part
  const whole = figuresOf(array(args, 1).items)
  if ('k' in whole) return whole
  const total = sumOf(whole.numbers)
  return total === 0 ? DIVISION_BY_ZERO : sumOf(part.numbers) / total
}

export const sumFunctions: Functions = {
  PERCENTOF: percentOf,
  PRODUCT: (a) => over(a, productOf),
  SERIESSUM: powerSeries,
  SUM: (a) => summed(figuresOf(itemsFrom(a, 0))),
  SUMPRODUCT: sumProduct,
  SUMSQ: (a) => over(a, sumOfSquares),
  SUMX2MY2: (a) => overPairs(a, (x, y) => x * x - y * y),
  SUMX2PY2: (a) => overPairs(a, (x, y) => x * x + y * y),
  SUMXMY2: (a) => overPairs(a, (x, y) => (x - y) * (x - y)),
}
