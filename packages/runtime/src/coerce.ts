// Coercion between kinds, as in a spreadsheet: blank is 0, "" and FALSE; numeric texts count as
// numbers in arithmetic; a datetime is a serial where one is expected. An impossible coercion is
// `#VALUE!`; errors and pending values come back as they are.

import { context, instantOf, offsetAt } from './context.ts'
import { INSTANT_MAX_MS } from './limits.ts'
import { readMoment } from './moment-text.ts'
import { numberText } from './number-text.ts'
import { codePoints, parseDecimal, textLength, textSlice, textTrim } from './primitives.ts'
import { folded } from './text-case.ts'
import { datetimeText, durationText, parseDatetime } from './time-text.ts'
import {
  type Datetime,
  type Duration,
  datetime,
  type ErrorValue,
  errorOf,
  isArray,
  isError,
  K_ARRAY,
  K_BLANK,
  K_DATETIME,
  K_DURATION,
  K_ERROR,
  K_PENDING,
  K_SCHEDULE,
  type Pending,
  type Value,
} from './values.ts'

export const dayMs = 86_400_000
/** Days from serial 0, 30 December 1899, to 1970. */
const SERIAL_OF_1970 = 25_569

/** 1 January 10000. */
const SERIAL_OF_10000 = 2_958_466

export type Stop = ErrorValue | Pending

/** Excel counts a 29 February 1900, which there was not: the days before it are one less. */
const SERIAL_OF_MARCH_1900 = 61

/** The serial of an instant: days since the end of 1899 on the clock of the model's zone. */
export function serialOf(value: Datetime): number {
  // Whole milliseconds are added before the division: a sum of fractions would lose digits near 0.
  const serial = (value.ms + offsetAt(context.zone, value.ms) + SERIAL_OF_1970 * dayMs) / dayMs
  return serial < SERIAL_OF_MARCH_1900 ? serial - 1 : serial
}

function serialOfDay(day: number): number {
  const serial = day + SERIAL_OF_1970
  return serial < SERIAL_OF_MARCH_1900 ? serial - 1 : serial
}

export function datetimeOfSerial(serial: number): Datetime {
  const counted = serial < SERIAL_OF_MARCH_1900 - 1 ? serial + 1 : serial
  const wall = Math.floor((counted - SERIAL_OF_1970) * dayMs + 0.5)
  return datetime(instantOf(context.zone, wall))
}

export function toNumber(value: Value): number | Stop {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string') return numberOfText(value)
  if (value.k === K_BLANK) return 0
  if (value.k === K_DATETIME) return serialOf(value)
  if (value.k === K_DURATION) return daysOf(value)
  if (value.k === K_ERROR || value.k === K_PENDING) return value
  return errorOf('VALUE!', `${describe(value)} is not a number`)
}

/** The length of a duration where a number is expected. */
export function daysOf(value: Duration): number | ErrorValue {
  if (value.months !== 0) return errorOf('VALUE!', 'months have no fixed length in days')
  return value.days + value.ms / dayMs
}

/**
 * Digits with an optional sign, point, exponent, thousands commas, percent or dollar sign, in parentheses if negative,
 * and white space around it; or a date or a time of day, as its serial.
 */
function numberOfText(text: string): number | ErrorValue {
  if (text.startsWith(NO_BREAK_SPACE) || text.endsWith(NO_BREAK_SPACE)) return noNumber(text)
  const trimmed = textTrim(text)
  const percent = trimmed.endsWith('%')
  const digits = percent ? textTrim(trimmed.substring(0, trimmed.length - 1)) : trimmed
  const value = parseDecimal(digits.includes(',') ? withoutThousands(digits) : digits)
  // Neither NaN nor infinity; only a finite number less itself is 0.
  if (value - value === 0) return percent ? value / 100 : value
  const amount = amountOfText(trimmed) ?? fractionOfText(trimmed) ?? serialOfText(text)
  return amount ?? noNumber(text)
}

/** Pages of the web hold it. Excel takes a text that begins or ends with it for no number. */
const NO_BREAK_SPACE = '\u00a0'

function noNumber(text: string): ErrorValue {
  return errorOf('VALUE!', `"${shortened(text)}" is not a number`)
}

