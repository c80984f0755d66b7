// Goal: datetimes, durations and crons have one text each, and all usual texts are read.
// Method: compared with the machine's dates and with the language's own reader; tables for the rest.
import { duration, formatDuration, parseCron, parseDuration as wanted } from '@cellwake/language'
import { describe, expect, it } from 'vitest'
import { cronText } from '../../src/cron-text.ts'
import {
  datetimeText,
  durationText,
  parseDatetime,
  parseDuration,
  parseIsoDatetime,
} from '../../src/time-text.ts'
import { durationOf } from '../../src/values.ts'
import { withBerlin } from './zones.ts'

describe('the text of a datetime', () => {
  it('is that of the machine, and is read back', () => {
    const ends = [-8.64e15, 8.64e15, 0, -1, 1, 253_402_300_800_000, -62_167_219_200_001]
    for (let i = -3000; i < 3000; i++) ends.push(i * 987_654_321_987)
    for (const ms of ends) {
      expect(datetimeText(ms)).toBe(new Date(ms).toISOString())
      expect(parseDatetime(datetimeText(ms))).toBe(ms)
    }
  })

  const noon = '2026-01-31T12:00:00.000Z'
  const midnight = '2026-01-31T00:00:00.000Z'
  it.each([
    ['2026-01-31', midnight],
    [' 2026-01-31 ', midnight],
    ['2026-1-31', midnight],
    ['2026/01/31', midnight],
    ['1/31/2026', midnight],
    ['1/31/26', midnight],
    ['1-31-2026', midnight],
    ['31 Jan 2026', midnight],
    ['31-jan-2026', midnight],
    ['31 January 26', midnight],
    ['January 31, 2026', midnight],
    ['JAN 31,2026', midnight],
    ['Jan 31 2026', midnight],
    ['Sept 5, 2026', '2026-09-05T00:00:00.000Z'],
    ['Feb 2026', '2026-02-01T00:00:00.000Z'],
    ['5/6/1999', '1999-05-06T00:00:00.000Z'],
    ['5/6/30', '1930-05-06T00:00:00.000Z'],
    ['5/6/29', '2029-05-06T00:00:00.000Z'],
    ['2026-01-31 12:00', noon],
    ['2026-01-31T12:00', noon],
    ['2026-01-31t12:00z', noon],
    ['2026-01-31T13:30:00+01:30', noon],
    ['2026-01-31T12:00:00,000Z', noon],
    ['1/31/2026 12:00 PM', noon],
    ['January 31, 2026, 12:00:00 pm', noon],
    ['31 Jan 2026 12 AM', midnight],
    ['2026-01-31T23:59:59.25-00:30', '2026-02-01T00:29:59.250Z'],
    ['+012026-01-31T00:00Z', '+012026-01-31T00:00:00.000Z'],
    ['-000004-02-29', '-000004-02-29T00:00:00.000Z'],
    ['10:30', '1899-12-30T10:30:00.000Z'],
    ['10:3', '1899-12-30T10:03:00.000Z'],
    ['10:30:15 PM', '1899-12-30T22:30:15.000Z'],
  ])('%s is %s', (text, iso) => {
    const ms = parseDatetime(text)
    expect(ms === undefined ? ms : datetimeText(ms)).toBe(iso)
  })

  it.each([
    '',
    ' ',
    'x',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-31T',
    '2026-01-31T24:00',
    '2026-01-31T10:60',
    '2026-01-31T10:00:60Z',
    '2026-01-31T10:00:00.0001Z',
    '2026-01-31T10:00+24:00',
    '2026-01-31T10:00Z ago',
    '2026-01-31-',
    '13/31/2026',
    '31 Foo 2026',
    '31 Jan',
    '31/Jan/2026',
    '1.5',
    '12',
    '13:00 PM',
    '0:30 AM',
    '２０２６-01-31',
    '2026-01-31T10:00:00Z                                                                 ',
    '+999999-01-01T00:00Z',
  ])('%j is no datetime', (text) => {
    expect(parseDatetime(text)).toBeUndefined()
  })

  it('without an offset is in the zone of the model', () => {
    withBerlin('the zone', () => {
      expect(parseDatetime('2026-01-31T10:00')).toBe(Date.parse('2026-01-31T09:00Z'))
      expect(parseDatetime('July 1, 2026')).toBe(Date.parse('2026-06-30T22:00Z'))
      expect(parseDatetime('2026-07-01T00:00Z')).toBe(Date.parse('2026-07-01T00:00Z'))
    })
  })

  it('in ISO form alone is stricter', () => {
    const iso = ['2026-01-31', '2026-01-31T10:00', '2026-01-31T10:00:00.5+01:00']
    for (const text of iso) expect(parseIsoDatetime(text)).toBe(parseDatetime(text))
    for (const text of [
      '2026-1-31',
      '2026/01/31',
      '1/31/2026',
      '2026-01-31 10:00',
      '2026-01-31T10:3',
      '10:30',
    ])
      expect(parseIsoDatetime(text)).toBeUndefined()
  })
})

