// The price of a bond with regular coupons, for 100 face value, and the yield that a price means.

import { findRate } from '../numeric/find-root.ts'
import { pow } from '../numeric/libm.ts'
import { burn } from '../primitives.ts'
import { couponDaysGone, couponPeriodDays, couponsLeft } from './coupon-dates.ts'

export interface Bond {
  readonly settlement: number
  readonly maturity: number
  readonly rate: number
  readonly redemption: number
  readonly frequency: number
  readonly basis: number
}

/** The terms of a bond's price, apart from its yield. */
interface Terms {
  readonly coupons: number
  /** Shares of the coupon period that are gone, and that are still to come. */
  readonly gone: number
  readonly toCome: number
  readonly coupon: number
  readonly redemption: number
  readonly frequency: number
}

function termsOf(bond: Bond): Terms {
  const { settlement, maturity, frequency, basis } = bond
  const period = couponPeriodDays(settlement, maturity, frequency, basis)
  const gone = couponDaysGone(settlement, maturity, frequency, basis) / period
  return {
    coupons: couponsLeft(settlement, maturity, frequency),
    gone,
    toCome: 1 - gone,
    coupon: (100 * bond.rate) / frequency,
    redemption: bond.redemption,
    frequency,
  }
}

export function bondPrice(bond: Bond, yearly: number): number {
  return priceOf(termsOf(bond), yearly)
}

function priceOf(terms: Terms, yearly: number): number {
  const { coupons, coupon, toCome } = terms
  const each = yearly / terms.frequency
  const accrued = coupon * terms.gone
  // In the last period interest is simple.
  if (coupons === 1) return (coupon + terms.redemption) / (1 + each * toCome) - accrued
  const growth = 1 + each
  burn(coupons)
  let factor = pow(growth, toCome)
  let sum = 0
  for (let i = 1; i < coupons; i++) {
    sum += coupon / factor
    factor *= growth
  }
  return sum + (coupon + terms.redemption) / factor - accrued
}

/** The yearly yield at which a bond has a price; undefined if there is none. */
export function bondYield(bond: Bond, price: number): number | undefined {
  const terms = termsOf(bond)
  const { coupons, coupon, frequency } = terms
  if (coupons === 1) {
    const paid = price + coupon * terms.gone
    return (((coupon + terms.redemption - paid) / paid) * frequency) / terms.toCome
  }
  return yieldOf((yearly) => priceOf(terms, yearly) - price, bond.rate, frequency)
}

/** Searched for as the rate of one period, which is above -1. */
export function yieldOf(
  off: (yearly: number) => number,
  guess: number,
  frequency: number,
): number | undefined {
  const each = findRate((rate) => off(rate * frequency), guess / frequency)
  return each === undefined ? undefined : each * frequency
}

/** Macaulay's duration in years: the mean time of the payments, weighted by their present value. */
export function bondDuration(bond: Bond, yearly: number): number {
  const terms = termsOf(bond)
  const growth = 1 + yearly / terms.frequency
  burn(terms.coupons)
  let factor = pow(growth, terms.toCome)
  let worth = 0
  let weighed = 0
  for (let i = 0; i < terms.coupons; i++) {
    const paid = terms.coupon + (i === terms.coupons - 1 ? terms.redemption : 0)
    worth += paid / factor
    weighed += (paid / factor) * (i + terms.toCome)
    factor *= growth
  }
  return weighed / worth / terms.frequency
}
