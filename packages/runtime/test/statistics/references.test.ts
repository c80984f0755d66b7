// Goal: distributions, regression, Bessel functions, units and complex numbers give the true values.
// Method: a table of results from elsewhere, compared to 12 significant digits.

import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import { references } from './references.ts'

describe('figures from elsewhere', () => {
  it.each(references)('%s is %d', (formula, expected) => {
    const found = Number(evaluate(formula))
    // Bessel functions are those of Excel, which are right to some seven digits.
    const allowed = formula.startsWith('BESSEL') ? 5e-6 : 2e-12
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(
      allowed * Math.max(Math.abs(expected), 1e-9),
    )
  })
})

describe('figures of Excel', () => {
  it.each([
    ['BESSELJ(0, 0)', 1.00000000283141],
    ['BESSELI(0.2, 0)', 1.0100250221205638],
    ['BESSELI(10, 0)', 2815.7166648041534],
    ['BESSELK(0.2, 1)', 4.775972548422616],
    ['BESSELK(1.4, 10)', 6083974.119395186],
    ['BESSELY(0.8, 10)', -1121353767.4309065],
    ['BESSELY(2.9, 10)', -3564.032241223704],
    ['BESSELJ(2.4, 0)', 0.0025076847565051246],
  ])('%s is %d, to twelve digits', (formula, expected) => {
    expect(Math.abs(Number(evaluate(formula)) / expected - 1)).toBeLessThan(1e-12)
  })
})
