// How much of its value a thing loses in a period: evenly, by digits, by a declining balance, and in the
// two French ways.

import { dayIn, trunc } from '../calendar.ts'
import { context } from '../context.ts'
import { yearFraction } from '../finance/day-count.ts'
import { type Args, type Functions, flagOr, instant, num, numOr } from '../functions.ts'
import { pow } from '../numeric/libm.ts'
import { burn } from '../primitives.ts'
import { DIVISION_BY_ZERO, errorOf, type Value } from '../values.ts'

const BAD_VALUES = errorOf('NUM!', 'cost and salvage are not negative, and the life is above 0')
const NO_SUCH_PERIOD = errorOf('NUM!', 'there is no such period in the life')

export const depreciationFunctions: Functions = {
  AMORDEGRC: (a) => french(a, degressive),
  AMORLINC: (a) => french(a, linear),
  DB: (a) => {
    const cost = num(a, 0)
    const salvage = num(a, 1)
    const life = num(a, 2)
    const period = trunc(num(a, 3))
    const months = trunc(numOr(a, 4, 12))
    if (cost < 0 || salvage < 0 || life <= 0) return BAD_VALUES
    if (months < 1 || months > 12) return errorOf('NUM!', 'months are from 1 to 12')
    if (period < 1 || period > life + (months < 12 ? 1 : 0)) return NO_SUCH_PERIOD
    if (cost === 0) return 0
    const rate = Math.floor((1 - pow(salvage / cost, 1 / life)) * 1000 + 0.5) / 1000
    const first = (cost * rate * months) / 12
    if (period === 1) return first
    const left = (cost - first) * pow(1 - rate, period - 2)
    return period > life ? (left * rate * (12 - months)) / 12 : left * rate
  },
  DDB: (a) => {
    const factor = numOr(a, 4, 2)
    if (num(a, 0) < 0 || num(a, 1) < 0 || num(a, 2) <= 0 || factor <= 0) return BAD_VALUES
    if (num(a, 3) <= 0 || num(a, 3) > num(a, 2)) return NO_SUCH_PERIOD
    return declining(num(a, 0), num(a, 1), factor / num(a, 2), num(a, 3))
  },
  SLN: (a) => (num(a, 2) === 0 ? DIVISION_BY_ZERO : (num(a, 0) - num(a, 1)) / num(a, 2)),
  SYD: (a) => {
    const life = num(a, 2)
    const period = num(a, 3)
    if (life <= 0) return BAD_VALUES
    if (period <= 0 || period > life) return NO_SUCH_PERIOD
    return ((num(a, 0) - num(a, 1)) * (life - period + 1) * 2) / (life * (life + 1))
  },
  VDB: (a) => {
    const factor = numOr(a, 5, 2)
    if (num(a, 0) < 0 || num(a, 1) < 0 || num(a, 2) <= 0 || factor < 0) return BAD_VALUES
    if (num(a, 3) < 0 || num(a, 4) < num(a, 3) || num(a, 4) > num(a, 2)) return NO_SUCH_PERIOD
    return variable(a, factor, flagOr(a, 6, false))
  },
}

/** The declining balance of one period, down to the salvage value and no further. */
function declining(cost: number, salvage: number, share: number, period: number): number {
  const rate = Math.min(share, 1)
  const before = period === 1 ? cost : cost * pow(1 - rate, period - 1)
  const after = cost * pow(1 - rate, period)
  return Math.max(before - Math.max(after, salvage), 0)
}

/** Period by period from the start; of the first and the last, only the requested share. */
function variable(args: Args, factor: number, staysDeclining: boolean): number {
  const salvage = num(args, 1)
  const life = num(args, 2)
  const start = num(args, 3)
  const end = num(args, 4)
  const rate = Math.min(factor / life, 1)
  let left = num(args, 0)
  let even = -1
  let sum = 0
  for (let before = 0; before < end; before++) {
    burn(1)
    let loss = Math.max(Math.min(left * rate, left - salvage), 0)
    if (!staysDeclining) {
      // Once a straight line over the rest of the life is more, it stays.
      const straight = Math.max(left - salvage, 0) / (life - before)
      if (even < 0 && straight > loss) even = straight
      if (even >= 0) loss = even
    }
    const share = Math.min(end, before + 1) - Math.max(start, before)
    if (share > 0) sum += loss * share
    left -= loss
  }
  return sum
}

/** Cost, salvage, yearly rate, period from 0, and the elapsed fraction of the first year at its end. */
type French = (
  cost: number,
  salvage: number,
  rate: number,
  period: number,
  firstShare: number,
) => number

function french(args: Args, way: French): Value {
  const bought = dayIn(context.zone, instant(args, 1).ms)
  const first = dayIn(context.zone, instant(args, 2).ms)
  const period = trunc(num(args, 4))
  const basis = trunc(numOr(args, 6, 0))
  if (num(args, 0) <= 0 || num(args, 3) < 0 || num(args, 5) <= 0)
    return errorOf('NUM!', 'cost and rate are above 0, and the salvage value is not negative')
  if (basis < 0 || basis > 4 || basis === 2) return errorOf('NUM!', 'a basis is 0, 1, 3 or 4')
  if (period < 0 || bought > first || num(args, 3) > num(args, 0)) return NO_SUCH_PERIOD
  return way(num(args, 0), num(args, 3), num(args, 5), period, yearFraction(bought, first, basis))
}

function linear(
  cost: number,
  salvage: number,
  rate: number,
  period: number,
  firstShare: number,
): number {
  const whole = cost * rate
  const first = Math.min(whole * firstShare, cost - salvage)
  if (period === 0) return first
  const left = cost - salvage - first - whole * (period - 1)
  return Math.max(Math.min(whole, left), 0)
}

/** Short lives decline less fast; each period is rounded to whole units. */
function degressive(
  cost: number,
  salvage: number,
  rate: number,
  period: number,
  firstShare: number,
): number {
  const life = 1 / rate
  const coefficient = life < 3 ? 1 : life < 5 ? 1.5 : life <= 6 ? 2 : 2.5
  const faster = rate * coefficient
  let loss = Math.floor(firstShare * faster * cost + 0.5)
  let left = cost - loss
  let rest = left - salvage
  for (let i = 0; i < period; i++) {
    burn(1)
    loss = Math.floor(faster * left + 0.5)
    rest -= loss
    // The last two periods share the remainder; after them nothing is lost.
    if (rest < 0) return period - i <= 1 ? Math.floor(left * 0.5 + 0.5) : 0
    left -= loss
  }
  return loss
}
