// The Gregorian calendar in whole numbers, and wall clocks in a zone. A day is counted from 1970-01-01;
// years are counted from March inside, so that the leap day is the last of its year.

import { context, instantOf, offsetAt, type ZoneTable } from './context.ts'
import { CALENDAR_MAX_MONTHS, CALENDAR_STEPS, INSTANT_MAX_MS } from './limits.ts'
import { burn } from './primitives.ts'
import { type Datetime, type Duration, datetime, type ErrorValue, errorOf } from './values.ts'

export const secondMs = 1000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

export const OUT_OF_TIME = errorOf('NUM!', 'there is no such date: it is too far away')

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export interface Civil {
  readonly year: number
  /** From 1 to 12. */
  readonly month: number
  readonly day: number
}

/** Toward zero. Adding 0 turns -0 into 0. */
export function trunc(value: number): number {
  return (value < 0 ? Math.ceil(value) : Math.floor(value)) + 0
}

/** The remainder of a floored division: never negative for a positive divisor. */
export function floorMod(value: number, by: number): number {
  return value - Math.floor(value / by) * by
}

export function isLeap(year: number): boolean {
  return floorMod(year, 4) === 0 && (floorMod(year, 100) !== 0 || floorMod(year, 400) === 0)
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : MONTH_DAYS[month - 1]!
}

/** The day of a date whose month is from 1 to 12; days beyond the month carry over. */
export function daysFromCivil(year: number, month: number, day: number): number {
  burn(CALENDAR_STEPS)
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const fromMarch = month > 2 ? month - 3 : month + 9
  const dayOfYear = Math.floor((153 * fromMarch + 2) / 5) + day - 1
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  return era * 146_097 + yearOfEra * 365 + leapDays + dayOfYear - 719_468
}

/** The day of a date; months and days beyond their range carry over. */
export function dayOfDate(year: number, month: number, day: number): number {
  const count = year * 12 + month - 1
  const carried = Math.floor(count / 12)
  return daysFromCivil(carried, count - carried * 12 + 1, 1) + day - 1
}

export function civilFromDays(days: number): Civil {
  burn(CALENDAR_STEPS)
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const before = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  const dayOfYear = dayOfEra - before
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return { year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day }
}

/** The day of the week, Sunday as 0. 1970 began on a Thursday. */
export function weekdayOf(days: number): number {
  return floorMod(days + 4, 7)
}

/** The week of the year by ISO 8601: the one whose Thursday is in it. */
export function isoWeek(days: number): number {
  const thursday = days - floorMod(days + 3, 7) + 3
  return Math.floor((thursday - daysFromCivil(civilFromDays(thursday).year, 1, 1)) / 7) + 1
}

/** The same day so many months later; the last day if that month is shorter. */
export function addMonths(days: number, months: number): number {
  if (months === 0) return days
  // So far out that there is no calendar: any day beyond the ends of time will do.
  if (Math.abs(months) > CALENDAR_MAX_MONTHS) return CALENDAR_MAX_MONTHS * (months < 0 ? -31 : 31)
  const civil = civilFromDays(days)
  const count = civil.year * 12 + civil.month - 1 + months
  const year = Math.floor(count / 12)
  const month = count - year * 12 + 1
  return daysFromCivil(year, month, Math.min(civil.day, daysInMonth(year, month)))
}

/** The last day of the month that holds a day. */
export function monthEnd(days: number): number {
  const civil = civilFromDays(days)
  return days + daysInMonth(civil.year, civil.month) - civil.day
}

/** Whether a datetime can hold an instant. */
export function isInstant(ms: number): boolean {
  return ms >= -INSTANT_MAX_MS && ms <= INSTANT_MAX_MS
}

/** The wall clock at an instant, as milliseconds since 1970 on that clock. */
export function wallOf(zone: ZoneTable, ms: number): number {
  return ms + offsetAt(zone, ms)
}

/** The day that the calendar of a zone shows at an instant. */
export function dayIn(zone: ZoneTable, ms: number): number {
  return Math.floor(wallOf(zone, ms) / dayMs)
}

/** A datetime and a duration, added by the calendar of the model's zone. */
export function addDuration(at: Datetime, length: Duration): Datetime | ErrorValue {
  const ms = addTimes(context.zone, at.ms, length, 1)
  return ms === undefined ? OUT_OF_TIME : datetime(ms)
}

/**
 * The instant `times` durations after another, by the calendar of a zone: months first, clamped to the
 * end of the month, then days, then milliseconds. Undefined if no datetime can hold it.
 */
export function addTimes(
  zone: ZoneTable,
  ms: number,
  length: Duration,
  times: number,
): number | undefined {
  const months = length.months * times
  const days = length.days * times
  const exact = length.ms * times
  // Without calendar parts there is no calendar: the second pass of an hour stays the second pass.
  if (months === 0 && days === 0) return isInstant(ms + exact) ? ms + exact : undefined
  const wall = wallOf(zone, ms)
  const day = Math.floor(wall / dayMs)
  const moved = (addMonths(day, months) + days) * dayMs + (wall - day * dayMs)
  if (!isInstant(moved)) return undefined
  const at = instantOf(zone, moved) + exact
  return isInstant(at) ? at : undefined
}

/** Midnight of a day in the model's zone. */
export function midnightOf(day: number): Datetime | ErrorValue {
  return datetimeOfWall(context.zone, day * dayMs)
}

/** The datetime of a wall time in a zone. */
export function datetimeOfWall(zone: ZoneTable, wallMs: number): Datetime | ErrorValue {
  if (!isInstant(wallMs)) return OUT_OF_TIME
  const ms = instantOf(zone, wallMs)
  return isInstant(ms) ? datetime(ms) : OUT_OF_TIME
}
