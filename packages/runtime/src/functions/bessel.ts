// Bessel functions of whole order, digit for digit as Excel computes them: fits for the orders 0 and 1, and the
// recurrence from there, upward where it is stable and downward, by Miller, where it is not.

import { type Args, type Functions, num } from '../functions.ts'
import { fitI0, fitI1, fitJ0, fitJ1, fitK0, fitK1, fitY0, fitY1 } from '../numeric/bessel-fits.ts'
import { burn } from '../primitives.ts'
import { errorOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'

/** How far above the order the way down begins: the more, the more digits. */
const HEAD_START = 40
const FAR_OUT = 30
const TOO_LARGE = 1e10
const SMALLER = 1e-10

/** From orders 0 and 1 up to n, with the sign of the recurrence: -1 for J and Y, 1 for K. */
function upward(zeroth: number, first: number, n: number, x: number, sign: number): number {
  if (n === 0) return zeroth
  let before = zeroth
  let here = first
  burn(n)
  for (let k = 1; k < n; k++) {
    const next = (2 * k * here) / x + sign * before
    before = here
    here = next
  }
  return here
}

function besselJ(x: number, n: number): number {
  if (n === 0) return fitJ0(x)
  if (n === 1) return fitJ1(x)
  const size = Math.abs(x)
  if (size === 0) return 0
  const found = size > n ? upward(fitJ0(size), fitJ1(size), n, size, -1) : downwardJ(size, n)
  return x < 0 && n % 2 === 1 ? -found : found
}

/** Down from far above with any value; the even orders add up to 1, all but the first twice, which gives the scale. */
function downwardJ(x: number, n: number): number {
  const start = 2 * Math.floor((n + Math.floor(Math.sqrt(HEAD_START * n))) / 2)
  burn(start)
  let above = 0
  let here = 1
  let found = 0
  let sum = 0
  for (let k = start; k > 0; k--) {
    const below = (k * 2 * here) / x - above
    above = here
    here = below
    if (Math.abs(here) > TOO_LARGE) {
      here *= SMALLER
      above *= SMALLER
      found *= SMALLER
      sum *= SMALLER
    }
    if (k % 2 === 1) sum += here
    if (k === n) found = above
  }
  return found / (2 * sum - here)
}

/** Down from far above with any value; the fit of order 0 gives the scale. */
function besselI(x: number, n: number): number {
  if (n === 0) return fitI0(x)
  if (n === 1) return fitI1(x)
  const size = Math.abs(x)
  if (size === 0) return 0
  // Far out the terms fall slowly, and the way down begins higher still.
  const more = size > FAR_OUT ? Math.floor(size) : 0
  const start = 2 * (n + Math.floor(Math.sqrt(HEAD_START * n)) + more)
  burn(start)
  let above = 0
  let here = 1
  let found = 0
  for (let k = start; k > 0; k--) {
    const below = above + (k * 2 * here) / size
    above = here
    here = below
    if (Math.abs(here) > TOO_LARGE) {
      found *= SMALLER
      here *= SMALLER
      above *= SMALLER
    }
    if (k === n) found = above
  }
  found *= fitI0(size) / here
  return x < 0 && n % 2 === 1 ? -found : found
}

const NO_ORDER = errorOf('NUM!', 'the order is a whole number from 0 on')
const NOT_POSITIVE = errorOf('NUM!', 'this function begins above 0')

function bessel(args: Args, positive: boolean, fn: (x: number, n: number) => number): Value {
  const x = num(args, 0)
  const n = truncated(num(args, 1))
  if (n < 0) return NO_ORDER
  return positive && x <= 0 ? NOT_POSITIVE : fn(x, n)
}

export const besselFunctions: Functions = {
  BESSELI: (a) => bessel(a, false, besselI),
  BESSELJ: (a) => bessel(a, false, besselJ),
  BESSELK: (a) => bessel(a, true, (x, n) => upward(fitK0(x), fitK1(x), n, x, 1)),
  BESSELY: (a) => bessel(a, true, (x, n) => upward(fitY0(x), fitY1(x), n, x, -1)),
}
