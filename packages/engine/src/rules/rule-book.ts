// The states of the rules of a model, and the dirty set: those that are not in the store yet. A state changes in
// memory only together with a commit that carries it; new records go out with the same commit.

import type { Address, Write } from '@cellwake/store'
import type { ModelRecords } from '../model/records.ts'
import type { LiveRule } from './live-rule.ts'
import { newRuleState, type RuleRecord, type RuleState } from './rule-state.ts'

/** Something that is new on record. */
export interface RuleNews {
  readonly rule: LiveRule
  readonly record: RuleRecord
}

export class RuleBook {
  readonly rules: readonly LiveRule[]
  readonly #records: ModelRecords
  /** In the order of the source. */
  readonly #states: RuleState[]
  /** Addresses of the states: a name that is built anew each time must be hashed anew. */
  readonly #places: Address[] = []
  /** Changed since they were last written. */
  #dirty = new Set<LiveRule>()
  #moved = new Set<LiveRule>()
  #news: RuleNews[] = []
  /** Undo log: states at the last `mark`, of rules whose state has changed since. */
  #before: Map<LiveRule, RuleState> | undefined

  constructor(rules: readonly LiveRule[], records: ModelRecords) {
    this.rules = rules
    this.#states = new Array(rules.length)
    this.#records = records
  }

  /** Takes up the states that are kept; a rule without one starts now, behind this commit. */
  restore(stateOf: (id: string) => RuleState | undefined, now: number, seq: number): void {
    for (const rule of this.rules) {
      const known = stateOf(rule.id)
      if (known === undefined) this.set(rule, newRuleState(now, seq))
      else this.#states[rule.order] = known
      this.#moved.add(rule)
    }
  }

  of(rule: LiveRule): RuleState {
    return this.#states[rule.order]!
  }

  set(rule: LiveRule, state: RuleState): void {
    if (this.#before?.has(rule) === false) this.#before.set(rule, this.of(rule))
    this.#states[rule.order] = state
    this.#dirty.add(rule)
    this.#moved.add(rule)
  }

  /** The rule did something, or did not do it for a reason. */
  record(rule: LiveRule, state: RuleState, record: RuleRecord): void {
    this.set(rule, { ...state, records: state.records + 1, last: record })
    this.#news.push({ rule, record })
  }

  /** The rule fired. */
  fired(rule: LiveRule, state: RuleState, record: RuleRecord): void {
    this.record(rule, { ...state, fired: state.fired + 1, firedAt: record.at }, record)
  }

  /** Savepoint. Returns its rollback of all states and news, which works until the next mark. */
  mark(): () => void {
    const before = new Map<LiveRule, RuleState>()
    const dirty = new Set(this.#dirty)
    const news = [...this.#news]
    this.#before = before
    return () => {
      this.#before = undefined
      for (const [rule, state] of before) {
        this.#states[rule.order] = state
        this.#moved.add(rule)
      }
      this.#dirty = dirty
      this.#news = news
    }
  }

  get isDirty(): boolean {
    return this.#dirty.size > 0
  }

  /** The rule must be asked again when it is due. */
  moved(rule: LiveRule): void {
    this.#moved.add(rule)
  }

  /** Rules whose state is another one since this was last asked: they may be due at another time. */
  takeMoved(): Iterable<LiveRule> {
    const moved = this.#moved
    if (moved.size > 0) this.#moved = new Set()
    return moved
  }

  /** New records, for the commit that carries the states. */
  takeNews(): readonly RuleNews[] {
    const news = this.#news
    if (news.length > 0) this.#news = []
    return news
  }

  /** States that changed and are not in the store yet. */
  writes(): Write[] {
    const writes: Write[] = []
    if (this.#dirty.size === 0) return writes
    for (const rule of this.#dirty) {
      this.#places[rule.order] ??= this.#records.ruleAt(rule.id)
      writes.push({ at: this.#places[rule.order]!, value: this.of(rule) })
    }
    this.#dirty.clear()
    return writes
  }
}

/** Why a rule did not fire. */
export function notFired(
  outcome: Exclude<RuleRecord['outcome'], 'fired'>,
  reason: string,
  at: number,
  due: number | null = null,
): RuleRecord {
  return { outcome, reason, due, at, wave: 0, writes: [], events: [] }
}
