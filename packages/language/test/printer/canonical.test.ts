// Goal: there is one canonical text of a model.
// Method: texts as authors write them, and as they are printed.
import { describe, expect, it } from 'vitest'
import { parse, parseExpression, print, printExpression } from '../../src/index.ts'

function printed(source: string): string {
  const { model, diagnostics } = parse(source)
  expect(diagnostics).toEqual([])
  return print(model)
}

describe('spelling', () => {
  it.each([
    ['a1=1', 'A1 = 1'],
    ['x=sum( a1:b9 )*2', 'x = SUM(A1:B9) * 2'],
    ['x = $b$9:a1', 'x = A1:$B$9'],
    ['x = $a:c + $1:2', 'x = $A:C + $1:2'],
    ['x = a ?? b', 'x = a DEFAULT b'],
    ['x = a ? b : c', 'x = a THEN b ELSE c'],
    ['x = a != b', 'x = a <> b'],
    ['x::number = 1::text', 'x as number = 1 as text'],
    ['x AS number = 1 As text', 'x as number = 1 as text'],
    ['x = 1_000+5PCT+2MIN+1E3', 'x = 1_000 + 5pct + 2min + 1e3'],
    ['x = ((1))', 'x = ((1))'],
    ['x = - 1', 'x = -1'],
    ['x = not a and true', 'x = NOT a AND TRUE'],
    ['x = y is not blank', 'x = y IS NOT BLANK'],
    ['x = #n/a', 'x = #N/A'],
    ['x = y=>y', 'x = (y) => y'],
    ['x = lambda(y,y)(2)', 'x = LAMBDA(y, y)(2)'],
    ['x = if(a,,c)', 'x = IF(a, , c)'],
    ['x = {a:1,"b":2,"c d":3}', 'x = { a: 1, b: 2, "c d": 3 }'],
    ['x = [1,2;3,4]', 'x = [1, 2; 3, 4]'],
    ['x = "a\\"b\\u{41}"', 'x = "a""bA"'],
    ['x = "\\u{7}"', 'x = "\\u{7}"'],
    ['x = `a\\{{b}\\``', 'x = `a\\{{b}\\``'],
    ['x = DT"2026-01-01T00:00:00Z"', 'x = dt"2026-01-01T00:00:00Z"'],
    ["x = 'Data'!a1 + 'Q4'!a1 + 'end'!a1", "x = Data!A1 + 'Q4'!A1 + 'end'!A1"],
    ['x = Sheet1!a1', 'x = Sheet1!A1'],
    ['x = A1:C3  B2', 'x = A1:C3 B2'],
    ['x = f(a:=1)', 'x = F(a := 1)'],
    ['x = LET(f, y => y, f(1))', 'x = LET(f, (y) => y, f(1))'],
    ['x = match(s,1=>2,_=>3)', 'x = MATCH(s, 1 => 2, _ => 3)'],
    ['x = case when a then b end', 'x = CASE WHEN a THEN b END'],
    [
      'x = select a,"from" from t where b order by a asc',
      'x = SELECT a, "from" FROM t WHERE b ORDER BY a',
    ],
    ['x=1 every 5s skip missed', 'x = 1 EVERY 5s SKIP MISSED'],
    ['model "a"', 'MODEL "a"'],
    ['end model', 'END MODEL'],
  ])('%s is printed as %s', (source, text) => {
    expect(printed(source)).toBe(`${text}\n`)
  })

  it('an expression alone is printed the same', () => {
    expect(printExpression(parseExpression('sum(a1)+1').expr)).toBe('SUM(A1) + 1')
  })
})

