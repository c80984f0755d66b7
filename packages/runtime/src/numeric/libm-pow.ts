// Powers and roots. A power is e^(y ln x) with some 65 bits kept all the way, so that a result that a
// double can hold exactly comes out exactly, and others are rounded right but for the rarest ties.

import { ELEMENTARY_STEPS } from '../limits.ts'
import { burn } from '../primitives.ts'
import { partsOf, powerOfTwo, scale } from './binary-scale.ts'
import {
  add,
  dd,
  divide,
  multiply,
  multiplyNumber,
  quickSum,
  squareRoot,
  subtract,
  twoProduct,
} from './double-double.ts'
import { exp, expOfSum } from './libm-exp.ts'
import { log, logOfSum } from './libm-log.ts'

/** No power beyond this gives anything but 0, 1 or infinity: it is kept out of exact products. */
const HUGE_POWER = 1e20
/** Whole powers up to this are multiplied out, */
const MOST_FACTORS = 64
/** if nothing on the way comes near the ends of the range, counted in powers of two. */
const FACTORS_REACH = 900
/** From here on every double is even. */
const ALL_EVEN = 9_007_199_254_740_992

/** As IEEE 754 has it: 0^0 is 1, and a negative number takes whole powers only. */
export function pow(x: number, y: number): number {
  if (y === 0 || x === 1) return 1
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN
  const whole = Math.abs(y) >= ALL_EVEN || Math.floor(y) === y
  const odd = whole && Math.abs(y) < ALL_EVEN && Math.floor(y / 2) * 2 !== y
  const size = Math.abs(x)
  if (x < 0 && !whole && size < Number.POSITIVE_INFINITY) return Number.NaN
  // One over negative zero is below zero.
  const negative = odd && (x < 0 || (x === 0 && 1 / x < 0))
  const found = powerOfSize(size, y)
  return negative ? -found : found
}

function powerOfSize(size: number, y: number): number {
  if (size === 1) return 1
  if (size === 0) return y > 0 ? 0 : Number.POSITIVE_INFINITY
  if (size === Number.POSITIVE_INFINITY) return y > 0 ? size : 0
  if (y === 1) return size
  if (y === 2) return size * size
  if (y === 0.5) return Math.sqrt(size)
  if (Math.abs(y) > HUGE_POWER) return size > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0
  if (Math.floor(y) === y && Math.abs(y) <= MOST_FACTORS) {
    const reach = Math.abs(y) * (Math.abs(partsOf(size).power) + 1)
    if (reach < FACTORS_REACH) return wholePower(size, y)
  }
  return expOfSum(multiplyNumber(logOfSum(dd(size, 0)), y))
}

/** By multiplying, which is exact up to 106 bits: 10^23 lies halfway between two doubles. */
function wholePower(x: number, y: number): number {
  burn(ELEMENTARY_STEPS)
  let found = dd(1, 0)
  let square = dd(x, 0)
  for (let left = Math.abs(y); left > 0; left = Math.floor(left / 2)) {
    if (Math.floor(left / 2) * 2 !== left) found = multiply(found, square)
    if (left > 1) square = multiply(square, square)
  }
  const power = y < 0 ? divide(dd(1, 0), found) : found
  return power.hi + power.lo
}

/** A rough root made exact by one step of Newton's in twice the digits. */
export function cbrt(x: number): number {
  if (x === 0 || Number.isNaN(x) || Math.abs(x) === Number.POSITIVE_INFINITY) return x
  const parts = partsOf(Math.abs(x))
  const power = Math.floor(parts.power / 3)
  const size = scale(parts.mantissa, parts.power - power * 3)
  const rough = exp(log(size) / 3)
  const square = twoProduct(rough, rough)
  const over = subtract(multiplyNumber(square, rough), dd(size, 0))
  const root = scale(rough - over.hi / (3 * square.hi), power)
  return x < 0 ? -root : root
}

/** The length of the hypotenuse, without passing through numbers too large or too small. */
export function hypot(x: number, y: number): number {
  const a = Math.max(Math.abs(x), Math.abs(y))
  const b = Math.min(Math.abs(x), Math.abs(y))
  if (Math.abs(x) === Number.POSITIVE_INFINITY || Math.abs(y) === Number.POSITIVE_INFINITY)
    return Number.POSITIVE_INFINITY
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN
  if (b === 0) return a
  const power = Math.max(-1000, partsOf(a).power)
  const down = powerOfTwo(-power)
  const root = squareRoot(add(twoProduct(a * down, a * down), twoProduct(b * down, b * down)))
  const sum = quickSum(root.hi, root.lo)
  return scale(sum.hi, power)
}
