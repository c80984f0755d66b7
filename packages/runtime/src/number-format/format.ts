// TEXT(value, format): picks the section of a format that is for a value, and fills it in.

import { dayMs } from '../calendar.ts'
import { FORMAT_MAX_CHARS } from '../limits.ts'
import { numberText } from '../number-text.ts'
import { burn, codePoints, textLength } from '../primitives.ts'
import { type ErrorValue, errorOf } from '../values.ts'
import { formatMoment, hasElapsed, isDateFormat } from './dates.ts'
import { formatFraction, fractionShape } from './fractions.ts'
import { formatNumber } from './numbers.ts'
import { type Section, type Token, tokensOf } from './tokens.ts'

/** Serial 0 on the wall clock, in milliseconds since 1970. */
const SERIAL_ZERO_MS = -25_569 * dayMs

/** From here on a number has hardly any digits left for a fraction. */
const LARGEST_FRACTION = 1e11

const TOO_LONG = errorOf('VALUE!', 'the format is too long')
const MIXED = errorOf('VALUE!', 'the format mixes a date, a number, General or a text')
const NO_DATE = errorOf('VALUE!', 'there is no such date: the last is 9999-12-31')
/** The first serial after the last date. */
const SERIALS_END = 2_958_466
const NEGATIVE_DATE = errorOf('VALUE!', 'a negative number is no date')

export interface Amount {
  /** The number, the serial of a moment, or the days of a length of time. */
  readonly number: number
  /** The same in milliseconds, exact where the number is not. */
  readonly ms: number
  /** Whether it may be a date although it is negative. */
  readonly kind: 'number' | 'moment' | 'length'
}

interface Chosen {
  readonly section: Section | undefined
  /** Whether the section leaves the sign to us. */
  readonly signed: boolean
}

export function formatAmount(amount: Amount, format: string): string | ErrorValue {
  if (textLength(format) > FORMAT_MAX_CHARS) return TOO_LONG
  const sections = tokensOf(format)
  const { section, signed } = chosen(sections, amount.number)
  if (section === undefined) return numberText(amount.number)
  const { tokens } = section
  if (isMixed(tokens)) return MIXED
  if (isDateFormat(tokens)) return dateText(amount, tokens)
  const sign = amount.number < 0 && signed && shows(tokens) ? '-' : ''
  if (isOnlyText(tokens)) return sign + withText(tokens, numberText(Math.abs(amount.number)))
  const fraction = fractionShape(tokens)
  const shown =
    fraction !== undefined && Math.abs(amount.number) < LARGEST_FRACTION
      ? formatFraction(amount.number, tokens, fraction)
      : formatNumber(amount.number, tokens)
  return sign !== '' && isZero(shown) && holdsDigit(tokens) ? shown : sign + shown
}

/** A number that rounds to zero has no sign. */
function isZero(shown: string): boolean {
  const points = codePoints(shown)
  burn(points.length)
  for (const point of points) if (point >= 49 && point <= 57) return false
  return true
}

/** Digit places go with none of the others; those behind the point of the seconds belong to the date. */
function isMixed(tokens: readonly Token[]): boolean {
  let kinds = 0
  if (isDateFormat(tokens)) kinds++
  if (holdsText(tokens)) kinds++
  let hasGeneral = false
  let hasDigit = false
  let isFraction = false
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token.t === 'general') hasGeneral = true
    if (token.t === 'point') isFraction = i > 0 && isSecondsToken(tokens[i - 1]!)
    else if (token.t !== 'digit') isFraction = false
    else if (!isFraction) hasDigit = true
  }
  if (hasGeneral) kinds++
  if (hasDigit) kinds++
  return kinds > 1
}

function isSecondsToken(token: Token): boolean {
  return (token.t === 'date' || token.t === 'elapsed') && token.letter === 's'
}

function holdsDigit(tokens: readonly Token[]): boolean {
  for (const token of tokens) if (token.t === 'digit') return true
  return false
}

