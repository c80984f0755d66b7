// Goal: durations keep months, days and milliseconds apart, and the calendar does the adding.
// Method: cases by hand, properties, and Temporal as the oracle for adding in a zone.
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  addDurations,
  addToInstant,
  compareDurations,
  divideDurations,
  duration,
  formatDuration,
  formatInstant,
  multiplyDuration,
  parseDuration,
  parseInstant,
  utc,
  zoneFor,
} from '../src/index.ts'

const anyDuration = fc
  .record({
    months: fc.integer({ min: -500, max: 500 }),
    days: fc.integer({ min: -5000, max: 5000 }),
    ms: fc.integer({ min: -1e12, max: 1e12 }),
  })
  .map(duration)

describe('durations as text', () => {
  it.each([
    ['PT15M', { ms: 900_000 }, 'PT15M'],
    ['PT36H', { ms: 129_600_000 }, 'PT36H'],
    ['PT90S', { ms: 90_000 }, 'PT1M30S'],
    ['P1D', { days: 1 }, 'P1D'],
    ['P1W', { days: 7 }, 'P7D'],
    ['P1M', { months: 1 }, 'P1M'],
    ['P1Y', { months: 12 }, 'P1Y'],
    ['P14M', { months: 14 }, 'P1Y2M'],
    ['PT0.1S', { ms: 100 }, 'PT0.1S'],
    ['PT1,250S', { ms: 1250 }, 'PT1.25S'],
    ['P1Y2M3W4DT5H6M7.008S', { months: 14, days: 25, ms: 18_367_008 }, 'P1Y2M25DT5H6M7.008S'],
    ['PT0S', {}, 'PT0S'],
    ['P0D', {}, 'PT0S'],
    ['-PT0S', {}, 'PT0S'],
    ['-P1DT1H', { days: -1, ms: -3_600_000 }, '-P1DT1H'],
    ['+P1D', { days: 1 }, 'P1D'],
    ['P7DT-1H', { days: 7, ms: -3_600_000 }, 'P7DT-1H'],
    ['-P7DT-1H-30.5S', { days: -7, ms: 3_630_500 }, 'P-7DT1H30.5S'],
    ['pt5m', { ms: 300_000 }, 'PT5M'],
  ])('%s is read, and printed canonically', (text, parts, canonical) => {
    expect(parseDuration(text)).toEqual(duration(parts))
    expect(formatDuration(parseDuration(text))).toBe(canonical)
  })

  it.each([
    ['', 'starts with P', 0],
    ['15M', 'starts with P', 0],
    ['P', 'empty', 1],
    ['PT', 'a time must follow T', 2],
    ['P1', 'a number and a unit', 1],
    ['P1H', 'H stands behind T, as in PT1H', 2],
    ['PT1D', 'D stands before T', 3],
    ['PT1M1H', 'from large to small', 5],
    ['P1D1D', 'from large to small', 4],
    ['PT1.5H', 'only seconds may have a fraction', 2],
    ['P1.5D', 'only seconds', 1],
    ['PT0.0001S', 'finer than a millisecond', 2],
    ['PT1H ', 'a number and a unit', 4],
    ['P999999999M', 'too long', 0],
    [`P${'1'.repeat(200)}D`, 'longer than', 0],
  ])('%s is refused', (text, problem, offset) => {
    expect(() => parseDuration(text)).toThrow(
      expect.objectContaining({
        code: 'bad-literal',
        offset,
        message: expect.stringContaining(problem),
      }),
    )
  })

  it('read back what was printed, part by part', () => {
    fc.assert(
      fc.property(anyDuration, (one) => {
        expect(parseDuration(formatDuration(one))).toEqual(one)
      }),
      { seed: 3, numRuns: 2000 },
    )
  })

  it('are read or refused, whatever the text, without a crash', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'PT-+.,0123456789YMWDHS x'),
      maxLength: 140,
    })
    fc.assert(
      fc.property(fc.oneof(letters, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        const code = codeOf(() => formatDuration(parseDuration(text)))
        expect([undefined, 'bad-literal']).toContain(code)
      }),
      { seed: 4, numRuns: 5000 },
    )
  })

  it('of ten million characters are refused at once', () => {
    expect(codeOf(() => parseDuration('P1'.repeat(5_000_000)))).toBe('bad-literal')
  })
})

