// Goal: numbers become text and texts numbers as in a spreadsheet, in the model's zone; patterns and
// addresses too. Method: formulas and their known results.
import { afterEach, describe, expect, it } from 'vitest'
import { context, setContext, UTC_TABLE } from '../../src/context.ts'
import { evaluate, shown } from './evaluate.ts'

type Row = readonly [formula: string, result: unknown]

const numbers: Row[] = [
  ['FIXED(1234.567)', '1,234.57'],
  ['FIXED(-1234.567, 0)', '-1,235'],
  ['FIXED(1234.567, -2)', '1,200'],
  ['FIXED(0.5, 0)', '1'],
  ['FIXED(1.005, 2)', '1.01'],
  ['FIXED(44.332)', '44.33'],
  ['FIXED(1, 128)', '#VALUE!'],
  ['FIXED(1234567, 0, FALSE)', '1,234,567'],
  ['FIXED(0.1, 20)', '0.10000000000000000000'],
  ['DOLLAR(0)', '$0.00'],
  ['DOLLAR(-0.5)', '($0.50)'],
  ['DOLLAR(99.888)', '$99.89'],
  ['DOLLAR(123.4, -1)', '$120'],
  ['DOLLAR(-1234.567, -2)', '($1,200)'],
  ['DOLLAR(123.123, 4)', '$123.1230'],
  ['VALUE("12")', 12],
  ['VALUE(" 12.5 ")', 12.5],
  ['VALUE("-1e3")', -1000],
  ['VALUE("$1,000")', 1000],
  ['VALUE(" 5 ")', 5],
  ['VALUE("\\u{a0}5")', '#VALUE!'],
  ['VALUE("5\\u{a0}")', '#VALUE!'],
  ['VALUE("-$5")', -5],
  ['VALUE("(5)")', -5],
  ['VALUE("($1,234.50)")', -1234.5],
  ['VALUE("$-5")', -5],
  ['VALUE("€100")', 100],
  ['VALUE("100€")', 100],
  ['VALUE("€")', '#VALUE!'],
  ['VALUE("(-5)")', '#VALUE!'],
  ['VALUE("2026-03-05")', 46_086],
  ['VALUE("6:00")', 0.25],
  ['VALUE("2026-03-05 12:00")', 46_086.5],
  ['VALUE("abc")', '#VALUE!'],
  ['VALUE("")', '#VALUE!'],
  ['VALUE(BLANK)', 0],
  ['VALUE(TRUE)', '#VALUE!'],
  ['VALUE(5)', 5],
  ['VALUE(DATE(2026, 3, 5))', 46_086],
  ['VALUE("1,23")', '#VALUE!'],
  ['VALUE("5%")', 0.05],
  ['NUMBERVALUE("1 234,5", ",", " ")', 1234.5],
  ['NUMBERVALUE("")', 0],
  ['NUMBERVALUE("3.5%")', 0.035],
  ['NUMBERVALUE("9%%")', 0.0009],
  ['NUMBERVALUE("1.2.3")', '#VALUE!'],
  ['NUMBERVALUE("1.5,3")', '#VALUE!'],
  ['NUMBERVALUE("2,500.27", ".", ",")', 2500.27],
  ['NUMBERVALUE("2.500,27", ",,", "..")', 2500.27],
  ['NUMBERVALUE("5", ",", ",")', '#VALUE!'],
  ['NUMBERVALUE("5", "")', '#VALUE!'],
  ['NUMBERVALUE("abc")', '#VALUE!'],
  ['NUMBERVALUE("%")', '#VALUE!'],
  ['NUMBERVALUE("-12")', -12],
  ['NUMBERVALUE("1.5", ",")', '#VALUE!'],
  ['TEXT(0.285, "0.0%")', '28.5%'],
  ['TEXT("12", "0.00")', '12.00'],
  ['TEXT("abc", "0.00")', 'abc'],
  ['TEXT("2026-03-05", "d mmm yyyy")', '5 Mar 2026'],
  ['TEXT(TRUE, "0")', 'TRUE'],
  ['TEXT(BLANK, "0.0")', '0.0'],
  ['TEXT(36h, "[h]:mm")', '36:00'],
  ['TEXT(-90min, "[h]:mm")', '-1:30'],
  ['TEXT(90s, "[mm]:ss")', '01:30'],
  ['TEXT(1500ms, "s.000")', '1.500'],
  ['TEXT(duration"P1M", "[h]")', '#VALUE!'],
  ['TEXT(dt"2026-03-05T14:07:09Z", "yyyy-mm-dd hh:mm:ss")', '2026-03-05 14:07:09'],
  ['TEXT([1, 2], "00")', ['01', '02']],
  ['TEXT(#N/A, "0")', '#N/A'],
]

