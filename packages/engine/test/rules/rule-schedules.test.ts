// Goal: what a trigger yields becomes the right times, and nothing that is no schedule does. Method: tables of
// values with their next times and counts; the times of a cron or an interval by hand.

import {
  BLANK,
  datetime,
  durationOf,
  NOT_AVAILABLE,
  PENDING,
  schedule,
  type Value,
} from '@cellwake/runtime'
import { utc, zoneFor } from '@cellwake/scheduler'
import { describe, expect, it } from 'vitest'
import {
  atSchedule,
  everySchedule,
  type KnownSchedule,
  nextDue,
  type Schedule,
} from '../../src/rules/rule-schedules.ts'
import { newRuleState } from '../../src/rules/rule-state.ts'

const HOUR = 3_600_000
const start = Date.UTC(2026, 0, 31)

function known(found: Schedule): KnownSchedule {
  if (found === undefined || 'wrong' in found) throw new Error('it is no schedule')
  return found
}

/** The first times after the start, as text. */
function times(found: Schedule, count: number): string[] {
  const { next } = known(found)
  const result: string[] = []
  for (let after = start; result.length < count; ) {
    after = next(after, start)!
    result.push(new Date(after).toISOString().slice(0, 16))
  }
  return result
}

describe('EVERY', () => {
  const right: [string, Value, string, string[]][] = [
    ['an hour', durationOf(0, 0, HOUR), 'UTC', ['2026-01-31T01:00', '2026-01-31T02:00']],
    ['a number of ms', HOUR, 'UTC', ['2026-01-31T01:00', '2026-01-31T02:00']],
    ['a month', durationOf(1, 0, 0), 'UTC', ['2026-02-28T00:00', '2026-03-31T00:00']],
    ['a cron', schedule('30 9 * * *'), 'UTC', ['2026-01-31T09:30', '2026-02-01T09:30']],
    ['a cron elsewhere', schedule('0 9 * * *'), 'Asia/Tokyo', ['2026-02-01T00:00']],
  ]
  it.each(right)('%s', (_what, value, zone, expected) => {
    expect(times(everySchedule(value, zoneFor(zone)), expected.length)).toEqual(expected)
  })

  it.each<[string, Value]>([
    ['zero', 0],
    ['less than half a millisecond', 0.4],
    ['a negative number', -5],
    ['no time', durationOf(0, 0, 0)],
    ['a time back', durationOf(0, 0, -1)],
    ['partly back', durationOf(1, -1, 0)],
    ['text', '1h'],
    ['a boolean', true],
    ['a datetime', datetime(start)],
    ['an error', NOT_AVAILABLE],
    ['a cron that is none', schedule('61 * * * *')],
  ])('%s is wrong, and says so', (_what, value) => {
    expect(everySchedule(value, utc)).toEqual({ wrong: expect.stringMatching(/\w/) })
  })

  it.each([
    ['blank', BLANK],
    ['pending', PENDING],
  ])('%s is nothing yet', (_what, value) => {
    expect(everySchedule(value, utc)).toBeUndefined()
    expect(atSchedule(value)).toBeUndefined()
  })

  it('has equal texts for equal intervals only', () => {
    const text = (value: Value) => known(everySchedule(value, utc)).text
    expect(text(HOUR)).toBe(text(durationOf(0, 0, HOUR)))
    expect(text(durationOf(0, 1, 0))).not.toBe(text(durationOf(0, 0, 24 * HOUR)))
    expect(text(schedule('0 * * * *'))).not.toBe(text(schedule('1 * * * *')))
  })

  it.each<[string, Value]>([
    ['an interval', durationOf(0, 0, HOUR)],
    ['a cron', schedule('0 * * * *')],
  ])('counts what is due of %s and keeps the newest', (_what, value) => {
    const { due } = known(everySchedule(value, utc))
    const at = (hour: number) => start + hour * HOUR
    expect(due(at(1), at(1), start, 3)).toEqual({ count: 1, newest: [at(1)] })
    expect(due(at(1), at(5) - 1, start, 3)).toEqual({ count: 4, newest: [at(2), at(3), at(4)] })
    expect(due(at(3), at(5), start, 9)).toEqual({ count: 3, newest: [at(3), at(4), at(5)] })
  })

  it('counts a century of seconds without counting them out', () => {
    const { due } = known(everySchedule(1_000, utc))
    const century = 36_525 * 24 * HOUR
    const found = due(start + 1_000, start + century, start, 1)
    expect(found).toEqual({ count: century / 1_000, newest: [start + century] })
  })
})

describe('AT', () => {
  it.each<[string, Value, number]>([
    ['a datetime', datetime(start), start],
    ['epoch milliseconds', start, start],
    ['before 1970', -5, -5],
    ['a fraction of a millisecond', start + 0.25, start],
  ])('%s', (_what, value, at) => {
    expect(known(atSchedule(value)).next(0, 0)).toBe(at)
  })

  it.each<[string, Value]>([
    ['text', '2026'],
    ['a boolean', true],
    ['a duration', durationOf(0, 0, HOUR)],
    ['a cron', schedule('0 * * * *')],
    ['an error', NOT_AVAILABLE],
    ['beyond the end of time', 1e300],
    ['before its beginning', -1e300],
  ])('%s is wrong, and says so', (_what, value) => {
    expect(atSchedule(value)).toEqual({ wrong: expect.stringMatching(/\w/) })
  })
})

describe('the next occurrence', () => {
  const hourly = everySchedule(HOUR, utc)
  const once = atSchedule(datetime(start + HOUR))
  const state = newRuleState(start, 1)
  const at = (hour: number) => start + hour * HOUR

  it.each([
    ['of a new EVERY is after its start', 'every', state, hourly, at(1)],
    ['is after the newest that is over', 'every', { ...state, cursor: at(4) }, hourly, at(5)],
    ['counts from the phase', 'every', { ...state, phaseAt: at(2) + 5 }, hourly, at(3) + 5],
    [
      'is never before the phase',
      'every',
      { ...state, cursor: at(1), phaseAt: at(2) + 5 },
      hourly,
      at(3) + 5,
    ],
    ['of an AT is its time', 'at', state, once, at(1)],
    ['of an AT may be past', 'at', { ...state, startedAt: at(9) }, once, at(1)],
    ['of an AT that fired is none', 'at', { ...state, completedAt: at(1) }, once, undefined],
    ['of an AT that was skipped is none', 'at', { ...state, cursor: at(1) }, once, undefined],
    ['of an AT that moved since is its time', 'at', { ...state, cursor: at(0) }, once, at(1)],
    ['of nothing is none', 'every', state, undefined, undefined],
    ['of what is wrong is none', 'at', state, { wrong: 'x' }, undefined],
  ] as const)('%s', (_what, kind, known, schedule, due) => {
    expect(nextDue(kind, known, schedule)).toBe(due)
  })
})
