// Goal: a killed server loses nothing that it acknowledged or showed, and live clients go on without a gap.
// Method: three kills of a real server under load; and a planted bug that the rig must find. `npm run sim --
// live-kill` runs the long loop.

import { expect, it } from 'vitest'
import { liveKillLoop } from '../src/live-kill.ts'
import { sqliteTarget } from '../src/targets.ts'

const SEED = 20_260_301
/** A bound against hanging: a server takes seconds to start on a busy machine. */
const WITHIN_MS = 240_000

it(
  'three kills of a server lose nothing, and every live client resumes without a gap',
  async () => {
    const target = sqliteTarget()
    const report = await liveKillLoop({ url: target.url, cycles: 3, seed: SEED })
    await target.release()
    expect(report.violations).toEqual([])
    expect(report.cycles).toBe(3)
    expect(report.acknowledged).toBeGreaterThan(20)
    expect(report.connections).toBeGreaterThanOrEqual(6 * 4)
  },
  WITHIN_MS,
)

it(
  'a server that acknowledges before it is durable is found out',
  async () => {
    const target = sqliteTarget()
    const plant = 'acknowledge-before-durable'
    const report = await liveKillLoop({ url: target.url, cycles: 10, seed: SEED, plant })
    await target.release()
    expect(report.violations.join('\n')).toMatch(/was acknowledged|has seen|was \d+ and is/)
  },
  WITHIN_MS,
)
