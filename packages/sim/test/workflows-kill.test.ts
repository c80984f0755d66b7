// Goal: a process that is killed while its workflow changes the world outside loses no event and does nothing twice. Method:
// four kills under load; and a planted bug that the rig must find. `npm run sim -- workflows-kill` runs the long loop.

import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { sqliteTarget } from '../src/targets.ts'
import { workflowsKillLoop } from '../src/workflows-kill.ts'

const SEED = 20_260_301
/** A bound against hanging: a process takes seconds to start on a busy machine. */
const WITHIN_MS = 300_000

async function loop(cycles: number, more: object = {}) {
  const target = sqliteTarget()
  const folder = dirname(target.url.slice('sqlite:'.length))
  const report = await workflowsKillLoop({ url: target.url, folder, cycles, seed: SEED, ...more })
  await target.release()
  return report
}

it(
  'four kills lose nothing and double nothing',
  async () => {
    const report = await loop(4)
    expect(report.violations).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(20)
    expect(report.mutations).toBeGreaterThanOrEqual(report.acknowledged)
  },
  WITHIN_MS,
)

it(
  'a store that acknowledges before it is durable is found out',
  async () => {
    const report = await loop(30, { plant: 'acknowledge-before-durable' })
    expect(report.violations.join('\n')).toMatch(/times|never|run|reserved|outcome/)
  },
  WITHIN_MS,
)
