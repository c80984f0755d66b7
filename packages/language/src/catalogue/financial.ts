// Loans, savings, cash flows and depreciation. Money that is paid out is negative.

import { rows } from './rows.ts'

export const financial = rows(
  'financial',
  `
AMORDEGRC(cost, date_purchased, first_period, salvage, period, rate, [basis]) → number
  Depreciation of one period in the French degressive way.
  AMORDEGRC(2400, DATE(2008, 8, 19), DATE(2008, 12, 31), 300, 1, 0.15, 1) → 776
AMORLINC(cost, date_purchased, first_period, salvage, period, rate, [basis]) → number
  Depreciation of one period in the French linear way.
  AMORLINC(2400, DATE(2008, 8, 19), DATE(2008, 12, 31), 300, 1, 0.15, 1) → 360
CUMIPMT(rate, nper, pv, start_period, end_period, type) → number
  The interest paid on a loan between two periods, both included.
  ROUND(CUMIPMT(0.0075, 360, 125000, 13, 24, 0), 4) → -11135.2321
CUMPRINC(rate, nper, pv, start_period, end_period, type) → number
  How much of a loan is paid back between two periods, both included.
  ROUND(CUMPRINC(0.0075, 360, 125000, 13, 24, 0), 4) → -934.1071
DB(cost, salvage, life, period, [month]) → number
  Depreciation of one period by the fixed declining balance; the rate is rounded to three decimals.
  ROUND(DB(1000000, 100000, 6, 1, 7), 4) → 186083.3333
DDB(cost, salvage, life, period, [factor]) → number
  Depreciation of one period by the declining balance; a factor of 2 is double declining.
  DDB(2400, 300, 10, 1) → 480
DOLLARDE(fractional_dollar, fraction) → number
  Reads a price written in whole units and fractions: 1.02 in sixteenths is one and two sixteenths.
  ROUND(DOLLARDE(1.02, 16), 6) → 1.125
DOLLARFR(decimal_dollar, fraction) → number
  Writes a price in whole units and fractions.
  ROUND(DOLLARFR(1.125, 16), 6) → 1.02
EFFECT(nominal_rate, npery) → number
  The yearly rate that a nominal rate comes to when it is compounded so many times a year.
  ROUND(EFFECT(0.1, 2), 6) → 0.1025
FV(rate, nper, pmt, [pv], [type]) → number
  What regular payments and a starting sum grow to.
  ROUND(FV(0.1, 2, -100), 6) → 210
FVSCHEDULE(principal, schedule) → number
  What a sum grows to when each period has its own rate.
  ROUND(FVSCHEDULE(100, [0.1, 0.2]), 6) → 132
IPMT(rate, per, nper, pv, [fv], [type]) → number
  The interest in one payment of a loan.
  ROUND(IPMT(0.1, 1, 3, 1000), 6) → -100
IRR(values, [guess]) → number
  The rate at which cash flows, one a period, are worth nothing today.
  ROUND(IRR([-100, 60, 60]), 6) → 0.130662
ISPMT(rate, per, nper, pv) → number
  The interest in one period of a loan whose principal is paid back evenly.
  ISPMT(0.1, 1, 4, 1000) → -75
MIRR(values, finance_rate, reinvest_rate) → number
  The rate of return when money borrowed and money reinvested have rates of their own.
  ROUND(MIRR([-100, 50, 80], 0.1, 0.1), 6) → 0.161895
NOMINAL(effect_rate, npery) → number
  The nominal rate that comes to an effective one when compounded so many times a year.
  ROUND(NOMINAL(0.1025, 2), 6) → 0.1
NPER(rate, pmt, pv, [fv], [type]) → number
  How many payments it takes to pay a loan back or to reach a sum.
  NPER(0, -100, 1000) → 10
NPV(rate, value1, …) → number
  What future cash flows, one a period from the first on, are worth today.
  ROUND(NPV(0.1, 110, 121), 6) → 200
PDURATION(rate, pv, fv) → number
  How many periods a sum needs to grow to another.
  ROUND(PDURATION(0.1, 100, 121), 6) → 2
PMT(rate, nper, pv, [fv], [type]) → number
  The regular payment of a loan.
  PMT(0, 10, 1000) → -100
  ROUND(PMT(0.1, 3, 1000), 4) → -402.1148
PPMT(rate, per, nper, pv, [fv], [type]) → number
  How much of one payment pays the loan back.
  ROUND(PPMT(0.1, 1, 3, 1000), 4) → -302.1148
PV(rate, nper, pmt, [fv], [type]) → number
  What regular payments and a final sum are worth today.
  ROUND(PV(0.1, 2, -121), 6) → 210
RATE(nper, pmt, pv, [fv], [type], [guess]) → number
  The rate of a loan, for each period.
  ROUND(RATE(2, 0, -100, 121), 6) → 0.1
RRI(nper, pv, fv) → number
  The steady rate at which a sum grows to another.
  ROUND(RRI(2, 100, 121), 6) → 0.1
SLN(cost, salvage, life) → number
  The straight-line depreciation of one period.
  SLN(30000, 7500, 10) → 2250
SYD(cost, salvage, life, per) → number
  Depreciation of one period by the sum of years' digits.
  SYD(3000, 0, 2, 1) → 2000
VDB(cost, salvage, life, start_period, end_period, [factor], [no_switch]) → number
  Declining-balance depreciation between two periods, which turns to a straight line when that is more.
  VDB(2400, 300, 10, 0, 1) → 480
XIRR(values, dates, [guess]) → number
  The yearly rate at which cash flows on given dates are worth nothing on the first.
  ROUND(XIRR([-100, 110], [DATE(2025, 1, 1), DATE(2026, 1, 1)]), 6) → 0.1
XNPV(rate, values, dates) → number
  What cash flows on given dates are worth on the first of them.
  ROUND(XNPV(0.1, [-100, 110], [DATE(2025, 1, 1), DATE(2026, 1, 1)]), 6) → 0
`,
)
