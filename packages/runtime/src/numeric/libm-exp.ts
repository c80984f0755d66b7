// Powers of e and the hyperbolic functions: a table of the 32nd roots of two, and the series of e^r - 1
// for a rest r below 0.011. About 65 bits are right before the last rounding.

import { ELEMENTARY_STEPS } from '../limits.ts'
import { burn } from '../primitives.ts'
import { powerOfTwo, scaleSum } from './binary-scale.ts'
import {
  add,
  addNumber,
  type Dd,
  dd,
  divide,
  multiply,
  quickSum,
  times,
  twoSum,
} from './double-double.ts'
import { EXP_TABLE_HI, EXP_TABLE_LO } from './libm-tables.ts'

const STEPS_PER_LN_2 = 46.16624130844683
// ln(2) / 32 in parts of 32 bits, so that a part times a count of steps is exact.
const STEP_1 = 0.02166084938653512
const STEP_2 = 5.9631716526345946e-12
const STEP_3 = 1.3359923717900558e-21
/** Beyond these, the result is infinite or 0. */
const HIGHEST = 709.79
const LOWEST = -745.14
/** From here on e^-x is nothing beside e^x. */
const FAR = 40
const TINY = 1e-8

/** e^r × 2^power, with e^r from 1 to 2, and e^r - 1 apart where the power and the step are 0. */
interface Exponential {
  readonly sum: Dd
  readonly power: number
  readonly less: Dd | undefined
}

/** e^(hi + lo), for values from -800 to 800, and for NaN. */
function exponential(x: Dd): Exponential {
  // It has no place in the table.
  if (Number.isNaN(x.hi)) return { sum: x, power: 0, less: x }
  burn(ELEMENTARY_STEPS)
  const steps = Math.floor(x.hi * STEPS_PER_LN_2 + 0.5)
  const first = x.hi - steps * STEP_1
  const second = twoSum(first, -steps * STEP_2)
  const rest = quickSum(second.hi, second.lo + (x.lo - steps * STEP_3))
  const r = rest.hi
  const series =
    r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040))))))
  // The slope at r carries the low half into the series.
  const less = quickSum(r, rest.lo + rest.lo * r + series)
  if (steps === 0) return { sum: addNumber(less, 1), power: 0, less }
  const power = Math.floor(steps / 32)
  const place = steps - power * 32
  const root = dd(EXP_TABLE_HI[place]!, EXP_TABLE_LO[place]!)
  return { sum: add(root, multiply(root, less)), power, less: undefined }
}

/** e^(hi + lo), rounded. */
export function expOfSum(x: Dd): number {
  if (x.hi > HIGHEST) return Number.POSITIVE_INFINITY
  if (x.hi < LOWEST) return 0
  const found = exponential(x)
  return scaleSum(found.sum, found.power)
}

export function exp(x: number): number {
  return Number.isNaN(x) ? x : expOfSum(dd(x, 0))
}

/** e^x - 1 with all its digits, for x from -40 to 40. */
function expm1Sum(x: number): Dd {
  const found = exponential(dd(x, 0))
  if (found.less !== undefined) return found.less
  return addNumber(times(found.sum, powerOfTwo(found.power)), -1)
}

export function expm1(x: number): number {
  if (x > FAR) return exp(x)
  if (x < -FAR) return -1
  if (Math.abs(x) < TINY) return x + (x * x) / 2
  const found = expm1Sum(x)
  return found.hi + found.lo
}

export function sinh(x: number): number {
  const size = Math.abs(x)
  if (size < TINY || Number.isNaN(x)) return x
  const half = size > FAR ? halfExp(size) : halfDifference(size)
  return x < 0 ? -half : half
}

/** e^x / 2, where e^x itself may be too large. */
function halfExp(x: number): number {
  if (x > HIGHEST + 1) return Number.POSITIVE_INFINITY
  const found = exponential(dd(x, 0))
  return scaleSum(found.sum, found.power - 1)
}

/** (e^x - e^-x) / 2 by way of e^x - 1, which keeps the digits near 0. */
function halfDifference(x: number): number {
  const less = expm1Sum(x)
  const sum = add(less, divide(less, addNumber(less, 1)))
  return (sum.hi + sum.lo) / 2
}

export function cosh(x: number): number {
  const size = Math.abs(x)
  if (size > FAR) return halfExp(size)
  if (Number.isNaN(x)) return x
  const power = addNumber(expm1Sum(size), 1)
  const sum = add(power, divide(dd(1, 0), power))
  return (sum.hi + sum.lo) / 2
}

export function tanh(x: number): number {
  const size = Math.abs(x)
  if (size < TINY || Number.isNaN(x)) return x
  if (size > 20) return x < 0 ? -1 : 1
  const less = expm1Sum(2 * size)
  const ratio = divide(less, addNumber(less, 2))
  const found = ratio.hi + ratio.lo
  return x < 0 ? -found : found
}

export function coth(x: number): number {
  const size = Math.abs(x)
  if (size > 20) return x < 0 ? -1 : 1
  const less = expm1Sum(2 * size)
  const ratio = divide(addNumber(less, 2), less)
  const found = ratio.hi + ratio.lo
  return x < 0 ? -found : found
}
