// How markets count days and years between two dates. Basis: 0 US 30/360, 1 actual/actual, 2 actual/360,
// 3 actual/365, 4 European 30/360.

import { type Civil, civilFromDays, daysFromCivil, daysInMonth, isLeap } from '../calendar.ts'

/** Days between two dates in a year of twelve months of 30 days. */
export function days360(start: number, end: number, european: boolean): number {
  const from = civilFromDays(start)
  const to = civilFromDays(end)
  if (european) return apart360(from, Math.min(from.day, 30), to, Math.min(to.day, 30))
  // The 31st counts as the 1st of the next month unless the start is at the end of a month of 30 days.
  const last = to.day === 31 && from.day >= 30 ? 30 : to.day
  return apart360(from, isFebruaryEnd(from) ? 30 : Math.min(from.day, 30), to, last)
}

/** As the securities market counts: from one end of February to another are whole years. */
function days360Market(start: number, end: number): number {
  const bothEnds = isFebruaryEnd(civilFromDays(start)) && isFebruaryEnd(civilFromDays(end))
  const short = bothEnds ? 30 - civilFromDays(end).day : 0
  return days360(start, end, false) + short
}

/** The same for a whole coupon period, whose ends both are taken as 30 where they end a month. */
export function couponDays360(start: number, end: number): number {
  const from = civilFromDays(start)
  const to = civilFromDays(end)
  const last = isFebruaryEnd(to) ? 30 : Math.min(to.day, 30)
  return apart360(from, isFebruaryEnd(from) ? 30 : Math.min(from.day, 30), to, last)
}

/** Days between two dates by a basis. */
export function daysBetween(start: number, end: number, basis: number): number {
  if (basis === 0) return days360Market(start, end)
  return basis === 4 ? days360(start, end, true) : end - start
}

/** Days of the year that two dates span, by a basis; a mean over the years if there are several. */
export function daysInYear(start: number, end: number, basis: number): number {
  if (basis === 3) return 365
  return basis === 1 ? actualYear(start, end) : 360
}

/** The share of a year between two dates, in either order. */
export function yearFraction(start: number, end: number, basis: number): number {
  const first = Math.min(start, end)
  const last = Math.max(start, end)
  return daysBetween(first, last, basis) / daysInYear(first, last, basis)
}

function actualYear(start: number, end: number): number {
  const from = civilFromDays(start)
  const to = civilFromDays(end)
  if (from.year === to.year) return isLeap(from.year) ? 366 : 365
  const within =
    from.year + 1 === to.year &&
    (from.month > to.month || (from.month === to.month && from.day >= to.day))
  if (!within) {
    const years = to.year - from.year + 1
    return (daysFromCivil(to.year + 1, 1, 1) - daysFromCivil(from.year, 1, 1)) / years
  }
  // Of a span up to a year, only a 29 February in it counts.
  if (isLeap(from.year) && start <= daysFromCivil(from.year, 2, 29)) return 366
  return isLeap(to.year) && end >= daysFromCivil(to.year, 2, 29) ? 366 : 365
}

function apart360(from: Civil, first: number, to: Civil, last: number): number {
  return (to.year - from.year) * 360 + (to.month - from.month) * 30 + last - first
}

function isFebruaryEnd(date: Civil): boolean {
  return date.month === 2 && date.day === daysInMonth(date.year, 2)
}
