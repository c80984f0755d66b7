// Dates and times by the calendar. A date is a datetime at midnight in the model's zone; a datetime
// with a time of day counts as its day, as a serial does when its fraction is cut off.

import {
  addMonths,
  civilFromDays,
  dayIn,
  dayMs,
  dayOfDate,
  daysFromCivil,
  floorMod,
  hourMs,
  isoWeek,
  midnightOf,
  minuteMs,
  monthEnd,
  secondMs,
  trunc,
  wallOf,
  weekdayOf,
} from '../calendar.ts'
import { toDatetime, toNumber } from '../coerce.ts'
import { context } from '../context.ts'
import { days360, yearFraction } from '../finance/day-count.ts'
import { type Args, type Functions, flagOr, instant, num, numOr, text } from '../functions.ts'
import { CLOCK_ARGUMENT_MAX_UNITS } from '../limits.ts'
import { asciiCapitals, readMoment } from '../moment-text.ts'
import { instantOfMoment } from '../time-text.ts'
import { BLANK, datetime, errorOf, isDatetime, type Value } from '../values.ts'

/** The day of an argument, by the calendar of the model's zone. */
export function dayAt(args: Args, at: number): number {
  return dayIn(context.zone, instant(args, at).ms)
}

const NO_SUCH_TYPE = errorOf('NUM!', 'there is no such type of week')
const LAST_YEAR = 9999
/** Years before it are counted from it: 26 is 1926. */
const FIRST_YEAR = 1900

/** Two days that only Excel has: number 0, and 29 February 1900. A datetime is never one of them. */
const DAY_ZERO = { year: 1900, month: 1, day: 0 }
const DAY_60 = { year: 1900, month: 2, day: 29 }

function partOfDate(args: Args, part: (date: typeof DAY_ZERO) => number): Value {
  const value = args[0] ?? BLANK
  if (!isDatetime(value)) {
    const serial = toNumber(value)
    const day = typeof serial === 'number' ? Math.floor(serial) : -1
    if (day === 0) return part(DAY_ZERO)
    if (day === 60) return part(DAY_60)
  }
  const date = toDatetime(value)
  return isDatetime(date) ? part(civilFromDays(dayIn(context.zone, date.ms))) : date
}

/** The first day whose weekday in Excel is the true one: before it there is a 29 February too many. */
const FIRST_TRUE_DAY = daysFromCivil(1900, 3, 1)

function excelWeekday(day: number): number {
  return day < FIRST_TRUE_DAY ? floorMod(weekdayOf(day) - 1, 7) : weekdayOf(day)
}

/** From 0, a Sunday. */
function weekdayAt(args: Args): Value {
  const value = args[0] ?? BLANK
  if (!isDatetime(value)) {
    const serial = toNumber(value)
    const day = typeof serial === 'number' ? Math.floor(serial) : -1
    if (day === 0) return 6
    if (day === 60) return 3
  }
  const date = toDatetime(value)
  return isDatetime(date) ? excelWeekday(dayIn(context.zone, date.ms)) : date
}

