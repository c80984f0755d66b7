// Goal: datetimes read and print exactly, and nonsense is refused. Method: cases, and Date as oracle.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstant, parseInstant } from '../src/index.ts'

describe('datetimes', () => {
  it.each([
    ['2026-12-31T23:59:00Z', Date.UTC(2026, 11, 31, 23, 59)],
    ['2026-12-31T23:59Z', Date.UTC(2026, 11, 31, 23, 59)],
    ['2026-12-31T23:59:00.5Z', Date.UTC(2026, 11, 31, 23, 59, 0, 500)],
    ['2026-12-31T23:59:00.123000Z', Date.UTC(2026, 11, 31, 23, 59, 0, 123)],
    ['2026-12-31T23:59:00+01:00', Date.UTC(2026, 11, 31, 22, 59)],
    ['2026-12-31T23:59:00-03:30', Date.UTC(2027, 0, 1, 3, 29)],
    ['2024-02-29T00:00:00z', Date.UTC(2024, 1, 29)],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
    ['+275760-09-13T00:00:00Z', 8_640_000_000_000_000],
  ])('%s is read', (text, at) => {
    expect(parseInstant(text)).toBe(at)
  })

  it.each([
    ['2026-12-31T23:59:00', 'an offset is required', 19],
    ['2026-02-29T00:00:00Z', 'month 02 of 2026 has no day 29', 8],
    ['2026-13-01T00:00:00Z', 'there is no month 13', 5],
    ['2026-01-01T24:00:00Z', 'there is no hour 24', 11],
    ['2026-01-01T00:60:00Z', 'there is no minute 60', 14],
    ['2026-01-01T00:00:60Z', 'there is no second 60', 17],
    ['2026-01-01T00:00:00.0001Z', 'finer than a millisecond', 19],
    ['2026-01-01T00:00:00+25:00', 'there is no offset +25:00', 19],
    ['2026-01-01', 'write it like', 0],
    ['', 'write it like', 0],
    ['x'.repeat(10_000), 'longer than', 0],
  ])('%s is refused', (text, problem, offset) => {
    const refused = expect.objectContaining({ code: 'bad-literal', offset, retryable: false })
    expect(() => parseInstant(text)).toThrow(refused)
    expect(() => parseInstant(text)).toThrow(problem)
  })

  it('beyond the end of time are refused', () => {
    const refused = expect.objectContaining({ code: 'time-out-of-range' })
    expect(() => parseInstant('+275760-09-13T00:00:01Z')).toThrow(refused)
    expect(() => formatInstant(Number.NaN)).toThrow(refused)
  })

  it('print as Date prints them, but for zero milliseconds, and read back', () => {
    const instant = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 })
    fc.assert(
      fc.property(instant, (at) => {
        expect(formatInstant(at)).toBe(new Date(at).toISOString().replace('.000Z', 'Z'))
        expect(parseInstant(formatInstant(at))).toBe(at)
      }),
      { seed: 2, numRuns: 2000 },
    )
  })
})
