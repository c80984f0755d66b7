// Goal: marks on a time axis are where they belong, close ones become one that counts them, and only what is certain
// is drawn as a stretch. Method: layouts of made-up lanes at a known width, in one time zone.

import type { RuleView } from '@cellwake/client'
import { describe, expect, test } from 'vitest'
import { comparisonOf } from '../src/pages/rules/comparison.ts'
import { lede } from '../src/pages/rules/lede.ts'
import { chartScale, stepPath } from '../src/parts/chart/step-path.ts'
import { layoutLane } from '../src/parts/timeline/lane-layout.ts'
import { stateWords } from '../src/parts/timeline/rule-words.ts'
import { spanAt, ticksOf } from '../src/parts/timeline/spans.ts'
import { gateLength, stretchesOf } from '../src/parts/timeline/windows.ts'
import type { Zone } from '../src/parts/zone.ts'

const utc: Zone = { shown: 'UTC', home: 'UTC', isNamed: false }

const hour = 3_600_000
const span = { from: 0, until: 10 * hour }
const iso = (at: number) => new Date(at).toISOString()
const fired = (at: number, due: number | null = null) => ({
  outcome: 'fired' as const,
  reason: null,
  due: due === null ? null : iso(due),
  at: iso(at),
  count: 1,
})
const held = (at: number, reason: string, count = 1) => ({
  outcome: 'gated' as const,
  reason,
  due: null,
  at: iso(at),
  count,
})

const rule: RuleView = {
  id: 'r',
  kind: 'when',
  title: 'Long',
  line: 3,
  source: 'WHEN queue > 400 THROTTLE 2h THEN\n  a = 1\nEND',
  state: 'idle',
  gateAt: null,
  next: null,
  policy: null,
  fired: 0,
  skipped: 0,
  lastFiredAt: null,
  startedAt: iso(0),
  problem: null,
  reads: ['queue'],
  writes: ['a'],
  topics: [],
}

describe('a lane', () => {
  test('has a circle for what fired and an outlined one for what comes, in the place of their time', () => {
    const { marks } = layoutLane({ past: [fired(hour)], coming: [iso(9 * hour)] }, span, 1000, utc)
    expect(marks.map(({ kind, shape, x }) => [kind, shape, x])).toEqual([
      ['fired', 'dot', 0.1],
      ['coming', 'dot', 0.9],
    ])
  })

  test('an occurrence that was made up for later stands where it was due', () => {
    const { marks } = layoutLane({ past: [fired(5 * hour, 2 * hour)], coming: [] }, span, 1000, utc)
    expect(marks[0]).toMatchObject({ kind: 'replayed', x: 0.2 })
  })

  test('marks that would lie on each other are one with their number; the others stay', () => {
    const close = [hour, hour + 60_000, hour + 120_000].map((at) => fired(at))
    const { marks, notes } = layoutLane(
      { past: [...close, fired(5 * hour)], coming: [] },
      span,
      1000,
      utc,
    )
    expect(marks.map(({ count }) => count)).toEqual([3, 1])
    expect(notes.map(({ text }) => text)).toEqual(['3 times'])
  })

  test('a rule that fires every minute is a band, not six hundred circles', () => {
    const past = Array.from({ length: 600 }, (_, i) => fired(i * 60_000))
    const { marks } = layoutLane({ past, coming: [] }, span, 1000, utc)
    expect(marks).toHaveLength(1)
    expect(marks[0]).toMatchObject({ shape: 'band', count: 600 })
    expect(marks[0]?.w).toBeCloseTo(0.998, 2)
  })

  test('the reason why it did not fire is printed once where two would overlap', () => {
    const past = [held(hour, 'held by throttle'), held(hour + 12 * 60_000, 'held by throttle')]
    const { marks, notes } = layoutLane({ past, coming: [] }, span, 1000, utc)
    expect(marks).toHaveLength(2)
    expect(notes).toHaveLength(1)
    const apart = [held(hour, 'held by throttle'), held(6 * hour, 'held by throttle')]
    expect(layoutLane({ past: apart, coming: [] }, span, 1000, utc).notes).toHaveLength(2)
  })

  test('a note at an edge grows inwards', () => {
    const past = [held(0, 'a long reason'), held(10 * hour, 'a long reason')]
    const { notes } = layoutLane({ past, coming: [] }, span, 1000, utc)
    expect(notes.map(({ side }) => side)).toEqual(['start', 'end'])
  })
})

