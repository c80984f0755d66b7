// Where a settlement stands among the coupons of a bond.

import { midnightOf, trunc } from '../calendar.ts'
import {
  couponAfter,
  couponBefore,
  couponDaysGone,
  couponDaysToCome,
  couponPeriodDays,
  couponsLeft,
} from '../finance/coupon-dates.ts'
import { type Args, type Functions, num, numOr } from '../functions.ts'
import { type ErrorValue, errorOf, type Value } from '../values.ts'
import { dayAt } from './date.ts'

export const couponFunctions: Functions = {
  COUPDAYBS: (a) => withCoupons(a, couponDaysGone),
  COUPDAYS: (a) => withCoupons(a, couponPeriodDays),
  COUPDAYSNC: (a) => withCoupons(a, couponDaysToCome),
  COUPNCD: (a) =>
    withCoupons(a, (day, end, frequency) => midnightOf(couponAfter(day, end, frequency))),
  COUPNUM: (a) => withCoupons(a, couponsLeft),
  COUPPCD: (a) =>
    withCoupons(a, (day, end, frequency) => midnightOf(couponBefore(day, end, frequency))),
}

type OnCoupons = (day: number, maturity: number, frequency: number, basis: number) => Value

function withCoupons(args: Args, fn: OnCoupons): Value {
  const day = dayAt(args, 0)
  const maturity = dayAt(args, 1)
  const frequency = trunc(num(args, 2))
  const basis = trunc(numOr(args, 3, 0))
  const wrong = wrongTerms(day, maturity, frequency, basis)
  return wrong === undefined ? fn(day, maturity, frequency, basis) : wrong
}

/** The error in the terms of a security; undefined if none. */
export function wrongTerms(
  first: number,
  last: number,
  frequency: number,
  basis: number,
): ErrorValue | undefined {
  if (frequency !== 1 && frequency !== 2 && frequency !== 4)
    return errorOf('NUM!', 'a frequency is 1, 2 or 4 coupons a year')
  if (basis < 0 || basis > 4) return errorOf('NUM!', 'a basis is from 0 to 4')
  return first < last ? undefined : errorOf('NUM!', 'the dates are not in order')
}
