// Rounding to decimals, to whole numbers and to multiples.

import { type Args, type Functions, num, numOr } from '../functions.ts'
import { roundDecimal, settled } from '../numeric/decimal-round.ts'
import { DIVISION_BY_ZERO, errorOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'

const DIFFERENT_SIGNS = errorOf('NUM!', 'the number and its multiple have different signs')

/** Without a negative zero, which the wire would show. */
function plain(value: number): number {
  return value === 0 ? 0 : value
}

/** A whole count of multiples. 3 × 0.1 is 0.3 if 0.1 is meant as a decimal. */
function multiples(count: number, multiple: number): number {
  const product = count * multiple
  return plain(settled(multiple) === multiple ? settled(product) : product)
}

/** How many multiples a number has, with 0.3 / 0.1 taken for the 3 it should be. */
function ratio(value: number, multiple: number): number {
  return settled(value / multiple)
}

function ceilingTo(value: number, multiple: number): number {
  return multiple === 0 ? 0 : multiples(Math.ceil(ratio(value, multiple)), multiple)
}

function floorTo(value: number, multiple: number): number {
  return multiple === 0 ? 0 : multiples(Math.floor(ratio(value, multiple)), multiple)
}

function ceiling(a: Args): Value {
  const value = num(a, 0)
  const multiple = num(a, 1)
  if (value > 0 && multiple < 0) return DIFFERENT_SIGNS
  return ceilingTo(value, multiple)
}

function floor(a: Args): Value {
  const value = num(a, 0)
  const multiple = num(a, 1)
  if (value > 0 && multiple < 0) return DIFFERENT_SIGNS
  if (multiple === 0 && value !== 0) return DIVISION_BY_ZERO
  return floorTo(value, multiple)
}

function ceilingMath(a: Args): Value {
  const multiple = Math.abs(numOr(a, 1, 1))
  const away = num(a, 0) < 0 && numOr(a, 2, 0) !== 0
  return away ? floorTo(num(a, 0), multiple) : ceilingTo(num(a, 0), multiple)
}

function floorMath(a: Args): Value {
  const multiple = Math.abs(numOr(a, 1, 1))
  const toward = num(a, 0) < 0 && numOr(a, 2, 0) !== 0
  return toward ? ceilingTo(num(a, 0), multiple) : floorTo(num(a, 0), multiple)
}

function ceilingPrecise(a: Args): Value {
  return ceilingTo(num(a, 0), Math.abs(numOr(a, 1, 1)))
}

function nearestMultiple(a: Args): Value {
  const value = num(a, 0)
  const multiple = num(a, 1)
  if (value === 0 || multiple === 0) return 0
  if (value > 0 !== multiple > 0) return DIFFERENT_SIGNS
  return multiples(Math.floor(ratio(value, multiple) + 0.5), multiple)
}

/** Away from zero to 0, 2, 4 … or to 1, 3, 5 …. */
function awayTo(value: number, first: number): number {
  const size = Math.max(first, Math.ceil((Math.abs(value) - first) / 2) * 2 + first)
  return plain(value < 0 ? -size : size)
}

export const roundingFunctions: Functions = {
  CEILING: ceiling,
  'CEILING.MATH': ceilingMath,
  'CEILING.PRECISE': ceilingPrecise,
  'ISO.CEILING': ceilingPrecise,
  EVEN: (a) => awayTo(num(a, 0), 0),
  FLOOR: floor,
  'FLOOR.MATH': floorMath,
  'FLOOR.PRECISE': (a) => floorTo(num(a, 0), Math.abs(numOr(a, 1, 1))),
  INT: (a) => plain(Math.floor(num(a, 0))),
  MROUND: nearestMultiple,
  ODD: (a) => awayTo(num(a, 0), 1),
  ROUND: (a) => roundDecimal(num(a, 0), truncated(num(a, 1)), 'half'),
  ROUNDDOWN: (a) => roundDecimal(num(a, 0), truncated(num(a, 1)), 'down'),
  ROUNDUP: (a) => roundDecimal(num(a, 0), truncated(num(a, 1)), 'up'),
  TRUNC: (a) => roundDecimal(num(a, 0), truncated(numOr(a, 1, 0)), 'down'),
}
