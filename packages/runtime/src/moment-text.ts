// Reads dates and times of day as people write them in English, and as ISO 8601 has them:
// 2026-01-31, 31 Jan 2026, January 31, 2026, 1/31/2026 (month first), 10:30, 10:30:15 PM,
// 2026-01-31T10:30:00.250+01:00. A date that does not exist is not read as another one.

import { daysFromCivil, daysInMonth, hourMs, minuteMs, secondMs } from './calendar.ts'
import { INSTANT_TEXT_MAX_CHARS } from './limits.ts'
import { codePoints, fromCodePoints, textLength } from './primitives.ts'

export interface Moment {
  /** Days since 1970; undefined for a time of day alone. */
  readonly day: number | undefined
  /** Milliseconds since midnight, or a length that may be more than a day; undefined for a date alone. */
  readonly clockMs: number | undefined
  /** The UTC offset in the text; undefined if there is none. */
  readonly offsetMs: number | undefined
  /** Written as ISO 8601 asks, and not just in some English way. */
  readonly iso: boolean
}

/** A number with its digits counted, a word in capitals, or a sign. */
interface Token {
  readonly kind: 'number' | 'word' | 'sign'
  readonly text: string
  readonly value: number
}

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
]
/** Two digits from here on are of the last century, as in a spreadsheet. */
const FIRST_SHORT_YEAR = 30

/** The text in capitals, without white space around it; undefined if it is not ASCII. */
export function asciiCapitals(text: string): string | undefined {
  const points = codePoints(text)
  let first = 0
  let end = points.length
  while (first < end && points[first] === 32) first++
  while (end > first && points[end - 1] === 32) end--
  const capitals: number[] = []
  for (let i = first; i < end; i++) {
    const point = points[i]!
    if (point >= 128) return undefined
    capitals.push(point >= 97 && point <= 122 ? point - 32 : point)
  }
  return fromCodePoints(capitals)
}

export function readMoment(text: string): Moment | undefined {
  if (textLength(text) > INSTANT_TEXT_MAX_CHARS) return undefined
  const capitals = asciiCapitals(text)
  if (capitals === undefined) return undefined
  const tokens = tokensOf(capitals)
  const date = readDate(tokens)
  if (date === undefined) return readClock(tokens, 0, undefined, false)
  if (date.next === tokens.length)
    return { day: date.day, clockMs: undefined, offsetMs: undefined, iso: date.iso }
  if (isAt(tokens, date.next, 'T')) return readClock(tokens, date.next + 1, date.day, date.iso)
  let next = date.next
  if (isAt(tokens, next, ',')) next++
  while (isAt(tokens, next, ' ')) next++
  return next === date.next ? undefined : readClock(tokens, next, date.day, false)
}

function tokensOf(capitals: string): Token[] {
  const points = codePoints(capitals)
  const tokens: Token[] = []
  let i = 0
  while (i < points.length) {
    const start = i
    let value = 0
    while (i < points.length && points[i]! >= 48 && points[i]! <= 57) {
      value = value * 10 + points[i]! - 48
      i++
    }
    if (i > start) {
      tokens.push({ kind: 'number', text: capitals.substring(start, i), value })
      continue
    }
    while (i < points.length && points[i]! >= 65 && points[i]! <= 90) i++
    const word = i > start
    if (!word) i++
    tokens.push({ kind: word ? 'word' : 'sign', text: capitals.substring(start, i), value: 0 })
  }
  return tokens
}

function isAt(tokens: readonly Token[], at: number, text: string): boolean {
  return at < tokens.length && tokens[at]!.text === text
}

/** The number at a place, if it has so many digits; otherwise -1. */
function numberAt(tokens: readonly Token[], at: number, least: number, most: number): number {
  if (at >= tokens.length || tokens[at]!.kind !== 'number') return -1
  const digits = tokens[at]!.text.length
  return digits >= least && digits <= most ? tokens[at]!.value : -1
}

interface DateRead {
  readonly day: number
  readonly next: number
  readonly iso: boolean
}

function readDate(tokens: readonly Token[]): DateRead | undefined {
  const signed = isAt(tokens, 0, '-') || isAt(tokens, 0, '+')
  const digits = signed ? 6 : 4
  const year = numberAt(tokens, signed ? 1 : 0, digits, digits)
  if (year >= 0) return readYearFirst(tokens, signed ? 2 : 1, isAt(tokens, 0, '-') ? -year : year)
  if (tokens.length > 0 && tokens[0]!.kind === 'word') return readMonthFirst(tokens)
  const first = numberAt(tokens, 0, 1, 2)
  if (first < 0) return undefined
  const second = numberAt(tokens, 2, 1, 2)
  const slashes = isAt(tokens, 1, '/') && isAt(tokens, 3, '/')
  const dashes = isAt(tokens, 1, '-') && isAt(tokens, 3, '-')
  if (second >= 0 && (slashes || dashes))
    return dateRead(yearAt(tokens, 4), first, second, 5, false)
  const month = monthAt(tokens, 2)
  if (month === 0 || !isGap(tokens, 1)) return undefined
  return isGap(tokens, 3) ? dateRead(yearAt(tokens, 4), month, first, 5, false) : undefined
}

/** 2026-01-31, or 2026/1/31. */
function readYearFirst(tokens: readonly Token[], at: number, year: number): DateRead | undefined {
  const dashes = isAt(tokens, at, '-') && isAt(tokens, at + 2, '-')
  if (!dashes && !(isAt(tokens, at, '/') && isAt(tokens, at + 2, '/'))) return undefined
  const month = numberAt(tokens, at + 1, 1, 2)
  const day = numberAt(tokens, at + 3, 1, 2)
  const full = numberAt(tokens, at + 1, 2, 2) >= 0 && numberAt(tokens, at + 3, 2, 2) >= 0
  return dateRead(year, month, day, at + 4, dashes && full)
}

