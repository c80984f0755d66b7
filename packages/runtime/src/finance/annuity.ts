// The arithmetic of regular payments. Money that is paid out is negative; `type` is 1 where payments
// are at the start of a period and 0 where they are at its end.

import { expm1, log1p, pow } from '../numeric/libm.ts'

/** Compound growth of 1 over so many periods: (1 + rate)^periods - 1, exact for small rates too. */
export function growthOf(rate: number, periods: number): number {
  return rate > -1 ? expm1(periods * log1p(rate)) : pow(1 + rate, periods) - 1
}

/** Future value of an annuity of 1. */
function annuityOf(rate: number, periods: number, type: number): number {
  return rate === 0 ? periods : (growthOf(rate, periods) / rate) * (1 + rate * type)
}

export function futureValue(
  rate: number,
  periods: number,
  payment: number,
  present: number,
  type: number,
): number {
  const grown = present * (1 + growthOf(rate, periods))
  return 0 - (grown + payment * annuityOf(rate, periods, type))
}

export function presentValue(
  rate: number,
  periods: number,
  payment: number,
  future: number,
  type: number,
): number {
  const sum = future + payment * annuityOf(rate, periods, type)
  return 0 - sum / (1 + growthOf(rate, periods))
}

export function paymentOf(
  rate: number,
  periods: number,
  present: number,
  future: number,
  type: number,
): number {
  const sum = present * (1 + growthOf(rate, periods)) + future
  return 0 - sum / annuityOf(rate, periods, type)
}

/**
 * The share of a loan that so many payments at the end of a period have paid back. Both powers may be
 * huge; their quotient is not, and no digits are lost as they are where one sum is taken off another.
 */
function shareAfter(rate: number, payments: number, periods: number): number {
  if (rate === 0) return payments / periods
  return growthOf(rate, payments) / growthOf(rate, periods)
}

/** The interest in the payment of one period, counted from 1. */
export function interestOf(
  rate: number,
  period: number,
  periods: number,
  present: number,
  future: number,
  type: number,
): number {
  // At the start of the first period no interest has come up yet.
  if (type === 1 && period === 1) return 0
  const owed = present - (present + future) * shareAfter(rate, period - 1, periods)
  // Taking it from 0 gives no -0.
  return 0 - (owed * rate) / (1 + rate * type)
}

/** The principal part of one period's payment, counted from 1. */
export function principalOf(
  rate: number,
  period: number,
  periods: number,
  present: number,
  future: number,
  type: number,
): number {
  if (type === 1 && period === 1) return paymentOf(rate, periods, present, future, 1)
  const sum = present + future
  if (rate === 0) return 0 - sum / periods
  const grown = 1 + growthOf(rate, period - 1)
  return 0 - ((sum * rate) / growthOf(rate, periods)) * (grown / (1 + rate * type))
}

/** The balance right after so many payments of a loan that is paid back in full. */
export function owedAfter(
  rate: number,
  payments: number,
  periods: number,
  present: number,
  type: number,
): number {
  if (payments === 0) return present
  const owed = present * (1 - shareAfter(rate, payments, periods))
  return owed / (1 + rate * type)
}
