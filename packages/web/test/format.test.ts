// Goal: values, instants and spans read as the house writes them. Method: pure functions on chosen cases.

import { expect, it } from 'vitest'
import { matchScore } from '../src/app/match.ts'
import { routeOf, to } from '../src/app/router.ts'
import {
  counted,
  formatCell,
  formatDuration,
  formatInstant,
  formatJson,
  formatNumber,
  formatSpan,
} from '../src/parts/format.ts'
import { absolute, ago, ahead } from '../src/parts/moments.ts'
import { withRanges } from '../src/parts/ranges.ts'
import { dayStart, instantAt, isoIn, wallTime, type Zone, zoneName } from '../src/parts/zone.ts'

const berlin: Zone = { shown: 'Europe/Berlin', home: 'Europe/Berlin', isNamed: false }
const abroad: Zone = { shown: 'Asia/Tokyo', home: 'Europe/Berlin', isNamed: true }

/** Blanks that do not break read as blanks here. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it.each([
  [1234.5, 'number', '1,234.5'],
  [-2.5, 'number', '−2.5'],
  [-0.0000001, 'number', '−1e−7'],
  [0.1 + 0.2, 'number', '0.3'],
  [1.0842, 'number', '1.0842'],
  [-0, 'number', '0'],
  [6.02e23, 'number', '6.02e23'],
  [0.306, 'percentage', '30.6 %'],
  [-0.02, 'percentage', '−2.0 %'],
  [0.0025, 'percentage', '0.25 %'],
  [0, 'percentage', '0.0 %'],
  [44.666, 'currency:EUR', '44.67 €'],
  [1200, 'currency:JPY', '1,200 ¥'],
  [10, 'currency:SEK', '10.00 SEK'],
  [48213, 'integer', '48,213'],
])('the number %d as %s reads %s', (value, tag, text) => {
  expect(plain(formatNumber(value, tag))).toBe(text)
})

it('a cell is formatted by its kind, and errors show their code', () => {
  const shown = (kind: string, value: unknown, typeTag = kind) =>
    formatCell({ kind, value: value as never, typeTag }, berlin)
  expect(shown('blank', null).text).toBe('')
  expect(shown('boolean', true).text).toBe('TRUE')
  expect(shown('error', { code: 'N/A', message: 'none' }, 'error:N/A')).toEqual({
    text: '#N/A',
    align: 'right',
    isError: true,
  })
  expect(shown('datetime', '2026-11-17T13:30:00Z').text).toBe('17 Nov 2026, 14:30')
  expect(shown('datetime', '2026-11-17T13:30:04Z').text).toBe('17 Nov 2026, 14:30:04')
  expect(shown('datetime', '2026-11-16T23:00:00Z', 'date').text).toBe('17 Nov 2026')
  expect(
    shown('array', [
      [1, 2],
      [3, 4],
    ]).text,
  ).toBe('2 × 2')
  expect(shown('text', '<img src=x onerror=alert(1)>').text).toBe('<img src=x onerror=alert(1)>')
})

it('an instant that is none is shown as it came', () => {
  expect(formatInstant('soon', berlin)).toBe('soon')
})

it('durations read in units, with the sign before them', () => {
  expect(plain(formatDuration('PT2H30M'))).toBe('2 h 30 min')
  expect(plain(formatDuration('-P1D'))).toBe('−1 d')
  expect(plain(formatDuration('PT0S'))).toBe('0 s')
  expect(formatDuration('often')).toBe('often')
})

it('spans keep to two units', () => {
  expect([80, 2_400, 90_000, 3_840_000, 200_000_000].map((ms) => plain(formatSpan(ms)))).toEqual([
    '80 ms',
    '2 s',
    '1 min',
    '1 h 4 min',
    '2 days',
  ])
})

it('plain JSON of events reads without quotes and braces of its own', () => {
  expect(formatJson(null, berlin)).toBe('blank')
  expect(formatJson([1, 2, 3], berlin)).toBe('list of 3')
  expect(formatJson({ a: 1, b: 'x' }, berlin)).toBe('{ a: 1, b: x }')
})

it('a time in a firing or an event reads as one, also inside of an object', () => {
  const at = { datetime: '2026-11-17T17:00:00.000Z' }
  expect(formatJson(at, berlin)).toBe('17 Nov 2026, 18:00')
  expect(formatJson({ due: at, wait: { duration: 'PT90S' } }, abroad)).toBe(
    '{ due: 18 Nov 2026, 02:00, wait: 90\u00a0s }',
  )
  expect(formatJson({ duration: 'PT2H' }, berlin)).toBe('2\u00a0h')
})

it('a reader abroad sees instants in their own zone, and days as the model has them', () => {
  const shown = (typeTag: string) =>
    formatCell({ kind: 'datetime', value: '2026-11-16T23:00:00Z', typeTag }, abroad).text
  expect(shown('datetime')).toBe('17 Nov 2026, 08:00')
  expect(shown('date')).toBe('17 Nov 2026')
  expect(absolute(Date.parse('2026-11-16T23:00:00Z'), abroad)).toBe(
    'Tue 17 Nov 2026, 08:00:00 GMT+9',
  )
})

it('days of a zone begin at its midnight, also when the clock changes', () => {
  const iso = (ms: number) => new Date(ms).toISOString()
  const spring = Date.parse('2026-03-29T10:00:00Z')
  expect(iso(dayStart(spring, 'Europe/Berlin'))).toBe('2026-03-28T23:00:00.000Z')
  expect(iso(dayStart(spring, 'Europe/Berlin', 1))).toBe('2026-03-29T22:00:00.000Z')
  expect(iso(dayStart(spring, 'Asia/Kathmandu'))).toBe('2026-03-28T18:15:00.000Z')
  // 02:30 does not exist on that day; in autumn it exists twice.
  expect(iso(instantAt(Date.parse('2026-03-29T02:30:00Z'), 'Europe/Berlin'))).toBe(
    '2026-03-29T01:30:00.000Z',
  )
  const autumn = instantAt(Date.parse('2026-10-25T02:30:00Z'), 'Europe/Berlin')
  expect(iso(wallTime(autumn, 'Europe/Berlin'))).toBe('2026-10-25T02:30:00.000Z')
  expect(isoIn(Date.parse('2026-11-17T17:00:00Z'), 'Europe/Berlin')).toBe('2026-11-17T18:00+01:00')
  expect(isoIn(Date.parse('2026-11-17T17:00:00.250Z'), 'America/St_Johns')).toBe(
    '2026-11-17T13:30:00.250-03:30',
  )
  expect(zoneName(spring, 'Europe/Berlin')).toBe('CEST')
})

it('what happened is never told as coming, and what is coming never as past', () => {
  const now = Date.parse('2026-11-17T13:32:00Z')
  expect(ago(now + 2_000, now, berlin)).toBe('just now')
  expect(ahead(now - 2_000, now, berlin)).toBe('now')
  expect(ahead(now + 5 * 3_600_000, now, abroad)).toBe('at 03:32 GMT+9')
})

it('times are relative within a day and dated beyond', () => {
  const now = Date.parse('2026-11-17T13:32:00Z')
  const minute = 60_000
  const hour = 60 * minute
  const words = (ms: number) => plain((ms < 0 ? ago : ahead)(now + ms, now, berlin))
  expect(words(-500)).toBe('just now')
  expect(words(-11_000)).toBe('11 s ago')
  expect(words(-6 * minute)).toBe('6 min ago')
  expect(words(-3 * hour)).toBe('3 h ago')
  expect(words(-20 * hour)).toBe('yesterday 18:32')
  expect(words(-72 * hour)).toBe('3 days ago')
  expect(words(3_000)).toBe('in 3 s')
  expect(words(28 * minute)).toBe('in 28 min')
  expect(words(12.5 * hour)).toBe('at 03:02')
  expect(words(47 * hour)).toBe('Thu 13:32')
  expect(words(40 * 24 * hour)).toBe('27 Dec')
})

it('one thing is one, many are many', () => {
  expect([counted(1, 'cell'), counted(1200, 'cell')]).toEqual(['1 cell', '1,200 cells'])
})

it('every typed word must be found, and a beginning counts most', () => {
  expect(matchScore('mar', 'margin_target')).toBeGreaterThan(matchScore('mar', 'to market'))
  expect(matchScore('tar mar', 'margin_target')).toBeGreaterThan(0)
  expect(matchScore('mgt', 'margin_target')).toBeGreaterThan(0)
  expect(matchScore('xyz', 'margin_target')).toBe(0)
})

it('addresses lead to pages, and strange ones to none', () => {
  expect(routeOf('/')).toEqual({ page: 'models', id: undefined, item: undefined })
  expect(routeOf(to.model('a b', 'rules'))).toEqual({ page: 'rules', id: 'a b', item: undefined })
  expect(routeOf(to.model('x', 'sheet', { cell: 'H2' }).split('?')[0] ?? '').page).toBe('sheet')
  expect(routeOf(to.topic('a/b')).item).toBe('a/b')
  expect(routeOf('/models/x/nowhere').page).toBe('missing')
  expect(routeOf('/models/x/rules/more').page).toBe('missing')
  expect(routeOf('/%E0%A4%A').page).toBe('missing')
})

it('cells in a row are written as a range', () => {
  expect(withRanges('wrote G2, G3, G4 and repriced_at')).toBe('wrote G2:G4 and repriced_at')
  expect(withRanges('Set A1, B2 and B3')).toBe('Set A1 and B2:B3')
  expect(withRanges('Set A1 and C9')).toBe('Set A1 and C9')
  expect(withRanges('The rule in line 128 fired')).toBe('The rule in line 128 fired')
})
