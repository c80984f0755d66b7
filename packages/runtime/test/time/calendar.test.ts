// Goal: the calendar is right for every day, and sums of datetimes and durations are the scheduler's.
// Method: compared with the machine's dates over a wide range, and with the scheduler in random cases.
import { duration } from '@cellwake/language'
import { addToInstant, zoneFor } from '@cellwake/scheduler'
import { describe, expect, it } from 'vitest'
import {
  addDuration,
  addMonths,
  addTimes,
  civilFromDays,
  dayMs,
  dayOfDate,
  daysFromCivil,
  daysInMonth,
  floorMod,
  isoWeek,
  monthEnd,
  trunc,
  weekdayOf,
} from '../../src/calendar.ts'
import { instantOf, UTC_TABLE } from '../../src/context.ts'
import { datetime, durationOf } from '../../src/values.ts'
import { berlin } from './zones.ts'

/** Days spread over all of time, and each day of a few years around leap days. */
function days(): number[] {
  const found: number[] = []
  for (let day = -99_000_000; day <= 99_000_000; day += 12_347) found.push(day)
  for (let day = -26_000; day <= 26_000; day += 1) found.push(day)
  return found
}

describe('days and dates', () => {
  it('agree with the machine, there and back', () => {
    for (const day of days()) {
      const date = new Date(day * dayMs)
      const civil = civilFromDays(day)
      const wanted = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
      expect([civil.year, civil.month, civil.day]).toStrictEqual(wanted)
      expect(daysFromCivil(civil.year, civil.month, civil.day)).toBe(day)
      expect(weekdayOf(day)).toBe(date.getUTCDay())
    }
  })

  it('carry months and days beyond their range', () => {
    for (let month = -30; month <= 30; month++)
      for (const day of [-400, -1, 0, 1, 28, 31, 366])
        expect(dayOfDate(2024, month, day)).toBe(Date.UTC(2024, month - 1, day) / dayMs)
  })

  it('know the lengths of months', () => {
    expect([1900, 2000, 2023, 2024, -4].map((year) => daysInMonth(year, 2))).toStrictEqual([
      28, 29, 28, 29, 29,
    ])
    for (let month = 1; month <= 12; month++)
      expect(daysInMonth(2025, month)).toBe(new Date(Date.UTC(2025, month, 0)).getUTCDate())
  })

  it('find the end of a month, and clamp to it', () => {
    const day = (text: string) => Date.parse(text) / dayMs
    expect(monthEnd(day('2024-02-01'))).toBe(day('2024-02-29'))
    expect(addMonths(day('2026-01-31'), 1)).toBe(day('2026-02-28'))
    expect(addMonths(day('2026-03-31'), -13)).toBe(day('2025-02-28'))
    expect(addMonths(day('2024-02-29'), 48)).toBe(day('2028-02-29'))
  })

  it('put each week into the year of its Thursday', () => {
    for (let day = -26_000; day <= 26_000; day++) {
      // A week has one number from Monday to Sunday, and 4 January is always in the first.
      if (weekdayOf(day) !== 1) expect(isoWeek(day)).toBe(isoWeek(day - 1))
      const civil = civilFromDays(day)
      if (civil.month === 1 && civil.day === 4) expect(isoWeek(day)).toBe(1)
      if (weekdayOf(day) === 1 && isoWeek(day) !== 1)
        expect(isoWeek(day)).toBe(isoWeek(day - 1) + 1)
    }
  })
})

it('cuts toward zero and floors remainders', () => {
  expect([1.9, -1.9, -0.5, 3].map(trunc)).toStrictEqual([1, -1, 0, 3])
  expect([floorMod(-1, 7), floorMod(7, 7), floorMod(-14, 7), floorMod(9, 7)]).toStrictEqual([
    6, 0, 0, 2,
  ])
})

describe('a datetime and a duration', () => {
  const gap = Date.parse('2026-03-29T01:00:00Z')

  it('go by the clock of the zone, over a change of clocks', () => {
    const noon = Date.parse('2026-03-28T11:00:00Z')
    expect(addTimes(berlin, noon, durationOf(0, 1, 0), 1)).toBe(noon + 23 * 3_600_000)
    expect(addTimes(berlin, noon, durationOf(0, 0, dayMs), 1)).toBe(noon + dayMs)
    expect(addTimes(UTC_TABLE, noon, durationOf(0, 1, 0), 1)).toBe(noon + dayMs)
  })

  it('move a skipped wall time on by the gap, and take the first of two', () => {
    expect(instantOf(berlin, gap + 1.5 * 3_600_000)).toBe(gap + 1_800_000)
    const twice = Date.parse('2026-10-25T02:30:00Z')
    expect(instantOf(berlin, twice)).toBe(twice - 2 * 3_600_000)
  })

  it('have the instants of wall times that the scheduler has', () => {
    const zone = zoneFor('Europe/Berlin')
    // Each quarter of an hour around every change of 2026, and a day here and there from 2001 to 2039.
    const walls: number[] = []
    for (let i = -12; i <= 12; i++) {
      walls.push(gap + i * 900_000, Date.parse('2026-10-25T02:00:00Z') + i * 900_000)
    }
    const from = Date.parse('2001-01-01T00:00:00Z')
    for (let day = 0; day < 14_000; day += 17) walls.push(from + day * dayMs + day)
    for (const wall of walls) expect(instantOf(berlin, wall)).toBe(zone.instantOf(wall))
    expect(instantOf(UTC_TABLE, gap)).toBe(gap)
  })

  it('are an error beyond the ends of time', () => {
    expect(addDuration(datetime(8.64e15), durationOf(0, 0, 1))).toMatchObject({ code: 'NUM!' })
    expect(addDuration(datetime(0), durationOf(0, -100_000_001, 0))).toMatchObject({ code: 'NUM!' })
    expect(addDuration(datetime(0), durationOf(1, 1, 1))).toStrictEqual(datetime(32 * dayMs + 1))
  })

  it('have the same sum as in the scheduler', () => {
    const zone = zoneFor('Europe/Berlin')
    const from = Date.parse('2003-01-01T00:00:00Z')
    let seed = 1
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let i = 0; i < 5000; i++) {
      const at = from + next(11_000) * dayMs + next(96) * 900_000 + next(2)
      const parts = { months: next(60) - 20, days: next(50) - 20, ms: (next(99) - 40) * 900_000 }
      const length = durationOf(parts.months, parts.days, parts.ms)
      expect(addTimes(berlin, at, length, 1)).toBe(addToInstant(at, duration(parts), zone))
    }
  })
})
