// Workflows: two-step runs by the second on SQLite, and on Postgres beside DBOS; how long it is from an event to its handler,
// beside graphile-worker on the same Postgres; a thousand workflows on one host; and a topic of a million events.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/services/index.ts'
import { compiled } from '../programs.ts'
import type { Case, Result } from '../result.ts'
import { GROUP } from './rows.ts'

const PEERS = ['dbos', 'graphile']

export const workflowCases: Case[] = [
  { group: GROUP, name: 'runs on SQLite', run: () => onSqlite('runs', 'mutations') },
  { group: GROUP, name: 'runs on Postgres', run: () => onPostgres('runs', 'dbos', 'mutations') },
  { group: GROUP, name: 'event to handler', run: () => onPostgres('latency', 'graphile') },
  { group: GROUP, name: 'event to handler on SQLite', run: () => onSqlite('latency') },
  { group: GROUP, name: 'a thousand workflows', run: () => onSqlite('fleet') },
  { group: GROUP, name: 'a long topic', run: () => onSqlite('long topic') },
]

async function onSqlite(...names: string[]): Promise<Result[]> {
  // Beside the project, not in a temporary folder: that may be memory, where fsync costs nothing.
  const folder = mkdtempSync(join(process.cwd(), 'bench-data-'))
  try {
    return names.flatMap((name, n) => measured(name, `sqlite:${join(folder, `${n}.db`)}`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One after the other on one server, each in a process and a schema of its own; peers make theirs. */
async function onPostgres(...names: string[]): Promise<Result[]> {
  const server = await startPostgres()
  if (server === undefined) return []
  try {
    const own = (name: string) => (PEERS.includes(name) ? '' : `?schema=${name}`)
    return names.flatMap((name) => measured(name, `${server.url}${own(name)}`).map(onServer))
  } finally {
    await server.stop()
  }
}

const onServer = (result: Result): Result => ({
  ...result,
  workload: `${result.workload}, on Postgres`,
})

function measured(name: string, url: string): Result[] {
  const program = compiled(new URL('child.ts', import.meta.url))
  const printed = execFileSync(process.execPath, ['--expose-gc', program, name, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(printed.toString().trim().split('\n').at(-1) ?? '[]') as Result[]
}
