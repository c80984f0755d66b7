// Goal: killed hosts and workers lose no call, and the provider is asked again only for what was not over. Method: real
// processes, kill -9 at random, a provider that logs every call, on SQLite and on Postgres; and a planted bug that must
// be found. `npm run sim -- call-kill` runs the long loop.

import { afterAll, describe, expect, inject, it } from 'vitest'
import { callKillLoop } from '../src/calls/kill.ts'
import { inSchema, sqliteTarget } from '../src/targets.ts'
import { dropSchemas } from './support/drop-schemas.ts'

const SEED = 20_260_401
/** A bound against hanging: a process takes seconds to start on a busy machine. */
const WITHIN_MS = 240_000
const postgresUrl = inject('postgresUrl')
const schema = `cellwake_call_kill_${process.pid}`

it(
  'three kills of a host with its worker, on SQLite',
  async () => {
    const target = sqliteTarget()
    const report = await callKillLoop({ store: 'sqlite', url: target.url, cycles: 3, seed: SEED })
    await target.release()
    expect(report.violations).toEqual([])
    expect(report.calls).toBeGreaterThan(8)
  },
  WITHIN_MS,
)

it(
  'an answer that lands twice is found',
  async () => {
    const target = sqliteTarget()
    const given = { store: 'sqlite', url: target.url, cycles: 5, seed: SEED } as const
    const report = await callKillLoop({ ...given, plant: 'landed-twice' })
    await target.release()
    expect(report.violations.join('\n')).toMatch(/landed twice/)
  },
  WITHIN_MS,
)

// Skipped only where there is no Postgres to test against.
describe.skipIf(postgresUrl === undefined)('on Postgres', () => {
  afterAll(() => dropSchemas(postgresUrl, schema))

  it(
    'three kills of a host, a worker of its own, or both',
    async () => {
      const url = inSchema(postgresUrl ?? '', `${schema}_1`)
      const report = await callKillLoop({ store: 'postgres', url, cycles: 3, seed: SEED })
      expect(report.violations).toEqual([])
      expect(report.calls).toBeGreaterThan(8)
    },
    WITHIN_MS,
  )
})
