// A live model: the graph of one version of a source, over what the store keeps. A change is computed
// first and then committed as a whole: what was given, the last good values that follow from it, and the
// receipt of the request, in one act. If the commit is refused, the graph goes back to where it was.
// Nobody is told of a change before it is durable.
//
// What takes long is computed in slices. Until it has come to rest, whoever wants to change the model waits in line,
// and nobody sees it half way: who reads without waiting for `rested` has the rest of it computed at once.

import type { CommitResult, JobNews, JobOp, Precondition, Store, Write } from '@cellwake/store'
import { ElsewhereError, EngineError } from '../errors.ts'
import type { Call } from '../external/call.ts'
import { ModelExternals } from '../external/model-externals.ts'
import { ModelJobs } from '../external/model-jobs.ts'
import { callsToRefresh, type Refresh, type Refreshed, refreshed } from '../external/refresh.ts'
import { type Resolved, resolvedOf } from '../external/resolved.ts'
import { type CellNode, LAZY } from '../graph/cell-node.ts'
import { tooMuchMemory } from '../graph/memory.ts'
import { ModelRules } from '../rules/model-rules.ts'
import type { RuleNews } from '../rules/rule-book.ts'
import { keptGood, takeBack } from '../rules/take-back.ts'
import type { Fire } from '../rules/waves.ts'
import type { CellStatus } from '../views/cell-view.ts'
import { type CauseDetail, callsCause, setCause } from '../why/causes.ts'
import type { GivenValue } from './given-value.ts'
import { type Change, type Flight, type GivenChange, InFlight, type KeptGood } from './in-flight.ts'
import { isKeepable } from './kept-form.ts'
import { KeyedSets } from './keyed-sets.ts'
import { Line } from './line.ts'
import { ModelCommits } from './model-commits.ts'
import { ModelEvents, type ModelListener } from './model-events.ts'
import { type BuiltModel, ModelReading, type ModelReadingParts } from './model-reading.ts'
import { refusal } from './ownership.ts'
import { isTooMuchWork } from './put-aside.ts'
import { restoreValues } from './restore.ts'
import { Answer, type SetAnswer, type SetOptions, symbolsOf } from './set-answer.ts'
import type { Running, Work } from './slices.ts'
import { type Watcher, Watchers, type WatchNews, type WatchOptions } from './watchers.ts'

const NONE: readonly never[] = []
const NO_OPTIONS: SetOptions = {}
const NO_STATUSES: ReadonlyMap<CellNode, CellStatus> = new Map()

/** A set that is on its way: what to tell when it is durable, and what to take back if it is refused. */
interface Sent {
  readonly verdict: Promise<CommitResult>
  /** Rules that fire because of it. */
  readonly fires: readonly Fire[]
  /** What has another value by it. */
  readonly changed: readonly CellNode[]
  readonly flights: readonly Flight[]
  readonly good: readonly KeptGood[]
  readonly seen: WatchNews
  /** The graph's, after it. */
  readonly tick: number
  /** Rules have changed by it, in memory. */
  readonly rose: boolean
  /** What they had on record then. */
  fired: readonly RuleNews[]
}

/** A set that the store refused at once. */
interface Unsent extends Pick<Sent, 'flights' | 'good'> {
  readonly verdict: undefined
  readonly error: unknown
  /** Puts the states of rules back. */
  readonly unmark: (() => void) | undefined
}

export interface LiveModelParts extends ModelReadingParts {
  /** Holds its jobs and what it publishes: its own store, unless it lives elsewhere. */
  readonly outside: Store
  /** Resolves when what it committed has arrived there, or must wait. */
  delivered(): Promise<void>
  /** Hears what a watcher throws. */
  readonly report: (error: unknown) => void
  /** What must hold for each of its commits: that this host still has it. */
  readonly expect: readonly Precondition[]
  /** What is in memory is good for nothing any more; opened anew it would be no better, if it is to be put aside. */
  lost(model: LiveModel, error: unknown, isAside: boolean): void
}

