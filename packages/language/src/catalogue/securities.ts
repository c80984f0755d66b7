// Bonds and bills: prices, yields, coupons and accrued interest.
// Basis: 0 US 30/360, 1 actual/actual, 2 actual/360, 3 actual/365, 4 European 30/360.

import { rows } from './rows.ts'

export const securities = rows(
  'financial',
  `
ACCRINT(issue, first_interest, settlement, rate, par, frequency, [basis], [calc_method]) → number
  The interest that has built up on a security with regular coupons.
  ROUND(ACCRINT(DATE(2008, 3, 1), DATE(2008, 8, 31), DATE(2008, 5, 1), 0.1, 1000, 2, 0), 6) → 16.666667
ACCRINTM(issue, settlement, rate, par, [basis]) → number
  The interest that has built up on a security that pays it at maturity.
  ROUND(ACCRINTM(DATE(2008, 4, 1), DATE(2008, 6, 15), 0.1, 1000, 3), 6) → 20.547945
COUPDAYBS(settlement, maturity, frequency, [basis]) → number
  Days from the last coupon to the settlement.
  COUPDAYBS(DATE(2011, 1, 25), DATE(2011, 11, 15), 2, 1) → 71
COUPDAYS(settlement, maturity, frequency, [basis]) → number
  Days in the coupon period that holds the settlement.
  COUPDAYS(DATE(2011, 1, 25), DATE(2011, 11, 15), 2, 1) → 181
COUPDAYSNC(settlement, maturity, frequency, [basis]) → number
  Days from the settlement to the next coupon.
  COUPDAYSNC(DATE(2011, 1, 25), DATE(2011, 11, 15), 2, 1) → 110
COUPNCD(settlement, maturity, frequency, [basis]) → datetime
  The next coupon date after the settlement.
  COUPNCD(DATE(2011, 1, 25), DATE(2011, 11, 15), 2, 1) → DATE(2011, 5, 15)
COUPNUM(settlement, maturity, frequency, [basis]) → number
  How many coupons are still to come.
  COUPNUM(DATE(2007, 1, 25), DATE(2008, 11, 15), 2, 1) → 4
COUPPCD(settlement, maturity, frequency, [basis]) → datetime
  The coupon date before the settlement.
  COUPPCD(DATE(2011, 1, 25), DATE(2011, 11, 15), 2, 1) → DATE(2010, 11, 15)
DISC(settlement, maturity, pr, redemption, [basis]) → number
  The discount rate of a security.
  ROUND(DISC(DATE(2008, 2, 16), DATE(2008, 3, 1), 99.79583333333333, 100, 2), 6) → 0.0525
DURATION(settlement, maturity, coupon, yld, frequency, [basis]) → number
  Macaulay's duration: the mean time, in years, until a bond's money comes back.
  ROUND(DURATION(DATE(2018, 7, 1), DATE(2048, 1, 1), 0.08, 0.09, 2, 1), 6) → 10.919145
INTRATE(settlement, maturity, investment, redemption, [basis]) → number
  The interest rate of a fully invested security.
  ROUND(INTRATE(DATE(2008, 2, 15), DATE(2008, 5, 15), 1000000, 1014420, 2), 6) → 0.05768
MDURATION(settlement, maturity, coupon, yld, frequency, [basis]) → number
  Modified duration: how strongly a bond's price answers to its yield.
  ROUND(MDURATION(DATE(2008, 1, 1), DATE(2016, 1, 1), 0.08, 0.09, 2, 1), 5) → 5.73567
ODDFPRICE(settlement, maturity, issue, first_coupon, rate, yld, redemption, frequency, [basis]) → number
  The price, for 100 face value, of a bond whose first period is odd.
  ROUND(ODDFPRICE(DATE(2008, 11, 11), DATE(2021, 3, 1), DATE(2008, 10, 15), DATE(2009, 3, 1), 0.0785, 0.0625, 100, 2, 1), 4) → 113.5977
ODDFYIELD(settlement, maturity, issue, first_coupon, rate, pr, redemption, frequency, [basis]) → number
  The yield of a bond whose first period is odd.
  ROUND(ODDFYIELD(DATE(2008, 11, 11), DATE(2021, 3, 1), DATE(2008, 10, 15), DATE(2009, 3, 1), 0.0575, 84.5, 100, 2, 0), 5) → 0.07725
ODDLPRICE(settlement, maturity, last_interest, rate, yld, redemption, frequency, [basis]) → number
  The price, for 100 face value, of a bond whose last period is odd.
  ROUND(ODDLPRICE(DATE(2008, 2, 7), DATE(2008, 6, 15), DATE(2007, 10, 15), 0.0375, 0.0405, 100, 2, 0), 4) → 99.8783
ODDLYIELD(settlement, maturity, last_interest, rate, pr, redemption, frequency, [basis]) → number
  The yield of a bond whose last period is odd.
  ROUND(ODDLYIELD(DATE(2008, 4, 20), DATE(2008, 6, 15), DATE(2007, 12, 24), 0.0375, 99.875, 100, 2, 0), 5) → 0.04519
PRICE(settlement, maturity, rate, yld, redemption, frequency, [basis]) → number
  The price, for 100 face value, of a bond with regular coupons.
  ROUND(PRICE(DATE(2008, 2, 15), DATE(2017, 11, 15), 0.0575, 0.065, 100, 2, 0), 4) → 94.6344
PRICEDISC(settlement, maturity, discount, redemption, [basis]) → number
  The price, for 100 face value, of a security sold at a discount.
  ROUND(PRICEDISC(DATE(2008, 2, 16), DATE(2008, 3, 1), 0.0525, 100, 2), 6) → 99.795833
PRICEMAT(settlement, maturity, issue, rate, yld, [basis]) → number
  The price, for 100 face value, of a security that pays its interest at maturity.
  ROUND(PRICEMAT(DATE(2008, 2, 15), DATE(2008, 4, 13), DATE(2007, 11, 11), 0.061, 0.061, 0), 4) → 99.9845
RECEIVED(settlement, maturity, investment, discount, [basis]) → number
  What a fully invested security pays at maturity.
  ROUND(RECEIVED(DATE(2008, 2, 15), DATE(2008, 5, 15), 1000000, 0.0575, 2), 3) → 1014584.654
TBILLEQ(settlement, maturity, discount) → number
  The yield of a Treasury bill, put as that of a bond.
  ROUND(TBILLEQ(DATE(2008, 3, 31), DATE(2008, 6, 1), 0.0914), 6) → 0.094151
TBILLPRICE(settlement, maturity, discount) → number
  The price of a Treasury bill, for 100 face value.
  ROUND(TBILLPRICE(DATE(2008, 3, 31), DATE(2008, 6, 1), 0.09), 6) → 98.45
TBILLYIELD(settlement, maturity, pr) → number
  The yield of a Treasury bill.
  ROUND(TBILLYIELD(DATE(2008, 3, 31), DATE(2008, 6, 1), 98.45), 6) → 0.091417
YIELD(settlement, maturity, rate, pr, redemption, frequency, [basis]) → number
  The yield of a bond with regular coupons.
  ROUND(YIELD(DATE(2008, 2, 15), DATE(2016, 11, 15), 0.0575, 95.04287, 100, 2, 0), 6) → 0.065
YIELDDISC(settlement, maturity, pr, redemption, [basis]) → number
  The yearly yield of a security sold at a discount.
  ROUND(YIELDDISC(DATE(2008, 2, 16), DATE(2008, 3, 1), 99.795, 100, 2), 6) → 0.052823
YIELDMAT(settlement, maturity, issue, rate, pr, [basis]) → number
  The yearly yield of a security that pays its interest at maturity.
  ROUND(YIELDMAT(DATE(2008, 3, 15), DATE(2008, 11, 3), DATE(2007, 11, 8), 0.0625, 100.0123, 0), 6) → 0.060954
`,
)
