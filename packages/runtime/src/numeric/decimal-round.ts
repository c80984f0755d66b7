// Rounding as a reader of decimals expects it. A number is taken as its 15 significant digits say, so
// 1.005 is rounded as 1.005 and not as the double next to it, which is a little less.

import { decimalDigits, parseDecimal } from '../primitives.ts'

const SIGNIFICANT_DIGITS = 15
/** Enough to distinguish any two doubles. */
const ALL_DIGITS = 17
const LARGE_EXPONENT = 14
/** Rounding up to more zeros than this gives a number that cannot be held. */
const LOWEST_DECIMALS = -308

/** Halves away from zero, everything toward zero, or everything away from it. */
export type Rounding = 'half' | 'down' | 'up'

export function roundDecimal(value: number, decimals: number, rounding: Rounding): number {
  if (value === 0 || Math.abs(value) === Number.POSITIVE_INFINITY) return value
  let shown = decimalDigits(value, SIGNIFICANT_DIGITS)
  // A number with more digits before its point has them all, or it would not become whole.
  const count = decimals <= 0 && shown.exponent >= LARGE_EXPONENT ? ALL_DIGITS : SIGNIFICANT_DIGITS
  if (count === ALL_DIGITS) shown = decimalDigits(value, count)
  const { digits, exponent } = shown
  const kept = exponent + 1 + decimals
  // The number has no digits to cut off there.
  if (kept > count) return value
  if (kept < 0 && rounding !== 'up') return 0
  if (decimals < LOWEST_DECIMALS) return value / 0
  const up = goesUp(digits, kept, rounding)
  let head = kept > 0 ? digits.substring(0, kept) : '0'
  if (up) head = plusOne(head)
  const size = parseDecimal(`${head}e${-decimals}`)
  if (size === 0) return 0
  return value < 0 ? -size : size
}

/** Whether the digits cut off round up the last place that stays. */
function goesUp(digits: string, kept: number, rounding: Rounding): boolean {
  if (rounding === 'down') return false
  if (rounding === 'half') return parseDecimal(digitAt(digits, kept)) >= 5
  const from = Math.max(kept, 0)
  for (let i = from; i < digits.length; i++) if (digits.substring(i, i + 1) !== '0') return true
  return false
}

/** The next whole number, in digits. */
function plusOne(digits: string): string {
  let nines = 0
  while (nines < digits.length && digitAt(digits, digits.length - 1 - nines) === '9') nines++
  let zeros = ''
  for (let i = 0; i < nines; i++) zeros += '0'
  const at = digits.length - 1 - nines
  if (at < 0) return `1${zeros}`
  const next = parseDecimal(digitAt(digits, at)) + 1
  return `${digits.substring(0, at)}${next}${zeros}`
}

function digitAt(digits: string, at: number): string {
  return digits.substring(at, at + 1)
}

/** The number that its 15 digits say: 2.9999999999999996 is 3. */
export function settled(value: number): number {
  if (value === 0 || !(Math.abs(value) < Number.POSITIVE_INFINITY)) return value
  const { digits, exponent } = decimalDigits(value, SIGNIFICANT_DIGITS)
  const size = parseDecimal(`${digits}e${exponent - SIGNIFICANT_DIGITS + 1}`)
  return value < 0 ? -size : size
}
