// Missed-run policy: which of the due occurrences may run, and which are missed. An occurrence is missed if it was due
// while no host had the model, or if a later one of the same rule is already due; a merely late one is not.

import type { KnownSchedule } from './rule-schedules.ts'

export interface MissedPolicy {
  readonly now: number
  /** Since when a host has the model. */
  readonly aliveSince: number
  readonly backfill: boolean
  /** BACKFILL MAX: how many missed ones run. */
  readonly max: number | undefined
}

export interface Runnable {
  /** The next one to run; undefined if none may. */
  readonly due: number | undefined
  /** Number of skipped ones before it, and the last of them. */
  readonly skipped: number
  readonly lastSkipped: number
}

/** `first` is due and has not been dealt with. */
export function runnable(
  first: number,
  schedule: KnownSchedule,
  phaseAt: number,
  { now, aliveSince, backfill, max }: MissedPolicy,
): Runnable {
  if (backfill && max === undefined) return { due: first, skipped: 0, lastSkipped: 0 }
  const missedRuns = backfill ? max! : 0
  const { count, newest } = schedule.due(first, now, phaseAt, missedRuns + 2)
  // The last one is on time if a host was there when it was due.
  const onTime = newest.at(-1)! >= aliveSince
  const runs = Math.min(count, missedRuns + (onTime ? 1 : 0))
  const skipped = count - runs
  return {
    due: runs === 0 ? undefined : newest[newest.length - runs],
    skipped,
    lastSkipped: skipped === 0 ? 0 : newest[newest.length - runs - 1]!,
  }
}
