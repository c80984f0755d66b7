// The outside parts of a host: a worker that answers external calls, and workflows with their tools. Both resume work
// that was open when the host last ended.

import { readFile } from 'node:fs/promises'
import type { Engine } from '@cellwake/engine'
import { catalogue as builtInCatalogue, type Catalogue, withFunctions } from '@cellwake/language'
import type { Clock } from '@cellwake/scheduler'
import type { Store } from '@cellwake/store'
import {
  builtInFunctions,
  type ChannelConfig,
  Connections,
  checkOutside,
  Egress,
  type FunctionDefinition,
  Functions,
  type LogEntry,
  loadSecretKey,
  type OutsideConfig,
  outsideTools,
  Sinks,
  startWorker,
  type Worker,
  type WorkerEvent,
} from '@cellwake/workers'
import { type Limits, Sandbox, type ToolDefinition, Workflows } from '@cellwake/workflows'
import { CliError } from '../errors.ts'
import { type FixerConfig, fixerOf } from './fixer.ts'
import { modelTools } from './model-tools.ts'
import { noticesOf } from './notices.ts'
import { configuredSinks, runSinks, type SinksConfig, sinkTool } from './sinks.ts'
import { checkWorkflowLimits } from './workflow-limits.ts'

export interface ReachOptions {
  readonly store: Store
  readonly clock: Clock
  /** The setting `outside`. */
  readonly config: OutsideConfig | undefined
  /** The user's own. */
  readonly functions: readonly FunctionDefinition[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly secretKeyFile?: string | undefined
  /** Topics whose events are delivered outside. */
  readonly sinks?: SinksConfig | undefined
}

/** The hosts and connections that functions may use, and the functions. */
export interface Reach {
  readonly config: OutsideConfig
  readonly egress: Egress
  readonly connections: Connections
  readonly functions: Functions
  readonly sinks: Sinks
  /** The functions that models may call. It changes when the user's functions are replaced. */
  readonly catalogue: Catalogue
  /**
   * Replaces the functions of the user's own; gives the names with a changed declaration, new and removed ones included.
   */
  replaceOwn(functions: readonly FunctionDefinition[]): string[]
}

export async function reachOf(options: ReachOptions): Promise<Reach> {
  const { store, clock, functions: own, env = {}, secretKeyFile } = options
  const config = checkOutside(options.config ?? {})
  const ca = config.ca === undefined ? undefined : await authoritiesIn(config.ca)
  const egress = new Egress({
    clock,
    allow: config.allow ?? [],
    ...(ca !== undefined && { ca }),
  })
  const key = await loadSecretKey(env, secretKeyFile)
  const connections = new Connections(store, key)
  const channels = { egress, connections, now: () => clock.now() }
  const answered = await builtInFunctions(config, { egress, connections })
  const functions = new Functions([...answered, ...own])
  let current = catalogueOf(functions)
  return {
    config,
    egress,
    connections,
    functions,
    sinks: new Sinks(store, key, {
      channels,
      configured: configuredSinks(options.sinks, channels),
    }),
    catalogue: {
      get: (name) => current.get(name),
      get names() {
        return current.names
      },
    },
    replaceOwn: (others) => {
      const before = current
      functions.replace([...answered, ...others])
      current = catalogueOf(functions)
      return namesThatDiffer(before, current)
    },
  }
}

function catalogueOf({ signatures }: Functions): Catalogue {
  const more = signatures.filter(({ name }) => builtInCatalogue.get(name) === undefined)
  return withFunctions(builtInCatalogue, more)
}

function namesThatDiffer(before: Catalogue, after: Catalogue): string[] {
  const names = [...new Set([...before.names, ...after.names])]
  const text = (catalogue: Catalogue, name: string) => JSON.stringify(catalogue.get(name))
  return names.filter((name) => text(before, name) !== text(after, name))
}

async function authoritiesIn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : String(error)
    throw new CliError('bad-setting', `outside.ca names ${file}, which cannot be read (${code}).`)
  }
}

export interface OutsideOptions {
  readonly reach: Reach
  readonly engine: Engine
  readonly store: Store
  readonly clock: Clock
  readonly tools: readonly ToolDefinition[]
  /** The routes that this host answers; all if left out. */
  readonly routes?: readonly string[] | undefined
  readonly onEvent?: (event: WorkerEvent) => void
  /** Channels that are notified when a workflow needs somebody. */
  readonly notify?: readonly ChannelConfig[] | undefined
  /** Asked for a corrected script when one fails. */
  readonly fixer?: FixerConfig | undefined
  /** Limits of workflows, where they are not the usual ones. */
  readonly workflowLimits?: Partial<Limits> | undefined
  /** Where people reach the pages. */
  readonly url?: string | undefined
  /** Called with log entries of workflows, from the tool `log`. */
  readonly log?: (entry: LogEntry) => void
  readonly report: (error: unknown) => void
}

/** The user's own take the place of ours of the same name. */
function toolsOf({ reach, engine, tools, log = () => {} }: OutsideOptions): ToolDefinition[] {
  const ours: ToolDefinition[] = [...modelTools(engine), ...outsideTools({ ...reach, log })]
  const named = new Set(tools.map(({ name }) => name))
  return [...ours.filter(({ name }) => !named.has(name)), ...tools]
}

export interface Outside extends AsyncDisposable {
  readonly worker: Worker
  readonly workflows: Workflows
  /** Resolves when no call and no run is under way, and none could begin now. */
  idle(): Promise<void>
}

export async function startOutside(options: OutsideOptions): Promise<Outside> {
  const { reach, store, clock, report, routes, onEvent } = options
  const { egress, connections, functions, config } = reach
  const sandbox = new Sandbox()
  const channels = { egress, connections, now: () => clock.now() }
  const sending = sinkTool({
    sinks: reach.sinks,
    store,
    storedTopic: (topic) => workflows.storedTopic(topic),
  })
  const fixer = fixerOf(options.fixer, channels)
  const limits = checkWorkflowLimits(options.workflowLimits)
  const workflows = new Workflows({
    store,
    clock,
    tools: [...toolsOf(options), sending],
    notifier: noticesOf(options.notify, { ...channels, url: options.url }),
    scripts: sandbox,
    ...(fixer !== undefined && { fixer }),
    ...(limits !== undefined && { limits }),
    onError: report,
  })
  await workflows.start()
  const stopSinks = await runSinks(workflows, reach.sinks, report)
  const worker = startWorker({
    store,
    clock,
    functions,
    egress,
    connections,
    ...(config.routes !== undefined && { overrides: config.routes }),
    ...(routes !== undefined && { routes }),
    ...(onEvent !== undefined && { onEvent }),
  })
  const idle = async () => {
    await worker.idle()
    await workflows.idle()
  }
  const close = async () => {
    stopSinks()
    await workflows.close()
    await sandbox.close()
    await worker.stop()
    await egress.close()
  }
  return { worker, workflows, idle, [Symbol.asyncDispose]: close }
}
