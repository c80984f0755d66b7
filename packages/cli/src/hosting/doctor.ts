// The checks of an installation: settings, store, Redis, port, clock, providers, pages.

import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { CellwakeClient } from '@cellwake/client'
import type { RedisFacts } from '@cellwake/redis'
import { openStore, type Store, StoreError, system } from '@cellwake/store'
import { DOCTOR_ASK_MS, DOCTOR_CLOCK_AHEAD_MS } from '../limits.ts'
import { hasUi } from './built-ui.ts'
import { unansweredProblem } from './doctor-jobs.ts'
import { type Problem, type ProviderFacts, tryAtServer, tryHere } from './doctor-providers.ts'
import {
  type FoundSettings,
  ownUrl,
  type SettingName,
  type Settings,
  settingNames,
} from './settings.ts'
import { withoutPassword, withoutSecretsOf } from './shown-url.ts'

export type Examined = Awaited<ReturnType<typeof examine>>

export async function examine(found: FoundSettings) {
  const { redis, store, port, host } = found.settings
  const [state, redisFacts] = await Promise.all([
    portState(port, host),
    redis === undefined ? undefined : redisFactsOf(redis),
  ])
  const server = await serverFor(found, state)
  const { reach: providers, ...storeFacts } = await examineStore(found.settings, server)
  const waits =
    redisFacts?.problem ?? asideProblem(server) ?? clockProblem(server) ?? providers?.problem
  const { problem = waits, ...facts } = besideServer(storeFacts, server)
  return {
    node: process.version,
    store: withoutPassword(store),
    ...facts,
    ...(redisFacts !== undefined && { redis: redisFacts }),
    config: found.file ?? null,
    settings: shownSettings(found),
    port: { port, host, state },
    ...(server !== undefined && { server }),
    clock: clockFacts(),
    ui: hasUi() ? 'built' : 'not built',
    providers: providers?.providers ?? [],
    problem,
  }
}

interface StoreFacts {
  readonly note?: string
  readonly durability?: Store['durability']
  readonly seq?: number
  readonly stats?: Awaited<ReturnType<Store['stats']>>
  readonly problem?: Problem
  readonly reach?: ProviderFacts
}

/** The server on the port of the settings, or the one that they name. */
async function serverFor({ settings, origins }: FoundSettings, port: PortState) {
  if (port === 'taken') return await serverAt(ownUrl(settings))
  return origins.url === 'default' ? undefined : await serverAt(settings.url)
}

/** A server that runs holds its database, and that is as it should be. */
function besideServer(facts: StoreFacts, server: RunningServer | undefined): StoreFacts {
  if (facts.problem?.code !== 'store-locked' || server?.status !== 'ok') return facts
  return { note: `It is held by the server at ${server.url}, which is well.` }
}

/** Models that the server gave up since they computed for too long. */
function asideProblem(server: RunningServer | undefined): Problem | undefined {
  if (server === undefined || server.putAside === 0) return undefined
  const what = server.putAside === 1 ? 'One model was' : `${server.putAside} models were`
  const message = `${what} put aside by the server at ${server.url}: see "cellwake models". Deploy another version, or delete what is not needed.`
  return { code: 'put-aside', message }
}

/** Rules that wait until the clock is where it once wrongly was. */
function clockProblem(server: RunningServer | undefined): Problem | undefined {
  if (server === undefined || server.rulesWaitingForClock === 0) return undefined
  const what =
    server.rulesWaitingForClock === 1 ? 'One rule is' : `${server.rulesWaitingForClock} rules are`
  const message = `${what} silent at the server at ${server.url}: the clock was ahead when they last ran, and no occurrence runs twice. "cellwake models" and "cellwake rules" say which, until when, and what lets them begin anew.`
  return { code: 'clock-was-ahead', message }
}

