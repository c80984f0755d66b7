// Goal: whatever a model asks of its store, the model goes on. Method: a sample of the rig of refusals, which
// `npm run sim -- refusals` runs whole; each planted bug must be found.

import { expect, it } from 'vitest'
import { REFUSAL_PLANTS } from '../src/planted.ts'
import { plantedLives, refusalsRig } from '../src/refusals.ts'

it('models at the ends of everything go on, and lose nothing', { timeout: 300_000 }, async () => {
  const { figures, violations } = await refusalsRig({ seed: 17, models: 60, log: () => {} })
  expect(violations).toEqual([])
  expect(figures.models).toBe(60)
  // Otherwise the lives are too quiet to show anything.
  for (const name of ['onSqlite', 'sets', 'setsRefused', 'fired', 'refused', 'invalid']) {
    expect(figures[name], name).toBeGreaterThan(0)
  }
})

it.each(REFUSAL_PLANTS)('is found: $bug', { timeout: 300_000 }, async (plant) => {
  expect(await plantedLives(3, plant)).not.toEqual([])
})
