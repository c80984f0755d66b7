// Goal: the cached rules say what the zone database says. Method: Temporal as oracle, in every zone.
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  formatInstant,
  nextOccurrence,
  parseCron,
  parseInstant,
  utc,
  Zone,
  zoneFor,
} from '../src/index.ts'
import { ZONE_CACHE_MAX_ENTRIES } from '../src/limits.ts'
import { zonesCached } from '../src/time/zone-names.ts'
import { changesOf, disputedChanges } from './support/changes.ts'
import { seeded } from './support/seeded.ts'

const allZones = Intl.supportedValuesOf('timeZone')
const hour = 3_600_000
const [from, to] = [Date.UTC(2000, 0, 1), Date.UTC(2040, 0, 1)]

const temporalOffset = (zone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6

describe('zones', () => {
  it('change where Temporal says they do, from 2000 to 2040', () => {
    const random = seeded(7)
    const sample = [
      'Asia/Gaza',
      'America/Recife',
      'Africa/Casablanca',
      'Australia/Lord_Howe',
      ...Array.from({ length: 12 }, () => random.pick(allZones)),
    ]
    for (const name of sample) expect(disputedChanges(name, from, to)).toEqual([])
  })

  it('have the right offset at random instants from 1970 to 2200, in every zone', () => {
    const random = seeded(8)
    for (const name of allZones) {
      const year = 1970 + random.below(230)
      const at = Date.UTC(
        year,
        random.below(12),
        1 + random.below(28),
        random.below(24),
        random.below(60),
      )
      expect({ name, at, offset: zoneFor(name).offsetAt(at) }).toEqual({
        name,
        at,
        offset: temporalOffset(name, at),
      })
    }
  })

  it('keep their rules past 2037', () => {
    const zone = zoneFor('America/New_York')
    for (const year of [2038, 2100, 2150, 2199, 2400]) {
      expect(zone.offsetAt(Date.UTC(year, 6, 1))).toBe(-4 * hour)
      expect(zone.offsetAt(Date.UTC(year, 0, 1))).toBe(-5 * hour)
      expect(changesOf(zone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))).toHaveLength(2)
    }
  })

  it('do not depend on the order of questions', () => {
    const instants = [2026, 1950, 2300, 1969, 2100, 1905, 2027, 1000, 5000].map((year) =>
      Date.UTC(year, 6, 1),
    )
    // Summer time from the first of April to the last of September, for ever.
    const probe = (at: number) => (new Date(at).getUTCMonth() % 9 >= 3 ? hour : 0)
    const answers = (order: number[]) => {
      const zone = new Zone('Test/Zone', probe)
      return new Map(order.map((at) => [at, zone.offsetAt(at)]))
    }
    const [there, back] = [answers(instants), answers([...instants].reverse())]
    expect([...there].sort()).toEqual([...back].sort())
    const zone = new Zone('Test/Zone', probe)
    for (const at of instants) zone.offsetAt(at)
    const once = new Zone('Test/Zone', probe)
    const span = [Date.UTC(1980, 0, 1), Date.UTC(2200, 0, 1)] as const
    expect(changesOf(zone, ...span)).toEqual(changesOf(once, ...span))
  })

  it('probe at most as often as needed: a second question of the same years is free', () => {
    let probes = 0
    const zone = new Zone('Europe/Berlin', (at) => {
      probes++
      return temporalOffset('Europe/Berlin', at)
    })
    zone.offsetAt(Date.UTC(2026, 0, 1))
    const first = probes
    for (let i = 0; i < 1000; i++) zone.offsetAt(Date.UTC(2022, 0, i))
    expect(first).toBeLessThan(4000)
    expect(probes).toBe(first)
  })

  it('without changes are not looked up beyond the years asked for', () => {
    let probes = 0
    const zone = new Zone('Test/Steady', () => {
      probes++
      return hour
    })
    expect(nextOccurrence(parseCron('0 9 * * *'), zone, 0)).toBe(8 * hour)
    expect(zone.resolve(0)).toEqual({ kind: 'unique', at: -hour })
    expect(probes).toBeLessThan(6000)
  })

  it.each([
    [
      'Europe/Berlin',
      '2026-03-29T02:30',
      { kind: 'gap', at: '2026-03-29T01:00:00Z', shifted: '2026-03-29T01:30:00Z' },
    ],
    [
      'Europe/Berlin',
      '2026-10-25T02:30',
      { kind: 'overlap', first: '2026-10-25T00:30:00Z', second: '2026-10-25T01:30:00Z' },
    ],
    ['Europe/Berlin', '2026-10-25T03:00', { kind: 'unique', at: '2026-10-25T02:00:00Z' }],
    [
      'Europe/Berlin',
      '2026-10-25T02:00',
      { kind: 'overlap', first: '2026-10-25T00:00:00Z', second: '2026-10-25T01:00:00Z' },
    ],
    [
      'Europe/Berlin',
      '2026-03-29T02:00',
      { kind: 'gap', at: '2026-03-29T01:00:00Z', shifted: '2026-03-29T01:00:00Z' },
    ],
    ['Europe/Berlin', '2026-03-29T03:00', { kind: 'unique', at: '2026-03-29T01:00:00Z' }],
    [
      'Pacific/Apia',
      '2011-12-30T12:00',
      { kind: 'gap', at: '2011-12-30T10:00:00Z', shifted: '2011-12-30T22:00:00Z' },
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-05T01:45',
      { kind: 'overlap', first: '2026-04-04T14:45:00Z', second: '2026-04-04T15:15:00Z' },
    ],
    [
      'Africa/Monrovia',
      '1972-01-07T00:30',
      { kind: 'gap', at: '1972-01-07T00:44:30Z', shifted: '1972-01-07T01:14:30Z' },
    ],
    ['UTC', '2026-03-29T02:30', { kind: 'unique', at: '2026-03-29T02:30:00Z' }],
  ])('in %s %s is %o', (name, wall, expected) => {
    const found = zoneFor(name).resolve(parseInstant(`${wall}:00Z`))
    const shown = Object.entries(found).map(([key, value]) => [
      key,
      typeof value === 'number' ? formatInstant(value) : value,
    ])
    expect(Object.fromEntries(shown)).toEqual(expected)
  })

  it('resolve wall times as Temporal does, around changes', () => {
    const random = seeded(9)
    for (let i = 0; i < 60; i++) {
      const name = random.pick(allZones)
      const changes = changesOf(zoneFor(name), from, to)
      if (changes.length === 0) continue
      const change = random.pick(changes)
      const wall =
        Math.floor((change.at + change.before) / 60_000) * 60_000 +
        (random.below(300) - 150) * 60_000
      const plain = Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, 19))
      const ask = (disambiguation: 'earlier' | 'later' | 'compatible') =>
        plain.toZonedDateTime(name, { disambiguation }).epochMilliseconds
      expect({ name, wall, at: zoneFor(name).instantOf(wall) }).toEqual({
        name,
        wall,
        at: ask('compatible'),
      })
      const found = zoneFor(name).resolve(wall)
      if (found.kind === 'overlap')
        expect([found.first, found.second]).toEqual([ask('earlier'), ask('later')])
      else expect(found.kind === 'unique').toBe(ask('earlier') === ask('later'))
    }
  })

  it('are the same for any spelling of case, and UTC is always there', () => {
    expect(zoneFor('europe/berlin')).toBe(zoneFor('Europe/Berlin'))
    expect([zoneFor('UTC'), zoneFor('utc'), zoneFor('Etc/UTC')]).toEqual([utc, utc, utc])
    expect([utc.offsetAt(0), utc.end(utc.indexAt(0), 1)]).toEqual([0, Number.POSITIVE_INFINITY])
  })

  it.each([
    ['Berlin', 'Did you mean "Europe/Berlin"?'],
    ['new york', 'Did you mean "America/New_York"?'],
    ['Europe/Berln', 'Did you mean "Europe/Berlin"?'],
    ['Mars/Olympus_Mons', 'Use an IANA name such as "Europe/Berlin", or "UTC".'],
    ['+02:00', 'Use an IANA name'],
    ['', 'Use an IANA name'],
    ['x'.repeat(100_000), 'Use an IANA name'],
    ['__proto__', 'Use an IANA name'],
  ])('%s does not exist, and the error says what to do', (name, help) => {
    expect(() => zoneFor(name)).toThrow(
      expect.objectContaining({ code: 'unknown-zone', message: expect.stringContaining(help) }),
    )
  })

  it('are kept in a bounded cache', () => {
    for (const name of allZones) zoneFor(name)
    for (const name of allZones) zoneFor(name.toUpperCase())
    expect(zonesCached()).toBeLessThanOrEqual(ZONE_CACHE_MAX_ENTRIES)
  })
})
