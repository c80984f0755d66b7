// Goal: every form of an expression is read as what it says.
// Method: a table of texts and the shapes of their trees.
import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../src/index.ts'
import { shapeOf } from '../support/shape.ts'

const hour = 3_600_000

const literals = [
  ['10', '10'],
  ['1_000_000', '1000000'],
  ['1.5e3', '1500'],
  ['1E-2', '0.01'],
  ['.5', '0.5'],
  ['12345678901234567890', '12345678901234567000'],
  ['5pct', '0.05'],
  ['5PCT', '0.05'],
  ['25bps', '0.0025'],
  ['100ms', 'duration:0/0/100'],
  ['5s', 'duration:0/0/5000'],
  ['2min', 'duration:0/0/120000'],
  ['1.5h', `duration:0/0/${1.5 * hour}`],
  ['1d', 'duration:0/1/0'],
  ['0.5d', `duration:0/0/${12 * hour}`],
  ['2W', 'duration:0/14/0'],
  ['duration"P1Y2M3DT4H"', `duration:14/3/${4 * hour}`],
  ['dt"1970-01-02T00:00:00Z"', 'dt:86400000'],
  ['DT"1970-01-01T01:00:00+01:00"', 'dt:0'],
  ['cron"0 9 * * 1-5"', 'cron:0 9 * * 1-5'],
  ['true', 'TRUE'],
  ['False', 'FALSE'],
  ['blank', 'BLANK'],
  ['#n/a', '#N/A'],
  ['#DIV/0!', '#DIV/0!'],
  ['#NAME?', '#NAME?'],
  ['#SPILL!', '#SPILL!'],
  ['"a""b\\"c\\n\\t\\\\\\u{20AC}"', JSON.stringify('a"b"c\n\t\\€')],
  ['`a {x + 1} b`', '(template "a " (+ x 1) " b")'],
  ['`{a}{b}`', '(template "" a "" b "")'],
  ['`\\{x\\} \\` } \\n`', '(template "{x} ` } \\n")'],
  ['`a {`b {c}`}`', '(template "a " (template "b " c "") "")'],
  ['[1, 2; 3, 4]', '[1 2; 3 4]'],
  ['[]', '[]'],
  ['{ a: 1, "b c": 2, end: x, A1: y }', '{a: 1, b c: 2, end: x, A1: y}'],
  ['{}', '{}'],
  ['{a:b}', '{a: b}'],
] as const

const references = [
  ['a1', 'R1C1'],
  ['XFD1048576', 'R1048576C16384'],
  ['XFE1', 'XFE1'],
  ['A1048577', 'A1048577'],
  ['A0', 'A0'],
  ['A1b', 'A1b'],
  ['Q4_total', 'Q4_total'],
  ['$A$1', 'R1C1$$'],
  ['A1:B9', 'R1C1:R9C2'],
  ['B9:A1', 'R1C1:R9C2'],
  ['$B9:A$1', 'R1C1:R9C2/6'],
  ['a:c', 'R1C1:R1048576C3/columns'],
  ['$C:A', 'R1C1:R1048576C3/columns/4'],
  ['1:3', 'R1C1:R3C16384/rows'],
  ['$1:$3', 'R1C1:R3C16384/rows/10'],
  ['AT:OR', 'R1C46:R1048576C408/columns'],
  ['Data!A1', 'Data!R1C1'],
  ['Data!A1:B2', 'Data!R1C1:R2C2'],
  ['Data!A:B', 'Data!R1C1:R1048576C2/columns'],
  ['Data!$1:2', 'Data!R1C1:R2C16384/rows/2'],
  ["'it''s'!A1", "it's!R1C1"],
  ['Q4!A1', 'Q4!R1C1'],
  ['a!=b', '(<> a b)'],
  ['A1!=b', '(<> R1C1 b)'],
  ['A1#', '(# R1C1)'],
  ['A1#[2]', '(index (# R1C1) 2)'],
  ['o.price', '(. o price)'],
  ['o.end.A1', '(. (. o end) A1)'],
  ['A1.x', '(. R1C1 x)'],
  ['o["k"]', '(index o "k")'],
  ['o[2]', '(index o 2)'],
  ['o[(i)]', '(index o (paren i))'],
  ['o[Column]', '(column o Column)'],
  ['o[A1]', '(index o R1C1)'],
  ['o[i + 1]', '(index o (+ i 1))'],
  ['c ? B1 : C1', '(choose c R1C2 R1C3)'],
  ['SUM(A1:C3 B2)', '(SUM() (intersect R1C1:R3C3 R2C2))'],
  ['LOG10(1)', '(LOG10() 1)'],
  ['stdev.s(1)', '(STDEV.S() 1)'],
  ['_', '_'],
] as const

