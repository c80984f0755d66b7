// A host: a store, the models in it, and the server in front of them, in this process.

import { Engine } from '@cellwake/engine'
import { type Clock, systemClock } from '@cellwake/scheduler'
import { type CellwakeServer, createServer, type Listening } from '@cellwake/server'
import { openStore, type Store } from '@cellwake/store'
import { readableWarning, tokensOf, watchTokens } from './auth-file.ts'
import { hasUi, uiFolder } from './built-ui.ts'
import { CliError } from './errors.ts'
import { logTo } from './log-text.ts'
import { count, type Output } from './output.ts'
import type { Settings } from './settings.ts'
import { catalogueWith } from './user-functions.ts'
import { visible } from './visible-text.ts'

export interface Host extends AsyncDisposable {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly server: CellwakeServer
}

export type HostSettings = Pick<Settings, 'store' | 'auth' | 'functions' | 'publicUrl'>

/** Opens everything, and listens to nobody yet. What goes wrong meanwhile is told to the operator. */
export async function openHost(settings: HostSettings, output: Output): Promise<Host> {
  const report = (error: unknown) => output.error(error)
  const tokens = await tokensOf(settings.auth)
  const catalogue = await catalogueWith(settings.functions)
  const clock = systemClock({ onError: report })
  const store = await openStore(settings.store, { clock, onError: report })
  const engine = new Engine({ store, clock, catalogue, onError: report })
  const closeModels = async () => {
    await engine.close()
    await store.close()
    clock.close()
  }
  try {
    const server = await createServer({
      engine,
      store,
      clock,
      log: { level: 'warn', to: logTo(output) },
      ...(tokens !== undefined && { tokens }),
      ...(hasUi() && { ui: uiFolder() }),
      ...(settings.publicUrl !== undefined && { publicUrl: settings.publicUrl }),
    })
    const unwatch = await followTokens(settings.auth, { clock, server }, output)
    const close = async () => {
      await unwatch()
      await server.close()
      await closeModels()
    }
    return { store, engine, clock, server, [Symbol.asyncDispose]: close }
  } catch (error) {
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
