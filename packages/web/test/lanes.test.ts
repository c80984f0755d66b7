// Goal: the next 24 hours of a model are drawn so that rare things stand out and nothing overlaps. Method: the layout
// is a pure function; cases of one rule, many rules, and rules that come too often for marks.

import { expect, it } from 'vitest'
import { layoutLane, ticksOf } from '../src/pages/models/lanes.ts'
import type { Zone } from '../src/parts/zone.ts'

const zone: Zone = { shown: 'Europe/Berlin', home: 'Europe/Berlin', isNamed: false }
const from = Date.parse('2026-11-17T13:32:00Z')
const hour = 3_600_000
const until = from + 24 * hour
const iso = (ms: number) => new Date(ms).toISOString()

function lane(title: string, everyMs: number, truncated = false, last = until) {
  const coming: string[] = []
  for (let at = from + everyMs; at <= last; at += everyMs) coming.push(iso(at))
  return { rule: title, title, past: [], held: [], coming, truncated }
}

it('a rare occurrence is a circle with its name and time', () => {
  const { marks, labels } = layoutLane([lane('Close the day', 13 * hour)], from, until, 1000, zone)
  expect(marks).toHaveLength(1)
  expect(marks[0]).toMatchObject({ kind: 'big', tip: 'Close the day, 03:32' })
  expect(marks[0]?.x).toBeCloseTo(13 / 24)
  expect(labels).toEqual([{ x: marks[0]?.x, side: 'right', text: 'Close the day, 03:32' }])
})

it('more than hourly is bars, and every few minutes a band', () => {
  const bars = layoutLane([lane('Note the high', hour / 4)], from, until, 1000, zone)
  expect(new Set(bars.marks.map((mark) => mark.kind))).toEqual(new Set(['bar']))
  const band = layoutLane(
    [lane('Reprice', hour / 60, true, from + 8 * hour)],
    from,
    until,
    1000,
    zone,
  )
  expect(band.marks).toEqual([])
  expect(band.bands).toHaveLength(1)
  // Cut off by the server after eight hours, it still goes on to the end.
  expect((band.bands[0]?.x ?? 0) + (band.bands[0]?.width ?? 0)).toBeCloseTo(1)
  expect(band.bands[0]?.tip).toBe('Reprice, about every 1 min')
})

it('circles that would lie on each other become one that names both', () => {
  const { marks, labels } = layoutLane(
    [lane('A', 13 * hour), lane('B', 13 * hour + 60_000)],
    from,
    until,
    1000,
    zone,
  )
  expect(marks).toHaveLength(1)
  expect(marks[0]?.tip.split('\n')).toEqual(['A, 03:32', 'B, 03:33'])
  expect(labels[0]?.text).toBe('2 rules')
})

it('no label runs into the next circle or over the end', () => {
  const rules = [
    lane('A rather long name of a rule', 11 * hour),
    lane('Another long name', 23 * hour),
  ]
  for (const width of [1000, 360]) {
    const { marks, labels } = layoutLane(rules, from, until, width, zone)
    for (const { x, side, text } of labels) {
      const px = text.length * 6 + 14
      const [start, end] =
        side === 'right' ? [x * width, x * width + px] : [x * width - px, x * width]
      expect(start).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThanOrEqual(width)
      const hit = marks.some(
        (mark) => mark.x !== x && mark.x * width > start && mark.x * width < end,
      )
      expect(hit).toBe(false)
    }
  }
})

it('ticks stand at every third hour of the wall clock, away from the ends', () => {
  const ticks = ticksOf(from, until, zone)
  expect(ticks.map((tick) => tick.text)).toEqual([
    '18:00',
    '21:00',
    'midnight',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
  ])
  expect(ticks.filter((tick) => !tick.isMinor).map((tick) => tick.text)).toEqual([
    '18:00',
    'midnight',
    '06:00',
    '12:00',
  ])
})
