// Adding a duration to an instant goes by the calendar of a zone: months first, clamped to the end of
// the month, then days, then milliseconds. Guarantees that a result is an instant a datetime can hold.
import {
  checkInstant,
  civilDay,
  civilFromDays,
  civilMonth,
  civilYear,
  type Duration,
  dayMs,
  daysFromCivil,
  daysInMonth,
} from '@cellwake/language/time'
import type { Zone } from './zone.ts'

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
