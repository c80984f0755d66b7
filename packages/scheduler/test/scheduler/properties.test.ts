// Properties over random graphs with dynamic reads, random registrations, removals and promotions,
// random changes of ours and of others, and runs that end whenever they like.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphs, played, type Setting, scenarios } from './random-graphs.ts'

const settings: [string, Setting][] = [
  ['one scheduler', { schedulers: 1 }],
  ['two schedulers on one store', { schedulers: 2 }],
  ['one scheduler, a database that fails', { schedulers: 1, faultsFrom: 77 }],
  ['two schedulers, a database that fails', { schedulers: 2, faultsFrom: 78 }],
]

describe.each(settings)('%s', (_what, setting) => {
  it('at rest every live node is what a computation from scratch gives', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios({ cycles: false }), async (scenario) => {
        await played(scenario, setting, (g) => g.expectConsistent())
      }),
      { numRuns: 120, seed: 1101 },
    )
  })

  it('wanted is what the roots reach, after every step', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios({ cycles: false }), async (scenario) => {
        await played(
          scenario,
          setting,
          (g) => g.expectLiveness(),
          (g) => g.expectLiveness(),
        )
      }),
      { numRuns: 60, seed: 1102 },
    )
  })

  it('the same scenario gives the same trace of runs', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios({ cycles: false }), async (scenario) => {
        const first = await played(scenario, setting, () => {})
        const second = await played(scenario, setting, () => {})
        expect(second).toEqual(first)
      }),
      { numRuns: 40, seed: 1103 },
    )
  })
})

describe('graphs with cycles', () => {
  it.each([
    ['some effects', 3],
    ['one effect', 1],
    ['no effect', 0],
  ])('wanted is what the roots reach, after every step: %s', async (_what, effects) => {
    await fc.assert(
      fc.asyncProperty(scenarios({ cycles: true, effects }), async (scenario) => {
        const g = await graphs(scenario, { schedulers: 1 })
        try {
          await g.play(() => g.expectLiveness())
        } finally {
          for (const w of g.worlds) w.s.dispose()
        }
      }),
      { numRuns: 150, seed: 1104 },
    )
  })

  it('whatever circles, idle is released and nothing fails but to settle', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios({ cycles: true }), async (scenario) => {
        const g = await graphs(scenario, { schedulers: 1 })
        try {
          await g.play()
          const w = g.worlds[0]!
          expect(await w.restsSlowlyWithin(20_000)).toBe(true)
          expect(new Set([...w.codes(), 'not-settling'])).toEqual(new Set(['not-settling']))
        } finally {
          for (const w of g.worlds) w.s.dispose()
        }
      }),
      { numRuns: 80, seed: 1105 },
    )
  })
})
