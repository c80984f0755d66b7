// Goal: whenever its process dies, a workflow sends no mutation a second time unless its tool, or a person, has said that the
// first did not happen; no event is lost, and every run is settled. Method: ten scenarios with an outside world that logs
// every call, and a death at each of their commits, before it is durable and after; and at each commit of the recovery from a
// sample of those. `crash/databases` does the same on SQLite and Postgres, `crash/planted` shows that the rig finds bugs.

import { expect, it } from 'vitest'
import { dieAtEveryCommit } from './crash/rig.ts'
import { scenarios } from './crash/scenarios.ts'

it.each(scenarios)('$name survives a death at every commit', async (scenario) => {
  const rig = await dieAtEveryCommit(scenario, { doubles: 5 })
  expect(rig.violations).toEqual([])
  expect(rig.runs).toBeGreaterThan(20)
})
