// Goal: what the comparison with other programs found wrong stays right. Method: the calls that
// differed, with results worked out in 80 digits or taken from Excel's documentation.
import { describe, expect, it } from 'vitest'
import { evaluate } from '../evaluate.ts'
import { fromValue, type Outcome } from './argument.ts'

const answer = (formula: string): Outcome => fromValue(evaluate(formula))

describe('a loan at a high rate or over a long time', () => {
  it.each([
    ['PPMT(8.19, 28, 35, 8313.1, 5425.94)', -0.002211648975903361],
    ['CUMPRINC(13.5, 28, 4379, 25, 28, 1)', -301.9931682033025],
    ['CUMIPMT(9.24, 22, 1983, 7, 15, 1)', -16_104.128_889_847_008],
    ['CUMPRINC(0.1, 360, 1000, 1, 360, 0)', -1000],
    ['CUMIPMT(0.1, 360, 1000, 1, 360, 0)', -35_000],
  ])('%s keeps its digits', (formula, expected) => {
    expect(answer(formula)).toBeCloseTo(expected, 9)
  })

  it('has a payment that is its interest and its principal, in every period', () => {
    for (const period of [1, 2, 17, 36])
      for (const type of [0, 1]) {
        const rest = `${period}, 36, 8000, -500, ${type})`
        const parts = answer(`IPMT(0.02, ${rest} + PPMT(0.02, ${rest}`)
        expect(parts).toBeCloseTo(Number(answer(`PMT(0.02, 36, 8000, -500, ${type})`)), 9)
      }
  })
})

describe('the density of Student’s distribution', () => {
  it.each([
    ['T.DIST(-1e12, 14, FALSE)', 1.545_687_268_125e-172],
    ['T.DIST(123456789.123, 20, FALSE)', 2.160_150_772_950_67e-157],
  ])('%s is right far out', (formula, expected) => {
    expect(Number(answer(formula)) / expected).toBeCloseTo(1, 12)
  })

  it('is 0 where the square of x is beyond all numbers', () => {
    expect(answer('T.DIST(1e200, 14, FALSE)')).toBe(0)
  })
})

describe('the edges, as Excel has them', () => {
  it.each<[string, Outcome]>([
    ['BINOM.INV(10, 0, 0.4)', { error: 'NUM!' }],
    ['BINOM.INV(10, 1, 0.4)', { error: 'NUM!' }],
    ['BINOM.INV(10, 0.5, 0)', { error: 'NUM!' }],
    ['BINOM.INV(10, 0.5, 1)', { error: 'NUM!' }],
    ['BINOM.INV(10, -0.1, 0.4)', { error: 'NUM!' }],
    ['BINOM.INV(10, 0.5, 1.1)', { error: 'NUM!' }],
    ['CRITBINOM(10, 0, 0.4)', { error: 'NUM!' }],
    ['NEGBINOM.DIST(3, 2, 0, TRUE)', { error: 'NUM!' }],
    ['NEGBINOM.DIST(3, 2, 0, FALSE)', { error: 'NUM!' }],
    ['NEGBINOM.DIST(3, 2, -0.1, FALSE)', { error: 'NUM!' }],
    ['HYPGEOM.DIST(0, 35, 37, 45, FALSE)', { error: 'NUM!' }],
    ['HYPGEOM.DIST(26, 35, 37, 45, TRUE)', { error: 'NUM!' }],
    ['HYPGEOM.DIST(0, 0, 3, 9, FALSE)', { error: 'NUM!' }],
    ['HYPGEOM.DIST(0, 3, 0, 9, FALSE)', { error: 'NUM!' }],
    ['HYPGEOM.DIST(3, 9, 3, 9, FALSE)', 1],
    ['SMALL([2, 4, 6], 1.5)', 2],
    ['SMALL([2, 4, 6], 3.9)', 6],
    ['SMALL([2, 4, 6], 0.9)', { error: 'NUM!' }],
    ['LARGE([2, 4, 6], 1.5)', 4],
    ['LARGE([2, 4, 6], 0.5)', 6],
    ['LARGE([2, 4, 6], 3.1)', { error: 'NUM!' }],
  ])('%s', (formula, expected) => {
    expect(answer(formula)).toEqual(expected)
  })
})
