// Numbers as text, as a spreadsheet shows them when it joins them to a text: 15 significant digits,
// without trailing zeros, with an exponent only far from zero.

import { PLAIN_NUMBER_MAX_CHARS } from './limits.ts'
import { decimalDigits, shortestNumber } from './primitives.ts'

const SIGNIFICANT_DIGITS = 15
/** From here on upward an exponent is shorter to read. */
const HIGHEST_PLAIN_EXPONENT = 20
/** Whole numbers below this have at most 15 digits. */
const SHORT_WHOLES = 1e15

export function numberText(value: number): string {
  // Most are whole and short, and then there is nothing to round.
  if (Math.floor(value) === value && Math.abs(value) < SHORT_WHOLES) return shortestNumber(value)
  const sign = value < 0 ? '-' : ''
  const found = decimalDigits(value, SIGNIFICANT_DIGITS)
  let end = found.digits.length
  while (end > 1 && found.digits.substring(end - 1, end) === '0') end--
  const digits = found.digits.substring(0, end)
  const exponent = found.exponent
  if (
    exponent > HIGHEST_PLAIN_EXPONENT ||
    (1 - exponent + end > PLAIN_NUMBER_MAX_CHARS && exponent < 0)
  ) {
    const mantissa = end === 1 ? digits : `${digits.substring(0, 1)}.${digits.substring(1)}`
    const power = exponent < 0 ? `-${padded(-exponent)}` : `+${padded(exponent)}`
    return `${sign}${mantissa}E${power}`
  }
  if (exponent < 0) return `${sign}0.${zeros(-exponent - 1)}${digits}`
  if (end <= exponent + 1) return `${sign}${digits}${zeros(exponent + 1 - end)}`
  return `${sign}${digits.substring(0, exponent + 1)}.${digits.substring(exponent + 1)}`
}

function zeros(count: number): string {
  let text = ''
  for (let i = 0; i < count; i++) text += '0'
  return text
}

function padded(exponent: number): string {
  return exponent < 10 ? `0${exponent}` : `${exponent}`
}
