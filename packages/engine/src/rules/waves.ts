// Waves of rules after a change. After every commit, rules whose condition became true fire together;
// conditions that this makes true fire in the next wave. Schedules that are due at one time are a wave too.
//
// A state is changed in memory only together with a commit that carries it, so a crash at any point
// leaves either a rule that has not fired and will, or one that has and will not again.
// See test: at every durable operation, on memory

import type { Write } from '@cellwake/store'
import type { CellNode } from '../graph/cell-node.ts'
import { BACKFILL_RUNS_PER_TICK, RULE_WAVES } from '../limits.ts'
import type { Work } from '../model/slices.ts'
import { DueRules, type LeftRuns } from './due-rules.ts'
import type { Fire } from './firing.ts'
import type { LiveRule } from './live-rule.ts'
import { notFired, RuleBook, type RuleNews } from './rule-book.ts'
import { RuleConditions } from './rule-conditions.ts'
import { gateDue } from './rule-gates.ts'
import type { RuleState } from './rule-state.ts'
import type { RulesHost } from './rules-host.ts'
import { feedsItself, fireTogether, type WaveRules } from './wave.ts'

export type { Fire } from './firing.ts'
export type { WaveCommit } from './rules-host.ts'

export class Waves {
  readonly #host: RulesHost
  readonly #book: RuleBook
  readonly #conditions: RuleConditions
  readonly #due: DueRules
  /** Version of the source that runs. */
  #version = 0
  readonly #problems = new Map<LiveRule, string>()

  constructor(rules: readonly LiveRule[], host: RulesHost) {
    this.#host = host
    this.#book = new RuleBook(rules, host.records)
    this.#conditions = new RuleConditions(this.#book, host)
    this.#due = new DueRules(this.#book, this.#conditions, host)
  }

  get rules(): readonly LiveRule[] {
    return this.#book.rules
  }

  /** Rules with a wave that did not happen, and why. They are wrong until the model is edited. */
  get problems(): ReadonlyMap<LiveRule, string> {
    return this.#problems
  }

  stateOf(rule: LiveRule): RuleState {
    return this.#book.of(rule)
  }

  left(rule: LiveRule, now: number): LeftRuns | undefined {
    return this.#due.left(rule, now)
  }

  /** Takes up the states that are kept; a rule without one starts now, behind this commit. */
  restore(
    stateOf: (id: string) => RuleState | undefined,
    now: number,
    seq: number,
    version: number,
  ): void {
    this.#book.restore(stateOf, now, seq)
    this.#version = version
    for (const rule of this.#book.rules) {
      const { problem } = this.#book.of(rule)
      if (problem?.version === version) this.#problems.set(rule, problem.text)
    }
  }

  /** Looks at all rules, as at a deploy or after a restart. */
  lookAtAll(now: number): Fire[] {
    this.#due.lookAtAll(now)
    return this.#conditions.lookAtAll(now)
  }

  /** Looks at the rules that a change has reached. Rules that rose fire next. */
  look(changed: readonly CellNode[], now: number): Fire[] {
    this.#due.look(changed, now)
    return this.#conditions.look(changed, now)
  }

  /** States that changed and are not in the store yet. */
  stateWrites(): Write[] {
    return this.#book.writes()
  }

  /** New records, for the commit that carries the states. */
  takeNews(): readonly RuleNews[] {
    return this.#book.takeNews()
  }

