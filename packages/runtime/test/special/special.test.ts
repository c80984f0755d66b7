// Goal: the special functions are right to nearly all digits, and their inverses undo them.
// Method: references computed with 200 bits; known closed forms; there and back again.
import { expect, test } from 'vitest'
import * as special from '../../src/numeric/special.ts'
import { ulpsApart } from '../libm/ulps.ts'
import { references } from './references.ts'

type Special = (x: number, y: number, z: number) => number
const functions = special as unknown as Readonly<Record<string, Special>>

/** How many units in the last place each may be off. */
const allowed: Readonly<Record<string, number>> = {
  gamma: 4,
  lnGamma: 4,
  erf: 2,
  erfc: 3,
  normalQuantile: 8,
}

test.each(Object.keys(references))('%s has nearly all its digits', (name) => {
  const wrong = references[name]!.filter((row) => {
    const found = functions[name]!(row[0]!, row[1]!, row[2]!)
    return !(ulpsApart(found, row.at(-1)!) <= (allowed[name] ?? 60))
  })
  expect(wrong).toEqual([])
})

test('the gamma function of a whole number is a factorial', () => {
  let exact = 1n
  for (let n = 1; n <= 170; n++) {
    exact *= BigInt(n)
    expect(special.gamma(n + 1)).toBe(Number(exact))
    expect(special.factorial(n)).toBe(Number(exact))
  }
  expect(special.factorial(0)).toBe(1)
  expect(special.gamma(172)).toBe(Number.POSITIVE_INFINITY)
})

test.each([
  ['gamma of 0', special.gamma(0), Number.NaN],
  ['gamma of -3', special.gamma(-3), Number.NaN],
  ['lnGamma of 1', special.lnGamma(1), 0],
  ['lnGamma of 2', special.lnGamma(2), 0],
  ['erf of 0', special.erf(0), 0],
  ['erf of 7', special.erf(7), 1],
  ['erf of -7', special.erf(-7), -1],
  ['erfc of 0', special.erfc(0), 1],
  ['erfc of -10', special.erfc(-10), 2],
  ['erfc of 30', special.erfc(30), 0],
  ['gammaP of 0', special.gammaP(2, 0), 0],
  ['gammaQ of 0', special.gammaQ(2, 0), 1],
  ['gammaP of a negative number', special.gammaP(2, -1), Number.NaN],
  ['betaI of 0', special.betaI(0, 2, 3), 0],
  ['betaI of 1', special.betaI(1, 2, 3), 1],
  ['betaI beyond 1', special.betaI(1.5, 2, 3), Number.NaN],
  ['the middle of the normal distribution', special.normalQuantile(0.5), 0],
  ['no quantile of 0', special.normalQuantile(0), Number.NaN],
])('%s', (_name, found, expected) => {
  expect(found).toBe(expected)
})

test('where there is a closed form, it holds', () => {
  for (let i = 1; i < 40; i++) {
    const x = i / 4
    expect(special.gammaQ(1, x)).toBeCloseTo(Math.exp(-x), 15)
    expect(special.gammaP(0.5, x * x)).toBeCloseTo(special.erf(x), 15)
    const share = i / 40
    expect(special.betaI(share, 1, 1)).toBeCloseTo(share, 15)
    expect(special.betaI(share, 3, 1)).toBeCloseTo(share ** 3, 15)
    expect(special.betaI(share, 0.5, 0.5)).toBeCloseTo(
      (2 / Math.PI) * Math.asin(Math.sqrt(share)),
      14,
    )
  }
})

const shares = [1e-12, 1e-6, 0.001, 0.025, 0.1, 0.3, 0.5, 0.7, 0.9, 0.975, 0.999]

test('quantiles of the gamma distribution give their share back', () => {
  for (const a of [0.05, 0.5, 1, 2.5, 10, 300, 20_000]) {
    for (const share of shares) {
      const lower = special.gammaPInverse(share, a)
      expect(special.gammaP(a, lower) / share, `P ${a} ${share}`).toBeCloseTo(1, 11)
      const upper = special.gammaQInverse(share, a)
      expect(special.gammaQ(a, upper) / share, `Q ${a} ${share}`).toBeCloseTo(1, 11)
    }
  }
})

test('quantiles of the beta distribution give their share back', () => {
  for (const [a, b] of [
    [0.5, 0.5],
    [1, 1],
    [2, 5],
    [30, 0.7],
    [200, 300],
    [5000, 2],
  ] as const) {
    for (const share of shares) {
      const x = special.betaIInverse(share, a, b)
      expect(special.betaI(x, a, b) / share, `${a} ${b} ${share}`).toBeCloseTo(1, 10)
    }
  }
})
