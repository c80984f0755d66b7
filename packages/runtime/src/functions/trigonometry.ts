// Angles and their functions, circular and hyperbolic.

import { type Args, type Functions, num } from '../functions.ts'
import {
  acos,
  acosh,
  acot,
  acoth,
  asin,
  asinh,
  atan,
  atan2,
  atanh,
  cos,
  cosh,
  cot,
  coth,
  sin,
  sinh,
  tan,
  tanh,
} from '../numeric/libm.ts'
import { DIVISION_BY_ZERO, errorOf, type Value } from '../values.ts'

const BEYOND_ONE = errorOf('NUM!', 'the number must lie between -1 and 1')
const WITHIN_ONE = errorOf('NUM!', 'the number must lie below -1 or above 1')

/** For functions with a denominator that is 0 at 0. */
function exceptZero(a: Args, fn: (x: number) => number): Value {
  const x = num(a, 0)
  return x === 0 ? DIVISION_BY_ZERO : fn(x)
}

function upToOne(a: Args, fn: (x: number) => number): Value {
  const x = num(a, 0)
  return Math.abs(x) > 1 ? BEYOND_ONE : fn(x)
}

function angleOf(a: Args): Value {
  const x = num(a, 0)
  const y = num(a, 1)
  if (x === 0 && y === 0) return DIVISION_BY_ZERO
  // Without a negative zero the angle to the left is pi, never -pi.
  return atan2(y === 0 ? 0 : y, x === 0 ? 0 : x)
}

export const trigonometryFunctions: Functions = {
  ACOS: (a) => upToOne(a, acos),
  ACOSH: (a) =>
    num(a, 0) < 1 ? errorOf('NUM!', 'the number must be at least 1') : acosh(num(a, 0)),
  ACOT: (a) => acot(num(a, 0)),
  ACOTH: (a) => (Math.abs(num(a, 0)) <= 1 ? WITHIN_ONE : acoth(num(a, 0))),
  ASIN: (a) => upToOne(a, asin),
  ASINH: (a) => asinh(num(a, 0)),
  ATAN: (a) => atan(num(a, 0)),
  ATAN2: angleOf,
  ATANH: (a) => (Math.abs(num(a, 0)) >= 1 ? BEYOND_ONE : atanh(num(a, 0))),
  COS: (a) => cos(num(a, 0)),
  COSH: (a) => cosh(num(a, 0)),
  COT: (a) => exceptZero(a, cot),
  COTH: (a) => exceptZero(a, coth),
  CSC: (a) => exceptZero(a, (x) => 1 / sin(x)),
  CSCH: (a) => exceptZero(a, (x) => 1 / sinh(x)),
  // Half a turn in radians gives exactly 180 this way.
  DEGREES: (a) => (num(a, 0) / Math.PI) * 180,
  RADIANS: (a) => (num(a, 0) / 180) * Math.PI,
  SEC: (a) => 1 / cos(num(a, 0)),
  SECH: (a) => 1 / cosh(num(a, 0)),
  SIN: (a) => sin(num(a, 0)),
  SINH: (a) => sinh(num(a, 0)),
  TAN: (a) => tan(num(a, 0)),
  TANH: (a) => tanh(num(a, 0)),
}
