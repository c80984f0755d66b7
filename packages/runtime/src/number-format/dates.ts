// A moment or a length of time in the letters of a format: `yyyy-mm-dd hh:mm`, `[h]:mm:ss.000`.

import {
  type Civil,
  civilFromDays,
  dayMs,
  hourMs,
  minuteMs,
  secondMs,
  weekdayOf,
} from '../calendar.ts'
import { burn, textSplit } from '../primitives.ts'
import type { Token } from './tokens.ts'

const MONTHS =
  'January February March April May June July August September October November December'
const SERIAL_OF_1970 = 25_569
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'

export interface Moment {
  /** On the wall clock, since 1970. */
  readonly wallMs: number
  /** Since serial 0, or the length itself; never negative. */
  readonly elapsedMs: number
  /** It is a number, whose first days are those of Excel, with a day 0 and a 29 February 1900. */
  readonly isSerial: boolean
}

export function isDateFormat(tokens: readonly Token[]): boolean {
  for (const token of tokens)
    if (token.t === 'date' || token.t === 'elapsed' || token.t === 'half') return true
  return false
}

export function hasElapsed(tokens: readonly Token[]): boolean {
  for (const token of tokens) if (token.t === 'elapsed') return true
  return false
}

export function formatMoment(moment: Moment, tokens: readonly Token[]): string {
  const unit = smallestUnit(tokens)
  const wall = roundedTo(moment.wallMs, unit)
  const elapsed = roundedTo(moment.elapsedMs, unit)
  let half = false
  burn(6 * tokens.length)
  for (const token of tokens) if (token.t === 'half') half = true
  let result = ''
  let afterSeconds = false
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const isFraction = token.t === 'point' && afterSeconds
    afterSeconds = isSeconds(token)
    if (isFraction) {
      const digits = zerosFrom(tokens, i + 1)
      result += fractionText(wall, digits)
      i += digits
    } else if (token.t === 'date') {
      const minutes = token.letter === 'm' && token.count <= 2 && isMinutes(tokens, i)
      result += datePart(wall, minutes ? 'min' : token.letter, token.count, half, moment.isSerial)
    } else if (token.t === 'elapsed')
      result += padded(elapsedPart(elapsed, token.letter), token.count)
    else if (token.t === 'half') result += halfText(wall, token.text)
    else result += plainText(token)
  }
  return result
}

/** Tokens outside a date are literal text. */
function plainText(token: Token): string {
  if (token.t === 'literal' || token.t === 'digit') return token.text
  if (token.t === 'point') return '.'
  if (token.t === 'comma') return ','
  if (token.t === 'percent') return '%'
  return ''
}

function isSeconds(token: Token): boolean {
  return (token.t === 'date' || token.t === 'elapsed') && token.letter === 's'
}

/** An m is minutes next to hours or seconds, else months. */
function isMinutes(tokens: readonly Token[], at: number): boolean {
  burn(tokens.length)
  for (let i = at - 1; i >= 0; i--) {
    const token = tokens[i]!
    if (token.t !== 'date' && token.t !== 'elapsed') continue
    if (token.letter === 'h') return true
    break
  }
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token.t === 'date' || token.t === 'elapsed') return token.letter === 's'
  }
  return false
}

/** Milliseconds of the last digit of the seconds; 1 if there are none, because then nothing is rounded. */
function smallestUnit(tokens: readonly Token[]): number {
  let unit = 1
  for (let i = 0; i < tokens.length; i++) {
    if (!isSeconds(tokens[i]!)) continue
    unit = secondMs
    const next = tokens[i + 1]
    if (next === undefined || next.t !== 'point') continue
    for (let n = zerosFrom(tokens, i + 2); n > 0; n--) unit = unit / 10
  }
  return Math.max(unit, 1)
}

function zerosFrom(tokens: readonly Token[], start: number): number {
  let end = start
  while (end < tokens.length) {
    const token = tokens[end]!
    if (token.t !== 'digit' || token.text !== '0') break
    end++
  }
  return end - start
}

function roundedTo(ms: number, unit: number): number {
  return Math.floor(ms / unit + 0.5) * unit
}

function datePart(
  wall: number,
  letter: string,
  count: number,
  half: boolean,
  isSerial: boolean,
): string {
  const day = Math.floor(wall / dayMs)
  const time = wall - day * dayMs
  if (letter === 'h') {
    const hour = Math.floor(time / hourMs)
    const shown = half ? twelve(hour) : hour
    return padded(shown, Math.min(count, 2))
  }
  const hourRest = time - Math.floor(time / hourMs) * hourMs
  if (letter === 'min') return padded(Math.floor(hourRest / minuteMs), count)
  if (letter === 's') {
    const minuteRest = hourRest - Math.floor(hourRest / minuteMs) * minuteMs
    return padded(Math.floor(minuteRest / secondMs), Math.min(count, 2))
  }
  const isEarly = isSerial && day + SERIAL_OF_1970 <= 60
  const civil = isEarly ? earlyDate(day + SERIAL_OF_1970) : civilFromDays(day)
  if (letter === 'y') {
    if (count > 2) return yearText(civil.year)
    return padded(civil.year - Math.floor(civil.year / 100) * 100, 2)
  }
  if (letter === 'm') return named(MONTHS, civil.month - 1, civil.month, count)
  // One 29 February too many: before it every weekday is the one before.
  const weekday = isEarly ? weekdayOf(day + 7) : weekdayOf(day)
  return named(DAYS, weekday, civil.day, Math.min(count, 4))
}

/** Serials 0 to 60. */
function earlyDate(serial: number): Civil {
  if (serial === 0) return { year: 1900, month: 1, day: 0 }
  if (serial === 60) return { year: 1900, month: 2, day: 29 }
  return civilFromDays(serial - SERIAL_OF_1970 + 1)
}

/** A number, or from three letters on a name: short, whole, and with five its first letter. */
function named(names: string, index: number, number: number, count: number): string {
  if (count <= 2) return padded(number, count)
  const name = textSplit(names, ' ')[index]!
  if (count === 3) return name.substring(0, 3)
  return count === 5 ? name.substring(0, 1) : name
}

function yearText(year: number): string {
  return year < 0 ? `-${padded(-year, 4)}` : padded(year, 4)
}

function twelve(hour: number): number {
  const rest = hour >= 12 ? hour - 12 : hour
  return rest === 0 ? 12 : rest
}

function halfText(wall: number, kind: string): string {
  const time = wall - Math.floor(wall / dayMs) * dayMs
  const first = time < 12 * hourMs
  if (kind !== 'AM/PM') return kind.substring(first ? 0 : 2, first ? 1 : 3)
  return first ? 'AM' : 'PM'
}

function elapsedPart(ms: number, letter: string): number {
  if (letter === 'h') return Math.floor(ms / hourMs)
  return Math.floor(ms / (letter === 'm' ? minuteMs : secondMs))
}

/** The digits behind the seconds; beyond milliseconds there are only zeros. */
function fractionText(wall: number, digits: number): string {
  const ms = wall - Math.floor(wall / secondMs) * secondMs
  let text = padded(ms, 3)
  while (text.length < digits) text += '0'
  return `.${text.substring(0, digits)}`
}

function padded(value: number, digits: number): string {
  let text = `${value}`
  while (text.length < digits) text = `0${text}`
  return text
}
