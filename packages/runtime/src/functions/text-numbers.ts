// Numbers as text and texts as numbers: FIXED, DOLLAR, TEXT, VALUE, NUMBERVALUE.

import { dayMs, wallOf } from '../calendar.ts'
import { type Stop, serialOf, toNumber, toText } from '../coerce.ts'
import { context } from '../context.ts'
import { type Fn, type Functions, flagOr, num, numOr, text, textOr } from '../functions.ts'
import { FIXED_MAX_DECIMALS } from '../limits.ts'
import { fixedText } from '../number-format/decimal.ts'
import { type Amount, formatAmount, formatText } from '../number-format/format.ts'
import { codePoints, fromCodePoints, parseDecimal } from '../primitives.ts'
import { parseDatetime } from '../time-text.ts'
import { datetime, errorOf, isBlank, isDatetime, isDuration, stops, type Value } from '../values.ts'
import { truncated } from './arguments.ts'

const BAD_DECIMALS = errorOf('VALUE!', `there are at most ${FIXED_MAX_DECIMALS} decimals`)
const BAD_NUMBER_TEXT = errorOf('VALUE!', 'the text is not a number')
const DOLLAR_SIGN = 36
const OPEN = 40
const CLOSE = 41
const MINUS = 45
const PERCENT = 37

const fixed: Fn = (a) => {
  const decimals = truncated(numOr(a, 1, 2))
  if (Math.abs(decimals) > FIXED_MAX_DECIMALS) return BAD_DECIMALS
  const sign = num(a, 0) < 0 ? '-' : ''
  return sign + fixedText(num(a, 0), decimals, !flagOr(a, 2, false))
}

const dollar: Fn = (a) => {
  const decimals = truncated(numOr(a, 1, 2))
  if (Math.abs(decimals) > FIXED_MAX_DECIMALS) return BAD_DECIMALS
  const shown = `$${fixedText(num(a, 0), decimals, true)}`
  return num(a, 0) < 0 ? `(${shown})` : shown
}

const formatted: Fn = (a) => {
  const value = a[0] === undefined ? 0 : a[0]
  const format = text(a, 1)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'string') {
    const read = readText(value)
    return typeof read === 'object' && stops(read)
      ? formatText(value, format)
      : formatAmount(amountOf(read), format)
  }
  if (isDuration(value) && value.months !== 0)
    return errorOf('VALUE!', 'months have no fixed length')
  if (typeof value === 'number' || isBlank(value) || isDatetime(value) || isDuration(value))
    return formatAmount(amountOf(value), format)
  const other = toText(value)
  return typeof other === 'string' ? formatText(other, format) : other
}

/** A number, a moment on the clock of the model's zone, or a length. */
function amountOf(value: Value): Amount {
  if (typeof value === 'object' && isDatetime(value))
    return { number: serialOf(value), ms: wallOf(context.zone, value.ms), kind: 'moment' }
  if (typeof value === 'object' && isDuration(value)) {
    const ms = value.days * dayMs + value.ms
    return { number: ms / dayMs, ms, kind: 'length' }
  }
  const number = typeof value === 'number' ? value : 0
  return { number, ms: Math.floor(number * dayMs + 0.5), kind: 'number' }
}

/** A number or a datetime from a text; an error if it is neither. */
function readText(value: string): Value {
  const plain = toNumber(value)
  if (typeof plain === 'number') return plain
  const money = moneyOf(value)
  if (typeof money === 'number') return money
  const ms = parseDatetime(value)
  return ms === undefined ? plain : datetime(ms)
}

/** `$5`, `-$5` and `(5)`, as they come out of formats. */
function moneyOf(value: string): number | Stop {
  const points: number[] = []
  for (const point of codePoints(value)) if (point !== 32) points.push(point)
  let start = 0
  let end = points.length
  const negative = points[0] === OPEN && points[end - 1] === CLOSE && end > 2
  if (negative) {
    start++
    end--
  }
  const minus = points[start] === MINUS && points[start + 1] === DOLLAR_SIGN
  if (minus) start++
  if (points[start] === DOLLAR_SIGN) start++
  // One sign is enough, and it stands before the dollar or not at all.
  const next = points[start]
  const signed = next === MINUS || next === 43
  if (start === 0 || signed || (negative && minus)) return BAD_NUMBER_TEXT
  const size = toNumber(fromCodePoints(points.slice(start, end)))
  if (typeof size !== 'number') return size
  return negative || minus ? -size : size
}

const value: Fn = (a) => {
  const given = a[0]
  if (given === undefined || typeof given === 'number') return given === undefined ? 0 : given
  if (typeof given === 'string') {
    const read = readText(given)
    return typeof read === 'object' && isDatetime(read) ? serialOf(read) : read
  }
  if (typeof given === 'boolean') return errorOf('VALUE!', 'TRUE and FALSE are not numbers')
  return toNumber(given)
}

const numberValue: Fn = (a) => {
  const decimal = codePoints(textOr(a, 1, '.'))[0]
  const group = codePoints(textOr(a, 2, ','))[0]
  if (decimal === undefined || group === undefined || decimal === group)
    return errorOf('VALUE!', 'the marks for decimals and groups must be two')
  const kept: number[] = []
  let percents = 0
  let hasPoint = false
  for (const point of codePoints(text(a, 0))) {
    if (point === 32 || point === 9 || point === 10 || point === 13) continue
    if (point === PERCENT) percents++
    else if (percents > 0) return BAD_NUMBER_TEXT
    else if (point === decimal) {
      if (hasPoint) return BAD_NUMBER_TEXT
      hasPoint = true
      kept.push(46)
    } else if (point === group) {
      if (hasPoint) return BAD_NUMBER_TEXT
    } else if (point === 46) return BAD_NUMBER_TEXT
    else kept.push(point)
  }
  if (kept.length === 0) return percents === 0 ? 0 : BAD_NUMBER_TEXT
  let result = parseDecimal(fromCodePoints(kept))
  if (Number.isNaN(result)) return BAD_NUMBER_TEXT
  for (let i = 0; i < percents; i++) result = result / 100
  return result
}

export const textNumberFunctions: Functions = {
  DOLLAR: dollar,
  FIXED: fixed,
  NUMBERVALUE: numberValue,
  TEXT: formatted,
  VALUE: value,
}