/** A text has the fourth section, or one with an @; without either it stays as it is. */
export function formatText(value: string, format: string): string | ErrorValue {
  if (textLength(format) > FORMAT_MAX_CHARS) return TOO_LONG
  const sections = tokensOf(format)
  if (sections.length > 3) return withText(sections[3]!.tokens, value)
  const last = sections[sections.length - 1]!
  return holdsText(last.tokens) ? withText(last.tokens, value) : value
}

function dateText(amount: Amount, tokens: readonly Token[]): string | ErrorValue {
  if (amount.kind === 'moment') {
    const elapsedMs = amount.ms - SERIAL_ZERO_MS
    if (elapsedMs < 0 && hasElapsed(tokens)) return NEGATIVE_DATE
    return formatMoment({ wallMs: amount.ms, elapsedMs, isSerial: false }, tokens)
  }
  const length = Math.abs(amount.ms)
  const negative = amount.ms < 0
  if (negative && amount.kind === 'number' && !hasElapsed(tokens)) return NEGATIVE_DATE
  const isSerial = amount.kind === 'number'
  if (isSerial && amount.number >= SERIALS_END && !hasElapsed(tokens)) return NO_DATE
  const moment = { wallMs: SERIAL_ZERO_MS + length, elapsedMs: length, isSerial }
  const shown = formatMoment(moment, tokens)
  return negative ? `-${shown}` : shown
}

/** Positive, negative and zero have a section each, unless the sections have conditions. */
function chosen(sections: readonly Section[], value: number): Chosen {
  const count = Math.min(sections.length, 3)
  const first = sections[0]!
  const second = sections[1]
  if (first.condition === '' && (second === undefined || second.condition === '')) {
    if (count === 1) return { section: first, signed: true }
    if (value < 0) return { section: second, signed: false }
    return { section: count === 3 && value === 0 ? sections[2] : first, signed: false }
  }
  for (let i = 0; i < count; i++) {
    const section = sections[i]!
    // Without a condition of its own, the first is for positive numbers and the second for negative
    // ones, if others come after them; the last is for all the rest.
    if (section.condition !== '') {
      if (meets(value, section)) return { section, signed: !isBelowZero(section) }
    } else if (i === count - 1) return { section, signed: true }
    else if (i === 0 ? value > 0 : value < 0) return { section, signed: false }
  }
  return { section: undefined, signed: true }
}

function meets(value: number, section: Section): boolean {
  const { condition, bound } = section
  if (condition === '<') return value < bound
  if (condition === '<=') return value <= bound
  if (condition === '>') return value > bound
  if (condition === '>=') return value >= bound
  return condition === '=' ? value === bound : value !== bound
}

/** A section that only negative numbers reach says itself how they look. */
function isBelowZero(section: Section): boolean {
  const { condition, bound } = section
  return (
    (condition === '<' && bound <= 0) || ((condition === '<=' || condition === '=') && bound < 0)
  )
}

/** Whether there is anything of the number to put a sign before. */
function shows(tokens: readonly Token[]): boolean {
  for (const token of tokens)
    if (token.t === 'digit' || token.t === 'general' || token.t === 'text') return true
  return false
}

function holdsText(tokens: readonly Token[]): boolean {
  for (const token of tokens) if (token.t === 'text') return true
  return false
}

/** `@` with a number is the number as it is. */
function isOnlyText(tokens: readonly Token[]): boolean {
  return !holdsDigit(tokens) && holdsText(tokens)
}

function withText(tokens: readonly Token[], value: string): string {
  let result = ''
  for (const token of tokens) {
    if (token.t === 'text') result += value
    else if (token.t === 'literal' || token.t === 'digit') result += token.text
    else if (token.t === 'point') result += '.'
    else if (token.t === 'comma') result += ','
    else if (token.t === 'percent') result += '%'
  }
  return result
}
