// Divisors, multiples, factorials and choices. Decimals of the arguments are cut off.

import { toNumber } from '../coerce.ts'
import { type Args, array, type Functions, num } from '../functions.ts'
import { type Dd, dd, divide, multiply, multiplyNumber } from '../numeric/double-double.ts'
import { factorial } from '../numeric/special.ts'
import { argCount, burn } from '../primitives.ts'
import { type ErrorValue, errorOf, isBlank, NOT_AVAILABLE, type Value } from '../values.ts'
import { truncated } from './arguments.ts'

const NEGATIVE = errorOf('NUM!', 'the number must not be negative')
const TOO_LARGE = errorOf('NUM!', 'the number is too large to be told from its neighbours')
const TOO_MANY = errorOf('NUM!', 'more are chosen than there are')

const LARGEST_WHOLE = 9_007_199_254_740_991
const LARGEST_DOUBLE_FACTORIAL = 300
/** Beyond this the count of choices is certainly too large for a double. */
const VAST = 1e308

/**
 * The whole parts of all figures, none of them negative. A text counts as its number, in a range too; TRUE and
 * FALSE are no numbers. A blank in a range is 0, a single one is as if it was not there.
 */
function wholes(args: Args): number[] | Value {
  const found: number[] = []
  const count = argCount(args)
  for (let at = 0; at < count; at++) {
    if (args[at] === undefined) return NOT_AVAILABLE
    const items = array(args, at).items
    burn(2 * items.length)
    for (const item of items) {
      if (isBlank(item) && items.length === 1) continue
      if (typeof item === 'boolean') return errorOf('VALUE!', 'TRUE and FALSE are no numbers')
      const number = toNumber(item)
      if (typeof number !== 'number') return number
      if (number < 0) return NEGATIVE
      if (number > LARGEST_WHOLE) return TOO_LARGE
      found.push(truncated(number))
    }
  }
  return found.length === 0 ? errorOf('VALUE!', 'there is no number') : found
}

function isList(value: number[] | Value): value is number[] {
  return typeof value === 'object' && !('k' in value)
}

/** By Euclid; both below 2^53, where quotient and product are exact. */
export function commonDivisor(a: number, b: number): number {
  let larger = a
  let smaller = b
  while (smaller !== 0) {
    burn(3)
    const rest = larger - Math.floor(larger / smaller) * smaller
    larger = smaller
    smaller = rest
  }
  return larger
}

function greatestDivisor(args: Args): Value {
  const numbers = wholes(args)
  if (!isList(numbers)) return numbers
  let found = 0
  for (const number of numbers) found = commonDivisor(found, number)
  return found
}

function leastMultiple(args: Args): Value {
  const numbers = wholes(args)
  if (!isList(numbers)) return numbers
  let found = 1
  for (const number of numbers) {
    if (number === 0) return 0
    found = found * (number / commonDivisor(found, number))
    if (found > LARGEST_WHOLE) return TOO_LARGE
  }
  return found
}

/** How many ways to choose, with the digits that the steps on the way need. */
function choices(count: number, chosen: number): Dd {
  const fewer = Math.min(chosen, count - chosen)
  let found = dd(1, 0)
  for (let i = 1; i <= fewer && found.hi < VAST; i++) {
    // Near the end of the range the exact product does not work, and is not needed.
    if (found.hi > 1e280) found = dd(found.hi * ((count - fewer + i) / i), 0)
    else found = divide(multiplyNumber(found, count - fewer + i), dd(i, 0))
    burn(12)
  }
  return found
}

/** A count: whole wherever a double tells whole numbers apart. */
function counted(value: Dd): number {
  const sum = value.hi + value.lo
  return Math.abs(sum) < LARGEST_WHOLE ? Math.floor(sum + 0.5) : sum
}

export function combinations(count: number, chosen: number): number | ErrorValue {
  const n = truncated(count)
  const k = truncated(chosen)
  if (n < 0 || k < 0) return NEGATIVE
  if (k > n) return TOO_MANY
  if (n > LARGEST_WHOLE) return TOO_LARGE
  return counted(choices(n, k))
}

function combinationsWithRepetition(a: Args): Value {
  const n = truncated(num(a, 0))
  const k = truncated(num(a, 1))
  if (n < 0 || k < 0) return NEGATIVE
  if (k === 0) return 1
  return n === 0 ? TOO_MANY : combinations(n + k - 1, k)
}

function factorialOf(a: Args): Value {
  const n = truncated(num(a, 0))
  return n < 0 ? NEGATIVE : factorial(n)
}

/** Every second one down to 1 or 2; of -1 and 0 it is 1. */
function doubleFactorial(a: Args): Value {
  const n = truncated(num(a, 0))
  if (n < -1) return NEGATIVE
  if (n > LARGEST_DOUBLE_FACTORIAL) return TOO_LARGE
  let product = dd(1, 0)
  burn(Math.max(2 * n, 0))
  for (let i = n; i > 1; i -= 2) {
    product = product.hi > 1e280 ? dd(product.hi * i, 0) : multiplyNumber(product, i)
  }
  return product.hi
}

function multinomial(args: Args): Value {
  const numbers = wholes(args)
  if (!isList(numbers)) return numbers
  let sum = 0
  let product = dd(1, 0)
  for (const number of numbers) {
    burn(8)
    sum += number
    if (sum > LARGEST_WHOLE) return TOO_LARGE
    const ways = choices(sum, number)
    const rough = product.hi * ways.hi
    product = rough > 1e280 ? dd(rough, 0) : multiply(product, ways)
  }
  return counted(product)
}

export const wholeNumberFunctions: Functions = {
  COMBIN: (a) => combinations(num(a, 0), num(a, 1)),
  COMBINA: combinationsWithRepetition,
  FACT: factorialOf,
  FACTDOUBLE: doubleFactorial,
  GCD: greatestDivisor,
  LCM: leastMultiple,
  MULTINOMIAL: multinomial,
}
