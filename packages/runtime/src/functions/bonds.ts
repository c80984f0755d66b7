// Bonds and bills: prices, yields, durations and accrued interest.

import { addMonths, trunc } from '../calendar.ts'
import { type Bond, bondDuration, bondPrice, bondYield } from '../finance/bond-price.ts'
import { couponMonths } from '../finance/coupon-dates.ts'
import { couponDays360, days360, daysBetween, daysInYear } from '../finance/day-count.ts'
import { type Args, type Functions, flagOr, num, numOr } from '../functions.ts'
import { burn } from '../primitives.ts'
import { type ErrorValue, errorOf, type Value } from '../values.ts'
import { wrongTerms } from './coupons.ts'
import { dayAt } from './date.ts'

const NOT_ABOVE_ZERO = errorOf('NUM!', 'prices, sums and discounts are above 0')
const NEGATIVE_RATE = errorOf('NUM!', 'rates and yields cannot be negative')
const NO_YIELD = errorOf('NUM!', 'no yield was found')

export const bondFunctions: Functions = {
  ACCRINT: (a) => accruedInterest(a),
  ACCRINTM: (a) => {
    const span = spanAt(a, 4)
    if ('k' in span) return span
    if (num(a, 2) <= 0 || num(a, 3) <= 0) return NOT_ABOVE_ZERO
    return num(a, 3) * num(a, 2) * span.years
  },
  DISC: (a) => overSpan(a, (years) => (1 - num(a, 2) / num(a, 3)) / years),
  DURATION: (a) => durationAt(a),
  INTRATE: (a) => overSpan(a, (years) => (num(a, 3) - num(a, 2)) / num(a, 2) / years),
  MDURATION: (a) => {
    const duration = durationAt(a)
    return typeof duration === 'number' ? duration / (1 + num(a, 3) / trunc(num(a, 4))) : duration
  },
  PRICE: (a) => {
    const bond = bondAt(a, 4, 5, 6)
    if ('k' in bond) return bond
    return num(a, 3) < 0 ? NEGATIVE_RATE : bondPrice(bond, num(a, 3))
  },
  PRICEDISC: (a) => overSpan(a, (years) => num(a, 3) * (1 - num(a, 2) * years)),
  PRICEMAT: (a) => {
    const held = heldAt(a, 5)
    if ('k' in held) return held
    if (num(a, 3) < 0 || num(a, 4) < 0) return NEGATIVE_RATE
    const paid = 1 + held.whole * num(a, 3)
    return 100 * (paid / (1 + held.toCome * num(a, 4)) - held.gone * num(a, 3))
  },
  RECEIVED: (a) =>
    overSpan(a, (years) => {
      const left = 1 - num(a, 3) * years
      return left > 0 ? num(a, 2) / left : errorOf('NUM!', 'the discount takes everything')
    }),
  TBILLEQ: (a) => {
    const days = billDays(a)
    if (typeof days !== 'number') return days
    const discount = num(a, 2)
    // Up to half a year there is no coupon in between, and interest is simple.
    if (days <= 182) return (365 * discount) / (360 - discount * days)
    const price = 1 - (discount * days) / 360
    const years = days / (days === 366 ? 366 : 365)
    const inside = years * years - (2 * years - 1) * (1 - 1 / price)
    if (price <= 0 || inside < 0) return NO_YIELD
    return (2 * (Math.sqrt(inside) - years)) / (2 * years - 1)
  },
  TBILLPRICE: (a) => {
    const days = billDays(a)
    if (typeof days !== 'number') return days
    const price = 100 * (1 - (num(a, 2) * days) / 360)
    return price < 0 ? errorOf('NUM!', 'the discount takes everything') : price
  },
  TBILLYIELD: (a) => {
    const days = billDays(a)
    if (typeof days !== 'number') return days
    return (((100 - num(a, 2)) / num(a, 2)) * 360) / days
  },
  YIELD: (a) => {
    const bond = bondAt(a, 4, 5, 6)
    if ('k' in bond) return bond
    if (num(a, 3) <= 0) return NOT_ABOVE_ZERO
    const found = bondYield(bond, num(a, 3))
    return found === undefined ? NO_YIELD : found
  },
  YIELDDISC: (a) => overSpan(a, (years) => (num(a, 3) - num(a, 2)) / num(a, 2) / years),
  YIELDMAT: (a) => {
    const held = heldAt(a, 5)
    if ('k' in held) return held
    if (num(a, 3) < 0) return NEGATIVE_RATE
    if (num(a, 4) <= 0) return NOT_ABOVE_ZERO
    const paid = num(a, 4) / 100 + held.gone * num(a, 3)
    return (1 + held.whole * num(a, 3) - paid) / paid / held.toCome
  },
}

/** Years from the first to the second argument, by a basis. */
function spanAt(args: Args, basisPlace: number): { readonly years: number } | ErrorValue {
  const first = dayAt(args, 0)
  const last = dayAt(args, 1)
  const basis = trunc(numOr(args, basisPlace, 0))
  const wrong = wrongTerms(first, last, 1, basis)
  if (wrong !== undefined) return wrong
  return { years: daysBetween(first, last, basis) / daysInYear(first, last, basis) }
}

