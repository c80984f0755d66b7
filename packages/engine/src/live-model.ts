// A live model: the graph of one version of a source, over what the store keeps. A change is computed
// first and then committed as a whole: what was given, the last good values that follow from it, and the
// receipt of the request, in one act. If the commit is refused, the graph goes back to where it was.
// Nobody is told of a change before it is durable.

import type { CommitResult, Precondition, Write } from '@cellwake/store'
import { setCause } from './causes.ts'
import { type CellNode, LAZY } from './cell-node.ts'
import type { CellView } from './cell-view.ts'
import { EngineError } from './errors.ts'
import type { GivenValue } from './given-value.ts'
import { type Flight, InFlight, type KeptGood } from './in-flight.ts'
import { KeyedSets } from './keyed-sets.ts'
import { ModelCommits } from './model-commits.ts'
import { ModelEvents, type ModelListener } from './model-events.ts'
import { ModelReading, type ModelReadingParts } from './model-reading.ts'
import { ModelRules } from './model-rules.ts'
import { refusal } from './ownership.ts'
import { restoreValues } from './restore.ts'
import type { RuleNews } from './rule-book.ts'
import { Answer, type SetAnswer, type SetOptions, symbolsOf } from './set-answer.ts'
import type { ReadSource } from './source-reader.ts'
import { type Watcher, Watchers, type WatchNews, type WatchOptions } from './watchers.ts'

const NONE: readonly never[] = []
const NO_OPTIONS: SetOptions = {}

/** A set that is on its way: what to tell when it is durable, and what to take back if it is refused. */
interface Sent {
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

export interface LiveModelParts extends ModelReadingParts {
  /** Hears what a watcher throws. */
  readonly report: (error: unknown) => void
  /** What must hold for each of its commits: that this host still has it. */
  readonly expect: readonly Precondition[]
  /** The store refused what the model had built on. */
  lost(model: LiveModel, error: unknown): void
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
  private readonly inFlight = new InFlight()
  private readonly commits: ModelCommits
  /** While a new version or the end is on its way, changes wait for it. */
  private held: Promise<unknown> | undefined
  #next: LiveModel | undefined
  private isClosed = false

  constructor(parts: LiveModelParts, compiled: ReadSource) {
    super(parts, compiled)
    this.#events = new ModelEvents(parts.report)
    this.#keyed = new KeyedSets(this.id, parts.store)
    this.commits = new ModelCommits({
      id: this.id,
      store: parts.store,
      expect: parts.expect,
      hasRules: this.graph.rules.length > 0,
      events: this.#events,
      lose: (error) => this.lose(error),
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
      version: parts.record.version,
      give: (node, value) => {
        this.inputs.give({ node, value, given: true })
      },
      otherWrites: () => this.#goodWrites(),
      send: (commit) => this.commits.sendWave(commit),
      note: (changed) => this.watchers.note(changed),
      committed: (news, tick, seq) => {
        this.reached(tick, seq)
        this.watchers.tell(news, seq)
      },
      lost: (error) => this.lose(error),
    })
  }

  /** What must hold for each of its commits. */
  get expect(): readonly Precondition[] {
    return this.parts.expect
  }

  /** Takes in what was given before, and computes. */
  start(except: ReadonlySet<string> = new Set(), since: number = this.parts.clock.now()): void {
    const { records, clock } = this.parts
    restoreValues(this.graph, this.inputs, records, except, clock.now())
    this.rules.restore(except, since)
    this.reached(this.graph.graph.tick, this.rev)
  }

  // Wanting

  /** The value, computed if it must be. It is kept, so that a restart need not compute it again. */
  async resolve(symbol: string): Promise<CellView> {
    this.mustBeOpen()
    const node = this.inputs.node(symbol)
    const ran = this.graph.isInvalid(node)
    this.graph.resolve(node, this.parts.clock.now())
    const news = this.watchers.note(this.graph.takeChanged())
    const isNew = ran || !this.parts.records.has(`~${this.graph.symbolOf(node)}`)
    if (isNew && (node.flags & LAZY) !== 0 && node.live === 0) await this.#keepLazy(node)
    this.reached(this.graph.graph.tick, this.rev)
    this.watchers.tell(news, this.rev)
    return this.view(node)
  }

