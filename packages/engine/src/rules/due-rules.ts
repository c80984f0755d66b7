// Time: which rules are due next, and which of them fire now. Schedules that are due at one time fire in one
// wave, and so does a DEBOUNCE whose wait is over then; replays of several rules interleave by due time.
// Rules wait in a heap, so a hundred thousand schedules cost no more to wake than the few that are due.

import { isPending, type Value } from '@cellwake/runtime'
import { type AlarmHandle, Alarms, zoneFor } from '@cellwake/scheduler'
import type { CellNode } from '../graph/cell-node.ts'
import { SHARED_SCHEDULES } from '../limits.ts'
import type { Work } from '../model/slices.ts'
import type { Fire } from './firing.ts'
import type { LiveRule } from './live-rule.ts'
import { runnable } from './missed-runs.ts'
import { notFired, type RuleBook } from './rule-book.ts'
import type { RuleConditions } from './rule-conditions.ts'
import { gateDue } from './rule-gates.ts'
import {
  atSchedule,
  everySchedule,
  keptSchedule,
  nextDue,
  type Schedule,
} from './rule-schedules.ts'
import type { RuleRecord, RuleState } from './rule-state.ts'
import type { RulesHost } from './rules-host.ts'

/** A rule and where it waits. */
interface Waiting {
  readonly rule: LiveRule
  /** Undefined while it waits nowhere. */
  heap: Alarms<Waiting> | undefined
  handle: AlarmHandle
  /** The coming firing of a due schedule. */
  run: Fire | undefined
  /** The trigger's value when it was last read, and the schedule it means; rules of one schedule share it. */
  value: Value | undefined
  schedule: Schedule
}

export interface LeftRuns {
  readonly count: number
  readonly newest: number
}

export const MISSED = 'missed'
const CHANGED = 'overtaken by another schedule'
const NEVER = 'its next occurrence is beyond the end of time'

export class DueRules {
  readonly #book: RuleBook
  readonly #conditions: RuleConditions
  readonly #host: RulesHost
  readonly #schedules = new Map<CellNode, LiveRule>()
  /** In the order of the source. */
  readonly #rules: readonly Waiting[]
  /** By when they are due. */
  readonly #waiting = new Alarms<Waiting>()
  /** Rules that are due and may run. */
  readonly #late = new Alarms<Waiting>()
  /** Rules among them that may have missed occurrences, and the time of the last check. */
  readonly #judged = new Set<LiveRule>()
  #judgedAt = Number.NaN
  readonly #shared = new Map<string, Schedule>()
  /** Rules whose triggers give no schedule that leads anywhere. */
  readonly #wrong = new Set<LiveRule>()

