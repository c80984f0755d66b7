// What follows from a change by rules. After every commit, rules whose condition became true fire together:
// their bodies read the values as they are, then everything they write, their states, receipts and events are
// one commit; what that makes true fires in the next wave. Schedules that are due at one time are a wave too.
//
// A state is changed in memory only together with a commit that carries it, so a crash at any point
// leaves either a rule that has not fired and will, or one that has and will not again.

import {
  BLANK,
  datetime,
  isBlank,
  type Json,
  toLogical,
  toWire,
  type Value,
} from '@cellwake/runtime'
import { type Zone, zoneFor } from '@cellwake/scheduler'
import type { EventSpec, ReceiptSpec, Write } from '@cellwake/store'
import type { CellNode } from './cell-node.ts'
import { BACKFILL_RUNS_PER_TICK, RECEIPT_AGE_MS, RULE_WAVES } from './limits.ts'
import type { LiveRule } from './live-rule.ts'
import { runnable } from './missed-runs.ts'
import type { ModelGraph } from './model-graph.ts'
import type { ModelRecords } from './records.ts'
import { debounceRise, fall, gateDue, gateMs, throttleRise } from './rule-gates.ts'
import { atSchedule, everySchedule, nextDue, type Schedule } from './rule-schedules.ts'
import {
  newRuleState,
  type RuleEvent,
  type RuleRecord,
  type RuleState,
  type RuleWrite,
} from './rule-state.ts'

/** A firing as callers see it. */
export interface Firing {
  readonly rule: string
  readonly kind: 'when' | 'every' | 'at'
  readonly due: string | null
  readonly at: string
  readonly wave: number
  readonly writes: Readonly<Record<string, Json>>
  readonly events: readonly {
    readonly topic: string
    readonly event: string
    readonly args: Json
  }[]
}

/** A rule that is about to fire, with the state it has once it has fired. */
export interface Fire {
  readonly rule: LiveRule
  readonly due: number | null
  readonly state: RuleState
}

/** One commit of a wave. */
export interface WaveCommit {
  readonly write: readonly Write[]
  readonly receipts: readonly ReceiptSpec[]
  readonly publish: readonly EventSpec[]
  readonly by: string
}

export interface WavesHost {
  readonly id: string
  readonly graph: ModelGraph
  readonly records: ModelRecords
  readonly zone: string
  /** Writes a value into a cell that a rule owns. */
  give(node: CellNode, value: Value): void
  /** What must be kept beside what a wave writes: last good values. */
  otherWrites(): Iterable<Write>
  commit(commit: WaveCommit, changed: readonly CellNode[]): void
  report(rule: LiveRule, problem: string): void
}

export class Waves {
  readonly #host: WavesHost
  readonly #rules: readonly LiveRule[]
  readonly #whens = new Map<CellNode, LiveRule>()
  readonly #schedules = new Map<CellNode, LiveRule>()
  readonly #states = new Map<LiveRule, RuleState>()
  /** Changed since they were last written. */
  readonly #dirty = new Set<LiveRule>()
  /** Since when this host has the model: what was due before is missed. */
  #aliveSince = 0

  constructor(rules: readonly LiveRule[], host: WavesHost) {
    this.#rules = rules
    this.#host = host
    for (const rule of rules) {
      if (rule.kind === 'when') this.#whens.set(rule.trigger, rule)
      else this.#schedules.set(rule.trigger, rule)
    }
  }

  get any(): boolean {
    return this.#rules.length > 0
  }

  stateOf(rule: LiveRule): RuleState {
    return this.#states.get(rule)!
  }

  get rules(): readonly LiveRule[] {
    return this.#rules
  }

  /** Takes up the states that are kept; a rule without one starts now. */
  restore(stateOf: (id: string) => RuleState | undefined, now: number, since: number): void {
    this.#aliveSince = since
    for (const rule of this.#rules) {
      const known = stateOf(rule.id)
      this.#states.set(rule, known ?? newRuleState(now))
      if (known === undefined) this.#dirty.add(rule)
    }
  }

