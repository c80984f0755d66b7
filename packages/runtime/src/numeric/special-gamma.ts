// The gamma function and its logarithm: Stirling's series from 14 on, brought there from below by
// exact factors. Right to a unit or two in the last place.

import { ELEMENTARY_STEPS } from '../limits.ts'
import { burn } from '../primitives.ts'
import { powerOfTwo } from './binary-scale.ts'
import {
  add,
  addNumber,
  type Dd,
  dd,
  multiply,
  multiplyNumber,
  subtract,
  twoSum,
} from './double-double.ts'
import { expOfSum } from './libm-exp.ts'
import { log, log1p, logOfSum } from './libm-log.ts'
import { sin } from './libm-trig.ts'
import { LN_GAMMA_NEAR_1, STIRLING } from './special-tables.ts'

const LN_SQRT_2_PI: Dd = { hi: 0.9189385332046728, lo: -3.8782941580672414e-17 }
const EULER = 0.5772156649015329
const LN_PI = 1.1447298858494002
const STIRLING_FROM = 14
/** Numbers from here on are too large to be multiplied exactly; the leading terms are all there is. */
const VAST = 1e280
/** gamma(172) is too large for a double. */
const GAMMA_END = 171.7
const LARGEST_FACTORIAL = 170

/** ln(gamma(hi + lo)) of a positive number, to about 60 bits after the point. */
export function lnGammaOfSum(x: Dd): Dd {
  if (x.hi > VAST) return dd(x.hi * (log(x.hi) - 1), 0)
  if (x.hi >= STIRLING_FROM) return stirling(x)
  let product = x
  let up = addNumber(x, 1)
  while (up.hi < STIRLING_FROM) {
    product = multiply(product, up)
    up = addNumber(up, 1)
  }
  return subtract(stirling(up), logOfSum(product))
}

function stirling(x: Dd): Dd {
  burn(ELEMENTARY_STEPS)
  const inverse = 1 / x.hi
  const square = inverse * inverse
  let series = 0
  for (let i = STIRLING.length - 1; i >= 0; i--) series = series * square + STIRLING[i]!
  const main = subtract(multiply(logOfSum(x), addNumber(x, -0.5)), x)
  return addNumber(add(main, LN_SQRT_2_PI), series * inverse)
}

/** ln(1 / gamma(1 + e)) and its neighbour are 0 at 0, where differences would lose all digits. */
function lnGammaNear1(e: number): number {
  let sum = 0
  for (let i = LN_GAMMA_NEAR_1.length - 1; i >= 0; i--) sum = sum * e + LN_GAMMA_NEAR_1[i]!
  return sum * e * e - EULER * e
}

/** ln of the size of gamma(x). Infinite at 0 and the negative whole numbers. */
export function lnGamma(x: number): number {
  if (Number.isNaN(x) || x === Number.POSITIVE_INFINITY) return x
  if (x <= 0) {
    if (Math.floor(x) === x) return Number.POSITIVE_INFINITY
    return LN_PI - log(Math.abs(sinePi(x))) - lnGamma(1 - x)
  }
  if (Math.abs(x - 1) <= 0.125) return lnGammaNear1(x - 1)
  if (Math.abs(x - 2) <= 0.125) return log1p(x - 2) + lnGammaNear1(x - 2)
  const found = lnGammaOfSum(dd(x, 0))
  return found.hi + found.lo
}

/** Not a number at 0 and the negative whole numbers. */
export function gamma(x: number): number {
  if (Number.isNaN(x)) return x
  const whole = Math.floor(x) === x
  if (x <= 0) {
    if (whole) return Number.NaN
    return Math.PI / (sinePi(x) * expOfSum(lnGammaOfSum(twoSum(1, -x))))
  }
  if (x > GAMMA_END) return Number.POSITIVE_INFINITY
  return whole ? factorial(x - 1) : expOfSum(lnGammaOfSum(dd(x, 0)))
}

/** sin(pi x), with whole turns taken off before pi comes in. */
function sinePi(x: number): number {
  const turn = x - 2 * Math.floor(x / 2 + 0.5)
  if (turn > 0.5) return sin(Math.PI * (1 - turn))
  if (turn < -0.5) return -sin(Math.PI * (1 + turn))
  return sin(Math.PI * turn)
}

const factorials: number[] = []

/** Of a whole number; infinite above 170. Each is rounded from the exact product. */
export function factorial(n: number): number {
  if (n > LARGEST_FACTORIAL) return Number.POSITIVE_INFINITY
  if (factorials.length === 0) {
    let product = dd(1, 0)
    factorials.push(1)
    for (let i = 1; i <= LARGEST_FACTORIAL; i++) {
      product = scaledProduct(product, i)
      factorials.push(product.hi)
    }
  }
  return factorials[n]!
}

/** Beyond 2^990 the exact product does not work, so it is taken a little lower. */
function scaledProduct(a: Dd, by: number): Dd {
  if (a.hi < 1e280) return multiplyNumber(a, by)
  const down = powerOfTwo(-100)
  const product = multiplyNumber(dd(a.hi * down, a.lo * down), by)
  return dd(product.hi / down, product.lo / down)
}

/** ln of the beta function of two positive numbers. */
export function lnBetaOfParts(a: number, b: number): Dd {
  const both = add(lnGammaOfSum(dd(a, 0)), lnGammaOfSum(dd(b, 0)))
  return subtract(both, lnGammaOfSum(twoSum(a, b)))
}

export function lnBeta(a: number, b: number): number {
  const found = lnBetaOfParts(a, b)
  return found.hi + found.lo
}

export function beta(a: number, b: number): number {
  return expOfSum(lnBetaOfParts(a, b))
}
