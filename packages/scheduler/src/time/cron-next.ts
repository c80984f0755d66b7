// When a cron runs next, in a zone. Exact integer arithmetic over the zone's stretches of constant
// offset: one search for the wall time, then a walk to the stretch that shows it.
//
// When clocks change, as Vixie cron does:
// - fixed times run once each. A wall time that is skipped runs at the first instant after the gap,
//   together with any other of that gap; one that is repeated runs at its first pass. Put as one
//   rule: a fixed time runs when the wall clock first reaches or passes it.
// - a pattern (`*` or a step in minute or hour) runs at every wall time that exists, in both passes,
//   and never where there is none.
import {
  type Cron,
  checkInstant,
  civilDay,
  civilFromDays,
  civilMonth,
  civilYear,
  daysFromCivil,
  daysInMonth,
  INSTANT_MAX_MS,
  minuteMs,
  weekday,
} from '@cellwake/language/time'
import { CRON_SEARCH_MAX_MONTHS } from '../limits.ts'
import type { Zone } from './zone.ts'

const minutesPerDay = 1440
const never = Number.POSITIVE_INFINITY

/** The first run strictly after an instant; undefined if time ends before. */
export function nextOccurrence(cron: Cron, zone: Zone, after: number): number | undefined {
  checkInstant(after)
  const next = cron.fixed ? nextFixed(cron, zone, after) : nextOfPattern(cron, zone, after)
  return next <= INSTANT_MAX_MS ? next : undefined
}

/** All runs after one instant, up to and including another. */
export function* occurrencesBetween(
  cron: Cron,
  zone: Zone,
  after: number,
  until: number,
): Generator<number, void> {
  let at = nextOccurrence(cron, zone, after)
  while (at !== undefined && at <= until) {
    yield at
    at = nextOccurrence(cron, zone, at)
  }
}

function nextFixed(cron: Cron, zone: Zone, after: number): number {
  let index = zone.indexAt(after)
  const now = Math.floor((after + zone.offset(index)) / minuteMs) + 1
  // Wall times that were shown before this stretch began have had their run.
  const fresh = Math.ceil(zone.reached(index) / minuteMs)
  const wall = nextWallMinute(cron, Math.max(fresh, now)) * minuteMs
  if (wall === never) return never
  for (;;) {
    const at = wall - zone.offset(index)
    if (at < zone.end(index, at)) return at
    index++
    // The next stretch begins past it: the wall time is in the gap.
    const start = zone.start(index)
    if (wall < start + zone.offset(index)) return start
  }
}

function nextOfPattern(cron: Cron, zone: Zone, after: number): number {
  let index = zone.indexAt(after)
  // No match lies in [from, wall): so a later stretch needs a new search only if it starts outside.
  let from = Math.floor((after + zone.offset(index)) / minuteMs) + 1
  let wall = nextWallMinute(cron, from)
  for (;;) {
    if (wall === never) return never
    const at = wall * minuteMs - zone.offset(index)
    if (at < zone.end(index, at)) return at
    index++
    const start = Math.ceil((zone.start(index) + zone.offset(index)) / minuteMs)
    if (start < from || start > wall) {
      from = start
      wall = nextWallMinute(cron, from)
    }
  }
}

/** The first matching minute of the wall clock at or after `minute`, both counted from 1970. */
function nextWallMinute(cron: Cron, minute: number): number {
  const today = Math.floor(minute / minutesPerDay)
  const civil = civilFromDays(today)
  const day = civilDay(civil)
  let year = civilYear(civil)
  let month = civilMonth(civil)
  let days = 0
  if ((cron.months >> (month - 1)) & 1)
    days = matchingDays(cron, today - day + 1, daysInMonth(year, month)) >>> (day - 1)
  if (days & 1) {
    const time = nextTimeOfDay(cron, minute - today * minutesPerDay)
    if (time >= 0) return today * minutesPerDay + time
    days &= ~1
  }
  if (days !== 0) return (today + lowestBit(days)) * minutesPerDay + cron.firstMinute
  for (let searched = 0; searched < CRON_SEARCH_MAX_MONTHS; searched++) {
    const later = cron.months & (-2 << (month - 1))
    if (later === 0) year++
    month = lowestBit(later === 0 ? cron.months : later) + 1
    const first = daysFromCivil(year, month, 1)
    days = matchingDays(cron, first, daysInMonth(year, month))
    if (days !== 0) return (first + lowestBit(days)) * minutesPerDay + cron.firstMinute
  }
  return never
}

/** The days of a month on which the cron runs, the 1st at bit 0. */
function matchingDays(cron: Cron, first: number, length: number): number {
  const shift = weekday(first)
  const week = (cron.weekdays >> shift) | (cron.weekdays << (7 - shift))
  // Seven bits, copied to every week of the month by one multiplication.
  const byWeekday = Math.imul(week & 127, 0x10204081)
  const both = cron.eitherDay ? byWeekday | cron.days : byWeekday & cron.days
  return both & (0x7fffffff >>> (31 - length))
}

/** The first matching minute of a day at or after `minute`, or -1. */
function nextTimeOfDay(cron: Cron, minute: number): number {
  const hour = (minute / 60) | 0
  if ((cron.hours >> hour) & 1) {
    const inHour = minute - hour * 60
    const low = inHour < 30 ? cron.minutesLow >> inHour : 0
    if (low !== 0) return minute + lowestBit(low)
    const skip = inHour < 30 ? 0 : inHour - 30
    const high = cron.minutesHigh >> skip
    if (high !== 0) return hour * 60 + 30 + skip + lowestBit(high)
  }
  const later = cron.hours & (-2 << hour)
  return later === 0 ? -1 : lowestBit(later) * 60 + (cron.firstMinute % 60)
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}