const patterns: Row[] = [
  ['REGEXTEST("abc", "B")', false],
  ['REGEXTEST("abc", "B", 1)', true],
  ['REGEXTEST("abc", "b", 2)', '#VALUE!'],
  ['REGEXTEST("abc", "(")', '#VALUE!'],
  ['REGEXTEST("abc", "(a)\\\\1")', '#VALUE!'],
  ['REGEXTEST("", "")', true],
  ['REGEXTEST("😀", "^.$")', true],
  ['REGEXTEST(["a1", "b"], "\\\\d")', [true, false]],
  ['REGEXEXTRACT("abc", "x")', '#N/A'],
  ['REGEXEXTRACT("abc", "x", 1)', '#N/A'],
  ['REGEXEXTRACT("a=1, b=2", "(\\\\w)=(\\\\d)", 2)', ['a', '1']],
  ['REGEXEXTRACT("a=1, b=2", "\\\\w=\\\\d", 1)', ['a=1', 'b=2']],
  ['REGEXEXTRACT("ab", "(a)|(b)", 2)', ['a', '']],
  ['REGEXEXTRACT("abc", "b", 2)', '#N/A'],
  ['REGEXEXTRACT("abc", "b", 3)', '#VALUE!'],
  ['REGEXEXTRACT("Order 7", "ORDER", 0, 1)', 'Order'],
  ['REGEXEXTRACT("aab", "a*", 1)', ['aa', '', '']],
  ['REGEXREPLACE("a1b22", "\\\\d+", "#", 2)', 'a1b#'],
  ['REGEXREPLACE("a1b22", "\\\\d+", "#", -1)', 'a1b#'],
  ['REGEXREPLACE("a1b22", "\\\\d+", "#", 3)', 'a1b22'],
  ['REGEXREPLACE("first last", "(\\\\w+) (\\\\w+)", "$2, $1")', 'last, first'],
  ['REGEXREPLACE("ab", "(a)", "<$1$0$&$$$\u007b1}0>")', '<aaa$a0>b'],
  ['REGEXREPLACE("ab", "(a)", "$10$2")', 'a0$2b'],
  ['REGEXREPLACE("abc", "", "-")', '-a-b-c-'],
  ['REGEXREPLACE("aBc", "b", "x", 0, 1)', 'axc'],
  ['REGEXREPLACE("😀1😀", "\\\\d", "")', '😀😀'],
  ['REGEXREPLACE("abc", "[", "")', '#VALUE!'],
]

const addresses: Row[] = [
  ['ENCODEURL("é")', '%C3%A9'],
  ['ENCODEURL("😀")', '%F0%9F%98%80'],
  ['ENCODEURL("€")', '%E2%82%AC'],
  ['ENCODEURL("a-b.c_d~e")', 'a-b.c_d~e'],
  ['ENCODEURL("!\'()*")', '%21%27%28%29%2A'],
  ['ENCODEURL("")', ''],
  ['ENCODEURL("a/b?c=d+e")', 'a%2Fb%3Fc%3Dd%2Be'],
  ['DECODEURL("%C3%A9%e2%82%ac")', 'é€'],
  ['DECODEURL("%F0%9F%98%80")', '😀'],
  ['DECODEURL("a+b")', 'a+b'],
  ['DECODEURL("100%")', '#VALUE!'],
  ['DECODEURL("%ZZ")', '#VALUE!'],
  ['DECODEURL("%C3")', '#VALUE!'],
  ['DECODEURL("%C0%80")', '#VALUE!'],
  ['DECODEURL("%ED%A0%80")', '#VALUE!'],
  ['DECODEURL("%F4%90%80%80")', '#VALUE!'],
]

for (const [name, rows] of Object.entries({ numbers, patterns, addresses })) {
  describe(name, () => {
    it.each(rows)('%s is %j', (formula, result) => {
      expect(shown(formula)).toStrictEqual(result)
    })
  })
}

describe('addresses and back', () => {
  it('every kind of character comes back', () => {
    for (let code = 1; code < 0x10ffff; code += code < 0x900 ? 1 : 997) {
      if (code >= 0xd800 && code < 0xe000) continue
      const encoded = evaluate(`ENCODEURL(UNICHAR(${code}))`)
      expect(decodeURIComponent(String(encoded))).toBe(String.fromCodePoint(code))
      expect(evaluate(`DECODEURL("${encoded}")`)).toBe(String.fromCodePoint(code))
    }
  })
})

describe('a zone', () => {
  afterEach(() => {
    setContext({ ...context, zone: UTC_TABLE })
  })

  it('shows its wall time', () => {
    setContext({
      ...context,
      zone: {
        name: 'Europe/Berlin',
        starts: [-8.64e15, Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)],
        offsets: [3_600_000, 7_200_000, 3_600_000],
      },
    })
    const format = '"yyyy-mm-dd hh:mm"'
    expect(shown(`TEXT(dt"2026-01-31T23:30:00Z", ${format})`)).toBe('2026-02-01 00:30')
    expect(shown(`TEXT(dt"2026-07-01T22:30:00Z", ${format})`)).toBe('2026-07-02 00:30')
    expect(shown(`TEXT(DATE(2026, 7, 1), ${format})`)).toBe('2026-07-01 00:00')
    expect(shown('VALUE("2026-07-01")')).toBe(46_204)
  })
})
