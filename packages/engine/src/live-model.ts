// A live model: the graph of one version of a source, over what the store keeps. A change is computed
// first and then committed as a whole: what was given, the last good values that follow from it, and the
// receipt of the request, in one act. If the commit is refused, the graph goes back to where it was.
// Nobody is told of a change before it is durable.

import type { Catalogue, CompiledModel } from '@cellwake/language'
import { BLANK, type Value, type ZoneTable } from '@cellwake/runtime'
import type { Clock } from '@cellwake/scheduler'
import { INVALID } from '@cellwake/scheduler'
import { type CommitResult, RejectedError, type Store, type Write } from '@cellwake/store'
import { ASSIGNED, type CellNode, GIVEN, LAZY, SPILLED } from './cell-node.ts'
import { type CellStatus, type CellView, viewOf } from './cell-view.ts'
import { EngineError } from './errors.ts'
import { formulaTexts } from './formula-texts.ts'
import type { GivenValue, GivenValues } from './given-value.ts'
import { type Flight, InFlight } from './in-flight.ts'
import { Inputs } from './inputs.ts'
import { ModelGraph } from './model-graph.ts'
import { ModelRules } from './model-rules.ts'
import type { ModelRecord, ModelRecords } from './records.ts'
import { shown } from './region.ts'
import { Revisions } from './revisions.ts'
import {
  Answer,
  earlierAnswer,
  requestText,
  type SetAnswer,
  type SetOptions,
  sameRequest,
} from './set-answer.ts'
import { type Watcher, Watchers, type WatchOptions } from './watchers.ts'
import type { WaveCommit } from './waves.ts'

export interface LiveModelParts {
  readonly store: Store
  readonly clock: Clock
  readonly random: () => number
  readonly catalogue: Catalogue
  readonly zone: ZoneTable
  readonly countRuns: boolean
  /** Hears what a watcher throws. */
  readonly report: (error: unknown) => void
  readonly records: ModelRecords
  readonly given: GivenValues
  readonly record: ModelRecord
  readonly source: string
  /** The store refused what the model had built on. */
  lost(model: LiveModel, error: unknown): void
}

export class LiveModel {
  readonly id: string
  readonly source: string
  readonly graph: ModelGraph
  readonly rules: ModelRules
  record: ModelRecord
  readonly #parts: LiveModelParts
  readonly #inputs: Inputs
  readonly #watchers: Watchers
  /** By idempotency key. */
  readonly #running = new Map<string, { request: string; answer: Promise<SetAnswer> }>()
  readonly #inFlight = new InFlight()
  readonly #revisions: Revisions
  #texts: Map<string, string> | undefined
  #pending: Promise<unknown> = Promise.resolve()
  /** While a new version is on its way, changes wait for it. */
  #held: Promise<void> | undefined
  #next: LiveModel | undefined
  #closed = false

