// A number in the format General, which a cell has without another: eleven characters at most, and an exponent where
// they are not enough.

import { decimalDigits } from '../primitives.ts'
import { decimalOf } from './decimal.ts'

/** Number of digits that fit beside a point. */
const PLAIN_DIGITS = 10
const EXPONENT_DECIMALS = 5
const LEAST_PLAIN_EXPONENT = -4

/** Of a number without a sign. */
export function generalText(value: number): string {
  if (value === 0) return '0'
  const { exponent } = decimalDigits(value, PLAIN_DIGITS)
  // Eleven digits fit without a point.
  if (exponent === PLAIN_DIGITS) return decimalOf(value, 0, 0).whole
  if (exponent > PLAIN_DIGITS || exponent < LEAST_PLAIN_EXPONENT) return withExponent(value)
  return shortened(value, exponent < 0 ? PLAIN_DIGITS - 1 : PLAIN_DIGITS - 1 - exponent, 0)
}

function shortened(value: number, decimals: number, shift: number): string {
  const { whole, fraction } = decimalOf(value, decimals, shift)
  let end = fraction.length
  while (end > 0 && fraction.substring(end - 1, end) === '0') end--
  const shown = whole === '' ? '0' : whole
  return end === 0 ? shown : `${shown}.${fraction.substring(0, end)}`
}

function withExponent(value: number): string {
  // Rounded first: 9.999996E+11 is 1E+12.
  const { exponent } = decimalDigits(value, EXPONENT_DECIMALS + 1)
  const size = Math.abs(exponent)
  const digits = size < 10 ? `0${size}` : `${size}`
  const mantissa = shortened(value, EXPONENT_DECIMALS, -exponent)
  return `${mantissa}E${exponent < 0 ? '-' : '+'}${digits}`
}
