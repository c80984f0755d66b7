// Goal: numbers, dates and texts look as a spreadsheet shows them in a format. Method: tables of known
// results, and identities that hold for any number.
import { describe, expect, it } from 'vitest'
import { decimalOf, fixedText } from '../../src/number-format/decimal.ts'
import { type Amount, formatAmount, formatText } from '../../src/number-format/format.ts'

const dayMs = 86_400_000

function shown(value: number, format: string): unknown {
  const result = formatAmount(
    { number: value, ms: Math.round(value * dayMs), kind: 'number' },
    format,
  )
  return typeof result === 'string' ? result : result.code
}

function moment(iso: string, format: string): unknown {
  const ms = Date.parse(iso)
  const amount: Amount = { number: ms / dayMs + 25_569, ms, kind: 'moment' }
  const result = formatAmount(amount, format)
  return typeof result === 'string' ? result : result.code
}

describe('numbers', () => {
  it.each([
    [1234.5, '#,##0.00', '1,234.50'],
    [1234567.891, '#,##0', '1,234,568'],
    [0, '#,##0', '0'],
    [0, '#', ''],
    [0, '#.##', '.'],
    [0.5, '#.##', '.5'],
    [0.5, '0.##', '0.5'],
    [5, '0.##', '5.'],
    [12, '0000', '0012'],
    [-12, '0000', '-0012'],
    [1.005, '0.00', '1.01'],
    [2.345, '0.00', '2.35'],
    [0.285, '0%', '29%'],
    [0.285, '0.0%', '28.5%'],
    [1.5, '0%%', '15000%%'],
    [12345.678, '0.00E+00', '1.23E+04'],
    [0.00012345, '0.00E+00', '1.23E-04'],
    [12345.678, '##0.0E+0', '12.3E+3'],
    [999.99, '0.0E+0', '1.0E+3'],
    [0, '0.00E+00', '0.00E+00'],
    [1e100, '0E+0', '1E+100'],
    [12345, '0.0E-0', '1.2E4'],
    [1234567, '#,##0,', '1,235'],
    [1234567, '0.0,,', '1.2'],
    [1234567, '0.0,,"M"', '1.2M'],
    [5551234567, '(000) 000-0000', '(555) 123-4567'],
    [123456789, '000-00-0000', '123-45-6789'],
    [5, '"a;b"0', 'a;b5'],
    [5, '\\x0', 'x5'],
    [5, '$0.00', '$5.00'],
    [-5, '$0.00', '-$5.00'],
    [5, '[Red]0', '5'],
    [5, '[$€-407] 0', '€ 5'],
    [5, '0_)', '5 '],
    [5, '* 0', '5'],
    [-1234, '#,##0;(#,##0)', '(1,234)'],
    [1234, '#,##0;(#,##0)', '1,234'],
    [0, '0;-0;"zero"', 'zero'],
    [-3, '0;-0;"zero"', '-3'],
    [-3, '0;;', ''],
    [5, '', ''],
    [150, '[>100]"high";"low"', 'high'],
    [50, '[>100]"high";"low"', 'low'],
    [50, '[<10]"few";[<100]"some";"many"', 'some'],
    [500, '[<10]"few";[<100]"some";"many"', 'many'],
    [-5, '[<0]"minus "0;0', 'minus 5'],
    [-5, '[<10]0;0.0', '-5'],
    [5, '[>100]0', '5'],
    [1.5, '?0.0?', ' 1.5 '],
    [12.5, '??0.0??', ' 12.5  '],
    [1234, '?,??0', '1,234'],
    [1e15, '#,##0', '1,000,000,000,000,000'],
    [123456789012345680, '0', '123456789012346000'],
    [0.1, '0.00000000000000000000', '0.10000000000000000000'],
    [1234.5, 'General', '1234.5'],
    [-1234.5, 'general', '-1234.5'],
    [5, 'General" units"', '5 units'],
    [12.5, '@', '12.5'],
    [0.999, '0.00', '1.00'],
    [9.999, '0.00', '10.00'],
    [999999.5, '#,##0', '1,000,000'],
    [0.4, '0', '0'],
    [0.5, '0', '1'],
    [-0.001, '0.00', '0.00'],
    [12, '.00', '12.00'],
    [1, '"é"0"😀"', 'é1😀'],
  ])('%d in %s is %j', (value, format, expected) => {
    expect(shown(value, format)).toBe(expected)
  })

  it.each([
    [1.25, '# ?/?', '1 1/4'],
    [0.5, '# ?/?', ' 1/2'],
    [2, '# ?/?', '2    '],
    [0, '0 0/0', '0 0/1'],
    [-1.25, '# ?/?', '-1 1/4'],
    [Math.PI, '?/?', '22/7'],
    [Math.PI, '# ???/???', '3  16/113'],
    [0.333, '# ?/?', ' 1/3'],
    [1.999, '# ?/?', '2    '],
    [0.3, '# ?/8', ' 2/8'],
    [5.5, '# ??/16', '5  8/16'],
    [0.25, '0/100', '25/100'],
    [0.5, '# ??/??', '  1/2 '],
    [1.5, '0 0/0" cups"', '1 1/2 cups'],
  ])('%d in %s is the fraction %j', (value, format, expected) => {
    expect(shown(value, format)).toBe(expected)
  })

  it('a format has a longest length', () => {
    expect(shown(1, '0'.repeat(256))).toBe('VALUE!')
    expect(shown(1, '0'.repeat(255))).toBe(`${'0'.repeat(254)}1`)
  })

  it('fixed decimals are those of the exact decimal, to 15 digits', () => {
    for (let i = 1; i < 2000; i++) {
      const value = i * 7.03125
      // These have an exact binary form, so a whole number of 32nds rounds without doubt.
      const cents = Math.floor(value * 100 + 0.5)
      const whole = Math.floor(cents / 100)
      const rest = String(cents - whole * 100).padStart(2, '0')
      expect(fixedText(value, 2, false)).toBe(`${whole}.${rest}`)
    }
  })

  it.each([
    [1234.567, 1, true, '1,234.6'],
    [1234.567, -2, true, '1,200'],
    [1250, -2, false, '1300'],
    [49, -2, false, '0'],
    [51, -2, false, '100'],
    [0, 2, true, '0.00'],
    [1e21, 0, true, '1,000,000,000,000,000,000,000'],
    [0.000004, 5, false, '0.00000'],
    [0.000005, 5, false, '0.00001'],
    [99.995, 2, false, '100.00'],
  ])('%d to %i decimals is %s', (value, decimals, commas, expected) => {
    expect(fixedText(value, decimals, commas)).toBe(expected)
  })

  it('a decimal point moves without a rounding error', () => {
    expect(decimalOf(0.07, 0, 2)).toEqual({ whole: '7', fraction: '' })
    expect(decimalOf(1.15, 1, 0)).toEqual({ whole: '1', fraction: '2' })
  })
})

