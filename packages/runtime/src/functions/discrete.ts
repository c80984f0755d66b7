// Distributions of counts. Single chances come from the weights of the incomplete functions, which are
// exact to the last digits for any size, where factorials would overflow.

import { type Args, type Functions, flag, num, numOr } from '../functions.ts'
import { betaI, betaQ, betaWeight, gammaQ, gammaWeight } from '../numeric/special.ts'
import { burn } from '../primitives.ts'
import type { Value } from '../values.ts'
import { truncated } from './arguments.ts'
import { OUTSIDE } from './continuous.ts'

/** Beyond it the neighbours of a count cannot be told apart. */
const MOST_TRIALS = 9_007_199_254_740_991

/** The chance of k successes in n trials. */
function binomial(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0
  if (p === 0) return k === 0 ? 1 : 0
  if (p === 1) return k === n ? 1 : 0
  return betaWeight(p, k + 1, n - k + 1) / ((n + 1) * p * (1 - p))
}

/** The chance of at most k. */
function binomialUpTo(k: number, n: number, p: number): number {
  if (k < 0) return 0
  if (k >= n || p === 0) return 1
  return p === 1 ? 0 : betaQ(p, k + 1, n - k)
}

function binomialDistribution(args: Args): Value {
  const k = truncated(num(args, 0))
  const n = truncated(num(args, 1))
  const p = num(args, 2)
  if (k < 0 || k > n || p < 0 || p > 1 || n > MOST_TRIALS) return OUTSIDE
  return flag(args, 3) ? binomialUpTo(k, n, p) : binomial(k, n, p)
}

function binomialRange(args: Args): Value {
  const n = truncated(num(args, 0))
  const p = num(args, 1)
  const from = truncated(num(args, 2))
  const to = truncated(numOr(args, 3, from))
  if (n < 0 || p < 0 || p > 1 || from < 0 || from > n || to < from || to > n) return OUTSIDE
  if (to === from) return binomial(from, n, p)
  // A few chances are added; of many, two shares are subtracted.
  if (to - from > 200) return binomialUpTo(to, n, p) - binomialUpTo(from - 1, n, p)
  let sum = 0
  for (let k = from; k <= to; k++) sum += binomial(k, n, p)
  return sum
}

function binomialInverse(args: Args): Value {
  const n = truncated(num(args, 0))
  const p = num(args, 1)
  const wanted = num(args, 2)
  if (n < 0 || p <= 0 || p >= 1 || wanted <= 0 || wanted >= 1) return OUTSIDE
  // A share that only rounding keeps below the wanted one has reached it.
  const enough = wanted * (1 - 1e-14)
  let low = 0
  let high = n
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (binomialUpTo(middle, n, p) >= enough) high = middle
    else low = middle + 1
  }
  return low
}

function poisson(args: Args): Value {
  const k = truncated(num(args, 0))
  const mean = num(args, 1)
  if (num(args, 0) < 0 || mean < 0) return OUTSIDE
  if (mean === 0) return flag(args, 2) || k === 0 ? 1 : 0
  return flag(args, 2) ? gammaQ(k + 1, mean) : gammaWeight(k + 1, mean) / mean
}

export function negativeBinomial(args: Args, cumulative: boolean): Value {
  const failures = truncated(num(args, 0))
  const successes = truncated(num(args, 1))
  const p = num(args, 2)
  if (failures < 0 || successes < 1 || p <= 0 || p >= 1) return OUTSIDE
  if (cumulative) return betaI(p, successes, failures + 1)
  return betaWeight(p, successes, failures + 1) / ((successes + failures) * (1 - p))
}

/** The chance of x marked ones in a sample, as a quotient of three binomial chances. */
function hypergeometric(x: number, sample: number, marked: number, all: number): number {
  // All are taken, so all marked ones are among them.
  if (sample === all) return 1
  const p = sample / all
  return (binomial(x, marked, p) * binomial(sample - x, all - marked, p)) / binomial(sample, all, p)
}

export function hypergeometricDistribution(args: Args, cumulative: boolean): Value {
  const x = truncated(num(args, 0))
  const sample = truncated(num(args, 1))
  const marked = truncated(num(args, 2))
  const all = truncated(num(args, 3))
  const least = Math.max(0, sample + marked - all)
  const most = Math.min(sample, marked)
  if (all < 1 || sample < 1 || sample > all || marked < 1 || marked > all) return OUTSIDE
  if (x < least || x > most) return OUTSIDE
  if (!cumulative) return hypergeometric(x, sample, marked, all)
  if (x === most) return 1
  let sum = 0
  let term = hypergeometric(x, sample, marked, all)
  // Downward from x each chance follows from the one above it.
  for (let k = x; k >= least && term > 0; k--) {
    burn(4)
    sum += term
    term *= (k * (all - marked - sample + k)) / ((marked - k + 1) * (sample - k + 1))
  }
  return Math.min(1, sum)
}

export const discreteFunctions: Functions = {
  'BINOM.DIST': binomialDistribution,
  'BINOM.DIST.RANGE': binomialRange,
  'BINOM.INV': binomialInverse,
  'HYPGEOM.DIST': (a) => hypergeometricDistribution(a, flag(a, 4)),
  'NEGBINOM.DIST': (a) => negativeBinomial(a, flag(a, 3)),
  'POISSON.DIST': poisson,
}
