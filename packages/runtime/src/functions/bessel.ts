// Bessel functions of whole order. The first kind comes from its recurrence run downward, where it is
// stable, or from Hankel's series where the argument is large; the modified second kind from its
// integral, for which equal steps converge faster than any power.

import { type Args, type Functions, num } from '../functions.ts'
import { cos, exp, log, sin, sinh } from '../numeric/libm.ts'
import { burn } from '../primitives.ts'
import { errorOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'

const EULER = 0.577_215_664_901_532_9
/** From here on Hankel's series reaches full precision before its terms grow again. */
const HANKEL_FROM = 25

/** J of the orders from 0 to `last`, by Miller: start far above with any value, go down, scale. */
function firstKinds(x: number, last: number): number[] {
  const top = Math.max(last, x)
  const start = 2 * Math.ceil((top + 20 + 4 * Math.sqrt(10 * top)) / 2)
  burn(start)
  const found: number[] = []
  for (let n = 0; n <= last; n++) found.push(0)
  let above = 0
  let here = 1e-300
  let sum = 0
  for (let n = start; n >= 0; n--) {
    if (n <= last) found[n] = here
    // Their even orders add up to 1, all but the first twice.
    if (n % 2 === 0) sum += n === 0 ? here : 2 * here
    const below = (2 * n * here) / x - above
    above = here
    here = below
    if (Math.abs(here) > 1e250) {
      here *= 1e-250
      above *= 1e-250
      sum *= 1e-250
      burn(Math.max(last - n, 0))
      for (let i = n; i <= last; i++) found[i] = found[i]! * 1e-250
    }
  }
  for (let n = 0; n <= last; n++) found[n] = found[n]! / sum
  return found
}

/** J and Y of order 0 or 1 for a large argument. */
function hankel(x: number, order: number): { first: number; second: number } {
  const mu = 4 * order * order
  let p = 1
  let q = 0
  let term = 1
  for (let k = 1; k < 2 * x; k++) {
    const odd = 2 * k - 1
    const next = (term * (mu - odd * odd)) / (k * 8 * x)
    if (Math.abs(next) > Math.abs(term) || Math.abs(next) < 1e-20) break
    term = next
    const sign = k % 4 < 2 ? 1 : -1
    if (k % 2 === 1) q += sign * term
    else p += k % 4 === 0 ? term : -term
  }
  const scale = 1 / Math.sqrt(Math.PI * x)
  const s = sin(x)
  const c = cos(x)
  const cosine = order === 0 ? c + s : s - c
  const sine = order === 0 ? s - c : -(s + c)
  return { first: scale * (p * cosine - q * sine), second: scale * (p * sine + q * cosine) }
}

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
  const size = Math.abs(x)
  const sign = x < 0 && n % 2 === 1 ? -1 : 1
  if (size === 0) return n === 0 ? 1 : 0
  if (size < HANKEL_FROM || n > size) return sign * firstKinds(size, n)[n]!
  return sign * upward(hankel(size, 0).first, hankel(size, 1).first, n, size, -1)
}

function besselY(x: number, n: number): number {
  if (x >= HANKEL_FROM) return upward(hankel(x, 0).second, hankel(x, 1).second, n, x, -1)
  // Neumann's series, in J of growing order.
  const j = firstKinds(x, 80)
  const half = log(x / 2) + EULER
  let even = 0
  let odd = 0
  for (let k = 39; k >= 1; k--) {
    const sign = k % 2 === 0 ? 1 : -1
    even += (sign * j[2 * k]!) / k
    odd += (sign * (2 * k + 1) * j[2 * k + 1]!) / (k * (k + 1))
  }
  const zeroth = (2 / Math.PI) * (half * j[0]! - 2 * even)
  const first = (2 / Math.PI) * ((half - 1) * j[1]! - j[0]! / x - odd)
  return upward(zeroth, first, n, x, -1)
}

/** All terms have one sign, so the series loses no digits. */
function besselI(x: number, n: number): number {
  const half = Math.abs(x) / 2
  let term = 1
  burn(n)
  for (let k = 1; k <= n; k++) term *= half / k
  let sum = term
  for (let k = 1; term > sum * 1e-18; k++) {
    burn(1)
    term *= (half / k) * (half / (k + n))
    sum += term
  }
  return x < 0 && n % 2 === 1 ? -sum : sum
}

/** The integral of exp(-x cosh t) cosh(nt) over t, for order 0 and 1. */
function besselK(x: number, n: number): number {
  const step = Math.min(0.2, 0.4 / Math.sqrt(x))
  let zeroth = 0.5
  let first = 0.5
  for (let i = 1; ; i++) {
    burn(1)
    const t = i * step
    const half = sinh(t / 2)
    const rise = 2 * half * half
    const part = exp(-x * rise)
    zeroth += part
    const term = part * (1 + rise)
    first += term
    if (term < first * 1e-18) break
  }
  const scale = step * exp(-x)
  return upward(zeroth * scale, first * scale, n, x, 1)
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
  BESSELK: (a) => bessel(a, true, besselK),
  BESSELY: (a) => bessel(a, true, besselY),
}
