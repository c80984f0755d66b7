// Goal: bonds and bills have the known prices, yields and coupon dates, by every basis.
// Method: published results, values worked out from the definition, and price and yield as inverses.
import { describe, expect, it } from 'vitest'
import { bare, evaluate } from '../time/evaluate.ts'

const run = evaluate

describe('published results', () => {
  it.each([
    ['PRICE("2008-02-15", "2017-11-15", 0.0575, 0.065, 100, 2, 0)', 94.634362, 6],
    ['YIELD("2008-02-15", "2016-11-15", 0.0575, 95.04287, 100, 2, 0)', 0.065, 7],
    ['DURATION("2008-01-01", "2016-01-01", 0.08, 0.09, 2, 1)', 5.993775, 6],
    ['MDURATION("2008-01-01", "2016-01-01", 0.08, 0.09, 2, 1)', 5.73567, 5],
    ['ACCRINT("2008-03-05", "2008-08-31", "2008-05-01", 0.1, 1000, 2, 0, FALSE)', 15.555556, 6],
    ['ACCRINT("2008-04-05", "2008-08-31", "2008-05-01", 0.1, 1000, 2, 0, TRUE)', 7.222222, 6],
    [
      'ODDFPRICE("2008-11-11", "2021-03-01", "2008-10-15", "2009-03-01", 0.0785, 0.0625, 100, 2, 1)',
      113.597717,
      6,
    ],
    [
      'ODDFYIELD("2008-11-11", "2021-03-01", "2008-10-15", "2009-03-01", 0.0575, 84.5, 100, 2, 0)',
      0.077245542,
      9,
    ],
    [
      'ODDLPRICE("2008-02-07", "2008-06-15", "2007-10-15", 0.0375, 0.0405, 100, 2, 0)',
      99.878286,
      6,
    ],
    ['ODDLYIELD("2008-04-20", "2008-06-15", "2007-12-24", 0.0375, 99.875, 100, 2, 0)', 0.045192, 6],
    ['PRICEMAT("2008-02-15", "2008-04-13", "2007-11-11", 0.061, 0.061, 0)', 99.984499, 6],
  ])('%s is %d, to %d places', (formula, result, digits) => {
    expect(Math.abs((run(formula) as number) - result)).toBeLessThanOrEqual(0.5 * 10 ** -digits)
  })
})

describe('values from the definition', () => {
  it.each([
    ['PRICE("2026-05-15", "2036-05-15", 0.05, 0.04, 100, 2, 0)', 108.17571667229856],
    ['PRICE("2026-05-15", "2036-05-15", 0.05, 0.04, 100, 2, 1)', 108.17571667229856],
    ['PRICE("2026-05-15", "2036-05-15", 0.05, 0.05, 100, 2, 4)', 100],
    ['PRICE("2026-05-15", "2036-05-15", 0.05, 0, 100, 4, 0)', 150],
    ['DURATION("2026-05-15", "2036-05-15", 0.05, 0.04, 2, 0)', 8.080935993141475],
    ['DURATION("2026-05-15", "2031-05-15", 0, 0.04, 1, 0)', 5],
    // The last period: 2.5 and 100 in half a period, a quarter of a year of simple interest.
    ['PRICE("2026-08-15", "2026-11-15", 0.05, 0.04, 100, 2, 0)', 102.5 / 1.01 - 1.25],
    ['YIELD("2026-08-15", "2026-11-15", 0.05, 100, 100, 2, 0)', (1.25 / 101.25) * 4],
    ['ACCRINTM("2026-01-01", "2027-01-01", 0.05, 1000, 3)', 50],
    ['ACCRINTM("2026-01-31", "2026-03-31", 0.06, 1000)', 10],
    ['ACCRINTM("2028-01-01", "2028-07-01", 0.1, 1000, 1)', (100 * 182) / 366],
    ['ACCRINT("2026-01-01", "2026-07-01", "2027-01-01", 0.06, 1000, 2, 0)', 60],
    // Excel documents the time since the first coupon, and measures from the coupon before it.
    ['ACCRINT("2026-01-01", "2026-07-01", "2027-01-01", 0.06, 1000, 2, 0, FALSE)', 60],
    ['ACCRINT("2026-01-01", "2027-01-01", "2026-12-31", 0.06, 1000, 1, 1)', (60 * 364) / 365],
    ['ACCRINT("2020-05-01", "2026-01-01", "2026-01-01", 0.06, 1000, 4, 0)', 340],
    ['DISC("2026-01-01", "2027-01-01", 96, 100, 3)', 0.04],
    ['PRICEDISC("2026-01-01", "2027-01-01", 0.04, 100, 3)', 96],
    ['YIELDDISC("2026-01-01", "2027-01-01", 96, 100, 3)', 4 / 96],
    ['INTRATE("2026-01-01", "2027-01-01", 100, 104, 1)', 0.04],
    ['RECEIVED("2026-01-01", "2027-01-01", 96, 0.04)', 100],
    ['TBILLPRICE("2026-01-01", "2026-04-01", 0.04)', 99],
    ['TBILLYIELD("2026-01-01", "2026-04-01", 99)', 4 / 99],
    ['TBILLEQ("2026-01-01", "2026-04-01", 0.04)', (365 * 0.04) / (360 - 3.6)],
  ])('%s is %d', (formula, result) => {
    expect(Math.abs((run(formula) as number) / result - 1)).toBeLessThan(1e-13)
  })

  it('a long bill is worth what half-yearly interest makes of it', () => {
    const days = 300
    const yearly = run('TBILLEQ("2026-01-01", "2026-10-28", 0.05)') as number
    const price = 1 - (0.05 * days) / 360
    const grown = price * (1 + yearly / 2) * (1 + yearly * (days / 365 - 0.5))
    expect(grown).toBeCloseTo(1, 13)
  })
})

