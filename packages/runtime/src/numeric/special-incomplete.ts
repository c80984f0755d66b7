// The regularised incomplete gamma and beta functions, both halves of each, so that neither loses its
// digits where it is small. The leading factor is computed with twice the digits: it is a small
// difference of large logarithms.

import { SERIES_MAX_STEPS } from '../limits.ts'
import { burn } from '../primitives.ts'
import { add, addNumber, dd, multiplyNumber, negate, subtract, twoSum } from './double-double.ts'
import { expOfSum } from './libm-exp.ts'
import { log1pSum, logOfSum } from './libm-log.ts'
import { lnBetaOfParts, lnGammaOfSum } from './special-gamma.ts'

const ENOUGH = 1e-17
/** In place of a zero that would be divided by. */
const NEXT_TO_NOTHING = 1e-300

/** x^a e^-x / gamma(a), which is x times the density. */
export function gammaWeight(a: number, x: number): number {
  const power = addNumber(multiplyNumber(logOfSum(dd(x, 0)), a), -x)
  return expOfSum(subtract(power, lnGammaOfSum(dd(a, 0))))
}

/** The share of gamma(a) from 0 to x. */
export function gammaP(a: number, x: number): number {
  if (!(a > 0) || !(x >= 0)) return Number.NaN
  if (x === 0) return 0
  if (x === Number.POSITIVE_INFINITY) return 1
  return x < a + 1 ? lowerGamma(a, x) : 1 - upperGamma(a, x)
}

/** The share of gamma(a) from x on. */
export function gammaQ(a: number, x: number): number {
  if (!(a > 0) || !(x >= 0)) return Number.NaN
  if (x === 0) return 1
  if (x === Number.POSITIVE_INFINITY) return 0
  return x < a + 1 ? 1 - lowerGamma(a, x) : upperGamma(a, x)
}

function lowerGamma(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  let steps = 1
  for (; steps <= SERIES_MAX_STEPS && term > sum * ENOUGH; steps++) {
    term *= x / (a + steps)
    sum += term
  }
  burn(2 * steps)
  return sum * gammaWeight(a, x)
}

/** A continued fraction, from the front (Lentz). */
function upperGamma(a: number, x: number): number {
  let b = x + 1 - a
  let c = 1 / NEXT_TO_NOTHING
  let d = 1 / b
  let product = d
  let steps = 1
  for (; steps <= SERIES_MAX_STEPS; steps++) {
    const factor = -steps * (steps - a)
    b += 2
    d = 1 / away(factor * d + b)
    c = away(b + factor / c)
    const change = c * d
    product *= change
    if (Math.abs(change - 1) < 2e-16) break
  }
  burn(3 * steps)
  return product * gammaWeight(a, x)
}

function away(x: number): number {
  return Math.abs(x) < NEXT_TO_NOTHING ? NEXT_TO_NOTHING : x
}

/** x^a (1 - x)^b / B(a, b), which is x (1 - x) times the density. */
export function betaWeight(x: number, a: number, b: number): number {
  const powers = add(multiplyNumber(logOfSum(dd(x, 0)), a), multiplyNumber(log1pSum(-x), b))
  return expOfSum(add(powers, negate(lnBetaOfParts(a, b))))
}

/** The share of the beta function from 0 to x. */
export function betaI(x: number, a: number, b: number): number {
  return betaShare(x, a, b, false)
}

/** The share of the beta function from x to 1. */
export function betaQ(x: number, a: number, b: number): number {
  return betaShare(x, a, b, true)
}

function betaShare(x: number, a: number, b: number, upper: boolean): number {
  if (!(a > 0) || !(b > 0) || !(x >= 0) || x > 1) return Number.NaN
  if (x === 0) return upper ? 1 : 0
  if (x === 1) return upper ? 0 : 1
  const weight = betaWeight(x, a, b)
  // The fraction converges fast on one side of the mean only.
  if (x < (a + 1) / (a + b + 2)) {
    const lower = (weight * betaFraction(x, 1 - x, a, b)) / a
    return upper ? 1 - lower : lower
  }
  const rest = twoSum(1, -x)
  const higher = (weight * betaFraction(rest.hi + rest.lo, x, b, a)) / b
  return upper ? higher : 1 - higher
}

/** The continued fraction of the incomplete beta function, from the front. */
function betaFraction(x: number, rest: number, a: number, b: number): number {
  let c = 1
  let d = 1 / away(rest * 1 + x - ((a + b) * x) / (a + 1))
  let product = d
  let steps = 1
  for (; steps <= SERIES_MAX_STEPS; steps++) {
    const even = (steps * (b - steps) * x) / ((a + 2 * steps - 1) * (a + 2 * steps))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    product *= c * d
    const odd = (-(a + steps) * (a + b + steps) * x) / ((a + 2 * steps) * (a + 2 * steps + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    const change = c * d
    product *= change
    if (Math.abs(change - 1) < 2e-16) break
  }
  burn(6 * steps)
  return product
}
