// Goal: rules keep to the wall clock of their zone where clocks change, as Vixie cron does. Method: a table of
// twenty zones with a gap and an overlap each. A fixed time inside of each must fire once, a pattern at every
// wall time that there is. The instants stand in the table; Temporal checks the local times of all that fired.

import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { TestHost } from '../../src/model-tests/test-host.ts'

const DAY_MS = 86_400_000

interface Change {
  readonly zone: string
  /** The day on which clocks change, and the wall time of the fixed rule on it. */
  readonly day: string
  readonly wall: string
  /** When the fixed rule fires on that day. */
  readonly fires: string
  /** The wall clock then. */
  readonly shows: string
  /** How often a rule of every half hour fires on that day. */
  readonly halfHours: number
}

const gap = (
  zone: string,
  day: string,
  wall: string,
  fires: string,
  shows: string,
  halfHours = 46,
) => {
  return { zone, day, wall, fires, shows, halfHours }
}
const overlap = (zone: string, day: string, wall: string, fires: string, halfHours = 50) => {
  return { zone, day, wall, fires, shows: wall, halfHours }
}

const gaps: readonly Change[] = [
  gap('Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:00:00Z', '03:00'),
  gap('Europe/London', '2026-03-29', '01:30', '2026-03-29T01:00:00Z', '02:00'),
  gap('Europe/Lisbon', '2026-03-29', '01:15', '2026-03-29T01:00:00Z', '02:00'),
  gap('Europe/Athens', '2026-03-29', '03:30', '2026-03-29T01:00:00Z', '04:00'),
  gap('Europe/Kyiv', '2026-03-29', '03:05', '2026-03-29T01:00:00Z', '04:00'),
  gap('America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00:00Z', '03:00'),
  gap('America/Chicago', '2026-03-08', '02:30', '2026-03-08T08:00:00Z', '03:00'),
  gap('America/Denver', '2026-03-08', '02:59', '2026-03-08T09:00:00Z', '03:00'),
  gap('America/Los_Angeles', '2026-03-08', '02:00', '2026-03-08T10:00:00Z', '03:00'),
  gap('America/Anchorage', '2026-03-08', '02:30', '2026-03-08T11:00:00Z', '03:00'),
  gap('America/St_Johns', '2026-03-08', '02:30', '2026-03-08T05:30:00Z', '03:00'),
  gap('America/Halifax', '2026-03-08', '02:30', '2026-03-08T06:00:00Z', '03:00'),
  gap('America/Havana', '2026-03-08', '00:30', '2026-03-08T05:00:00Z', '01:00'),
  gap('America/Santiago', '2026-09-06', '00:30', '2026-09-06T04:00:00Z', '01:00'),
  gap('Atlantic/Azores', '2026-03-29', '00:30', '2026-03-29T01:00:00Z', '01:00'),
  gap('Australia/Sydney', '2026-10-04', '02:30', '2026-10-03T16:00:00Z', '03:00'),
  gap('Australia/Adelaide', '2026-10-04', '02:30', '2026-10-03T16:30:00Z', '03:00'),
  gap('Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00Z', '02:30', 47),
  gap('Pacific/Auckland', '2026-09-27', '02:30', '2026-09-26T14:00:00Z', '03:00'),
  gap('Pacific/Chatham', '2026-09-27', '03:00', '2026-09-26T14:00:00Z', '03:45'),
]

