// Goal: the date and time functions give what spreadsheets give, in the zone of the model.
// Method: tables of formulas with known results, and counts by brute force.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { civilFromDays, dayMs } from '../../src/calendar.ts'
import { context, setContext } from '../../src/context.ts'
import { dateFunctions } from '../../src/functions/date.ts'
import { timeFunctions } from '../../src/functions/time.ts'
import { isDatetime, type Value } from '../../src/values.ts'
import { bare, evaluate } from './evaluate.ts'
import { withBerlin } from './zones.ts'

const run = evaluate

/** Datetimes as text, so that tables can be read. */
function shown(value: Value): unknown {
  if (!isDatetime(value)) return bare(value)
  const text = new Date(value.ms).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}

beforeEach(() => {
  setContext({ ...context, nowMs: Date.parse('2026-03-28T23:30:00Z') })
})

afterEach(() => {
  setContext({ ...context, nowMs: 0 })
})

describe('dates', () => {
  it.each([
    ['DATE(2024, 2, 29)', '2024-02-29'],
    ['DATE(2023, 2, 29)', '2023-03-01'],
    ['DATE(2008, -3, 2)', '2007-09-02'],
    ['DATE(2008, 1, -15)', '2007-12-16'],
    ['DATE(2008, 0, 0)', '2007-11-30'],
    ['DATE(108, 1, 2)', '2008-01-02'],
    ['DATE(0, 1, 1)', '1900-01-01'],
    ['DATE(1899, 1, 1)', '3799-01-01'],
    ['DATE(2026.9, 1.9, 1.9)', '2026-01-01'],
    ['DATE(9999, 12, 31)', '9999-12-31'],
    ['DATE(-1, 1, 1)', '#NUM!'],
    ['DATE(10000, 1, 1)', '#NUM!'],
    ['DATE(2000, 1e300, 1)', '#NUM!'],
    ['EDATE(DATE(2011, 1, 15), 1)', '2011-02-15'],
    ['EDATE(DATE(2011, 1, 15), -1)', '2010-12-15'],
    ['EDATE(DATE(2024, 2, 29), 12)', '2025-02-28'],
    ['EDATE(DATE(2026, 8, 31), 1.9)', '2026-09-30'],
    ['EDATE(dt"2026-08-30T18:00:00Z", 6)', '2027-02-28'],
    ['EDATE(DATE(2026, 1, 1), 1e9)', '#NUM!'],
    ['EDATE(DATE(2026, 1, 1), 1e300)', '#NUM!'],
    ['EDATE(DATE(2026, 1, 1), -1e300)', '#NUM!'],
    ['EOMONTH(DATE(2026, 1, 1), 1e300)', '#NUM!'],
    ['YEAR(1e300)', '#NUM!'],
    ['EDATE("2026-01-31", 1)', '2026-02-28'],
    ['EOMONTH(DATE(2011, 1, 1), 1)', '2011-02-28'],
    ['EOMONTH(DATE(2011, 1, 1), -3)', '2010-10-31'],
    ['EOMONTH(DATE(2024, 1, 31), 1)', '2024-02-29'],
    ['EOMONTH(DATE(2026, 5, 31), 0)', '2026-05-31'],
    ['EOMONTH(DATE(2026, 1, 31), 13)', '2027-02-28'],
    ['DATEVALUE("8/22/2011")', '2011-08-22'],
    ['DATEVALUE("22-MAY-2011")', '2011-05-22'],
    ['DATEVALUE("2011/02/23")', '2011-02-23'],
    ['DATEVALUE("2026-01-31 18:00")', '2026-01-31'],
    ['DATEVALUE("2026-01-31T23:30:00-02:00")', '2026-02-01'],
    ['DATEVALUE("18:00")', '#VALUE!'],
    ['DATEVALUE("soon")', '#VALUE!'],
    ['NOW()', '2026-03-28T23:30:00.000Z'],
    ['TODAY()', '2026-03-28'],
    ['YEAR(46023)', 2026],
    ['MONTH("31 Dec 2026")', 12],
    ['DAY(0)', 0],
    ['MONTH(0)', 1],
    ['DAY(60)', 29],
    ['MONTH(60)', 2],
    ['DAY(59)', 28],
    ['DAY(61)', 1],
    ['YEAR(0)', 1900],
    ['YEAR(DATE(2024, 1, 1) - 1)', 2023],
    ['MONTH(DATE(2024, 3, 1) - 1)', 2],
    ['DAY(DATE(2024, 3, 1) - 1)', 29],
    ['YEAR("never")', '#VALUE!'],
    ['YEAR(#N/A)', '#N/A'],
    ['DAYS(DATE(2021, 3, 15), DATE(2021, 2, 1))', 42],
    ['DAYS(DATE(2011, 12, 31), DATE(2011, 1, 1))', 364],
    ['DAYS(DATE(2021, 2, 1), DATE(2021, 3, 15))', -42],
    ['DAYS(dt"2026-01-02T01:00:00Z", dt"2026-01-01T23:00:00Z")', 1],
  ])('%s is %s', (formula, result) => {
    expect(shown(run(formula))).toBe(result)
  })

  it.each([
    ['2001-01-01', '2003-01-01', 'Y', 2],
    ['2001-06-01', '2002-08-15', 'D', 440],
    ['2001-06-01', '2002-08-15', 'YD', 75],
    ['2001-06-01', '2002-08-15', 'MD', 14],
    ['2001-06-01', '2002-08-15', 'ym', 2],
    ['2001-06-01', '2002-08-15', 'M', 14],
    ['2024-02-29', '2025-02-28', 'Y', 0],
    ['2024-02-29', '2025-03-01', 'Y', 1],
    ['2024-02-29', '2025-03-01', 'YD', 1],
    ['2026-01-31', '2026-03-01', 'M', 1],
    ['2026-01-31', '2026-03-01', 'MD', 1],
    ['2026-01-31', '2026-02-28', 'MD', 28],
    ['2026-05-05', '2026-05-05', 'Y', 0],
    ['2026-05-05', '2026-05-04', 'D', '#NUM!'],
    ['2026-05-05', '2026-05-06', 'W', '#NUM!'],
  ])('from %s to %s, %s is %s', (start, end, unit, result) => {
    expect(bare(run(`DATEDIF("${start}", "${end}", "${unit}")`))).toBe(result)
  })

  it.each([
    ['WEEKDAY(DATE(2008, 2, 14))', 5],
    ['WEEKDAY(DATE(2008, 2, 14), 2)', 4],
    ['WEEKDAY(DATE(2008, 2, 14), 3)', 3],
    ['WEEKDAY(DATE(2008, 2, 14), 11)', 4],
    ['WEEKDAY(DATE(2008, 2, 14), 12)', 3],
    ['WEEKDAY(DATE(2008, 2, 14), 14)', 1],
    ['WEEKDAY(DATE(2008, 2, 14), 15)', 7],
    ['WEEKDAY(DATE(2008, 2, 14), 17)', 5],
    ['WEEKDAY(DATE(2008, 2, 14), 4)', '#NUM!'],
    ['WEEKDAY(DATE(2008, 2, 14), 18)', '#NUM!'],
    ['WEEKNUM(DATE(2012, 3, 9))', 10],
    ['WEEKNUM(DATE(2012, 3, 9), 2)', 11],
    ['WEEKNUM(DATE(2012, 3, 9), 11)', 11],
    ['WEEKNUM(DATE(2012, 3, 9), 17)', 10],
    ['WEEKNUM(DATE(2012, 3, 9), 16)', 10],
    ['WEEKNUM(DATE(2012, 3, 9), 21)', 10],
    ['WEEKNUM(DATE(2011, 12, 31))', 53],
    ['WEEKNUM(DATE(2000, 12, 31))', 54],
    ['WEEKNUM(DATE(2012, 1, 1), 2)', 1],
    ['WEEKNUM(DATE(2012, 1, 1), 21)', 52],
    ['WEEKNUM(DATE(2012, 1, 1), 3)', '#NUM!'],
    ['ISOWEEKNUM(DATE(2012, 3, 9))', 10],
    ['ISOWEEKNUM(DATE(2021, 1, 3))', 53],
    ['ISOWEEKNUM(DATE(2024, 12, 30))', 1],
    ['ISOWEEKNUM(DATE(2020, 12, 31))', 53],
  ])('%s is %s', (formula, result) => {
    expect(shown(run(formula))).toBe(result)
  })
})

