// Logarithms, to about 70 bits before the last rounding: a table of 25 logarithms, and the series of
// ln((1 + s) / (1 - s)) for the small rest.

import { ELEMENTARY_STEPS } from '../limits.ts'
import { burn } from '../primitives.ts'
import { partsOf } from './binary-scale.ts'
import {
  add,
  addNumber,
  type Dd,
  dd,
  divide,
  multiply,
  multiplyNumber,
  quickSum,
  squareRoot,
  subtract,
  times,
  twoProduct,
  twoSum,
} from './double-double.ts'
import { LOG_TABLE_HI, LOG_TABLE_LO } from './libm-tables.ts'

const LN_2: Dd = { hi: Math.LN2, lo: 2.3190468138462996e-17 }
const ONE_OVER_LN_2: Dd = { hi: Math.LOG2E, lo: 2.0355273740931033e-17 }
const ONE_OVER_LN_10: Dd = { hi: Math.LOG10E, lo: 1.098319650216765e-17 }
const TWO_THIRDS: Dd = { hi: 0.6666666666666666, lo: 3.700743415417188e-17 }

const FIRST_IN_TABLE = 22
/** From here on, 1 is nothing beside the square. */
const LARGE = 268_435_456
/** Below this, a third term would be less than a rounding. */
const TINY = 1e-7

/** ln of hi + lo, which is positive and finite; of anything else it is not a number. */
export function logOfSum(x: Dd): Dd {
  if (!isOrdinary(x.hi)) return dd(Number.NaN, Number.NaN)
  burn(ELEMENTARY_STEPS)
  const parts = partsOf(x.hi)
  let { mantissa, power } = parts
  if (mantissa > Math.SQRT2) {
    mantissa /= 2
    power++
  }
  const index = Math.floor(mantissa * 32 + 0.5)
  const near = index / 32
  const s = divide(dd(mantissa - near, 0), twoSum(mantissa, near))
  const square = multiply(s, s)
  const q = square.hi
  const tail = q * q * (2 / 5 + q * (2 / 7 + q * (2 / 9 + q * (2 / 11 + q * (2 / 13)))))
  const series = addNumber(multiply(square, TWO_THIRDS), tail)
  let sum = add(times(s, 2), multiply(s, series))
  if (index !== 32) {
    const place = index - FIRST_IN_TABLE
    sum = add(dd(LOG_TABLE_HI[place]!, LOG_TABLE_LO[place]!), sum)
  }
  if (power !== 0) sum = add(multiplyNumber(LN_2, power), sum)
  return x.lo === 0 ? sum : addNumber(sum, x.lo / x.hi)
}

function isOrdinary(x: number): boolean {
  return x > 0 && x < Number.POSITIVE_INFINITY
}

/** The logarithm where it is no ordinary number: of 0, of negative numbers, of infinity. */
function edge(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY
  return x > 0 ? x : Number.NaN
}

function rounded(x: Dd): number {
  return x.hi + x.lo
}

export function log(x: number): number {
  return isOrdinary(x) ? rounded(logOfSum(dd(x, 0))) : edge(x)
}

export function log2(x: number): number {
  return isOrdinary(x) ? rounded(multiply(logOfSum(dd(x, 0)), ONE_OVER_LN_2)) : edge(x)
}

export function log10(x: number): number {
  return isOrdinary(x) ? rounded(multiply(logOfSum(dd(x, 0)), ONE_OVER_LN_10)) : edge(x)
}

/** The logarithm of a positive number to a positive base other than 1; exact where it is whole. */
export function logToBase(x: number, base: number): number {
  return rounded(divide(logOfSum(dd(x, 0)), logOfSum(dd(base, 0))))
}

/** ln(1 + x), for x above -1. */
export function log1pSum(x: number): Dd {
  return logOfSum(twoSum(1, x))
}

export function log1p(x: number): number {
  if (x <= -1 || Number.isNaN(x) || x === Number.POSITIVE_INFINITY) return edge(1 + x)
  return x === 0 ? x : rounded(log1pSum(x))
}

export function atanh(x: number): number {
  const size = Math.abs(x)
  if (size > 1 || Number.isNaN(x)) return Number.NaN
  if (size === 1) return x / 0
  if (size < TINY) return x + (x * x * x) / 3
  return rounded(times(subtract(log1pSum(x), log1pSum(-x)), 0.5))
}

/** The number whose hyperbolic cotangent this is, for sizes above 1. */
export function acoth(x: number): number {
  const size = Math.abs(x)
  if (!(size > 1)) return Number.NaN
  if (size >= 4) return atanh(1 / x)
  const above = logOfSum(twoSum(size, 1))
  const below = logOfSum(twoSum(size, -1))
  const half = rounded(times(subtract(above, below), 0.5))
  return x < 0 ? -half : half
}

export function asinh(x: number): number {
  const size = Math.abs(x)
  if (size < TINY) return x - (x * x * x) / 6
  if (!(size < Number.POSITIVE_INFINITY)) return x
  const found = size > LARGE ? logOfDouble(size) : logOfSum(withRoot(size, 1))
  return x < 0 ? -rounded(found) : rounded(found)
}

export function acosh(x: number): number {
  if (!(x >= 1)) return Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x
  if (x > LARGE) return rounded(logOfDouble(x))
  return rounded(logOfSum(withRoot(x, -1)))
}

/** ln(2x), for x so large that 2x may not be held. */
function logOfDouble(x: number): Dd {
  return add(logOfSum(dd(x, 0)), LN_2)
}

/** x + sqrt(x² + more). */
function withRoot(x: number, more: number): Dd {
  const root = squareRoot(addNumber(twoProduct(x, x), more))
  const sum = twoSum(x, root.hi)
  return quickSum(sum.hi, sum.lo + root.lo)
}