  /** Looks at all rules, as at a deploy or after a restart. */
  lookAtAll(now: number): Fire[] {
    for (const rule of this.#schedules.values()) this.#lookAtSchedule(rule, now)
    return this.#rises(this.#whens.values(), now)
  }

  /** Looks at the rules whose triggers changed. Those that rose fire next. */
  look(changed: readonly CellNode[], now: number): Fire[] {
    if (this.#rules.length === 0) return []
    const rules = new Set<LiveRule>()
    for (const node of changed) {
      if (node.row >= 0) continue
      const when = this.#whens.get(node)
      if (when !== undefined) rules.add(when)
      const schedule = this.#schedules.get(node)
      if (schedule !== undefined) this.#lookAtSchedule(schedule, now)
    }
    return this.#rises(rules, now)
  }

  /** States that changed and are not in the store yet. */
  *stateWrites(): Iterable<Write> {
    for (const rule of this.#dirty) {
      yield this.#host.records.putRule(rule.id, this.#states.get(rule)!)
    }
    this.#dirty.clear()
  }

  /** Fires, and fires what follows from that, until nothing does. */
  cascade(fires: readonly Fire[], now: number): Firing[] {
    const firings: Firing[] = []
    let next = fires
    for (let wave = 1; next.length > 0; wave++) {
      if (wave > RULE_WAVES) {
        this.#drop(next, now, wave)
        break
      }
      const done = this.#fire(next, now, wave)
      if (done === undefined) break
      firings.push(...done.firings)
      next = done.next
    }
    return firings
  }

  // Time

  /** When something is due next; undefined if nothing ever is. */
  nextAt(): number | undefined {
    let next: number | undefined
    for (const rule of this.#rules) {
      const due = this.#dueOf(rule)
      if (due !== undefined && (next === undefined || due < next)) next = due
    }
    return next
  }

  /** Fires what is due, in the order of due times. `more` if some is left for the next tick. */
  tick(now: number): { readonly firings: readonly Firing[]; readonly more: boolean } {
    const firings: Firing[] = []
    for (let runs = 0; ; ) {
      const due = this.#takeDue(now)
      if (due === undefined) return { firings, more: false }
      firings.push(...this.cascade(due, now))
      runs += due.length
      if (runs >= BACKFILL_RUNS_PER_TICK) return { firings, more: true }
    }
  }

  /** All that is due at the earliest time, and may run; undefined when nothing is left. */
  #takeDue(now: number): Fire[] | undefined {
    let at = Number.POSITIVE_INFINITY
    let fires: Fire[] = []
    const take = (due: number, fire: Fire) => {
      if (due > at) return
      if (due < at) fires = []
      at = due
      fires.push(fire)
    }
    for (const rule of this.#rules) {
      const state = this.#states.get(rule)!
      if (rule.kind === 'when') {
        const due = gateDue(state)
        if (due !== undefined && due <= now) {
          take(due, { rule, due: null, state: { ...state, gate: null } })
        }
        continue
      }
      const run = this.#nextRun(rule, now)
      if (run !== undefined) take(run.due!, run)
    }
    return fires.length === 0 ? this.#settleSkips() : fires
  }

  /** Occurrences that are skipped are on record even if nothing fires. */
  #settleSkips(): undefined {
    if (this.#dirty.size === 0) return undefined
    const write = [...this.stateWrites()]
    this.#host.commit({ write, receipts: [], publish: [], by: 'schedule' }, [])
    return undefined
  }

  /** The next occurrence of a rule that is due and may run; what may not is skipped, on record. */
  #nextRun(rule: LiveRule, now: number): Fire | undefined {
    const schedule = this.#scheduleOf(rule)
    if (schedule === undefined || 'wrong' in schedule) return undefined
    const kind = rule.kind as 'every' | 'at'
    const state = this.#states.get(rule)!
    const first = nextDue(kind, state, schedule)
    if (first === undefined || first > now) return undefined
    const max = rule.policy?.max === undefined ? undefined : this.#number(rule.policy.max)
    const found = runnable(first, schedule, state.phaseAt, {
      now,
      aliveSince: this.#aliveSince,
      backfill: rule.policy?.kind === 'backfill',
      max,
    })
    let known = state
    if (found.skipped > 0) {
      known = this.#skipped(state, found, kind, now)
      this.#set(rule, known)
    }
    if (found.due === undefined) return undefined
    const completedAt = kind === 'at' ? now : null
    return { rule, due: found.due, state: { ...known, cursor: found.due, completedAt } }
  }

