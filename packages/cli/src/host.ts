// A host: a store, the models in it, and the server in front of them, in this process.

import { Engine, Helpers } from '@cellwake/engine'
import { type Clock, systemClock } from '@cellwake/scheduler'
import { type CellwakeServer, createServer, type Listening } from '@cellwake/server'
import { openStore, type Store } from '@cellwake/store'
import { tokensOf } from './auth-file.ts'
import { hasUi, uiFolder } from './built-ui.ts'
import { CliError } from './errors.ts'
import type { Settings } from './settings.ts'
import { catalogueWith } from './user-functions.ts'

export interface Host extends AsyncDisposable {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly server: CellwakeServer
}

export type HostSettings = Pick<Settings, 'store' | 'auth' | 'functions' | 'publicUrl'>

/** Opens everything, and listens to nobody yet. `report` hears what goes wrong meanwhile. */
export async function openHost(
  settings: HostSettings,
  report: (error: unknown) => void,
): Promise<Host> {
  const tokens = await tokensOf(settings.auth)
  const catalogue = await catalogueWith(settings.functions)
  const clock = systemClock({ onError: report })
  const store = await openStore(settings.store, { clock, onError: report })
  const helpers = new Helpers({ clock, catalogue })
  const engine = new Engine({ store, clock, catalogue, reader: helpers, onError: report })
  const closeModels = async () => {
    helpers.close()
    await engine.close()
    await store.close()
    clock.close()
  }
  try {
    const server = await createServer({
      engine,
      store,
      clock,
      simulate: (source, options, by) => helpers.simulate(source, options, by),
      // A person reads what the commands say; a log is for those who are not there.
      log: { level: process.stderr.isTTY === true ? 'error' : 'warn', to: process.stderr },
      ...(tokens !== undefined && { tokens }),
      ...(hasUi() && { ui: uiFolder() }),
      ...(settings.publicUrl !== undefined && { publicUrl: settings.publicUrl }),
    })
    const close = async () => {
      await server.close()
      await closeModels()
    }
    return { store, engine, clock, server, [Symbol.asyncDispose]: close }
  } catch (error) {
    await closeModels()
    throw error
  }
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