const calls = [
  ['RAND()', '(RAND())'],
  ['SUM (1)', '(SUM() 1)'],
  ['IF(a, , c)', '(IF() a · c)'],
  ['IF(a,)', '(IF() a ·)'],
  ['F(,)', '(F() · ·)'],
  ['FX_RATE(base := "EUR", quote := A1)', '(FX_RATE() base:="EUR" quote:=R1C1)'],
  ['F(ref1 := 1, as := 2)', '(F() ref1:=1 as:=2)'],
  ['(x, y) => x + y', '(=> (x y) (+ x y))'],
  ['() => 1', '(=> () 1)'],
  ['x => x', '(=> (x) x)'],
  ['LAMBDA(x, y, x * y)', '(LAMBDA (x y) (* x y))'],
  ['LAMBDA(x, x + 1)(2)', '(apply (LAMBDA (x) (+ x 1)) 2)'],
  ['(x => x)(2)', '(apply (paren (=> (x) x)) 2)'],
  ['LET(n, 5, m, n, n * m)', '(let n=5 m=n (* n m))'],
  ['LET(f, (x) => x, f(1) + F(2))', '(let f=(=> (x) x) (+ (apply f 1) (F() 2)))'],
  ['MATCH(3, [1, 2], 0)', '(MATCH() 3 [1 2] 0)'],
  [
    'MATCH(s, "a" => 1, x => 2, (y) => y > z => 3, _ => 0)',
    '(match s "a" => 1 x => 2 (=> (y) (> y z)) => 3 _ => 0)',
  ],
  [
    'MATCH(s, 1 => (x => x), 2 => f(y => y))',
    '(match s 1 => (paren (=> (x) x)) 2 => (F() (=> (y) y)))',
  ],
  ['AND(a, OR(b, c))', '(AND() a (OR() b c))'],
  ['TRUE()', '(TRUE())'],
  ['above', 'ABOVE'],
  ['ABOVE(2) + NEIGHBORS(n)', '(+ (ABOVE 2) (NEIGHBORS n))'],
  ['LEFT + LEFT("a", 1)', '(+ LEFT (LEFT() "a" 1))'],
  ['SCHEDULED_AT', 'SCHEDULED_AT'],
] as const

const forms = [
  ['DO x = 1; y = x + 1; x * y END', '(do x=1 y=(+ x 1) (* x y))'],
  ['DO\n\nx = 1\n\n;x + 2\nEND', '(do x=1 (+ x 2))'],
  ['DO\n  A1 = 2\nEND', '(do (= R1C1 2))'],
  ['f(DO\n x = 1\n x\nEND, 2)', '(F() (do x=1 x) 2)'],
  ['do f = x => x; f(2) end', '(do f=(=> (x) x) (apply f 2))'],
  ['WITH a = 1, b = a = 2 THEN a ELSE b', '(with a=1 b=(= a 2) a b)'],
  ['TRY a THEN b ELSE c ELSE d', '(try (choose a b c) d)'],
  ['CASE WHEN a THEN b WHEN c THEN d END', '(case a:b c:d)'],
  ['CASE\nWHEN a THEN b\nELSE c\nEND + 1', '(+ (case a:b c) 1)'],
  ['SELECT * FROM t', '(select * t)'],
  [
    'SELECT a, "b c" FROM db.s.t WHERE a >= B1 OR b ORDER BY a, b DESC LIMIT 2 + 3 DEFAULT 0',
    '(DEFAULT (select a,b c db.s.t where (OR (>= a R1C2) b) by a by b down limit (+ 2 3)) 0)',
  ],
  ['x IS PENDING AND y IS NOT TEXT', '(AND (IS x PENDING) (IS NOT y TEXT))'],
] as const

describe('expressions', () => {
  it.each([...literals, ...references, ...calls, ...forms])('%s reads as %s', (source, shape) => {
    expect(shapeOf(source)).toBe(shape)
  })

  it('the spelling of a number is kept, its unit in small letters', () => {
    const raw = (source: string) => parseExpression(source).expr
    expect(raw('1_000')).toMatchObject({ raw: '1_000' })
    expect(raw('5Pct')).toMatchObject({ raw: '5pct' })
    expect(raw('2MIN')).toMatchObject({ raw: '2min' })
  })

  it('an expression ends where the text ends', () => {
    expect(parseExpression('1 + 2 3').diagnostics).toMatchObject([{ start: 6, end: 7 }])
    expect(parseExpression('').diagnostics).toHaveLength(1)
    expect(parseExpression(' 1 # one\n').diagnostics).toEqual([])
  })
})
