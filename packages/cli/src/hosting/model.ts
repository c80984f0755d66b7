// A model as programs see it: values in and out, rules, jobs, the past. Its answers are plain data.

import type {
  CellView,
  Coming,
  DependencyOptions,
  Deployed,
  Engine,
  Explanation,
  FiringPage,
  GivenValue,
  GraphView,
  HistoryPage,
  JobPage,
  JobQuery,
  JobView,
  LiveModel,
  ModelFacts,
  ModelListener,
  ModelRecord,
  Refresh,
  Refreshed,
  RuleView,
  SetAnswer,
  SetOptions,
  Watcher,
  WatchOptions,
} from '@cellwake/engine'

/** Changes by a deploy: cells and names, and its rules. */
export type DeployedReport = Pick<
  Deployed,
  'version' | 'kept' | 'dropped' | 'added' | 'rules' | 'mutations' | 'diagnostics'
>

/** One model, at its active version. */
export class Model {
  readonly id: string
  /** Changes by the deploy, as plain data; undefined for a model that was opened. */
  readonly deployed: DeployedReport | undefined
  readonly #engine: Engine

  constructor(engine: Engine, id: string, deployed?: Deployed) {
    this.#engine = engine
    this.id = id
    this.deployed = deployed && reportOf(deployed)
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
    // The engine spells symbols out lazily; a caller gets plain data.
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

  /** A cell, computed if it must be. With `waitMs` it waits so long for answers from outside. */
  async resolve(symbol: string, options: { waitMs?: number } = {}): Promise<CellView> {
    await this.#live.resolve(symbol, options)
    return this.#live.get(symbol)
  }

  /** Calls `fn` after every durable change of these cells; returns a function that stops it. */
  watch(symbols: readonly string[], fn: Watcher, options?: WatchOptions): () => void {
    return this.#live.watch(symbols, fn, options)
  }

  /** Why a cell has its value: its reads, transitively, and the causes of their changes. */
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

  /** Firings of a rule, skipped ones included, newest first. */
  firings(rule: string, page?: { before?: number; limit?: number }): Promise<FiringPage> {
    return this.#live.firings(rule, page)
  }

  /** Future firings of its rules up to an instant, the soonest first. */
  coming(until: number, limit: number): Coming[] {
    return this.#live.coming(until, limit)
  }

  /** Asks again outside: for a cell, for a function, or for everything that is wanted. Mutations are left alone. */
  refresh(what: Refresh = {}): Promise<Refreshed> {
    return this.#live.refresh(what, 'api')
  }

  /** Jobs of its external calls, newest first. */
  jobs(query?: JobQuery): Promise<JobPage> {
    return this.#live.jobs.list(query)
  }

  job(id: string): Promise<JobView> {
    return this.#live.jobs.get(id)
  }

  /** Tries a job again that has failed or was cancelled. */
  retryJob(id: string): Promise<JobView> {
    return this.#live.jobs.retry(id)
  }

  cancelJob(id: string): Promise<JobView> {
    return this.#live.jobs.cancel(id)
  }

  /** The dependency graph. */
  graph(options?: DependencyOptions): Promise<GraphView> {
    return this.#live.dependencies(options)
  }

  /** Calls `fn` for every durable event of the model: firings, jobs, deploys, its end. Returns a function that stops it. */
  onEvent(fn: ModelListener): () => void {
    return this.#live.onEvent(fn)
  }

  get #live(): LiveModel {
    return this.#engine.running(this.id)
  }
}

/** Its lists are spelled out when they are read: a model may have a million cells. */
function reportOf(deployed: Deployed): DeployedReport {
  const { version, mutations, diagnostics } = deployed
  return {
    version,
    mutations,
    diagnostics,
    get kept() {
      return deployed.kept
    },
    get dropped() {
      return deployed.dropped
    },
    get added() {
      return deployed.added
    },
    get rules() {
      return deployed.rules
    },
  }
}
