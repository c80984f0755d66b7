// Bases, bits, units and the special functions of engineers.

import { type Functions, num, numOr } from '../functions.ts'
import { erf, erfc } from '../numeric/special.ts'
import { baseFunctions } from './bases.ts'
import { besselFunctions } from './bessel.ts'
import { bitFunctions } from './bits.ts'
import { convertFunctions } from './convert.ts'

/** Between two limits on one side, the small tails are subtracted, not two numbers near 1. */
function errorBetween(lower: number, upper: number): number {
  if (lower > 1 && upper > 1) return erfc(lower) - erfc(upper)
  if (lower < -1 && upper < -1) return erfc(-upper) - erfc(-lower)
  return erf(upper) - erf(lower)
}

export const engineeringFunctions: Functions = {
  ...baseFunctions,
  ...besselFunctions,
  ...bitFunctions,
  ...convertFunctions,
  DELTA: (a) => (num(a, 0) === numOr(a, 1, 0) ? 1 : 0),
  ERF: (a) => (a[1] === undefined ? erf(num(a, 0)) : errorBetween(num(a, 0), num(a, 1))),
  'ERF.PRECISE': (a) => erf(num(a, 0)),
  ERFC: (a) => erfc(num(a, 0)),
  'ERFC.PRECISE': (a) => erfc(num(a, 0)),
  GESTEP: (a) => (num(a, 0) >= numOr(a, 1, 0) ? 1 : 0),
}
