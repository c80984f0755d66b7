// Datetimes and durations as values: made from parts and text, taken apart, cut to calendar units.

import {
  addMonths,
  civilFromDays,
  datetimeOfWall,
  dayIn,
  dayMs,
  dayOfDate,
  floorMod,
  hourMs,
  isInstant,
  midnightOf,
  minuteMs,
  OUT_OF_TIME,
  secondMs,
  trunc,
  wallOf,
  weekdayOf,
} from '../calendar.ts'
import { datetimeOfSerial } from '../coerce.ts'
import { context, offsetAt, UTC_TABLE, type ZoneTable } from '../context.ts'
import { cronText } from '../cron-text.ts'
import { type Args, type Functions, instant, length, num, numOr, text } from '../functions.ts'
import { asciiCapitals } from '../moment-text.ts'
import { parseDuration, parseIsoDatetime } from '../time-text.ts'
import { datetime, durationOf, type ErrorValue, errorOf, schedule, type Value } from '../values.ts'
import { dayAt } from './date.ts'

const NO_SUCH_UNIT = errorOf(
  'VALUE!',
  'a unit is one of minute, hour, day, week, month, quarter and year',
)

export const timeFunctions: Functions = {
  DATETIME: (a) => {
    const zone = zoneAt(a, 6)
    if ('k' in zone) return zone
    const day = dayOfDate(trunc(num(a, 0)), trunc(num(a, 1)), trunc(num(a, 2)))
    const minutes = trunc(numOr(a, 3, 0)) * 60 + trunc(numOr(a, 4, 0))
    // A fraction of a second is kept, to the millisecond.
    const clockMs = minutes * minuteMs + Math.floor(numOr(a, 5, 0) * secondMs + 0.5)
    return datetimeOfWall(zone, day * dayMs + clockMs)
  },
  DURATION_PART: (a) => {
    const duration = length(a, 0)
    const part = asciiCapitals(text(a, 1))
    if (part === 'MONTHS') return duration.months
    if (part === 'DAYS') return duration.days
    return part === 'MS' ? duration.ms : errorOf('VALUE!', 'a part is one of months, days and ms')
  },
  END_OF: (a) => {
    const next = startAt(a, 1)
    // The end of time has no next unit.
    return typeof next === 'number' ? datetime(next - 1) : next
  },
  EPOCH_MS: (a) => instant(a, 0).ms,
  FROM_EPOCH_MS: (a) => {
    const ms = Math.floor(num(a, 0) + 0.5)
    return isInstant(ms) ? datetime(ms) : OUT_OF_TIME
  },
  FROM_SERIAL: (a) => {
    const found = datetimeOfSerial(num(a, 0))
    return isInstant(found.ms) ? found : OUT_OF_TIME
  },
  MILLISECOND: (a) => floorMod(instant(a, 0).ms, secondMs),
  PARSE_CRON: (a) => {
    const cron = cronText(text(a, 0))
    return cron === undefined
      ? errorOf('VALUE!', 'the text is not a schedule such as 0 9 * * 1-5')
      : schedule(cron)
  },
  PARSE_DATETIME: (a) => {
    const ms = parseIsoDatetime(text(a, 0))
    return ms === undefined
      ? errorOf('VALUE!', 'the text is not a datetime such as 2026-01-31T10:00:00Z')
      : datetime(ms)
  },
  PARSE_DURATION: (a) => {
    const found = parseDuration(text(a, 0))
    return found === undefined
      ? errorOf('VALUE!', 'the text is not a duration such as PT90M or P1D')
      : found
  },
  QUARTER: (a) => Math.floor((civilFromDays(dayAt(a, 0)).month + 2) / 3),
  START_OF: (a) => {
    const start = startAt(a, 0)
    return typeof start === 'number' ? datetime(start) : start
  },
  ZONE_OFFSET: (a) => {
    const zone = zoneAt(a, 1)
    return 'k' in zone ? zone : durationOf(0, 0, offsetAt(zone, instant(a, 0).ms))
  },
}

/** The model's zone, or the one that is named; those named in a model travel with it. */
function zoneAt(args: Args, at: number): ZoneTable | ErrorValue {
  const given = args[at]
  if (given === undefined) return context.zone
  const wanted = asciiCapitals(text(args, at))
  if (wanted === asciiCapitals(context.zone.name)) return context.zone
  for (const zone of context.zones) if (wanted === asciiCapitals(zone.name)) return zone
  return wanted === 'UTC' ? UTC_TABLE : errorOf('VALUE!', 'this model knows no such time zone')
}

/** The first instant of the unit around a datetime, or of the one so many later. */
function startAt(args: Args, later: number): number | Value {
  const ms = instant(args, 0).ms
  const unit = asciiCapitals(text(args, 1))
  const size = unit === 'MINUTE' ? minuteMs : unit === 'HOUR' ? hourMs : 0
  // On the clock, but not by the calendar: the second pass of an hour stays the second pass.
  if (size > 0) return within(ms - floorMod(wallOf(context.zone, ms), size) + later * size)
  const day = dayIn(context.zone, ms)
  const first = day - civilFromDays(day).day + 1
  const month = civilFromDays(day).month
  if (unit === 'DAY') return midnight(day + later)
  if (unit === 'WEEK') return midnight(day - floorMod(weekdayOf(day) - 1, 7) + later * 7)
  if (unit === 'MONTH') return midnight(addMonths(first, later))
  if (unit === 'QUARTER') return midnight(addMonths(first, later * 3 - floorMod(month - 1, 3)))
  return unit === 'YEAR' ? midnight(addMonths(first, later * 12 - month + 1)) : NO_SUCH_UNIT
}

function midnight(day: number): number | Value {
  const found = midnightOf(day)
  return 'ms' in found ? found.ms : found
}

function within(ms: number): number | Value {
  return isInstant(ms) ? ms : OUT_OF_TIME
}