// What every edit looks at is not `#`: until there is machine code, that takes three times as long to read.
export class LiveModel extends ModelReading {
  readonly rules: ModelRules
  declare protected readonly parts: LiveModelParts
  private readonly watchers: Watchers
  protected readonly watchersOf = (node: CellNode): number => this.watchers.wanting(node)
  readonly #events: ModelEvents
  /** What rules have on record with the commit that starts this version. */
  #startNews: readonly RuleNews[] = []
  readonly #keyed: KeyedSets
  /** Its external calls; undefined if it has none. */
  readonly external: ModelExternals | undefined
  readonly jobs: ModelJobs
  /** How cells stood when watchers were last told of it. */
  #stands = NO_STATUSES
  /** Those who wait for a cell to arrive. */
  readonly #waiters = new Set<() => void>()
  private readonly inFlight = new InFlight()
  private readonly commits: ModelCommits
  /** Those who change it, one after another. */
  private readonly line = new Line()
  /** What has paused on the way to rest. */
  private settling: Running<unknown> | undefined
  #next: LiveModel | undefined
  private isClosed = false

  constructor(parts: LiveModelParts, built: BuiltModel) {
    super(parts, built)
    this.#events = new ModelEvents(parts.report)
    this.#keyed = new KeyedSets(parts.record, parts.store, parts.clock)
    this.commits = new ModelCommits({
      id: this.id,
      store: parts.store,
      expect: parts.expect,
      acts: this.graph.rules.length > 0 || this.graph.calls.any,
      asked: this.graph.calls.any ? () => this.external!.take() : undefined,
      events: this.#events,
      outside: parts.outside,
      lose: (error) => this.lose(error),
    })
    this.external = this.graph.calls.any ? this.#externals() : undefined
    this.jobs = new ModelJobs({
      id: this.id,
      store: parts.outside,
      graph: this.graph,
      external: this.external,
      commit: (jobs, by, detail) => this.#commitJobs(jobs, by, detail),
    })
    const { revisions } = this
    this.watchers = new Watchers({
      // A getter, since the revision moves on.
      get rev() {
        return revisions.newest
      },
      node: (symbol) => this.inputs.node(symbol),
      area: (text) => this.area(text),
      symbolOf: (node) => this.graph.symbolOf(node),
      view: (node) => this.view(node),
      want: (node) => this.#want(node),
      unwant: (node) => this.graph.unwant(node),
      report: parts.report,
    })
    this.rules = new ModelRules({
      id: this.id,
      graph: this.graph,
      records: parts.records,
      clock: parts.clock,
      zone: parts.zone.name,
      seq: parts.store.seq,
      version: parts.record.version,
      inputs: this.inputs,
      otherWrites: () => this.#goodWrites(),
      alone: (work) => this.#alone(work),
      pause: parts.slices.pause,
      send: (commit) => this.commits.sendWave(commit),
      note: (changed) => this.watchers.note(changed),
      committed: (news, tick, seq) => {
        this.reached(tick, seq)
        this.watchers.tell(news, seq)
      },
      // Its rules would do the same again.
      lost: (error) => this.lose(error, isTooMuchWork(error)),
      fault: parts.report,
    })
  }

  /** Whether it acts though nobody asks: by rules, or by external calls. */
  get actsAlone(): boolean {
    return this.rules.any || this.external !== undefined
  }

  /** What must hold for each of its commits. */
  get expect(): readonly Precondition[] {
    return this.parts.expect
  }

  /** Takes in what was given before, and computes. */
  *start(
    except: ReadonlySet<string> = new Set(),
    since: number = this.parts.clock.now(),
  ): Work<void> {
    const { records, clock, slices } = this.parts
    this.external?.restore()
    if (this.graph.remote !== undefined) this.graph.remote.except = except
    yield* restoreValues(this.graph, this.inputs, records, except, clock.now(), slices.pause)
    this.rules.restore(except, since)
    this.reached(this.graph.graph.tick, this.rev)
  }

