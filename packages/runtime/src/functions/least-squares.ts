// The straight line, plane or space that fits best, by orthogonal columns. Figures are taken as distances
// from their means first, and each column is made orthogonal twice: once loses digits when columns are
// nearly alike. A column that says nothing new gets the slope 0.

import { burn } from '../primitives.ts'
import { meanOf } from './moments.ts'

export interface Fit {
  readonly slopes: readonly number[]
  readonly intercept: number
  readonly slopeErrors: readonly number[]
  readonly interceptError: number
  readonly residualSquares: number
  readonly totalSquares: number
  readonly degrees: number
}

/** A column this much shorter once the others are taken out of it is one of them. */
const ALIKE = 1e-10

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

function shifted(values: readonly number[], by: number): number[] {
  const found: number[] = []
  for (const value of values) found.push(value - by)
  return found
}

function takeOut(from: number[], direction: readonly number[], share: number): void {
  for (let i = 0; i < from.length; i++) from[i] = from[i]! - share * direction[i]!
}

interface Parts {
  /** Orthogonal columns of length 1; empty for one that says nothing new. */
  readonly units: readonly number[][]
  /** `upper[j][k]`: how much of unit j is in column k. */
  readonly upper: readonly number[][]
}

function orthogonal(columns: readonly number[][]): Parts {
  const units: number[][] = []
  const upper: number[][] = []
  for (let k = 0; k < columns.length; k++) upper.push(zeros(columns.length))
  for (let k = 0; k < columns.length; k++) {
    const rest = shifted(columns[k]!, 0)
    const before = Math.sqrt(dot(rest, rest))
    for (let pass = 0; pass < 2; pass++) {
      for (let j = 0; j < k; j++) {
        if (units[j]!.length === 0) continue
        burn(2 * rest.length)
        const share = dot(units[j]!, rest)
        upper[j]![k] = upper[j]![k]! + share
        takeOut(rest, units[j]!, share)
      }
    }
    const length = Math.sqrt(dot(rest, rest))
    if (length <= before * ALIKE) {
      units.push([])
      continue
    }
    upper[k]![k] = length
    const unit: number[] = []
    for (const value of rest) unit.push(value / length)
    units.push(unit)
  }
  return { units, upper }
}

function zeros(count: number): number[] {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push(0)
  return found
}

/** The x with upper x = right, from the last row up; columns that say nothing new stay 0. */
function solved(parts: Parts, right: readonly number[]): number[] {
  const count = right.length
  const found = zeros(count)
  for (let j = count - 1; j >= 0; j--) {
    if (parts.units[j]!.length === 0) continue
    let sum = right[j]!
    for (let k = j + 1; k < count; k++) sum -= parts.upper[j]![k]! * found[k]!
    found[j] = sum / parts.upper[j]![j]!
  }
  return found
}

/** Fits `ys` by columns of `xs`, with an intercept or through the origin. */
export function fit(ys: readonly number[], xs: readonly (readonly number[])[], free: boolean): Fit {
  const means: number[] = []
  const columns: number[][] = []
  for (const column of xs) {
    const mean = free ? meanOf(column) : 0
    means.push(mean)
    columns.push(shifted(column, mean))
  }
  const yMean = free ? meanOf(ys) : 0
  const heights = shifted(ys, yMean)
  burn(ys.length * (xs.length + 1))
  const parts = orthogonal(columns)
  const rest = shifted(heights, 0)
  const shares = zeros(xs.length)
  let used = 0
  for (let j = 0; j < xs.length; j++) {
    if (parts.units[j]!.length === 0) continue
    used++
    for (let pass = 0; pass < 2; pass++) {
      const share = dot(parts.units[j]!, rest)
      shares[j] = shares[j]! + share
      takeOut(rest, parts.units[j]!, share)
    }
  }
  const slopes = solved(parts, shares)
  let intercept = yMean
  for (let k = 0; k < slopes.length; k++) intercept -= slopes[k]! * means[k]!
  const degrees = ys.length - used - (free ? 1 : 0)
  const residualSquares = dot(rest, rest)
  const spread = degrees > 0 ? residualSquares / degrees : 0
  const { variances, atZero } = uncertainty(parts, means)
  const slopeErrors: number[] = []
  for (const variance of variances) slopeErrors.push(Math.sqrt(spread * variance))
  return {
    slopes,
    intercept: free ? intercept : 0,
    slopeErrors,
    interceptError: free ? Math.sqrt(spread * (1 / ys.length + atZero)) : 0,
    residualSquares,
    totalSquares: dot(heights, heights),
    degrees,
  }
}

/** The factors of the variance, for each slope and for the intercept. */
function uncertainty(
  parts: Parts,
  means: readonly number[],
): { variances: number[]; atZero: number } {
  const count = means.length
  const variances = zeros(count)
  let atZero = 0
  for (let j = 0; j < count; j++) {
    if (parts.units[j]!.length === 0) continue
    const direction = zeros(count)
    direction[j] = 1
    const row = solved(parts, direction)
    let reach = 0
    for (let k = 0; k < count; k++) {
      variances[k] = variances[k]! + row[k]! * row[k]!
      reach += row[k]! * means[k]!
    }
    atZero += reach * reach
  }
  return { variances, atZero }
}