describe('the text of a duration', () => {
  const amounts = [0, 1, -1, 11, 12, -13, 25, 250]
  const times = [0, 1, -1, 90_000, 129_600_000, -3_600_500, 61_010, 59_999, 8.64e15]

  it('is that of the language, and is read back', () => {
    for (const months of amounts)
      for (const days of amounts)
        for (const ms of times) {
          const text = durationText(durationOf(months, days, ms))
          expect(text).toBe(formatDuration(duration({ months, days, ms })))
          expect(parseDuration(text)).toStrictEqual(durationOf(months, days, ms))
        }
  })

  it.each([
    'PT36H',
    'PT1M30S',
    'P1D',
    'p1y2m3w4dt5h6m7.891s',
    '-PT1.5S',
    '+P1D',
    'P7DT-1H',
    'P-1M',
    'PT0S',
    'PT1,25S',
    'PT1.5000S',
    'P0D',
    'PT000000000000001S',
    '-P-1D',
  ])('%s is read as the language reads it', (text) => {
    expect(parseDuration(text)).toStrictEqual({ k: 3, ...wanted(text) })
  })

  it.each([
    '',
    'P',
    'PT',
    'P1',
    'P1H',
    'PT1D',
    'P1DT',
    'P1.5D',
    'PT1.0001S',
    'PT1.S',
    'P1D1Y',
    'P1D2D',
    'PT1S1S',
    'P1DT1HT1M',
    '--P1D',
    'PT1234567890123456S',
    'P99999Y',
    'PT9999999999999H',
    '1D',
    'P１D',
  ])('%j is no duration, here and in the language', (text) => {
    expect(parseDuration(text)).toBeUndefined()
    expect(() => wanted(text)).toThrow()
  })
})

describe('the text of a cron', () => {
  it.each([
    '0 9 * * 1-5',
    '*/15 0-6 1,15 JAN-Mar mon,fri',
    '  0   0\t* * 7 ',
    '@daily',
    '@WEEKLY',
    '0 0 29 2 *',
    '0 0 31 2 1',
    '0 0 * * fri-sun',
    '0 0 * * */7',
    '5-59/10 * * * *',
  ])('%j is accepted as the language accepts it', (text) => {
    expect(cronText(text)).toBe(parseCron(text).text)
  })

  it.each([
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '0 0 31 2 *',
    '5/10 * * * *',
    '*/0 * * * *',
    '*/61 * * * *',
    '9-5 * * * *',
    '1,,2 * * * *',
    '1-2-3 * * * *',
    '*/2/3 * * * *',
    'x * * * *',
    '-1 * * * *',
    '*-5 * * * *',
    '@daily @daily',
    '@never',
    '0 0 * FOO *',
    '１ * * * *',
  ])('%j is refused, here and in the language', (text) => {
    expect(cronText(text)).toBeUndefined()
    expect(() => parseCron(text)).toThrow()
  })
})
