// A live model: the graph of one version of a source, over what the store keeps. Nobody is told of a change before it is
// durable. Its parts: `model-work.ts` (mutual exclusion), `changes.ts` (sets), `demand.ts` (demand), `standing.ts`
// (pending answers), `model-commits.ts` (commits), `model-reading.ts` (reads). This is their life, from the start to
// the version that takes its place.
//
// Long work is computed in slices. Until it has come to rest, later changes wait in line, and no reader sees it half
// way: a read without waiting for `rested` has the rest of it computed at once.

import type { JobNews, JobOp, Precondition, Write } from '@cellwake/store'
import { ModelExternals } from '../external/model-externals.ts'
import { ModelJobs } from '../external/model-jobs.ts'
import { type Refresh, type Refreshed, unwantedBelow } from '../external/refresh.ts'
import type { Resolved } from '../external/resolved.ts'
import { ModelRules } from '../rules/model-rules.ts'
import { goodWrites } from '../rules/roll-back.ts'
import type { RuleNews } from '../rules/rule-book.ts'
import { type CauseDetail, callsCause } from '../why/causes.ts'
import { Changes } from './changes.ts'
import { Demand } from './demand.ts'
import type { GivenValue } from './given-value.ts'
import { ModelCommits } from './model-commits.ts'
import { ModelEvents, type ModelListener } from './model-events.ts'
import type { ModelHost, ModelParts, ResolveOptions } from './model-parts.ts'
import { type BuiltModel, ModelReading } from './model-reading.ts'
import { ModelWork } from './model-work.ts'
import { refusal } from './ownership.ts'
import { isTooMuchWork } from './put-aside.ts'
import { restoreValues } from './restore.ts'
import type { SetAnswer, SetOptions } from './set-answer.ts'
import type { Work } from './slices.ts'
import { Standing } from './standing.ts'
import { type Watcher, Watchers, type WatchOptions } from './watchers.ts'

const NONE: readonly never[] = []
const NO_OPTIONS: SetOptions = {}

export interface LiveModelParts extends ModelHost {
  /** The state in memory is void; if `isAside`, opening the model anew would not help. */
  lost(model: LiveModel, error: unknown, isAside: boolean): void
}

// See performance: plain fields on the way of an edit
export class LiveModel extends ModelReading {
  readonly rules: ModelRules
  readonly jobs: ModelJobs
  /** Its external calls; undefined if it has none. */
  readonly external: ModelExternals | undefined
  private readonly parts: LiveModelParts
  private readonly work: ModelWork
  private readonly commits: ModelCommits
  private readonly watchers: Watchers
  private readonly changes: Changes
  readonly #standing: Standing
  readonly #demand: Demand
  readonly #events: ModelEvents
  /** Records of rules that go with the commit that starts this version. */
  #startNews: readonly RuleNews[] = []
  #startJobs: readonly JobOp[] = NONE
  #next: LiveModel | undefined

