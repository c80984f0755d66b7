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
  eventsOf,
  type FiringPage,
  type FunctionView,
  type GivenValue,
  type GraphView,
  type HistoryPage,
  type JobPage,
  type JobQuery,
  type JobView,
  type LiveModel,
  type Message,
  type ModelFacts,
  type ModelListener,
  type ModelRecord,
  type Published,
  type Refresh,
  type Refreshed,
  type RuleView,
  type SetAnswer,
  type SetOptions,
  type Simulated,
  type SimulateOptions,
  simulate,
  type TopicEvent,
  type Watcher,
  type WatchOptions,
} from '@cellwake/engine'
import { type Clock, systemClock } from '@cellwake/scheduler'
import { openStore, type Store, system } from '@cellwake/store'
import type { ChannelConfig, OutsideConfig } from '@cellwake/workers'
import type { FunctionDefinition } from '@cellwake/workers/functions'
import type { Limits, ToolDefinition, Workflows } from '@cellwake/workflows'
import type { FixerConfig } from './fixer.ts'
import { type Outside, type Reach, reachOf, startOutside } from './outside.ts'
import type { SinksConfig } from './sinks.ts'
import { staysAlive } from './stay-alive.ts'

export interface OpenOptions {
  /** Where everything is kept: `memory:`, `sqlite:PATH`, `postgres://…`, or a store that is open. */
  readonly store: string | Store
  readonly clock?: Clock
  /** Functions of your own, which models call as they call any other: see `cellwake/functions`. */
  readonly functions?: readonly FunctionDefinition[]
  /** Tools of your own for workflows: see `cellwake/workflows`. */
  readonly tools?: readonly ToolDefinition[]
  /** Hosts that models may reach, and providers of the built-in functions. */
  readonly outside?: OutsideConfig
  /** Topics whose events are delivered outside, each with its destination. */
  readonly sinks?: SinksConfig
  /** Channels that are notified when a workflow needs somebody. */
  readonly notify?: readonly ChannelConfig[]
  /** Asked for a corrected script when one fails. */
  readonly fixer?: FixerConfig
  /** Limits of workflows, where they are not the usual ones. */
  readonly workflowLimits?: Partial<Limits>
  /** Called with errors that no caller awaits. */
  readonly onError?: (error: unknown) => void
}

/** Opens a store with its models and workflows. They act from now on, without requests. */
export async function open(options: OpenOptions): Promise<Cellwake> {
  const { store: from, functions = [], tools = [], outside: config, onError } = options
  const clock = options.clock ?? systemClock({ unref: true })
  const store = typeof from === 'string' ? await openStore(from, { clock }) : from
  const reporting = onError === undefined ? {} : { onError }
  const reach = await reachOf({ store, clock, config, functions, env: process.env })
  const engine = new Engine({ store, clock, catalogue: reach.catalogue, ...reporting })
  await engine.wake()
  const report = onError ?? throwLater
  const { sinks, notify, fixer, workflowLimits } = options
  const outside = await startOutside({
    reach,
    engine,
    store,
    clock,
    tools,
    report,
    sinks,
    notify,
    fixer,
    workflowLimits,
  })
  return new Cellwake({
    engine,
    store,
    catalogue: reach.catalogue,
    outside,
    close: async () => {
      await outside[Symbol.asyncDispose]()
      await engine.close()
      if (typeof from === 'string') await store.close()
      if (options.clock === undefined) clock.close()
    },
  })
}

/** An error without a listener must not be lost. */
function throwLater(error: unknown): void {
  system.defer(() => {
    throw error
  })
}

interface CellwakeParts {
  readonly engine: Engine
  readonly store: Store
  /** The functions that models may call. */
  readonly catalogue: Reach['catalogue']
  readonly outside: Outside
  close(): Promise<void>
}

export class Cellwake {
  readonly #engine: Engine
  readonly #store: Store
  readonly #parts: CellwakeParts

  constructor(parts: CellwakeParts) {
    this.#engine = parts.engine
    this.#store = parts.store
    this.#parts = parts
  }

  /** Deploying workflows, looking at them, and acting on them. */
  get workflows(): Workflows {
    return this.#parts.outside.workflows
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

  /**
   * Runs a source through time that is not real, on a store of its own: `from` and `until` are epoch milliseconds. It may
   * call the functions of this host; `functions` says what they answer.
   */
  simulate(source: string, options: SimulateOptions): Promise<Simulated> {
    return simulate(source, { catalogue: this.#parts.catalogue, ...options })
  }

  /** The audit log, newest first. */
  audit(options?: ActivityOptions): Promise<AuditPage> {
    return this.#engine.activity(options)
  }

  /**
   * Publishes an event from outside; resolves when that is durable. The same id again replaces an event that is still
   * pending everywhere, and changes nothing otherwise.
   */
  publish(topic: string, { messageId = system.uniqueId(), payload }: Message): Promise<Published> {
    return this.workflows.publish(topic, { messageId, payload }, { by: 'api' })
  }

  /** Events of a topic, published by rules and from outside, newest first. */
  events(topic: string, options?: { limit?: number }): Promise<TopicEvent[]> {
    return eventsOf(this.#store, this.workflows.storedTopic(topic), options)
  }

  /** The functions that models may call. */
  functions(): FunctionView[] {
    return this.#engine.functions()
  }

  /** Resolves when everything sent so far is computed and durable, and no call and no run is under way or could begin now. */
  idle(): Promise<void> {
    return staysAlive(this.#settled())
  }

  async #settled(): Promise<void> {
    // Work of one part may cause work of another: repeated until no commit is added.
    for (let seen = -1; seen !== this.#store.seq; ) {
      seen = this.#store.seq
      await this.#engine.idle()
      await this.#parts.outside.idle()
      await this.#engine.idle()
    }
  }

  close(): Promise<void> {
    return this.#parts.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** One model, at its active version. */
export class Model {
  readonly id: string
  /** Changes by the deploy: kept, dropped and added; undefined for a model that was opened. */
  readonly deployed:
    | Pick<Deployed, 'kept' | 'dropped' | 'added' | 'rules' | 'mutations' | 'diagnostics'>
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

  /** Asks again outside: for a cell, for a function, or for everything that is wanted. Mutations are left alone. */
  refresh(what: Refresh = {}): Promise<Refreshed> {
    return this.#live.refresh(what, 'api')
  }

  /** The jobs of its external calls, newest first. */
  jobs(query?: JobQuery): Promise<JobPage> {
    return this.#live.jobs.list(query)
  }

  job(id: string): Promise<JobView> {
    return this.#live.jobs.get(id)
  }

  /** Tries a job again that failed or was called off. */
  retryJob(id: string): Promise<JobView> {
    return this.#live.jobs.retry(id)
  }

  /** Calls a job off that is not over. */
  cancelJob(id: string): Promise<JobView> {
    return this.#live.jobs.cancel(id)
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

  /** The dependency graph. */
  graph(options?: DependencyOptions): Promise<GraphView> {
    return this.#live.dependencies(options)
  }

  /** Calls `fn` for every durable event of the model: firings, deploys, its end. Returns a function that stops it. */
  onEvent(fn: ModelListener): () => void {
    return this.#live.onEvent(fn)
  }

  get #live(): LiveModel {
    return this.#engine.running(this.id)
  }
}