const layouts: readonly (readonly [claim: string, source: string, text: string])[] = [
  ['statements have a line each', 'A1 = 1; A2 = 2', 'A1 = 1\nA2 = 2\n'],
  [
    'blank lines become one, and none at the ends',
    '\n\nA1 = 1\n\n\n\nA2 = 2\n\n',
    'A1 = 1\n\nA2 = 2\n',
  ],
  ['a comment stays behind its line', 'A1 = 1   # one\nA2 = 2', 'A1 = 1 # one\nA2 = 2\n'],
  ['a comment stays on its own line', '# a\n\n  # b\nA1 = 1', '# a\n\n# b\nA1 = 1\n'],
  ['a comment in the middle is lifted', 'A1 = 1 + /* one */ 2', '/* one */\nA1 = 1 + 2\n'],
  ['an empty model is empty', '', ''],
  ['only a comment is a model', '# a', '# a\n'],
  [
    'a body is indented',
    'WHEN a THEN # go\nb = 1; c = 2\n# last\nEND # done',
    'WHEN a THEN # go\n  b = 1\n  c = 2\n  # last\nEND # done\n',
  ],
  [
    'a rule on one line gets three',
    'EVERY 5s IN "UTC" BACKFILL MAX 2 THEN a = 1 END',
    'EVERY 5s IN "UTC" BACKFILL MAX 2 THEN\n  a = 1\nEND\n',
  ],
  [
    'gates come before the zone and the policy',
    'WHEN a DEBOUNCE 1s MAX 2s THEN END',
    'WHEN a DEBOUNCE 1s MAX 2s THEN\nEND\n',
  ],
  ['a DO has its lines', 'A1 = DO x = 1; # one\n\n x END', 'A1 = DO\n  x = 1 # one\n\n  x\nEND\n'],
  [
    'a DO in a call is indented from the statement',
    'A1 = MAP(A2, (x) => DO\ny = x\ny\nEND)',
    'A1 = MAP(A2, (x) => DO\n  y = x\n  y\nEND)\n',
  ],
  [
    'a long column of figures fills its lines',
    `A1:A40 = [${Array.from({ length: 40 }, (_, i) => 1000 + i).join(';')}]`,
    `A1:A40 = [\n  ${Array.from({ length: 16 }, (_, i) => `${1000 + i};`).join(' ')}\n  ${Array.from({ length: 16 }, (_, i) => `${1016 + i};`).join(' ')}\n  ${Array.from({ length: 8 }, (_, i) => `${1032 + i}`).join('; ')}\n]\n`,
  ],
  ['an array that was broken stays broken', 'A1 = [1,\n2 # two\n]', 'A1 = [\n  1,\n  2 # two\n]\n'],
  ['the rows of a table have a line each', 'A1 = [1, 2;\n3, 4]', 'A1 = [\n  1, 2;\n  3, 4\n]\n'],
  ['an object that was broken stays broken', 'A1 = {\na: 1}', 'A1 = {\n  a: 1\n}\n'],
  ['a call that was broken stays broken', 'A1 = F(a,\nb)', 'A1 = F(\n  a,\n  b\n)\n'],
  [
    'a pipe that was broken stays broken',
    'A1 = a\n>> F(_) >> G(_)',
    'A1 = a\n  >> F(_)\n  >> G(_)\n',
  ],
  [
    'tiers that were broken stay broken',
    'A1 = a THEN b\nELSE c THEN d ELSE e',
    'A1 = a THEN b\n  ELSE c THEN d\n  ELSE e\n',
  ],
  ['a sum that was broken stays broken', 'A1 = a +\nb + c', 'A1 = a +\n  b +\n  c\n'],
  ['a DEFAULT starts a line', 'A1 = a\nDEFAULT b', 'A1 = a\n  DEFAULT b\n'],
  [
    'WITH that was broken stays broken',
    'A1 = WITH a = 1,\nb = 2 THEN a ELSE b',
    'A1 = WITH a = 1,\n    b = 2\n  THEN a\n  ELSE b\n',
  ],
  ['TRY that was broken stays broken', 'A1 = TRY a\nELSE b', 'A1 = TRY a\n  ELSE b\n'],
  [
    'CASE that was broken stays broken',
    'A1 = CASE\nWHEN a THEN b ELSE c END',
    'A1 = CASE\n  WHEN a THEN b\n  ELSE c\nEND\n',
  ],
  [
    'what is wider than 100 columns is broken',
    `A1 = F(${'abcdefghij, '.repeat(8)}x)`,
    `A1 = F(\n${'  abcdefghij,\n'.repeat(8)}  x\n)\n`,
  ],
  [
    'what is not wider is not',
    `A1 = F(${'abcdefghij, '.repeat(7)}abcdefg)`,
    `A1 = F(${'abcdefghij, '.repeat(7)}abcdefg)\n`,
  ],
]

describe('layout', () => {
  it.each(layouts)('%s', (_, source, text) => {
    expect(printed(source)).toBe(text)
    expect(printed(text)).toBe(text)
  })
})