  constructor(host: LiveModelParts, built: BuiltModel) {
    const work = new ModelWork(host.record.id, host.slices, (error) => this.lose(error))
    super(host, built, {
      work,
      rules: () => this.rules,
      jobs: () => this.jobs,
      watchersOf: (node) => this.watchers.wanting(node),
    })
    this.parts = host
    this.work = work
    const { id, graph } = this
    this.#events = new ModelEvents(host.report)
    this.commits = new ModelCommits({
      id,
      store: host.store,
      expect: host.expect,
      acts: graph.rules.length > 0 || graph.calls.any,
      asked: graph.calls.any ? () => this.external!.take() : undefined,
      events: this.#events,
      outside: host.outside,
      lose: (error) => this.lose(error),
    })
    this.external = graph.calls.any ? this.#externals() : undefined
    this.jobs = new ModelJobs({
      id,
      store: host.outside,
      graph,
      external: this.external,
      commit: (jobs, by, detail) => this.#commitJobs(jobs, by, detail),
    })
    this.watchers = this.#watchers()
    this.rules = this.#rules()
    this.#standing = new Standing({
      graph,
      clock: host.clock,
      work,
      watchers: this.watchers,
      external: this.external,
      rev: () => this.rev,
    })
    const parts: ModelParts = {
      id,
      host,
      graph,
      inputs: this.inputs,
      work,
      commits: this.commits,
      watchers: this.watchers,
      rules: this.rules,
      external: this.external,
      standing: this.#standing,
      rev: () => this.rev,
      reached: (tick, rev) => this.reached(tick, rev),
      lose: (error, isAside) => this.lose(error, isAside),
      next: () => this.#next,
    }
    this.changes = new Changes(parts)
    this.#demand = new Demand(parts, (node) => this.view(node))
  }

  #watchers(): Watchers {
    const { revisions } = this
    return new Watchers({
      // A getter, since the revision moves on.
      get rev() {
        return revisions.newest
      },
      node: (symbol) => this.inputs.node(symbol),
      area: (text) => this.area(text),
      symbolOf: (node) => this.graph.symbolOf(node),
      view: (node) => this.view(node),
      want: (node) => this.#demand.want(node),
      unwant: (node) => this.graph.unwant(node),
      report: this.parts.report,
    })
  }

  #rules(): ModelRules {
    const { records, clock, zone, store, record, slices, report } = this.parts
    return new ModelRules({
      id: this.id,
      graph: this.graph,
      records,
      clock,
      zone: zone.name,
      seq: store.seq,
      version: record.version,
      inputs: this.inputs,
      otherWrites: () => goodWrites(this.graph, records),
      alone: (work) => this.work.alone(work),
      pause: slices.pause,
      largeTurn: () => this.commits.largeTurn(),
      send: (commit) => this.commits.sendWave(commit),
      note: (changed) => this.watchers.note(changed),
      committed: (news, tick, seq) => {
        this.reached(tick, seq)
        this.watchers.tell(news, seq)
      },
      // Its rules would do the same again.
      lost: (error) => this.lose(error, isTooMuchWork(error)),
      fault: report,
    })
  }

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
        this.changes.fromOutside('job', (now) => {
          const { symbols, jobs } = act(now)
          const cause = callsCause('landing', this.id, now, symbols)
          return { ...cause, jobs: jobs.slice(0, cause.symbols.length) }
        }),
      expiring: (act) =>
        this.changes.fromOutside('time', (now) => {
          const symbols = act(now).map(({ symbol }) => symbol)
          return callsCause('expiry', this.id, now, symbols)
        }),
      resolve: (node) => this.resolve(this.graph.symbolOf(node), { by: 'open' }),
      stood: () => this.#standing.changed(NONE),
      arrived: (nodes) => this.#demand.keepArrived(nodes),
      lost: (error) => this.lose(error, isTooMuchWork(error)),
    })
  }

  /** Whether it acts by itself: by rules, or by external calls. */
  get actsAlone(): boolean {
    return this.rules.any || this.external !== undefined
  }

  /** Preconditions of each of its commits. */
  get expect(): readonly Precondition[] {
    return this.parts.expect
  }

  /** Restores given values, and computes. */
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

  // Changing and wanting

  /** The answer to a set that was made with an idempotency key; undefined if none was. */
  setByKey(key: string): Promise<SetAnswer | undefined> {
    return this.changes.setByKey(key)
  }

  /** Gives values to inputs: all of them or none. Resolves when that is durable. */
  set(
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions = NO_OPTIONS,
  ): Promise<SetAnswer> {
    return this.changes.set(values, options)
  }

  /**
   * Resolves a cell, computed if it must be. A lazy value is kept, so that a restart need not compute it again. External
   * calls below it are asked for, and wanted until they have arrived or failed.
   */
  resolve(symbol: string, options: ResolveOptions = {}): Promise<Resolved> {
    return this.#demand.resolve(symbol, options)
  }

  /** Refreshes external calls: of a cell, of a function, or of the model. Mutations are left alone. */
  refresh(what: Refresh = {}, by = 'refresh'): Promise<Refreshed> {
    return this.#demand.refresh(what, by)
  }

  /** Tells whether computing a cell may make a call that nobody wants, as things are now. */
  unwantedCalls(): (symbol: string) => boolean {
    const isOver = unwantedBelow(this.graph)
    return (symbol) => isOver(this.inputs.node(symbol))
  }

  /** Calls `fn` after every durable change of these cells, until the returned function is called. */
  watch(symbols: readonly string[], fn: Watcher, options: WatchOptions = {}): () => void {
    this.work.mustBeOpen()
    this.#standing.watched()
    return this.watchers.add(symbols, fn, options)
  }

  /** Calls `fn` for every durable event of the model, until the returned function is called. */
  onEvent(fn: ModelListener): () => void {
    if (this.work.isClosed) throw this.work.closed()
    return this.#events.add(fn)
  }

  /** Some jobs of its external calls were claimed, requeued or finished. */
  heard(news: readonly JobNews[]): void {
    if (this.work.isClosed) return
    this.external?.hear(news)
    if (!this.#events.isHeard) return
    const tell = () => {
      for (const { id, state } of news)
        this.#events.tell({ type: 'job', id, status: state }, this.rev)
    }
    // Behind the verdict that has just come: a job may have been claimed in the group of commits that added it.
    void Promise.resolve().then(tell)
  }

  async #commitJobs(jobs: readonly JobOp[], by: string, detail: CauseDetail): Promise<void> {
    this.work.mustBeOpen()
    const { expect, store, outside } = this.parts
    const own = store === outside ? expect : NONE
    const result = await outside.commit({ expect: own, jobs, cause: { by, detail } })
    if (result.rejected !== undefined) throw refusal(this.id, result)
  }

  // Its life

  /** Writes and jobs of the commit that starts this version. */
  starting(): StartCommit {
    const write = [...goodWrites(this.graph, this.parts.records), ...this.rules.stateWrites()]
    this.#startNews = this.rules.takeNews()
    const asked = this.external?.take()
    if (asked === undefined) return { write, jobs: NONE, sent: () => {} }
    this.#startJobs = asked.jobs
    return { ...asked, write: [...write, ...asked.write] }
  }

  /** Begins to act. Resolves when waiting requests have been sent. */
  async begin(): Promise<void> {
    await this.rules.begin()
    if (this.external === undefined || this.work.isClosed) return
    await this.#demand.ask('open', 'ask', NONE)
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

  /** Resolves when no change is in line. A read in the same turn of the event loop then need not wait. */
  rested(): Promise<void> {
    return this.work.rested()
  }

  get isAtRest(): boolean {
    return this.work.isFree
  }

  /** Resolves when work that has paused has come to rest; undefined if none has. Others may be in line behind it. */
  settled(): Promise<unknown> | undefined {
    return this.work.settled()
  }

  /** Whether everything that it has sent is durable or refused: while something is not, its cells are ahead of the store. */
  get isSettled(): boolean {
    return this.commits.isSettled
  }

  get isOpen(): boolean {
    return !this.work.isClosed
  }

  /**
   * Runs the act that brings a new version or the end, once nothing is in flight any more. Until its verdict,
   * changes wait and so does time: nothing is sent for a version that may be over when it arrives.
   */
  holding<T>(act: () => Promise<T>): Promise<T> {
    return this.work.enter(async () => {
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
    next.#events.tellAdded(next.#startJobs, next.rev)
    this.close()
  }

  /** Gives up the state in memory, which differs from the store: the next caller gets the model anew. */
  lose(error: unknown, isAside = false): void {
    if (this.work.isClosed) return
    this.work.abort(error)
    this.close()
    this.parts.lost(this, error, isAside)
  }

  close(): void {
    this.#stop()
    this.#standing.look()
    this.watchers.clear()
    this.#events.clear()
    this.release()
  }

  /** Drops unsent work, and waits for sent commits. */
  async end(): Promise<void> {
    this.#stop()
    await this.rested()
    await this.commits.settled()
    this.close()
  }

  #stop(): void {
    this.work.close()
    this.rules.close()
    this.external?.close()
  }

  /** The store holds nothing of it any more, since a commit. */
  deleted(rev: number): void {
    this.#events.tell({ type: 'deleted' }, rev)
    this.close()
  }
}

/** Writes and jobs that go with the commit of a deploy. */
export interface StartCommit {
  readonly write: readonly Write[]
  readonly jobs: readonly JobOp[]
  /** The store has taken it. */
  sent(): void
}
