// Goal: working days are counted and walked rightly for every weekend and any holidays.
// Method: known results, and a count day by day over random spans.
import { describe, expect, it } from 'vitest'
import { dayMs, weekdayOf } from '../../src/calendar.ts'
import { workdayFunctions } from '../../src/functions/workdays.ts'
import { datetime, isDatetime, listOf } from '../../src/values.ts'
import { bare, evaluate } from './evaluate.ts'

const run = evaluate

describe('known results', () => {
  const three = '["2012-11-22", "2012-12-04", "2013-01-21"]'
  it.each([
    ['NETWORKDAYS("2012-10-01", "2013-03-01")', 110],
    ['NETWORKDAYS("2012-10-01", "2013-03-01", DATE(2012, 11, 22))', 109],
    [`NETWORKDAYS("2012-10-01", "2013-03-01", ${three})`, 107],
    ['NETWORKDAYS("2026-01-03", "2026-01-04")', 0],
    ['NETWORKDAYS("2026-01-05", "2026-01-05")', 1],
    ['NETWORKDAYS("2026-01-05", "2026-01-05", [46027, 46027, BLANK])', 0],
    ['NETWORKDAYS("2026-01-05", "2026-01-06", [#N/A])', '#N/A'],
    ['NETWORKDAYS("2026-01-05", "2026-01-06", ["x"])', '#VALUE!'],
    ['NETWORKDAYS("2026-01-05", "2026-01-06", [TRUE])', '#VALUE!'],
    ['NETWORKDAYS.INTL("2006-01-01", "2006-01-31")', 22],
    ['NETWORKDAYS.INTL("2006-02-28", "2006-01-31")', -21],
    ['NETWORKDAYS.INTL("2006-01-01", "2006-02-01", 7, ["2006-01-02", "2006-01-16"])', 22],
    ['NETWORKDAYS.INTL("2006-01-01", "2006-02-01", "0010001", ["2006-01-02", "2006-01-16"])', 20],
    ['NETWORKDAYS.INTL("2006-01-01", "2006-02-01", "1111111")', 0],
    ['NETWORKDAYS.INTL("2006-01-01", "2006-02-01", "0000000")', 32],
    ['NETWORKDAYS.INTL("2006-01-01", "2006-02-01", 8)', '#NUM!'],
    ['NETWORKDAYS.INTL("2006-01-01", "2006-02-01", "000000")', '#VALUE!'],
    ['NETWORKDAYS.INTL("2006-01-01", "2006-02-01", "0000002")', '#VALUE!'],
    ['NETWORKDAYS.INTL("2006-01-01", "2006-02-01", TRUE)', '#VALUE!'],
    ['WORKDAY("2008-10-01", 151) = DATE(2009, 4, 30)', true],
    [
      'WORKDAY("2008-10-01", 151, ["2008-11-26", "2008-12-04", "2009-01-21"]) = DATE(2009, 5, 5)',
      true,
    ],
    ['WORKDAY("2026-01-03", 0) = DATE(2026, 1, 3)', true],
    ['WORKDAY("2026-01-05", -1) = DATE(2026, 1, 2)', true],
    ['WORKDAY.INTL("2012-01-01", 30, 0)', '#NUM!'],
    ['WORKDAY.INTL("2012-01-01", 90, 11) = DATE(2012, 4, 14)', true],
    ['WORKDAY.INTL("2012-01-01", 30, 17) = DATE(2012, 2, 5)', true],
    ['WORKDAY.INTL("2012-01-01", 30, "1111111")', '#VALUE!'],
    ['WORKDAY("2012-01-01", 1e300)', '#NUM!'],
    ['WORKDAY("2012-01-01", -1e12)', '#NUM!'],
    ['WORKDAY("2012-01-01", 98000000)', '#NUM!'],
  ])('%s is %s', (formula, result) => {
    expect(bare(run(formula))).toBe(result)
  })
})

describe('day by day', () => {
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }

  it('the count and the walk are the same as one at a time', () => {
    for (let i = 0; i < 400; i++) {
      const weekend = Array.from({ length: 7 }, (_, day) =>
        day !== 3 && next(3) === 0 ? '1' : '0',
      )
      const start = next(20_000)
      const end = start + next(200) - 100
      const holidays = Array.from({ length: next(30) }, () => start + next(240) - 120)
      const works = (day: number) =>
        weekend[(weekdayOf(day) + 6) % 7] === '0' && !holidays.includes(day)
      let count = 0
      for (let day = Math.min(start, end); day <= Math.max(start, end); day++)
        if (works(day)) count++
      const rest = [weekend.join(''), listOf(holidays.map((day) => datetime(day * dayMs)))]
      const from = datetime(start * dayMs)
      const counted = workdayFunctions['NETWORKDAYS.INTL']!([from, datetime(end * dayMs), ...rest])
      expect(counted).toBe(start > end && count > 0 ? -count : count)
      const steps = next(60) - 30
      let day = start
      for (let left = Math.abs(steps); left > 0; ) {
        day += Math.sign(steps)
        if (works(day)) left--
      }
      const walked = workdayFunctions['WORKDAY.INTL']!([from, steps, ...rest])
      expect(isDatetime(walked) ? walked.ms / dayMs : walked).toBe(day)
    }
  })
})
