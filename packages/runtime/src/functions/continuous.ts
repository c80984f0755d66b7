// Continuous distributions: their shares, densities and quantiles.

import { type Args, type Functions, flag, num, numOr } from '../functions.ts'
import { exp, expm1, log, pow } from '../numeric/libm.ts'
import {
  betaI,
  betaIInverse,
  betaWeight,
  erf,
  erfc,
  gamma,
  gammaP,
  gammaPInverse,
  gammaQ,
  gammaQInverse,
  gammaWeight,
  lnGamma,
  normalQuantile,
} from '../numeric/special.ts'
import { errorOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'
import { studentDensity, studentQuantile, studentTail } from './student.ts'

export const OUTSIDE = errorOf('NUM!', 'a number lies outside of what this distribution allows')
const ROOT_2_PI = 2.506_628_274_631_000_7

/** The share of the standard normal distribution below z. */
export function normalShare(z: number): number {
  return erfc(-z / Math.SQRT2) / 2
}

function normalDensity(z: number): number {
  return exp((-z * z) / 2) / ROOT_2_PI
}

function isShare(p: number): boolean {
  return p > 0 && p < 1
}

function normal(args: Args): Value {
  const deviation = num(args, 2)
  if (deviation <= 0) return OUTSIDE
  const z = (num(args, 0) - num(args, 1)) / deviation
  return flag(args, 3) ? normalShare(z) : normalDensity(z) / deviation
}

function lognormal(args: Args): Value {
  const x = num(args, 0)
  const deviation = num(args, 2)
  if (deviation <= 0 || x <= 0) return OUTSIDE
  const z = (log(x) - num(args, 1)) / deviation
  return flag(args, 3) ? normalShare(z) : normalDensity(z) / (deviation * x)
}

function normalInverse(args: Args, logarithmic: boolean): Value {
  const p = num(args, 0)
  const deviation = num(args, 2)
  if (!isShare(p) || deviation <= 0) return OUTSIDE
  const x = num(args, 1) + deviation * normalQuantile(p)
  return logarithmic ? exp(x) : x
}

function gammaDistribution(args: Args): Value {
  const x = num(args, 0)
  const alpha = num(args, 1)
  const beta = num(args, 2)
  if (x < 0 || alpha <= 0 || beta <= 0) return OUTSIDE
  return gammaAt(x / beta, alpha, beta, flag(args, 3))
}

function gammaAt(x: number, alpha: number, scale: number, cumulative: boolean): Value {
  if (cumulative) return gammaP(alpha, x)
  if (x > 0) return gammaWeight(alpha, x) / (x * scale)
  if (alpha === 1) return 1 / scale
  return alpha > 1 ? 0 : OUTSIDE
}

/** Degrees of freedom are whole; 0 if invalid. */
function degrees(args: Args, at: number): number {
  const found = truncated(num(args, at))
  return found >= 1 && found <= 1e10 ? found : 0
}

function chiSquared(args: Args): Value {
  const x = num(args, 0)
  const df = degrees(args, 1)
  if (x < 0 || df === 0) return OUTSIDE
  return gammaAt(x / 2, df / 2, 2, flag(args, 2))
}

function chiSquaredTail(args: Args): Value {
  const df = degrees(args, 1)
  return num(args, 0) < 0 || df === 0 ? OUTSIDE : gammaQ(df / 2, num(args, 0) / 2)
}

function chiSquaredInverse(args: Args, tail: boolean): Value {
  const p = num(args, 0)
  const df = degrees(args, 1)
  if (p < 0 || p > 1 || df === 0) return OUTSIDE
  if (p === (tail ? 1 : 0)) return 0
  if (p === (tail ? 0 : 1)) return OUTSIDE
  return 2 * (tail ? gammaQInverse(p, df / 2) : gammaPInverse(p, df / 2))
}

function gammaInverse(args: Args): Value {
  const p = num(args, 0)
  const alpha = num(args, 1)
  const beta = num(args, 2)
  if (p < 0 || p >= 1 || alpha <= 0 || beta <= 0) return OUTSIDE
  return p === 0 ? 0 : beta * gammaPInverse(p, alpha)
}

/** The older form has no `cumulative`, so the bounds stand one place earlier. */
export function betaDistribution(args: Args, cumulative: boolean, boundsAt: number): Value {
  const alpha = num(args, 1)
  const beta = num(args, 2)
  const low = numOr(args, boundsAt, 0)
  const high = numOr(args, boundsAt + 1, 1)
  const x = (num(args, 0) - low) / (high - low)
  if (alpha <= 0 || beta <= 0 || low >= high || x < 0 || x > 1) return OUTSIDE
  if (cumulative) return betaI(x, alpha, beta)
  const width = high - low
  if (x > 0 && x < 1) return betaWeight(x, alpha, beta) / (x * (1 - x) * width)
  const shape = x === 0 ? alpha : beta
  if (shape === 1) return (x === 0 ? beta : alpha) / width
  return shape > 1 ? 0 : OUTSIDE
}

function betaInverse(args: Args): Value {
  const p = num(args, 0)
  const low = numOr(args, 3, 0)
  const high = numOr(args, 4, 1)
  if (p <= 0 || p >= 1 || num(args, 1) <= 0 || num(args, 2) <= 0 || low >= high) return OUTSIDE
  return low + (high - low) * betaIInverse(p, num(args, 1), num(args, 2))
}

function fShare(x: number, d1: number, d2: number): number {
  return betaI((d1 * x) / (d1 * x + d2), d1 / 2, d2 / 2)
}

/** The chance of an F value above x. */
export function fTail(x: number, d1: number, d2: number): number {
  return betaI(d2 / (d2 + d1 * x), d2 / 2, d1 / 2)
}

function fDistribution(args: Args, tail: boolean, cumulative: boolean): Value {
  const x = num(args, 0)
  const d1 = degrees(args, 1)
  const d2 = degrees(args, 2)
  if (x < 0 || d1 === 0 || d2 === 0) return OUTSIDE
  if (tail) return fTail(x, d1, d2)
  if (cumulative) return fShare(x, d1, d2)
  if (x === 0) return d1 > 2 ? 0 : d1 === 2 ? 1 : OUTSIDE
  return betaWeight((d1 * x) / (d1 * x + d2), d1 / 2, d2 / 2) / x
}

function fInverse(args: Args, tail: boolean): Value {
  const p = num(args, 0)
  const d1 = degrees(args, 1)
  const d2 = degrees(args, 2)
  if (p < 0 || p > 1 || d1 === 0 || d2 === 0) return OUTSIDE
  if (p === (tail ? 1 : 0)) return 0
  if (p === (tail ? 0 : 1)) return OUTSIDE
  if (tail) {
    const y = betaIInverse(p, d2 / 2, d1 / 2)
    return (d2 * (1 - y)) / (d1 * y)
  }
  const y = betaIInverse(p, d1 / 2, d2 / 2)
  return (d2 * y) / (d1 * (1 - y))
}

function student(args: Args): Value {
  const x = num(args, 0)
  const df = degrees(args, 1)
  if (df === 0) return OUTSIDE
  if (!flag(args, 2)) return studentDensity(x, df)
  return x > 0 ? 1 - studentTail(x, df) : studentTail(-x, df)
}

/** On both sides it needs a distance, which is not negative. */
export function studentTails(x: number, df: number, tails: number): Value {
  if (df === 0 || (tails === 2 && x < 0)) return OUTSIDE
  if (x < 0) return 1 - studentTail(-x, df)
  return tails * studentTail(x, df)
}

function studentInverse(args: Args): Value {
  const p = num(args, 0)
  const df = degrees(args, 1)
  if (!isShare(p) || df === 0) return OUTSIDE
  // 1 - p is exact where it is used, from one half on.
  return p < 0.5 ? -studentQuantile(p, df) : studentQuantile(1 - p, df)
}

function studentInverseBoth(args: Args): Value {
  const p = num(args, 0)
  const df = degrees(args, 1)
  if (p <= 0 || p > 1 || df === 0) return OUTSIDE
  return studentQuantile(p / 2, df)
}

function weibull(args: Args): Value {
  const x = num(args, 0)
  const alpha = num(args, 1)
  const beta = num(args, 2)
  if (x < 0 || alpha <= 0 || beta <= 0) return OUTSIDE
  const rate = x === 0 ? 0 : pow(x / beta, alpha)
  if (flag(args, 3)) return -expm1(-rate)
  if (x === 0) return alpha > 1 ? 0 : alpha === 1 ? 1 / beta : OUTSIDE
  return ((alpha * rate) / x) * exp(-rate)
}

function exponential(args: Args): Value {
  const x = num(args, 0)
  const rate = num(args, 1)
  if (x < 0 || rate <= 0) return OUTSIDE
  return flag(args, 2) ? -expm1(-rate * x) : rate * exp(-rate * x)
}

function logGamma(args: Args): Value {
  return num(args, 0) <= 0 ? OUTSIDE : lnGamma(num(args, 0))
}

export const continuousFunctions: Functions = {
  'BETA.DIST': (a) => betaDistribution(a, flag(a, 3), 4),
  'BETA.INV': betaInverse,
  'CHISQ.DIST': chiSquared,
  'CHISQ.DIST.RT': chiSquaredTail,
  'CHISQ.INV': (a) => chiSquaredInverse(a, false),
  'CHISQ.INV.RT': (a) => chiSquaredInverse(a, true),
  'EXPON.DIST': exponential,
  'F.DIST': (a) => fDistribution(a, false, flag(a, 3)),
  'F.DIST.RT': (a) => fDistribution(a, true, true),
  'F.INV': (a) => fInverse(a, false),
  'F.INV.RT': (a) => fInverse(a, true),
  GAMMA: (a) => gamma(num(a, 0)),
  'GAMMA.DIST': gammaDistribution,
  'GAMMA.INV': gammaInverse,
  GAMMALN: logGamma,
  'GAMMALN.PRECISE': logGamma,
  GAUSS: (a) => erf(num(a, 0) / Math.SQRT2) / 2,
  'LOGNORM.DIST': lognormal,
  'LOGNORM.INV': (a) => normalInverse(a, true),
  'NORM.DIST': normal,
  'NORM.INV': (a) => normalInverse(a, false),
  'NORM.S.DIST': (a) => (flag(a, 1) ? normalShare(num(a, 0)) : normalDensity(num(a, 0))),
  'NORM.S.INV': (a) => (isShare(num(a, 0)) ? normalQuantile(num(a, 0)) : OUTSIDE),
  PHI: (a) => normalDensity(num(a, 0)),
  'T.DIST': student,
  'T.DIST.2T': (a) => studentTails(num(a, 0), degrees(a, 1), 2),
  'T.DIST.RT': (a) => studentTails(num(a, 0), degrees(a, 1), 1),
  'T.INV': studentInverse,
  'T.INV.2T': studentInverseBoth,
  'WEIBULL.DIST': weibull,
}
