// How two rows of figures go together: correlation, straight lines and tests.

import { toNumber } from '../coerce.ts'
import { type Args, array, type Functions, num } from '../functions.ts'
import { atanh, tanh } from '../numeric/libm.ts'
import { erfc, gammaQ, normalQuantile } from '../numeric/special.ts'
import { burn } from '../primitives.ts'
import { DIVISION_BY_ZERO, errorOf, type Value } from '../values.ts'
import { figuresOf, truncated } from './arguments.ts'
import { fTail } from './continuous.ts'
import { meanOf, sampleVariance } from './moments.ts'
import { over, overSums, pairsOf } from './pairs.ts'
import { studentQuantile, studentTail } from './student.ts'
import { trendFunctions } from './trend.ts'

/** Between these a product has lost nothing to the ends of the doubles. */
const SAFE_LEAST = 1e-290
const SAFE_MOST = 1e300

function correlation(args: Args): Value {
  return overSums(array(args, 0), array(args, 1), 1, ({ xx, xy, yy }) => {
    if (xx === 0 || yy === 0) return DIVISION_BY_ZERO
    // One root is exact more often than two: figures on a line come to 1, not to a little less.
    const product = xx * yy
    const inRange = product > SAFE_LEAST && product < SAFE_MOST
    const spread = inRange ? Math.sqrt(product) : Math.sqrt(xx) * Math.sqrt(yy)
    return Math.max(-1, Math.min(1, xy / spread))
  })
}

function determination(args: Args): Value {
  const r = correlation(args)
  return typeof r === 'number' ? r * r : r
}

function covariance(args: Args, sample: boolean): Value {
  return overSums(array(args, 0), array(args, 1), sample ? 2 : 1, ({ xy, count }) =>
    sample ? xy / (count - 1) : xy / count,
  )
}

function slope(args: Args): Value {
  return overSums(array(args, 1), array(args, 0), 1, ({ xx, xy }) => over(xy, xx))
}

function intercept(args: Args): Value {
  return overSums(array(args, 1), array(args, 0), 1, ({ xx, xy, xMean, yMean }) =>
    xx === 0 ? DIVISION_BY_ZERO : yMean - (xy / xx) * xMean,
  )
}

function forecast(args: Args): Value {
  return overSums(array(args, 2), array(args, 1), 1, ({ xx, xy, xMean, yMean }) =>
    xx === 0 ? DIVISION_BY_ZERO : yMean + (xy / xx) * (num(args, 0) - xMean),
  )
}

function standardError(args: Args): Value {
  return overSums(array(args, 1), array(args, 0), 3, ({ xx, xy, yy, count }) => {
    if (xx === 0) return DIVISION_BY_ZERO
    return Math.sqrt(Math.max(0, yy - (xy * xy) / xx) / (count - 2))
  })
}

function confidence(args: Args, student: boolean): Value {
  const alpha = num(args, 0)
  const deviation = num(args, 1)
  const size = truncated(num(args, 2))
  if (alpha <= 0 || alpha >= 1 || deviation <= 0 || size < 1) {
    return errorOf('NUM!', 'alpha lies between 0 and 1, the deviation and the size above 0')
  }
  if (student && size === 1) return DIVISION_BY_ZERO
  const width = student ? studentQuantile(alpha / 2, size - 1) : -normalQuantile(alpha / 2)
  return (width * deviation) / Math.sqrt(size)
}

function chiSquaredTest(args: Args): Value {
  const actual = array(args, 0)
  const expected = array(args, 1)
  const { rows, columns } = actual
  if (rows !== expected.rows || columns !== expected.columns || rows * columns < 2) {
    return errorOf('N/A', 'the counts and what is expected have different shapes')
  }
  burn(rows * columns)
  let sum = 0
  for (let i = 0; i < actual.items.length; i++) {
    const count = toNumber(actual.items[i]!)
    if (typeof count !== 'number') return count
    const wanted = toNumber(expected.items[i]!)
    if (typeof wanted !== 'number') return wanted
    if (wanted === 0) return DIVISION_BY_ZERO
    if (wanted < 0) return errorOf('NUM!', 'an expected count is negative')
    sum += ((count - wanted) * (count - wanted)) / wanted
  }
  const degrees = rows > 1 && columns > 1 ? (rows - 1) * (columns - 1) : rows * columns - 1
  return gammaQ(degrees / 2, sum / 2)
}

