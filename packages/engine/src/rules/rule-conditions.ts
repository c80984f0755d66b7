// WHEN: edge detection of conditions, and their gates. A condition that is true though its rule has not
// fired, since its wave was aborted, is looked at again as soon as something it reads has changed, even if it
// is still true then. While the length of a gate is wrong its rule has a problem and lets every rise pass;
// the next one after the length is mended counts.

import { isBlank, isPending, toLogical, type Value } from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import type { Fire } from './firing.ts'
import type { LiveRule, RuleGate } from './live-rule.ts'
import { notFired, type RuleBook } from './rule-book.ts'
import { debounceRise, fall, gateMs, throttleRise } from './rule-gates.ts'
import type { RuleState } from './rule-state.ts'
import type { RulesHost } from './rules-host.ts'

const WRONG_LENGTH = 'its waiting time is no positive length of time up to 100 years'

export class RuleConditions {
  readonly #book: RuleBook
  readonly #host: Pick<RulesHost, 'report'>
  readonly #whens = new Map<CellNode, LiveRule>()
  /** By the lengths of their gates. */
  readonly #gated = new Map<CellNode, LiveRule>()
  /** True and not fired, with when the condition last ran. */
  readonly #unsettled = new Map<LiveRule, number>()
  readonly #misconfigured = new Set<LiveRule>()

  constructor(book: RuleBook, host: Pick<RulesHost, 'report'>) {
    this.#book = book
    this.#host = host
    for (const rule of book.rules) {
      if (rule.kind === 'when') this.#whens.set(rule.trigger, rule)
      for (const node of [rule.gate?.length, rule.gate?.max]) {
        if (node !== undefined) this.#gated.set(node, rule)
      }
    }
  }

  /** Looks at all conditions, as at a deploy or after a restart. */
  lookAtAll(now: number): Fire[] {
    for (const rule of this.#gated.values()) this.#lookAtGate(rule, now)
    return this.#rises(this.#whens.values(), now)
  }

  /** Looks at rules that a change has reached. Rules that rose fire next. */
  look(changed: readonly CellNode[], now: number): Fire[] {
    const rules = new Set<LiveRule>()
    for (const node of changed) {
      if (node.row >= 0) continue
      const when = this.#whens.get(node)
      if (when !== undefined) rules.add(when)
      const gated = this.#gated.get(node)
      if (gated !== undefined) this.#lookAtGate(gated, now)
    }
    for (const [rule, ranAt] of this.#unsettled) if (rule.trigger.ranAt > ranAt) rules.add(rule)
    return this.#rises(rules, now)
  }

  /** Whether the length of its gate is wrong. */
  isMisconfigured(rule: LiveRule): boolean {
    return this.#misconfigured.has(rule)
  }

  /** A rule whose condition is true did not fire, and may still. */
  remember(rule: LiveRule): void {
    this.#unsettled.set(rule, rule.trigger.ranAt)
  }

  /** Savepoint of the rules that are true and have not fired, and of those with a wrong gate; returns its rollback. */
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

  /** The wait of a DEBOUNCE is over. */
  waited(rule: LiveRule): Fire {
    return { rule, due: null, state: { ...this.#book.of(rule), gate: null } }
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
        if (state.edge || state.gate?.armed === true) this.#book.set(rule, fall(state, now))
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
    const lengths = lengthsOf(gate)
    if (lengths === undefined) {
      this.#end(rule, { ...state, edge: true }, now)
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

  /** A length that turned wrong ends the wait or the window. One that is pending for a while changes nothing. */
  #lookAtGate(rule: LiveRule, now: number): void {
    const gate = rule.gate!
    if (isPending(gate.length.value) || (gate.max && isPending(gate.max.value))) return
    if (lengthsOf(gate) === undefined) {
      this.#misconfigured.add(rule)
      this.#host.report(rule, WRONG_LENGTH)
      const state = this.#book.of(rule)
      if (state.gate !== null) this.#end(rule, state, now)
    } else if (this.#misconfigured.delete(rule)) this.#host.report(rule, undefined)
  }

  /** Ends a firing that waits by the gate, or would by this rise. */
  #end(rule: LiveRule, state: RuleState, now: number): void {
    this.#book.record(rule, { ...state, gate: null }, notFired('invalid', WRONG_LENGTH, now))
  }
}

/** The lengths of a gate in milliseconds; undefined if one is wrong. */
function lengthsOf({
  length,
  max,
}: RuleGate): { ms: number; maxMs: number | undefined } | undefined {
  const ms = gateMs(length.value)
  const maxMs = max === undefined ? undefined : gateMs(max.value)
  if (ms === undefined || (max !== undefined && maxMs === undefined)) return undefined
  return { ms, maxMs }
}

/** Undefined while it is pending. An error or blank is not true. */
function truthOf(value: Value): boolean | undefined {
  if (isPending(value)) return undefined
  if (typeof value === 'object' && isBlank(value)) return false
  return toLogical(value) === true
}
