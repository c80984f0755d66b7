// Datetimes and durations as text. Each has one spelling, the one on the wire: 2026-01-31T10:00:00.000Z
// and PT36H. Reading what was printed gives the same value, a duration part by part.

import {
  civilFromDays,
  dayMs,
  floorMod,
  hourMs,
  isInstant,
  minuteMs,
  secondMs,
  trunc,
} from './calendar.ts'
import { context, instantOf } from './context.ts'
import {
  DURATION_MAX_DAYS,
  DURATION_MAX_MONTHS,
  DURATION_PART_MAX_DIGITS,
  DURATION_TEXT_MAX_CHARS,
  INSTANT_MAX_MS,
} from './limits.ts'
import { asciiCapitals, type Moment, readMoment } from './moment-text.ts'
import { codePoints, textLength } from './primitives.ts'
import { type Duration, durationOf } from './values.ts'

/** The day of serial 0, where a time of day alone is put. */
const SERIAL_ZERO_DAY = -25_569

export function datetimeText(ms: number): string {
  const days = Math.floor(ms / dayMs)
  const civil = civilFromDays(days)
  const rest = Math.floor(ms - days * dayMs)
  const year = civil.year
  const yearText =
    year >= 0 && year <= 9999
      ? padded(year, 4)
      : `${year < 0 ? '-' : '+'}${padded(Math.abs(year), 6)}`
  const date = `${yearText}-${padded(civil.month, 2)}-${padded(civil.day, 2)}`
  const hour = padded(Math.floor(rest / hourMs), 2)
  const minute = padded(floorMod(Math.floor(rest / minuteMs), 60), 2)
  const second = padded(floorMod(Math.floor(rest / secondMs), 60), 2)
  return `${date}T${hour}:${minute}:${second}.${padded(floorMod(rest, secondMs), 3)}Z`
}

/** `PT36H`, `PT1M30S`, `P1D`, `P1Y2M`, `PT0S`. */
export function durationText(length: Duration): string {
  if (length.months === 0 && length.days === 0 && length.ms === 0) return 'PT0S'
  // One sign in front when all parts are negative, otherwise each part has its own.
  const minus = length.months <= 0 && length.days <= 0 && length.ms <= 0
  const sign = minus ? -1 : 1
  const months = length.months * sign
  const ms = length.ms * sign
  const years = trunc(months / 12)
  const date = unit(years, 'Y') + unit(months - years * 12, 'M') + unit(length.days * sign, 'D')
  const hours = trunc(ms / hourMs)
  const minutes = trunc((ms - hours * hourMs) / minuteMs)
  const seconds = secondsText(ms - hours * hourMs - minutes * minuteMs)
  const time = unit(hours, 'H') + unit(minutes, 'M') + seconds
  return `${minus ? '-' : ''}P${date}${time === '' ? '' : `T${time}`}`
}

/** The instant that a text means; without an offset it is a wall time in the model's zone. */
export function parseDatetime(text: string): number | undefined {
  const moment = readMoment(text)
  return moment === undefined ? undefined : instantOfMoment(moment)
}

/** The same for ISO 8601 alone: a date, or a date and a time. */
export function parseIsoDatetime(text: string): number | undefined {
  const moment = readMoment(text)
  return moment === undefined || !moment.iso ? undefined : instantOfMoment(moment)
}

export function instantOfMoment(moment: Moment): number | undefined {
  const day = moment.day === undefined ? SERIAL_ZERO_DAY : moment.day
  const wall = day * dayMs + (moment.clockMs === undefined ? 0 : moment.clockMs)
  const ms = moment.offsetMs === undefined ? instantOf(context.zone, wall) : wall - moment.offsetMs
  return isInstant(ms) ? ms : undefined
}

