// A short kill loop of real processes. `npm run sim -- kill` runs the long ones; main.test.ts shows
// that the rig finds a planted bug.

import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { killLoop } from '../src/kill.ts'
import { inSchema, sqliteTarget } from '../src/targets.ts'

const SEED = 20_250_106
const postgresUrl = inject('postgresUrl')

it('SQLite: six kills lose nothing, half apply nothing and double nothing', async () => {
  const target = sqliteTarget()
  const report = await killLoop({ target, cycles: 6, seed: SEED })
  await target.release()
  expect(report.violations).toEqual([])
  expect(report.cycles).toBe(6)
  expect(report.acknowledged).toBeGreaterThan(6)
  expect(report.claimed).toBeGreaterThan(0)
})

// Skipped only where there is no Postgres to test against.
it.skipIf(postgresUrl === undefined)(
  'Postgres: three kills of two hosts lose nothing, half apply nothing and double nothing',
  async () => {
    const schema = `cellwake_kill_${process.pid}`
    const url = inSchema(postgresUrl ?? '', schema)
    const report = await killLoop({ target: { store: 'postgres', url }, cycles: 3, seed: SEED })
    const client = new pg.Client(postgresUrl)
    await client.connect()
    await client.query(`DROP SCHEMA ${schema} CASCADE`)
    await client.end()
    expect(report.violations).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(6)
  },
)