describe('day counts', () => {
  it.each([
    ['DAYS360(DATE(2011, 1, 1), DATE(2011, 12, 31))', 360],
    ['DAYS360(DATE(2011, 1, 1), DATE(2011, 12, 31), TRUE)', 359],
    ['DAYS360(DATE(2011, 1, 1), DATE(2011, 2, 1))', 30],
    ['DAYS360(DATE(2011, 1, 31), DATE(2011, 3, 31))', 60],
    ['DAYS360(DATE(2011, 1, 29), DATE(2011, 3, 31))', 62],
    ['DAYS360(DATE(2011, 1, 29), DATE(2011, 3, 31), TRUE)', 61],
    ['DAYS360(DATE(2011, 1, 31), DATE(2011, 2, 28))', 28],
    ['DAYS360(DATE(2011, 2, 28), DATE(2011, 3, 1))', 1],
    ['DAYS360(DATE(2011, 2, 28), DATE(2011, 3, 1), TRUE)', 3],
    ['DAYS360(DATE(2011, 3, 1), DATE(2011, 1, 1))', -60],
    ['YEARFRAC(DATE(2012, 1, 1), DATE(2012, 7, 30))', 209 / 360],
    ['YEARFRAC(DATE(2012, 1, 1), DATE(2012, 7, 30), 1)', 211 / 366],
    ['YEARFRAC(DATE(2012, 1, 1), DATE(2012, 7, 30), 2)', 211 / 360],
    ['YEARFRAC(DATE(2012, 1, 1), DATE(2012, 7, 30), 3)', 211 / 365],
    ['YEARFRAC(DATE(2012, 1, 1), DATE(2012, 7, 30), 4)', 209 / 360],
    ['YEARFRAC(DATE(2012, 7, 30), DATE(2012, 1, 1), 1)', 211 / 366],
    ['YEARFRAC(DATE(2008, 2, 29), DATE(2009, 2, 28))', 1],
    ['YEARFRAC(DATE(2007, 2, 28), DATE(2008, 2, 28))', 358 / 360],
    ['YEARFRAC(DATE(2007, 1, 31), DATE(2007, 3, 31))', 60 / 360],
    ['YEARFRAC(DATE(2007, 1, 31), DATE(2007, 2, 28), 4)', 28 / 360],
    ['YEARFRAC(DATE(2007, 3, 1), DATE(2008, 2, 28), 1)', 364 / 365],
    ['YEARFRAC(DATE(2007, 3, 1), DATE(2008, 3, 1), 1)', 366 / 366],
    ['YEARFRAC(DATE(2008, 3, 1), DATE(2009, 3, 1), 1)', 365 / 365],
    ['YEARFRAC(DATE(2000, 1, 1), DATE(2004, 1, 1), 1)', 1461 / (1827 / 5)],
    ['YEARFRAC(DATE(2026, 1, 1), DATE(2026, 1, 1), 1)', 0],
    ['YEARFRAC(DATE(2026, 1, 1), DATE(2027, 1, 1), 5)', '#NUM!'],
    ['YEARFRAC(DATE(2026, 1, 1), DATE(2027, 1, 1), -1)', '#NUM!'],
  ])('%s is %s', (formula, result) => {
    expect(bare(run(formula))).toBe(result)
  })
})