  // Wanting

  /**
   * How a cell stands, computed if it must be. It is kept, so that a restart need not compute it again. What it needs
   * from outside is asked for, and wanted until that has arrived or failed.
   */
  async resolve(symbol: string, options: ResolveOptions = {}): Promise<Resolved> {
    const { by = 'resolve', waitMs = 0 } = options
    if (this.isClosed) throw closed(this.id)
    await this.rested()
    if (this.#next !== undefined) return this.#next.resolve(symbol, options)
    const { node, ran, news } = await this.#alone(() => this.#resolving(symbol))
    await this.#ask(by, 'ask', [symbol])
    const isNew = ran || !this.parts.records.has(`~${this.graph.symbolOf(node)}`)
    if (isNew && (node.flags & LAZY) !== 0 && node.live === 0) await this.#keepLazy(node, by)
    this.reached(this.graph.graph.tick, this.rev)
    this.watchers.tell(news, this.rev)
    const end = this.parts.clock.now() + waitMs
    if (waitMs > 0 && this.graph.statuses.isOpen(node)) await this.#arrival(node, end)
    const next = this.#replacement()
    if (next !== undefined) {
      const left = Math.max(0, end - this.parts.clock.now())
      return next.resolve(symbol, { ...options, waitMs: left })
    }
    return resolvedOf(this.graph, this.id, node, this.view(node))
  }

  *#resolving(
    symbol: string,
  ): Work<{ readonly node: CellNode; readonly ran: boolean; readonly news: WatchNews }> {
    const now = this.parts.clock.now()
    const node = this.inputs.node(symbol)
    this.external?.expire(now)
    const ran = this.graph.isInvalid(node)
    yield* this.graph.resolve(node, now)
    this.external?.hold(node)
    return { node, ran, news: this.watchers.note(this.graph.takeChanged()) }
  }

