// Samples for statistics: positive where logarithms are taken, probabilities that add up, shares of a
// distribution that fit its shape.

import type { Argument } from './argument.ts'
import type { Chance } from './chance.ts'
import { column, each, type Recipe, upTo } from './recipe.ts'

const sample = (chance: Chance, count = chance.whole(3, 9)) =>
  column(chance, count, () => chance.decimal(-30, 60, 1))
const positive = (chance: Chance, count = chance.whole(3, 9)) =>
  column(chance, count, () => chance.decimal(0.5, 60, 1))
const wholes = (chance: Chance) => column(chance, chance.whole(3, 9), () => chance.whole(1, 6))
const share = (chance: Chance) => chance.decimal(0.02, 0.98, 3)

const withShare: Recipe = (chance) => [
  sample(chance),
  chance.percent(8) ? chance.pick([0, 1, -0.1, 1.5]) : share(chance),
]

const ranked: Recipe = (chance) => [sample(chance), chance.whole(0, 6)]

const pairs: Recipe = (chance) => {
  const count = chance.whole(3, 8)
  return [sample(chance, count), sample(chance, count)]
}

const fitted: Recipe = (chance) => {
  const count = chance.whole(3, 8)
  return [positive(chance, count), column(chance, count, () => chance.decimal(0, 20, 1))]
}

const tested: Recipe = (chance) => {
  const count = chance.whole(4, 8)
  return [sample(chance, count), sample(chance, count), chance.whole(1, 2), chance.whole(1, 3)]
}

/** Inside the distribution's own range; a few outside come from the general generator's functions. */
const beta = (first: (chance: Chance) => number, cumulative: boolean): Recipe => {
  return (chance) => [
    ...[first(chance), chance.decimal(0.5, 8, 1), chance.decimal(0.5, 8, 1)],
    ...(cumulative ? [chance.percent(50)] : []),
  ]
}

const hypergeometric =
  (cumulative: boolean): Recipe =>
  (chance) => {
    const population = chance.whole(10, 50)
    const sampled = chance.whole(1, population - 1)
    const successes = chance.whole(1, population - 1)
    const least = Math.max(0, sampled + successes - population)
    const found = chance.whole(least, Math.min(sampled, successes))
    const args: Argument[] = [found, sampled, successes, population]
    return cumulative ? [...args, chance.percent(50)] : args
  }

const binomial: Recipe = (chance) => {
  const trials = chance.whole(1, 40)
  const found = chance.percent(5) ? trials + 1 : chance.whole(0, trials)
  return [found, trials, share(chance), chance.percent(50)]
}

