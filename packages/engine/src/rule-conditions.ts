// WHEN: which conditions became true, and what their gates make of it. A condition that is true though its
// rule has not fired, since its wave was aborted or its gate was wrong, is looked at again as soon as
// something it reads has changed, even if it is still true then.

import { isBlank, toLogical, type Value } from '@cellwake/runtime'
import type { CellNode } from './cell-node.ts'
import type { Fire } from './firing.ts'
import type { LiveRule } from './live-rule.ts'
import { notFired, type RuleBook } from './rule-book.ts'
import { debounceRise, fall, gateMs, throttleRise } from './rule-gates.ts'
import type { RuleState } from './rule-state.ts'

export interface ConditionsHost {
  /** The value of a gate's length. */
  read(node: CellNode): Value
  /** What is wrong with a rule; undefined when nothing is any more. */
  report(rule: LiveRule, problem: string | undefined): void
}

const WRONG_LENGTH = 'its waiting time is no positive length of time of at most 100 years'

export class RuleConditions {
  readonly #book: RuleBook
  readonly #host: ConditionsHost
  readonly #whens = new Map<CellNode, LiveRule>()
  /** True and not fired, with when the condition last ran. */
  readonly #unsettled = new Map<LiveRule, number>()
  readonly #misconfigured = new Set<LiveRule>()

  constructor(book: RuleBook, host: ConditionsHost) {
    this.#book = book
    this.#host = host
    for (const rule of book.rules) if (rule.kind === 'when') this.#whens.set(rule.trigger, rule)
  }

  /** Looks at all conditions, as at a deploy or after a restart. */
  lookAtAll(now: number): Fire[] {
    return this.#rises(this.#whens.values(), now)
  }

  /** Looks at those that a change has reached. Rules that rose fire next. */
  look(changed: readonly CellNode[], now: number): Fire[] {
    const rules = new Set<LiveRule>()
    for (const node of changed) {
      const when = node.row >= 0 ? undefined : this.#whens.get(node)
      if (when !== undefined) rules.add(when)
    }
    for (const [rule, ranAt] of this.#unsettled) if (rule.trigger.ranAt > ranAt) rules.add(rule)
    return this.#rises(rules, now)
  }

  /** Whether the length of its gate was wrong when it was last looked at. */
  isMisconfigured(rule: LiveRule): boolean {
    return this.#misconfigured.has(rule)
  }

  /** A rule whose condition is true did not fire, and may still. */
  remember(rule: LiveRule): void {
    this.#unsettled.set(rule, rule.trigger.ranAt)
  }

  /** Remembers which rules are true and have not fired, and which wait in vain; what it returns puts that back. */
  mark(): () => void {
    const unsettled = [...this.#unsettled.keys()]
    const misconfigured = new Set(this.#misconfigured)
    return () => {
      this.#unsettled.clear()
      for (const rule of unsettled) this.remember(rule)
      for (const rule of this.#misconfigured) {
        if (!misconfigured.has(rule)) this.#host.report(rule, undefined)
      }
      this.#misconfigured.clear()
      for (const rule of misconfigured) {
        this.#misconfigured.add(rule)
        this.#host.report(rule, WRONG_LENGTH)
      }
    }
  }

  /** The wait of a DEBOUNCE is over. Undefined if its length is wrong by now, which clears the wait. */
  waited(rule: LiveRule, now: number): Fire | undefined {
    const state = this.#book.of(rule)
    if (this.#lengths(rule) === undefined) {
      this.#skip(rule, { ...state, edge: false }, now)
      return undefined
    }
    return { rule, due: null, state: { ...state, gate: null } }
  }

  #rises(rules: Iterable<LiveRule>, now: number): Fire[] {
    const fires: Fire[] = []
    for (const rule of rules) {
      const truth = truthOf(rule.trigger.value)
      // Pending leaves the edge as it was.
      if (truth === undefined) continue
      this.#unsettled.delete(rule)
      const state = this.#book.of(rule)
      if (!truth) {
        if (state.edge || state.gate?.armed === true) this.#book.set(rule, fall(state))
      } else if (!state.edge) {
        const fire = this.#rise(rule, state, now)
        if (fire !== undefined) fires.push(fire)
      }
    }
    return fires.sort((a, b) => a.rule.order - b.rule.order)
  }

  #rise(rule: LiveRule, state: RuleState, now: number): Fire | undefined {
    const { gate } = rule
    if (gate === undefined) return { rule, due: null, state: { ...state, edge: true } }
    const lengths = this.#lengths(rule)
    if (lengths === undefined) {
      this.#skip(rule, state, now)
      return undefined
    }
    const { ms, maxMs } = lengths
    if (gate.kind === 'debounce') {
      const gated = debounceRise(state, now, ms, maxMs)
      if (gated.fires) return { rule, due: null, state: gated.state }
      this.#book.set(rule, gated.state)
      return undefined
    }
    const gated = throttleRise(state, now, ms)
    if (gated.fires) return { rule, due: null, state: gated.state }
    this.#book.record(rule, gated.state, notFired('gated', gated.held ?? '', now))
    return undefined
  }

  /** The lengths of a gate in milliseconds; undefined if one is wrong. */
  #lengths(rule: LiveRule): { ms: number; maxMs: number | undefined } | undefined {
    const { gate } = rule
    if (gate === undefined) return undefined
    const ms = gateMs(this.#host.read(gate.length))
    const maxMs = gate.max === undefined ? undefined : gateMs(this.#host.read(gate.max))
    if (ms === undefined || (gate.max !== undefined && maxMs === undefined)) return undefined
    if (this.#misconfigured.delete(rule)) this.#host.report(rule, undefined)
    return { ms, maxMs }
  }

  /** Skipped this time, and not armed; it may fire when the length is right. */
  #skip(rule: LiveRule, state: RuleState, now: number): void {
    this.#misconfigured.add(rule)
    this.#host.report(rule, WRONG_LENGTH)
    this.#book.record(rule, { ...state, gate: null }, notFired('invalid', WRONG_LENGTH, now))
    this.remember(rule)
  }
}

/** Undefined while it is pending. An error or blank is not true. */
function truthOf(value: Value): boolean | undefined {
  if (typeof value === 'object' && value.k === 6) return undefined
  if (typeof value === 'object' && isBlank(value)) return false
  return toLogical(value) === true
}
