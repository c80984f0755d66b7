// Whole numbers written in other bases and in Roman numerals.

import { type Args, type Functions, num, numOr, text } from '../functions.ts'
import { NUMERAL_MAX_CHARS } from '../limits.ts'
import { burn, codePoints, fromCodePoints } from '../primitives.ts'
import { errorOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'

const NOT_A_BASE = errorOf('NUM!', 'a base must lie between 2 and 36')
const NOT_A_NUMERAL = errorOf('VALUE!', 'this is not a Roman numeral')

/** From here on, neighbours cannot be told apart. */
const END_OF_WHOLES = 9_007_199_254_740_992
const LARGEST_ROMAN = 3999

const ZERO = 48
const CAPITAL_A = 65
const SMALL_A = 97
const MINUS = 45
const SPACE = 32

function isBase(radix: number): boolean {
  return radix >= 2 && radix <= 36
}

function base(a: Args): Value {
  let left = truncated(num(a, 0))
  const radix = truncated(num(a, 1))
  const least = truncated(numOr(a, 2, 0))
  if (!isBase(radix)) return NOT_A_BASE
  if (left < 0 || left >= END_OF_WHOLES)
    return errorOf('NUM!', 'the number must lie between 0 and 2^53')
  if (least < 0 || least > NUMERAL_MAX_CHARS)
    return errorOf('NUM!', 'the length must lie between 0 and 255')
  const digits: number[] = []
  burn(2 * Math.max(least, 16))
  while (left > 0 || digits.length < Math.max(least, 1)) {
    const next = Math.floor(left / radix)
    const digit = left - next * radix
    digits.push(digit < 10 ? ZERO + digit : CAPITAL_A + digit - 10)
    left = next
  }
  return fromCodePoints(digits.reverse())
}

/** The value of a digit, or of a letter that stands for one; 36 and more for anything else. */
function digitOf(code: number): number {
  if (code >= ZERO && code < ZERO + 10) return code - ZERO
  if (code >= CAPITAL_A && code < CAPITAL_A + 26) return code - CAPITAL_A + 10
  if (code >= SMALL_A && code < SMALL_A + 26) return code - SMALL_A + 10
  return 36
}

function decimal(a: Args): Value {
  const radix = truncated(num(a, 1))
  if (!isBase(radix)) return NOT_A_BASE
  const codes = codePoints(text(a, 0))
  if (codes.length > NUMERAL_MAX_CHARS) return errorOf('VALUE!', 'the text is too long')
  let value = 0
  for (const code of codes) {
    const digit = digitOf(code)
    if (digit >= radix) return errorOf('NUM!', 'the text has a digit that the base does not')
    value = value * radix + digit
  }
  return value
}

const ROMAN_DIGITS = ['M', 'D', 'C', 'L', 'X', 'V', 'I']
const ROMAN_VALUES = [1000, 500, 100, 50, 10, 5, 1]

/**
 * Place by place. A 4 or 9 is a smaller digit before a larger one; each form after the first allows
 * the smaller digit to be one step smaller still, if that brings the value nearer.
 */
function roman(a: Args): Value {
  let left = truncated(num(a, 0))
  const form = truncated(numOr(a, 1, 0))
  if (left < 0 || left > LARGEST_ROMAN)
    return errorOf('VALUE!', 'the number must lie between 0 and 3999')
  if (form < 0 || form > 4) return errorOf('VALUE!', 'the form must lie between 0 and 4')
  let found = ''
  burn(45)
  for (let unit = 0; unit <= 6; unit += 2) {
    const digit = Math.floor(left / ROMAN_VALUES[unit]!)
    if (digit === 4 || digit === 9) {
      const larger = digit === 4 ? unit - 1 : unit - 2
      const smaller = smallerDigit(left, unit, larger, form)
      found += `${ROMAN_DIGITS[smaller]}${ROMAN_DIGITS[larger]}`
      left -= ROMAN_VALUES[larger]! - ROMAN_VALUES[smaller]!
    } else {
      if (digit >= 5) found += ROMAN_DIGITS[unit - 1]!
      const ones = digit >= 5 ? digit - 5 : digit
      for (let i = 0; i < ones; i++) found += ROMAN_DIGITS[unit]!
      left -= digit * ROMAN_VALUES[unit]!
    }
  }
  return found
}

function smallerDigit(left: number, unit: number, larger: number, form: number): number {
  let smaller = unit
  for (let step = 0; step < form && smaller < 6; step++) {
    if (ROMAN_VALUES[larger]! - ROMAN_VALUES[smaller + 1]! > left) break
    smaller++
  }
  return smaller
}

/** Any order is read: a digit before a larger one is taken off. */
function arabic(a: Args): Value {
  const codes = trimmed(codePoints(text(a, 0)))
  if (codes.length > NUMERAL_MAX_CHARS) return errorOf('VALUE!', 'the text is too long')
  const negative = codes[0] === MINUS
  let total = 0
  let before = 0
  for (let i = codes.length - 1; i >= (negative ? 1 : 0); i--) {
    const value = romanValue(codes[i]!)
    if (value === 0) return NOT_A_NUMERAL
    total += value < before ? -value : value
    before = Math.max(before, value)
  }
  return negative && total !== 0 ? -total : total
}

function romanValue(code: number): number {
  const capital = code >= SMALL_A ? code - SMALL_A + CAPITAL_A : code
  for (let i = 0; i < ROMAN_DIGITS.length; i++) {
    if (codePoints(ROMAN_DIGITS[i]!)[0] === capital) return ROMAN_VALUES[i]!
  }
  return 0
}

function trimmed(codes: readonly number[]): number[] {
  let start = 0
  let end = codes.length
  while (start < end && codes[start] === SPACE) start++
  while (end > start && codes[end - 1] === SPACE) end--
  return codes.slice(start, end)
}

export const numeralFunctions: Functions = {
  ARABIC: arabic,
  BASE: base,
  DECIMAL: decimal,
  ROMAN: roman,
}
