// A stretch of time, rule by rule: what happened, from the records, and what is coming, from the calendar.
// A lane holds so much at most and says when there is more.

import type { Clock } from '@cellwake/scheduler'
import type { Store } from '@cellwake/store'
import { RECORD_DELAY_MS, TIMELINE_LANE_OCCURRENCES, TIMELINE_LANE_RECORDS } from './limits.ts'
import type { ModelRules } from './model-rules.ts'
import { type FiringRecord, firingRecord, type RuleHistory } from './rule-history.ts'
import type { RuleViews } from './rule-views.ts'

export interface TimelineLane {
  readonly rule: string
  readonly title: string
  /** What happened, oldest first; the newest if not all of it fits. */
  readonly past: readonly Pick<FiringRecord, 'outcome' | 'reason' | 'due' | 'at' | 'count'>[]
  readonly coming: readonly string[]
  /** More happened or is coming in this span. */
  readonly truncated: boolean
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
}

/** Both instants belong to it. */
export async function timelineOf(
  parts: TimelineParts,
  from: number,
  until: number,
): Promise<Timeline> {
  const { store, clock, rules, views } = parts
  const now = clock.now()
  // What happened at an instant is committed then or a little later.
  const last = until >= now ? undefined : await store.seqAt(until + RECORD_DELAY_MS)
  const lanes: TimelineLane[] = []
  for (const [rule] of rules.states()) {
    const { past, more } = await pastOf(parts, rule.id, from, until, last)
    // One more than fits shows whether there are more.
    const after = Math.max(now, from - 1)
    const ahead = rules.coming(rule, after, until, TIMELINE_LANE_OCCURRENCES + 1)
    lanes.push({
      rule: rule.id,
      title: views.titleOf(rule),
      past,
      coming: ahead.slice(0, TIMELINE_LANE_OCCURRENCES).map(iso),
      truncated: more || ahead.length > TIMELINE_LANE_OCCURRENCES,
    })
  }
  return { from: iso(from), until: iso(until), now: iso(now), lanes }
}

async function pastOf(
  { history }: TimelineParts,
  rule: string,
  from: number,
  until: number,
  last: number | undefined,
): Promise<{ readonly past: TimelineLane['past']; readonly more: boolean }> {
  const past: TimelineLane['past'][number][] = []
  for await (const { record, rev } of history.walk(rule, last === undefined ? last : last + 1)) {
    if (record.at < from) break
    if (record.at > until) continue
    if (past.length === TIMELINE_LANE_RECORDS) return { past: past.reverse(), more: true }
    const { outcome, reason, due, at, count } = firingRecord(rule, record, rev)
    past.push({ outcome, reason, due, at, count })
  }
  return { past: past.reverse(), more: false }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