/** For securities without coupons: settlement, maturity, two sums or rates above 0, and a basis. */
function overSpan(args: Args, fn: (years: number) => Value): Value {
  const span = spanAt(args, 4)
  if ('k' in span) return span
  return num(args, 2) <= 0 || num(args, 3) <= 0 ? NOT_ABOVE_ZERO : fn(span.years)
}

interface Held {
  /** Years from issue to maturity, from issue to settlement, and from there to maturity. */
  readonly whole: number
  readonly gone: number
  readonly toCome: number
}

function heldAt(args: Args, basisPlace: number): Held | ErrorValue {
  const settlement = dayAt(args, 0)
  const maturity = dayAt(args, 1)
  const issue = dayAt(args, 2)
  const basis = trunc(numOr(args, basisPlace, 0))
  const wrong = wrongTerms(settlement, maturity, 1, basis)
  if (wrong !== undefined) return wrong
  if (issue > settlement) return errorOf('NUM!', 'the dates are not in order')
  const year = daysInYear(issue, settlement, basis)
  const whole = daysBetween(issue, maturity, basis) / year
  const gone = daysBetween(issue, settlement, basis) / year
  return { whole, gone, toCome: whole - gone }
}

function bondAt(
  args: Args,
  redemption: number,
  frequencyPlace: number,
  basisPlace: number,
): Bond | ErrorValue {
  const settlement = dayAt(args, 0)
  const maturity = dayAt(args, 1)
  const frequency = trunc(num(args, frequencyPlace))
  const basis = trunc(numOr(args, basisPlace, 0))
  const wrong = wrongTerms(settlement, maturity, frequency, basis)
  if (wrong !== undefined) return wrong
  if (num(args, 2) < 0) return NEGATIVE_RATE
  const repaid = redemption < 0 ? 100 : num(args, redemption)
  if (repaid <= 0) return NOT_ABOVE_ZERO
  return { settlement, maturity, rate: num(args, 2), redemption: repaid, frequency, basis }
}

function durationAt(args: Args): Value {
  const bond = bondAt(args, -1, 4, 5)
  if ('k' in bond) return bond
  return num(args, 3) < 0 ? NEGATIVE_RATE : bondDuration(bond, num(args, 3))
}

/** Days of a Treasury bill, which runs for a year at most. */
function billDays(args: Args): number | ErrorValue {
  const settlement = dayAt(args, 0)
  const maturity = dayAt(args, 1)
  if (maturity <= settlement || maturity > addMonths(settlement, 12))
    return errorOf('NUM!', 'a bill ends after its settlement and within a year')
  return num(args, 2) > 0 ? maturity - settlement : NOT_ABOVE_ZERO
}

/** The shares of the coupon periods between two days, added up. */
function accruedInterest(args: Args): Value {
  const issue = dayAt(args, 0)
  const first = dayAt(args, 1)
  const settlement = dayAt(args, 2)
  const frequency = trunc(num(args, 5))
  const basis = trunc(numOr(args, 6, 0))
  const wrong = wrongTerms(issue, settlement, frequency, basis)
  if (wrong !== undefined) return wrong
  if (num(args, 3) <= 0 || num(args, 4) <= 0) return NOT_ABOVE_ZERO
  const fromIssue = flagOr(args, 7, true)
  const terms = { first, step: 12 / frequency, basis }
  const shares = accruedShares(issue, settlement, fromIssue, terms)
  return ((num(args, 4) * num(args, 3)) / frequency) * shares
}

interface AccrualTerms {
  /** The first coupon: the others are counted from it, in both directions. */
  readonly first: number
  /** Months between two coupons. */
  readonly step: number
  readonly basis: number
}

/**
 * Coupons that have accrued. As in Excel the last piece is measured from the coupon before the first one, backward
 * too where the settlement lies before that; whole coupons since the issue count only from the issue on.
 */
function accruedShares(
  issue: number,
  settlement: number,
  fromIssue: boolean,
  { first, step, basis }: AccrualTerms,
): number {
  const before = couponMonths(first, -step)
  let back = -1
  while (fromIssue && couponMonths(first, (back + 1) * step) < settlement) {
    burn(1)
    back++
  }
  const last = couponMonths(first, back * step)
  const normal = basis === 1 ? first - before : ((basis === 3 ? 365 : 360) * step) / 12
  let shares = daysBetween(Math.max(issue, last), settlement, basis) / normal
  let end = last
  while (end > issue) {
    burn(1)
    back--
    const start = couponMonths(first, back * step)
    if (issue <= start) shares += fromIssue ? 1 : 0
    else shares += daysBetween(issue, end, basis) / periodLength(start, end, step, basis)
    end = start
  }
  return shares
}

function periodLength(start: number, end: number, step: number, basis: number): number {
  if (basis === 0) return couponDays360(start, end)
  if (basis === 1) return end - start
  if (basis === 3) return (365 * step) / 12
  return days360(start, end, basis === 4)
}
