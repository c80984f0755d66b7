// A stretch of time, rule by rule: the past from the records, and the future from the calendar.
// A lane holds so much at most, less where there are many lanes, and says when there is more.

import type { Clock } from '@cellwake/scheduler'
import type { KnownCommits, Store } from '@cellwake/store'
import {
  RECORD_DELAY_MS,
  TIMELINE_LANE_RECORDS,
  TIMELINE_RECORDS,
  TIMELINE_RULES_AT_ONCE,
} from '../limits.ts'
import { isoOf } from '../views/iso.ts'
import type { RuleViews } from '../views/rule-views.ts'
import type { ModelRules } from './model-rules.ts'
import { type FiringRecord, firingRecord, type RuleHistory } from './rule-history.ts'

export interface TimelineLane {
  readonly rule: string
  readonly title: string
  /** Records, oldest first; the newest if not all of them fit. */
  readonly past: readonly Pick<FiringRecord, 'outcome' | 'reason' | 'due' | 'at' | 'count'>[]
  /** Stretches in which the condition of a WHEN was true, oldest first, as far as they lie in this span. */
  readonly held: readonly Stretch[]
  readonly coming: readonly string[]
  /** More happened or is coming in this span. */
  readonly truncated: boolean
}

export interface Stretch {
  readonly from: string
  readonly until: string
}

export interface Timeline {
  readonly from: string
  readonly until: string
  readonly now: string
  readonly lanes: readonly TimelineLane[]
}

export interface TimelineParts {
  readonly store: Store
  readonly clock: Clock
  readonly rules: ModelRules
  readonly views: RuleViews
  readonly history: RuleHistory
  /** Yields to the event loop after a slice. */
  readonly giveWay: () => Promise<void> | undefined
}

/** Both instants belong to it. */
export async function timelineOf(
  parts: TimelineParts,
  from: number,
  until: number,
): Promise<Timeline> {
  const { store, clock, rules, views } = parts
  const now = clock.now()
  // Records of an instant are committed then or a little later.
  const last = until >= now ? undefined : await store.seqAt(until + RECORD_DELAY_MS)
  // One look at the store tells which rules have nothing in the span, and most of many have not.
  const start = await store.seqAt(from - 1)
  const commits: KnownCommits = new Map()
  const lanes: TimelineLane[] = []
  const states = [...rules.states()]
  const fair = Math.floor(TIMELINE_RECORDS / states.length)
  const most = Math.max(1, Math.min(TIMELINE_LANE_RECORDS, fair))
  const span = { from, until: Math.min(now, until), start, last, commits }
  const laneOf = async ([rule]: (typeof states)[number]): Promise<TimelineLane> => {
    const { past, held, more } = await pastOf(parts, rule.id, span, most)
    await parts.giveWay()
    // One more than fits shows whether there are more.
    const ahead = rules.coming(rule, Math.max(now, from - 1), until, most + 1)
    return {
      rule: rule.id,
      title: views.titleOf(rule),
      past,
      held,
      coming: ahead.slice(0, most).map(isoOf),
      truncated: more || ahead.length > most,
    }
  }
  // Some at once, since a database on the network answers each rule after a round trip.
  for (let first = 0; first < states.length; first += TIMELINE_RULES_AT_ONCE) {
    const some = states.slice(first, first + TIMELINE_RULES_AT_ONCE)
    lanes.push(...(await Promise.all(some.map(laneOf))))
  }
  return { from: isoOf(from), until: isoOf(until), now: isoOf(now), lanes }
}

interface Span {
  readonly from: number
  readonly until: number
  /** The last commit before it. */
  readonly start: number
  /** Commits that rules have shared. */
  readonly commits: KnownCommits
  /** No commit after it counts. */
  readonly last: number | undefined
}

async function pastOf(
  { history }: TimelineParts,
  rule: string,
  { from, until, start, last, commits }: Span,
  most: number,
): Promise<Pick<TimelineLane, 'past' | 'held'> & { readonly more: boolean }> {
  const quiet = history.unchangedSince(rule, start)
  if (quiet !== undefined) {
    const isHeld = quiet.edge === true && until > from
    const held = isHeld ? [{ from: isoOf(from), until: isoOf(until) }] : []
    return { past: [], held, more: false }
  }
  const past: TimelineLane['past'][number][] = []
  const held: { from: number; until: number }[] = []
  let more = false
  /** Until when the state lasted: the one after it came then. */
  let end = until
  const before = last === undefined ? last : last + 1
  for await (const { state, record, rev, at } of history.walk(rule, before, 2 * most, commits)) {
    if (state?.edge === true && at < end && end > from) {
      const since = Math.max(at, from)
      const newer = held.at(-1)
      if (newer?.from === end) newer.from = since
      else held.push({ from: since, until: end })
    }
    end = Math.min(end, at)
    const counts = record !== undefined && record.at >= from && record.at <= until
    more = held.length > most || (counts && past.length === most)
    if (more) break
    if (counts) {
      const { outcome, reason, due, at: dealtAt, count } = firingRecord(rule, record, rev)
      past.push({ outcome, reason, due, at: dealtAt, count })
    }
    if (at < from) break
  }
  const spans = held
    .slice(0, most)
    .map((span) => ({ from: isoOf(span.from), until: isoOf(span.until) }))
  return { past: past.reverse(), held: spans.reverse(), more }
}
