// The inverses of the incomplete functions and of the normal distribution. Newton's method on the
// logarithm of the share, which is nearly straight in the tails, kept inside a bracket.

import { ROOT_SEARCH_MAX_STEPS } from '../limits.ts'
import { burn } from '../primitives.ts'
import { dd, times, twoProduct } from './double-double.ts'
import { exp, expOfSum } from './libm-exp.ts'
import { log } from './libm-log.ts'
import { erf, erfc } from './special-erf.ts'
import { lnBeta, lnGammaOfSum } from './special-gamma.ts'
import { betaI, betaQ, betaWeight, gammaP, gammaQ, gammaWeight } from './special-incomplete.ts'

const SAME = 2.3e-16
/** 1 / sqrt(2 pi). */
const INVERSE_ROOT = 0.3989422804014327

interface Sample {
  /** Below 0 left of the root, above 0 right of it. */
  readonly value: number
  readonly slope: number
}

/** The root of an increasing function between two bounds. */
export function increasingRoot(
  sample: (x: number) => Sample,
  lowest: number,
  highest: number,
  start: number,
): number {
  let low = lowest
  let high = highest
  let x = start
  for (let step = 0; step < ROOT_SEARCH_MAX_STEPS; step++) {
    burn(1)
    const found = sample(x)
    if (found.value === 0) return x
    if (found.value > 0) high = x
    else low = x
    let next = x - found.value / found.slope
    if (!(next > low && next < high)) next = between(low, high)
    if (Math.abs(next - x) <= SAME * Math.abs(next)) return next
    x = next
  }
  return x
}

/** The middle, by ratio where the bounds lie far apart. */
function between(low: number, high: number): number {
  if (low > 0 && high > 4 * low) return Math.sqrt(low) * Math.sqrt(high)
  return low / 2 + high / 2
}

/** The x with gammaP(a, x) = p. */
export function gammaPInverse(p: number, a: number): number {
  if (!(p >= 0 && p <= 1 && a > 0)) return Number.NaN
  if (p === 0) return 0
  if (p === 1) return Number.POSITIVE_INFINITY
  return p <= 0.5 ? lowerGammaRoot(p, a) : upperGammaRoot(1 - p, a)
}

/** The x with gammaQ(a, x) = q. */
export function gammaQInverse(q: number, a: number): number {
  if (!(q >= 0 && q <= 1 && a > 0)) return Number.NaN
  if (q === 1) return 0
  if (q === 0) return Number.POSITIVE_INFINITY
  return q < 0.5 ? upperGammaRoot(q, a) : lowerGammaRoot(1 - q, a)
}

/** p is at most x^a / gamma(a + 1), so this lies left of the root. */
function leastGammaRoot(p: number, a: number): number {
  const size = lnGammaOfSum(dd(a + 1, 0))
  return exp((log(p) + size.hi) / a)
}

function lowerGammaRoot(p: number, a: number): number {
  const least = leastGammaRoot(p, a) * (1 - 1e-12)
  if (least < 1e-300) return least
  let most = Math.max(a, least * 2)
  while (gammaP(a, most) < p) most *= 2
  const sample = (x: number): Sample => {
    const share = gammaP(a, x)
    return { value: log(share / p), slope: gammaWeight(a, x) / (x * share) }
  }
  return increasingRoot(sample, least, most, least)
}

function upperGammaRoot(q: number, a: number): number {
  let least = 0
  let most = a + 1
  while (gammaQ(a, most) > q) {
    least = most
    most *= 2
  }
  const sample = (x: number): Sample => {
    const share = gammaQ(a, x)
    return { value: log(q / share), slope: gammaWeight(a, x) / (x * share) }
  }
  return increasingRoot(sample, least, most, most)
}

/** The x with betaI(x, a, b) = p. */
export function betaIInverse(p: number, a: number, b: number): number {
  if (!(p >= 0 && p <= 1 && a > 0 && b > 0)) return Number.NaN
  if (p === 0 || p === 1) return p
  return p <= 0.5 ? lowerBetaRoot(p, a, b) : upperBetaRoot(1 - p, a, b)
}

function lowerBetaRoot(p: number, a: number, b: number): number {
  const least = exp((log(p) + log(a) + lnBeta(a, b)) / a)
  const start = Math.max(1e-300, Math.min(least, a / (a + b)))
  const sample = (x: number): Sample => {
    const share = betaI(x, a, b)
    return { value: log(share / p), slope: betaWeight(x, a, b) / (x * (1 - x) * share) }
  }
  return increasingRoot(sample, 0, 1, start)
}

/** From the other end: 1 - x may be too small to be seen in x, so the search is for x itself. */
function upperBetaRoot(q: number, a: number, b: number): number {
  const sample = (x: number): Sample => {
    const share = betaQ(x, a, b)
    return { value: log(q / share), slope: betaWeight(x, a, b) / (x * (1 - x) * share) }
  }
  return increasingRoot(sample, 0, 1, a / (a + b))
}

/** The z below which a share p of the standard normal distribution lies. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return Number.NaN
  if (p === 0.5) return 0
  if (p > 0.25 && p < 0.75) return middleNormalRoot(p - 0.5)
  return p < 0.5 ? lowerNormalRoot(p) : -lowerNormalRoot(1 - p)
}

/** Counted from the middle, where z is small and a share near a half would hide its digits. */
function middleNormalRoot(share: number): number {
  const sample = (z: number): Sample => ({
    value: erf(z * Math.SQRT1_2) / 2 - share,
    slope: exp((-z * z) / 2) * INVERSE_ROOT,
  })
  return increasingRoot(sample, -1, 1, share / INVERSE_ROOT)
}

function lowerNormalRoot(p: number): number {
  const sample = (z: number): Sample => {
    const share = erfc(-z * Math.SQRT1_2) / 2
    const square = times(twoProduct(z, z), -0.5)
    return { value: log(share / p), slope: (expOfSum(square) * INVERSE_ROOT) / share }
  }
  return increasingRoot(sample, -39, 0, -Math.sqrt(-2 * log(p)))
}