export const dateFunctions: Functions = {
  DATE: (a) => {
    const year = trunc(num(a, 0))
    const month = trunc(num(a, 1))
    const day = trunc(num(a, 2))
    if (year < 0 || year > LAST_YEAR) return errorOf('NUM!', 'a year is from 0 to 9999')
    return midnightOf(dayOfDate(year < FIRST_YEAR ? year + FIRST_YEAR : year, month, day))
  },
  DATEDIF: (a) => dateDifference(dayAt(a, 0), dayAt(a, 1), text(a, 2)),
  DATEVALUE: (a) => {
    const moment = readMoment(text(a, 0))
    const ms =
      moment === undefined || moment.day === undefined ? undefined : instantOfMoment(moment)
    if (ms === undefined) return errorOf('VALUE!', 'the text is not a date such as 2026-01-31')
    return midnightOf(dayIn(context.zone, ms))
  },
  DAY: (a) => partOfDate(a, ({ day }) => day),
  DAYS: (a) => dayAt(a, 0) - dayAt(a, 1),
  DAYS360: (a) => days360(dayAt(a, 0), dayAt(a, 1), flagOr(a, 2, false)),
  EDATE: (a) => midnightOf(addMonths(dayAt(a, 0), trunc(num(a, 1)))),
  EOMONTH: (a) => {
    const day = dayAt(a, 0)
    const first = day - civilFromDays(day).day + 1
    return midnightOf(monthEnd(addMonths(first, trunc(num(a, 1)))))
  },
  HOUR: (a) => clockPart(a, hourMs, 24),
  ISOWEEKNUM: (a) => isoWeek(dayAt(a, 0)),
  MINUTE: (a) => clockPart(a, minuteMs, 60),
  MONTH: (a) => partOfDate(a, ({ month }) => month),
  NOW: () => datetime(context.nowMs),
  // Rounded, and the minute stays what it is: 0:00:59.6 is in minute 0 and second 0.
  SECOND: (a) => floorMod(Math.floor(wallOf(context.zone, instant(a, 0).ms) / secondMs + 0.5), 60),
  TIME: (a) => {
    const hour = trunc(num(a, 0))
    const minute = trunc(num(a, 1))
    const second = trunc(num(a, 2))
    const seconds = hour * 3600 + minute * 60 + second
    if (seconds < 0) return errorOf('NUM!', 'a time of day cannot be negative')
    if (Math.max(hour, minute, second) > CLOCK_ARGUMENT_MAX_UNITS)
      return errorOf('NUM!', 'hours, minutes and seconds are 32767 at most')
    return floorMod(seconds, 86_400) / 86_400
  },
  TIMEVALUE: (a) => {
    const moment = readMoment(text(a, 0))
    if (moment === undefined) return errorOf('VALUE!', 'the text is not a time such as 18:00')
    return floorMod(moment.clockMs ?? 0, dayMs) / dayMs
  },
  TODAY: () => midnightOf(dayIn(context.zone, context.nowMs)),
  WEEKDAY: (a) => {
    const day = weekdayAt(a)
    if (typeof day !== 'number') return day
    const type = trunc(numOr(a, 1, 1))
    if (type === 3) return floorMod(day - 1, 7)
    const first = firstWeekday(type)
    return first < 0 ? NO_SUCH_TYPE : floorMod(day - first, 7) + 1
  },
  WEEKNUM: (a) => {
    const day = dayAt(a, 0)
    const type = trunc(numOr(a, 1, 1))
    if (type === 21) return isoWeek(day)
    const first = firstWeekday(type)
    if (first < 0) return NO_SUCH_TYPE
    const newYear = daysFromCivil(civilFromDays(day).year, 1, 1)
    const weekday = day < FIRST_TRUE_DAY ? excelWeekday(newYear) : weekdayOf(newYear)
    return Math.floor((day - newYear + floorMod(weekday - first, 7)) / 7) + 1
  },
  YEAR: (a) => partOfDate(a, ({ year }) => year),
  YEARFRAC: (a) => {
    const basis = trunc(numOr(a, 2, 0))
    if (basis < 0 || basis > 4) return errorOf('NUM!', 'a basis is from 0 to 4')
    return yearFraction(dayAt(a, 0), dayAt(a, 1), basis)
  },
}

function clockPart(args: Args, size: number, count: number): number {
  return floorMod(Math.floor(wallOf(context.zone, instant(args, 0).ms) / size), count)
}

/** The day on which a week starts, Sunday as 0; -1 if there is no such type. */
function firstWeekday(type: number): number {
  if (type === 1) return 0
  if (type === 2) return 1
  return type >= 11 && type <= 17 ? floorMod(type - 10, 7) : -1
}

/** "MD" and "YD" count from the start moved on by whole months or years, so they are never negative. */
function dateDifference(start: number, end: number, word: string): Value {
  const unit = asciiCapitals(word)
  if (start > end) return errorOf('NUM!', 'the start date is after the end date')
  if (unit === 'D') return end - start
  const from = civilFromDays(start)
  const to = civilFromDays(end)
  const gone = (to.year - from.year) * 12 + to.month - from.month
  const months = to.day < from.day ? gone - 1 : gone
  const years = Math.floor(months / 12)
  if (unit === 'Y') return years
  if (unit === 'M') return months
  if (unit === 'YM') return months - years * 12
  if (unit === 'MD') return end - addMonths(start, months)
  if (unit === 'YD') return end - addMonths(start, years * 12)
  return errorOf('NUM!', 'a unit is one of Y, M, D, YM, YD and MD')
}
