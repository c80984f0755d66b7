// Time: which rules are due next, and which of them fire now. Schedules that are due at one time fire in one
// wave, and so does a DEBOUNCE whose wait is over then; replays of several rules interleave by due time.
// Rules wait in a heap, so a hundred thousand schedules cost no more to wake than the few that are due.

import type { Value } from '@cellwake/runtime'
import { type AlarmHandle, Alarms, zoneFor } from '@cellwake/scheduler'
import type { CellNode } from './cell-node.ts'
import type { Fire } from './firing.ts'
import { SHARED_SCHEDULES } from './limits.ts'
import type { LiveRule } from './live-rule.ts'
import { type Runnable, runnable } from './missed-runs.ts'
import { notFired, type RuleBook } from './rule-book.ts'
import type { RuleConditions } from './rule-conditions.ts'
import { gateDue } from './rule-gates.ts'
import { atSchedule, everySchedule, nextDue, type Schedule } from './rule-schedules.ts'
import type { RuleRecord, RuleState } from './rule-state.ts'

export interface DueRulesHost {
  /** The zone of rules that name none. */
  readonly zone: string
  read(node: CellNode): Value
  report(rule: LiveRule, problem: string | undefined): void
}

/** Where a rule waits. */
interface Armed {
  readonly heap: Alarms<LiveRule>
  readonly handle: AlarmHandle
  /** Of a schedule that is due: what it is about to do. */
  readonly run?: Fire
}

const NEVER = 'its next occurrence is beyond the end of time'

export class DueRules {
  readonly #book: RuleBook
  readonly #conditions: RuleConditions
  readonly #host: DueRulesHost
  readonly #schedules = new Map<CellNode, LiveRule>()
  /** By when they are due. */
  readonly #waiting = new Alarms<LiveRule>()
  /** Those that are due and may run. */
  readonly #late = new Alarms<LiveRule>()
  readonly #handles = new Map<LiveRule, Armed>()
  /** Those of them that may have missed occurrences, and when that was last looked at. */
  readonly #judged = new Set<LiveRule>()
  #judgedAt = Number.NaN
  /** What each trigger said when it was last read, and what that means; rules of one schedule share it. */
  readonly #known = new Map<LiveRule, { readonly value: Value; readonly schedule: Schedule }>()
  readonly #shared = new Map<string, Schedule>()
  /** Rules whose triggers give no schedule that leads anywhere. */
  readonly #wrong = new Set<LiveRule>()
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
    this.#rearm()
    const at = Math.min(this.#waiting.nextAt, this.#late.nextAt)
    return at === Number.POSITIVE_INFINITY ? undefined : at
  }