const overlaps: readonly Change[] = [
  overlap('Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00Z'),
  overlap('Europe/London', '2026-10-25', '01:30', '2026-10-25T00:30:00Z'),
  overlap('Europe/Lisbon', '2026-10-25', '01:15', '2026-10-25T00:15:00Z'),
  overlap('Europe/Athens', '2026-10-25', '03:30', '2026-10-25T00:30:00Z'),
  overlap('Europe/Kyiv', '2026-10-25', '03:05', '2026-10-25T00:05:00Z'),
  overlap('America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00Z'),
  overlap('America/Chicago', '2026-11-01', '01:30', '2026-11-01T06:30:00Z'),
  overlap('America/Denver', '2026-11-01', '01:59', '2026-11-01T07:59:00Z'),
  overlap('America/Los_Angeles', '2026-11-01', '01:00', '2026-11-01T08:00:00Z'),
  overlap('America/Anchorage', '2026-11-01', '01:30', '2026-11-01T09:30:00Z'),
  overlap('America/St_Johns', '2026-11-01', '01:30', '2026-11-01T04:00:00Z'),
  overlap('America/Halifax', '2026-11-01', '01:30', '2026-11-01T04:30:00Z'),
  overlap('America/Havana', '2026-11-01', '00:30', '2026-11-01T04:30:00Z'),
  overlap('America/Santiago', '2026-04-04', '23:30', '2026-04-05T02:30:00Z'),
  overlap('Atlantic/Azores', '2026-10-25', '00:30', '2026-10-25T00:30:00Z'),
  overlap('Australia/Sydney', '2026-04-05', '02:30', '2026-04-04T15:30:00Z'),
  overlap('Australia/Adelaide', '2026-04-05', '02:30', '2026-04-04T16:00:00Z'),
  overlap('Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00Z', 49),
  overlap('Pacific/Auckland', '2026-04-05', '02:30', '2026-04-04T13:30:00Z'),
  overlap('Pacific/Chatham', '2026-04-05', '03:00', '2026-04-04T13:15:00Z'),
]

interface Fired {
  /** Of the day of the change, by the wall clock. */
  readonly fixed: readonly Temporal.ZonedDateTime[]
  readonly halfHours: readonly Temporal.ZonedDateTime[]
}

/** Runs both rules over the day before, the day of the change and the one after. */
async function firedOn({ zone, day, wall }: Change): Promise<Fired> {
  const [hour, minute] = wall.split(':').map(Number)
  const rule = (cron: string, topic: string) => {
    return `EVERY cron"${cron}" IN "${zone}" SKIP MISSED THEN\n ${topic}!due(SCHEDULED_AT)\nEND\n`
  }
  const noon = Date.parse(`${day}T12:00:00Z`)
  const host = new TestHost({ startAt: noon - 2 * DAY_MS, functions: new Map() })
  await host.deploy(rule(`${minute} ${hour} * * *`, 'fixed') + rule('*/30 * * * *', 'halves'))
  await host.advance({ months: 0, days: 0, ms: 4 * DAY_MS })
  const events = await host.takeEvents()
  await host.close()
  const onDay = (topic: string) => {
    return events
      .filter((event) => event.topic === topic)
      .map(({ payload }) => (payload as { args: [{ datetime: string }] }).args[0].datetime)
      .map((at) => Temporal.Instant.from(at).toZonedDateTimeISO(zone))
      .filter((at) => at.toPlainDate().toString() === day)
  }
  return { fixed: onDay('fixed'), halfHours: onDay('halves') }
}

const wallOf = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' })

it('the tables name twenty zones, the same in both', () => {
  const zones = gaps.map(({ zone }) => zone)
  expect(new Set(zones).size).toBe(20)
  expect(overlaps.map(({ zone }) => zone)).toEqual(zones)
})

describe.each([
  ['a gap', gaps],
  ['an overlap', overlaps],
] as const)('%s', (what, changes) => {
  it.each(changes)('$zone on $day at $wall fires at $fires', async (change) => {
    const { fixed, halfHours } = await firedOn(change)
    expect(fixed.map((at) => at.toInstant().toString())).toEqual([change.fires])
    expect(fixed.map(wallOf)).toEqual([change.shows])
    // The second oracle agrees that the wall time is not there, or is there twice.
    const local = `${change.day}T${change.wall}`
    const both = (['earlier', 'later'] as const).map((disambiguation) => {
      return Temporal.PlainDateTime.from(local).toZonedDateTime(change.zone, { disambiguation })
    })
    const isThere = both.map((at) => wallOf(at) === change.wall)
    expect(isThere).toEqual(what === 'a gap' ? [false, false] : [true, true])
    expect(both[0]!.equals(both[1]!)).toBe(false)
    expect(halfHours.length).toBe(change.halfHours)
    expect(halfHours.every(({ minute }) => minute % 30 === 0)).toBe(true)
  })
})