describe('times of day', () => {
  it.each([
    ['TIME(0, 750, 0)', 12.5 / 24],
    ['TIME(27, 0, 0)', 0.125],
    ['TIME(0, 0, 2000)', 2000 / 86_400],
    ['TIME(1, -30, 0)', 0.5 / 24],
    ['TIME(16, 48, 10)', 60_490 / 86_400],
    ['TIME(-1, 0, 0)', '#NUM!'],
    ['TIME(32768, 0, 0)', '#NUM!'],
    ['TIMEVALUE("2:24 AM")', 0.1],
    ['TIMEVALUE("22-Aug-2011 6:35 AM")', 23_700 / 86_400],
    ['TIMEVALUE("12:00:00.5")', 43_200.5 / 86_400],
    ['TIMEVALUE("2026-01-31")', 0],
    ['TIMEVALUE("noon")', '#VALUE!'],
    ['HOUR(0.75)', 18],
    ['HOUR("6:45 PM")', 18],
    ['MINUTE("2026-01-31 10:59")', 59],
    ['SECOND(TIME(16, 48, 18))', 18],
    ['HOUR(dt"1969-12-31T23:59:59.999Z")', 23],
    ['SECOND(dt"1969-12-31T23:59:59.999Z")', 0],
    ['MILLISECOND(dt"1969-12-31T23:59:59.999Z")', 999],
    ['HOUR("x")', '#VALUE!'],
  ])('%s is %s', (formula, result) => {
    expect(bare(run(formula))).toBe(result)
  })

  it('survive the way through a serial, each second of a day', () => {
    for (let second = 0; second < 86_400; second += 7) {
      const [h, m, s] = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
      const time = dateFunctions.TIME!([h, m, s]) as number
      const at = timeFunctions.FROM_SERIAL!([46_023 + time])
      expect(dateFunctions.HOUR!([at])).toBe(h)
      expect(dateFunctions.MINUTE!([at])).toBe(m)
      expect(dateFunctions.SECOND!([at])).toBe(s)
    }
  })
})

