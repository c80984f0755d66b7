// The rules of a running model: their firings by changes, and by time. One alarm of the clock stands
// for the earliest thing that is due; a model without schedules and waiting gates has none.

import { type AlarmHandle, type Clock, nextTurn } from '@cellwake/scheduler'
import type { CommitResult, Write } from '@cellwake/store'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { Inputs } from '../model/inputs.ts'
import type { ModelRecords } from '../model/records.ts'
import type { Work } from '../model/slices.ts'
import type { WatchNews } from '../model/watchers.ts'
import { clockAheadProblem } from './clock-ahead.ts'
import type { LeftRuns } from './due-rules.ts'
import { type Firing, firingOf } from './firing.ts'
import type { LiveRule } from './live-rule.ts'
import type { RuleNews } from './rule-book.ts'
import type { RuleState } from './rule-state.ts'
import { type Fire, type WaveCommit, Waves } from './waves.ts'

export interface ModelRulesHost {
  readonly id: string
  readonly graph: ModelGraph
  readonly records: ModelRecords
  readonly clock: Clock
  readonly zone: string
  /** The newest commit of the store when this version was made. */
  readonly seq: number
  /** Version of the source that runs. */
  readonly version: number
  readonly inputs: Pick<Inputs, 'give'>
  otherWrites(): Iterable<Write>
  /** News of a change, to be told once it is durable. */
  note(changed: readonly CellNode[]): WatchNews
  /** Does work under mutual exclusion, in its turn and in slices. */
  alone<T>(work: () => Work<T>): Promise<T>
  /** Whether work should pause now. */
  pause(): boolean
  /** Waits for the turn of a large commit, which is sent next. */
  largeTurn(): Work<void>
  send(commit: WaveCommit): Promise<CommitResult>
  /** A wave is durable. */
  committed(news: WatchNews, tick: number, seq: number): void
  /** The state in memory differs from the store. */
  lost(error: unknown): void
  /** Hears errors that are faults of ours, where the model can go on. */
  fault(error: unknown): void
}

/** Problem of a rule, until it is edited. */
export interface RuleProblem {
  readonly rule: string
  readonly line: number
  readonly problem: string
}

export class ModelRules {
  readonly #host: ModelRulesHost
  readonly #waves: Waves
  /** Problems of schedules and gates as they are now. */
  readonly #problems = new Map<LiveRule, string>()
  readonly #onFiring = new Set<(firing: Firing) => void>()
  #alarm: { readonly handle: AlarmHandle; readonly at: number } | undefined
  #since = 0
  /** The clock's `steadySince` when `since` was noted. */
  #steadySince = 0
  #waiting: Fire[] = []
  #catchingUp = false
  #rested: (() => void)[] = []
  #closed = false
  /** Whether the model has any. */
  readonly any: boolean
  /** Number of firings since the model was opened. */
  fired = 0