describe('coupons', () => {
  it.each([
    ['COUPDAYBS("2011-01-25", "2011-11-15", 2, 0)', 70],
    ['COUPDAYBS("2011-01-25", "2011-11-15", 2, 4)', 70],
    ['COUPDAYS("2011-01-25", "2011-11-15", 2, 0)', 180],
    ['COUPDAYS("2011-01-25", "2011-11-15", 2, 3)', 182.5],
    ['COUPDAYS("2011-01-25", "2011-11-15", 4, 2)', 90],
    ['COUPDAYSNC("2011-01-25", "2011-11-15", 2, 0)', 110],
    ['COUPDAYSNC("2011-01-25", "2011-11-15", 2, 2)', 110],
    ['COUPDAYSNC("2011-01-25", "2011-11-15", 2, 4)', 110],
    ['COUPNUM("2011-01-25", "2011-11-15", 4)', 4],
    ['COUPNUM("2010-11-15", "2011-11-15", 2)', 2],
    ['COUPNUM("2010-11-14", "2011-11-15", 2)', 3],
    ['COUPNUM("2011-11-14", "2011-11-15", 1)', 1],
    ['COUPNUM("1911-11-15", "2011-11-15", 4)', 400],
    ['COUPPCD("2011-05-15", "2011-11-15", 2) = DATE(2011, 5, 15)', true],
    ['COUPNCD("2011-05-15", "2011-11-15", 2) = DATE(2011, 11, 15)', true],
    ['COUPNCD("2011-01-25", "2012-02-29", 2) = DATE(2011, 2, 28)', true],
    ['COUPPCD("2011-01-25", "2012-02-29", 2) = DATE(2010, 8, 31)', true],
    ['COUPPCD("2011-01-25", "2011-08-30", 4) = DATE(2010, 11, 30)', true],
    ['COUPNCD("2011-02-27", "2011-08-30", 4) = DATE(2011, 2, 28)', true],
    ['COUPNUM("2011-02-28", "2011-08-31", 2)', 1],
    ['COUPNUM("2011-11-15", "2011-11-15", 2)', '#NUM!'],
    ['COUPNUM("2011-11-14", "2011-11-15", 3)', '#NUM!'],
    ['COUPNUM("2011-11-14", "2011-11-15", 2, 5)', '#NUM!'],
  ])('%s is %s', (formula, result) => {
    expect(bare(run(formula))).toBe(result)
  })

  it('stand around the settlement, whatever the day', () => {
    for (let day = 0; day < 800; day += 3) {
      const settlement = `DATE(2024, 1, ${1 + day})`
      for (const rest of ['DATE(2031, 8, 31), 4', 'DATE(2030, 2, 28), 2', 'DATE(2029, 6, 15), 1']) {
        expect(run(`COUPPCD(${settlement}, ${rest}) <= ${settlement}`)).toBe(true)
        expect(run(`COUPNCD(${settlement}, ${rest}) > ${settlement}`)).toBe(true)
        const days = run(
          `COUPDAYBS(${settlement}, ${rest}, 1) + COUPDAYSNC(${settlement}, ${rest}, 1)`,
        )
        expect(days).toBe(run(`COUPDAYS(${settlement}, ${rest}, 1)`))
      }
    }
  })
})

