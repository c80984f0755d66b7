// Names from before Excel 2010: most are functions of today, a few take other arguments.

import { type Args, type Functions, num } from '../functions.ts'
import { errorOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'
import { betaDistribution, normalShare, OUTSIDE, studentTails } from './continuous.ts'
import { hypergeometricDistribution, negativeBinomial } from './discrete.ts'
import { distributionFunctions } from './distributions.ts'
import { regressionFunctions } from './regression.ts'
import { statisticsFunctions } from './statistics.ts'

const lognormalUpTo = distributionFunctions['LOGNORM.DIST']!

/** Takes no negative x, not even for one tail. */
function oldStudent(args: Args): Value {
  const tails = truncated(num(args, 2))
  const degrees = truncated(num(args, 1))
  if (tails !== 1 && tails !== 2) return errorOf('NUM!', 'there are 1 or 2 tails')
  return num(args, 0) < 0 || degrees < 1 ? OUTSIDE : studentTails(num(args, 0), degrees, tails)
}

export const compatibilityFunctions: Functions = {
  BETADIST: (a) => betaDistribution(a, true, 3),
  BETAINV: distributionFunctions['BETA.INV']!,
  BINOMDIST: distributionFunctions['BINOM.DIST']!,
  CHIDIST: distributionFunctions['CHISQ.DIST.RT']!,
  CHIINV: distributionFunctions['CHISQ.INV.RT']!,
  CHITEST: regressionFunctions['CHISQ.TEST']!,
  CONFIDENCE: regressionFunctions['CONFIDENCE.NORM']!,
  COVAR: regressionFunctions['COVARIANCE.P']!,
  CRITBINOM: distributionFunctions['BINOM.INV']!,
  EXPONDIST: distributionFunctions['EXPON.DIST']!,
  FDIST: distributionFunctions['F.DIST.RT']!,
  FINV: distributionFunctions['F.INV.RT']!,
  FORECAST: regressionFunctions['FORECAST.LINEAR']!,
  FTEST: regressionFunctions['F.TEST']!,
  GAMMADIST: distributionFunctions['GAMMA.DIST']!,
  GAMMAINV: distributionFunctions['GAMMA.INV']!,
  HYPGEOMDIST: (a) => hypergeometricDistribution(a, false),
  LOGINV: distributionFunctions['LOGNORM.INV']!,
  LOGNORMDIST: (a) => lognormalUpTo([a[0], a[1], a[2], true]),
  MODE: statisticsFunctions['MODE.SNGL']!,
  NEGBINOMDIST: (a) => negativeBinomial(a, false),
  NORMDIST: distributionFunctions['NORM.DIST']!,
  NORMINV: distributionFunctions['NORM.INV']!,
  NORMSDIST: (a) => normalShare(num(a, 0)),
  NORMSINV: distributionFunctions['NORM.S.INV']!,
  PERCENTILE: statisticsFunctions['PERCENTILE.INC']!,
  PERCENTRANK: statisticsFunctions['PERCENTRANK.INC']!,
  POISSON: distributionFunctions['POISSON.DIST']!,
  QUARTILE: statisticsFunctions['QUARTILE.INC']!,
  RANK: statisticsFunctions['RANK.EQ']!,
  STDEV: statisticsFunctions['STDEV.S']!,
  STDEVP: statisticsFunctions['STDEV.P']!,
  TDIST: oldStudent,
  TINV: distributionFunctions['T.INV.2T']!,
  TTEST: regressionFunctions['T.TEST']!,
  VAR: statisticsFunctions['VAR.S']!,
  VARP: statisticsFunctions['VAR.P']!,
  WEIBULL: distributionFunctions['WEIBULL.DIST']!,
  ZTEST: regressionFunctions['Z.TEST']!,
}
