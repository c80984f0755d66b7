// The occurrences of an interval: start + k·d, for k from 1, each computed from the start. So month
// ends clamp anew each time (31 January, 28 February, 31 March) and nothing drifts. The next one is
// found by division and a step or two, never by counting up from the start.
import {
  checkInstant,
  type Duration,
  dayMs,
  formatDuration,
  INSTANT_MAX_MS,
  TimeError,
} from '@cellwake/language/time'
import { SchedulerError } from '../errors.ts'
import { addTimes } from './calendar.ts'
import type { Zone } from './zone.ts'

/** The Gregorian calendar's mean month: 146,097 days in 4,800 months. */
const meanMonthMs = (146_097 / 4_800) * dayMs

/** The occurrences of an interval that started at some instant. */
export interface Interval {
  /** The k-th occurrence, k from 1; undefined if time ends before. */
  at(k: number): number | undefined
  /** The k of the first occurrence strictly after an instant; it may lie beyond the end of time. */
  indexAfter(after: number): number
  /** The first occurrence strictly after an instant; undefined if time ends before. */
  next(after: number): number | undefined
}

/** The interval of length `length` from `start`, by the calendar of a zone. */
export function every(start: number, length: Duration, zone: Zone): Interval {
  checkInstant(start)
  const { months, days, ms } = length
  const forward = months >= 0 && days >= 0 && ms >= 0
  const mean = months * meanMonthMs + days * dayMs + ms
  if (!forward || mean === 0)
    throw new SchedulerError(
      'bad-interval',
      `An interval must lead forward in time; ${formatDuration(length)} does not.`,
    )

  function at(k: number): number | undefined {
    // The mean is at most days off, so far beyond the end of time there is no need to look.
    if (start + k * mean > INSTANT_MAX_MS + 40 * dayMs) return undefined
    try {
      return addTimes(start, length, k, zone)
    } catch (error) {
      if (error instanceof TimeError && error.code === 'time-out-of-range') return undefined
      throw error
    }
  }

  function indexAfter(after: number): number {
    checkInstant(after)
    // Right for exact milliseconds; a calendar strays from its mean by less than two intervals or days.
    let k = Math.max(1, Math.floor((after - start) / mean) + 1)
    while (k > 1 && (at(k - 1) ?? after + 1) > after) k--
    while ((at(k) ?? after + 1) <= after) k++
    return k
  }

  return { at, indexAfter, next: (after) => at(indexAfter(after)) }
}