/** A commit whose time is in the future. */
async function newestCommitProblem(store: Store): Promise<Problem | undefined> {
  const newest = await store.commitInfo(store.seq)
  const ahead = (newest?.at ?? 0) - system.now()
  if (ahead <= DOCTOR_CLOCK_AHEAD_MS) return undefined
  const at = new Date(newest!.at).toISOString()
  const message = `The newest commit says ${at}, which is still to come: the clock of this machine is behind, or was ahead then. Set the clock. If it is right, rules that ran by the wrong one are silent until that time: see "cellwake rules".`
  return { code: 'clock', message }
}

/** Of a store that others may have open: elsewhere no process answers anything now. */
async function unanswered(store: Store): Promise<Problem | undefined> {
  const isShared = store.durability.driver === 'postgres'
  return isShared ? await unansweredProblem(store, system.now()) : undefined
}

interface RunningServer {
  readonly url: string
  readonly status: 'ok' | 'degraded'
  readonly version: string
  readonly uptimeMs: number
  readonly models: number
  readonly putAside: number
  readonly rulesWaitingForClock: number
}

/** Undefined if the listener is no server of ours. */
async function serverAt(url: string): Promise<RunningServer | undefined> {
  const client = new CellwakeClient({ url })
  try {
    const signal = AbortSignal.timeout(DOCTOR_ASK_MS)
    const { status, version, uptimeMs, models, putAside, rulesWaitingForClock } = await client.call(
      'health',
      { signal },
    )
    return { url, status, version, uptimeMs, models, putAside, rulesWaitingForClock }
  } catch {
    return undefined
  }
}

async function examineStore(
  settings: Settings,
  server: RunningServer | undefined,
): Promise<StoreFacts> {
  const { store: url } = settings
  const atServer =
    server === undefined ? undefined : { reach: await tryAtServer(server.url, settings.token) }
  if (url.startsWith('sqlite:') && !existsSync(url.slice('sqlite:'.length))) {
    const reach = atServer ?? { reach: await tryHere(settings) }
    return { note: 'There is no database here yet.', ...reach }
  }
  try {
    await using store = await openStore(url)
    const { durability, seq } = store
    const problem = (await newestCommitProblem(store)) ?? (await unanswered(store))
    const stats = await store.stats()
    const reach = atServer ?? { reach: await tryHere(settings, store) }
    return { durability, seq, stats, ...reach, ...(problem !== undefined && { problem }) }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const message = withoutSecretsOf(url, error.message)
    return { ...atServer, problem: { code: error.code, message } }
  }
}

interface RedisShown {
  readonly url: string
  readonly facts?: RedisFacts
  readonly problem?: Problem
}

async function redisFactsOf(url: string): Promise<RedisShown> {
  const shown = withoutPassword(url)
  const { examineRedis, RedisError } = await import('@cellwake/redis')
  try {
    const { problem, ...facts } = await examineRedis({ url })
    return { url: shown, facts, ...(problem !== undefined && { problem }) }
  } catch (error) {
    if (!(error instanceof RedisError)) throw error
    return {
      url: shown,
      problem: { code: error.code, message: withoutSecretsOf(url, error.message) },
    }
  }
}

/** A token is never shown, nor a password in a URL. */
function shownSettings({ settings, origins }: FoundSettings) {
  const rows = settingNames.map((name: SettingName) => {
    const value = settings[name]
    // An address in the settings may hold a key that should be in a connection.
    const shown =
      name === 'token' && value !== undefined
        ? '(set)'
        : typeof value === 'object'
          ? Object.keys(value).join(', ')
          : value
    return [
      name,
      {
        value: typeof shown === 'string' ? withoutPassword(shown) : (shown ?? null),
        from: origins[name],
      },
    ] as const
  })
  return Object.fromEntries(rows)
}

type PortState = 'free' | 'taken' | 'unusable'

async function portState(port: number, host: string): Promise<PortState> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' ? 'taken' : 'unusable'),
    )
    probe.listen(port, host, () => probe.close(() => resolve('free')))
  })
}

function clockFacts() {
  return {
    now: new Date(system.now()).toISOString(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
