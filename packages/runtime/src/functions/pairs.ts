// Two rows of figures that belong together, place by place. Places where either has no number are left
// out, as in Excel.

import type { Stop } from '../coerce.ts'
import { burn } from '../primitives.ts'
import { type ArrayValue, DIVISION_BY_ZERO, errorOf, stops, type Value } from '../values.ts'
import { figureOf } from './arguments.ts'
import { centreOf } from './moments.ts'

export interface Pairs {
  readonly xs: number[]
  readonly ys: number[]
}

export function pairsOf(xs: ArrayValue, ys: ArrayValue): Pairs | Stop {
  if (xs.items.length !== ys.items.length) {
    return errorOf('N/A', 'the two rows of figures are not equally long')
  }
  const found: Pairs = { xs: [], ys: [] }
  burn(4 * xs.items.length)
  for (let i = 0; i < xs.items.length; i++) {
    const x = xs.items[i]!
    const y = ys.items[i]!
    if (stops(x)) return x
    if (stops(y)) return y
    const first = figureOf(x)
    const second = figureOf(y)
    if (first === undefined || second === undefined) continue
    found.xs.push(first)
    found.ys.push(second)
  }
  return found
}

/** Sums of products of the distances from the means. */
export interface Sums {
  readonly count: number
  readonly xMean: number
  readonly yMean: number
  readonly xx: number
  readonly xy: number
  readonly yy: number
}

export function sumsOf({ xs, ys }: Pairs): Sums {
  const xMean = centreOf(xs)
  const yMean = centreOf(ys)
  let xx = 0
  let xy = 0
  let yy = 0
  for (let i = 0; i < xs.length; i++) {
    const x = xs[i]! - xMean
    const y = ys[i]! - yMean
    xx += x * x
    xy += x * y
    yy += y * y
  }
  return { count: xs.length, xMean, yMean, xx, xy, yy }
}

/** Runs over the sums, if there are enough pairs. */
export function overSums(
  xs: ArrayValue,
  ys: ArrayValue,
  least: number,
  fn: (sums: Sums) => Value,
): Value {
  const pairs = pairsOf(xs, ys)
  if ('k' in pairs) return pairs
  return pairs.xs.length < least ? DIVISION_BY_ZERO : fn(sumsOf(pairs))
}

/** A quotient, or `#DIV/0!`. */
export function over(a: number, b: number): Value {
  return b === 0 ? DIVISION_BY_ZERO : a / b
}
