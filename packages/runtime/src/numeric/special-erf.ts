// The error function and its complement: a power series near 0, and beyond it a Chebyshev fit of the
// factor beside e^(-x²).

import { ELEMENTARY_STEPS } from '../limits.ts'
import { burn } from '../primitives.ts'
import { negate, twoProduct } from './double-double.ts'
import { expOfSum } from './libm-exp.ts'
import { ERF_NEAR_0, ERFC_CHEBYSHEV } from './special-tables.ts'

const NEAR = 0.5
/** From here on erfc is 0. */
const FAR = 27.3
const CENTRE = 3.75

function erfNear0(x: number): number {
  const square = x * x
  burn(ELEMENTARY_STEPS)
  let sum = 0
  for (let i = ERF_NEAR_0.length - 1; i >= 0; i--) sum = sum * square + ERF_NEAR_0[i]!
  return sum * x
}

/** e^(x²) erfc(x), for x from 0 on. */
export function scaledErfc(x: number): number {
  burn(ELEMENTARY_STEPS)
  const t = (x - CENTRE) / (x + CENTRE)
  let next = 0
  let last = 0
  for (let i = ERFC_CHEBYSHEV.length - 1; i >= 1; i--) {
    const sum = 2 * t * next - last + ERFC_CHEBYSHEV[i]!
    last = next
    next = sum
  }
  return (t * next - last + ERFC_CHEBYSHEV[0]!) / (1 + 2 * x)
}

function erfcFar(x: number): number {
  return x > FAR ? 0 : expOfSum(negate(twoProduct(x, x))) * scaledErfc(x)
}

export function erf(x: number): number {
  const size = Math.abs(x)
  if (Number.isNaN(x)) return x
  if (size < 1) return erfNear0(x)
  const found = 1 - erfcFar(size)
  return x < 0 ? -found : found
}

/** 1 - erf(x), with all its digits where erf is near 1. */
export function erfc(x: number): number {
  if (Number.isNaN(x)) return x
  if (x < -NEAR) return 2 - erfcFar(-x)
  return x < NEAR ? 1 - erfNear0(x) : erfcFar(x)
}
