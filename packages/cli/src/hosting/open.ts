// The TypeScript way in to models: `import { open } from 'cellwake'`.

import {
  type ActivityOptions,
  type AuditPage,
  type DeployOptions,
  Engine,
  eventsOf,
  type FunctionView,
  type Message,
  type Published,
  type Simulated,
  type SimulateOptions,
  simulate,
  type TopicEvent,
} from '@cellwake/engine'
import { type Clock, systemClock } from '@cellwake/scheduler'
import { openStore, type Store, system } from '@cellwake/store'
import {
  type ChannelConfig,
  type ConnectionInput,
  type ConnectionView,
  type OutsideConfig,
  tryConnection,
} from '@cellwake/workers'
import type { FunctionDefinition } from '@cellwake/workers/functions'
import type { Limits, ToolDefinition, Workflows } from '@cellwake/workflows'
import { CliError } from '../errors.ts'
import type { FixerConfig } from './fixer.ts'
import { Model } from './model.ts'
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
  const { store: from, functions = [], tools = [], outside: config, onError } = options ?? {}
  if (from === undefined) {
    throw new CliError('no-store', "open takes a store, such as { store: 'sqlite:./data.db' }.")
  }
  const clock = options.clock ?? systemClock({ unref: true })
  const store = typeof from === 'string' ? await openStore(from, { clock }) : from
  const reporting = onError === undefined ? {} : { onError }
  const reach = await reachOf({
    store,
    clock,
    config,
    functions,
    env: process.env,
    sinks: options.sinks,
  })
  const engine = new Engine({ store, clock, catalogue: reach.catalogue, ...reporting })
  await engine.wake()
  const report = onError ?? throwLater
  const { notify, fixer, workflowLimits } = options
  const outside = await startOutside({
    reach,
    engine,
    store,
    clock,
    tools,
    report,
    notify,
    fixer,
    workflowLimits,
  })
  return new Cellwake({
    engine,
    store,
    clock,
    reach,
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

export interface OpenConnections {
  list(): Promise<ConnectionView[]>
  /** Keeps a connection under its name, in place of an older one. */
  add(name: string, input: ConnectionInput): Promise<ConnectionView>
  /** False if there was none. */
  remove(name: string): Promise<boolean>
  /** Whether the other side can be reached, and what it said. */
  test(name: string): ReturnType<typeof tryConnection>
}

interface CellwakeParts {
  readonly engine: Engine
  readonly store: Store
  readonly clock: Clock
  readonly reach: Reach
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
    return simulate(source, { catalogue: this.#parts.reach.catalogue, ...options })
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

  /** All topics with an event, each with their number. */
  async topics(): Promise<{ topic: string; events: number }[]> {
    return (await this.#store.topics()).map(({ topic, events }) => ({ topic, events }))
  }

  /** Named credentials for calls outside. Secrets are sealed, and never shown. */
  get connections(): OpenConnections {
    const { reach, clock } = this.#parts
    const { connections, egress } = reach
    return {
      list: () => connections.list(),
      add: (name, input) => connections.add(name, input),
      remove: (name) => connections.remove(name),
      test: async (name) => tryConnection(await connections.open(name), egress, clock),
    }
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
