// Student's distribution, from the end of the incomplete beta function that keeps the digits. Degrees
// of freedom need not be whole here: Welch's test has others.

import { betaI, betaIInverse, betaQ, betaWeight } from '../numeric/special.ts'

/** The chance of a value above x, for x from 0 on. */
export function studentTail(x: number, df: number): number {
  const square = x * x
  if (square > df) return betaI(df / (df + square), df / 2, 0.5) / 2
  return betaQ(square / (df + square), 0.5, df / 2) / 2
}

/** The x from 0 on above which the chance is p, for p up to one half. */
export function studentQuantile(p: number, df: number): number {
  if (p >= 0.5) return 0
  if (p < 0.25) {
    const y = betaIInverse(2 * p, df / 2, 0.5)
    return Math.sqrt((df * (1 - y)) / y)
  }
  const y = betaIInverse(1 - 2 * p, 0.5, df / 2)
  return Math.sqrt((df * y) / (1 - y))
}

export function studentDensity(x: number, df: number): number {
  // The weight has the factor x / sqrt(df + x^2), which is 0 in the middle: there a neighbour is
  // used.
  const at = Math.max(1e-9, Math.abs(x))
  const square = at * at
  // From the end that keeps its digits: far out the other one is 1, and nothing is left of it.
  const rest = df / (df + square)
  if (square > df) return rest === 0 ? 0 : betaWeight(rest, df / 2, 0.5) / at
  return betaWeight(square / (df + square), 0.5, df / 2) / at
}
