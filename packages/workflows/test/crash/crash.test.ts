// A death at every commit of every scenario, and at every commit of the recovery from a sample of them: no mutation happens
// twice, no event is lost, and every run is settled.

import { expect, it } from 'vitest'
import { dieAtEveryCommit } from './rig.ts'
import { scenarios } from './scenarios.ts'

it.each(scenarios)('$name survives a death at every commit', async (scenario) => {
  const rig = await dieAtEveryCommit(scenario, { doubles: 5 })
  expect(rig.violations).toEqual([])
  expect(rig.runs).toBeGreaterThan(20)
})
