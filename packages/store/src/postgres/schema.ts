// Requirements on a Postgres database before it is used: of a version that we know, or that says we may use it, and set
// to keep what it acknowledges.

import type { Durability } from '../driver.ts'
import { StoreError } from '../errors.ts'
import { fault } from '../faults.ts'
import { mustBeReadable, readMigrations } from '../migrations.ts'
import type { Connections } from './connection.ts'
import { fromPostgres } from './pg-errors.ts'

const MIGRATIONS = readMigrations(import.meta.url)

/** The version of this code. */
const NEWEST = MIGRATIONS.at(-1)?.number ?? 0

/** Throws if another host has brought the database to a version that this one cannot use. */
export function mustStillBeReadable(schema: string, readableFrom: number): void {
  mustBeReadable(`schema ${schema}`, { version: readableFrom, readableFrom }, NEWEST)
}

/** One host migrates at a time; the others wait, and then find it done. */
export async function migrate(connections: Connections): Promise<void> {
  const { schema } = connections
  const client = await connections.writer()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`cellwake:${schema}`])
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await client.query('CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)')
    const { rows } = await client.query('SELECT coalesce(max(number), 0) AS n FROM migrations')
    const version = Number(rows[0].n)
    if (version > NEWEST) {
      const head = await client.query('SELECT readable_from FROM head')
      const readableFrom = Number(head.rows[0].readable_from)
      mustBeReadable(`schema ${schema}`, { version, readableFrom }, NEWEST)
    }
    for (const migration of MIGRATIONS) {
      if (migration.number <= version) continue
      await client.query(migration.sql)
      fault('postgres:migrate')
      // The first one has no place for it.
      if (migration.number > 1) await client.query(READABLE_FROM, [migration.readableFrom])
      await client.query('INSERT INTO migrations VALUES ($1)', [migration.number])
    }
    await client.query('COMMIT')
  } catch (error) {
    connections.dropWriter()
    throw fromPostgres(error, false)
  }
}

const READABLE_FROM = 'UPDATE head SET readable_from = greatest(readable_from, $1::bigint)'

export async function assertDurability(connections: Connections): Promise<Durability> {
  const settings: Record<string, string> = {}
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'synchronous_standby_names']
  for (const name of [...names, 'server_version']) {
    const rows = await connections.ask(`SHOW ${name}`)
    settings[name] = String(rows[0]![name])
  }
  for (const name of ['fsync', 'full_page_writes']) {
    if (settings[name] !== 'on') {
      throw new StoreError('durability-unmet', `${name} is ${settings[name]}, and must be on`)
    }
  }
  if (settings.synchronous_commit === 'off' || settings.synchronous_commit === 'local') {
    throw new StoreError('durability-unmet', `synchronous_commit is ${settings.synchronous_commit}`)
  }
  const standby = settings.synchronous_standby_names !== ''
  return {
    driver: 'postgres',
    tier: standby ? 'A+' : 'A',
    sentence: standby
      ? 'Acknowledged commits survive a crash, and the loss of the primary.'
      : 'Acknowledged commits survive a crash of any host and of the database server.',
    settings,
  }
}
