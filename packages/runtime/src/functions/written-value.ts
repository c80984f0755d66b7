// Values as a formula would have them: texts in quotes, arrays in brackets, fields in braces.

import { type Stop, toText } from '../coerce.ts'
import { codePoints, fromCodePoints } from '../primitives.ts'
import { datetimeText } from '../time-text.ts'
import {
  type ArrayValue,
  errorOf,
  isArray,
  isBlank,
  isDatetime,
  isDuration,
  isError,
  isLambda,
  isObject,
  isPending,
  isReference,
  type ObjectValue,
  type Value,
} from '../values.ts'
import { joinedTexts } from './text-limit.ts'

const QUOTE = 34
const BACKSLASH = 92
const LINE_FEED = 10
const TAB = 9

/** As the value reads when it is joined to a text. Errors read as they are written. */
export function plainText(value: Value): string | Stop {
  if (isError(value)) return `#${value.code}`
  return isObject(value) || isArray(value) ? writtenText(value) : toText(value)
}

/** As it would be written in a formula. */
export function writtenText(value: Value): string | Stop {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number' || typeof value === 'boolean') return toText(value)
  if (isPending(value)) return value
  if (isError(value)) return `#${value.code}`
  if (isBlank(value)) return 'BLANK'
  if (isArray(value)) return arrayText(value)
  if (isObject(value)) return objectText(value)
  if (isDatetime(value)) return `dt"${datetimeText(value.ms)}"`
  if (isLambda(value) || isReference(value))
    return errorOf('VALUE!', 'a function cannot be written as text')
  const body = toText(value)
  if (typeof body !== 'string') return body
  return isDuration(value) ? `duration"${body}"` : `cron"${body}"`
}

function arrayText(values: ArrayValue): string | Stop {
  const rows: string[] = []
  for (let row = 0; row < values.rows; row++) {
    const parts: string[] = []
    for (let column = 0; column < values.columns; column++) {
      const part = writtenText(values.items[row * values.columns + column]!)
      if (typeof part !== 'string') return part
      parts.push(part)
    }
    const joined = joinedTexts(parts, ', ')
    if (typeof joined !== 'string') return joined
    rows.push(joined)
  }
  const all = joinedTexts(rows, '; ')
  return typeof all === 'string' ? `[${all}]` : all
}

function objectText(value: ObjectValue): string | Stop {
  const parts: string[] = []
  for (let i = 0; i < value.keys.length; i++) {
    const part = writtenText(value.values[i]!)
    if (typeof part !== 'string') return part
    parts.push(`${keyText(value.keys[i]!)}: ${part}`)
  }
  if (parts.length === 0) return '{}'
  const all = joinedTexts(parts, ', ')
  return typeof all === 'string' ? `{ ${all} }` : all
}

/** Plain for a name, quoted for anything else. */
function keyText(key: string): string {
  let first = true
  for (const point of codePoints(key)) {
    const isLetter = (point >= 65 && point <= 90) || (point >= 97 && point <= 122) || point === 95
    const isDigit = point >= 48 && point <= 57
    if (!isLetter && (first || !isDigit)) return quoted(key)
    first = false
  }
  return key === '' ? quoted(key) : key
}

function quoted(value: string): string {
  const result: number[] = [QUOTE]
  for (const point of codePoints(value)) {
    if (point === QUOTE) result.push(QUOTE, QUOTE)
    else if (point === BACKSLASH) result.push(BACKSLASH, BACKSLASH)
    else if (point === LINE_FEED) result.push(BACKSLASH, 110)
    else if (point === TAB) result.push(BACKSLASH, 116)
    else if (isControl(point)) for (const each of escapedControl(point)) result.push(each)
    else result.push(point)
  }
  result.push(QUOTE)
  return fromCodePoints(result)
}

/** Control characters and line separators: a line of a formula cannot hold them, or they would be invisible. */
function isControl(point: number): boolean {
  return point < 32 || (point >= 127 && point < 160) || point === 0x2028 || point === 0x2029
}

/** `\u{7F}` */
function escapedControl(point: number): number[] {
  const digits: number[] = []
  for (let rest = point; rest > 0 || digits.length === 0; rest = Math.floor(rest / 16)) {
    const digit = rest - Math.floor(rest / 16) * 16
    digits.unshift(digit < 10 ? digit + 48 : digit + 55)
  }
  return [BACKSLASH, 117, 123, ...digits, 125]
}
