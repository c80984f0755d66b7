// Retention, the same for all drivers: how long everything is kept, how long entries of a list are kept, and the cursor
// at which a round over a bounded number of rows has stopped, so that the next one goes on from there and in the end
// all have been seen. Terms may be infinite.

import {
  ENTRIES_AGE_MS,
  EVENTS_AGE_MS,
  FINISHED_JOBS,
  HISTORY_COMMITS,
  RECEIPTS_AGE_MS,
  TOMBSTONE_COMMITS,
} from './limits.ts'

export interface RetentionOptions {
  /** Commits of history that are kept. */
  readonly historyCommits?: number
  readonly finishedJobs?: number
  /** Age of an event since it was last published. One that a consumer waits for stays. */
  readonly eventsMs?: number
  /** Age of a receipt without an end. */
  readonly receiptsMs?: number
  /** Commits for which a tombstone is kept; never less than history. */
  readonly tombstoneCommits?: number
  /** Age of final entries, by the beginning of their list's name; '' for all others. */
  readonly entriesMs?: Readonly<Record<string, number>>
}

/** Bounds below which retention removes. */
export interface Retention {
  readonly now: number
  readonly historyCommits: number
  readonly finishedJobs: number
  /** Age of an event since it was last published, if no consumer waits for it. */
  readonly eventsMs: number
  /** Age of a receipt without an end. */
  readonly receiptsMs: number
  /** Commits for which a tombstone is kept; never less than history. */
  readonly tombstoneCommits: number
  /** Age of a final entry, by the beginning of its list's name. The longest that fits holds. */
  readonly entriesMs: Readonly<Record<string, number>>
  /** Cursors of the round before: for the driver to keep. */
  readonly rounds: Rounds
}

export function retentionOf(options: RetentionOptions): Omit<Retention, 'now'> {
  const terms = Object.entries({ '': ENTRIES_AGE_MS, ...options.entriesMs })
  return {
    // The newest commit always stays: the numbering goes on from it.
    historyCommits: Math.max(1, options.historyCommits ?? HISTORY_COMMITS),
    finishedJobs: options.finishedJobs ?? FINISHED_JOBS,
    eventsMs: finite(options.eventsMs ?? EVENTS_AGE_MS),
    receiptsMs: finite(options.receiptsMs ?? RECEIPTS_AGE_MS),
    tombstoneCommits: finite(options.tombstoneCommits ?? TOMBSTONE_COMMITS),
    entriesMs: Object.fromEntries(terms.map(([prefix, kept]) => [prefix, finite(kept)])),
    rounds: firstRound(),
  }
}

/** A term in a database is a whole number: an infinite one becomes this long. */
function finite(term: number): number {
  return Math.min(term, Number.MAX_SAFE_INTEGER)
}

/** Up to when final entries of a list may have been moved for the last time to be removed. */
export function oldEntries({ now, entriesMs }: Retention): (list: string) => number {
  const terms = Object.entries(entriesMs).sort(([a], [b]) => b.length - a.length)
  return (list) => {
    const term = terms.find(([prefix]) => list.startsWith(prefix))
    return term === undefined ? Number.MIN_SAFE_INTEGER : now - term[1]
  }
}

/** Behind every event of a topic, and later than every entry of a list. */
export const THE_END = Number.MAX_SAFE_INTEGER

/** Cursors of a session's last round. Only in memory: after a restart it begins anew, and finds the same. */
export interface Rounds {
  /** The last event that was looked at; at the end of a topic if it was too young. */
  event: { topic: string; position: number }
  /** The list whose old entries come next. */
  list: string
  /** The last receipt that was looked at, when the oldest without an end was made, and when to look again. */
  receipt: { id: string; oldest: number; due: number }
  /** The last commit whose deletions were looked at. */
  tombstones: number
}

function firstRound(): Rounds {
  const receipt = { id: '', oldest: THE_END, due: Number.MIN_SAFE_INTEGER }
  return { event: { topic: '', position: 0 }, list: '', receipt, tombstones: 0 }
}

/**
 * After a round over receipts: its cursor, undefined at the end, and the time of the oldest receipt without an end
 * that it left. Until that one is old, there is nothing to look for.
 */
export function receiptsSeen(
  { rounds, now, receiptsMs }: Retention,
  last: string | undefined,
  left: number | undefined,
): void {
  const oldest = Math.min(rounds.receipt.oldest, left ?? THE_END)
  rounds.receipt =
    last === undefined
      ? { id: '', oldest: THE_END, due: Math.min(oldest, now) + receiptsMs }
      : { ...rounds.receipt, id: last, oldest }
}
