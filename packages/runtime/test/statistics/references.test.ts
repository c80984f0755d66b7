// Goal: distributions, regression, Bessel functions, units and complex numbers give the true values.
// Method: a table of results from elsewhere, compared to 12 significant digits.

import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import { references } from './references.ts'

describe('figures from elsewhere', () => {
  it.each(references)('%s is %d', (formula, expected) => {
    const found = Number(evaluate(formula))
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(
      2e-12 * Math.max(Math.abs(expected), 1e-9),
    )
  })
})