describe('datetimes and durations as values', () => {
  it.each([
    ['DATETIME(2026, 1, 31)', '2026-01-31'],
    ['DATETIME(2026, 1, 31, 25, 61, 61.5)', '2026-02-01T02:02:01.500Z'],
    ['DATETIME(26, 1, 31)', '0026-01-31'],
    ['DATETIME(2026, 7, 1, 12, 0, 0, "Europe/Berlin")', '2026-07-01T10:00:00.000Z'],
    ['DATETIME(2026, 7, 1, 12, 0, 0, "europe/berlin")', '2026-07-01T10:00:00.000Z'],
    ['DATETIME(2026, 7, 1, 12, 0, 0, "utc")', '2026-07-01T12:00:00.000Z'],
    ['DATETIME(2026, 7, 1, 12, 0, 0, "Nowhere")', '#VALUE!'],
    ['DATETIME(999999, 1, 1)', '#NUM!'],
    ['DURATION_PART(duration"P1Y2M", "Months")', 14],
    ['DURATION_PART(36h, "ms")', 129_600_000],
    ['DURATION_PART(36h, "hours")', '#VALUE!'],
    ['FROM_EPOCH_MS(-1)', '1969-12-31T23:59:59.999Z'],
    ['FROM_EPOCH_MS(8.64e15 + 2)', '#NUM!'],
    ['EPOCH_MS(FROM_EPOCH_MS(1234.4))', 1234],
    ['FROM_SERIAL(0)', '1899-12-31'],
    ['FROM_SERIAL(1e12)', '#NUM!'],
    ['PARSE_DATETIME("2026-01-31")', '2026-01-31'],
    ['PARSE_DATETIME("31 Jan 2026")', '#VALUE!'],
    ['PARSE_DURATION("1h")', '#VALUE!'],
    ['PARSE_CRON("@hourly")', { k: 4, cron: '0 * * * *' }],
    ['PARSE_CRON("every day")', '#VALUE!'],
    ['QUARTER(DATE(2026, 3, 31))', 1],
    ['QUARTER(DATE(2026, 12, 1))', 4],
    ['START_OF(dt"2026-05-20T08:20:31.5Z", "minute")', '2026-05-20T08:20:00.000Z'],
    ['START_OF(dt"2026-05-20T08:20:31.5Z", "HOUR")', '2026-05-20T08:00:00.000Z'],
    ['START_OF(dt"2026-05-20T08:20:31.5Z", "day")', '2026-05-20'],
    ['START_OF(dt"2026-05-24T08:20:31.5Z", "week")', '2026-05-18'],
    ['START_OF(dt"2026-05-20T08:20:31.5Z", "quarter")', '2026-04-01'],
    ['START_OF(dt"2026-05-20T08:20:31.5Z", "year")', '2026-01-01'],
    ['START_OF(dt"2026-05-20T08:20:31.5Z", "decade")', '#VALUE!'],
    ['END_OF(dt"2026-05-20T08:20:31.5Z", "minute")', '2026-05-20T08:20:59.999Z'],
    ['END_OF(dt"2026-05-20T08:20:31.5Z", "week")', '2026-05-24T23:59:59.999Z'],
    ['END_OF(dt"2026-11-20T08:20:31.5Z", "quarter")', '2026-12-31T23:59:59.999Z'],
    ['END_OF(dt"2026-05-20T08:20:31.5Z", "year")', '2026-12-31T23:59:59.999Z'],
    ['END_OF(dt"2024-02-20T08:20:31.5Z", "month")', '2024-02-29T23:59:59.999Z'],
  ])('%s is %s', (formula, result) => {
    withBerlin('as an extra zone', () => expect(shown(run(formula))).toStrictEqual(result))
  })
})