export const statisticsRecipes: Readonly<Record<string, Recipe>> = {
  ...each('PERCENTILE PERCENTILE.INC PERCENTILE.EXC', withShare),
  TRIMMEAN: (chance) => [sample(chance), chance.decimal(0, 0.9, 2)],
  ...each('PERCENTRANK.INC PERCENTRANK.EXC', (chance) => {
    const values = wholes(chance)
    const x = chance.percent(50) ? values[0]![0]! : chance.decimal(0.5, 6.5, 1)
    return upTo(chance, 2, [values, x, chance.whole(1, 5)])
  }),
  ...each('QUARTILE QUARTILE.INC QUARTILE.EXC', ranked),
  ...each('LARGE SMALL', ranked),
  ...each('RANK.EQ RANK.AVG', (chance) => {
    const values = wholes(chance)
    return upTo(chance, 2, [chance.whole(1, 6), values, chance.whole(0, 1)])
  }),
  ...each('MODE.SNGL MODE.MULT', (chance) => [wholes(chance)]),
  ...each('GEOMEAN HARMEAN', (chance) => [positive(chance)]),
  ...each('SKEW SKEW.P KURT AVEDEV DEVSQ MEDIAN', (chance) => [sample(chance)]),
  ...each('CORREL PEARSON COVAR COVARIANCE.P COVARIANCE.S RSQ SLOPE INTERCEPT STEYX', pairs),
  ...each('F.TEST FTEST', pairs),
  ...each('CHISQ.TEST CHITEST', (chance) => {
    const count = chance.whole(2, 5)
    return [positive(chance, count), positive(chance, count)]
  }),
  ...each('T.TEST TTEST', tested),
  ...each('Z.TEST ZTEST', (chance) =>
    upTo(chance, 2, [sample(chance), chance.decimal(-5, 40, 1), chance.decimal(5, 20, 1)]),
  ),
  FORECAST: (chance) => [chance.decimal(0, 30, 1), ...pairs(chance)],
  ...each('LINEST LOGEST', (chance) => upTo(chance, 1, [...fitted(chance), true])),
  ...each('TREND GROWTH', (chance) =>
    upTo(chance, 2, [...fitted(chance), column(chance, 3, () => chance.decimal(0, 20, 1))]),
  ),
  FREQUENCY: (chance) => [wholes(chance), [2, 4].map((bin) => [bin + chance.decimal(0, 1, 1)])],
  PROB: (chance) => {
    const shares = chance.pick([
      [0.1, 0.2, 0.3, 0.4],
      [0.25, 0.25, 0.25, 0.25],
      [0.5, 0.2, 0.2, 0.1],
    ])
    const low = chance.whole(0, 3)
    const places = shares.map((_, i) => [i])
    return upTo(chance, 3, [places, shares.map((one) => [one]), low, low + chance.whole(0, 3)])
  },
  ...each('BETA.DIST', beta(share, true)),
  ...each('BETADIST BETA.INV BETAINV', beta(share, false)),
  ...each('BINOM.DIST BINOMDIST', binomial),
  'BINOM.DIST.RANGE': (chance) => {
    const low = chance.whole(0, 9)
    return upTo(chance, 3, [chance.whole(10, 30), share(chance), low, low + chance.whole(0, 9)])
  },
  ...each('BINOM.INV CRITBINOM', (chance) => [chance.whole(1, 40), share(chance), share(chance)]),
  'HYPGEOM.DIST': hypergeometric(true),
  HYPGEOMDIST: hypergeometric(false),
  ...each('CONFIDENCE CONFIDENCE.NORM CONFIDENCE.T', (chance) => [
    ...[share(chance), chance.decimal(0.5, 20, 1), chance.whole(2, 60)],
  ]),
  ...each('T.DIST.2T T.DIST.RT', (chance) => [chance.decimal(-1, 6), chance.whole(1, 30)]),
  TDIST: (chance) => [chance.decimal(0, 6), chance.whole(1, 30), chance.whole(1, 2)],
  ...each('POISSON POISSON.DIST', (chance) => [
    ...[chance.whole(0, 25), chance.decimal(0.1, 20, 1), chance.percent(50)],
  ]),
  ...each('BESSELI BESSELJ', (chance) => [chance.decimal(-12, 25, 1), chance.whole(0, 6)]),
  ...each('BESSELK BESSELY', (chance) => [chance.decimal(0.1, 25, 1), chance.whole(0, 6)]),
  ...each('GAMMALN GAMMALN.PRECISE', (chance) => [chance.decimal(0.01, 170)]),
  GAMMA: (chance) => [chance.decimal(-8, 40, 1)],
  FISHER: (chance) => [chance.decimal(-1, 1)],
  ...each('COMBIN COMBINA PERMUT PERMUTATIONA', (chance) => [
    ...[chance.whole(chance.percent(5) ? -2 : 0, 30), chance.whole(0, 12)],
  ]),
  ...each('FACT FACTDOUBLE', (chance) => [chance.pick([chance.whole(0, 60), 171, -1, 5.9])]),
  ...each('GCD LCM MULTINOMIAL', (chance) =>
    chance.many(chance.whole(1, 3), () => chance.whole(chance.percent(4) ? -1 : 0, 24)),
  ),
  SERIESSUM: (chance) => [
    ...[chance.decimal(-2, 2, 1), chance.whole(0, 3), chance.whole(1, 2)],
    column(chance, 3, () => chance.decimal(-4, 4, 1)),
  ],
}