/** `$1,000`, `-$5`, `(5.50)`, `100€`. */
function amountOfText(text: string): number | undefined {
  const enclosed = text.startsWith('(') && text.endsWith(')')
  let rest = enclosed ? text.substring(1, text.length - 1) : text
  let sign = enclosed ? -1 : 1
  if (!enclosed && rest.startsWith('-')) {
    sign = -1
    rest = rest.substring(1)
  }
  if (rest.startsWith('$')) rest = textTrim(rest.substring(1))
  else if (rest.startsWith('€')) rest = textTrim(rest.substring('€'.length))
  else if (rest.endsWith('€')) rest = textTrim(rest.substring(0, rest.length - '€'.length))
  else if (!enclosed) return undefined
  // One sign is enough.
  if (rest.startsWith('+') || (sign < 0 && rest.startsWith('-'))) return undefined
  const value = parseDecimal(rest.includes(',') ? withoutThousands(rest) : rest)
  return value - value === 0 ? sign * value : undefined
}

/** `1 1/2`, `-0 3/4`: a whole number, one space and a fraction. Without the whole number it is a date. */
function fractionOfText(text: string): number | undefined {
  const space = text.split(' ')
  if (space.length !== 2) return undefined
  const parts = space[1]!.split('/')
  const whole = space[0]!
  if (parts.length !== 2) return undefined
  const size = digitsOf(whole.startsWith('-') || whole.startsWith('+') ? whole.substring(1) : whole)
  const above = digitsOf(parts[0]!)
  const below = digitsOf(parts[1]!)
  if (size === undefined || above === undefined || below === undefined || below === 0)
    return undefined
  const value = size + above / below
  return whole.startsWith('-') ? -value : value
}

/** A number of digits and nothing else. */
function digitsOf(text: string): number | undefined {
  const points = codePoints(text)
  if (points.length === 0 || points.length > 15) return undefined
  for (const point of points) if (point < 48 || point > 57) return undefined
  return parseDecimal(text)
}

/** A date or a time of day; one with an offset to UTC is an instant and no text of a spreadsheet. */
function serialOfText(text: string): number | undefined {
  if (textTrim(text) !== text) return undefined
  const moment = readMoment(text)
  if (moment === undefined || moment.offsetMs !== undefined) return undefined
  const clock = (moment.clockMs ?? 0) / dayMs
  if (moment.day === undefined) return clock
  const serial = serialOfDay(moment.day)
  return serial < 1 ? undefined : serial + clock
}

/** Without the commas of `1,234,567`; unchanged, so no number, if they stand anywhere else. */
function withoutThousands(text: string): string {
  const groups = text.split(',')
  const last = groups.length - 1
  for (let i = 1; i <= last; i++) {
    const group = groups[i]!
    const digits = i === last ? group.split('.')[0]! : group
    if (digits.length !== 3) return text
  }
  return groups.join('')
}

export function toText(value: Value): string | Stop {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value.k === K_BLANK) return ''
  if (value.k === K_DATETIME) return datetimeText(value.ms)
  if (value.k === K_DURATION) return durationText(value)
  if (value.k === K_SCHEDULE) return value.cron
  if (value.k === K_ERROR || value.k === K_PENDING) return value
  return errorOf('VALUE!', `${describe(value)} is not a text`)
}

export function toLogical(value: Value): boolean | Stop {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'string') {
    const word = folded(value)
    if (word === 'true') return true
    if (word === 'false') return false
    return errorOf('VALUE!', `"${shortened(value)}" is neither TRUE nor FALSE`)
  }
  if (value.k === K_BLANK) return false
  if (value.k === K_ERROR || value.k === K_PENDING) return value
  return errorOf('VALUE!', `${describe(value)} is neither TRUE nor FALSE`)
}

/** A datetime, a serial, or a text that reads as one. */
export function toDatetime(value: Value): Datetime | Stop {
  if (typeof value === 'object' && value.k === K_DATETIME) return value
  if (typeof value === 'string') {
    const ms = parseDatetime(value)
    if (ms !== undefined) return datetime(ms)
  }
  const serial = toNumber(value)
  if (typeof serial !== 'number') return serial
  // A serial counts from 1900 to 9999; a datetime may be of any year.
  if (serial < 0 || serial >= SERIAL_OF_10000) return errorOf('NUM!', 'there is no such date')
  const found = datetimeOfSerial(serial)
  // The comparison also refuses NaN.
  return Math.abs(found.ms) <= INSTANT_MAX_MS ? found : errorOf('NUM!', 'there is no such date')
}

/** A value in a few words, for messages. */
export function describe(value: Value): string {
  if (isArray(value)) return 'an array'
  if (isError(value)) return `#${value.code}`
  if (typeof value === 'object' && value.k === K_BLANK) return 'blank'
  if (typeof value === 'object' && value.k > K_ARRAY) return 'an object or a function'
  const text = toText(value)
  return typeof text === 'string' ? `"${shortened(text)}"` : 'a value'
}

function shortened(text: string): string {
  return textLength(text) > 30 ? `${textSlice(text, 0, 30)}…` : text
}
