// Goal: what is rarely written has the value that it has in Excel: an argument whose place is empty, the first days of
// 1900, the format General, times over a day, fractions as text. Method: formulas and their known results.
import { describe, expect, it } from 'vitest'
import { shown } from '../text/evaluate.ts'

type Row = readonly [formula: string, result: unknown]

const empty: Row[] = [
  ['MATCH(4, [3, 1, 4, 5], )', 3],
  ['LEFT("abc", )', ''],
  ['RIGHT("abc", )', ''],
  ['LOG(100, )', '#NUM!'],
  ['FIXED(1234.567, )', '1,235'],
  ['DOLLAR(1234.567, )', '$1,235'],
  ['FIND("a", "bar", )', '#VALUE!'],
  ['SEARCH("a", "bar", )', '#VALUE!'],
  ['SUBSTITUTE("aa", "a", "b", )', '#VALUE!'],
  ['WEEKDAY(40000, )', '#NUM!'],
  ['AND(TRUE, )', false],
  ['OR(, )', false],
  ['XOR(TRUE, )', true],
  ['COUNT(1, )', 2],
  ['COUNTA(1, )', 2],
  ['AVERAGE(3, )', 1.5],
  ['MAX(-1, )', 0],
  ['MIN(5, )', 0],
  ['PRODUCT(3, )', 0],
  ['STDEV.P(2, )', 1],
  ['NPV(0, 1, , 2)', 3],
  ['TEXTJOIN(",", FALSE, "a", , "b")', 'a,,b'],
  ['TEXTJOIN(",", TRUE, "a", , "b")', 'a,b'],
  ['VLOOKUP(3, [1, "a"; 4, "b"], 2, )', '#N/A'],
  ['ROUND(2.567, )', 3],
  ['IF(TRUE, ) + 1', 1],
  // A length of time is its days; one with months has no length.
  ['N(36h)', 1.5],
  ['N(duration"P1M")', '#VALUE!'],
  // Functions that once were an add-in want what they must have.
  ['EDATE(40000, )', '#N/A'],
  ['BIN2HEX(, 4)', '#N/A'],
  ['MROUND(, 2)', '#N/A'],
  ['YEARFRAC(, 40000)', '#N/A'],
  ['YEARFRAC(40000, 40360, ) > 0.98', true],
]

const early: Row[] = [
  ['TEXT(0, "yyyy-mm-dd ddd")', '1900-01-00 Sat'],
  ['TEXT(1, "yyyy-mm-dd dddd")', '1900-01-01 Sunday'],
  ['TEXT(1, "mmmmm")', 'J'],
  ['TEXT(59, "d mmm")', '28 Feb'],
  ['TEXT(60, "yyyy-mm-dd ddd")', '1900-02-29 Wed'],
  ['TEXT(61, "yyyy-mm-dd ddd")', '1900-03-01 Thu'],
  ['TEXT(2958465.5, "yyyy-mm-dd hh:mm")', '9999-12-31 12:00'],
  ['TEXT(2958466, "yyyy")', '#VALUE!'],
  ['WEEKDAY(0)', 7],
  ['WEEKDAY(1)', 1],
  ['WEEKDAY(59)', 3],
  ['WEEKDAY(60)', 4],
  ['WEEKDAY(61)', 5],
  ['WEEKDAY(DATE(1900, 1, 1), 2)', 7],
  ['WEEKDAY("2008-02-14")', 5],
  ['WEEKNUM(7)', 1],
  ['WEEKNUM(8)', 2],
]

const general: Row[] = [
  ['TEXT(0.1 + 0.2, "General")', '0.3'],
  ['TEXT(1 / 3, "General")', '0.333333333'],
  ['TEXT(-1 / 3, "General")', '-0.333333333'],
  ['TEXT(1234.5678912345, "General")', '1234.567891'],
  ['TEXT(12345678901, "General")', '12345678901'],
  ['TEXT(123456789012, "General")', '1.23457E+11'],
  ['TEXT(99999999999.6, "General")', '1E+11'],
  ['TEXT(0.0001234567, "General")', '0.000123457'],
  ['TEXT(0.00001234567, "General")', '1.23457E-05'],
  ['TEXT(5, "General ""kg""")', '5 kg'],
  ['TEXT(-0.001, "0.00")', '0.00'],
  ['TEXT(-0.4, "0")', '0'],
  ['TEXT(-0.5, "0")', '-1'],
  ['TEXT(45000, "yyyy 0")', '#VALUE!'],
  ['TEXT(5, "0 General")', '#VALUE!'],
  ['TEXT(45000.123456, "hh:mm:ss.00")', '02:57:46.60'],
  ['TEXT(0.5, "h:mm a/p")', '12:00 p'],
]

const texts: Row[] = [
  ['"25:00" * 24', 25],
  ['"27:30:15" * 86400', 99015],
  ['"10000:00" + 0', '#VALUE!'],
  ['TIMEVALUE("27:30") * 24', 3.5],
  ['"1 1/2" + 0', 1.5],
  ['"-2 3/4" * 1', -2.75],
  ['VALUE("0 1/4")', 0.25],
  ['"1 1/0" + 0', '#VALUE!'],
  ['SECOND(0.7001)', 9],
  ['SECOND("0:00:59.6")', 0],
]

describe.each([
  ['an argument whose place is empty', empty],
  ['the first and the last days', early],
  ['formats', general],
  ['times and fractions as text', texts],
])('%s', (_, rows) => {
  it.each(rows)('%s is %j', (formula, result) => {
    const found = shown(formula)
    if (typeof result === 'number' && typeof found === 'number')
      expect(found).toBeCloseTo(result, 9)
    else expect(found).toBe(result)
  })
})
