// Schedules: an interval is a grid that nothing moves, a cron goes by its zone, jitter is the same after a restart.

import { expect, it } from 'vitest'
import { nextRun, readDuration, readSchedule, scheduleWords } from '../src/schedule.ts'

const at = (text: string) => Date.parse(text)
const next = (
  schedule: Parameters<typeof readSchedule>[0],
  start: string,
  after: string,
  seed = 'x',
) => {
  const found = nextRun(readSchedule(schedule), at(start), at(after), seed)
  return found === undefined ? undefined : new Date(found).toISOString()
}
const START = '2026-01-05T09:00:00Z'

it('an interval is a grid from its start, however late one asks', () => {
  expect(next({ interval: '5m' }, START, START)).toBe('2026-01-05T09:05:00.000Z')
  expect(next({ interval: '5m' }, START, '2026-01-05T09:12:34Z')).toBe('2026-01-05T09:15:00.000Z')
  expect(next({ interval: '5m' }, START, '2026-01-05T09:15:00Z')).toBe('2026-01-05T09:20:00.000Z')
})

it('a cron goes by the wall clock of its zone', () => {
  const daily = { cron: '0 9 * * *', timezone: 'Europe/Berlin' }
  expect(next(daily, START, '2026-03-28T12:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
  expect(next(daily, START, '2026-01-05T12:00:00Z')).toBe('2026-01-06T08:00:00.000Z')
})

it('jitter moves an occurrence by less than its length, the same each time and differently by name', () => {
  const schedule = { interval: '1h', jitter: '10m' }
  const one = next(schedule, START, START, 'a')!
  expect(next(schedule, START, START, 'a')).toBe(one)
  expect(next(schedule, START, START, 'b')).not.toBe(one)
  expect(at(one) - at('2026-01-05T10:00:00Z')).toBeGreaterThanOrEqual(0)
  expect(at(one) - at('2026-01-05T10:00:00Z')).toBeLessThan(600_000)
  expect(at(next(schedule, START, one, 'a')!)).toBeGreaterThanOrEqual(at('2026-01-05T11:00:00Z'))
})

it.each([
  ['5m', 300_000],
  ['5min', 300_000],
  ['1h30m', 5_400_000],
  ['30s', 30_000],
  ['PT15M', 900_000],
])('%s is a duration', (text, ms) => {
  expect(readDuration(text).ms).toBe(ms)
})

it.each(['', '5', 'm5', '5 m', '-5m', '5y', '1.5h'])('"%s" is none', (text) => {
  expect(() => readDuration(text)).toThrow()
})

it.each([
  [{ interval: '5m' }, 'Checks every 5 minutes'],
  [{ interval: '1h' }, 'Checks every hour'],
  [{ interval: '1h30m' }, 'Checks every 1 hour 30 minutes'],
  [{ interval: '1d' }, 'Checks every day'],
  [{ cron: '0 9 * * *' }, 'Runs daily at 09:00'],
  [
    { cron: '30 8 * * 1-5', timezone: 'Europe/Berlin' },
    'Runs on weekdays at 08:30 (Europe/Berlin)',
  ],
  [{ cron: '0 9 * * 1' }, 'Runs every Monday at 09:00'],
  [{ cron: '*/5 * * * *' }, 'Checks every 5 minutes'],
  [{ cron: '* * * * *' }, 'Checks every minute'],
  [{ cron: '0 * * * *' }, 'Checks every hour'],
  [{ cron: '0 9 1 * *' }, 'Runs at 0 9 1 * *'],
])('%j in words', (schedule, words) => {
  expect(scheduleWords(schedule)).toBe(words)
})
