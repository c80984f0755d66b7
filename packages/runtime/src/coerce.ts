// From one kind to another, as a spreadsheet does: blank is 0, "" and FALSE; numeric texts count as
// numbers in arithmetic; a datetime is a serial where one is expected. What cannot be is `#VALUE!`;
// errors and pending values come back as they are.

import { context, instantOf, offsetAt } from './context.ts'
import { INSTANT_MAX_MS } from './limits.ts'
import { numberText } from './number-text.ts'
import { parseDecimal, textLength, textSlice, textTrim } from './primitives.ts'
import { folded } from './text-case.ts'
import { datetimeText, durationText, parseDatetime } from './time-text.ts'
import {
  type Datetime,
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

export type Stop = ErrorValue | Pending

/** The serial of an instant: days since the end of 1899 on the clock of the model's zone. */
export function serialOf(value: Datetime): number {
  // Whole milliseconds are added before the division: a sum of fractions would lose digits near 0.
  return (value.ms + offsetAt(context.zone, value.ms) + SERIAL_OF_1970 * dayMs) / dayMs
}

export function datetimeOfSerial(serial: number): Datetime {
  const wall = Math.floor((serial - SERIAL_OF_1970) * dayMs + 0.5)
  return datetime(instantOf(context.zone, wall))
}

export function toNumber(value: Value): number | Stop {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string') return numberOfText(value)
  if (value.k === K_BLANK) return 0
  if (value.k === K_DATETIME) return serialOf(value)
  if (value.k === K_ERROR || value.k === K_PENDING) return value
  return errorOf('VALUE!', `${describe(value)} is not a number`)
}

/** Digits with an optional sign, point, exponent, thousands commas or percent; white space around it. */
function numberOfText(text: string): number | ErrorValue {
  const trimmed = textTrim(text)
  const percent = trimmed.endsWith('%')
  const digits = percent ? textTrim(trimmed.substring(0, trimmed.length - 1)) : trimmed
  const value = parseDecimal(digits.includes(',') ? withoutThousands(digits) : digits)
  // Neither what is no number nor what is too large for one; only a finite number less itself is 0.
  if (value - value !== 0) return errorOf('VALUE!', `"${shortened(text)}" is not a number`)
  return percent ? value / 100 : value
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
  const found = datetimeOfSerial(serial)
  // Written so that what is not a number is refused too.
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