describe('price and yield', () => {
  const yields = [0.001, 0.03, 0.0625, 0.4]

  it('are inverses for regular bonds', () => {
    for (const basis of [0, 1, 2, 3, 4])
      for (const yearly of yields)
        for (const terms of ['2, ', '4, ', '1, '].map((frequency) => `${frequency}${basis}`)) {
          const dates = 'DATE(2026, 2, 7), DATE(2041, 10, 31), 0.045'
          const price = run(`PRICE(${dates}, ${yearly}, 103, ${terms})`)
          expect(run(`YIELD(${dates}, ${price}, 103, ${terms})`)).toBeCloseTo(yearly, 12)
        }
  })

  it('are inverses for a first period that is short or long', () => {
    for (const basis of [0, 1, 2, 3, 4])
      for (const yearly of yields)
        for (const issue of ['2026-01-20', '2025-04-10', '2024-02-29']) {
          const dates = `"2026-02-07", "2036-05-15", "${issue}", "2026-05-15", 0.045`
          const price = run(`ODDFPRICE(${dates}, ${yearly}, 100, 2, ${basis})`)
          expect(run(`ODDFYIELD(${dates}, ${price}, 100, 2, ${basis})`)).toBeCloseTo(yearly, 12)
        }
  })

  it('are inverses for a last period that is short or long', () => {
    for (const basis of [0, 1, 2, 3, 4])
      for (const yearly of yields)
        for (const maturity of ['2026-05-20', '2026-11-03', '2027-12-31']) {
          const dates = `"2026-05-07", "${maturity}", "2026-04-15", 0.045`
          const price = run(`ODDLPRICE(${dates}, ${yearly}, 100, 2, ${basis})`)
          expect(run(`ODDLYIELD(${dates}, ${price}, 100, 2, ${basis})`)).toBeCloseTo(yearly, 12)
        }
  })

  it('are inverses for securities that pay at maturity', () => {
    for (const basis of [0, 1, 2, 3, 4])
      for (const yearly of yields) {
        const dates = '"2026-02-07", "2027-05-15", "2025-11-01", 0.045'
        const price = run(`PRICEMAT(${dates}, ${yearly}, ${basis})`)
        expect(run(`YIELDMAT(${dates}, ${price}, ${basis})`)).toBeCloseTo(yearly, 12)
      }
  })

  it('an odd first period that is regular gives the regular price', () => {
    for (const yearly of yields) {
      const odd = run(
        `ODDFPRICE("2026-02-07", "2036-05-15", "2025-11-15", "2026-05-15", 0.045, ${yearly}, 100, 2, 1)`,
      )
      expect(odd).toBeCloseTo(
        run(`PRICE("2026-02-07", "2036-05-15", 0.045, ${yearly}, 100, 2, 1)`) as number,
        10,
      )
    }
  })

  it('an odd last period that is regular gives the regular price', () => {
    const odd = run('ODDLPRICE("2026-02-07", "2026-05-15", "2025-11-15", 0.045, 0.03, 100, 2, 1)')
    const regular = run('PRICE("2026-02-07", "2026-05-15", 0.045, 0.03, 100, 2, 1)')
    expect(odd).toBeCloseTo(regular as number, 11)
  })
})

describe('wrong arguments', () => {
  it.each([
    'PRICE("2026-02-07", "2026-02-07", 0.05, 0.05, 100, 2)',
    'PRICE("2026-02-07", "2027-02-07", -0.05, 0.05, 100, 2)',
    'PRICE("2026-02-07", "2027-02-07", 0.05, -0.05, 100, 2)',
    'PRICE("2026-02-07", "2027-02-07", 0.05, 0.05, 0, 2)',
    'PRICE("2026-02-07", "2027-02-07", 0.05, 0.05, 100, 12)',
    'YIELD("2026-02-07", "2027-02-07", 0.05, 0, 100, 2)',
    'DURATION("2026-02-07", "2027-02-07", 0.05, -1, 2)',
    'MDURATION("2026-02-07", "2027-02-07", 0.05, 0.05, 5)',
    'ACCRINT("2026-02-07", "2027-02-07", "2026-02-07", 0.05, 1000, 2)',
    'ACCRINT("2026-02-07", "2027-02-07", "2026-03-07", 0, 1000, 2)',
    'ACCRINTM("2026-02-07", "2027-02-07", 0.05, -1)',
    'DISC("2027-02-07", "2026-02-07", 90, 100)',
    'DISC("2026-02-07", "2027-02-07", 0, 100)',
    'INTRATE("2026-02-07", "2027-02-07", 90, 100, 7)',
    'RECEIVED("2026-02-07", "2027-02-07", 90, 1)',
    'TBILLEQ("2026-02-07", "2027-02-08", 0.05)',
    'TBILLPRICE("2026-02-07", "2026-02-07", 0.05)',
    'TBILLPRICE("2026-02-07", "2027-02-07", 1)',
    'TBILLYIELD("2026-02-07", "2026-03-07", 0)',
    'PRICEMAT("2026-02-07", "2027-02-07", "2026-02-08", 0.05, 0.05)',
    'YIELDMAT("2026-02-07", "2027-02-07", "2026-01-08", 0.05, 0)',
    'ODDFPRICE("2026-02-07", "2036-05-15", "2026-02-08", "2026-05-15", 0.05, 0.05, 100, 2)',
    'ODDFYIELD("2026-02-07", "2036-05-15", "2026-01-08", "2026-05-15", 0.05, 0, 100, 2)',
    'ODDLPRICE("2026-02-07", "2026-05-15", "2026-02-07", 0.05, 0.05, 100, 2)',
    'ODDLYIELD("2026-02-07", "2026-05-15", "2026-01-07", 0.05, 0, 100, 2)',
  ])('%s is #NUM!', (formula) => {
    expect(bare(run(formula))).toBe('#NUM!')
  })
})
