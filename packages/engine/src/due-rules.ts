// Time: which rules are due next, and which of them fire now. Schedules that are due at one time fire in one
// wave, and so does a DEBOUNCE whose wait is over then; replays of several rules interleave by due time.

import type { Value } from '@cellwake/runtime'
import { zoneFor } from '@cellwake/scheduler'
import type { CellNode } from './cell-node.ts'
import type { Fire } from './firing.ts'
import type { LiveRule } from './live-rule.ts'
import { type Runnable, runnable } from './missed-runs.ts'
import { notFired, type RuleBook } from './rule-book.ts'
import type { RuleConditions } from './rule-conditions.ts'
import { gateDue } from './rule-gates.ts'
import { atSchedule, everySchedule, nextDue, type Schedule } from './rule-schedules.ts'
import type { RuleState } from './rule-state.ts'

export interface DueRulesHost {
  /** The zone of rules that name none. */
  readonly zone: string
  read(node: CellNode): Value
  report(rule: LiveRule, problem: string | undefined): void
}

export class DueRules {
  readonly #book: RuleBook
  readonly #conditions: RuleConditions
  readonly #host: DueRulesHost
  readonly #schedules = new Map<CellNode, LiveRule>()
  /** Since when this host has the model: what was due before is missed. */
  aliveSince = 0

  constructor(book: RuleBook, conditions: RuleConditions, host: DueRulesHost) {
    this.#book = book
    this.#conditions = conditions
    this.#host = host
    for (const rule of book.rules) if (rule.kind !== 'when') this.#schedules.set(rule.trigger, rule)
  }

  /** Looks at all schedules, as at a deploy or after a restart. */
  lookAtAll(now: number): void {
    for (const rule of this.#schedules.values()) this.#look(rule, now)
  }

  /** Looks at the schedules that a change has reached. */
  look(changed: readonly CellNode[], now: number): void {
    for (const node of changed) {
      const rule = node.row >= 0 ? undefined : this.#schedules.get(node)
      if (rule !== undefined) this.#look(rule, now)
    }
  }

  /** When something is due next; undefined if nothing ever is. */
  nextAt(): number | undefined {
    let next: number | undefined
    for (const rule of this.#book.rules) {
      const due = this.#dueOf(rule)
      if (due !== undefined && (next === undefined || due < next)) next = due
    }
    return next
  }

  /**
   * All that is due at the earliest time, and may run; undefined when nothing is left. It is empty if all of
   * it waited by a gate that is wrong by now.
   */
  take(now: number): Fire[] | undefined {
    let at = Number.POSITIVE_INFINITY
    let found: (LiveRule | Fire)[] = []
    const add = (time: number, one: LiveRule | Fire) => {
      if (time > at) return
      if (time < at) found = []
      at = time
      found.push(one)
    }
    for (const rule of this.#book.rules) {
      if (rule.kind === 'when') {
        const due = gateDue(this.#book.of(rule))
        if (due !== undefined && due <= now) add(due, rule)
      } else {
        const run = this.#nextRun(rule, now)
        if (run !== undefined) add(run.due!, run)
      }
    }
    if (found.length === 0) return undefined
    return found.flatMap((one) => {
      return 'rule' in one ? one : (this.#conditions.waited(one, now) ?? [])
    })
  }

  /** The next occurrence of a rule that is due and may run; what may not is skipped, on record. */
  #nextRun(rule: LiveRule, now: number): Fire | undefined {
    const schedule = this.#scheduleOf(rule)
    if (schedule === undefined || 'wrong' in schedule) return undefined
    const kind = rule.kind as 'every' | 'at'
    const state = this.#book.of(rule)
    const first = nextDue(kind, state, schedule)
    if (first === undefined || first > now) return undefined
    const found = runnable(first, schedule, state.phaseAt, {
      now,
      // What was due before a rule began, no host had.
      aliveSince: Math.max(this.aliveSince, state.startedAt + 1),
      backfill: rule.policy?.kind === 'backfill',
      max: rule.policy?.max === undefined ? undefined : this.#number(rule.policy.max),
    })
    let known = state
    if (found.skipped > 0) {
      known = skipped(state, found, now)
      this.#book.set(rule, known)
    }
    if (found.due === undefined) return undefined
    const completedAt = kind === 'at' ? now : null
    return { rule, due: found.due, state: { ...known, cursor: found.due, completedAt } }
  }

  #dueOf(rule: LiveRule): number | undefined {
    const state = this.#book.of(rule)
    if (rule.kind === 'when') return gateDue(state)
    return nextDue(rule.kind, state, this.#scheduleOf(rule))
  }

  #scheduleOf(rule: LiveRule): Schedule {
    const { value } = rule.trigger
    if (rule.kind === 'at') return atSchedule(value)
    return everySchedule(value, zoneFor(rule.zone ?? this.#host.zone))
  }

  /** The phase of an interval begins anew when the interval is another one. */
  #look(rule: LiveRule, now: number): void {
    const schedule = this.#scheduleOf(rule)
    const state = this.#book.of(rule)
    if (schedule === undefined || 'wrong' in schedule) {
      if (schedule !== undefined) this.#host.report(rule, schedule.wrong)
      if (state.schedule !== '') this.#book.set(rule, { ...state, schedule: '' })
      return
    }
    if (state.schedule === schedule.text) return
    if (state.schedule === '') this.#host.report(rule, undefined)
    // The schedule that a rule starts with counts from its start; one that comes later, from now.
    const phaseAt = state.schedule === null ? state.startedAt : now
    const cursor = rule.kind === 'at' ? state.cursor : null
    this.#book.set(rule, { ...state, schedule: schedule.text, phaseAt, cursor })
  }

  #number(node: CellNode): number | undefined {
    const value = this.#host.read(node)
    return typeof value === 'number' ? Math.max(0, Math.floor(value)) : undefined
  }
}

function skipped(state: RuleState, found: Runnable, now: number): RuleState {
  const last = { ...notFired('skipped', 'missed', now, found.lastSkipped), count: found.skipped }
  return { ...state, cursor: found.lastSkipped, skipped: state.skipped + found.skipped, last }
}