describe('the axis', () => {
  test('has about ten round times, whatever its length', () => {
    for (const name of ['hour', 'today', 'week'] as const) {
      const shown = spanAt(name, Date.parse('2026-11-17T13:32:10Z'), utc)
      const ticks = ticksOf(shown, utc)
      expect(ticks.length).toBeGreaterThanOrEqual(5)
      expect(ticks.length).toBeLessThanOrEqual(12)
      expect(ticks.every(({ x }) => x > 0 && x < 1)).toBe(true)
    }
  })

  test('now is in sight, with more of the past than of what comes in an hour', () => {
    const now = Date.parse('2026-11-17T13:32:10Z')
    const { from, until } = spanAt('hour', now, utc)
    expect(now - from).toBeGreaterThan(until - now)
    expect(until - from).toBe(hour)
  })
})

describe('stretches', () => {
  test('a throttle that is written as a length holds from each firing', () => {
    expect(gateLength(rule.source, 'THROTTLE')).toBe(2 * hour)
    const stretches = stretchesOf(
      rule,
      { past: [fired(hour), held(2 * hour, '')], held: [] },
      span,
      5 * hour,
    )
    expect(stretches).toHaveLength(1)
    expect(stretches[0]?.kind).toBe('throttle')
    expect(stretches[0]?.x).toBeCloseTo(0.1)
    expect(stretches[0]?.w).toBeCloseTo(0.2)
  })

  test('a computed length is not guessed', () => {
    const computed = { ...rule, source: 'WHEN a > 1 THROTTLE wait THEN\n  b = 1\nEND' }
    expect(stretchesOf(computed, { past: [fired(hour)], held: [] }, span, 5 * hour)).toEqual([])
  })

  test('an armed rule has been true since its DEBOUNCE began', () => {
    const armed: RuleView = {
      ...rule,
      state: 'armed',
      source: 'WHEN a > 1 DEBOUNCE 1h THEN\n  b = 1\nEND',
      gateAt: iso(6 * hour),
    }
    const [stretch] = stretchesOf(armed, { past: [], held: [] }, span, 5.5 * hour)
    expect(stretch).toMatchObject({ kind: 'true', x: 0.5 })
    expect(stretch?.w).toBeCloseTo(0.05)
  })

  test('the condition was true where the record says so, and no stretch is drawn twice', () => {
    const state = { state: 'true' as const, lastFiredAt: iso(4 * hour) }
    const recorded = [
      { from: iso(hour), until: iso(2 * hour) },
      { from: iso(4 * hour), until: iso(5 * hour) },
    ]
    const gateless = { ...rule, ...state, source: 'WHEN queue > 400 THEN\n  a = 1\nEND' }
    const stretches = stretchesOf(gateless, { past: [], held: recorded }, span, 6 * hour)
    expect(stretches.map(({ kind }) => kind)).toEqual(['true', 'true', 'true'])
    expect(stretches.map(({ x }) => x)).toEqual([0.1, 0.4, 0.5])
    expect(stretches[2]?.w).toBeCloseTo(0.1)
  })
})

describe('words', () => {
  test('say when an armed rule fires and until when a throttle holds', () => {
    const armed: RuleView = { ...rule, state: 'armed', gateAt: iso(13_000) }
    expect(stateWords(armed, 10_000, utc).text).toBe('Armed, fires in 3\u00a0s')
    expect(lede([armed, rule, rule], 10_000, utc)).toBe(
      'One is armed and fires in 3\u00a0s, two wait for their conditions.',
    )
  })

  test('the limit of a rule is found for the cell that it compares, and for no other', () => {
    expect(comparisonOf('queue', [rule])).toEqual({ limit: 400 })
    expect(comparisonOf('other', [rule])).toBeUndefined()
  })
})

describe('the line of a chart', () => {
  const points = [
    { at: 0, value: 1 },
    { at: 5 * hour, value: 3 },
  ]

  test('holds each value until the next', () => {
    const scale = chartScale(points, span, undefined)
    const path = stepPath(points, span, 10 * hour, scale)
    const [low, high] = [scale.y(1).toFixed(2), scale.y(3).toFixed(2)]
    expect(path).toBe(`M0.0 ${low}L500.0 ${low}L500.0 ${high}L1000.0 ${high}`)
  })

  test('breaks where the cell was no number, and the threshold is in sight', () => {
    const broken = [points[0]!, { at: hour, value: null }, points[1]!]
    const scale = chartScale(broken, span, 50)
    expect(scale.y(50)).toBeGreaterThan(0)
    expect(stepPath(broken, span, 10 * hour, scale).match(/M/g)).toHaveLength(2)
  })
})