  #skipped(
    state: RuleState,
    found: { readonly skipped: number; readonly lastSkipped: number },
    kind: 'every' | 'at',
    now: number,
  ): RuleState {
    const last: RuleRecord = {
      outcome: 'skipped',
      reason: 'missed',
      due: found.lastSkipped,
      at: now,
      wave: 0,
      writes: [],
      events: [],
      count: found.skipped,
    }
    const completedAt = kind === 'at' ? now : null
    const skipped = state.skipped + found.skipped
    return { ...state, cursor: found.lastSkipped, completedAt, skipped, last }
  }

  #dueOf(rule: LiveRule): number | undefined {
    const state = this.#states.get(rule)!
    if (rule.kind === 'when') return gateDue(state)
    return nextDue(rule.kind, state, this.#scheduleOf(rule))
  }

  #scheduleOf(rule: LiveRule): Schedule {
    const { value } = rule.trigger
    return rule.kind === 'at' ? atSchedule(value) : everySchedule(value, this.#zoneOf(rule))
  }

  #zoneOf(rule: LiveRule): Zone {
    return zoneFor(rule.zone ?? this.#host.zone)
  }

  /** The phase of an interval begins anew when the interval is another one. */
  #lookAtSchedule(rule: LiveRule, now: number): void {
    const schedule = this.#scheduleOf(rule)
    const state = this.#states.get(rule)!
    if (schedule === undefined || 'wrong' in schedule) {
      if (schedule !== undefined) this.#host.report(rule, schedule.wrong)
      if (state.schedule !== null) this.#set(rule, { ...state, schedule: '' })
      return
    }
    if (state.schedule === schedule.text) return
    // The first schedule of a rule counts from its start.
    const phaseAt = state.schedule === null ? state.startedAt : now
    const cursor = rule.kind === 'at' ? state.cursor : null
    this.#set(rule, { ...state, schedule: schedule.text, phaseAt, cursor })
  }

  // Conditions

  #rises(rules: Iterable<LiveRule>, now: number): Fire[] {
    const fires: Fire[] = []
    for (const rule of rules) {
      const state = this.#states.get(rule)!
      const truth = truthOf(rule.trigger.value)
      // Pending leaves the edge as it was.
      if (truth === undefined) continue
      if (!truth) {
        if (state.edge || state.gate?.armed === true) this.#set(rule, fall(state))
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
    const ms = gateMs(this.#value(gate.length))
    const maxMs = gate.max === undefined ? undefined : gateMs(this.#value(gate.max))
    if (ms === undefined || (gate.max !== undefined && maxMs === undefined)) {
      // Skipped this time, and not armed; its edge stays, so that it may fire when the length is right.
      this.#host.report(rule, 'its waiting time is no positive length of time')
      const last = this.#note('invalid', 'its waiting time is no positive length of time', now)
      this.#set(rule, { ...state, gate: null, last })
      return undefined
    }
    const gated =
      gate.kind === 'throttle' ? throttleRise(state, now, ms) : debounceRise(state, now, ms, maxMs)
    if (gated.fires) return { rule, due: null, state: gated.state }
    const outcome = gate.kind === 'throttle' ? 'gated' : undefined
    const last = outcome === undefined ? state.last : this.#note(outcome, gated.held ?? '', now)
    this.#set(rule, { ...gated.state, last })
    return undefined
  }

  #note(outcome: RuleRecord['outcome'], reason: string, at: number): RuleRecord {
    return { outcome, reason, due: null, at, wave: 0, writes: [], events: [] }
  }

  // Firing

  /** One wave. Undefined when it is aborted: then nothing of it has happened. */
  #fire(
    fires: readonly Fire[],
    now: number,
    wave: number,
  ): { readonly firings: Firing[]; readonly next: Fire[] } | undefined {
    const { graph } = this.#host
    const own = fires.find(({ rule }) => this.#feedsItself(rule))
    if (own !== undefined) {
      this.#host.report(
        own.rule,
        'it writes what its own trigger depends on, so its wave was aborted',
      )
      return undefined
    }
    graph.prepare(now)
    const bodies = fires.map((fire) => this.#evaluate(fire))
    // Later in the source wins.
    const written = new Map<CellNode, Value>()
    for (const { writes } of bodies) for (const [node, value] of writes) written.set(node, value)
    const before = new Map([...written.keys()].map((node) => [node, node.value]))
    for (const [node, value] of written) this.#host.give(node, value)
    const firings: Firing[] = []
    const receipts: ReceiptSpec[] = []
    const publish: EventSpec[] = []
    fires.forEach((fire, i) => {
      const { writes, events } = bodies[i]!
      const record: RuleRecord = {
        outcome: 'fired',
        due: fire.due,
        at: now,
        wave,
        writes: writes.map(([node, after]) => this.#recordOf(node, before.get(node)!, after)),
        events,
      }
      const state = { ...fire.state, fired: fire.state.fired + 1, last: record }
      this.#set(fire.rule, state)
      const id = `${this.#host.id}/${fire.rule.id}/${fire.due ?? `n${state.fired}`}`
      receipts.push({ id: `fire:${id}`, expiresAt: now + RECEIPT_AGE_MS })
      events.forEach(({ topic, event, args }, position) => {
        const payload = { event, args: args.map(jsonOf) }
        publish.push({ topic, messageId: `${id}/${position}`, payload })
      })
      firings.push(firingOf(fire.rule, record))
    })
    graph.settle(now)
    const changed = graph.takeChanged()
    const next = this.look(changed, now)
    const write: Write[] = [
      ...[...written].map(([node, value]) =>
        this.#host.records.putGiven(graph.symbolOf(node), value),
      ),
      ...this.stateWrites(),
      ...this.#host.otherWrites(),
    ]
    this.#host.commit({ write, receipts, publish, by: 'rules' }, changed)
    return { firings, next }
  }

  #evaluate({ rule, due }: Fire): {
    readonly writes: readonly (readonly [CellNode, Value])[]
    readonly events: readonly RuleEvent[]
  } {
    const { evaluation } = this.#host.graph
    evaluation.scheduledAt = due === null ? BLANK : datetime(due)
    const writes: [CellNode, Value][] = []
    const events: RuleEvent[] = []
    for (const action of rule.actions) {
      if (action.kind === 'publish') {
        const { topic, event } = action
        events.push({ topic, event, args: action.args() })
      } else for (const node of action.targets) writes.push([node, kept(action.value(node))])
    }
    evaluation.scheduledAt = BLANK
    return { writes, events }
  }

  #feedsItself(rule: LiveRule): boolean {
    const targets = new Set<CellNode>()
    for (const action of rule.actions) {
      if (action.kind === 'write') for (const node of action.targets) targets.add(node)
    }
    if (targets.size === 0) return false
    for (const node of this.#host.graph.below(rule.trigger)) if (targets.has(node)) return true
    return false
  }

  /** A cascade that does not end: what would have fired next does not, and says so. */
  #drop(fires: readonly Fire[], now: number, wave: number): void {
    for (const { rule, state } of fires) {
      const reason = `more than ${RULE_WAVES} waves followed from one change`
      const last = { ...this.#note('capped', reason, now), wave }
      this.#set(rule, { ...state, edge: true, last })
      this.#host.report(rule, `it was still firing after ${RULE_WAVES} waves`)
    }
    this.#host.commit(
      { write: [...this.stateWrites()], receipts: [], publish: [], by: 'rules' },
      [],
    )
  }

  #set(rule: LiveRule, state: RuleState): void {
    this.#states.set(rule, state)
    this.#dirty.add(rule)
  }

  #value(node: CellNode): Value {
    return this.#host.graph.graph.read(node) as Value
  }

  #number(node: CellNode): number | undefined {
    const value = this.#value(node)
    return typeof value === 'number' ? Math.max(0, Math.floor(value)) : undefined
  }

  #recordOf(node: CellNode, before: Value, after: Value): RuleWrite {
    return { symbol: this.#host.graph.symbolOf(node), before, after }
  }
}

/** Undefined while it is pending. An error or blank is not true. */
function truthOf(value: Value): boolean | undefined {
  if (typeof value === 'object' && value.k === 6) return undefined
  if (typeof value === 'object' && isBlank(value)) return false
  return toLogical(value) === true
}

/** What a cell can keep: not what has never arrived. */
function kept(value: Value): Value {
  return typeof value === 'object' && value.k === 6 ? BLANK : value
}

function jsonOf(value: Value): Json {
  const { kind, value: json } = toWire(value)
  const plain = kind === 'number' || kind === 'string' || kind === 'boolean' || kind === 'array'
  if (plain || kind === 'object' || json === null) return json
  return kind === 'error' ? { error: (json as { code: string }).code } : { [kind]: json }
}

function firingOf(rule: LiveRule, record: RuleRecord): Firing {
  return {
    rule: rule.id,
    kind: rule.kind,
    due: record.due === null ? null : new Date(record.due).toISOString(),
    at: new Date(record.at).toISOString(),
    wave: record.wave,
    writes: Object.fromEntries(record.writes.map(({ symbol, after }) => [symbol, jsonOf(after)])),
    events: record.events.map(({ topic, event, args }) => ({
      topic,
      event,
      args: args.map(jsonOf),
    })),
  }
}
