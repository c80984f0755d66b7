// The same deaths on databases that write to a disk: a sample of the commits of every scenario on SQLite and on a Postgres,
// each run in a file or a schema of its own. `CELLWAKE_CRASH=all` dies at every commit, and in the recovery too.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDriver } from '@cellwake/store'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { type Database, dieAtEveryCommit } from './rig.ts'
import { scenarios } from './scenarios.ts'

const isWhole = process.env.CELLWAKE_CRASH === 'all'
const postgres = inject('postgresUrl')
let schemas = 0

function sqlite(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-workflows-'))
  return {
    open: () => openDriver(`sqlite:${join(folder, 'store.db')}`),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

function inPostgres(): Database {
  const schema = `workflows_crash_${process.pid}_${++schemas}`
  const own = new URL(postgres!)
  own.searchParams.set('schema', schema)
  return {
    open: () => openDriver(own.href),
    deadMs: 20_000,
    drop: async () => {
      const client = new pg.Client(postgres)
      await client.connect()
      await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
      await client.end()
    },
  }
}

it.each(scenarios)('$name survives deaths on SQLite', { timeout: 600_000 }, async (scenario) => {
  const some = isWhole ? { doubles: 5 } : { doubles: 0, every: 6 }
  const rig = await dieAtEveryCommit(scenario, { ...some, database: sqlite })
  expect(rig.violations).toEqual([])
  expect(rig.runs).toBeGreaterThan(3)
})

describe.skipIf(postgres === undefined)('with a Postgres, skipped: there is none', () => {
  // At the same time: each waits for its database far longer than it computes.
  it.concurrent.each(scenarios)(
    '$name survives deaths',
    {
      timeout: 600_000,
    },
    async (scenario) => {
      const some = isWhole ? { doubles: 10, upTo: 60 } : { doubles: 0, every: 24, upTo: 24 }
      const rig = await dieAtEveryCommit(scenario, { ...some, database: inPostgres })
      expect(rig.violations).toEqual([])
      expect(rig.runs).toBeGreaterThan(2)
    },
  )
})
