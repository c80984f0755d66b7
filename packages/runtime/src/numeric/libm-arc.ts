// Angles from their sine, cosine or tangent: the nearest of 17 known angles, and the series of the
// arctangent for the rest, with twice the digits.

import { ELEMENTARY_STEPS } from '../limits.ts'
import { burn } from '../primitives.ts'
import {
  add,
  addNumber,
  type Dd,
  dd,
  divide,
  multiply,
  multiplyNumber,
  negate,
  squareRoot,
  subtract,
  twoSum,
} from './double-double.ts'
import { ATAN_TABLE_HI, ATAN_TABLE_LO } from './libm-tables.ts'

const PI: Dd = { hi: Math.PI, lo: 1.2246467991473532e-16 }
const HALF_PI: Dd = { hi: 1.5707963267948966, lo: 6.123233995736766e-17 }
/** Below this the arctangent is its argument to the last digit. */
const TINY = 1e-9
const NEAR_ZERO = 1e-290

/** The angle of a point with both coordinates positive, or y 0, below 2^900 and not tiny. */
function angle(y: Dd, x: Dd): Dd {
  if (y.hi <= x.hi) return angleBelowDiagonal(divide(y, x))
  return subtract(HALF_PI, angleBelowDiagonal(divide(x, y)))
}

/** The arctangent of a number from 0 to 1. */
function angleBelowDiagonal(t: Dd): Dd {
  burn(ELEMENTARY_STEPS)
  const index = Math.floor(t.hi * 16 + 0.5)
  const near = index / 16
  const rest = index === 0 ? t : divide(addNumber(t, -near), addNumber(multiplyNumber(t, near), 1))
  const z = multiply(rest, rest)
  const q = z.hi
  const tail = q * (1 / 5 - q * (1 / 7 - q * (1 / 9 - q * (1 / 11 - q * (1 / 13 - q / 15)))))
  const series = addNumber(dd(-0.3333333333333333, -1.850371707708594e-17), tail)
  const sum = add(rest, multiply(rest, multiply(z, series)))
  return index === 0 ? sum : add(dd(ATAN_TABLE_HI[index]!, ATAN_TABLE_LO[index]!), sum)
}

function rounded(x: Dd): number {
  return x.hi + x.lo
}

function signed(size: number, like: number): number {
  return like < 0 ? -size : size
}

export function atan(x: number): number {
  const size = Math.abs(x)
  if (size < TINY || Number.isNaN(x)) return x
  if (size > 1e17) return signed(HALF_PI.hi, x)
  return signed(rounded(angle(dd(size, 0), dd(1, 0))), x)
}

/** The angle of the point (x, y), from -pi to pi. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN
  const left = x < 0 || (x === 0 && 1 / x < 0)
  const below = y < 0 || (y === 0 && 1 / y < 0)
  const size = angleOfSizes(Math.abs(y), Math.abs(x), left)
  return below ? -size : size
}

function angleOfSizes(y: number, x: number, left: boolean): number {
  if (y === 0) return left ? PI.hi : 0
  if (x === 0) return HALF_PI.hi
  const ratio = y === x ? 1 : y / x
  if (ratio > 1e20) return HALF_PI.hi
  if (ratio < 1e-20) return left ? PI.hi : ratio
  // A product of two very large or very small sizes could not be held; their ratio can.
  const far = Math.max(x, y) > 1e200 || Math.min(x, y) < 1e-200
  const first = far ? angle(dd(ratio, 0), dd(1, 0)) : angle(dd(y, 0), dd(x, 0))
  return rounded(left ? subtract(PI, first) : first)
}

/** sqrt(1 - x²) for x from 0 to 1. */
function otherSide(x: number): Dd {
  burn(ELEMENTARY_STEPS)
  return squareRoot(multiply(twoSum(1, x), twoSum(1, -x)))
}

export function asin(x: number): number {
  const size = Math.abs(x)
  if (size > 1 || Number.isNaN(x)) return Number.NaN
  if (size < TINY) return x
  return signed(rounded(angle(dd(size, 0), otherSide(size))), x)
}

export function acos(x: number): number {
  const size = Math.abs(x)
  if (size > 1 || Number.isNaN(x)) return Number.NaN
  if (size < NEAR_ZERO) return HALF_PI.hi
  const first = angle(otherSide(size), dd(size, 0))
  return rounded(x < 0 ? add(PI, negate(first)) : first)
}

/** The angle whose cotangent this is, between 0 and pi. */
export function acot(x: number): number {
  return atan2(1, x)
}