describe('in the zone of the model', () => {
  it.each([
    ['DATE(2026, 1, 31)', '2026-01-30T23:00:00.000Z'],
    ['DATE(2026, 7, 1)', '2026-06-30T22:00:00.000Z'],
    ['TODAY()', '2026-03-28T23:00:00.000Z'],
    ['EDATE(DATE(2026, 1, 31), 6)', '2026-07-30T22:00:00.000Z'],
    ['DAY(dt"2026-06-30T22:00:00Z")', 1],
    ['HOUR(dt"2026-06-30T22:00:00Z")', 0],
    ['DAYS(DATE(2026, 3, 30), DATE(2026, 3, 29))', 1],
    ['HOUR(FROM_SERIAL(46204.5))', 12],
    ['DATETIME(2026, 3, 29, 2, 30)', '2026-03-29T01:30:00.000Z'],
    ['DATETIME(2026, 10, 25, 2, 30)', '2026-10-25T00:30:00.000Z'],
    ['START_OF(dt"2026-10-25T01:30:00Z", "hour")', '2026-10-25T01:00:00.000Z'],
    ['END_OF(dt"2026-03-29T12:00:00Z", "day")', '2026-03-29T21:59:59.999Z'],
    ['START_OF(dt"2026-03-29T12:00:00Z", "day")', '2026-03-28T23:00:00.000Z'],
    [
      'ZONE_OFFSET(dt"2026-01-01T00:00:00Z", "Europe/Berlin")',
      { k: 3, months: 0, days: 0, ms: 3_600_000 },
    ],
  ])('%s is %s', (formula, result) => {
    withBerlin('the zone', () => expect(shown(run(formula))).toStrictEqual(result))
  })

  it('a date is midnight there, all year long', () => {
    withBerlin('the zone', () => {
      for (let day = 20_454; day < 20_820; day++) {
        const civil = civilFromDays(day)
        const date = dateFunctions.DATE!([civil.year, civil.month, civil.day])
        expect(dateFunctions.HOUR!([date])).toBe(0)
        expect(dateFunctions.DAY!([date])).toBe(civil.day)
        expect(dateFunctions.MONTH!([date])).toBe(civil.month)
        expect(Math.abs((date as { ms: number }).ms - day * dayMs)).toBeLessThan(dayMs)
      }
    })
  })
})
