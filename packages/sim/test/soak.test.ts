// Goal: honest callers lose nothing and see nothing twice while strangers do their worst and the server is killed, and
// its memory keeps to a plateau. Method: a short soak; planted bugs that it must find. `npm run sim -- soak` takes half
// an hour.

import { expect, it } from 'vitest'
import { SOAK_LOOK_MS, SOAK_PLATEAU_MS } from '../src/limits.ts'
import { growth, soak } from '../src/soak.ts'
import { sqliteTarget } from '../src/targets.ts'

const SEED = 20_261_118
/** A bound against hanging. */
const WITHIN_MS = 240_000

it(
  'a short soak with a kill in it loses nothing and doubles nothing',
  async () => {
    const target = sqliteTarget()
    const report = await soak({ url: target.url, seconds: 6, killEverySeconds: 3, seed: SEED })
    await target.release()
    expect(report.violations).toEqual([])
    expect(report.lives).toBeGreaterThanOrEqual(1)
    expect(Math.min(report.acknowledged, report.published, report.ticks)).toBeGreaterThan(5)
    expect(report.thrown).toBeGreaterThan(10)
  },
  WITHIN_MS,
)

it(
  'a server that acknowledges before it is durable is found out',
  async () => {
    const target = sqliteTarget()
    const plant = 'acknowledge-before-durable'
    const options = {
      url: target.url,
      seconds: 60,
      killEverySeconds: 1,
      seed: SEED,
      plant,
    } as const
    const report = await soak(options)
    await target.release()
    expect(report.violations.join('\n')).toMatch(
      /was acknowledged|has seen|was \d+ and is|are lost/,
    )
  },
  WITHIN_MS,
)

it('memory that goes on growing is found, and a plateau with peaks is not', () => {
  const looks = Math.ceil((2 * SOAK_PLATEAU_MS) / SOAK_LOOK_MS)
  const series = (at: (i: number) => number) => Array.from({ length: looks }, (_, i) => at(i))
  expect(growth(series((i) => 200 + i * 8))).toMatch(/^memory grew from \d+ MB to \d+ MB$/)
  expect(growth(series((i) => 300 + (i % 7) * 40))).toBeUndefined()
  expect(growth(series((i) => Math.min(700, 200 + i * 30)))).toBeUndefined()
  expect(growth([100, 900, 2_000])).toBeUndefined()
})
