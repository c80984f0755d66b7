// A host: a store, the models in it, and the server in front of them, in this process.

import { Engine, Helpers } from '@cellwake/engine'
import { type Clock, systemClock } from '@cellwake/scheduler'
import { type CellwakeServer, createServer, type Listening } from '@cellwake/server'
import { openStore, type Store } from '@cellwake/store'
import { CliError } from '../errors.ts'
import { logTo } from '../text/log-text.ts'
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
}

export type HostSettings = Pick<
  Settings,
  'store' | 'auth' | 'functions' | 'workflows' | 'outside' | 'secretKeyFile' | 'publicUrl'
> & {
  /** All if left out. */
  readonly routes?: string | undefined
}

/** Opens everything, and listens to nobody yet. What goes wrong meanwhile is told to the operator. */
export async function openHost(settings: HostSettings, output: Output): Promise<Host> {
  const report = (error: unknown) => output.error(error)
  const tokens = await tokensOf(settings.auth)
  const functions = settings.functions === undefined ? [] : await userFunctions(settings.functions)
  const { workflows, tools } = await userWorkflows(settings.workflows)
  const clock = systemClock({ onError: report })
  const store = await openStore(settings.store, { clock, onError: report })
  const { outside: config, secretKeyFile } = settings
  const reach = await reachOf({
    store,
    clock,
    config,
    functions,
    env: process.env,
    secretKeyFile,
  }).catch(async (error: unknown) => {
    await store.close()
    clock.close()
    throw error
  })
  const { catalogue } = reach
  const helpers = new Helpers({ clock, catalogue })
  const engine = new Engine({ store, clock, catalogue, reader: helpers, onError: report })
  const closeModels = async () => {
    helpers.close()
    await engine.close()
    await store.close()
    clock.close()
  }
  let outside: Outside | undefined
  try {
    outside = await startOutside({
      reach,
      engine,
      store,
      clock,
      tools,
      report,
      routes: routeNames(settings.routes),
    })
    await deployWorkflows(outside.workflows, settings.workflows, workflows)
    const started = outside
    const server = await createServer({
      engine,
      workflows: started.workflows,
      outside: reach,
      store,
      clock,
      importFile: importInProcess(),
      simulate: (source, options, by) => helpers.simulate(source, options, by),
      log: { level: 'warn', to: logTo(output) },
      ...(tokens !== undefined && { tokens }),
      ...(hasUi() && { ui: uiFolder() }),
      ...(settings.publicUrl !== undefined && { publicUrl: settings.publicUrl }),
    })
    const unwatch = await followTokens(settings.auth, { clock, server }, output)
    const close = async () => {
      await unwatch()
      await server.close()
      await started[Symbol.asyncDispose]()
      await closeModels()
    }
    return { store, engine, clock, server, reach, outside: started, [Symbol.asyncDispose]: close }
  } catch (error) {
    await outside?.[Symbol.asyncDispose]()
    await closeModels()
    throw error
  }
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

/** Where it listens, and what the operator should know. */
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