  /** The version that took its place, perhaps while somebody waited. */
  #replacement(): LiveModel | undefined {
    return this.#next
  }

  /** Asks again for what external calls have: of a cell, of a function, or of the model. Mutations are left alone. */
  async refresh(what: Refresh = {}, by = 'refresh'): Promise<Refreshed> {
    if (this.isClosed) throw closed(this.id)
    await this.rested()
    if (this.#next !== undefined) return this.#next.refresh(what, by)
    const calls = await this.#alone(() => this.#refreshing(what))
    await this.#ask(
      by,
      'refresh',
      calls.map(({ symbol }) => symbol),
    )
    return refreshed(this.id, this.rev, calls)
  }

  *#refreshing(what: Refresh): Work<Call[]> {
    const node = what.symbol === undefined ? undefined : this.inputs.node(what.symbol)
    if (node !== undefined) yield* this.graph.resolve(node, this.parts.clock.now())
    const calls = callsToRefresh(this.graph, what, node)
    for (const { request } of calls) this.graph.calls.requests.ask(request!)
    if (node !== undefined) this.external?.hold(node)
    return calls
  }

  /** Calls `fn` after every durable change of these cells, until the returned function is called. */
  watch(symbols: readonly string[], fn: Watcher, options: WatchOptions = {}): () => void {
    this.mustBeOpen()
    if (this.external !== undefined && !this.watchers.any) this.#stands = this.graph.statuses.all()
    return this.watchers.add(symbols, fn, options)
  }

  /** Calls `fn` for every durable event of the model, until the returned function is called. */
  onEvent(fn: ModelListener): () => void {
    if (this.isClosed) throw closed(this.id)
    return this.#events.add(fn)
  }

  // Changing

  /** The answer to a set that was made with an idempotency key; undefined if none was. */
  setByKey(key: string): Promise<SetAnswer | undefined> {
    return this.#keyed.find(key)
  }

  /** Gives values to inputs: all of them or none. Resolves when that is durable. */
  set(
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions = NO_OPTIONS,
  ): Promise<SetAnswer> {
    if (this.isClosed) return Promise.reject(closed(this.id))
    const { idempotencyKey: key, expectRev, by } = options
    if (key !== undefined) {
      const asked = { values, expectRev, by }
      return this.#keyed.answer(key, asked, () => this.#inTurn(values, options))
    }
    if (expectRev !== undefined || !this.line.isFree) return this.#inTurn(values, options)
    // Most need not wait, and an async function costs as much as an edit that one formula follows from.
    try {
      const answer = this.change(values, options)
      if (this.settling !== undefined) this.line.hold(this.settling.done)
      return answer
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** Waits for what it must come after. */
  async #inTurn(
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions,
  ): Promise<SetAnswer> {
    const { expectRev } = options
    // In one breath with what follows: nobody is at the model, and everything that was sent has its verdict.
    for (let seen: unknown; expectRev !== undefined && seen !== this.commits.pending; ) {
      seen = this.commits.pending
      await seen
      if (!this.line.isFree) {
        await this.rested()
        seen = undefined
      }
    }
    // It is in line until what it changes is at rest and sent, not until that is durable.
    const { answer } = await this.line.enter(async () => {
      // While it waited, another version may have come, or the end.
      if (this.#next !== undefined) return { answer: this.#next.set(values, options) }
      if (this.isClosed) throw closed(this.id)
      if (expectRev !== undefined && expectRev !== this.rev) {
        throw new EngineError('wrong-revision', `The model is at ${this.rev}, not at ${expectRev}.`)
      }
      const answer = this.change(values, options)
      answer.catch(() => {})
      await this.settling?.done.catch(() => {})
      return { answer }
    })
    return answer
  }

  /** Computes what follows, and sends it. */
  private change(
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions,
  ): Promise<SetAnswer> {
    const { graph } = this
    const changes = this.inputs.checked(values)
    const flights: Flight[] = []
    // The path of every edit: by place, since to iterate takes three times as long in code that is not hot yet.
    for (let i = 0; i < changes.length; i++) {
      flights.push(this.inFlight.add(this.inputs.give(changes[i]!)))
    }
    const now = this.parts.clock.now()
    const { slices } = this.parts
    slices.begin()
    if (!graph.settle(now)) {
      const rest = this.#settled(options, changes, flights, now)
      return answerOf(this.#follow(slices.goOn(this.#orLost(rest))))
    }
    const sent = this.send(options, changes, flights, now)
    if (sent.verdict === undefined) {
      return answerOf(this.#follow(slices.run(this.#orLost(this.#unsent(sent)))))
    }
    if (!this.rules.any) return sent.verdict.then((result) => this.landed(sent, result))
    return answerOf(this.#follow(slices.run(this.#orLost(this.#firing(sent)))))
  }

  /** The rest of a change that has paused. */
  *#settled(
    options: SetOptions,
    changes: readonly GivenChange[],
    flights: readonly Flight[],
    now: number,
  ): Work<() => Promise<SetAnswer>> {
    yield* this.graph.resting()
    const sent = this.send(options, changes, flights, now)
    return yield* sent.verdict === undefined ? this.#unsent(sent) : this.#firing(sent)
  }

  /** What the store can never take is taken back. */
  *#unsent({ error, flights, good, unmark }: Unsent): Work<never> {
    if (this.graph.remote === undefined) yield* this.#takeBack(flights, good)
    else this.lose(error)
    unmark?.()
    throw error
  }

  /** What follows by rules is sent behind the change, and becomes durable with it or after it. */
  *#firing(sent: Sent): Work<() => Promise<SetAnswer>> {
    const landed = sent.verdict.then((result) => this.landed(sent, result))
    // Whoever made the change hears of it, when all of this is over.
    landed.catch(() => {})
    if (!this.rules.any) return () => landed
    try {
      sent.fired = yield* this.rules.run(sent.fires)
    } catch (error) {
      void this.#failed(sent, error)
      throw error
    }
    return () => this.#withFired(landed, sent.fired)
  }

  /** Sends what has come to rest. What follows from it by rules comes next. */
  private send(
    { idempotencyKey: key, by = 'api', run }: SetOptions,
    changes: readonly GivenChange[],
    flights: readonly Flight[],
    now: number,
    detail?: CauseDetail,
  ): Sent | Unsent {
    const { graph } = this
    // What came from outside is there, and what does not fit shows as an error.
    if (graph.memory.isFull && detail === undefined) {
      const error = tooMuchMemory(this.id)
      void this.#failed({ flights, good: keptGood(graph), rose: false, fired: NONE }, error)
      throw error
    }
    const changed = graph.takeChanged()
    const seen = this.watchers.note(changed)
    // Most models have no rules, and need not ask them four times.
    const rules = this.rules.any ? this.rules : undefined
    const unmark = rules?.mark()
    const fires = rules?.look(changed) ?? NONE
    const good = graph.good.size === 0 ? NONE : keptGood(graph)
    const states = rules?.stateWrites() ?? NONE
    const news = rules?.takeNews() ?? NONE
    const isPlain = good.length + states.length === 0
    const write = isPlain ? changes : [...changes, ...this.#goodWrites(), ...states]
    // What external calls ask for is in the store or nowhere.
    const rose = states.length + fires.length > 0 || this.external?.isWaiting === true
    const receipts =
      key === undefined ? NONE : [this.#keyed.receipt(key, symbolsOf(changed, graph))]
    const { tick } = graph.graph
    try {
      const cause = detail ?? setCause(this.id, now, changes, run)
      const verdict = this.commits.send(write, receipts, NONE, by, cause, news)
      return { verdict, fires, changed, flights, good, seen, tick, rose, fired: NONE }
    } catch (error) {
      return { verdict: undefined, error, flights, good, unmark }
    }
  }

  private landed(sent: Sent, result: CommitResult): Answer | Promise<Answer> {
    if (result.rejected !== undefined) {
      this.commits.refused(result)
      const error = refusal(this.id, result)
      return this.#failed(sent, error).then(() => Promise.reject(error))
    }
    const { changed, flights, seen, tick } = sent
    this.reached(tick, result.seq)
    // Before what follows from it by rules is told.
    this.watchers.tell(seen, result.seq)
    for (let i = 0; i < flights.length; i++) this.inFlight.accepted(flights[i]!)
    if (this.external !== undefined) this.#stood(changed)
    return new Answer(changed, this.graph, result.seq)
  }

  /** It is answered when what followed from it is durable too. */
  async #withFired(landed: Promise<Answer>, fired: readonly RuleNews[]): Promise<SetAnswer> {
    const answer = await landed
    if (fired.length === 0) return answer
    await this.commits.settled()
    answer.fired = fired
    answer.rev = Math.max(answer.rev, this.rev)
    return answer
  }

  /** Resolves when the model is as it was, or given up. */
  async #failed(
    { flights, good, rose, fired }: Pick<Sent, 'flights' | 'good' | 'rose' | 'fired'>,
    error: unknown,
  ): Promise<void> {
    // What rules made of it is in memory or went out already: the store alone knows what is true. And what was computed
    // elsewhere is not there any more.
    const isElsewhere = this.graph.remote !== undefined
    if (rose || fired.length > 0 || this.commits.isRefused || isElsewhere) this.lose(error)
    else await this.#alone(() => this.#takeBack(flights, good))
  }

  /** What is in memory is not what is in the store: whoever asks next gets the model anew. */
  lose(error: unknown, isAside = false): void {
    if (this.isClosed) return
    this.settling?.abort(error)
    this.close()
    this.parts.lost(this, error, isAside)
  }

  /** What was given since stays. */
  *#takeBack(flights: readonly Flight[], good: readonly KeptGood[]): Work<void> {
    const changes: Change[] = []
    for (const flight of [...flights].reverse()) {
      const undo = this.inFlight.refused(flight)
      if (undo !== undefined) changes.push(undo)
    }
    yield* takeBack(this.graph, this.inputs, changes, good, this.parts.clock.now())
  }

  /** Last good values that are not in the store yet. */
  #goodWrites(): Write[] {
    const { records } = this.parts
    const writes: Write[] = []
    for (const node of this.graph.good.keys()) {
      writes.push(records.putGood(this.graph.symbolOf(node), node.value))
    }
    this.graph.good.clear()
    return writes
  }

  async #keepLazy(node: CellNode, by: string): Promise<void> {
    const { records } = this.parts
    // It may follow from what is refused yet.
    await this.commits.settled()
    if (!this.line.isFree || this.isClosed || this.graph.isInvalid(node)) return
    // What is too large is computed again after a restart.
    if (!isKeepable(node.value)) return
    const record = { value: node.value, basis: this.rev }
    const symbol = this.graph.symbolOf(node)
    const cause = { act: 'resolve', model: this.id, symbol } as const
    const write = [records.putLazy(symbol, record)]
    const result = await this.commits.send(write, NONE, NONE, by, cause, NONE)
    if (result.rejected === undefined) return
    this.commits.refused(result)
    throw refusal(this.id, result)
  }

  // External calls

  #externals(): ModelExternals {
    const { records, clock, store, outside, delivered } = this.parts
    return new ModelExternals({
      id: this.id,
      graph: this.graph,
      records,
      clock,
      store,
      outside,
      delivered,
      landing: (act) =>
        this.#act('job', (now) => {
          const { symbols, jobs } = act(now)
          const cause = callsCause('landing', this.id, now, symbols)
          return { ...cause, jobs: jobs.slice(0, cause.symbols.length) }
        }),
      expiring: (act) =>
        this.#act('time', (now) => {
          const symbols = act(now).map(({ symbol }) => symbol)
          return callsCause('expiry', this.id, now, symbols)
        }),
      resolve: (node) => this.resolve(this.graph.symbolOf(node), { by: 'open' }),
      stood: () => this.#stood(NONE),
      arrived: (nodes) => this.#keepArrived(nodes),
      lost: (error) => this.lose(error, isTooMuchWork(error)),
    })
  }

  /** Some jobs of its external calls were taken up, put back or finished. */
  heard(news: readonly JobNews[]): void {
    if (!this.isClosed) this.external?.hear(news)
  }

  /** Something happened outside. What follows from it is computed and committed, with what rules make of it. */
  async #act(by: string, act: (now: number) => CauseDetail): Promise<void> {
    if (this.isClosed) return
    const durable = await this.#alone(() => this.#acting(by, act))
    await durable?.()
  }

  *#acting(
    by: string,
    act: (now: number) => CauseDetail,
  ): Work<(() => Promise<unknown>) | undefined> {
    const { graph, external } = this
    if (this.isClosed || this.#next !== undefined) return undefined
    const now = this.parts.clock.now()
    const detail = act(now)
    if (!graph.settle(now)) yield* graph.resting()
    const isQuiet = graph.evaluation.changed.length + graph.good.size === 0
    if (isQuiet && external?.isWaiting !== true) {
      this.#stood(NONE)
      return undefined
    }
    const sent = this.send({ by }, NONE, NONE, now, detail)
    if (sent.verdict === undefined) throw sent.error
    return yield* this.#firing({ ...sent, rose: true })
  }

  /** Commits what external calls ask for, if nothing has done so yet. */
  async #ask(by: string, act: 'ask' | 'refresh', symbols: readonly string[]): Promise<void> {
    const now = this.parts.clock.now()
    const { tick } = this.graph.graph
    const verdict = this.commits.ask(by, () => callsCause(act, this.id, now, symbols))
    if (verdict === undefined) return
    const result = await verdict
    if (result.rejected !== undefined) {
      this.commits.refused(result)
      const error = refusal(this.id, result)
      this.lose(error)
      throw error
    }
    this.reached(tick, result.seq)
    this.#stood(NONE)
  }

  async #commitJobs(jobs: readonly JobOp[], by: string, detail: CauseDetail): Promise<void> {
    this.mustBeOpen()
    const { expect, store, outside } = this.parts
    const own = store === outside ? expect : NONE
    const result = await outside.commit({ expect: own, jobs, cause: { by, detail } })
    if (result.rejected !== undefined) throw refusal(this.id, result)
  }

  /** How cells stand may have changed: those that have changed in nothing else are told now. */
  #stood(told: readonly CellNode[]): void {
    if (this.isClosed || this.settling !== undefined) return
    this.external!.armed()
    this.external!.release()
    for (const look of this.#waiters) look()
    if (!this.watchers.any) return
    const before = this.#stands
    const now = this.graph.statuses.all()
    const isTold = new Set(told)
    const changed: CellNode[] = []
    for (const [node, status] of now) if (before.get(node) !== status) changed.push(node)
    for (const node of before.keys()) if (!now.has(node)) changed.push(node)
    this.#stands = now
    const news = this.watchers.note(changed.filter((node) => !isTold.has(node)))
    this.watchers.tell(news, this.rev)
  }

  /** Resolves when nothing is on its way to a node any more, at the latest at an instant. */
  #arrival(node: CellNode, end: number): Promise<void> {
    const { clock } = this.parts
    return new Promise((resolve) => {
      const done = () => {
        this.#waiters.delete(look)
        clock.cancel(alarm)
        resolve()
      }
      const look = () => {
        if (this.isClosed || !this.graph.statuses.isOpen(node)) done()
      }
      const alarm = clock.wake(end, done)
      this.#waiters.add(look)
    })
  }

  /** Lazy results that have arrived are kept as those that were computed at once. */
  #keepArrived(nodes: readonly CellNode[]): void {
    for (const node of nodes) {
      if ((node.flags & LAZY) === 0 || node.live > 0) continue
      this.#keepLazy(node, 'resolve').catch((error: unknown) => this.lose(error))
    }
  }

  // For redeploying

  /** What must be committed so that this version starts from here. */
  starting(): StartCommit {
    const write = [...this.#goodWrites(), ...this.rules.stateWrites()]
    this.#startNews = this.rules.takeNews()
    const asked = this.external?.take()
    if (asked === undefined) return { write, jobs: NONE, sent: () => {} }
    return { ...asked, write: [...write, ...asked.write] }
  }

  /** It acts from now on. Resolves when what waited has been sent. */
  async begin(): Promise<void> {
    await this.rules.begin()
    if (this.external === undefined || this.isClosed) return
    await this.#ask('open', 'ask', NONE)
    await this.external.begin()
  }

  committed(rev: number): void {
    this.reached(this.graph.graph.tick, rev)
  }

  /** Resolves when everything sent so far is durable or refused. */
  async idle(): Promise<void> {
    do {
      await this.rested()
      await this.rules.idle()
      await this.external?.idle()
    } while (!this.isAtRest)
    await this.commits.settled()
  }

  /** Resolves when nobody changes it. What is read in the same breath then need not be waited for. */
  rested(): Promise<void> {
    return this.line.empty()
  }

  get isAtRest(): boolean {
    return this.line.isFree
  }

  /** Resolves when what is half way has come to rest; undefined if nothing is. Others may be in line behind it. */
  settled(): Promise<unknown> | undefined {
    return this.settling?.done.catch(() => {})
  }

  get isOpen(): boolean {
    return !this.isClosed
  }

  /**
   * Runs what brings a new version or the end, once nothing is in flight any more. Until it is decided,
   * changes wait and so does time: nothing is sent for a version that may be over when it arrives.
   */
  holding<T>(act: () => Promise<T>): Promise<T> {
    return this.line.enter(async () => {
      await this.commits.settled()
      return act()
    })
  }

  /** Another version takes its place. */
  replacedBy(next: LiveModel): void {
    this.#next = next
    this.watchers.moveTo(next.watchers)
    this.#events.moveTo(next.#events)
    next.#events.tell({ type: 'deployed', version: next.version }, next.rev)
    next.#events.tellNews(next.#startNews, next.rev)
    this.close()
  }

  close(): void {
    this.isClosed = true
    this.settling?.abort(closed(this.id))
    this.rules.close()
    this.external?.close()
    for (const look of this.#waiters) look()
    this.watchers.clear()
    this.#events.clear()
    this.release()
  }

  /** Ends what has not been sent, and waits for what has. */
  async end(): Promise<void> {
    this.isClosed = true
    this.rules.close()
    this.external?.close()
    this.settling?.abort(closed(this.id))
    await this.rested()
    await this.commits.settled()
    this.close()
  }

  /** The store holds nothing of it any more, since a commit. */
  deleted(rev: number): void {
    this.#events.tell({ type: 'deleted' }, rev)
    this.close()
  }

  // Parts

  /** Does work that nobody else may come between: in its turn, and in slices. */
  #alone<T>(work: () => Work<T>): Promise<T> {
    const run = () => this.#follow(this.parts.slices.run(this.#orLost(work())))
    if (!this.line.isFree) return this.line.enter(() => run().done)
    try {
      const running = run()
      if (!running.isOver) this.line.hold(running.done)
      return running.done
    } catch (error) {
      return Promise.reject(error)
    }
  }

  protected looking<T>(look: () => Work<T>): Promise<T> {
    return this.line.enter(async () => {
      if (this.isClosed) throw closed(this.id)
      return this.parts.slices.run(look()).done
    })
  }

  #follow<T>(running: Running<T>): Running<T> {
    if (running.isOver) return running
    const over = () => {
      if (this.settling === running) this.settling = undefined
    }
    this.settling = running
    running.done.then(over, over)
    return running
  }

  /** What ended half way for its length leaves a graph that is good for nothing. */
  *#orLost<T>(work: Work<T>): Work<T> {
    try {
      return yield* work
    } catch (error) {
      if (isTooMuchWork(error) || error instanceof ElsewhereError) this.lose(error)
      throw error
    }
  }

  #want(node: CellNode): void {
    const now = this.parts.clock.now()
    this.external?.expire(now)
    this.graph.want(node, now)
    if (this.graph.remote !== undefined && this.graph.isInvalid(node)) {
      // It shows when it is there.
      this.resolve(this.graph.symbolOf(node), { by: 'watch' }).catch(() => {})
    }
    // Nothing was given, so nothing else can have changed.
    this.graph.takeChanged()
    if (this.external === undefined) return
    this.#ask('watch', 'ask', [this.graph.symbolOf(node)]).catch(() => {
      // Whoever watches hears of the model that comes next.
    })
  }

  protected mustBeOpen(): void {
    if (this.isClosed) throw closed(this.id)
    this.settling?.finish()
  }
}

export interface ResolveOptions {
  /** Who asks, for the record. */
  readonly by?: string
  /** How long to wait for what is on its way; left out, not at all. */
  readonly waitMs?: number
}

/** What goes with the commit of a deploy. */
export interface StartCommit {
  readonly write: readonly Write[]
  readonly jobs: readonly JobOp[]
  /** The store has taken it. */
  sent(): void
}

/** What follows once it has come to rest: the promise in it is for what becomes durable. */
function answerOf(running: Running<() => Promise<SetAnswer>>): Promise<SetAnswer> {
  return running.isOver ? running.value!() : running.done.then((answer) => answer())
}

function closed(id: string): EngineError {
  return new EngineError('closed', `The model ${id} is closed.`)
}
