// Rates that have no formula and are searched for, and cash flows by period or by date.

import { type Stop, serialOf, toDatetime, toNumber } from '../coerce.ts'
import { futureValue } from '../finance/annuity.ts'
import { type Args, array, type Functions, num, numbersOf, numOr } from '../functions.ts'
import { findRate } from '../numeric/find-root.ts'
import { exp, log1p, pow } from '../numeric/libm.ts'
import { burn } from '../primitives.ts'
import {
  DIVISION_BY_ZERO,
  type ErrorValue,
  errorOf,
  isDuration,
  K_DATETIME,
  type Pending,
  stops,
  type Value,
} from '../values.ts'
import { typeAt } from './financial.ts'

const NO_RATE = errorOf('NUM!', 'no rate was found')
const ONE_SIGN = errorOf('NUM!', 'cash flows must hold both a payment and an income')
const DEFAULT_GUESS = 0.1

export const rateFunctions: Functions = {
  IRR: (a) => {
    const values = numbersOf(array(a, 0))
    if ('k' in values) return values
    if (numOr(a, 1, DEFAULT_GUESS) <= -1) return errorOf('VALUE!', 'the guess is above -1')
    if (!hasBothSigns(values)) return ONE_SIGN
    // Without zeros at the start, so that not all vanishes at a high rate.
    let first = 0
    while (values[first] === 0) first++
    const flows = values.slice(first)
    return found(findRate((rate) => worth(flows, rate), numOr(a, 1, DEFAULT_GUESS)))
  },
  MIRR: (a) => {
    const values = numbersOf(array(a, 0))
    if ('k' in values) return values
    burn(values.length)
    const finance = 1 + num(a, 1)
    const reinvest = 1 + num(a, 2)
    let paid = 0
    let earned = 0
    // Payments are discounted to the start, and income compounded to the end, step by step.
    for (let i = values.length - 1; i >= 0; i--) {
      if (paid !== 0 && finance === 0) return DIVISION_BY_ZERO
      paid = (paid === 0 ? 0 : paid / finance) + Math.min(values[i]!, 0)
    }
    if (paid === 0 || values.length < 2) return DIVISION_BY_ZERO
    for (const value of values) earned = earned * reinvest + Math.max(value, 0)
    const ratio = -earned / paid
    if (ratio < 0) return NO_RATE
    return pow(ratio, 1 / (values.length - 1)) - 1
  },
  RATE: (a) => {
    const periods = num(a, 0)
    const payment = num(a, 1)
    const present = num(a, 2)
    const future = numOr(a, 3, 0)
    const type = typeAt(a, 4)
    if (periods <= 0) return errorOf('NUM!', 'the number of periods is above 0')
    const off = (rate: number) => futureValue(rate, periods, payment, present, type) - future
    return found(findRate(off, numOr(a, 5, DEFAULT_GUESS)))
  },
  XIRR: (a) => {
    const flows = datedFlows(a, 0, 1)
    if ('k' in flows) return flows
    if (!hasBothSigns(flows.values)) return ONE_SIGN
    const based = fromFirstSum(flows)
    return found(findRate((rate) => datedWorth(based, rate), numOr(a, 2, DEFAULT_GUESS)))
  },
  XNPV: (a) => {
    if (num(a, 0) < 0) return errorOf('NUM!', 'the rate is not below 0')
    // A non-number is an error of its own here, as in Excel.
    for (const item of array(a, 1).items)
      if (typeof item !== 'number' && !stops(item) && !isDuration(item))
        return errorOf('NUM!', 'each value is a number')
    const flows = datedFlows(a, 1, 2)
    return 'k' in flows ? flows : datedWorth(flows, num(a, 0))
  },
}

function found(rate: number | undefined): Value {
  return rate === undefined ? NO_RATE : rate
}

function hasBothSigns(values: readonly number[]): boolean {
  let paid = false
  let earned = false
  for (const value of values) {
    if (value < 0) paid = true
    if (value > 0) earned = true
  }
  return paid && earned
}

/** Net present value of cash flows, the first of them now. */
function worth(values: readonly number[], rate: number): number {
  burn(values.length)
  const growth = 1 + rate
  // From the end that keeps the powers small, so that none of them overflows.
  let sum = 0
  if (growth >= 1) {
    for (let i = values.length - 1; i >= 0; i--) sum = sum / growth + values[i]!
    return sum
  }
  for (const value of values) sum = sum * growth + value
  return sum
}

interface Flows {
  readonly values: readonly number[]
  /** Years of 365 days since the first. */
  readonly years: readonly number[]
}

function datedFlows(args: Args, values: number, dates: number): Flows | ErrorValue | Pending {
  const amounts = array(args, values).items
  const days = array(args, dates).items
  if (amounts.length !== days.length)
    return errorOf('NUM!', 'there must be as many dates as values')
  const flows: number[] = []
  const years: number[] = []
  let first = 0
  for (let i = 0; i < amounts.length; i++) {
    burn(1)
    if (typeof amounts[i] === 'boolean' || typeof days[i] === 'boolean')
      return errorOf('VALUE!', 'TRUE and FALSE are no numbers here')
    const amount = toNumber(amounts[i]!)
    if (typeof amount !== 'number') return amount
    const day = dayCounted(days[i]!)
    if (typeof day !== 'number') return day
    if (i === 0) first = day
    if (day < first) return errorOf('NUM!', 'no date may be before the first')
    flows.push(amount)
    years.push((day - first) / 365)
  }
  return { values: flows, years }
}

/** The day of a date as Excel counts days, with the 29 February 1900. */
function dayCounted(value: Value): number | Stop {
  const date = toDatetime(value)
  return date.k === K_DATETIME ? Math.floor(serialOf(date)) : date
}

function datedWorth(flows: Flows, rate: number): number {
  burn(flows.values.length)
  const growth = log1p(rate)
  let sum = 0
  for (let i = 0; i < flows.values.length; i++)
    sum += flows.values[i]! * exp(-growth * flows.years[i]!)
  return sum
}

/** Counted from the first sum that is not 0: the rate is the same, and not all vanishes at a high one. */
function fromFirstSum(flows: Flows): Flows {
  let first = Number.POSITIVE_INFINITY
  for (let i = 0; i < flows.values.length; i++)
    if (flows.values[i] !== 0) first = Math.min(first, flows.years[i]!)
  const years: number[] = []
  for (const year of flows.years) years.push(year - first)
  return { values: flows.values, years }
}
