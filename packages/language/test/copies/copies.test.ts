// Goal: lines that are like each other are shared, and whatever is not quite alike is not. Method: a
// table of lines that must and must not become copies; every model is compiled both ways and compared.

import { describe, expect, test } from 'vitest'
import { SimpleLines } from '../../src/copies/lines.ts'
import { copiesIn, repeated } from './support.ts'

describe('lines of one kind are copies of the first', () => {
  test.each<[string, (n: number) => string]>([
    ['a chain', (n) => `A${n + 1} = A${n} + 1`],
    ['inputs', (n) => `A${n} = ${n * 1.5}`],
    ['signed inputs, 0 among them', (n) => `A${n} = -${n - 3 < 0 ? 1 : n - 3}`],
    ['inputs with an exponent', (n) => `A${n} = ${n}e${n}`],
    ['inputs with many digits', (n) => `A${n} = 0.1234567890123456${n}`],
    ['fractions without a whole part', (n) => `A${n} = .${n} + B${n}`],
    ['texts', (n) => `A${n} = "x # A1 \\" ""y"" {" & B${n}`],
    ['a text as input', (n) => `A${n} = "same"`],
    ['units', (n) => `A${n} = B${n} * 5pct + 25bps`],
    ['per cent', (n) => `A${n} = B${n} * 5% + ${n}`],
    ['errors and comments', (n) => `A${n} = IFERROR(B${n}, #N/A) # line ${n}`],
    ['comments in other scripts', (n) => `A${n} = B${n} # größe ${n}`],
    ['fixed references', (n) => `$A$${n} = $B$1 + B$${n} + $C${n}`],
    ['ranges in any order', (n) => `A${n} = SUM(C${n}:B1, D$1:D${n})`],
    ['whole columns', (n) => `A${n} = SUM(C:D) + ${n}`],
    ['sheets', (n) => `Data!A${n} = 'Q4 Revenue'!B${n} + Other!C1:D${n}`],
    ['a sheet like a cell', (n) => `Q4!A${n} = Q4!B${n}`],
    ['functions like cells', (n) => `A${n} = LOG10(B${n}) + DAYS360(C${n}, D${n})`],
    ['choices', (n) => `A${n} = B${n} > ${n} THEN C${n} ELSE ${n}`],
    ['a question', (n) => `A${n} = B${n} ? C${n} : D${n}`],
    ['lazy', (n) => `A${n} ~= B${n} + 1`],
    ['conditional', (n) => `A${n} ?= B${n} + 1`],
    ['tags', (n) => `A${n} as currency:EUR = B${n} + 1`],
    ['a tag behind', (n) => `A${n} = B${n} as integer`],
    ['named arguments out of order', (n) => `A${n} = ROUND(num_digits := ${n}, number := B${n})`],
    ['pipes', (n) => `A${n} = B${n} >> ROUND(_ + _, ${n})`],
    ['bindings', (n) => `A${n} = LET(x, B${n} * ${n}, y, x + 1, x * y)`],
    ['lambdas', (n) => `A${n} = MAP(B1:B${n}, (v) => v * ${n})`],
    ['with', (n) => `A${n} = WITH a = B${n} / 2, b = a + ${n} THEN a * b ELSE C${n}`],
    ['arrays', (n) => `A${n} = SUM([1, ${n}; B${n}, 4])`],
    ['spills', (n) => `A${n} = SUM(B${n}#)`],
    ['a name', (n) => `A${n} = rate * B${n}`],
    ['negative numbers', (n) => `A${n} = B${n} * -${n}`],
    ['tabs and indents', (n) => `\tA${n}\t=  B${n}   +\t1  `],
    ['volatile', (n) => `A${n} = NOW() - B${n}`],
    ['dynamic', (n) => `A${n} = INDIRECT("B" & ${n})`],
  ])('%s', (_, line) => {
    expect(copiesIn(`rate = 2\n${repeated(9, line)}`)).toBe(8)
  })

  test('line ends may be CRLF or CR', () => {
    const text = repeated(9, (n) => `A${n} = B${n} + 1`)
    expect(copiesIn(text.replaceAll('\n', '\r\n'))).toBe(8)
    expect(copiesIn(text.replaceAll('\n', '\r'))).toBe(8)
  })

  test('kinds may alternate, with statements of other sorts between', () => {
    const text = repeated(
      9,
      (n) => `A${n} = ${n}\nB${n} = A${n} + 1\n\n# note ${n}\nname${n} = B${n}`,
    )
    expect(copiesIn(`MODEL "m"\n${text}`)).toBe(16)
  })

  test('a warning about a name that copies read stays where it is', () => {
    expect(copiesIn(repeated(9, (n) => `A${n} = unset * B${n}`))).toBe(8)
  })
})

