// Goal: the next run of a cron, by the rules of Vixie cron. Method: cases worked out by hand from the
// published clock changes, and a walk over Temporal's calendar for the days.
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  formatInstant,
  nextOccurrence,
  occurrencesBetween,
  parseCron,
  parseInstant,
  utc,
  zoneFor,
} from '../src/index.ts'
import { randomCron } from './support/cron-compare.ts'
import { seeded } from './support/seeded.ts'

const runs = (cron: string, zone: string, after: string, until: string) =>
  [
    ...occurrencesBetween(parseCron(cron), zoneFor(zone), parseInstant(after), parseInstant(until)),
  ].map(formatInstant)

const next = (cron: string, after: string) => {
  const at = nextOccurrence(parseCron(cron), utc, parseInstant(after))
  return at === undefined ? undefined : formatInstant(at)
}

describe('the next run', () => {
  it.each([
    ['*/5 * * * *', '2026-03-01T00:00:00Z', '2026-03-01T00:05:00Z'],
    ['*/5 * * * *', '2026-03-01T00:04:59.999Z', '2026-03-01T00:05:00Z'],
    ['0 9 * * 1-5', '2026-02-27T09:00:00Z', '2026-03-02T09:00:00Z'],
    ['59 23 31 12 *', '2026-12-31T23:59:00Z', '2027-12-31T23:59:00Z'],
    ['30 2 1 * *', '2026-12-15T00:00:00Z', '2027-01-01T02:30:00Z'],
    ['0 0 31 * *', '2026-03-31T00:00:00Z', '2026-05-31T00:00:00Z'],
    ['29,31 5 * * *', '2026-03-01T05:29:00Z', '2026-03-01T05:31:00Z'],
    ['15 10 * * 5', '1969-12-31T00:00:00Z', '1970-01-02T10:15:00Z'],
  ])('of %s after %s is %s', (cron, after, expected) => {
    expect(next(cron, after)).toBe(expected)
  })

  it.each([
    ['0 0 29 2 *', '1896-03-01T00:00:00Z', '1904-02-29T00:00:00Z'],
    ['0 0 29 2 *', '1996-03-01T00:00:00Z', '2000-02-29T00:00:00Z'],
    ['0 0 29 2 *', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00Z'],
    // 29 February on a Sunday, twice across the year 2100 which has no such day.
    ['0 0 29 2 */7', '2026-01-01T00:00:00Z', '2032-02-29T00:00:00Z'],
    ['0 0 29 2 */7', '2088-03-01T00:00:00Z', '2128-02-29T00:00:00Z'],
  ])('of %s after %s is %s, found across years without a leap day', (cron, after, expected) => {
    expect(next(cron, after)).toBe(expected)
  })

  it('is strictly after, so each run leads to the one after it', () => {
    const cron = parseCron('0 0 * * *')
    expect(nextOccurrence(cron, utc, 0)).toBe(86_400_000)
    expect(nextOccurrence(cron, utc, -1)).toBe(0)
  })

  it('needs either day when both are restricted, and both when one starts with a star', () => {
    const month = ['2026-02-01T00:00:00Z', '2026-02-28T23:00:00Z'] as const
    const days = (cron: string) => runs(cron, 'UTC', ...month).map((at) => Number(at.slice(8, 10)))
    expect(days('0 1 13 * 1')).toEqual([2, 9, 13, 16, 23])
    expect(days('0 1 */2 * 1')).toEqual([9, 23])
    expect(days('0 1 13,15 * */5')).toEqual([13, 15])
    expect(days('0 1 * * 1')).toEqual([2, 9, 16, 23])
  })

  it('is undefined at the end of time, and an instant beyond it is refused', () => {
    expect(next('0 0 1 1 *', '+275760-09-12T00:00:00Z')).toBeUndefined()
    const late = () => nextOccurrence(parseCron('@daily'), utc, Number.NaN)
    expect(late).toThrow(expect.objectContaining({ code: 'time-out-of-range' }))
  })

  it('is undefined, after a bounded search, for a cron built by hand that never runs', () => {
    const cron = { ...parseCron('0 0 31 1 *'), months: 2 }
    expect(nextOccurrence(cron, utc, 0)).toBeUndefined()
    expect(nextOccurrence(cron, zoneFor('Europe/Berlin'), 0)).toBeUndefined()
    expect(nextOccurrence({ ...cron, fixed: false }, zoneFor('Europe/Berlin'), 0)).toBeUndefined()
  })

  it('falls on the day that a walk over Temporal dates finds', () => {
    const random = seeded(11)
    for (let i = 0; i < 300; i++) {
      const cron = parseCron(`0 0 ${randomCron(random).split(' ').slice(2).join(' ')}`)
      let date = Temporal.PlainDate.from({
        year: 1890 + random.below(250),
        month: 1 + random.below(12),
        day: 1 + random.below(28),
      })
      const after = Date.UTC(date.year, date.month - 1, date.day)
      const matches = () => {
        const byDay = ((cron.days >> (date.day - 1)) & 1) === 1
        const byWeekday = ((cron.weekdays >> (date.dayOfWeek % 7)) & 1) === 1
        const day = cron.eitherDay ? byDay || byWeekday : byDay && byWeekday
        return day && ((cron.months >> (date.month - 1)) & 1) === 1
      }
      do date = date.add({ days: 1 })
      while (!matches())
      const expected = { cron: cron.text, after, at: Date.UTC(date.year, date.month - 1, date.day) }
      expect({ cron: cron.text, after, at: nextOccurrence(cron, utc, after) }).toEqual(expected)
    }
  })
})

describe('when clocks change', () => {
  it('fixed times that are skipped run once, at the first instant after the gap', () => {
    const night = ['2026-03-08T06:00:00Z', '2026-03-08T09:00:00Z'] as const
    // 02:00 to 03:00 does not exist in New York on 8 March 2026; 07:00Z is 03:00 there.
    expect(runs('30 2 * * *', 'America/New_York', ...night)).toEqual(['2026-03-08T07:00:00Z'])
    expect(runs('15,30,45 2 * * *', 'America/New_York', ...night)).toEqual(['2026-03-08T07:00:00Z'])
    expect(runs('0 2,3 * * *', 'America/New_York', ...night)).toEqual(['2026-03-08T07:00:00Z'])
    expect(runs('30 2,3 * * *', 'America/New_York', ...night)).toEqual([
      '2026-03-08T07:00:00Z',
      '2026-03-08T07:30:00Z',
    ])
  })

  it('fixed times that are repeated run once, at the first pass', () => {
    const night = ['2026-11-01T04:00:00Z', '2026-11-01T08:00:00Z'] as const
    expect(runs('30 1 * * *', 'America/New_York', ...night)).toEqual(['2026-11-01T05:30:00Z'])
    expect(runs('0,30 1 * * *', 'America/New_York', ...night)).toEqual([
      '2026-11-01T05:00:00Z',
      '2026-11-01T05:30:00Z',
    ])
    expect(
      nextOccurrence(
        parseCron('30 1 * * *'),
        zoneFor('America/New_York'),
        parseInstant('2026-11-01T06:10:00Z'),
      ),
    ).toBe(parseInstant('2026-11-02T06:30:00Z'))
  })

  it('patterns run at every wall time that exists, in both passes, and make nothing up', () => {
    expect(
      runs('*/30 * * * *', 'America/New_York', '2026-03-08T06:00:00Z', '2026-03-08T08:00:00Z'),
    ).toEqual([
      '2026-03-08T06:30:00Z',
      '2026-03-08T07:00:00Z',
      '2026-03-08T07:30:00Z',
      '2026-03-08T08:00:00Z',
    ])
    expect(
      runs('30 * * * *', 'America/New_York', '2026-11-01T05:00:00Z', '2026-11-01T07:00:00Z'),
    ).toEqual(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
    expect(
      runs('* 2 * * *', 'America/New_York', '2026-03-08T00:00:00Z', '2026-03-09T00:00:00Z'),
    ).toEqual([])
    expect(
      runs('0-30/30 2 * * *', 'America/New_York', '2026-03-08T00:00:00Z', '2026-03-09T00:00:00Z'),
    ).toEqual([])
  })

  const golden: readonly (readonly [string, string, string, string, readonly string[]])[] = [
    // Half an hour: 02:00 to 02:30 is skipped in October, 01:30 to 02:00 repeated in April.
    [
      'Australia/Lord_Howe',
      '15 2 * * *',
      '2026-10-03T00:00:00Z',
      '2026-10-04T16:00:00Z',
      ['2026-10-03T15:30:00Z', '2026-10-04T15:15:00Z'],
    ],
    [
      'Australia/Lord_Howe',
      '45 1 * * *',
      '2026-04-04T00:00:00Z',
      '2026-04-05T16:00:00Z',
      ['2026-04-04T14:45:00Z', '2026-04-05T15:15:00Z'],
    ],
    [
      'Australia/Lord_Howe',
      '45 * * * *',
      '2026-04-04T14:00:00Z',
      '2026-04-04T16:00:00Z',
      ['2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z'],
    ],
    // Midnight itself is skipped: the day starts at 01:00.
    [
      'America/Santiago',
      '0 0 * * *',
      '2026-09-05T04:30:00Z',
      '2026-09-07T04:00:00Z',
      ['2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z'],
    ],
    [
      'America/Santiago',
      '30 0 6 9 *',
      '2026-09-05T04:30:00Z',
      '2026-09-07T04:00:00Z',
      ['2026-09-06T04:00:00Z'],
    ],
    // 30 December 2011 did not happen.
    [
      'Pacific/Apia',
      '0 9 * * *',
      '2011-12-29T12:00:00Z',
      '2011-12-31T20:00:00Z',
      [
        '2011-12-29T19:00:00Z',
        '2011-12-30T10:00:00Z',
        '2011-12-30T19:00:00Z',
        '2011-12-31T19:00:00Z',
      ],
    ],
    [
      'Pacific/Apia',
      '0 9 * * 5',
      '2011-12-24T12:00:00Z',
      '2012-01-06T00:00:00Z',
      ['2011-12-30T10:00:00Z', '2012-01-05T19:00:00Z'],
    ],
    [
      'Pacific/Apia',
      '0 */12 * * *',
      '2011-12-29T12:00:00Z',
      '2011-12-31T00:00:00Z',
      ['2011-12-29T22:00:00Z', '2011-12-30T10:00:00Z', '2011-12-30T22:00:00Z'],
    ],
    // Ramadan: an hour back in February, forward in March.
    [
      'Africa/Casablanca',
      '30 2 * * *',
      '2026-02-14T12:00:00Z',
      '2026-02-16T12:00:00Z',
      ['2026-02-15T01:30:00Z', '2026-02-16T02:30:00Z'],
    ],
    [
      'Africa/Casablanca',
      '30 2 * * *',
      '2026-03-21T12:00:00Z',
      '2026-03-23T12:00:00Z',
      ['2026-03-22T02:00:00Z', '2026-03-23T01:30:00Z'],
    ],
    // Irish standard time is the summer's.
    [
      'Europe/Dublin',
      '30 1 * * *',
      '2026-03-28T12:00:00Z',
      '2026-03-30T12:00:00Z',
      ['2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z'],
    ],
    [
      'Europe/Dublin',
      '30 1 * * *',
      '2026-10-24T12:00:00Z',
      '2026-10-26T12:00:00Z',
      ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    ],
    // 45 minutes off the hour: 02:45 to 03:45.
    [
      'Pacific/Chatham',
      '0 3 * * *',
      '2026-09-26T00:00:00Z',
      '2026-09-27T15:00:00Z',
      ['2026-09-26T14:00:00Z', '2026-09-27T13:15:00Z'],
    ],
    [
      'Pacific/Chatham',
      '0 3 * * *',
      '2026-04-04T00:00:00Z',
      '2026-04-05T15:00:00Z',
      ['2026-04-04T13:15:00Z', '2026-04-05T14:15:00Z'],
    ],
    // The last change, in 2022; none since.
    [
      'Asia/Tehran',
      '30 0 * * *',
      '2022-03-21T00:00:00Z',
      '2022-03-23T00:00:00Z',
      ['2022-03-21T20:30:00Z', '2022-03-22T20:00:00Z'],
    ],
    [
      'Asia/Tehran',
      '30 0 * * *',
      '2026-03-21T00:00:00Z',
      '2026-03-23T00:00:00Z',
      ['2026-03-21T21:00:00Z', '2026-03-22T21:00:00Z'],
    ],
    // One minute past midnight, until 2011.
    [
      'America/St_Johns',
      '0,30 0 * * *',
      '2010-03-13T12:00:00Z',
      '2010-03-14T12:00:00Z',
      ['2010-03-14T03:30:00Z', '2010-03-14T03:31:00Z'],
    ],
    [
      'America/St_Johns',
      '30 23 * * *',
      '2010-11-06T12:00:00Z',
      '2010-11-08T12:00:00Z',
      ['2010-11-07T02:00:00Z', '2010-11-08T03:00:00Z'],
    ],
    [
      'America/St_Johns',
      '0 0 * * *',
      '2010-11-06T12:00:00Z',
      '2010-11-08T12:00:00Z',
      ['2010-11-07T02:30:00Z', '2010-11-08T03:30:00Z'],
    ],
    // Two hours at once: 01:00 to 03:00.
    [
      'Antarctica/Troll',
      '0,30 1-2 * * *',
      '2026-03-28T12:00:00Z',
      '2026-03-29T12:00:00Z',
      ['2026-03-29T01:00:00Z'],
    ],
    [
      'Antarctica/Troll',
      '30 1 * * *',
      '2026-10-24T12:00:00Z',
      '2026-10-25T12:00:00Z',
      ['2026-10-24T23:30:00Z'],
    ],
    [
      'Antarctica/Troll',
      '30 * * * *',
      '2026-10-24T23:00:00Z',
      '2026-10-25T03:00:00Z',
      [
        '2026-10-24T23:30:00Z',
        '2026-10-25T00:30:00Z',
        '2026-10-25T01:30:00Z',
        '2026-10-25T02:30:00Z',
      ],
    ],
    // Midnight on a Friday in April is skipped, the hour before midnight repeated in October.
    [
      'Africa/Cairo',
      '0 0 * * *',
      '2026-04-23T12:00:00Z',
      '2026-04-24T22:00:00Z',
      ['2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
    ],
    [
      'Africa/Cairo',
      '30 23 * * *',
      '2026-10-29T12:00:00Z',
      '2026-10-30T22:00:00Z',
      ['2026-10-29T20:30:00Z', '2026-10-30T21:30:00Z'],
    ],
    // The hour before midnight is skipped: the gap ends on the next day.
    [
      'America/Nuuk',
      '30 23 * * *',
      '2026-03-28T12:00:00Z',
      '2026-03-30T12:00:00Z',
      ['2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z'],
    ],
    // New Year's Eve 1994 did not happen.
    [
      'Pacific/Kiritimati',
      '0 9 * * *',
      '1994-12-30T12:00:00Z',
      '1994-12-31T20:00:00Z',
      ['1994-12-30T19:00:00Z', '1994-12-31T10:00:00Z', '1994-12-31T19:00:00Z'],
    ],
  ]
  it.each(golden)(
    'in %s, %s from %s until %s runs as worked out by hand',
    (zone, cron, after, until, expected) => {
      expect(runs(cron, zone, after, until)).toEqual(expected)
    },
  )
})
