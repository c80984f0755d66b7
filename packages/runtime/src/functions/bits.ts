// The bits of whole numbers below 2^48, by arithmetic: bit operators reach no further than 32.

import { type Args, type Functions, num } from '../functions.ts'
import { burn } from '../primitives.ts'
import { errorOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'

/** 2^48, the first number that is too large, as in Excel. */
const FIRST_BEYOND = 281_474_976_710_656
const FARTHEST_SHIFT = 53

function isWhole(value: number): boolean {
  return value >= 0 && value < FIRST_BEYOND && value === Math.floor(value)
}

const NOT_BITS = errorOf('NUM!', 'a whole number from 0 to 2^48 - 1 is needed here')

function combined(args: Args, keeps: (both: number) => boolean): Value {
  let a = num(args, 0)
  let b = num(args, 1)
  if (!isWhole(a) || !isWhole(b)) return NOT_BITS
  let result = 0
  let place = 1
  while (a > 0 || b > 0) {
    burn(1)
    if (keeps((a % 2) + (b % 2))) result += place
    a = Math.floor(a / 2)
    b = Math.floor(b / 2)
    place *= 2
  }
  return result
}

function shifted(args: Args, sign: number): Value {
  const number = num(args, 0)
  const by = truncated(num(args, 1)) * sign
  if (!isWhole(number) || Math.abs(by) > FARTHEST_SHIFT) return NOT_BITS
  let factor = 1
  burn(4)
  for (let i = 0; i < Math.abs(by); i++) factor *= 2
  const result = by >= 0 ? number * factor : Math.floor(number / factor)
  return result < FIRST_BEYOND ? result : NOT_BITS
}

export const bitFunctions: Functions = {
  BITAND: (a) => combined(a, (both) => both === 2),
  BITLSHIFT: (a) => shifted(a, 1),
  BITOR: (a) => combined(a, (both) => both > 0),
  BITRSHIFT: (a) => shifted(a, -1),
  BITXOR: (a) => combined(a, (both) => both === 1),
}