  constructor(host: ModelRulesHost) {
    this.#host = host
    this.any = host.graph.rules.length > 0
    const since = () => this.since
    this.#waves = new Waves(host.graph.rules, {
      id: host.id,
      graph: host.graph,
      records: host.records,
      zone: host.zone,
      get since() {
        return since()
      },
      pause: () => host.pause(),
      inputs: host.inputs,
      otherWrites: () => host.otherWrites(),
      largeTurn: () => host.largeTurn(),
      commit: (commit, changed) => this.#commit(commit, changed),
      fault: (error) => host.fault(error),
      report: (rule, problem) => {
        if (problem === undefined) this.#problems.delete(rule)
        else this.#problems.set(rule, problem)
      },
    })
  }

  /** Time since which a host has had the model without a break. Sleep of the machine is a break. */
  get since(): number {
    const { clock } = this.#host
    const steadySince = clock.steadySince()
    // The latter of a clock that was set back to where it once began.
    if (steadySince !== this.#steadySince || this.#since > clock.now()) {
      this.#steadySince = steadySince
      this.#since = steadySince
    }
    return this.#since
  }

  get problems(): RuleProblem[] {
    const all = [...this.#waves.problems, ...this.#problems, ...this.#aheadOfClock()]
    return all.map(([{ id, line }, problem]) => ({ rule: id, line, problem }))
  }

  /** Number of rules that are silent since the clock was ahead. */
  get waitingForClock(): number {
    return [...this.#aheadOfClock()].length
  }

  *#aheadOfClock(): Iterable<readonly [LiveRule, string]> {
    const now = this.#host.clock.now()
    for (const [rule, state] of this.states()) {
      const problem = clockAheadProblem(rule, state, now)
      if (problem !== undefined) yield [rule, problem]
    }
  }

  /** The rules with their states, in the order of the source. */
  *states(): Iterable<readonly [LiveRule, RuleState]> {
    for (const rule of this.#waves.rules) yield [rule, this.#waves.stateOf(rule)]
  }

  /** Due occurrences that have not run, of each rule that a deploy removes. */
  *left(isGone: (id: string) => boolean, now: number): Iterable<readonly [string, LeftRuns]> {
    for (const rule of this.#waves.rules) {
      const left = isGone(rule.id) ? this.#waves.left(rule, now) : undefined
      if (left !== undefined) yield [rule.id, left]
    }
  }

  onFiring(fn: (firing: Firing) => void): () => void {
    this.#onFiring.add(fn)
    return () => this.#onFiring.delete(fn)
  }

  /** Takes up the states that are kept, and looks at every rule. Nothing fires yet. */
  restore(except: ReadonlySet<string>, since: number): void {
    const { records, clock, seq, version } = this.#host
    this.#since = since
    this.#steadySince = clock.steadySince()
    if (!this.any) return
    const now = clock.now()
    const kept = (id: string) => (except.has(`!${id}`) ? undefined : records.rule(id))
    this.#waves.restore(kept, now, seq, version)
    this.#waiting = this.#waves.lookAtAll(now)
  }

  /** States that are to be part of the next commit. */
  stateWrites(): Write[] {
    return this.any ? this.#waves.stateWrites() : []
  }

  /** New records, for the commit that carries the states. */
  takeNews(): readonly RuleNews[] {
    return this.any ? this.#waves.takeNews() : []
  }

  /** When a rule is due after an instant, up to another, so many at most. */
  coming(rule: LiveRule, after: number, until: number, limit: number): number[] {
    return this.#waves.coming(rule, after, until, limit)
  }

  /** Whether a rule cannot act since its schedule or its gate is wrong. */
  isInvalid(rule: LiveRule): boolean {
    return this.#waves.isInvalid(rule)
  }

  /** The model runs from now on: waiting rules fire, and time counts. */
  async begin(): Promise<void> {
    if (this.any) await this.#act(() => this.#beginning())
  }

  *#beginning(): Work<void> {
    const write = this.stateWrites()
    const news = this.takeNews()
    if (write.length > 0) this.#commit({ write, receipts: [], publish: [], by: 'rules', news }, [])
    const waiting = this.#waiting
    this.#waiting = []
    yield* this.run(waiting)
    if (!this.#catchingUp) yield* this.#ticking()
  }

  /** Savepoint of the rules' states. Returns its rollback, to be called once the cells are rolled back. */
  mark(): () => void {
    return this.#waves.mark(this.#host.clock.now())
  }

  /** Looks at the rules whose triggers changed: returns the firings for when the change is committed. */
  look(changed: readonly CellNode[]): Fire[] {
    return this.any ? this.#waves.look(changed, this.#host.clock.now()) : []
  }

  /** Fires, and all that follows from it. */
  *run(fires: readonly Fire[]): Work<readonly RuleNews[]> {
    if (!this.any) return []
    const now = this.#host.clock.now()
    const fired = yield* this.#orLost(this.#waves.cascade(fires, now), [])
    this.#note(fired)
    if (this.#closed) return fired
    // An AT that has moved to a time that is past.
    const next = this.#catchingUp ? undefined : this.#waves.nextAt()
    if (next !== undefined && next <= now) return [...fired, ...(yield* this.#ticking())]
    this.#arm()
    return fired
  }

  /** Resolves when nothing is due any more. */
  idle(): Promise<void> {
    if (!this.#catchingUp || this.#closed) return Promise.resolve()
    return new Promise((resolve) => this.#rested.push(resolve))
  }

  close(): void {
    this.#closed = true
    if (this.#alarm !== undefined) this.#host.clock.cancel(this.#alarm.handle)
    this.#alarm = undefined
    this.#rest()
  }

  /** Due rules fire when it is the model's turn. If that takes a while they are late, not missed. */
  #tick(): void {
    void this.#act(() => this.#ticking())
  }

  /** A model that cannot fire its due rules is given up. */
  async #act(work: () => Work<unknown>): Promise<void> {
    if (this.#closed) return
    try {
      await this.#host.alone(work)
    } catch (error) {
      if (!this.#closed) this.#host.lost(error)
    }
  }

  *#ticking(): Work<readonly RuleNews[]> {
    if (this.#closed) return []
    const tick = this.#waves.tick(this.#host.clock.now())
    const { fired, more } = yield* this.#orLost(tick, { fired: [], more: false })
    this.#note(fired)
    this.#catchingUp = more
    if (more) {
      // Others get their turn before the next replays.
      nextTurn()
        .then(() => this.#tick())
        .catch((error: unknown) => this.#host.lost(error))
    } else {
      this.#rest()
      this.#arm()
    }
    return fired
  }

  /** A fault half way through a wave: only the store knows what is true then. The caller need not know. */
  *#orLost<T>(work: Work<T>, otherwise: T): Work<T> {
    try {
      return yield* work
    } catch (error) {
      this.#host.lost(error)
      return otherwise
    }
  }

  #note(fired: readonly RuleNews[]): void {
    this.fired += fired.length
    for (const fn of this.#onFiring) {
      for (const { rule, record } of fired) fn(firingOf(rule, record))
    }
  }

  #arm(): void {
    if (this.#closed || this.#catchingUp) return
    const at = this.#waves.nextAt()
    if (at === undefined) {
      if (this.#alarm !== undefined) this.#host.clock.cancel(this.#alarm.handle)
      this.#alarm = undefined
    } else if (this.#alarm?.at !== at) this.#wakeAt(at)
  }

  #wakeAt(at: number): void {
    const { clock } = this.#host
    if (this.#alarm !== undefined) clock.cancel(this.#alarm.handle)
    const handle = clock.wake(at, () => {
      this.#alarm = undefined
      this.#tick()
    })
    this.#alarm = { handle, at }
  }

  #rest(): void {
    const rested = this.#rested
    this.#rested = []
    for (const resolve of rested) resolve()
  }

  #commit(commit: WaveCommit, changed: readonly CellNode[]): void {
    const { tick } = this.#host.graph.graph
    const news = this.#host.note(changed)
    this.#host
      .send(commit)
      .then((result) => {
        if (result.rejected === undefined) this.#host.committed(news, tick, result.seq)
        else this.#host.lost(new Error(result.why))
      })
      .catch((error: unknown) => this.#host.lost(error))
  }
}
