// Durations: calendar months, calendar days and exact milliseconds, never carried into each other,
// because a month has no fixed length and a day has 23 to 25 hours where clocks change.

import { TimeError } from '../errors.ts'
import { DURATION_MAX_DAYS, DURATION_MAX_MONTHS, INSTANT_MAX_MS } from '../limits.ts'
import { dayMs } from './civil.ts'

/** A length of time. Its parts may differ in sign: a week less an hour is 7 days and -1 h. */
export interface Duration {
  readonly months: number
  readonly days: number
  readonly ms: number
}

/** Makes a duration from whole months, days and milliseconds; missing parts are 0. */
export function duration(parts: Partial<Duration>): Duration {
  const { months = 0, days = 0, ms = 0 } = parts
  const whole = Number.isInteger(months) && Number.isInteger(days) && Number.isInteger(ms)
  const small = Math.abs(months) <= DURATION_MAX_MONTHS && Math.abs(days) <= DURATION_MAX_DAYS
  if (!whole || !small || Math.abs(ms) > INSTANT_MAX_MS)
    throw new TimeError(
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

function monthsHaveNoLength(detail: string): TimeError {
  return new TimeError('months-have-no-length', detail)
}
