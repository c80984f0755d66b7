// Durable state of a rule: its start, its cursor, its edge, its gate, and its last record. One document per
// rule, written in the commit of the change; older states of the document are the history of the rule.

import type { Value } from '@cellwake/runtime'

export interface RuleState {
  /** The deploy that first held the rule: occurrences are strictly after it. */
  readonly startedAt: number
  /** The newest commit of the store before that: a rule that starts anew, be it at once, starts behind another. */
  readonly startedSeq: number
  /** WHEN: whether the condition was true when last looked at. */
  readonly edge: boolean
  /** EVERY and AT: the newest occurrence that ran or was skipped. */
  readonly cursor: number | null
  /** EVERY and AT: the schedule as text, empty if the trigger gave none; and since when it is that one. */
  readonly schedule: string | null
  readonly phaseAt: number
  /** AT: when it fired. */
  readonly completedAt: number | null
  readonly gate: GateState | null
  readonly fired: number
  readonly firedAt: number | null
  readonly skipped: number
  /** Number of records so far: a state with another number than the one before made one. */
  readonly records: number
  /** The last record, fired or not. */
  readonly last: RuleRecord | null
  /** Reason for which a wave of it failed, and version of the source: it is wrong until that is edited. */
  readonly problem?: { readonly text: string; readonly version: number }
}

/** DEBOUNCE waits until `dueAt`; THROTTLE lets nothing through before it. */
export interface GateState {
  /** When it fires, or opens. */
  readonly dueAt: number
  /** DEBOUNCE MAX: time of the first rise of the streak; null without one. */
  readonly firstRiseAt: number | null
  /** DEBOUNCE: whether it is armed. A streak with MAX outlives a fall. */
  readonly armed: boolean
  /** DEBOUNCE MAX: when the condition was last no longer true, while it is not. */
  readonly fellAt: number | null
}

/** One firing, or why there was none. */
export interface RuleRecord {
  readonly outcome: 'fired' | 'skipped' | 'gated' | 'aborted' | 'capped' | 'refused' | 'invalid'
  readonly reason?: string
  /** When it was due, and when it was dealt with. */
  readonly due: number | null
  readonly at: number
  /** Which wave of the settling it was part of, from 1. */
  readonly wave: number
  readonly writes: readonly RuleWrite[]
  readonly events: readonly RuleEvent[]
  /** Number of writes and events left out here, since there were too many. */
  readonly more?: { readonly writes: number; readonly events: number }
  /** Number of occurrences that the record stands for, when several were skipped at once. */
  readonly count?: number
}

export interface RuleWrite {
  readonly symbol: string
  readonly before: Value
  readonly after: Value
}

export interface RuleEvent {
  readonly topic: string
  readonly event: string
  readonly args: readonly Value[]
}

export function newRuleState(startedAt: number, startedSeq: number): RuleState {
  return {
    startedAt,
    startedSeq,
    edge: false,
    cursor: null,
    schedule: null,
    phaseAt: startedAt,
    completedAt: null,
    gate: null,
    fired: 0,
    firedAt: null,
    skipped: 0,
    records: 0,
    last: null,
  }
}
