// Loans and savings with regular payments, and conversions of rates.

import { trunc } from '../calendar.ts'
import {
  futureValue,
  growthOf,
  interestOf,
  owedAfter,
  paymentOf,
  presentValue,
  principalOf,
} from '../finance/annuity.ts'
import { type Args, array, type Functions, num, numbersOf, numOr } from '../functions.ts'
import { expm1, log, log1p, pow } from '../numeric/libm.ts'
import { argCount, burn } from '../primitives.ts'
import { DIVISION_BY_ZERO, errorOf, isBlank, stops, type Value } from '../values.ts'

const NO_SUCH_PERIOD = errorOf('NUM!', 'a period is from 1 to the number of periods')

export const financialFunctions: Functions = {
  CUMIPMT: (a) => cumulative(a, false),
  CUMPRINC: (a) => cumulative(a, true),
  DOLLARDE: (a) => {
    const parts = dollarParts(a)
    if ('k' in parts) return parts
    return parts.whole + (parts.rest * parts.scale) / parts.fraction
  },
  DOLLARFR: (a) => {
    const parts = dollarParts(a)
    if ('k' in parts) return parts
    return parts.whole + (parts.rest * parts.fraction) / parts.scale
  },
  EFFECT: (a) => {
    const times = trunc(num(a, 1))
    if (num(a, 0) <= 0 || times < 1)
      return errorOf('NUM!', 'the rate is above 0, and a year has at least one period')
    return growthOf(num(a, 0) / times, times)
  },
  FV: (a) => {
    // Everything is lost in one period, so nothing can be counted back.
    if (num(a, 0) === -1 && num(a, 1) < 0) return DIVISION_BY_ZERO
    return futureValue(num(a, 0), num(a, 1), num(a, 2), numOr(a, 3, 0), typeAt(a, 4))
  },
  FVSCHEDULE: (a) => {
    let sum = num(a, 0)
    for (const rate of array(a, 1).items) {
      burn(1)
      if (typeof rate === 'number') sum *= 1 + rate
      else if (stops(rate)) return rate
      else if (!isBlank(rate)) return errorOf('VALUE!', 'a rate of the schedule is not a number')
    }
    return sum
  },
  IPMT: (a) => partAt(a, interestOf),
  ISPMT: (a) => {
    if (num(a, 2) === 0) return DIVISION_BY_ZERO
    return num(a, 3) * num(a, 0) * (num(a, 1) / num(a, 2) - 1)
  },
  NOMINAL: (a) => {
    const times = trunc(num(a, 1))
    if (num(a, 0) <= 0 || times < 1)
      return errorOf('NUM!', 'the rate is above 0, and a year has at least one period')
    return times * expm1(log1p(num(a, 0)) / times)
  },
  NPER: (a) => periodsOf(num(a, 0), num(a, 1), num(a, 2), numOr(a, 3, 0), typeAt(a, 4)),
  NPV: (a) => {
    const growth = 1 + num(a, 0)
    if (growth === 0) return DIVISION_BY_ZERO
    let factor = 1
    let sum = 0
    const count = argCount(a)
    for (let i = 1; i < count; i++) {
      if (a[i] === undefined) continue
      const values = numbersOf(array(a, i))
      if ('k' in values) return values
      burn(values.length)
      for (const value of values) {
        factor *= growth
        sum += value / factor
      }
    }
    return sum
  },
  PDURATION: (a) => {
    if (num(a, 0) <= 0 || num(a, 1) <= 0 || num(a, 2) <= 0)
      return errorOf('NUM!', 'the rate and both sums are above 0')
    return (log(num(a, 2)) - log(num(a, 1))) / log1p(num(a, 0))
  },
  PMT: (a) => {
    if (num(a, 1) === 0) return errorOf('NUM!', 'there are no periods')
    if (num(a, 0) <= -1) return errorOf('NUM!', 'the rate is above -1')
    return paymentOf(num(a, 0), num(a, 1), num(a, 2), numOr(a, 3, 0), typeAt(a, 4))
  },
  PPMT: (a) => partAt(a, principalOf),
  PV: (a) => {
    if (num(a, 0) === -1 && num(a, 1) > 0) return DIVISION_BY_ZERO
    return presentValue(num(a, 0), num(a, 1), num(a, 2), numOr(a, 3, 0), typeAt(a, 4))
  },
  RRI: (a) => {
    if (num(a, 0) <= 0) return errorOf('NUM!', 'the number of periods is above 0')
    if (num(a, 1) === 0) return DIVISION_BY_ZERO
    const ratio = num(a, 2) / num(a, 1)
    if (ratio < 0) return errorOf('NUM!', 'no rate leads from one sign to the other')
    return pow(ratio, 1 / num(a, 0)) - 1
  },
}

/** Payments at the start of a period for anything but 0. */
export function typeAt(args: Args, at: number): number {
  return numOr(args, at, 0) === 0 ? 0 : 1
}

/** The interest or the principal in the payment of one period. */
function partAt(args: Args, part: typeof interestOf): Value {
  const period = num(args, 1)
  const periods = num(args, 2)
  if (period < 1 || period >= periods + 1) return NO_SUCH_PERIOD
  return part(num(args, 0), period, periods, num(args, 3), numOr(args, 4, 0), typeAt(args, 5))
}

/** The cumulative principal between two periods, or the cumulative interest: the payments without it. */
function cumulative(args: Args, principal: boolean): Value {
  const rate = num(args, 0)
  const periods = num(args, 1)
  const present = num(args, 2)
  const first = Math.ceil(num(args, 3))
  const last = trunc(num(args, 4))
  const type = num(args, 5)
  if (rate <= 0 || periods <= 0 || present <= 0)
    return errorOf('NUM!', 'the rate, the number of periods and the loan are above 0')
  if (first < 1 || last < first || last > periods) return NO_SUCH_PERIOD
  if (type !== 0 && type !== 1) return errorOf('NUM!', 'the type is 0 or 1')
  const payment = paymentOf(rate, periods, present, 0, type)
  const before = owedAfter(rate, first - 1, periods, present, type)
  const paidBack = owedAfter(rate, last, periods, present, type) - before
  return principal ? paidBack : payment * (last - first + 1) - paidBack
}

function periodsOf(
  rate: number,
  payment: number,
  present: number,
  future: number,
  type: number,
): Value {
  if (rate === 0) {
    if (payment === 0) return errorOf('NUM!', 'without payments and interest nothing changes')
    return (0 - (present + future)) / payment
  }
  const paid = payment * (1 + rate * type)
  const ratio = (paid - future * rate) / (paid + present * rate)
  if (!(ratio > 0) || rate <= -1) return errorOf('NUM!', 'the sum is never reached')
  return log(ratio) / log1p(rate)
}

interface DollarParts {
  readonly whole: number
  readonly rest: number
  readonly fraction: number
  /** The power of ten that the digits of a fraction take: 100 for sixteenths. */
  readonly scale: number
}

function dollarParts(args: Args): DollarParts | ReturnType<typeof errorOf> {
  const fraction = trunc(num(args, 1))
  if (num(args, 1) < 0) return errorOf('NUM!', 'the fraction cannot be negative')
  if (fraction === 0) return DIVISION_BY_ZERO
  const whole = trunc(num(args, 0))
  let scale = 1
  while (scale < fraction) scale *= 10
  return { whole, rest: num(args, 0) - whole, fraction, scale }
}
