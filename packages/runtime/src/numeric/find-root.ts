// Finds where a function is zero. First it walks outward from a guess, in steps that grow, until two
// neighbours differ in sign; then it narrows them down by Brent's method. Both halves end.

import { RATE_SEARCH_MAX_LOGS, RATE_SEARCH_MAX_STEPS } from '../limits.ts'
import { expm1, log1p } from './libm.ts'

type Curve = (x: number) => number

const FIRST_STEP = 0.015_625
const STEP_GROWTH = 1.2
const NEARLY_ZERO = 1e-12

/** A rate above -1, the one found first from the guess outward; undefined if there is none. */
export function findRate(curve: Curve, guess: number): number | undefined {
  if (!(guess > -1)) return undefined
  const start = log1p(guess)
  const value = curve(guess)
  if (value === 0) return guess
  let up = start
  let down = start
  // The last places where the curve was neither 0, by underflow perhaps, nor beyond all numbers.
  let upSure = start
  let upValue = value
  let downSure = start
  let downValue = value
  let step = FIRST_STEP
  for (let i = 0; i < RATE_SEARCH_MAX_STEPS; i++) {
    if (up === RATE_SEARCH_MAX_LOGS && down === -RATE_SEARCH_MAX_LOGS) return undefined
    up = Math.min(up + step, RATE_SEARCH_MAX_LOGS)
    const higher = curve(expm1(up))
    if (differ(upValue, higher)) return rateBetween(curve, upSure, up)
    if (isSure(higher)) {
      upSure = up
      upValue = higher
    }
    down = Math.max(down - step, -RATE_SEARCH_MAX_LOGS)
    const lower = curve(expm1(down))
    if (differ(downValue, lower)) return rateBetween(curve, down, downSure)
    if (isSure(lower)) {
      downSure = down
      downValue = lower
    }
    step *= STEP_GROWTH
  }
  return undefined
}

function rateBetween(curve: Curve, low: number, high: number): number {
  const rate = narrow(curve, expm1(low), expm1(high))
  // Zero is reached only to within the noise of the curve, but often it is meant.
  return Math.abs(rate) < NEARLY_ZERO && curve(0) === 0 ? 0 : rate
}

function isSure(value: number): boolean {
  return value !== 0 && value - value === 0
}

function differ(a: number, b: number): boolean {
  return isSure(a) && isSure(b) && signOf(a) !== signOf(b)
}

function signOf(value: number): number {
  return value > 0 ? 1 : -1
}

/** Brent's method between two places where the curve differs in sign. */
function narrow(curve: Curve, low: number, high: number): number {
  let a = low
  let b = high
  let fa = curve(a)
  let fb = curve(b)
  let c = a
  let fc = fa
  let last = b - a
  let before = last
  for (let i = 0; i < RATE_SEARCH_MAX_STEPS; i++) {
    if (signOf(fb) === signOf(fc)) {
      c = a
      fc = fa
      last = b - a
      before = last
    }
    if (Math.abs(fc) < Math.abs(fb)) {
      a = b
      b = c
      c = a
      fa = fb
      fb = fc
      fc = fa
    }
    const tolerance = 2.3e-16 * Math.abs(b) + 1e-300
    const half = (c - b) / 2
    if (Math.abs(half) <= tolerance || fb === 0) return b
    if (Math.abs(before) >= tolerance && Math.abs(fa) > Math.abs(fb)) {
      const step = interpolated(a, b, c, fa, fb, fc)
      const bound = Math.min(1.5 * Math.abs(half) - tolerance / 2, Math.abs(before) / 2)
      // A step that leaves the bracket or does not shrink is replaced by halving.
      const good = step * half > 0 && Math.abs(step) < bound
      before = good ? last : half
      last = good ? step : half
    } else {
      before = half
      last = half
    }
    a = b
    fa = fb
    if (Math.abs(last) > tolerance) b += last
    else b += half > 0 ? tolerance : -tolerance
    fb = curve(b)
  }
  return b
}

/** The step to where a line through two points, or a parabola through three, is zero. */
function interpolated(a: number, b: number, c: number, fa: number, fb: number, fc: number): number {
  const s = fb / fa
  if (a === c) return ((c - b) * s) / (1 - s)
  const q = fa / fc
  const r = fb / fc
  const p = s * ((c - b) * q * (q - r) - (b - a) * (r - 1))
  return -p / ((q - 1) * (r - 1) * (s - 1))
}
