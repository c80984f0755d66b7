// Powers, logarithms, division and chance.

import { context } from '../context.ts'
import { type Args, type Functions, num, numOr } from '../functions.ts'
import { settled } from '../numeric/decimal-round.ts'
import { twoProduct } from '../numeric/double-double.ts'
import { exp, log, log10, logToBase, pow } from '../numeric/libm.ts'
import { BAD_NUMBER, DIVISION_BY_ZERO, errorOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'

const NOT_POSITIVE = errorOf('NUM!', 'only a number above 0 has a logarithm')
const NEGATIVE_ROOT = errorOf('NUM!', 'a negative number has no square root')

/** Quotients from here on have no digits left for the remainder. */
const LARGEST_QUOTIENT = 9_007_199_254_740_992
/** Below this, a quotient whose 15 digits are whole is taken as whole. */
const CLEAR_QUOTIENT = 1e10

/** The remainder of a division, with the sign of the divisor (floored division). */
export function flooredRemainder(value: number, divisor: number): Value {
  if (divisor === 0) return DIVISION_BY_ZERO
  const quotient = value / divisor
  if (!(Math.abs(quotient) < LARGEST_QUOTIENT))
    return errorOf('NUM!', 'the number is too large for this divisor')
  const whole = Math.floor(value) === value && Math.floor(divisor) === divisor
  // In decimals, 0.3 holds 0.1 three times, though the doubles next to them do not.
  if (!whole && Math.abs(quotient) < CLEAR_QUOTIENT) {
    const count = settled(quotient)
    if (count !== 0 && Math.floor(count) === count) return 0
  }
  const product = twoProduct(Math.floor(quotient), divisor)
  let rest = value - product.hi - product.lo
  // The rounded quotient may have come up to the next whole number.
  if (divisor > 0 ? rest < 0 : rest > 0) rest += divisor
  else if (divisor > 0 ? rest >= divisor : rest <= divisor) rest -= divisor
  return rest === 0 ? 0 : rest
}

function quotient(a: Args): Value {
  const divisor = num(a, 1)
  return divisor === 0 ? DIVISION_BY_ZERO : truncated(num(a, 0) / divisor)
}

function logarithm(a: Args): Value {
  const value = num(a, 0)
  const base = numOr(a, 1, 10)
  if (value <= 0 || base <= 0) return NOT_POSITIVE
  if (base === 1) return DIVISION_BY_ZERO
  return base === 10 ? log10(value) : logToBase(value, base)
}

function power(a: Args): Value {
  const base = num(a, 0)
  const exponent = num(a, 1)
  if (base === 0 && exponent === 0) return BAD_NUMBER
  return base === 0 && exponent < 0 ? DIVISION_BY_ZERO : pow(base, exponent)
}

function clamp(a: Args): Value {
  const lowest = num(a, 1)
  const highest = num(a, 2)
  if (lowest > highest) return errorOf('NUM!', 'the lowest bound is above the highest')
  const value = num(a, 0)
  if (value < lowest) return lowest
  if (value > highest) return highest
  return value
}

function randomBetween(a: Args): Value {
  const bottom = Math.ceil(num(a, 0))
  const top = Math.floor(num(a, 1))
  if (bottom > top) return errorOf('NUM!', 'there is no whole number between the bounds')
  const found = bottom + Math.floor(context.random() * (top - bottom + 1))
  return Math.min(found, top)
}

function sign(value: number): number {
  if (value > 0) return 1
  return value < 0 ? -1 : 0
}

export const mathFunctions: Functions = {
  ABS: (a) => Math.abs(num(a, 0)),
  CLAMP: clamp,
  EXP: (a) => exp(num(a, 0)),
  LN: (a) => (num(a, 0) > 0 ? log(num(a, 0)) : NOT_POSITIVE),
  LOG: logarithm,
  LOG10: (a) => (num(a, 0) > 0 ? log10(num(a, 0)) : NOT_POSITIVE),
  MOD: (a) => flooredRemainder(num(a, 0), num(a, 1)),
  PI: () => Math.PI,
  POWER: power,
  QUOTIENT: quotient,
  RAND: () => context.random(),
  RANDBETWEEN: randomBetween,
  SIGN: (a) => sign(num(a, 0)),
  SQRT: (a) => (num(a, 0) < 0 ? NEGATIVE_ROOT : Math.sqrt(num(a, 0))),
  SQRTPI: (a) => (num(a, 0) < 0 ? NEGATIVE_ROOT : Math.sqrt(num(a, 0) * Math.PI)),
}
