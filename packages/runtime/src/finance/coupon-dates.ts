// The dates of a bond's coupons: counted back from its maturity in equal steps of months. If that is the
// last day of a month, so are all of them.

import { addMonths, civilFromDays, monthEnd } from '../calendar.ts'
import { couponDays360, daysBetween } from './day-count.ts'

/** The day so many months from a coupon date, in either direction. */
export function couponMonths(anchor: number, months: number): number {
  const moved = addMonths(anchor, months)
  return anchor === monthEnd(anchor) ? monthEnd(moved) : moved
}

/** How many steps back from the maturity the last coupon date up to a day is: 1 in the last period. */
export function couponsLeft(day: number, maturity: number, frequency: number): number {
  const from = civilFromDays(day)
  const to = civilFromDays(maturity)
  const step = 12 / frequency
  const months = (to.year - from.year) * 12 + to.month - from.month
  let count = Math.max(Math.floor(months / step), 0)
  // In the month of a coupon the day decides.
  while (couponMonths(maturity, -count * step) > day) count++
  return count
}

/** The coupon date at or before a day. */
export function couponBefore(day: number, maturity: number, frequency: number): number {
  return couponMonths(maturity, (-couponsLeft(day, maturity, frequency) * 12) / frequency)
}

/** The coupon date after a day. */
export function couponAfter(day: number, maturity: number, frequency: number): number {
  return couponMonths(maturity, (-(couponsLeft(day, maturity, frequency) - 1) * 12) / frequency)
}

/** Days of the coupon period around a day, by a basis. */
export function couponPeriodDays(
  day: number,
  maturity: number,
  frequency: number,
  basis: number,
): number {
  if (basis === 1)
    return couponAfter(day, maturity, frequency) - couponBefore(day, maturity, frequency)
  return (basis === 3 ? 365 : 360) / frequency
}

/** Days from the coupon before a day to it. */
export function couponDaysGone(
  day: number,
  maturity: number,
  frequency: number,
  basis: number,
): number {
  return daysBetween(couponBefore(day, maturity, frequency), day, basis)
}

/** Days from a day to the coupon after it. */
export function couponDaysToCome(
  day: number,
  maturity: number,
  frequency: number,
  basis: number,
): number {
  const next = couponAfter(day, maturity, frequency)
  if (basis !== 0) return daysBetween(day, next, basis)
  const period = couponDays360(couponBefore(day, maturity, frequency), next)
  return period - couponDaysGone(day, maturity, frequency, basis)
}
