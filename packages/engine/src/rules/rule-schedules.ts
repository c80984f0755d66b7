// Due times of EVERY and AT, as pure functions of a rule's state and the value of its trigger. An
// occurrence is missed when no host had the model at its due time, or when a later one of the same rule is
// due already; a merely late one runs.

import { checkInstant } from '@cellwake/language/time'
import {
  schedule as cronValue,
  durationOf,
  isBlank,
  isDatetime,
  isDuration,
  isError,
  type Value,
} from '@cellwake/runtime'
import {
  type Cron,
  every,
  type Interval,
  nextOccurrence,
  parseCron,
  SchedulerError,
  TimeError,
  utc,
  type Zone,
  zoneFor,
} from '@cellwake/scheduler'
import type { RuleState } from './rule-state.ts'

export interface KnownSchedule {
  /** The same for schedules that have the same occurrences; `keptSchedule` reads it. */
  readonly text: string
  /** The first occurrence after an instant. */
  next(after: number, phaseAt: number): number | undefined
  /** Number of occurrences from one up to now, and the newest of them, so many at most. */
  due(first: number, now: number, phaseAt: number, keep: number): Due
}

export interface Due {
  readonly count: number
  readonly newest: readonly number[]
}

/** Schedule of a trigger: one, none yet, or a value that is no schedule. */
export type Schedule = KnownSchedule | { readonly wrong: string } | undefined

const IN = ' in '
const CRON = 'cron '

/** EVERY: a duration, a cron, or a number of milliseconds. Time has no parts of a millisecond. */
export function everySchedule(value: Value, zone: Zone): Schedule {
  if (typeof value === 'number') {
    const ms = Math.round(value)
    if (!(ms > 0)) return { wrong: `an interval of ${value} ms leads nowhere` }
    return everySchedule({ k: 3, months: 0, days: 0, ms }, zone)
  }
  if (typeof value !== 'object') return { wrong: 'neither a duration nor a cron' }
  if (isBlank(value) || value.k === 6) return undefined
  if (isError(value)) return { wrong: `#${value.code}: ${value.message}` }
  if (isDuration(value)) {
    const { months, days, ms } = value
    // Hours and minutes are the same everywhere.
    const own = months === 0 && days === 0 ? utc : zone
    try {
      every(0, { months, days, ms }, own)
    } catch (error) {
      if (error instanceof SchedulerError)
        return { wrong: 'the interval must lead forward in time' }
      throw error
    }
    // Rules of one schedule mostly began together, so the last interval that was asked for serves them all.
    let known = { phaseAt: 0, interval: every(0, { months, days, ms }, own) }
    const from = (phaseAt: number) => {
      if (known.phaseAt !== phaseAt) {
        known = { phaseAt, interval: every(phaseAt, { months, days, ms }, own) }
      }
      return known.interval
    }
    return {
      text: `${months},${days},${ms}${IN}${own.name}`,
      next: (after, phaseAt) => from(phaseAt).next(after),
      due: (first, now, phaseAt, keep) => dueOfInterval(from(phaseAt), first, now, keep),
    }
  }
  if (value.k !== 4) return { wrong: 'neither a duration nor a cron' }
  const { cron: written } = value
  try {
    const cron = parseCron(written)
    return {
      text: `${CRON}${written}${IN}${zone.name}`,
      next: (after) => nextOccurrence(cron, zone, after),
      due: (first, now, _, keep) => dueOfCron(cron, zone, first, now, keep),
    }
  } catch (error) {
    if (error instanceof TimeError) return { wrong: error.message }
    throw error
  }
}

/** AT: a datetime, or epoch milliseconds. */
export function atSchedule(value: Value): Schedule {
  if (typeof value === 'number') return oneTime(value)
  if (typeof value !== 'object') return { wrong: 'no datetime' }
  if (isDatetime(value)) return oneTime(value.ms)
  if (isBlank(value) || value.k === 6) return undefined
  return { wrong: isError(value) ? `#${value.code}: ${value.message}` : 'no datetime' }
}

function oneTime(written: number): Schedule {
  const at = Math.round(written)
  if (!isInstant(at)) return { wrong: 'no datetime: it is beyond the end of time' }
  return { text: String(at), next: () => at, due: () => ({ count: 1, newest: [at] }) }
}

function isInstant(ms: number): boolean {
  try {
    checkInstant(ms)
    return true
  } catch (error) {
    if (error instanceof TimeError) return false
    throw error
  }
}

/** The schedule that a text stands for; undefined if there was none. */
export function keptSchedule(kind: 'every' | 'at', text: string | null): KnownSchedule | undefined {
  if (text === null || text === '') return undefined
  const found = kind === 'at' ? atSchedule(Number(text)) : everyKept(text)
  return found === undefined || 'wrong' in found ? undefined : found
}

function everyKept(text: string): Schedule {
  const [what, zone] = text.split(IN) as [string, string]
  if (what.startsWith(CRON)) return everySchedule(cronValue(what.slice(CRON.length)), zoneFor(zone))
  const [months, days, ms] = what.split(',').map(Number) as [number, number, number]
  return everySchedule(durationOf(months, days, ms), zoneFor(zone))
}

/** By division: a year of seconds is not counted out. */
function dueOfInterval(interval: Interval, first: number, now: number, keep: number): Due {
  const from = interval.indexAfter(first - 1)
  const end = interval.indexAfter(now)
  const newest: number[] = []
  for (let k = Math.max(from, end - keep); k < end; k++) newest.push(interval.at(k)!)
  return { count: end - from, newest }
}

function dueOfCron(cron: Cron, zone: Zone, first: number, now: number, keep: number): Due {
  const newest: number[] = []
  let count = 0
  let at: number | undefined = first
  while (at !== undefined && at <= now) {
    newest.push(at)
    if (newest.length > keep) newest.shift()
    count++
    at = nextOccurrence(cron, zone, at)
  }
  return { count, newest }
}

/** The next occurrence that has not been dealt with. */
export function nextDue(
  kind: 'every' | 'at',
  state: RuleState,
  schedule: Schedule,
): number | undefined {
  if (schedule === undefined || 'wrong' in schedule) return undefined
  if (kind === 'at') {
    const at = schedule.next(0, 0)
    // A time that was skipped is over; another one may still come.
    return state.completedAt === null && state.cursor !== at ? at : undefined
  }
  return schedule.next(Math.max(state.cursor ?? state.phaseAt, state.phaseAt), state.phaseAt)
}
