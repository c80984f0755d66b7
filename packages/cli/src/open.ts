// The TypeScript way in to models: `import { open } from 'cellwake'`.

import {
  type ActivityOptions,
  type AuditPage,
  type CellView,
  type Coming,
  type DependencyOptions,
  type Deployed,
  type DeployOptions,
  Engine,
  type Explanation,
  type FiringPage,
  type FunctionView,
  type GivenValue,
  type GraphView,
  type HistoryPage,
  type LiveModel,
  type ModelFacts,
  type ModelListener,
  type ModelRecord,
  type RuleView,
  type SetAnswer,
  type SetOptions,
  type Simulated,
  type SimulateOptions,
  simulate,
  type Watcher,
  type WatchOptions,
} from '@cellwake/engine'
import type { Clock } from '@cellwake/scheduler'
import { openStore, type Store } from '@cellwake/store'

export interface OpenOptions {
  /** Where everything is kept: `memory:`, `sqlite:PATH`, `postgres://…`, or a store that is open. */
  readonly store: string | Store
  readonly clock?: Clock
}

/** Opens a store with its models. Models with rules act from now on, though nobody asks for them. */
export async function open(options: OpenOptions): Promise<Cellwake> {
  const { store: from, clock } = options
  const onClock = clock === undefined ? {} : { clock }
  const store = typeof from === 'string' ? await openStore(from, onClock) : from
  const engine = new Engine({ store, ...onClock })
  await engine.wake()
  return new Cellwake(engine, store, typeof from === 'string')
}

export class Cellwake {
  readonly #engine: Engine
  readonly #store: Store
  readonly #ownsStore: boolean

  constructor(engine: Engine, store: Store, ownsStore: boolean) {
    this.#engine = engine
    this.#store = store
    this.#ownsStore = ownsStore
  }

  /** Brings a source to life. Throws `DiagnosticsError` when it has errors; then nothing has changed. */
  async deploy(source: string, options: DeployOptions = {}): Promise<Model> {
    const deployed = await this.#engine.deploy(source, options)
    return new Model(this.#engine, deployed.model.id, deployed)
  }

  /** A model that was deployed before. */
  async model(id: string): Promise<Model> {
    const { id: known } = await this.#engine.model(id)
    return new Model(this.#engine, known)
  }

  /** The ids of all models. */
  async models(): Promise<string[]> {
    return (await this.#engine.models()).map(({ id }) => id)
  }

  /** Deploys an older version of a model again. */
  async rollback(id: string, version: number): Promise<Model> {
    const deployed = await this.#engine.rollback(id, version)
    return new Model(this.#engine, id, deployed)
  }

  /** Deletes a model with all it holds; its id must be repeated. */
  delete(id: string, repeated: string): Promise<void> {
    return this.#engine.delete(id, repeated)
  }

  /** Runs a source through time that is not real, on a store of its own: `from` and `until` are epoch milliseconds. */
  simulate(source: string, options: SimulateOptions): Promise<Simulated> {
    return simulate(source, options)
  }

  /** Who did what, newest first. */
  audit(options?: ActivityOptions): Promise<AuditPage> {
    return this.#engine.activity(options)
  }

  /** The functions that models may call. */
  functions(): FunctionView[] {
    return this.#engine.functions()
  }

  /** Resolves when everything sent so far is computed and durable. */
  idle(): Promise<void> {
    return this.#engine.idle()
  }

  async close(): Promise<void> {
    await this.#engine.close()
    if (this.#ownsStore) await this.#store.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** One model, whichever of its versions runs. */
export class Model {
  readonly id: string
  /** What the deploy kept, dropped and added; undefined for a model that was opened. */
  readonly deployed:
    | Pick<Deployed, 'kept' | 'dropped' | 'added' | 'rules' | 'diagnostics'>
    | undefined
  readonly #engine: Engine

  constructor(engine: Engine, id: string, deployed?: Deployed) {
    this.#engine = engine
    this.id = id
    this.deployed = deployed
  }

  get version(): number {
    return this.#live.version
  }

  /** The newest commit of the model. */
  get rev(): number {
    return this.#live.rev
  }

  /** Gives values to inputs, all or none. Resolves when that is durable. */
  async set(
    values: Readonly<Record<string, GivenValue>>,
    options?: SetOptions,
  ): Promise<SetAnswer> {
    // The engine spells symbols out when it is asked; a caller gets plain data.
    const { rev, changed, firings } = await this.#live.set(values, options)
    return { rev, changed, firings }
  }

  /** A cell as it is. Makes nothing run. */
  get(symbol: string): CellView {
    return this.#live.get(symbol)
  }

  /** Cells by symbol; every assigned one if none are named. Makes nothing run. */
  cells(symbols?: readonly string[]): Record<string, CellView> {
    return this.#live.cells(symbols)
  }

  /** A cell, computed if it must be. */
  resolve(symbol: string): Promise<CellView> {
    return this.#live.resolve(symbol)
  }

  /** Calls `fn` after every durable change of these cells; returns what ends that. */
  watch(symbols: readonly string[], fn: Watcher, options?: WatchOptions): () => void {
    return this.#live.watch(symbols, fn, options)
  }

  /** Why a cell has its value: what it was computed from, and the way back to what changed it. */
  explain(symbol: string, options?: { depth?: number; at?: number }): Promise<Explanation> {
    return this.#live.explain(symbol, options)
  }

  /** The values that a cell has had, newest first. */
  history(symbol: string, page?: { before?: number; limit?: number }): Promise<HistoryPage> {
    return this.#live.history(symbol, page)
  }

  /** Cells as they were at a revision; every assigned one if none are named. */
  cellsAt(
    symbols: readonly string[] | undefined,
    rev: number,
  ): Promise<{ readonly rev: number; readonly cells: Record<string, CellView> }> {
    return this.#live.cellsAt(symbols, rev)
  }

  /** The text of a version that is kept; of the one that runs if none is named. */
  source(version?: number): Promise<string> {
    return this.#engine.source(this.id, version)
  }

  /** The versions that are kept, oldest first. */
  get versions(): ModelRecord['versions'] {
    return this.#live.record.versions
  }

  /** The model in short: title, zone, sheets, names, health. */
  describe(): ModelFacts {
    return this.#live.describe()
  }

  /** Its rules and how they stand. */
  rules(): RuleView[] {
    return this.#live.ruleViews()
  }

  /** What a rule did and did not do, newest first. */
  firings(rule: string, page?: { before?: number; limit?: number }): Promise<FiringPage> {
    return this.#live.firings(rule, page)
  }

  /** What its rules will do up to an instant, the soonest first. */
  coming(until: number, limit: number): Coming[] {
    return this.#live.coming(until, limit)
  }

  /** What depends on what. */
  graph(options?: DependencyOptions): GraphView {
    return this.#live.dependencies(options)
  }

  /** Calls `fn` for every durable event of the model: firings, deploys, its end. Returns what ends that. */
  onEvent(fn: ModelListener): () => void {
    return this.#live.onEvent(fn)
  }

  get #live(): LiveModel {
    return this.#engine.running(this.id)
  }
}