  constructor(book: RuleBook, conditions: RuleConditions, host: RulesHost) {
    this.#book = book
    this.#conditions = conditions
    this.#host = host
    for (const rule of book.rules) if (rule.kind !== 'when') this.#schedules.set(rule.trigger, rule)
    this.#rules = book.rules.map((rule) => ({
      rule,
      heap: undefined,
      handle: 0,
      run: undefined,
      value: undefined,
      schedule: undefined,
    }))
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

  /** All that is due at the earliest time, and may run; undefined when nothing is left. */
  *take(now: number): Work<Fire[] | undefined> {
    yield* this.#skipMissed(now)
    if (this.#late.size === 0) return undefined
    const at = this.#late.nextAt
    const due: Waiting[] = []
    while (this.#late.nextAt === at) {
      const waiting = this.#late.pop()!
      waiting.heap = undefined
      this.#judged.delete(waiting.rule)
      this.#book.moved(waiting.rule)
      due.push(waiting)
    }
    // In the order of the source, so that later rules win.
    if (due.length > 1) due.sort((a, b) => a.rule.order - b.rule.order)
    return due.map((waiting) => {
      const fire = this.#fireOf(waiting, now)
      waiting.run = undefined
      return fire
    })
  }

  #fireOf({ rule, run }: Waiting, now: number): Fire {
    if (run === undefined) return this.#conditions.waited(rule)
    return rule.kind === 'at' ? { ...run, state: { ...run.state, completedAt: now } } : run
  }

  /** Skips the missed occurrences among all due ones, before the first of the rest runs. */
  *#skipMissed(now: number): Work<void> {
    for (const rule of this.#judged) {
      // A later one of the same rule may be due by now, and MAX may be another number.
      if (now !== this.#judgedAt || rule.policy?.max !== undefined) this.#book.moved(rule)
    }
    this.#judgedAt = now
    const { since } = this.#host
    for (;;) {
      this.#rearm()
      if (this.#waiting.nextAt > now) return
      // Years of a cron take a while to count.
      if (this.#host.pause()) yield
      const due = this.#waiting.nextAt
      const waiting = this.#waiting.pop()!
      const { rule } = waiting
      waiting.heap = undefined
      const run = rule.kind === 'when' ? undefined : this.#nextRun(waiting, now, since)
      // Skipping missed occurrences moved its next one.
      if (rule.kind !== 'when' && run?.due !== due) continue
      this.#wait(waiting, this.#late, due)
      waiting.run = run
      if (rule.policy?.kind === 'skip' || rule.policy?.max !== undefined) this.#judged.add(rule)
    }
  }

  /** When a rule is due after an instant, up to another, so many at most. */
  coming(rule: LiveRule, after: number, until: number, limit: number): number[] {
    const state = this.#book.of(rule)
    const found: number[] = []
    if (rule.kind === 'every') {
      const schedule = this.#scheduleOf(this.#rules[rule.order]!)
      if (schedule === undefined || 'wrong' in schedule) return found
      const dealtWith = state.cursor ?? state.phaseAt
      let at = schedule.next(Math.max(after, dealtWith, state.phaseAt), state.phaseAt)
      while (at !== undefined && at <= until && found.length < limit) {
        found.push(at)
        at = schedule.next(at, state.phaseAt)
      }
      return found
    }
    const at = this.#dueOf(this.#rules[rule.order]!)
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
      const waiting = this.#rules[rule.order]!
      if (waiting.heap !== undefined) {
        waiting.heap.cancel(waiting.handle)
        waiting.heap = undefined
        waiting.run = undefined
        this.#judged.delete(rule)
      }
      const at = this.#dueOf(waiting)
      if (at !== undefined) this.#wait(waiting, this.#waiting, at)
    }
  }

  #wait(waiting: Waiting, heap: Alarms<Waiting>, at: number): void {
    waiting.heap = heap
    waiting.handle = heap.add(at, waiting)
  }

  /** The next occurrence of a rule that is due and may run; missed ones are skipped, on record. */
  #nextRun(waiting: Waiting, now: number, since: number): Fire | undefined {
    const { rule } = waiting
    const schedule = this.#scheduleOf(waiting)
    if (schedule === undefined || 'wrong' in schedule) return undefined
    const kind = rule.kind as 'every' | 'at'
    const state = this.#book.of(rule)
    const first = nextDue(kind, state, schedule)
    if (first === undefined || first > now) return undefined
    const found = runnable(first, schedule, state.phaseAt, {
      now,
      // Occurrences before the rule began count as missed: no host had it.
      aliveSince: Math.max(since, state.startedAt + 1),
      backfill: rule.policy?.kind === 'backfill',
      max: rule.policy?.max === undefined ? undefined : this.#number(rule.policy.max),
    })
    let known = state
    if (found.skipped > 0) {
      const { skipped: count, lastSkipped: cursor } = found
      this.#skip(rule, { ...state, cursor }, count, cursor, MISSED, now)
      known = this.#book.of(rule)
    }
    if (found.due === undefined) return undefined
    const completedAt = kind === 'at' ? now : null
    return { rule, due: found.due, state: { ...known, cursor: found.due, completedAt } }
  }

  #dueOf(waiting: Waiting): number | undefined {
    const { rule } = waiting
    const state = this.#book.of(rule)
    if (rule.kind === 'when') return gateDue(state)
    return nextDue(rule.kind, state, this.#scheduleOf(waiting))
  }

  #scheduleOf(waiting: Waiting): Schedule {
    const { rule } = waiting
    const { value } = rule.trigger
    if (waiting.value === value) return waiting.schedule
    waiting.schedule = this.#read(rule, value)
    waiting.value = value
    return waiting.schedule
  }

  /** While a trigger is pending, its last schedule holds. */
  #read(rule: LiveRule, value: Value): Schedule {
    const kind = rule.kind as 'every' | 'at'
    if (isPending(value)) return keptSchedule(kind, this.#book.of(rule).schedule)
    return kind === 'at' ? atSchedule(value) : this.#every(rule, value)
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

  /** The phase of an interval begins anew when the interval, the cron or its zone is another one. */
  #look(rule: LiveRule, now: number): void {
    if (isPending(rule.trigger.value)) return
    const schedule = this.#scheduleOf(this.#rules[rule.order]!)
    const state = this.#book.of(rule)
    if (schedule === undefined || 'wrong' in schedule) {
      this.#report(rule, schedule?.wrong)
      if (state.schedule !== '') this.#change(rule, { ...state, schedule: '' }, now)
      return
    }
    const never = rule.kind === 'every' && schedule.next(now, now) === undefined
    this.#report(rule, never ? NEVER : undefined)
    if (state.schedule === schedule.text) return
    const cursor = rule.kind === 'at' ? state.cursor : null
    this.#change(rule, { ...state, schedule: schedule.text, phaseAt: now, cursor }, now)
  }

  /** Occurrences of the previous schedule that are due and have not run are over, on record. */
  #change(rule: LiveRule, changed: RuleState, now: number): void {
    const left = this.left(rule, now)
    if (left === undefined) this.#book.set(rule, changed)
    else this.#skip(rule, changed, left.count, left.newest, CHANGED, now)
  }

  /** Occurrences of a schedule that are due and have not run: how many, and the newest of them. */
  left(rule: LiveRule, now: number): LeftRuns | undefined {
    if (rule.kind === 'when') return undefined
    const state = this.#book.of(rule)
    const schedule = keptSchedule(rule.kind, state.schedule)
    const first = nextDue(rule.kind, state, schedule)
    if (schedule === undefined || first === undefined || first > now) return undefined
    const { count, newest } = schedule.due(first, now, state.phaseAt, 1)
    return { count, newest: newest[0]! }
  }

  #skip(
    rule: LiveRule,
    state: RuleState,
    count: number,
    last: number,
    reason: string,
    now: number,
  ): void {
    const record: RuleRecord = { ...notFired('skipped', reason, now, last), count }
    this.#book.record(rule, { ...state, skipped: state.skipped + count }, record)
  }

  /** Withdraws only its own problem: a rule may have others. */
  #report(rule: LiveRule, wrong: string | undefined): void {
    if (wrong !== undefined) {
      this.#wrong.add(rule)
      this.#host.report(rule, wrong)
    } else if (this.#wrong.delete(rule)) this.#host.report(rule, undefined)
  }

  #number(node: CellNode): number | undefined {
    const value = this.#host.graph.graph.read(node) as Value
    return typeof value === 'number' ? Math.max(0, Math.floor(value)) : undefined
  }
}
