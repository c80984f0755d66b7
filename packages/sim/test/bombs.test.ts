// Goal: no bomb through any door ends the server, fills its memory or is left without an answer. Method: a sample of
// the formulas and models, thrown at a real server with a victim beside it. `npm run sim -- bombs` throws them all, and
// holds the victim's waiting against its limit, which a busy machine would spoil here.

import { describe, expect, it } from 'vitest'
import { bombFormulas } from '../src/bombs/formulas.ts'
import { bombModels } from '../src/bombs/models.ts'
import { throwBombs } from '../src/bombs/rig.ts'

/** A bound against hanging. */
const WITHIN_MS = 240_000

const SAMPLE = [
  'a thousand bombs',
  'one rectangle named 100 times',
  'a rule that writes long texts',
]

describe('bombs', () => {
  it('are many, and each is another one', () => {
    expect(new Set(bombFormulas).size).toBeGreaterThanOrEqual(300)
    expect(new Set(bombModels.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60)
  })

  it('of all kinds are answered, and the server lives', { timeout: WITHIN_MS }, async () => {
    const every = Math.ceil(bombFormulas.length / 5)
    const formulas = bombFormulas.filter((_, i) => i % every === 0)
    const models = bombModels.filter(({ name }) => SAMPLE.includes(name))
    const report = await throwBombs({ formulas, models })
    const late = /^99 % of the victim/
    expect(report.violations.filter((violation) => !late.test(violation))).toEqual([])
    expect(report.bombs).toBe(formulas.length + SAMPLE.length)
    expect(report.victimRequests).toBeGreaterThan(10)
    expect(report.refused).toBeGreaterThan(0)
  })
})
