// Sine, cosine and tangent. An angle is first brought to at most pi/4: by pi/2 in parts of 33 bits up to
// a million turns, and beyond by the digits of 2/pi, so that every double gets its right value.

import { ELEMENTARY_STEPS } from '../limits.ts'
import { burn } from '../primitives.ts'
import { partsOf, powerOfTwo } from './binary-scale.ts'
import {
  addNumber,
  type Dd,
  dd,
  divide,
  multiply,
  negate,
  quickSum,
  twoProduct,
  twoSum,
} from './double-double.ts'
import { TWO_OVER_PI } from './libm-tables.ts'

const HALF_PI: Dd = { hi: 1.5707963267948966, lo: 6.123233995736766e-17 }
const QUARTER_PI = 0.7853981633974483
const TWO_OVER_PI_NEAR = 0.6366197723675814
// A part times a count of quarter turns below 2^20 is exact.
const PART_1 = 1.5707963267341256
const PART_2 = 6.077100506303966e-11
const PART_3 = 2.0222662487111665e-21
const PART_4 = 8.478427660348229e-32
const MEDIUM = 1_000_000
/** Base of the digits of 2/pi. */
const BASE = 16_777_216
/** Digits kept after the point: 192 bits, of which no double loses more than 62 by lying near a multiple. */
const DIGITS_KEPT = 8

interface Reduced {
  /** From -pi/4 to pi/4. */
  readonly rest: Dd
  /** Quarter turns, from 0 to 3. */
  readonly quarter: number
}

function reduce(x: number): Reduced {
  burn(ELEMENTARY_STEPS)
  const size = Math.abs(x)
  if (size <= QUARTER_PI) return { rest: dd(x, 0), quarter: 0 }
  const found = size < MEDIUM ? reduceMedium(size) : reduceLarge(size)
  if (x > 0) return found
  return { rest: negate(found.rest), quarter: found.quarter === 0 ? 0 : 4 - found.quarter }
}

function reduceMedium(x: number): Reduced {
  const turns = Math.floor(x * TWO_OVER_PI_NEAR + 0.5)
  const first = twoSum(x - turns * PART_1, -turns * PART_2)
  const rest = addNumber(addNumber(first, -turns * PART_3), -turns * PART_4)
  return { rest, quarter: turns - Math.floor(turns / 4) * 4 }
}

/** Multiplies by 2/pi digit by digit and drops whole turns (Payne and Hanek). */
function reduceLarge(x: number): Reduced {
  burn(2 * ELEMENTARY_STEPS)
  const parts = partsOf(x)
  const exponent = parts.power - 52
  const group = Math.floor(exponent / 24)
  const digits = digitsOf(parts.mantissa * powerOfTwo(52 + exponent - group * 24))
  const product: number[] = []
  let carry = 0
  for (let place = DIGITS_KEPT; place >= 0; place--) {
    let sum = carry
    for (let i = 0; i < digits.length; i++) {
      const at = group + i + place - 1
      if (at >= 0) sum += digits[i]! * TWO_OVER_PI[at]!
    }
    carry = Math.floor(sum / BASE)
    product.push(sum - carry * BASE)
  }
  const whole = product[DIGITS_KEPT]!
  const high = product[DIGITS_KEPT - 1]! / BASE + product[DIGITS_KEPT - 2]! / (BASE * BASE)
  const up = high >= 0.5 ? 1 : 0
  let fraction = dd(high - up, 0)
  let weight = 1 / (BASE * BASE)
  for (let i = DIGITS_KEPT - 3; i >= 0; i--) {
    weight /= BASE
    fraction = addNumber(fraction, product[i]! * weight)
  }
  const turns = whole + up
  return { rest: multiply(fraction, HALF_PI), quarter: turns - Math.floor(turns / 4) * 4 }
}

/** A whole number below 2^77, lowest digit first. */
function digitsOf(x: number): number[] {
  const digits: number[] = []
  let left = x
  for (let i = 0; i < 4; i++) {
    const next = Math.floor(left / BASE)
    digits.push(left - next * BASE)
    left = next
  }
  return digits
}

function sineOf(r: Dd): Dd {
  const x = r.hi
  const z = x * x
  // Coefficients as published with fdlibm; the error is below 2^-58.
  const series =
    -0.16666666666666632 +
    z *
      (0.00833333333332249 +
        z *
          (-0.0001984126982985795 +
            z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10))))
  return quickSum(x, r.lo * (1 - z / 2) + x * z * series)
}

function cosineOf(r: Dd): Dd {
  const x = r.hi
  const square = twoProduct(x, x)
  const z = square.hi
  const series =
    0.0416666666666666 +
    z *
      (-0.001388888888887411 +
        z *
          (2.480158728947673e-5 +
            z *
              (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11))))
  const start = quickSum(1, -z / 2)
  return quickSum(start.hi, start.lo - square.lo / 2 - x * r.lo + z * z * series)
}

function isAngle(x: number): boolean {
  return Math.abs(x) < Number.POSITIVE_INFINITY
}

export function sin(x: number): number {
  if (!isAngle(x)) return Number.NaN
  if (x === 0) return x
  const { rest, quarter } = reduce(x)
  const found = quarter === 0 || quarter === 2 ? sineOf(rest) : cosineOf(rest)
  return quarter < 2 ? found.hi + found.lo : -(found.hi + found.lo)
}

export function cos(x: number): number {
  if (!isAngle(x)) return Number.NaN
  const { rest, quarter } = reduce(x)
  const found = quarter === 0 || quarter === 2 ? cosineOf(rest) : sineOf(rest)
  return quarter === 0 || quarter === 3 ? found.hi + found.lo : -(found.hi + found.lo)
}

/** Sine over cosine; upside down and negative in every other quarter. */
function ratio(x: number, inverted: boolean): number {
  const { rest, quarter } = reduce(x)
  const sine = sineOf(rest)
  const cosine = cosineOf(rest)
  const even = quarter === 0 || quarter === 2
  const found = even !== inverted ? divide(sine, cosine) : divide(cosine, sine)
  return even ? found.hi + found.lo : -(found.hi + found.lo)
}

export function tan(x: number): number {
  if (!isAngle(x)) return Number.NaN
  return x === 0 ? x : ratio(x, false)
}

/** The cotangent of an angle that is not 0. */
export function cot(x: number): number {
  return isAngle(x) ? ratio(x, true) : Number.NaN
}
