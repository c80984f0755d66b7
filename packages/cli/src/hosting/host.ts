// A host: a store, the models in it, and the server in front of them, in this process.

import { Engine, Helpers } from '@cellwake/engine'
import type { RedisModels } from '@cellwake/redis'
import { type Clock, systemClock } from '@cellwake/scheduler'
import { CallMetrics, type CellwakeServer, createServer, type Listening } from '@cellwake/server'
import { openStore, type Store } from '@cellwake/store'
import { CliError } from '../errors.ts'
import { logTo, workflowLog } from '../text/log-text.ts'
import { count, type Output } from '../text/output.ts'
import { visible } from '../text/visible-text.ts'
import { readableWarning, tokensOf, watchTokens } from './auth-file.ts'
import { hasUi, uiFolder } from './built-ui.ts'
import { importInProcess } from './import-process.ts'
import { type Outside, type Reach, reachOf, startOutside } from './outside.ts'
import { routeNames } from './route-names.ts'
import type { Settings } from './settings.ts'
import { userFunctions } from './user-functions.ts'
import { deployWorkflows, userWorkflows } from './user-workflows.ts'

export interface Host extends AsyncDisposable {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly server: CellwakeServer
  readonly reach: Reach
  readonly outside: Outside
  readonly helpers: Helpers
}

export type HostSettings = Pick<Settings, 'store' | 'auth'> &
  Partial<
    Pick<
      Settings,
      | 'redis'
      | 'redisDeploy'
      | 'redisAcceptTier'
      | 'functions'
      | 'workflows'
      | 'outside'
      | 'secretKeyFile'
      | 'publicUrl'
      | 'peerUrl'
      | 'sinks'
      | 'notify'
      | 'fixer'
      | 'workflowLimits'
      | 'hooks'
    >
  > & {
    /** All if left out. */
    readonly routes?: string | undefined
  }

/** Opens everything, without listening yet. Errors meanwhile are reported to the operator. */
export async function openHost(settings: HostSettings, output: Output): Promise<Host> {
  const report = (error: unknown) => output.error(error)
  const tokens = await tokensOf(settings.auth)
  const functions = settings.functions === undefined ? [] : await userFunctions(settings.functions)
  const { workflows, tools } = await userWorkflows(settings.workflows)
  const clock = systemClock({ onError: report })
  const store = await openStore(settings.store, {
    clock,
    onError: report,
    reachedAt: settings.peerUrl,
  })
  const { outside: config, secretKeyFile, sinks } = settings
  const reach = await reachOf({
    store,
    clock,
    config,
    functions,
    env: process.env,
    secretKeyFile,
    sinks,
  }).catch(async (error: unknown) => {
    await store.close()
    clock.close()
    throw error
  })
  const { catalogue } = reach
  const helpers = new Helpers({ clock, catalogue })
  const home = await homeOf(settings, clock, output).catch(async (error: unknown) => {
    helpers.close()
    await store.close()
    clock.close()
    throw error
  })
  const engine = new Engine({
    store,
    clock,
    catalogue,
    reader: helpers,
    onError: report,
    ...(home !== undefined && { homes: [home] }),
  })
  const closeModels = async () => {
    helpers.close()
    await engine.close()
    await home?.close()
    await store.close()
    clock.close()
  }
  const calls = new CallMetrics(engine)
  let outside: Outside | undefined
  try {
    const { notify, fixer, workflowLimits, publicUrl, hooks } = settings
    outside = await startOutside({
      reach,
      engine,
      store,
      clock,
      tools,
      report,
      log: workflowLog(output),
      onEvent: (event) => calls.heard(event),
      routes: routeNames(settings.routes),
      notify,
      fixer,
      workflowLimits,
      url: publicUrl,
    })
    await deployWorkflows(outside.workflows, settings.workflows, workflows)
    const started = outside
    const server = await createServer({
      engine,
      workflows: started.workflows,
      outside: reach,
      store,
      clock,
      calls,
      importFile: importInProcess(),
      simulate: (source, options, by) => helpers.simulate(source, options, by),
      log: { level: 'warn', to: logTo(output) },
      ...(tokens !== undefined && { tokens }),
      ...(hasUi() && { ui: uiFolder() }),
      ...(publicUrl !== undefined && { publicUrl }),
      ...(hooks !== undefined && { hooks }),
    })
    const unwatch = await followTokens(settings.auth, { clock, server }, output)
    const close = async () => {
      await unwatch()
      await server.close()
      await started[Symbol.asyncDispose]()
      await closeModels()
    }
    return {
      store,
      engine,
      clock,
      server,
      reach,
      outside: started,
      helpers,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await outside?.[Symbol.asyncDispose]()
    await closeModels()
    throw error
  }
}

/** The home of models in Redis, if there is to be one. Warnings about it go to the operator. */
async function homeOf(
  { redis, redisDeploy, redisAcceptTier, peerUrl }: HostSettings,
  clock: Clock,
  output: Output,
): Promise<RedisModels | undefined> {
  if (redis === undefined) return undefined
  const { openRedisModels } = await import('@cellwake/redis')
  const accept = redisAcceptTier as 'B' | 'C' | 'D' | undefined
  const onError = (error: unknown) => output.error(error)
  const home = await openRedisModels({
    url: redis,
    clock,
    onError,
    accept,
    deployUrl: redisDeploy,
    reachedAt: peerUrl,
    onTrouble: (trouble) => output.note(redisNews(output, trouble)),
  })
  for (const warning of home.tier.warnings) output.note(warningText(output, warning))
  return home
}

function redisNews({ colors, forMachine }: Output, trouble: string | undefined): string {
  const news =
    trouble === undefined ? 'Redis is there again.' : `Redis is away: ${visible(trouble)}`
  if (forMachine) return JSON.stringify({ redis: trouble === undefined ? 'back' : 'away', trouble })
  return trouble === undefined ? news : colors.yellow(news)
}

/** Tokens are added and revoked by their file, while the server runs. */
async function followTokens(
  auth: string,
  { clock, server }: Pick<Host, 'clock' | 'server'>,
  output: Output,
): Promise<() => Promise<void>> {
  if (auth === 'none') return async () => {}
  const warning = await readableWarning(auth)
  if (warning !== undefined) output.note(warningText(output, warning))
  return watchTokens(
    auth,
    clock,
    (tokens) => {
      server.replaceTokens(tokens)
      const read = count(tokens.length, 'token')
      if (output.forMachine) output.jsonLine({ tokens: tokens.length })
      else output.line(`  The tokens were read again: ${read}.`)
    },
    (error) => output.error(error),
  )
}

function warningText({ colors, forMachine }: Output, warning: string): string {
  return forMachine ? JSON.stringify({ warning }) : colors.yellow(visible(warning))
}

/** The address it listens on, and warnings for the operator. */
export async function listen(
  { server }: Host,
  { port, host }: Pick<Settings, 'port' | 'host'>,
): Promise<Listening> {
  try {
    return await server.listen({ port, host })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const why = code === 'EACCES' ? 'may not be used' : 'is taken by another program'
    throw new CliError(
      'port-taken',
      `Port ${port} ${why}. Stop that program, or choose another port: --port ${port + 1}`,
    )
  }
}