/** Reads `PT15M`, `P1D`, `P1Y2M`, `-PT1.5S`; a part may have its own sign, as in `P7DT-1H`. */
export function parseDuration(text: string): Duration | undefined {
  if (textLength(text) > DURATION_TEXT_MAX_CHARS) return undefined
  const capitals = asciiCapitals(text)
  if (capitals === undefined) return undefined
  const points = codePoints(capitals)
  const minus = points[0] === MINUS
  let at = minus || points[0] === PLUS ? 1 : 0
  if (points[at] !== 80) return undefined
  at++
  const sums = [0, 0, 0]
  let inTime = false
  let last = -1
  while (at < points.length) {
    if (!inTime && points[at] === 84) {
      inTime = true
      last = 3
      at++
      if (at === points.length) return undefined
      continue
    }
    const part = readPart(points, at, inTime)
    if (part === undefined || part.rank <= last) return undefined
    const into = PART_OF_RANK[part.rank]!
    sums[into] = sums[into]! + (minus ? -part.amount : part.amount)
    last = part.rank
    at = part.next
  }
  if (last < 0) return undefined
  return durationWithin(sums[0]!, sums[1]!, sums[2]!)
}

/** A duration of whole parts, none of them too long; otherwise undefined. */
export function durationWithin(months: number, days: number, ms: number): Duration | undefined {
  if (Math.abs(months) > DURATION_MAX_MONTHS || Math.abs(days) > DURATION_MAX_DAYS) return undefined
  // Adding 0 turns -0 into 0, which would print a sign.
  return Math.abs(ms) > INSTANT_MAX_MS ? undefined : durationOf(months + 0, days + 0, ms + 0)
}

const MINUS = 45
const PLUS = 43
const DATE_LETTERS = [89, 77, 87, 68]
const TIME_LETTERS = [72, 77, 83]
const SECONDS_RANK = 6
/** Years, months, weeks, days, hours, minutes, seconds: which part they go to, and how many they are. */
const PART_OF_RANK = [0, 0, 1, 1, 2, 2, 2]
const SIZE_OF_RANK = [12, 1, 7, 1, hourMs, minuteMs, secondMs]

interface PartRead {
  readonly rank: number
  readonly amount: number
  readonly next: number
}

/** A sign, a number and a letter: `15M`. Only seconds may have a fraction, of milliseconds. */
function readPart(points: readonly number[], start: number, inTime: boolean): PartRead | undefined {
  const minus = points[start] === MINUS
  const first = minus || points[start] === PLUS ? start + 1 : start
  let at = first
  let whole = 0
  while (isDigit(points[at])) {
    whole = whole * 10 + points[at]! - 48
    at++
  }
  if (at === first || at - first > DURATION_PART_MAX_DIGITS) return undefined
  let fraction = 0
  const pointed = points[at] === 46 || points[at] === 44
  if (pointed) {
    at++
    let weight = 100
    const from = at
    while (isDigit(points[at])) {
      if (weight < 1 && points[at] !== 48) return undefined
      if (weight >= 1) fraction += (points[at]! - 48) * weight
      weight = weight / 10
      at++
    }
    if (at === from) return undefined
  }
  const letters = inTime ? TIME_LETTERS : DATE_LETTERS
  for (let i = 0; i < letters.length; i++) {
    if (points[at] !== letters[i]) continue
    const rank = inTime ? i + 4 : i
    if (pointed && rank !== SECONDS_RANK) return undefined
    const amount = whole * SIZE_OF_RANK[rank]! + fraction
    return { rank, amount: minus ? -amount : amount, next: at + 1 }
  }
  return undefined
}

function isDigit(point: number | undefined): boolean {
  return point !== undefined && point >= 48 && point <= 57
}

function unit(value: number, letter: string): string {
  return value === 0 ? '' : `${value}${letter}`
}

function secondsText(ms: number): string {
  if (ms === 0) return ''
  const all = Math.abs(ms)
  const whole = Math.floor(all / secondMs)
  let fraction = all - whole * secondMs
  let digits = 3
  while (digits > 0 && floorMod(fraction, 10) === 0) {
    fraction = fraction / 10
    digits--
  }
  return `${ms < 0 ? '-' : ''}${whole}${digits === 0 ? '' : `.${padded(fraction, digits)}`}S`
}

function padded(value: number, digits: number): string {
  let text = `${value}`
  while (text.length < digits) text = `0${text}`
  return text
}