  /** Calls `fn` after every durable change of these cells, until the returned function is called. */
  watch(symbols: readonly string[], fn: Watcher, options: WatchOptions = {}): () => void {
    this.mustBeOpen()
    return this.watchers.add(symbols, fn, options)
  }

  /** Calls `fn` for every durable event of the model, until the returned function is called. */
  onEvent(fn: ModelListener): () => void {
    this.mustBeOpen()
    return this.#events.add(fn)
  }

  // Changing

  /** Gives values to inputs: all of them or none. Resolves when that is durable. */
  set(
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions = NO_OPTIONS,
  ): Promise<SetAnswer> {
    if (this.isClosed) return Promise.reject(closed(this.id))
    const { idempotencyKey: key, expectRev } = options
    if (key !== undefined) {
      return this.#keyed.answer(key, values, () => this.#inTurn(values, options))
    }
    if (expectRev !== undefined || this.held !== undefined) return this.#inTurn(values, options)
    // Most need not wait, and an async function costs as much as an edit that one formula follows from.
    try {
      return this.change(values, options)
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
    // In one breath with what follows: nothing may be sent between the look and the change.
    for (let seen: unknown; expectRev !== undefined && seen !== this.commits.pending; ) {
      seen = this.commits.pending
      await seen
    }
    if (this.held !== undefined) {
      await this.held
      return this.#inTurn(values, options)
    }
    // While it waited, another version may have come, or the end.
    if (this.#next !== undefined) return this.#next.set(values, options)
    this.mustBeOpen()
    if (expectRev !== undefined && expectRev !== this.rev) {
      throw new EngineError('wrong-revision', `The model is at ${this.rev}, not at ${expectRev}.`)
    }
    return this.change(values, options)
  }

  /** Computes what follows, and sends it. */
  private change(
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions,
  ): Promise<SetAnswer> {
    const { graph } = this
    const { idempotencyKey: key, by = 'api' } = options
    const changes = this.inputs.checked(values)
    const flights: Flight[] = []
    // The path of every edit: by place, since to iterate takes three times as long in code that is not hot yet.
    for (let i = 0; i < changes.length; i++) {
      flights.push(this.inFlight.add(this.inputs.give(changes[i]!)))
    }
    const now = this.parts.clock.now()
    graph.settle(now)
    const changed = graph.takeChanged()
    const seen = this.watchers.note(changed)
    // Most models have no rules, and need not ask them four times.
    const rules = this.rules.any ? this.rules : undefined
    const fires = rules?.look(changed) ?? NONE
    const good = graph.good.size === 0 ? NONE : this.#keptGood()
    const states = rules?.stateWrites() ?? NONE
    const news = rules?.takeNews() ?? NONE
    const isPlain = good.length + states.length === 0
    const write = isPlain ? changes : [...changes, ...this.#goodWrites(), ...states]
    const rose = states.length + fires.length > 0
    const sent: Sent = { changed, flights, good, seen, tick: graph.graph.tick, rose, fired: NONE }
    let verdict: Promise<CommitResult>
    try {
      const receipts =
        key === undefined ? NONE : [this.#keyed.receipt(key, values, symbolsOf(changed, graph))]
      const cause = setCause(this.id, now, changes)
      verdict = this.commits.send(write, receipts, NONE, by, cause, news)
      // What follows by rules is sent behind it, and becomes durable with it or after it.
      if (rules !== undefined) sent.fired = rules.run(fires)
    } catch (error) {
      this.#failed(sent, error)
      throw error
    }
    return verdict.then((result) => this.landed(sent, result))
  }

  private landed(sent: Sent, result: CommitResult): SetAnswer | Promise<SetAnswer> {
    if (result.rejected !== undefined) {
      this.commits.refused(result)
      const error = refusal(this.id, result)
      this.#failed(sent, error)
      throw error
    }
    const { changed, flights, seen, tick, fired } = sent
    this.reached(tick, result.seq)
    // Before what follows from it by rules is told.
    this.watchers.tell(seen, result.seq)
    for (let i = 0; i < flights.length; i++) this.inFlight.accepted(flights[i]!)
    const answer = new Answer(changed, this.graph, result.seq, fired)
    return fired.length === 0 ? answer : this.#withFired(answer)
  }

  /** It is answered when what followed from it is durable too. */
  async #withFired(answer: Answer): Promise<SetAnswer> {
    await this.commits.settled()
    answer.rev = Math.max(answer.rev, this.rev)
    return answer
  }

  #failed({ flights, good, rose, fired }: Sent, error: unknown): void {
    // What rules made of it is in memory or went out already: the store alone knows what is true.
    if (rose || fired.length > 0 || this.commits.isRefused) this.lose(error)
    else this.#takeBack(flights, good)
  }

  /** What is in memory is not what is in the store: whoever asks next gets the model anew. */
  lose(error: unknown): void {
    if (this.isClosed) return
    this.close()
    this.parts.lost(this, error)
  }

  /** What was given since stays. */
  #takeBack(flights: readonly Flight[], good: readonly KeptGood[]): void {
    for (const flight of [...flights].reverse()) {
      const undo = this.inFlight.refused(flight)
      if (undo !== undefined) this.inputs.give(undo)
    }
    for (const { node, before, now } of good) {
      if (node.value === now) this.graph.takeBackGood(node, before)
    }
    this.graph.settle(this.parts.clock.now())
    this.graph.takeChanged()
    // The next commit writes them as they are now.
    for (const node of this.graph.good.keys()) this.graph.good.set(node, node.value)
  }

  #keptGood(): KeptGood[] {
    const good: KeptGood[] = []
    for (const [node, before] of this.graph.good) good.push({ node, before, now: node.value })
    return good
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

  async #keepLazy(node: CellNode): Promise<void> {
    const { records } = this.parts
    // It may follow from what is refused yet.
    await this.commits.settled()
    if (this.held !== undefined || this.isClosed || this.graph.isInvalid(node)) return
    const record = { value: node.value, basis: this.rev }
    const symbol = this.graph.symbolOf(node)
    const cause = { act: 'resolve', model: this.id, symbol } as const
    const write = [records.putLazy(symbol, record)]
    const result = await this.commits.send(write, NONE, NONE, 'resolve', cause, NONE)
    if (result.rejected === undefined) return
    this.commits.refused(result)
    throw refusal(this.id, result)
  }