function fTest(args: Args): Value {
  const first = figuresOf(array(args, 0).items)
  if ('k' in first) return first
  const second = figuresOf(array(args, 1).items)
  if ('k' in second) return second
  const a = first.numbers
  const b = second.numbers
  if (a.length < 2 || b.length < 2) return DIVISION_BY_ZERO
  const above = sampleVariance(a)
  const below = sampleVariance(b)
  if (above === 0 || below === 0) return DIVISION_BY_ZERO
  const tail = fTail(above / below, a.length - 1, b.length - 1)
  const other = fTail(below / above, b.length - 1, a.length - 1)
  return Math.min(1, 2 * Math.min(tail, other))
}

function tTest(args: Args): Value {
  const tails = truncated(num(args, 2))
  const type = truncated(num(args, 3))
  if (tails !== 1 && tails !== 2) return errorOf('NUM!', 'there are 1 or 2 tails')
  if (type === 1) return pairedTest(args, tails)
  if (type !== 2 && type !== 3) return errorOf('NUM!', 'the type is 1, 2 or 3')
  const first = figuresOf(array(args, 0).items)
  if ('k' in first) return first
  const second = figuresOf(array(args, 1).items)
  if ('k' in second) return second
  const a = first.numbers
  const b = second.numbers
  if (a.length < 2 || b.length < 2) return DIVISION_BY_ZERO
  const distance = Math.abs(meanOf(a) - meanOf(b))
  if (type === 2) {
    const degrees = a.length + b.length - 2
    const pooled =
      ((a.length - 1) * sampleVariance(a) + (b.length - 1) * sampleVariance(b)) / degrees
    return testResult(distance, pooled * (1 / a.length + 1 / b.length), degrees, tails)
  }
  const forA = sampleVariance(a) / a.length
  const forB = sampleVariance(b) / b.length
  const sum = forA + forB
  const degrees = (sum * sum) / ((forA * forA) / (a.length - 1) + (forB * forB) / (b.length - 1))
  return testResult(distance, sum, degrees, tails)
}

function pairedTest(args: Args, tails: number): Value {
  const pairs = pairsOf(array(args, 0), array(args, 1))
  if ('k' in pairs) return pairs
  const distances: number[] = []
  for (let i = 0; i < pairs.xs.length; i++) distances.push(pairs.xs[i]! - pairs.ys[i]!)
  const count = distances.length
  if (count < 2) return DIVISION_BY_ZERO
  const spread = sampleVariance(distances) / count
  return testResult(Math.abs(meanOf(distances)), spread, count - 1, tails)
}

function testResult(distance: number, variance: number, degrees: number, tails: number): Value {
  return variance === 0
    ? DIVISION_BY_ZERO
    : tails * studentTail(distance / Math.sqrt(variance), degrees)
}

function zTest(args: Args): Value {
  const figures = figuresOf(array(args, 0).items)
  if ('k' in figures) return figures
  const { numbers } = figures
  if (numbers.length === 0) return errorOf('N/A', 'there are no numbers')
  if (args[2] === undefined && numbers.length < 2) return DIVISION_BY_ZERO
  const deviation = args[2] === undefined ? Math.sqrt(sampleVariance(numbers)) : num(args, 2)
  if (deviation < 0) return errorOf('NUM!', 'a standard deviation is above 0')
  if (deviation === 0) return DIVISION_BY_ZERO
  const z = (meanOf(numbers) - num(args, 1)) / (deviation / Math.sqrt(numbers.length))
  return erfc(z / Math.SQRT2) / 2
}

function fisher(args: Args): Value {
  const x = num(args, 0)
  return x <= -1 || x >= 1 ? errorOf('NUM!', 'a correlation lies between -1 and 1') : atanh(x)
}

export const regressionFunctions: Functions = {
  ...trendFunctions,
  'CHISQ.TEST': chiSquaredTest,
  'CONFIDENCE.NORM': (a) => confidence(a, false),
  'CONFIDENCE.T': (a) => confidence(a, true),
  CORREL: correlation,
  'COVARIANCE.P': (a) => covariance(a, false),
  'COVARIANCE.S': (a) => covariance(a, true),
  'F.TEST': fTest,
  FISHER: fisher,
  FISHERINV: (a) => tanh(num(a, 0)),
  'FORECAST.LINEAR': forecast,
  INTERCEPT: intercept,
  PEARSON: correlation,
  RSQ: determination,
  SLOPE: slope,
  STEYX: standardError,
  'T.TEST': tTest,
  'Z.TEST': zTest,
}