describe('lines that look alike and are not are compiled one by one', () => {
  test.each<[string, (n: number) => string]>([
    ['places', (n) => `A${n} = ROW(B${n})`],
    ['computed constants', (n) => `A${n} = 2 * ${n} + B${n}`],
    ['intersections', (n) => `A${n} = SUM(B1:D${n} C${n}:E9)`],
    ['intersections with columns', (n) => `A${n} = SUM(XFA1:XFC${n} B:XFD)`],
    ['external calls', (n) => `A${n} = HTTP_GET("https://example.com/" & B${n})`],
    ['fields like cells', (n) => `A${n} = obj.b${n}`],
    ['schedules', (n) => `A${n} = B${n} EVERY 1h SKIP MISSED`],
    ['templates', (n) => `A${n} = \`x {B${n}}\``],
    ['whole rows', (n) => `A${n} = SUM(Data!${n}:9)`],
    ['several on a line', (n) => `A${n} = 1; B${n} = 2`],
    ['block comments', (n) => `A${n} = /* x */ B${n}`],
    ['rectangles', (n) => `A${n}:B${n} = 5`],
    ['names', (n) => `name${n} = 5`],
    ['underscores', (n) => `A${n} = 1_00${n}`],
    ['numbers without end', (n) => `A${n} = ${n}e999`],
    ['a line that the next carries on', (n) => `A${n} = B${n}\n  >> ABS(_)`],
    ['a choice over two lines', (n) => `A${n} = B${n} > 1 THEN 2\nELSE 3`],
    ['an operator at the end', (n) => `A${n} = B${n} +\n1`],
    ['a word at the end', (n) => `A${n} = B${n} AND\nTRUE`],
    ['an open bracket', (n) => `A${n} = SUM(B${n},\n1)`],
  ])('%s', (_, line) => {
    expect(copiesIn(`obj = { b1: 1 }\n${repeated(9, line)}`)).toBe(0)
  })

  test('a comparison that seems to be a statement inside a bracket', () => {
    expect(copiesIn(`${repeated(9, (n) => `A${n} = B${n}`)}C1 = AND(\nA20 = B20\n)\n`)).toBe(8)
  })

  test('a comparison that seems to be a statement behind an operator', () => {
    expect(copiesIn(`${repeated(9, (n) => `A${n} = B${n}`)}C1 = TRUE AND\nA20 = B20\n`)).toBe(8)
  })

  test('a line that the next carries on, among others', () => {
    const text = repeated(8, (n) => `A${n} = B${n}`)
    expect(copiesIn(`${text}A9 = B9\n\n# note\n  >> ABS(_)\nA10 = B10\n`)).toBe(8)
  })

  test('a line in a block comment that quotes hide', () => {
    const text = repeated(9, (n) => `A${n}=B${n}`)
    expect(copiesIn(`${text}C1 = 1 /* a "x */ + 2 /* "y\nA20=B20\n*/\n`)).toBe(0)
  })

  test('a minus before 0 is kept apart from other numbers', () => {
    expect(copiesIn(repeated(9, (n) => `A${n} = B${n} * -(${n % 3})`))).toBe(5)
  })

  test('a tab and a range in its place', () => {
    expect(copiesIn(`${repeated(9, (n) => `A${n} =\t(${n})`)}A10 =$A1:B1(5)\n`)).toBe(0)
  })

  test.each<[string, string, string]>([
    ['an error and a comment', 'A1 = B1 + #DIV/0!', 'A2 = B2 + #DIV/5!'],
    ['two dots and one', 'A1 = ..5', 'A2 = .5'],
    ['letters that no byte tells apart', 'A1 = "\u0080"', 'A2 = "\u0081"'],
    ['a marker in a text and a cell', 'A1 = "\ue004" & B1', 'A2 = "B2" & B2'],
    ['a spill and a comment', 'A1 = B1', 'A2 = B2#'],
    ['an error that opens a comment', 'A1 = B1 # x', 'A2 = B2 #N/A'],
    ['a row beyond the last', 'A1 = B1', 'A2 = B1048577'],
    ['a column beyond the last', 'A1 = B1', 'A2 = XFE2'],
    ['a row with too many digits', 'A1 = B1', 'A2 = B00000002'],
    ['spaces in a text', 'A1 = "a b"', 'A2 = "a  b"'],
    ['a dot without digits', 'A1 = 1', 'A2 = 2.'],
  ])('%s are told apart at once', (_, first, second) => {
    const lines = new SimpleLines(`${first}\n${first}\n${second}\n`)
    const [a, b, c] = lines.skeletons.values()
    expect(b).toBe(a)
    expect(c).not.toBe(a)
  })

  test('too few lines of a kind', () => {
    expect(copiesIn(repeated(3, (n) => `A${n} = B${n}`))).toBe(0)
  })

  test('lines inside a rule or a block comment', () => {
    const line = (n: number) => `  A${n} = B${n} + 1`
    expect(copiesIn(`WHEN C1 > 0 THEN\n${repeated(9, line)}END\n`)).toBe(0)
    expect(copiesIn(`/*\n${repeated(9, line)}*/\n`)).toBe(0)
    const mixed = `${repeated(9, line)}WHEN C1 > 0 THEN\n  A20 = B20 + 1\nEND\n/*\n  A21 = B21 + 1\n*/\n`
    expect(copiesIn(`${mixed}  A22 = B22 + 1\n`)).toBe(9)
  })
})
