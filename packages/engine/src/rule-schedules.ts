// When EVERY and AT are due, as pure functions of a rule's state and the value of its trigger. An
// occurrence is missed when no host had the model at its due time, or when a later one of the same rule is
// due already; what is merely late runs.

import { isBlank, isDatetime, isDuration, isError, type Value } from '@cellwake/runtime'
import { every, nextOccurrence, parseCron, SchedulerError, TimeError, type Zone } from '@cellwake/scheduler'
import type { RuleState } from './rule-state.ts'

/** What a trigger says: a schedule, nothing yet, or something that is no schedule. */
export type Schedule =
  | { readonly text: string; next(after: number, phaseAt: number): number | undefined }
  | { readonly wrong: string }
  | undefined

/** EVERY: a duration, a cron, or a number of milliseconds. */
export function everySchedule(value: Value, zone: Zone): Schedule {
  if (typeof value === 'number') {
    if (!(value > 0)) return { wrong: `an interval of ${value} ms leads nowhere` }
    return everySchedule({ k: 3, months: 0, days: 0, ms: value }, zone)
  }
  if (typeof value !== 'object') return { wrong: 'neither a duration nor a cron' }
  if (isBlank(value) || value.k === 6) return undefined
  if (isError(value)) return { wrong: `#${value.code}: ${value.message}` }
  if (isDuration(value)) {
    const { months, days, ms } = value
    try {
      every(0, { months, days, ms }, zone)
    } catch (error) {
      if (error instanceof SchedulerError) return { wrong: 'the interval must lead forward in time' }
      throw error
    }
    return {
      text: `${months},${days},${ms}`,
      next: (after, phaseAt) => every(phaseAt, { months, days, ms }, zone).next(after),
    }
  }
  if (value.k !== 4) return { wrong: 'neither a duration nor a cron' }
  const { cron: written } = value
  try {
    const cron = parseCron(written)
    return { text: written, next: (after) => nextOccurrence(cron, zone, after) }
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

function oneTime(at: number): Schedule {
  return { text: String(at), next: () => at }
}

/** The next occurrence that has not been dealt with. */
export function nextDue(kind: 'every' | 'at', state: RuleState, schedule: Schedule): number | undefined {
  if (schedule === undefined || 'wrong' in schedule) return undefined
  if (kind === 'at') return state.completedAt === null ? schedule.next(0, 0) : undefined
  return schedule.next(Math.max(state.cursor ?? state.phaseAt, state.phaseAt), state.phaseAt)
}
