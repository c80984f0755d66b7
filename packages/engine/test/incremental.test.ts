// Goal: after any edit a live model holds what the same model would hold if it were built anew, and no
// formula ran in vain. Method: random models and edits, each edit compared with scratch in every cell;
// then the same with bugs planted, all of which must be found. `npm run sim -- incremental` does more.

import { describe, expect, it } from 'vitest'
import { compareWithScratch } from './support/incremental.ts'
import { PLANTED } from './support/planted.ts'

it('2,000 random edits of 100 models leave every cell as if built anew', async () => {
  const report = await compareWithScratch({ seed: 7, models: 100, edits: 20 })
  expect(report.violations).toEqual([])
  expect(report.edits).toBe(2_000)
  // The models are no toys, and the edits do something.
  expect(report.formulas).toBeGreaterThan(3_000)
  expect(report.runs).toBeGreaterThan(5_000)
})

describe('the comparison notices when', () => {
  it.each(PLANTED)('$bug', async ({ plant, found }) => {
    const report = await compareWithScratch({ seed: 3, models: 60, edits: 40, plant, until: found })
    expect(report.violations.some((violation) => found.test(violation))).toBe(true)
  })
})
