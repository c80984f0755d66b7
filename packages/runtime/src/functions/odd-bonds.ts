// Bonds whose first or last coupon period is shorter or longer than the others. An odd period is measured
// in regular ones, laid end to end from its regular side.

import { trunc } from '../calendar.ts'
import { yieldOf } from '../finance/bond-price.ts'
import {
  couponAfter,
  couponDaysGone,
  couponMonths,
  couponPeriodDays,
  couponsLeft,
} from '../finance/coupon-dates.ts'
import { daysBetween } from '../finance/day-count.ts'
import { type Args, type Functions, num, numOr } from '../functions.ts'
import { pow } from '../numeric/libm.ts'
import { burn } from '../primitives.ts'
import { type ErrorValue, errorOf } from '../values.ts'
import { wrongTerms } from './coupons.ts'
import { dayAt } from './date.ts'

const NOT_IN_ORDER = errorOf('NUM!', 'the dates are not in order')
const NOT_POSITIVE = errorOf('NUM!', 'prices are above 0, and rates and yields not negative')

export const oddBondFunctions: Functions = {
  ODDFPRICE: (a) => {
    const terms = oddFirst(a)
    if ('k' in terms) return terms
    return num(a, 5) < 0 ? NOT_POSITIVE : oddFirstPrice(terms, num(a, 5))
  },
  ODDFYIELD: (a) => {
    const terms = oddFirst(a)
    if ('k' in terms) return terms
    if (num(a, 5) <= 0) return NOT_POSITIVE
    const off = (yearly: number) => oddFirstPrice(terms, yearly) - num(a, 5)
    const found = yieldOf(off, num(a, 4), terms.frequency)
    return found === undefined ? errorOf('NUM!', 'no yield was found') : found
  },
  ODDLPRICE: (a) => {
    const terms = oddLast(a)
    if ('k' in terms) return terms
    if (num(a, 4) < 0) return NOT_POSITIVE
    const grown = 1 + (terms.toCome * num(a, 4)) / terms.frequency
    return terms.paid / grown - terms.accrued
  },
  ODDLYIELD: (a) => {
    const terms = oddLast(a)
    if ('k' in terms) return terms
    if (num(a, 4) <= 0) return NOT_POSITIVE
    const price = num(a, 4) + terms.accrued
    return (((terms.paid - price) / price) * terms.frequency) / terms.toCome
  },
}

interface OddFirst {
  readonly coupon: number
  readonly redemption: number
  readonly frequency: number
  /** Regular periods from issue to the first coupon, and from issue to settlement. */
  readonly first: number
  readonly gone: number
  /** Regular periods from settlement to the first coupon. */
  readonly toFirst: number
  /** Coupons after the first. */
  readonly later: number
}

function oddFirst(args: Args): OddFirst | ErrorValue {
  const settlement = dayAt(args, 0)
  const maturity = dayAt(args, 1)
  const issue = dayAt(args, 2)
  const firstCoupon = dayAt(args, 3)
  const frequency = trunc(num(args, 7))
  const basis = trunc(numOr(args, 8, 0))
  const wrong = wrongTerms(settlement, maturity, frequency, basis)
  if (wrong !== undefined) return wrong
  if (issue >= settlement || settlement >= firstCoupon || firstCoupon >= maturity)
    return NOT_IN_ORDER
  if (num(args, 4) < 0 || num(args, 6) <= 0) return NOT_POSITIVE
  const period = couponPeriodDays(settlement, firstCoupon, frequency, basis)
  const whole = daysBetween(issue, firstCoupon, basis)
  const common = {
    coupon: (100 * num(args, 4)) / frequency,
    redemption: num(args, 6),
    frequency,
    later: couponsLeft(firstCoupon, maturity, frequency),
  }
  if (whole < period) {
    const gone = daysBetween(issue, settlement, basis) / period
    const toFirst = daysBetween(settlement, firstCoupon, basis) / period
    return { ...common, first: whole / period, gone, toFirst }
  }
  const measured = longFirst(issue, settlement, firstCoupon, frequency, basis, period)
  const next = couponAfter(settlement, firstCoupon, frequency)
  // With real days against a year of fixed length, remaining days are counted, not the difference.
  const ahead =
    basis === 2 || basis === 3
      ? daysBetween(settlement, next, basis)
      : period - couponDaysGone(settlement, firstCoupon, frequency, basis)
  const wholePeriods = couponsLeft(settlement, firstCoupon, frequency) - 1
  return { ...common, ...measured, toFirst: wholePeriods + ahead / period }
}

/** A first period longer than the others, in regular periods counted back from the first coupon. */
function longFirst(
  issue: number,
  settlement: number,
  firstCoupon: number,
  frequency: number,
  basis: number,
  period: number,
): { readonly first: number; readonly gone: number } {
  const count = couponsLeft(issue, firstCoupon, frequency)
  burn(count)
  let first = 0
  let gone = 0
  for (let i = 0; i < count; i++) {
    const late = couponMonths(firstCoupon, (-i * 12) / frequency)
    const early = couponMonths(firstCoupon, (-(i + 1) * 12) / frequency)
    const days = basis === 1 ? late - early : period
    first += i < count - 1 ? 1 : daysBetween(issue, late, basis) / days
    const start = Math.max(issue, early)
    const end = Math.min(settlement, late)
    if (start < end) gone += daysBetween(start, end, basis) / days
  }
  return { first, gone }
}

function oddFirstPrice(terms: OddFirst, yearly: number): number {
  const growth = 1 + yearly / terms.frequency
  burn(terms.later)
  let factor = pow(growth, terms.toFirst)
  let sum = (terms.coupon * terms.first) / factor
  for (let i = 0; i < terms.later; i++) {
    factor *= growth
    sum += terms.coupon / factor
  }
  return sum + terms.redemption / factor - terms.coupon * terms.gone
}

interface OddLast {
  readonly frequency: number
  /** The payment at maturity: the redemption and the last coupon. */
  readonly paid: number
  readonly accrued: number
  /** Regular periods from settlement to maturity. */
  readonly toCome: number
}

function oddLast(args: Args): OddLast | ErrorValue {
  const settlement = dayAt(args, 0)
  const maturity = dayAt(args, 1)
  const last = dayAt(args, 2)
  const frequency = trunc(num(args, 6))
  const basis = trunc(numOr(args, 7, 0))
  const wrong = wrongTerms(settlement, maturity, frequency, basis)
  if (wrong !== undefined) return wrong
  if (last >= settlement) return NOT_IN_ORDER
  if (num(args, 3) < 0 || num(args, 5) <= 0) return NOT_POSITIVE
  let whole = 0
  let gone = 0
  let toCome = 0
  let early = last
  for (let i = 1; early < maturity; i++) {
    burn(1)
    const late = couponMonths(last, (i * 12) / frequency)
    const days = daysBetween(early, late, basis)
    whole += daysBetween(early, Math.min(maturity, late), basis) / days
    if (early < settlement) gone += daysBetween(early, Math.min(settlement, late), basis) / days
    const start = Math.max(settlement, early)
    const end = Math.min(maturity, late)
    if (start < end) toCome += daysBetween(start, end, basis) / days
    early = late
  }
  const coupon = (100 * num(args, 3)) / frequency
  return { frequency, paid: num(args, 5) + coupon * whole, accrued: coupon * gone, toCome }
}