describe('moments', () => {
  const at = '2026-03-05T14:07:09.045Z'
  it.each([
    ['yyyy-mm-dd', '2026-03-05'],
    ['yy', '26'],
    ['y', '26'],
    ['m/d/yyyy', '3/5/2026'],
    ['d. mmmm yyyy', '5. March 2026'],
    ['mmm', 'Mar'],
    ['mmmmm', 'M'],
    ['dddd', 'Thursday'],
    ['ddd', 'Thu'],
    ['hh:mm:ss', '14:07:09'],
    ['h:mm AM/PM', '2:07 PM'],
    ['hh A/P', '02 P'],
    ['h:m:s', '14:7:9'],
    ['mm:ss', '07:09'],
    ['ss.000', '09.045'],
    ['ss.0', '09.0'],
    ['ss.00', '09.05'],
    ['yyyy-mm-dd"T"hh:mm:ss', '2026-03-05T14:07:09'],
    ['YYYY-MM-DD HH:MM', '2026-03-05 14:07'],
    ['hh "h" mm', '14 h 07'],
    ['mm', '03'],
    ['[$-409]mmmm', 'March'],
    ['dd.mm.yyyy', '05.03.2026'],
  ])('%s', (format, expected) => {
    expect(moment(at, format)).toBe(expected)
  })

  it.each([
    ['1899-12-30T00:00:00Z', 'yyyy-mm-dd', '1899-12-30'],
    ['1850-07-04T12:00:00Z', 'dddd d mmm yyyy', 'Thursday 4 Jul 1850'],
    ['2024-02-29T00:00:00Z', 'd mmmm', '29 February'],
    ['2026-12-31T23:59:59.600Z', 'yyyy-mm-dd hh:mm:ss', '2027-01-01 00:00:00'],
    ['2026-12-31T23:59:59.600Z', 'yyyy-mm-dd hh:mm', '2026-12-31 23:59'],
    ['2026-01-01T00:30:00Z', 'h:mm AM/PM', '12:30 AM'],
    ['2026-01-01T12:00:00Z', 'h AM/PM', '12 PM'],
  ])('%s in %s is %s', (iso, format, expected) => {
    expect(moment(iso, format)).toBe(expected)
  })

  it.each([
    [1.5, '[h]:mm', '36:00'],
    [0.25, '[mm]', '360'],
    [1 / 86_400, '[ss]', '01'],
    [100 + 1 / 24, '[h]', '2401'],
    [-1.5, '[h]:mm', '-36:00'],
    [-1.5, 'h:mm', 'VALUE!'],
    [0.75, 'hh:mm', '18:00'],
    [46086, 'yyyy-mm-dd', '2026-03-05'],
    [46086.5, 'yyyy-mm-dd hh:mm', '2026-03-05 12:00'],
  ])('the number %d in %s is %s', (value, format, expected) => {
    expect(shown(value, format)).toBe(expected)
  })
})

describe('texts', () => {
  it.each([
    ['abc', '0.00', 'abc'],
    ['abc', '@', 'abc'],
    ['abc', '"<"@">"', '<abc>'],
    ['abc', '0;-0;0;"text: "@', 'text: abc'],
    ['abc', '0;-0;0;', ''],
    ['abc', '@@', 'abcabc'],
  ])('%s in %s is %j', (value, format, expected) => {
    expect(formatText(value, format)).toBe(expected)
  })
})
