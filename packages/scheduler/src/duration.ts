// Durations: calendar months, calendar days and exact milliseconds, never carried into each other,
// because a month has no fixed length and a day has 23 to 25 hours where clocks change.
// Adding one to an instant goes by the calendar of a zone: months first, clamped to the end of the
// month, then days, then milliseconds.
import {
  civilDay,
  civilFromDays,
  civilMonth,
  civilYear,
  dayMs,
  daysFromCivil,
  daysInMonth,
} from './civil.ts'
import { SchedulerError } from './errors.ts'
import { checkInstant } from './instant.ts'
import { DURATION_MAX_DAYS, DURATION_MAX_MONTHS, INSTANT_MAX_MS } from './limits.ts'
import type { Zone } from './zone.ts'

/** A length of time. Its parts may differ in sign: a week less an hour is 7 days and -1 h. */
export interface Duration {
  readonly months: number
  readonly days: number
  readonly ms: number
}

/** Makes a duration from whole months, days and milliseconds; what is left out is 0. */
export function duration(parts: Partial<Duration>): Duration {
  const { months = 0, days = 0, ms = 0 } = parts
  const whole = Number.isInteger(months) && Number.isInteger(days) && Number.isInteger(ms)
  const small = Math.abs(months) <= DURATION_MAX_MONTHS && Math.abs(days) <= DURATION_MAX_DAYS
  if (!whole || !small || Math.abs(ms) > INSTANT_MAX_MS)
    throw new SchedulerError(
      'time-out-of-range',
      `A duration cannot have ${months} months, ${days} days and ${ms} ms.`,
    )
  // Adding 0 turns -0 into 0, which would print a sign.
  return { months: months + 0, days: days + 0, ms: ms + 0 }
}

/** The sum of two durations, part by part. */
export function addDurations(a: Duration, b: Duration): Duration {
  return duration({ months: a.months + b.months, days: a.days + b.days, ms: a.ms + b.ms })
}

/**
 * A duration times a number. A fraction of a day becomes time, at 24 hours a day, rounded to the
 * millisecond; a fraction of a month means nothing and is an error.
 */
export function multiplyDuration(a: Duration, factor: number): Duration {
  const months = Math.round(a.months * factor)
  // Dividing 49 months by 49 gives 0.9999999999999999.
  if (Math.abs(a.months * factor - months) > 1e-9)
    throw monthsHaveNoLength(`${a.months} months times ${factor} is not a whole number of months.`)
  const near = Math.round(a.days * factor)
  const left = Math.round((a.days * factor - near) * dayMs)
  const days = left === 0 ? near : Math.trunc(a.days * factor)
  const ms = a.ms * factor + (a.days * factor - days) * dayMs
  return duration({ months, days, ms: Math.round(ms) })
}

/** The length in milliseconds, a day as 24 hours. Months have no length and are an error. */
export function durationMs(a: Duration): number {
  if (a.months !== 0)
    throw monthsHaveNoLength('A month has no fixed length, so it cannot be compared or divided.')
  return a.days * dayMs + a.ms
}

/** Negative, 0 or positive as `a` is shorter than, as long as or longer than `b`. */
export function compareDurations(a: Duration, b: Duration): number {
  return Math.sign(durationMs(a) - durationMs(b))
}

/** How many times `b` fits into `a`. */
export function divideDurations(a: Duration, b: Duration): number {
  return durationMs(a) / durationMs(b)
}

/** The instant a duration after another, by the calendar of a zone. */
export function addToInstant(at: number, length: Duration, zone: Zone): number {
  return addTimes(at, length, 1, zone)
}

/** The instant `times` durations after another, in one step: 31 January plus 2 months is 31 March. */
export function addTimes(at: number, length: Duration, times: number, zone: Zone): number {
  const months = length.months * times
  const days = length.days * times
  const ms = length.ms * times
  // Without calendar parts there is no calendar: the second pass of an hour stays the second pass.
  if (months === 0 && days === 0) return checkInstant(at + ms)
  const wall = zone.wallAt(checkInstant(at))
  const day = Math.floor(wall / dayMs)
  const moved = addMonths(day, months) + days
  return checkInstant(zone.instantOf(checkInstant(moved * dayMs + (wall - day * dayMs))) + ms)
}

function addMonths(day: number, months: number): number {
  if (months === 0) return day
  const civil = civilFromDays(day)
  const count = civilYear(civil) * 12 + civilMonth(civil) - 1 + months
  const year = Math.floor(count / 12)
  const month = count - year * 12 + 1
  return daysFromCivil(year, month, Math.min(civilDay(civil), daysInMonth(year, month)))
}

function monthsHaveNoLength(detail: string): SchedulerError {
  return new SchedulerError('months-have-no-length', detail)
}
