// Names from before Excel 2010. Most are another name for a function of today; a few take other
// arguments and have rows of their own.

import { distributions } from './distributions.ts'
import { regression } from './regression.ts'
import { olderNames, rows } from './rows.ts'
import { statistics } from './statistics.ts'

const different = rows(
  'statistics',
  `
BETADIST(x, alpha, beta, [a], [b]) → number
  The cumulative beta distribution; BETA.DIST is its newer form.
  ROUND(BETADIST(0.5, 2, 2), 6) → 0.5
HYPGEOMDIST(sample_s, number_sample, population_s, number_pop) → number
  The chance of exactly so many successes in a sample; HYPGEOM.DIST is its newer form.
  ROUND(HYPGEOMDIST(1, 2, 2, 4), 6) → 0.666667
LOGNORMDIST(x, mean, standard_dev) → number
  The cumulative lognormal distribution; LOGNORM.DIST is its newer form.
  ROUND(LOGNORMDIST(1, 0, 1), 6) → 0.5
NEGBINOMDIST(number_f, number_s, probability_s) → number
  The chance of exactly so many failures; NEGBINOM.DIST is its newer form.
  ROUND(NEGBINOMDIST(1, 2, 0.5), 6) → 0.25
NORMSDIST(z) → number
  The cumulative standard normal distribution; NORM.S.DIST is its newer form.
  ROUND(NORMSDIST(1), 6) → 0.841345
TDIST(x, deg_freedom, tails) → number
  The chance of a Student value above x, on one side or on both; T.DIST.RT and T.DIST.2T are newer.
  ROUND(TDIST(1, 1, 2), 6) → 0.5
`,
)

const renamed = olderNames(
  {
    BETAINV: 'BETA.INV',
    BINOMDIST: 'BINOM.DIST',
    CHIDIST: 'CHISQ.DIST.RT',
    CHIINV: 'CHISQ.INV.RT',
    CHITEST: 'CHISQ.TEST',
    CONFIDENCE: 'CONFIDENCE.NORM',
    COVAR: 'COVARIANCE.P',
    CRITBINOM: 'BINOM.INV',
    EXPONDIST: 'EXPON.DIST',
    FDIST: 'F.DIST.RT',
    FINV: 'F.INV.RT',
    FORECAST: 'FORECAST.LINEAR',
    FTEST: 'F.TEST',
    GAMMADIST: 'GAMMA.DIST',
    GAMMAINV: 'GAMMA.INV',
    LOGINV: 'LOGNORM.INV',
    MODE: 'MODE.SNGL',
    NORMDIST: 'NORM.DIST',
    NORMINV: 'NORM.INV',
    NORMSINV: 'NORM.S.INV',
    PERCENTILE: 'PERCENTILE.INC',
    PERCENTRANK: 'PERCENTRANK.INC',
    POISSON: 'POISSON.DIST',
    QUARTILE: 'QUARTILE.INC',
    RANK: 'RANK.EQ',
    STDEV: 'STDEV.S',
    STDEVP: 'STDEV.P',
    TINV: 'T.INV.2T',
    TTEST: 'T.TEST',
    VAR: 'VAR.S',
    VARP: 'VAR.P',
    WEIBULL: 'WEIBULL.DIST',
    ZTEST: 'Z.TEST',
  },
  [...statistics, ...regression, ...distributions],
)

export const compatibility = [...different, ...renamed]