  /** Fires, wave after wave, until no rule does. */
  *cascade(fires: readonly Fire[], now: number): Work<RuleNews[]> {
    const rules: WaveRules = {
      book: this.#book,
      look: (changed) => this.look(changed, now),
      mark: () => this.mark(now),
    }
    const fired: RuleNews[] = []
    let next = fires
    for (let wave = 1; next.length > 0; wave++) {
      if (wave > RULE_WAVES) {
        this.#drop(next, now, wave)
        break
      }
      const innocent = yield* this.#abort(next, now, wave)
      const done = yield* fireTogether(innocent, now, wave, rules, this.#host)
      fired.push(...done.fired)
      if (done.refused.length > 0) {
        for (const { fire, reason } of done.refused) {
          this.#fails(fire, 'refused', reason, `it did not fire: ${reason}`, now, wave)
        }
        this.#commitStates()
      }
      next = done.next
    }
    return fired
  }

  /** Savepoint of the rules' states. Returns its rollback, to be called once the cells are rolled back. */
  mark(now: number): () => void {
    const unmark = [this.#book.mark(), this.#conditions.mark()]
    return () => {
      for (const back of unmark) back()
      // Schedules may have been read from triggers that are rolled back.
      this.#due.lookAtAll(now)
    }
  }

  // Time

  /** When something is due next; undefined if nothing ever is. */
  nextAt(): number | undefined {
    return this.#due.nextAt()
  }

  /** When a rule is due after an instant, up to another, so many at most. */
  coming(rule: LiveRule, after: number, until: number, limit: number): number[] {
    return this.#due.coming(rule, after, until, limit)
  }

  /** Whether a rule cannot act since its schedule or its gate is wrong. */
  isInvalid(rule: LiveRule): boolean {
    return this.#due.isWrong(rule) || this.#conditions.isMisconfigured(rule)
  }

  /** Fires due rules, in the order of due times. `more` if some are left for the next tick. */
  *tick(now: number): Work<{ readonly fired: readonly RuleNews[]; readonly more: boolean }> {
    const fired: RuleNews[] = []
    for (let runs = 0; runs < BACKFILL_RUNS_PER_TICK; ) {
      const due = yield* this.#due.take(now)
      // Skipped occurrences are on record, also if nothing fires, or the same rule fires now.
      if (this.#book.isDirty) this.#commitStates()
      if (due === undefined) return { fired, more: false }
      fired.push(...(yield* this.cascade(due, now)))
      runs += Math.max(1, due.length)
      if (this.#host.pause()) break
    }
    return { fired, more: true }
  }

  // Waves that do not happen

  /**
   * Aborts a rule in a cycle, one that writes to its own trigger: nothing of its wave happens. The others of the wave,
   * which this returns, are tried again without it.
   */
  *#abort(fires: readonly Fire[], now: number, wave: number): Work<readonly Fire[]> {
    const innocent: Fire[] = []
    for (const fire of fires) {
      if (!(yield* feedsItself(fire.rule, this.#host.graph))) innocent.push(fire)
    }
    if (innocent.length === fires.length) return fires
    const kept = new Set(innocent)
    for (const fire of fires) {
      if (kept.has(fire)) continue
      const reason = `the rule in line ${fire.rule.line} writes what its own trigger depends on`
      const problem = 'it writes what its own trigger depends on, so its wave was aborted'
      this.#fails(fire, 'aborted', reason, problem, now, wave)
    }
    this.#commitStates()
    return innocent
  }

  /**
   * A rule does not fire. Its condition may rise again when one of its reads changes; an occurrence is over, or it would
   * be due for ever.
   */
  #fails(
    { rule, due, state }: Fire,
    outcome: 'aborted' | 'refused',
    reason: string,
    problem: string,
    now: number,
    wave: number,
  ): void {
    const last = { ...notFired(outcome, reason, now, due), wave }
    if (rule.kind === 'when') {
      const before = this.#book.of(rule)
      const wasArmed = gateDue(before) !== undefined
      const back = wasArmed ? { ...before, edge: false, gate: null } : before
      this.#book.record(rule, this.#wrong(rule, back, problem), last)
      this.#conditions.remember(rule)
    } else {
      this.#book.record(rule, this.#wrong(rule, { ...state, completedAt: null }, problem), last)
    }
  }

  /** A cascade that does not end: its next firings are dropped, on record. */
  #drop(fires: readonly Fire[], now: number, wave: number): void {
    for (const { rule } of fires) {
      const reason = `more than ${RULE_WAVES} waves followed from one change`
      const last = { ...notFired('capped', reason, now), wave }
      const state = { ...this.#book.of(rule), edge: true }
      const problem = `it was still firing after ${RULE_WAVES} waves`
      this.#book.record(rule, this.#wrong(rule, state, problem), last)
    }
    this.#commitStates()
  }

  #wrong(rule: LiveRule, state: RuleState, text: string): RuleState {
    this.#problems.set(rule, text)
    return { ...state, problem: { text, version: this.#version } }
  }

  #commitStates(): void {
    const write = this.#book.writes()
    const news = this.#book.takeNews()
    this.#host.commit({ write, receipts: [], publish: [], by: 'rules', news }, [])
  }
}