/** January 31, 2026, or Jan 2026 for its first day. */
function readMonthFirst(tokens: readonly Token[]): DateRead | undefined {
  const month = monthAt(tokens, 0)
  if (month === 0 || !isGap(tokens, 1)) return undefined
  const alone = numberAt(tokens, 2, 4, 4)
  if (alone >= 0) return dateRead(alone, month, 1, 3, false)
  const day = numberAt(tokens, 2, 1, 2)
  const comma = isAt(tokens, 3, ',') ? 4 : 3
  const year = isGap(tokens, comma) ? comma + 1 : comma
  return year === 3 ? undefined : dateRead(yearAt(tokens, year), month, day, year + 1, false)
}

function isGap(tokens: readonly Token[], at: number): boolean {
  return isAt(tokens, at, ' ') || isAt(tokens, at, '-')
}

function monthAt(tokens: readonly Token[], at: number): number {
  if (at >= tokens.length) return 0
  const word = tokens[at]!.text
  for (let i = 0; i < MONTHS.length; i++) {
    const name = MONTHS[i]!
    if (word === name || word === name.substring(0, 3)) return i + 1
  }
  return word === 'SEPT' ? 9 : 0
}

/** A year of four digits or two; -1 if it is neither. */
function yearAt(tokens: readonly Token[], at: number): number {
  const short = numberAt(tokens, at, 2, 2)
  if (short < 0) return numberAt(tokens, at, 4, 4)
  return short < FIRST_SHORT_YEAR ? 2000 + short : 1900 + short
}

function dateRead(
  year: number,
  month: number,
  day: number,
  next: number,
  iso: boolean,
): DateRead | undefined {
  if (year < 0 && !iso) return undefined
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  return { day: daysFromCivil(year, month, day), next, iso }
}

/** A time of day up to the end of the text: 10:30, 10:30:15.250, 10:30 PM, 10 PM, with an offset. */
function readClock(
  tokens: readonly Token[],
  start: number,
  day: number | undefined,
  iso: boolean,
): Moment | undefined {
  // A time without a day may be a length: `27:30`.
  const isLength = day === undefined && isAt(tokens, start + 1, ':')
  let hour = numberAt(tokens, start, 1, isLength ? 4 : 2)
  let at = start + 1
  let minute = 0
  let ms = 0
  // People write 1:2:3 as well; ISO 8601 does not.
  let twoDigits = start < tokens.length && tokens[start]!.text.length === 2
  const colon = isAt(tokens, at, ':')
  if (colon) {
    minute = numberAt(tokens, at + 1, 1, 2)
    twoDigits = twoDigits && numberAt(tokens, at + 1, 2, 2) >= 0
    at += 2
    if (isAt(tokens, at, ':')) {
      const second = numberAt(tokens, at + 1, 1, 2)
      twoDigits = twoDigits && numberAt(tokens, at + 1, 2, 2) >= 0
      if (second < 0 || second > 59) return undefined
      ms = second * secondMs
      at += 2
      if (isAt(tokens, at, '.') || isAt(tokens, at, ',')) {
        const fraction = at + 1 < tokens.length ? fractionMs(tokens[at + 1]!) : -1
        if (fraction < 0) return undefined
        ms += fraction
        at += 2
      }
    }
  }
  const gap = isAt(tokens, at, ' ') ? at + 1 : at
  const half = isAt(tokens, gap, 'AM') || isAt(tokens, gap, 'PM')
  if (half) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour === 12 ? 0 : hour) + (isAt(tokens, gap, 'PM') ? 12 : 0)
    at = gap + 1
  }
  const lastHour = isLength && !half ? 9999 : 23
  if (hour < 0 || hour > lastHour || minute < 0 || minute > 59 || !(colon || half)) return undefined
  const clockMs = hour * hourMs + minute * minuteMs + ms
  const whole = { day, clockMs, iso: iso && twoDigits && !half }
  if (at === tokens.length) return { ...whole, offsetMs: undefined }
  const offsetMs = day === undefined ? undefined : readOffset(tokens, at)
  return offsetMs === undefined ? undefined : { ...whole, offsetMs }
}

/** Milliseconds of the digits behind a point; -1 if they are none, or finer than that. */
function fractionMs(token: Token): number {
  if (token.kind !== 'number' || token.text.length > 9) return -1
  let ms = token.value
  for (let i = token.text.length; i < 3; i++) ms *= 10
  for (let i = 3; i < token.text.length; i++) ms /= 10
  return ms === Math.floor(ms) ? ms : -1
}

/** Z, or a sign and hours and minutes, at the end of the text. */
function readOffset(tokens: readonly Token[], at: number): number | undefined {
  if (isAt(tokens, at, 'Z')) return at + 1 === tokens.length ? 0 : undefined
  const east = isAt(tokens, at, '+')
  const hours = numberAt(tokens, at + 1, 2, 2)
  const minutes = numberAt(tokens, at + 3, 2, 2)
  const wrong = (!east && !isAt(tokens, at, '-')) || !isAt(tokens, at + 2, ':')
  if (wrong || hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined
  if (at + 4 !== tokens.length) return undefined
  return (east ? 1 : -1) * (hours * hourMs + minutes * minuteMs)
}