  /**
   * All that is due at the earliest time, and may run; undefined when nothing is left. It is empty if all of
   * it waited by a gate that is wrong by now.
   */
  take(now: number): Fire[] | undefined {
    this.#skipMissed(now)
    if (this.#late.size === 0) return undefined
    const at = this.#late.nextAt
    const rules: LiveRule[] = []
    while (this.#late.nextAt === at) {
      const rule = this.#late.pop()!
      this.#judged.delete(rule)
      this.#book.moved(rule)
      rules.push(rule)
    }
    // In the order of the source, so that later rules win.
    rules.sort((a, b) => a.order - b.order)
    return rules.flatMap((rule) => {
      const run = this.#handles.get(rule)?.run
      this.#handles.delete(rule)
      if (run === undefined) return this.#conditions.waited(rule, now) ?? []
      return rule.kind === 'at' ? { ...run, state: { ...run.state, completedAt: now } } : run
    })
  }

  /** Of all that is due, what may not run is over, before the first of the rest runs. */
  #skipMissed(now: number): void {
    for (const rule of this.#judged) {
      // A later one of the same rule may be due by now, and MAX may be another number.
      if (now !== this.#judgedAt || rule.policy?.max !== undefined) this.#book.moved(rule)
    }
    this.#judgedAt = now
    for (;;) {
      this.#rearm()
      if (this.#waiting.nextAt > now) return
      const due = this.#waiting.nextAt
      const rule = this.#waiting.pop()!
      this.#handles.delete(rule)
      const run = rule.kind === 'when' ? undefined : this.#nextRun(rule, now)
      // What was skipped on the way to it put it elsewhere.
      if (rule.kind !== 'when' && run?.due !== due) continue
      const place = { heap: this.#late, handle: this.#late.add(due, rule) }
      this.#handles.set(rule, run === undefined ? place : { ...place, run })
      if (rule.policy?.kind === 'skip' || rule.policy?.max !== undefined) this.#judged.add(rule)
    }
  }

  /** When a rule is due after an instant, up to another, so many at most. */
  coming(rule: LiveRule, after: number, until: number, limit: number): number[] {
    const state = this.#book.of(rule)
    const found: number[] = []
    if (rule.kind === 'every') {
      const schedule = this.#scheduleOf(rule)
      if (schedule === undefined || 'wrong' in schedule) return found
      const dealtWith = state.cursor ?? state.phaseAt
      let at = schedule.next(Math.max(after, dealtWith, state.phaseAt), state.phaseAt)
      while (at !== undefined && at <= until && found.length < limit) {
        found.push(at)
        at = schedule.next(at, state.phaseAt)
      }
      return found
    }
    const at = this.#dueOf(rule)
    if (at !== undefined && at > after && at <= until && limit > 0) found.push(at)
    return found
  }

  /** Whether its trigger gives no schedule that leads anywhere. */
  isWrong(rule: LiveRule): boolean {
    return this.#wrong.has(rule)
  }

  /** Puts the rules whose states are others now where they belong. */
  #rearm(): void {
    for (const rule of this.#book.takeMoved()) {
      const known = this.#handles.get(rule)
      if (known !== undefined) {
        known.heap.cancel(known.handle)
        this.#handles.delete(rule)
        this.#judged.delete(rule)
      }
      const at = this.#dueOf(rule)
      if (at === undefined) continue
      this.#handles.set(rule, { heap: this.#waiting, handle: this.#waiting.add(at, rule) })
    }
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
      this.#book.record(rule, ...skipped(state, found, now))
      known = this.#book.of(rule)
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
    const known = this.#known.get(rule)
    if (known !== undefined && known.value === value) return known.schedule
    const schedule = rule.kind === 'at' ? atSchedule(value) : this.#every(rule, value)
    this.#known.set(rule, { value, schedule })
    return schedule
  }

  #every(rule: LiveRule, value: Value): Schedule {
    const zone = rule.zone ?? this.#host.zone
    const made = everySchedule(value, zoneFor(zone))
    if (made === undefined || 'wrong' in made) return made
    const key = `${zone} ${made.text}`
    const shared = this.#shared.get(key)
    if (shared !== undefined) return shared
    if (this.#shared.size >= SHARED_SCHEDULES) this.#shared.clear()
    this.#shared.set(key, made)
    return made
  }

  /** The phase of an interval begins anew when the interval is another one. */
  #look(rule: LiveRule, now: number): void {
    const schedule = this.#scheduleOf(rule)
    const state = this.#book.of(rule)
    if (schedule === undefined || 'wrong' in schedule) {
      this.#report(rule, schedule?.wrong)
      if (state.schedule !== '') this.#book.set(rule, { ...state, schedule: '' })
      return
    }
    const never = rule.kind === 'every' && schedule.next(now, now) === undefined
    this.#report(rule, never ? NEVER : undefined)
    if (state.schedule === schedule.text) return
    // The schedule that a rule starts with counts from its start; one that comes later, from now.
    const phaseAt = state.schedule === null ? state.startedAt : now
    const cursor = rule.kind === 'at' ? state.cursor : null
    this.#book.set(rule, { ...state, schedule: schedule.text, phaseAt, cursor })
  }

  /** Takes back only what it said itself: a rule may have other problems. */
  #report(rule: LiveRule, wrong: string | undefined): void {
    if (wrong !== undefined) {
      this.#wrong.add(rule)
      this.#host.report(rule, wrong)
    } else if (this.#wrong.delete(rule)) this.#host.report(rule, undefined)
  }

  #number(node: CellNode): number | undefined {
    const value = this.#host.read(node)
    return typeof value === 'number' ? Math.max(0, Math.floor(value)) : undefined
  }
}

function skipped(state: RuleState, found: Runnable, now: number): [RuleState, RuleRecord] {
  const { lastSkipped: cursor, skipped: count } = found
  const after = { ...state, cursor, skipped: state.skipped + count }
  return [after, { ...notFired('skipped', 'missed', now, cursor), count }]
}
