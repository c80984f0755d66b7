// When a producer runs: an interval is a grid from its start, a cron goes by a zone's wall clock. Missed occurrences are
// one run. Jitter follows from the names and the occurrence, so it is the same after a restart.

import {
  type Cron,
  type Duration,
  duration,
  durationMs,
  every,
  nextOccurrence,
  parseCron,
  parseDuration,
  utc,
  type Zone,
  zoneFor,
} from '@cellwake/scheduler'
import type { Schedule } from './define.ts'
import { fraction } from './digest.ts'

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
}
const UNITS_DAYS: Readonly<Record<string, number>> = { d: 1, w: 7 }

/** `5m`, `1h30m`, `2d`, or ISO 8601. Days are of the calendar. */
export function readDuration(text: string): Duration {
  if (/^[+-]?P/i.test(text)) return parseDuration(text)
  const parts = [...text.matchAll(/(\d+)(ms|min|[smhdw])/g)]
  if (parts.length === 0 || parts.map(([all]) => all).join('') !== text) {
    throw new TypeError(`"${text}" is no duration: write 30s, 5m, 1h, 2d or PT15M`)
  }
  let [days, ms] = [0, 0]
  for (const [, digits, unit] of parts) {
    days += Number(digits) * (UNITS_DAYS[unit!] ?? 0)
    ms += Number(digits) * (UNITS_MS[unit!] ?? 0)
  }
  return duration({ days, ms })
}

/** About how long it is; months have 30 days. */
export function roughMs({ months, days, ms }: Duration): number {
  return (months * 30 + days) * 86_400_000 + ms
}

export interface ReadSchedule {
  readonly interval?: Duration
  readonly cron?: Cron
  readonly zone: Zone
  readonly jitterMs: number
}

/** Throws the fault, in a sentence. */
export function readSchedule(schedule: Schedule): ReadSchedule {
  const { interval, cron, timezone, jitter } = schedule
  if ((interval === undefined) === (cron === undefined)) {
    throw new TypeError('a schedule has either an interval or a cron')
  }
  const zone = timezone === undefined ? utc : zoneFor(timezone)
  const jitterMs = jitter === undefined ? 0 : durationMs(readDuration(jitter))
  if (interval === undefined) return { cron: parseCron(cron!), zone, jitterMs }
  return { interval: readDuration(interval), zone, jitterMs }
}

/**
 * The first occurrence after an instant, on the grid that began at `start`, moved by its jitter; undefined if there is
 * none. It is after the instant, with any jitter.
 */
export function nextRun(
  { interval, cron, zone, jitterMs }: ReadSchedule,
  start: number,
  after: number,
  seed: string,
): number | undefined {
  // With jitter, the occurrence before may still be ahead.
  let from = jitterMs === 0 ? after : Math.max(after - jitterMs, interval ? start : 0)
  for (;;) {
    const at =
      cron === undefined ? gridNext(start, interval!, zone, from) : nextOccurrence(cron, zone, from)
    if (at === undefined) return undefined
    const moved = at + Math.floor(fraction(seed, String(at)) * jitterMs)
    if (moved > after) return moved
    from = at
  }
}

function gridNext(start: number, length: Duration, zone: Zone, after: number): number | undefined {
  return every(start, length, zone).next(after)
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The schedule for a person: `Checks every 5 minutes`. */
export function scheduleWords({ interval, cron, timezone }: Schedule): string {
  const where = timezone === undefined || timezone === 'UTC' ? '' : ` (${timezone})`
  if (interval !== undefined) return `Checks every ${durationWords(readDuration(interval))}`
  return `${cronWords(cron!.trim().split(/\s+/))}${where}`
}

function cronWords(fields: readonly string[]): string {
  const [minute = '', hour = '', day, month, weekday = ''] = fields
  const asWritten = `Runs at ${fields.join(' ')}`
  if (day !== '*' || month !== '*') return asWritten
  const step = /^\*\/(\d+)$/.exec(minute)
  const anyDay = weekday === '*'
  if (hour === '*' && anyDay) {
    if (minute === '*') return 'Checks every minute'
    if (step !== null) return `Checks every ${step[1]} minutes`
    if (/^\d+$/.test(minute))
      return minute === '0' ? 'Checks every hour' : `Checks every hour at minute ${minute}`
  }
  if (!/^\d+$/.test(minute) || !/^\d+$/.test(hour)) return asWritten
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (anyDay) return `Runs daily at ${time}`
  if (weekday === '1-5') return `Runs on weekdays at ${time}`
  if (/^[0-7]$/.test(weekday)) return `Runs every ${DAYS[Number(weekday) % 7]} at ${time}`
  return asWritten
}

const WORDS: readonly (readonly [number, string])[] = [
  [7 * 86_400_000, 'week'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
  [1, 'millisecond'],
]

/** `5 minutes`, `day`, `1 hour 30 minutes`. */
export function durationWords(length: Duration): string {
  if (length.months > 0 && length.days === 0 && length.ms === 0)
    return counted(length.months, 'month')
  const parts: string[] = []
  let left = roughMs(length)
  for (const [ms, word] of WORDS) {
    const count = Math.floor(left / ms)
    if (count === 0) continue
    parts.push(counted(count, word))
    left -= count * ms
  }
  const text = parts.join(' ')
  return text.startsWith('1 ') && parts.length === 1 ? text.slice(2) : text
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
