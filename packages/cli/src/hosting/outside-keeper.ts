// Where the command line keeps connections and sinks: through the server of the settings if one runs there, since it holds the
// store; else in the store itself, so that they can be set up before the first start.

import type {
  CellwakeClient,
  ConnectionRequest,
  ConnectionView,
  SinkRequest,
  SinkView,
  Tried,
} from '@cellwake/client'
import { systemClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { type ChannelConfig, type SinkView as Sink, tryConnection } from '@cellwake/workers'
import { CliError } from '../errors.ts'
import { CONNECTIONS_ASK_MS } from '../limits.ts'
import { addressOf } from '../server-options.ts'
import { reachOf } from './outside.ts'
import { findSettings, type Settings } from './settings.ts'
import { withoutPassword } from './shown-url.ts'

export interface KeeperOptions {
  /** The store, opened directly. */
  readonly store?: string
  readonly server?: string
}

interface Kept<Request, View> {
  list(): Promise<readonly View[]>
  add(request: Request): Promise<View>
  remove(name: string): Promise<void>
  test(name: string): Promise<Tried>
}

export interface OutsideKeeper extends AsyncDisposable {
  /** In words, where it keeps them. */
  readonly place: string
  readonly connections: Kept<ConnectionRequest, ConnectionView>
  readonly sinks: Kept<SinkRequest, SinkView>
}

export async function outsideKeeper(options: KeeperOptions): Promise<OutsideKeeper> {
  const { server, store } = options
  const found = await findSettings({ url: server, store })
  if (store === undefined) {
    const { CellwakeClient } = await import('@cellwake/client')
    const address = await addressOf(server === undefined ? {} : { url: server })
    const client = new CellwakeClient(address)
    if (server !== undefined || (await runs(client))) return onServer(client, address.url)
  }
  return await inStore(found.settings)
}

/** Whether a server of ours listens there. */
async function runs(client: CellwakeClient): Promise<boolean> {
  try {
    await client.call('health', { signal: AbortSignal.timeout(CONNECTIONS_ASK_MS) })
    return true
  } catch {
    return false
  }
}

function onServer(client: CellwakeClient, url: string): OutsideKeeper {
  return {
    place: `the server at ${url}`,
    connections: {
      list: async () => (await client.connections()).connections,
      add: (connection) => client.addConnection({}, connection),
      remove: async (name) => {
        await client.removeConnection({ name })
      },
      test: (name) => client.tryConnection({ name }),
    },
    sinks: {
      list: async () => (await client.sinks()).sinks,
      add: (sink) => client.addSink({}, sink),
      remove: async (name) => {
        await client.removeSink({ name })
      },
      test: (name) => client.trySink({ name }),
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

async function inStore(settings: Settings): Promise<OutsideKeeper> {
  if (settings.store === 'memory:')
    throw new CliError('bad-setting', 'A store in memory keeps nothing. Name another: --store URL')
  const clock = systemClock()
  const store = await openStore(settings.store, { clock })
  const close = async () => {
    await store.close()
    clock.close()
  }
  try {
    const { outside, secretKeyFile, sinks: configured } = settings
    const reach = await reachOf({
      store,
      clock,
      config: outside,
      functions: [],
      env: process.env,
      secretKeyFile,
      sinks: configured,
    })
    const { connections, egress, sinks } = reach
    const shown = ({ changedAt, ...view }: Awaited<ReturnType<typeof connections.add>>) => ({
      ...view,
      headers: [...view.headers],
      changed: new Date(changedAt).toISOString(),
    })
    return {
      place: withoutPassword(settings.store),
      connections: {
        list: async () => (await connections.list()).map(shown),
        add: async ({ name, ...input }) => shown(await connections.add(name, input)),
        remove: async (name) => {
          if (await connections.remove(name)) return
          throw new CliError('unknown-connection', `There is no connection ${name}.`)
        },
        test: async (name) => await tryConnection(await connections.open(name), egress, clock),
      },
      sinks: {
        list: async () => (await sinks.list()).map(shownSink),
        add: async ({ name, topic, ...channel }) =>
          shownSink(await sinks.add(name, { topic, channel: channel as ChannelConfig })),
        remove: async (name) => {
          if (await sinks.remove(name)) return
          throw new CliError('unknown-sink', `There is no sink ${name} that was added here.`)
        },
        test: (name) => sinks.test(name),
      },
      [Symbol.asyncDispose]: async () => {
        await egress.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function shownSink({ changedAt, ...view }: Sink): SinkView {
  return { ...view, changed: changedAt === undefined ? null : new Date(changedAt).toISOString() }
}
