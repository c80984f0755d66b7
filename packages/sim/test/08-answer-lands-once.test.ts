// Goal: a crash at any durable operation of a model with external calls loses no call, lands no answer twice, and asks
// the provider again only for what the crash hid. Method: thirteen programs, with every operation crashed in memory and
// a sample on SQLite; and planted bugs that must be found. `npm run sim -- calls` runs all of it.

import { afterAll, expect, it } from 'vitest'
import { crashCalls } from '../src/calls/crash.ts'
import { CALL_SCENARIOS } from '../src/calls/scenarios.ts'
import { memoryWorld, sqliteWorld } from '../src/worlds.ts'

/** A bound against hanging: the machine may be busy. */
const WITHIN_MS = 240_000
const sqlite = sqliteWorld()
afterAll(() => sqlite.close())

it(
  'a crash at every third durable operation, in memory',
  async () => {
    const report = await crashCalls(memoryWorld(), { every: 3 })
    expect(report.violations).toEqual([])
    expect(report.runs).toBeGreaterThan(CALL_SCENARIOS.length * 3)
    expect(report.calls).toBeGreaterThan(report.runs)
  },
  WITHIN_MS,
)

it(
  'a sample of two crashes, in memory and on SQLite',
  async () => {
    for (const world of [memoryWorld(), sqlite]) {
      const report = await crashCalls(world, { doubles: true, every: world === sqlite ? 71 : 17 })
      expect(report.violations).toEqual([])
    }
  },
  WITHIN_MS,
)

it.each([
  ['job-after-commit', /has no job/],
  ['landed-twice', /landed twice/],
] as const)(
  'the planted bug %s is found',
  async (plant, words) => {
    const scenarios = CALL_SCENARIOS.slice(0, 2)
    const report = await crashCalls(memoryWorld(), { plant, scenarios })
    expect(report.violations.join('\n')).toMatch(words)
  },
  WITHIN_MS,
)