describe('arithmetic on durations', () => {
  it('adds part by part', () => {
    const sum = addDurations(parseDuration('P1M2DT3H'), parseDuration('P1Y1DT-4H'))
    expect(formatDuration(sum)).toBe('P1Y1M3DT-1H')
  })

  it.each([
    ['PT10M', 3, 'PT30M'],
    ['P1D', 2, 'P2D'],
    ['P1D', 0.5, 'PT12H'],
    ['P3D', 0.5, 'P1DT12H'],
    ['P1M', 2, 'P2M'],
    ['P1Y', 0.5, 'P6M'],
    ['P49D', 1 / 49, 'P1D'],
    ['PT1S', 1 / 3, 'PT0.333S'],
    ['P1DT1H', -1, '-P1DT1H'],
    ['P1M', 0, 'PT0S'],
  ])('%s times %s is %s', (text, factor, product) => {
    expect(formatDuration(multiplyDuration(parseDuration(text), factor))).toBe(product)
  })

  it('cannot take half of a month', () => {
    const half = () => multiplyDuration(parseDuration('P1M'), 0.5)
    expect(half).toThrow(expect.objectContaining({ code: 'months-have-no-length' }))
  })

  it('compares and divides with a day as 24 hours', () => {
    expect(compareDurations(parseDuration('P1D'), parseDuration('PT24H'))).toBe(0)
    expect(compareDurations(parseDuration('P1D'), parseDuration('PT25H'))).toBe(-1)
    expect(compareDurations(parseDuration('P1W'), parseDuration('P6D'))).toBe(1)
    expect(divideDurations(parseDuration('P1D'), parseDuration('PT8H'))).toBe(3)
  })

  it('does not compare or divide months', () => {
    const refused = expect.objectContaining({ code: 'months-have-no-length' })
    expect(() => compareDurations(parseDuration('P1M'), parseDuration('P30D'))).toThrow(refused)
    expect(() => divideDurations(parseDuration('P1D'), parseDuration('P1M'))).toThrow(refused)
  })

  it.each([{ days: 0.5 }, { ms: Number.NaN }, { months: 1e9 }])('refuses %o', (parts) => {
    expect(() => duration(parts)).toThrow(expect.objectContaining({ code: 'time-out-of-range' }))
  })
})

describe('adding a duration to an instant', () => {
  it.each([
    ['2026-01-31T12:00:00Z', 'P1M', 'UTC', '2026-02-28T12:00:00Z'],
    ['2028-01-31T12:00:00Z', 'P1M', 'UTC', '2028-02-29T12:00:00Z'],
    ['2024-02-29T00:00:00Z', 'P1Y', 'UTC', '2025-02-28T00:00:00Z'],
    ['2024-02-29T00:00:00Z', 'P4Y', 'UTC', '2028-02-29T00:00:00Z'],
    ['2026-03-31T00:00:00Z', '-P1M', 'UTC', '2026-02-28T00:00:00Z'],
    ['2026-01-31T00:00:00Z', 'P1M1D', 'UTC', '2026-03-01T00:00:00Z'],
    // The day the clocks go forward has 23 hours.
    ['2026-03-28T12:00:00+01:00', 'P1D', 'Europe/Berlin', '2026-03-29T10:00:00Z'],
    ['2026-03-28T12:00:00+01:00', 'PT24H', 'Europe/Berlin', '2026-03-29T11:00:00Z'],
    // 02:30 does not exist on that day: 03:30 it is.
    ['2026-03-28T02:30:00+01:00', 'P1D', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    // 02:30 is there twice: the first.
    ['2026-10-24T02:30:00+02:00', 'P1D', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    // Exact time in the second pass stays exact.
    ['2026-10-25T02:30:00+01:00', 'PT1S', 'Europe/Berlin', '2026-10-25T01:30:01Z'],
  ])('%s plus %s in %s is %s', (at, length, zone, expected) => {
    const sum = addToInstant(parseInstant(at), parseDuration(length), zoneFor(zone))
    expect(formatInstant(sum)).toBe(expected)
  })

  it('agrees with Temporal in many zones', () => {
    const zones = [
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Africa/Casablanca',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Antarctica/Troll',
    ]
    const at = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2060, 0, 1) })
    const oneSign = anyDuration.map(({ months, days, ms }) =>
      duration({ months: Math.abs(months), days: Math.abs(days), ms: Math.abs(ms) }),
    )
    fc.assert(
      fc.property(at, oneSign, fc.constantFrom(...zones), fc.boolean(), (at, one, zone, back) => {
        const length = multiplyDuration(one, back ? -1 : 1)
        const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
        const expected = start.add({
          months: length.months,
          days: length.days,
          milliseconds: length.ms,
        })
        expect(addToInstant(at, length, zoneFor(zone))).toBe(expected.epochMilliseconds)
      }),
      { seed: 5, numRuns: 1500 },
    )
  })

  it('beyond the end of time is an error', () => {
    const late = parseInstant('+275760-09-01T00:00:00Z')
    for (const length of ['P1M', 'P20D', 'PT999H'])
      expect(codeOf(() => addToInstant(late, parseDuration(length), utc))).toBe('time-out-of-range')
  })
})

function codeOf(run: () => unknown): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return (error as { code?: unknown }).code ?? error
  }
}
