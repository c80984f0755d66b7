// History of a rule, from the older states of its document: every state that made a record counts once, also
// where the next ones still carry it. Nothing is kept for it beside the states themselves.

import type { Json } from '@cellwake/runtime'
import type { KnownCommits, Store } from '@cellwake/store'
import { FIRING_PAGE_RECORDS, HISTORY_PAGE_STATES } from '../limits.ts'
import type { ModelRecords } from '../model/records.ts'
import { isoOf } from '../views/iso.ts'
import { jsonOf } from './firing.ts'
import type { RuleRecord, RuleState } from './rule-state.ts'

/** One firing, or why there was none, as callers see it. */
export interface FiringRecord {
  readonly rule: string
  readonly outcome: RuleRecord['outcome']
  readonly reason: string | null
  readonly due: string | null
  readonly at: string
  readonly wave: number
  /** The commit it was part of. */
  readonly rev: number
  /** Number of occurrences that it stands for. */
  readonly count: number
  readonly writes: readonly {
    readonly symbol: string
    readonly before: Json
    readonly after: Json
  }[]
  readonly events: readonly {
    readonly topic: string
    readonly event: string
    readonly args: Json
  }[]
  /** Number of writes and events left out, since there were too many to keep. */
  readonly more?: { readonly writes: number; readonly events: number }
}

/** Newest first; `before` asks for the next page, if there is one. */
export interface FiringPage {
  readonly firings: readonly FiringRecord[]
  readonly before: number | null
}

export interface PageOptions {
  readonly before?: number
  readonly limit?: number
}

/** A state of a rule, and the commit that it came with. */
export interface RuleMoment {
  /** Undefined where the rule was taken out. */
  readonly state: RuleState | undefined
  /** Record made with this commit, fired or not, if there is one. */
  readonly record: RuleRecord | undefined
  readonly rev: number
  readonly at: number
}

export class RuleHistory {
  readonly #store: Store
  readonly #records: ModelRecords

  constructor(store: Store, records: ModelRecords) {
    this.#store = store
    this.#records = records
  }

  /** A page of a rule's records, firings and others. */
  async page(
    rule: string,
    { before, limit = FIRING_PAGE_RECORDS }: PageOptions,
  ): Promise<FiringPage> {
    const most = Math.min(Math.max(1, limit), FIRING_PAGE_RECORDS)
    const firings: FiringRecord[] = []
    for await (const { record, rev } of this.walk(rule, before)) {
      if (record === undefined) continue
      if (firings.length === most) return { firings, before: firings.at(-1)!.rev }
      firings.push(firingRecord(rule, record, rev))
    }
    return { firings, before: null }
  }

  /** State of a rule that no commit after this one has changed; undefined if one has, or none is known. */
  unchangedSince(rule: string, seq: number): RuleState | undefined {
    const changed = this.#records.seq(this.#records.ruleDocument(rule))
    return changed > 0 && changed <= seq ? this.#records.rule(rule) : undefined
  }

  /** States of a rule, newest first, from before a commit on; so many are read at once. */
  async *walk(
    rule: string,
    before?: number,
    atOnce = HISTORY_PAGE_STATES,
    commits: KnownCommits = new Map(),
  ): AsyncGenerator<RuleMoment, void> {
    const ref = { space: this.#records.space, id: this.#records.ruleDocument(rule) }
    const limit = Math.min(HISTORY_PAGE_STATES, Math.max(atOnce, 2))
    let from = before
    let newer: Omit<RuleMoment, 'record'> | undefined
    for (;;) {
      const page = { limit, commits, ...(from !== undefined && { before: from }) }
      const rows = await this.#store.history(ref, page)
      for (const { seq, value, commit } of rows) {
        const state = value as RuleState | undefined
        if (newer !== undefined) yield { ...newer, record: madeBy(newer.state, state) }
        newer = { state, rev: seq, at: commit?.at ?? 0 }
        from = seq
      }
      if (rows.length < limit) break
    }
    if (newer !== undefined) yield { ...newer, record: madeBy(newer.state, undefined) }
  }
}

/** The record that came with a state. A rule that was taken out counts anew when it comes back. */
function madeBy(
  state: RuleState | undefined,
  older: RuleState | undefined,
): RuleRecord | undefined {
  return state === undefined || state.records === (older?.records ?? 0) ? undefined : state.last!
}

export function firingRecord(rule: string, record: RuleRecord, rev: number): FiringRecord {
  return {
    rule,
    outcome: record.outcome,
    reason: record.reason ?? null,
    due: record.due === null ? null : isoOf(record.due),
    at: isoOf(record.at),
    wave: record.wave,
    rev,
    count: record.count ?? 1,
    writes: record.writes.map(({ symbol, before, after }) => {
      return { symbol, before: jsonOf(before), after: jsonOf(after) }
    }),
    events: record.events.map(({ topic, event, args }) => {
      return { topic, event, args: args.map(jsonOf) }
    }),
    ...(record.more !== undefined && { more: record.more }),
  }
}