  // For redeploying

  /** What must be written so that this version starts from here. */
  startWrites(): Write[] {
    const writes = [...this.#goodWrites(), ...this.rules.stateWrites()]
    this.#startNews = this.rules.takeNews()
    return writes
  }

  /** Its rules act from now on. */
  begin(): void {
    this.rules.begin()
  }

  committed(rev: number): void {
    this.reached(this.graph.graph.tick, rev)
  }

  /** Resolves when everything sent so far is durable or refused. */
  async idle(): Promise<void> {
    await this.rules.idle()
    await this.commits.settled()
  }

  /**
   * Runs what brings a new version or the end, once nothing is in flight any more. Until it is decided,
   * changes wait and so does time: nothing is sent for a version that may be over when it arrives.
   */
  async holding<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.commits.settled().then(act)
    this.held = acting.catch(() => undefined)
    this.rules.hold()
    try {
      return await acting
    } finally {
      this.held = undefined
      this.rules.goOn()
    }
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
    this.rules.close()
    this.watchers.clear()
    this.#events.clear()
  }

  /** The store holds nothing of it any more, since a commit. */
  deleted(rev: number): void {
    this.#events.tell({ type: 'deleted' }, rev)
    this.close()
  }

  // Parts

  #want(node: CellNode): void {
    this.graph.want(node, this.parts.clock.now())
    // Nothing was given, so nothing else can have changed.
    this.graph.takeChanged()
  }

  protected mustBeOpen(): void {
    if (this.isClosed) throw closed(this.id)
  }
}

function closed(id: string): EngineError {
  return new EngineError('closed', `The model ${id} is closed.`)
}
