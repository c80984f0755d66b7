// Databases for the rigs: a SQLite file in a folder of its own, a Postgres that was given, or a
// private one that can be killed. Each is gone when it is released.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KillTarget } from './kill.ts'

export interface Target extends KillTarget {
  release(): Promise<void>
}

interface PrivateServer {
  readonly url: string
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

export type RedisServer = PrivateServer

export function sqliteTarget(): Target {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-kill-'))
  return {
    store: 'sqlite',
    url: `sqlite:${join(folder, 'store.db')}`,
    release: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Undefined where no Postgres can be had. A given one is never killed. */
export async function postgresTarget(options: {
  killServer: boolean
}): Promise<Target | undefined> {
  const given = process.env.CELLWAKE_TEST_POSTGRES_URL
  if (given !== undefined && given !== '' && !options.killServer) {
    return { store: 'postgres', url: given, release: async () => {} }
  }
  const server = await startServer()
  if (server === undefined) return undefined
  const target = { store: 'postgres', url: server.url, release: () => server.stop() } as const
  return options.killServer ? { ...target, server } : target
}

interface Services {
  startPostgres(): Promise<PrivateServer | undefined>
  startRedis(options: { settings: Record<string, string> }): Promise<PrivateServer | undefined>
}

/** By its place and not by a static import: scripts are no part of this package when it is built. */
async function services(): Promise<Services> {
  const found = new URL('../../../scripts/services/index.ts', import.meta.url)
  return (await import(found.href)) as Services
}

const startServer = async () => (await services()).startPostgres()

/** With settings in place of ours. Undefined where no Redis can be had. */
export async function privateRedis(
  settings: Record<string, string>,
): Promise<RedisServer | undefined> {
  return (await services()).startRedis({ settings })
}

/** The same database, in a schema that no other run has. */
export function inSchema(url: string, schema: string): string {
  const own = new URL(url)
  own.searchParams.set('schema', schema)
  return own.href
}
