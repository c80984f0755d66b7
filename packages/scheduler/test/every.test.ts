// Goal: occurrence k is start + k·d, and the next is found without counting. Method: a naive loop.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addToInstant,
  duration,
  every,
  formatInstant,
  multiplyDuration,
  parseDuration,
  parseInstant,
  utc,
  zoneFor,
} from '../src/index.ts'

const occurrences = (start: string, length: string, zone: string, count: number) => {
  const interval = every(parseInstant(start), parseDuration(length), zoneFor(zone))
  return Array.from({ length: count }, (_, i) => formatInstant(interval.at(i + 1)!))
}

describe('every', () => {
  it('clamps month ends for each occurrence anew', () => {
    expect(occurrences('2026-01-31T00:00:00Z', 'P1M', 'UTC', 4)).toEqual([
      '2026-02-28T00:00:00Z',
      '2026-03-31T00:00:00Z',
      '2026-04-30T00:00:00Z',
      '2026-05-31T00:00:00Z',
    ])
  })

  it('keeps the wall time of days across a clock change, and returns to it after a gap', () => {
    expect(occurrences('2026-03-27T02:30:00+01:00', 'P1D', 'Europe/Berlin', 3)).toEqual([
      '2026-03-28T01:30:00Z',
      '2026-03-29T01:30:00Z',
      '2026-03-30T00:30:00Z',
    ])
  })

  it('counts exact time straight through a clock change', () => {
    expect(occurrences('2026-03-29T00:00:00Z', 'PT1H', 'Europe/Berlin', 2)).toEqual([
      '2026-03-29T01:00:00Z',
      '2026-03-29T02:00:00Z',
    ])
  })

  it('never gives the start itself, and the first occurrence for any time before', () => {
    const interval = every(1000, duration({ ms: 10 }), utc)
    expect([interval.next(-5000), interval.next(999), interval.next(1000)]).toEqual([
      1010, 1010, 1010,
    ])
    expect([interval.next(1009), interval.next(1010)]).toEqual([1010, 1020])
  })

  it('finds one of 3 billion occurrences without visiting the others', () => {
    const start = parseInstant('2016-01-01T00:00:00Z')
    const interval = every(start, duration({ ms: 100 }), utc)
    const after = parseInstant('2026-01-01T00:00:00.050Z')
    let last = 0
    for (let i = 0; i < 100_000; i++) last = interval.next(after + i * 100) ?? 0
    expect(last).toBe(after + 50 + 99_999 * 100)
    expect(interval.indexAfter(after)).toBe((after + 50 - start) / 100)
  })

  it('visits few occurrences for calendar intervals too, however far the start', () => {
    const start = parseInstant('1600-01-31T00:00:00Z')
    const interval = every(start, parseDuration('P1DT1S'), zoneFor('America/New_York'))
    expect(interval.next(parseInstant('2400-01-01T00:00:00Z'))).toBeGreaterThan(0)
    expect(
      every(start, parseDuration('P1M'), utc).indexAfter(parseInstant('2400-01-31T00:00:00Z')),
    ).toBe(9601)
  })

  it('gives the same as a naive loop', () => {
    const zones = [
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'America/Santiago',
    ]
    const length = fc
      .record({
        months: fc.nat(3),
        days: fc.nat(9),
        ms: fc.constantFrom(0, 1, 1000, 3_600_000, 90_000_001),
      })
      .filter(
        (parts) =>
          parts.months + parts.days + parts.ms > 3_600_000 / 4 || parts.months + parts.days > 0,
      )
      .map(duration)
    const start = fc.integer({ min: Date.UTC(2009, 0, 1), max: Date.UTC(2013, 0, 1) })
    fc.assert(
      fc.property(
        start,
        length,
        fc.constantFrom(...zones),
        fc.integer({ min: -1, max: 1 }),
        (start, length, name, nudge) => {
          const zone = zoneFor(name)
          const interval = every(start, length, zone)
          const naive = Array.from({ length: 40 }, (_, i) =>
            addToInstant(start, multiplyDuration(length, i + 1), zone),
          )
          for (const [i, at] of naive.entries()) {
            expect(interval.at(i + 1)).toBe(at)
            const next = naive.find((one) => one > at + nudge)
            if (next !== undefined) expect(interval.next(at + nudge)).toBe(next)
          }
        },
      ),
      { seed: 6, numRuns: 150 },
    )
  })

  it.each(['PT0S', '-PT1S', 'P1M-1D', 'P1DT-1H'])(
    '%s is refused: it does not lead forward',
    (text) => {
      expect(() => every(0, parseDuration(text), utc)).toThrow(
        expect.objectContaining({ code: 'bad-interval' }),
      )
    },
  )

  it('ends with time', () => {
    const end = parseInstant('+275760-09-13T00:00:00Z')
    expect(every(end - 5, duration({ ms: 10 }), utc).next(end - 5)).toBeUndefined()
    expect(every(0, duration({ months: 12 }), utc).next(end)).toBeUndefined()
    expect(every(0, duration({ months: 12 }), utc).at(1e12)).toBeUndefined()
  })
})
