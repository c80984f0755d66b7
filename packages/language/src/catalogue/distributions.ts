// Probability distributions and the functions behind them.

import { rows } from './rows.ts'

export const distributions = rows(
  'statistics',
  `
BETA.DIST(x, alpha, beta, cumulative, [a], [b]) → number
  The beta distribution, between 0 and 1 or between a and b.
  ROUND(BETA.DIST(0.5, 2, 2, TRUE), 6) → 0.5
  ROUND(BETA.DIST(0.5, 2, 2, FALSE), 6) → 1.5
BETA.INV(probability, alpha, beta, [a], [b]) → number
  The value up to which a beta distribution has a given probability.
  ROUND(BETA.INV(0.5, 2, 2), 6) → 0.5
BINOM.DIST(number_s, trials, probability_s, cumulative) → number
  The chance of so many successes in a number of trials, or of at most so many.
  ROUND(BINOM.DIST(1, 2, 0.5, FALSE), 6) → 0.5
  ROUND(BINOM.DIST(1, 2, 0.5, TRUE), 6) → 0.75
BINOM.DIST.RANGE(trials, probability_s, number_s, [number_s2]) → number
  The chance that the successes lie between two numbers, both included.
  ROUND(BINOM.DIST.RANGE(4, 0.5, 1, 2), 6) → 0.625
BINOM.INV(trials, probability_s, alpha) → number
  The smallest number of successes whose cumulative chance reaches alpha.
  BINOM.INV(6, 0.5, 0.75) → 4
CHISQ.DIST(x, deg_freedom, cumulative) → number
  The chi-squared distribution.
  ROUND(CHISQ.DIST(2, 2, TRUE), 6) → 0.632121
CHISQ.DIST.RT(x, deg_freedom) → number
  The chance of a chi-squared value above x.
  ROUND(CHISQ.DIST.RT(2, 2), 6) → 0.367879
CHISQ.INV(probability, deg_freedom) → number
  The value below which a chi-squared distribution has a given probability.
  ROUND(CHISQ.INV(0.5, 2), 6) → 1.386294
CHISQ.INV.RT(probability, deg_freedom) → number
  The value above which a chi-squared distribution has a given probability.
  ROUND(CHISQ.INV.RT(0.05, 1), 6) → 3.841459
EXPON.DIST(x, lambda: number, cumulative) → number
  The exponential distribution of waiting times, lambda events a unit.
  ROUND(EXPON.DIST(1, 2, TRUE), 6) → 0.864665
F.DIST(x, deg_freedom1, deg_freedom2, cumulative) → number
  Fisher's F distribution.
  ROUND(F.DIST(1, 2, 2, TRUE), 6) → 0.5
F.DIST.RT(x, deg_freedom1, deg_freedom2) → number
  The chance of an F value above x.
  ROUND(F.DIST.RT(3, 2, 2), 6) → 0.25
F.INV(probability, deg_freedom1, deg_freedom2) → number
  The value below which an F distribution has a given probability.
  ROUND(F.INV(0.75, 2, 2), 6) → 3
F.INV.RT(probability, deg_freedom1, deg_freedom2) → number
  The value above which an F distribution has a given probability.
  ROUND(F.INV.RT(0.25, 2, 2), 6) → 3
GAMMA(number) → number
  The gamma function: for a whole number, the factorial of the one before it.
  ROUND(GAMMA(5), 6) → 24
GAMMA.DIST(x, alpha, beta, cumulative) → number
  The gamma distribution.
  ROUND(GAMMA.DIST(2, 1, 2, TRUE), 6) → 0.632121
GAMMA.INV(probability, alpha, beta) → number
  The value below which a gamma distribution has a given probability.
  ROUND(GAMMA.INV(0.5, 1, 2), 6) → 1.386294
GAMMALN(x) → number
  The natural logarithm of the gamma function.
  ROUND(GAMMALN(4), 6) → 1.791759
GAMMALN.PRECISE(x) → number
  The natural logarithm of the gamma function; the same as GAMMALN.
  ROUND(GAMMALN.PRECISE(4), 6) → 1.791759
GAUSS(z) → number
  The chance that a standard normal value lies between its mean and z standard deviations.
  ROUND(GAUSS(2), 6) → 0.47725
HYPGEOM.DIST(sample_s, number_sample, population_s, number_pop, cumulative) → number
  The chance of so many successes in a sample taken without putting back.
  ROUND(HYPGEOM.DIST(1, 2, 2, 4, FALSE), 6) → 0.666667
LOGNORM.DIST(x, mean, standard_dev, cumulative) → number
  The distribution of a value whose logarithm is normal.
  ROUND(LOGNORM.DIST(1, 0, 1, TRUE), 6) → 0.5
LOGNORM.INV(probability, mean, standard_dev) → number
  The value below which a lognormal distribution has a given probability.
  ROUND(LOGNORM.INV(0.5, 0, 1), 6) → 1
NEGBINOM.DIST(number_f, number_s, probability_s, cumulative) → number
  The chance of so many failures before the given number of successes.
  ROUND(NEGBINOM.DIST(1, 2, 0.5, FALSE), 6) → 0.25
NORM.DIST(x, mean, standard_dev, cumulative) → number
  The normal distribution: its probability up to x, or its density at x.
  ROUND(NORM.DIST(42, 40, 1.5, TRUE), 6) → 0.908789
NORM.INV(probability, mean, standard_dev) → number
  The value below which a normal distribution has a given probability.
  ROUND(NORM.INV(0.975, 0, 1), 6) → 1.959964
NORM.S.DIST(z, cumulative) → number
  The standard normal distribution, with mean 0 and deviation 1.
  ROUND(NORM.S.DIST(1, TRUE), 6) → 0.841345
NORM.S.INV(probability) → number
  The value below which a standard normal distribution has a given probability.
  ROUND(NORM.S.INV(0.975), 6) → 1.959964
PHI(x) → number
  The density of the standard normal distribution.
  ROUND(PHI(0), 6) → 0.398942
POISSON.DIST(x, mean, cumulative) → number
  The chance of so many events when the mean is known, or of at most so many.
  ROUND(POISSON.DIST(2, 5, TRUE), 6) → 0.124652
T.DIST(x, deg_freedom, cumulative) → number
  Student's distribution: its probability up to x, or its density at x.
  ROUND(T.DIST(1, 1, TRUE), 6) → 0.75
T.DIST.2T(x, deg_freedom) → number
  The chance of a Student value at least this far from 0, on both sides.
  ROUND(T.DIST.2T(1, 1), 6) → 0.5
T.DIST.RT(x, deg_freedom) → number
  The chance of a Student value above x.
  ROUND(T.DIST.RT(1, 1), 6) → 0.25
T.INV(probability, deg_freedom) → number
  The value below which Student's distribution has a given probability.
  ROUND(T.INV(0.75, 1), 6) → 1
T.INV.2T(probability, deg_freedom) → number
  The distance from 0 beyond which, on both sides, Student's distribution has a given probability.
  ROUND(T.INV.2T(0.5, 1), 6) → 1
WEIBULL.DIST(x, alpha, beta, cumulative) → number
  The Weibull distribution of lifetimes.
  ROUND(WEIBULL.DIST(2, 1, 2, TRUE), 6) → 0.632121
`,
)
