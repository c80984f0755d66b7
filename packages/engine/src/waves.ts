// What follows from a change by rules. After every commit, rules whose condition became true fire together;
// what that makes true fires in the next wave. Schedules that are due at one time are a wave too.
//
// A state is changed in memory only together with a commit that carries it, so a crash at any point
// leaves either a rule that has not fired and will, or one that has and will not again.

import type { Value } from '@cellwake/runtime'
import type { Write } from '@cellwake/store'
import type { CellNode } from './cell-node.ts'
import { DueRules } from './due-rules.ts'
import type { Fire } from './firing.ts'
import { BACKFILL_RUNS_PER_TICK, RULE_WAVES } from './limits.ts'
import type { LiveRule } from './live-rule.ts'
import { notFired, RuleBook, type RuleNews } from './rule-book.ts'
import { RuleConditions } from './rule-conditions.ts'
import { gateDue } from './rule-gates.ts'
import type { RuleState } from './rule-state.ts'
import type { Work } from './slices.ts'
import { feedsItself, fireTogether, type WaveHost } from './wave.ts'

export type { Fire } from './firing.ts'
export type { WaveCommit } from './wave.ts'

export interface WavesHost extends WaveHost {
  readonly zone: string
  /** Whether work should pause now. */
  pause(): boolean
  /** What is wrong with a rule; undefined when nothing is any more. */
  report(rule: LiveRule, problem: string | undefined): void
}

export class Waves {
  readonly #host: WavesHost
  readonly #book: RuleBook
  readonly #conditions: RuleConditions
  readonly #due: DueRules

  constructor(rules: readonly LiveRule[], host: WavesHost) {
    this.#host = host
    this.#book = new RuleBook(rules, host.records)
    const read = (node: CellNode) => host.graph.graph.read(node) as Value
    const report = (rule: LiveRule, problem: string | undefined) => host.report(rule, problem)
    this.#conditions = new RuleConditions(this.#book, { read, report })
    this.#due = new DueRules(this.#book, this.#conditions, { zone: host.zone, read, report })
  }

  get rules(): readonly LiveRule[] {
    return this.#book.rules
  }

  stateOf(rule: LiveRule): RuleState {
    return this.#book.of(rule)
  }

  /** Takes up the states that are kept; a rule without one starts now, in this version. */
  restore(
    stateOf: (id: string) => RuleState | undefined,
    now: number,
    since: number,
    version: number,
  ): void {
    this.#due.aliveSince = since
    this.#book.restore(stateOf, now, version)
  }

  /** Looks at all rules, as at a deploy or after a restart. */
  lookAtAll(now: number): Fire[] {
    this.#due.lookAtAll(now)
    return this.#conditions.lookAtAll(now)
  }

  /** Looks at the rules that a change has reached. Those that rose fire next. */
  look(changed: readonly CellNode[], now: number): Fire[] {
    this.#due.look(changed, now)
    return this.#conditions.look(changed, now)
  }

  /** States that changed and are not in the store yet. */
  stateWrites(): Write[] {
    return this.#book.writes()
  }

  /** What is new on record, for the commit that carries the states. */
  takeNews(): readonly RuleNews[] {
    return this.#book.takeNews()
  }

  /** Fires, and fires what follows from that, until nothing does. */
  *cascade(fires: readonly Fire[], now: number): Work<RuleNews[]> {
    const fired: RuleNews[] = []
    let next = fires
    for (let wave = 1; next.length > 0; wave++) {
      if (wave > RULE_WAVES) {
        this.#drop(next, now, wave)
        break
      }
      const own = next.find(({ rule }) => feedsItself(rule, this.#host.graph))
      if (own !== undefined) {
        this.#abort(next, own.rule, now, wave)
        break
      }
      const look = (changed: readonly CellNode[]) => this.look(changed, now)
      const done = yield* fireTogether(next, now, wave, this.#book, this.#host, look)
      fired.push(...done.fired)
      next = done.next
    }
    return fired
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

  /** Fires what is due, in the order of due times. `more` if some is left for the next tick. */
  *tick(now: number): Work<{ readonly fired: readonly RuleNews[]; readonly more: boolean }> {
    const fired: RuleNews[] = []
    for (let runs = 0; runs < BACKFILL_RUNS_PER_TICK; ) {
      const due = this.#due.take(now)
      // What is skipped is on record, also if nothing fires, or the same rule fires now.
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
   * A rule that writes what its own trigger follows from: nothing of its wave happens. Conditions may rise
   * again when what they read changes; an occurrence is over, or it would be due for ever.
   */
  #abort(fires: readonly Fire[], own: LiveRule, now: number, wave: number): void {
    this.#host.report(own, 'it writes what its own trigger depends on, so its wave was aborted')
    for (const { rule, due, state } of fires) {
      const reason = `the rule in line ${own.line} writes what its own trigger depends on`
      const last = { ...notFired('aborted', reason, now, due), wave }
      if (rule.kind === 'when') {
        const before = this.#book.of(rule)
        const wasArmed = gateDue(before) !== undefined
        const back = wasArmed ? { ...before, edge: false, gate: null } : before
        this.#book.record(rule, back, last)
        this.#conditions.remember(rule)
      } else this.#book.record(rule, { ...state, completedAt: null }, last)
    }
    this.#commitStates()
  }

  /** A cascade that does not end: what would have fired next does not, and says so. */
  #drop(fires: readonly Fire[], now: number, wave: number): void {
    for (const { rule } of fires) {
      const reason = `more than ${RULE_WAVES} waves followed from one change`
      const last = { ...notFired('capped', reason, now), wave }
      this.#book.record(rule, { ...this.#book.of(rule), edge: true }, last)
      this.#host.report(rule, `it was still firing after ${RULE_WAVES} waves`)
    }
    this.#commitStates()
  }

  #commitStates(): void {
    const write = this.#book.writes()
    const news = this.#book.takeNews()
    this.#host.commit({ write, receipts: [], publish: [], by: 'rules', news }, [])
  }
}