  constructor(parts: LiveModelParts, compiled: CompiledModel) {
    this.#parts = parts
    this.id = parts.record.id
    this.source = parts.source
    this.record = parts.record
    const revisions = new Revisions(parts.records.revision())
    this.#revisions = revisions
    this.#watchers = new Watchers({
      // A getter, since the revision moves on.
      get rev() {
        return revisions.newest
      },
      node: (symbol) => this.#inputs.node(symbol),
      view: (node) => this.#view(node),
      want: (node) => this.#want(node),
      unwant: (node) => this.graph.unwant(node),
      report: parts.report,
    })
    this.graph = new ModelGraph(compiled.ir!, compiled.copies, {
      catalogue: parts.catalogue,
      zone: parts.zone,
      random: parts.random,
      countRuns: parts.countRuns,
      formulaText: (symbol) => this.formulaText(symbol),
    })
    this.#inputs = new Inputs(this.graph, parts.records, parts.given)
    this.rules = new ModelRules({
      id: this.id,
      graph: this.graph,
      records: parts.records,
      clock: parts.clock,
      zone: parts.zone.name,
      version: parts.record.version,
      give: (node, value) => {
        this.#inputs.give({ node, value, given: true })
      },
      otherWrites: () => this.#goodWrites(),
      send: (commit) => this.#send(commit),
      committed: (changed, tick, seq) => {
        this.#revisions.at(tick, seq)
        this.#watchers.tell(changed)
      },
      lost: (error) => this.#lose(error),
    })
  }

  get rev(): number {
    return this.#revisions.newest
  }

  get version(): number {
    return this.record.version
  }

  // Starting

  /** Takes in what was given before, and computes. */
  start(except: ReadonlySet<string> = new Set(), since: number = this.#parts.clock.now()): void {
    const { records } = this.#parts
    for (const [symbol, value] of records.given()) {
      if (!except.has(symbol)) this.#inputs.restore(symbol, value)
    }
    for (const [symbol, value] of records.good()) {
      if (except.has(`?${symbol}`)) continue
      const node = this.#inputs.find(symbol)
      if (node?.template?.mode === 'conditional') this.graph.restoreGood(node, value)
    }
    this.graph.start(this.#parts.clock.now())
    this.graph.takeChanged()
    this.#restoreLazy(except)
    this.rules.restore(except, since)
    this.#revisions.at(this.graph.graph.tick, this.rev)
  }

  /** Lazy results hold if nothing that they follow from was given since. */
  #restoreLazy(except: ReadonlySet<string>): void {
    const { records } = this.#parts
    for (const [symbol, { value, basis }] of records.lazy()) {
      if (except.has(`~${symbol}`)) continue
      const node = this.#inputs.find(symbol)
      if (node === undefined || (node.flags & LAZY) === 0 || node.live > 0) continue
      this.graph.restoreLazy(node, value, this.#stillHolds(node, basis))
    }
  }

  #stillHolds(node: CellNode, basis: number): boolean {
    if (this.graph.isUnsure(node)) return false
    for (const cell of this.graph.below(node)) {
      if (this.#parts.records.seq(this.graph.symbolOf(cell)) > basis) return false
    }
    return true
  }

  // Reading

  get(symbol: string): CellView {
    this.#mustBeOpen()
    const node = this.#inputs.find(symbol)
    return node === undefined ? viewOf(BLANK, undefined, 'ready', 0) : this.#view(node)
  }

  /** Cells by symbol; every assigned one if none are named. */
  cells(symbols?: readonly string[]): Record<string, CellView> {
    const found: Record<string, CellView> = {}
    for (const symbol of symbols ?? this.assigned())
      found[this.#inputs.spell(symbol)] = this.get(symbol)
    return found
  }

  /** The symbols that the source assigns, in the order of the grid. */
  *assigned(): Iterable<string> {
    for (const node of this.graph.cells.grid.nodes()) {
      if ((node.flags & (ASSIGNED | GIVEN)) !== 0) yield this.graph.symbolOf(node)
    }
  }

  /** The value, computed if it must be. It is kept, so that a restart need not compute it again. */
  async resolve(symbol: string): Promise<CellView> {
    this.#mustBeOpen()
    const node = this.#inputs.node(symbol)
    const ran = this.graph.isInvalid(node)
    this.graph.resolve(node, this.#parts.clock.now())
    const changed = this.graph.takeChanged()
    const isNew = ran || !this.#parts.records.has(`~${this.graph.symbolOf(node)}`)
    if (isNew && (node.flags & LAZY) !== 0 && node.live === 0) await this.#keepLazy(node)
    this.#revisions.at(this.graph.graph.tick, this.rev)
    this.#watchers.tell(changed)
    return this.#view(node)
  }

  /** Calls `fn` after every durable change of these cells, until the returned function is called. */
  watch(symbols: readonly string[], fn: Watcher, options: WatchOptions = {}): () => void {
    this.#mustBeOpen()
    return this.#watchers.add(symbols, fn, options)
  }

  // Changing

  /** Gives values to inputs: all of them or none. Resolves when that is durable. */
  async set(
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions = {},
  ): Promise<SetAnswer> {
    this.#mustBeOpen()
    const { idempotencyKey: key } = options
    if (key !== undefined) {
      const request = requestText(values)
      const running = this.#running.get(key)
      if (running !== undefined) {
        sameRequest(running.request, request)
        return running.answer
      }
      const answer = this.#once(key, request, values, options)
      this.#running.set(key, { request, answer })
      return answer.finally(() => this.#running.delete(key))
    }
    return this.#apply(values, options)
  }

  async #once(
    key: string,
    request: string,
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions,
  ): Promise<SetAnswer> {
    const receipt = await this.#parts.store.receipt(this.#receiptId(key))
    if (receipt !== undefined) return earlierAnswer(receipt.value, receipt.seq, request)
    return this.#apply(values, options)
  }

  async #apply(
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions,
  ): Promise<SetAnswer> {
    const { expectRev, idempotencyKey: key } = options
    // In one breath with what follows: nothing may be sent between the look and the change.
    for (let seen: unknown; expectRev !== undefined && seen !== this.#pending; ) {
      seen = this.#pending
      await seen
    }
    if (this.#held !== undefined) {
      await this.#held
      return this.#next === undefined
        ? this.#apply(values, options)
        : this.#next.set(values, options)
    }
    if (expectRev !== undefined && expectRev !== this.rev) {
      throw new EngineError('wrong-revision', `The model is at ${this.rev}, not at ${expectRev}.`)
    }
    const changes = this.#inputs.checked(values)
    const flights = changes.map((change) => this.#inFlight.add(this.#inputs.give(change)))
    this.graph.settle(this.#parts.clock.now())
    const changed = this.graph.takeChanged()
    const fires = this.rules.look(changed)
    const answer = new Answer(changed, this.graph)
    const good = [...this.graph.good].map(([node, before]) => ({ node, before, now: node.value }))
    const states = [...this.rules.stateWrites()]
    const writes = [...this.#inputs.writesOf(changes), ...this.#goodWrites(), ...states]
    const receipts =
      key === undefined
        ? []
        : [
            {
              id: this.#receiptId(key),
              value: { request: requestText(values), changed: answer.changed },
            },
          ]
    const tick = this.graph.graph.tick
    let result: CommitResult
    try {
      const verdict = this.#commit(writes, receipts, options.by ?? 'api')
      // What follows by rules is sent behind it, and becomes durable with it or after it.
      answer.firings = this.rules.run(fires)
      result = await verdict
      if (result.rejected !== undefined) throw new RejectedError(result)
    } catch (error) {
      // What rules made of it is in memory or went out already: the store alone knows what is true.
      const reached = states.length + fires.length + answer.firings.length > 0
      if (reached) this.#lose(error)
      else this.#takeBack(flights, good)
      throw error
    }
    if (answer.firings.length > 0) await this.#settled()
    for (const flight of flights) this.#inFlight.accepted(flight)
    answer.rev = Math.max(result.seq, answer.firings.length > 0 ? this.rev : 0)
    this.#revisions.at(tick, result.seq)
    this.#watchers.tell(changed)
    return answer
  }

  #commit(
    write: readonly Write[],
    receipts: readonly { id: string; value: unknown }[],
    by: string,
  ): Promise<CommitResult> {
    return this.#send({ write, receipts, publish: [], by })
  }

  #send({ write, receipts, publish, by }: WaveCommit): Promise<CommitResult> {
    const verdict = this.#parts.store.commit({ write, receipts, publish, cause: { by } })
    // Verdicts come in order.
    this.#pending = verdict
    return verdict
  }

  /** What is in memory is not what is in the store: whoever asks next gets the model anew. */
  #lose(error: unknown): void {
    if (this.#closed) return
    this.close()
    this.#parts.lost(this, error)
  }

  /** Resolves when everything that was sent before has its verdict. */
  async #settled(): Promise<void> {
    for (let seen: unknown; seen !== this.#pending; ) {
      seen = this.#pending
      await seen
    }
  }

  /** What was given since stays. */
  #takeBack(flights: readonly Flight[], good: readonly KeptGood[]): void {
    for (const flight of [...flights].reverse()) {
      const undo = this.#inFlight.refused(flight)
      if (undo !== undefined) this.#inputs.give(undo)
    }
    for (const { node, before, now } of good) {
      if (node.value === now) this.graph.takeBackGood(node, before)
    }
    this.graph.settle(this.#parts.clock.now())
    this.graph.takeChanged()
    // The next commit writes them as they are now.
    for (const node of this.graph.good.keys()) this.graph.good.set(node, node.value)
  }

  /** Last good values that are not in the store yet. */
  *#goodWrites(): Iterable<Write> {
    const { records } = this.#parts
    for (const node of this.graph.good.keys()) {
      yield records.putGood(this.graph.symbolOf(node), node.value)
    }
    this.graph.good.clear()
  }

  async #keepLazy(node: CellNode): Promise<void> {
    const { records } = this.#parts
    // It may follow from what is refused yet.
    await this.#settled()
    if (this.#held !== undefined || this.#closed || this.graph.isInvalid(node)) return
    const record = { value: node.value, basis: this.rev }
    const write = records.putLazy(this.graph.symbolOf(node), record)
    const result = await this.#commit([write], [], 'resolve')
    if (result.rejected !== undefined) throw new RejectedError(result)
  }

  // For redeploying

  /** What must be written so that this version starts from here. */
  startWrites(): Write[] {
    return [...this.#goodWrites(), ...this.rules.stateWrites()]
  }

  /** Its rules act from now on. */
  begin(): void {
    this.rules.begin()
  }

  /** The value an input has in the source. */
  constantIn(node: CellNode): Value {
    return this.#inputs.constantIn(node)
  }

  find(symbol: string): CellNode | undefined {
    return this.#inputs.find(symbol)
  }

  formulaText(symbol: string): string | undefined {
    this.#texts ??= formulaTexts(this.source, (target) => this.#inputs.spell(target))
    return this.#texts.get(symbol)
  }

  /** How often each formula ran since this was last asked, while runs are counted. */
  takeRuns(): Map<string, number> {
    const { evaluation } = this.graph
    const { runs } = evaluation
    if (runs === undefined) return new Map()
    evaluation.runs = new Map()
    return new Map([...runs].map(([node, count]) => [this.graph.symbolOf(node), count]))
  }

  committed(rev: number): void {
    this.#revisions.at(this.graph.graph.tick, rev)
  }

  /** Resolves when everything sent so far is durable or refused. */
  async idle(): Promise<void> {
    await this.rules.idle()
    await this.#settled()
  }

  /** A new version is on its way. Resolves when nothing is in flight any more. */
  async hold(until: Promise<void>): Promise<void> {
    this.#held = until
    await this.#settled()
  }

  /** It did not come. */
  goOn(): void {
    this.#held = undefined
  }

  /** Another version takes its place. */
  replacedBy(next: LiveModel): void {
    this.#next = next
    this.#watchers.moveTo(next.#watchers)
    this.close()
  }

  close(): void {
    this.#closed = true
    this.rules.close()
    this.#watchers.clear()
  }

  // Parts

  #want(node: CellNode): void {
    this.graph.want(node, this.#parts.clock.now())
    // Nothing was given, so nothing else can have changed.
    this.graph.takeChanged()
  }

  #view(node: CellNode): CellView {
    const value = (node.flags & SPILLED) !== 0 ? this.graph.spills.shownIn(node) : node.value
    const tag = node.template?.tag ?? this.graph.tags.get(node)
    const rev = this.#revisions.of(node.changedAt)
    const whole = node.column < 0 ? value : shown(value)
    return viewOf(whole, tag ?? undefined, this.#status(node), rev)
  }

  #status(node: CellNode): CellStatus {
    if (typeof node.value === 'object' && node.value.k === 6) return 'queued'
    return node.fn !== null && (node.flags & INVALID) !== 0 ? 'dirty' : 'ready'
  }

  #receiptId(key: string): string {
    return `set:${this.id}:${key}`
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new EngineError('closed', `The model ${this.id} is closed.`)
  }
}

/** A conditional formula whose last good value became another one. */
interface KeptGood {
  readonly node: CellNode
  readonly before: Value
  readonly now: Value
}
