// A number as decimal digits, rounded where a format wants it. Like a spreadsheet, it starts from 15
// significant digits, so that 1.005 with two decimals is 1.01 although the double is a little less.

import { burn, decimalDigits, repeatText } from '../primitives.ts'

export const SIGNIFICANT_DIGITS = 15

export interface Decimal {
  /** Without leading zeros: empty for 0. */
  readonly whole: string
  readonly fraction: string
}

/**
 * The size of a number times 10 to the `shift`, rounded half up to so many decimals. Negative decimals
 * round to tens, hundreds and so on.
 */
export function decimalOf(value: number, decimals: number, shift: number): Decimal {
  const places = Math.max(decimals, 0)
  if (value === 0) return { whole: '', fraction: repeatText('0', places) }
  const found = decimalDigits(value, SIGNIFICANT_DIGITS)
  const exponent = found.exponent + shift
  const kept = exponent + 1 + decimals
  let digits = roundedDigits(found.digits, kept)
  // Rounding may give one digit more: 9.9 becomes 10.
  let wholeLength = exponent + 1 + digits.length - Math.max(kept, 0)
  if (decimals < 0) {
    digits += repeatText('0', -decimals)
    wholeLength = digits.length
  }
  if (wholeLength < 0) {
    digits = repeatText('0', -wholeLength) + digits
    wholeLength = 0
  }
  burn(8 + wholeLength + places)
  const padded = digits + repeatText('0', Math.max(wholeLength + places - digits.length, 0))
  return {
    whole: withoutLeadingZeros(padded.substring(0, wholeLength)),
    fraction: padded.substring(wholeLength, wholeLength + places),
  }
}

/** The first so many digits, rounded; one more if that carries over. */
function roundedDigits(digits: string, kept: number): string {
  if (kept < 0) return ''
  if (kept >= digits.length) return digits + repeatText('0', kept - digits.length)
  let result = digits.substring(0, kept)
  if (digitAt(digits, kept) < 5) return result
  let at = kept - 1
  while (at >= 0 && digits.substring(at, at + 1) === '9') at--
  const zeros = repeatText('0', kept - 1 - at)
  if (at < 0) return `1${zeros}`
  const next = '123456789'.substring(digitAt(digits, at), digitAt(digits, at) + 1)
  result = digits.substring(0, at) + next + zeros
  return result
}

function digitAt(digits: string, at: number): number {
  const digit = digits.substring(at, at + 1)
  for (let i = 0; i < 10; i++) if ('0123456789'.substring(i, i + 1) === digit) return i
  return 0
}

function withoutLeadingZeros(digits: string): string {
  let start = 0
  while (start < digits.length && digits.substring(start, start + 1) === '0') start++
  burn(2 * start)
  return digits.substring(start)
}

/** Commas between thousands. */
export function grouped(whole: string): string {
  let result = ''
  burn(4 * whole.length)
  for (let i = 0; i < whole.length; i++) {
    const left = whole.length - i
    if (i > 0 && left - 3 * Math.floor(left / 3) === 0) result += ','
    result += whole.substring(i, i + 1)
  }
  return result
}

/** Fixed decimals, as FIXED gives them, without a sign. */
export function fixedText(value: number, decimals: number, commas: boolean): string {
  const { whole, fraction } = decimalOf(value, decimals, 0)
  const shown = whole === '' ? '0' : whole
  const front = commas ? grouped(shown) : shown
  return fraction === '' ? front : `${front}.${fraction}`
}
