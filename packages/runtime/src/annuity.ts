// The arithmetic of regular payments. Money that is paid out is negative; `type` is 1 where payments
// are at the start of a period and 0 where they are at its end.

import { expm1, log1p, pow } from './libm.ts'

/** What 1 grows by in so many periods: (1 + rate)^periods - 1, exact for small rates too. */
export function growthOf(rate: number, periods: number): number {
  return rate > -1 ? expm1(periods * log1p(rate)) : pow(1 + rate, periods) - 1
}

/** What payments of 1 grow to. */
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

/** The interest in the payment of one period, counted from 1. */
export function interestOf(
  rate: number,
  period: number,
  payment: number,
  present: number,
  type: number,
): number {
  // Adding 0 turns -0 into 0.
  if (type === 0) return futureValue(rate, period - 1, payment, present, 0) * rate + 0
  // At the start of the first period no interest has come up yet.
  if (period === 1) return 0
  return (futureValue(rate, period - 1, payment, present, 1) * rate) / (1 + rate) + 0
}

/** What is owed right after so many payments. */
export function owedAfter(
  rate: number,
  payments: number,
  payment: number,
  present: number,
  type: number,
): number {
  if (payments === 0) return present
  const future = futureValue(rate, payments, payment, present, type)
  return 0 - (type === 0 ? future : future / (1 + rate))
}
