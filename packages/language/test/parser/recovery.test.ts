// Goal: each mistake is reported once, at its place, in words that help, and hides no other.
// Method: broken models with the places of their mistakes; fixes are applied and read again.
import { describe, expect, it } from 'vitest'
import { applyFix, lineIndex, parse, severities } from '../../src/index.ts'
import { corpus } from '../support/tree.ts'

/** Mistakes as `line:column text`, for short. */
function mistakes(source: string): string[] {
  const lines = lineIndex(source)
  return parse(source).diagnostics.map(({ start, end }) => {
    const { line, column } = lines.place(start)
    return `${line}:${column} ${source.slice(start, end)}`.trimEnd()
  })
}

function targets(source: string): string[] {
  return parse(source).model.statements.flatMap((statement) =>
    statement.type === 'assignment'
      ? [source.slice(statement.target.start, statement.target.end)]
      : [statement.type],
  )
}

const expected: Record<string, readonly string[]> = {
  'five-mistakes.grid': ['1:8 5', '2:6 "', '3:6 )', '4:9 *', '5:10 bar'],
  'brackets.grid': ['1:9 (', '2:6 (', '4:6 [', '5:6 {', '6:7 )', '7:7 ['],
  'rules.grid': ['1:12', '4:11 THEN', '7:15 THEN', '8:10 1', '12:1 ELSE', '15:1 WHEN'],
  'other-languages.grid': [
    '1:8 ==',
    '2:8 &&',
    '3:8 ||',
    "4:6 'text'",
    '5:6 “text”',
    '6:6 {1, 2; 3, 4}',
    '7:20 IF',
    '8:6 !',
    '9:10 ;',
    '10:8 ≤',
    '11:8 **',
    '12:6 5m',
    '13:8 //',
  ],
  'literals.grid': [
    '1:11 61 * * * *',
    '2:14 13-01T00:00:00Z',
    '3:28',
    '4:17 5X',
    '5:6 date',
    '6:6 #TYPE!',
    '7:6 #CIRC!',
    '8:8 \\q',
    '9:7 \\u{D800}',
    '10:6 1e999',
    '11:6 [1, 2; 3]',
    '12:14 a',
    '13:6 1_',
  ],
  'blocks.grid': [
    '2:9 1',
    '6:6 DO',
    '8:6 CASE',
    '9:18 1',
    '10:11 x1',
    '11:10 A1',
    '12:11',
    '13:14',
  ],
  'statements.grid': [
    '1:7 Name',
    '2:1 5',
    '3:1 foo',
    '4:4 IS',
    '5:1 left',
    '6:2 .',
    '7:4 :=',
    '8:1 alerts!notify(1)',
    '9:1 Data!total',
    '10:1 END',
    '12:1 VERSION "late"',
    '13:8 /*',
  ],
}

describe('mistakes', () => {
  it.each(corpus('broken'))(
    'of $name are reported once each, at their places',
    ({ name, source }) => {
      expect(mistakes(source)).toEqual(expected[name])
    },
  )

  it.each(corpus('broken'))('of $name are told in whole sentences', ({ source }) => {
    for (const { code, severity, message } of parse(source).diagnostics) {
      expect(severity).toBe(severities[code])
      expect(message).toMatch(/^[A-Z#].*[.…]$|^\S.*\.$/)
    }
  })

  it('hide nothing that follows', () => {
    const last = corpus('broken').find(({ name }) => name === 'brackets.grid')!
    expect(targets(last.source)).toEqual(['A1', 'B1', 'C1', 'D1', 'E1', 'F1', 'G1', 'H1'])
  })

  it.each([
    ['A1 = (1 +\nB1 = 2\nC1 = 3', ['1:6 ('], ['A1', 'B1', 'C1']],
    ['A1 = SUM(\n 1,\n 2 3,\n 4\n)\nB1 = 2', ['3:4 3'], ['A1', 'B1']],
    ['A1 = SUM(1,\n  2,\n  3\nB1 = 2', ['1:9 ('], ['A1', 'B1']],
    ['A1 = (1\nWHEN x THEN\n y = 1\nEND', ['1:6 ('], ['A1', 'rule']],
    ['WHEN SUM(A1:A3 > 5 THEN\n B1 = 1\nEND\nC1 = 2', ['1:9 ('], ['rule', 'C1']],
    ['WHEN A1 > 0 THEN\n B1 = 1\nC1 = 2', ['1:1 WHEN'], ['rule', 'C1']],
    ['WHEN a THEN\nb = 1\nWHEN c THEN\nd = 1\nEND\nX = 3', ['1:1 WHEN'], ['rule', 'rule', 'X']],
    ['WHEN a THEN\n b = 1\nEND MODEL', ['1:1 WHEN'], ['rule', 'end-model']],
    ['A1 = 1 1 DO\n x = 1\n x\nEND\nB1 = 2', ['1:8 1'], ['A1', 'B1']],
    ['A1 = CASE WHEN a b\n WHEN c THEN d\nEND\nB1 = 2', ['1:18 b'], ['A1', 'B1']],
    ['A1 = `a {1 +} do not`\nB1 = 2', ['1:13 }'], ['A1', 'B1']],
    ['A1 = `a\nB1 = 2', ['1:6 `'], ['A1', 'B1']],
    ['A1 = f(DO\n x = 1 1\n x\nEND, 2 3)\nB1 = 2', ['2:8 1', '4:8 3'], ['A1', 'B1']],
    ['WHEN a THEN\n b = (1\n x!y(1)\n c = 1 1\nEND', ['2:6 (', '4:8 1'], ['rule']],
    [') 5\n= 5\nA1 = 1', ['1:1 )', '2:1 ='], ['A1']],
    ['WHEN A1 >( 0 THEN B1 = 1; END\nC1 = 2', ['1:10 ('], ['rule', 'C1']],
    ['A1 = MATCH(, "a" => 1)\nB1 = 2', ['1:6 MATCH'], ['A1', 'B1']],
  ])('%j: %j', (source, places, statements) => {
    expect(mistakes(source)).toEqual(places)
    expect(targets(source)).toEqual(statements)
  })
})

describe('fixes', () => {
  it.each([
    ['A1 == 5', 'A1 = 5'],
    ['A1 = a&&b', 'A1 = a AND b'],
    ['A1 = a || b', 'A1 = a OR b'],
    ['A1 = a !== b', 'A1 = a <> b'],
    ["A1 = 'it''s \"x\"'", 'A1 = "it\'s ""x"""'],
    ['A1 = “text”', 'A1 = "text"'],
    ['A1 = ‘text’', 'A1 = "text"'],
    ['A1 = {1, 2; 3, 4}', 'A1 = [1, 2; 3, 4]'],
    ['A1 = a THEN b ELSE IF c THEN d ELSE e', 'A1 = a THEN b ELSE c THEN d ELSE e'],
    ['A1 = IF a THEN b ELSE c', 'A1 = a THEN b ELSE c'],
    ['A1 = IF(a; b; c)', 'A1 = IF(a, b, c)'],
    ['A1 = !x', 'A1 = NOT x'],
    ['A1 = x − 1', 'A1 = x - 1'],
    ['A1 = 5m', 'A1 = 5min'],
    ['A1 = "abc  ', 'A1 = "abc"  '],
    ['A1 = "C:\\x"', 'A1 = "C:\\\\x"'],
    ['A1 = 5# five', 'A1 = 5 # five'],
    ['A1 = x // hi', 'A1 = x # hi'],
    ['A1 = total#', 'A1 = total'],
    ['A1 = Data!total', 'A1 = total'],
    ['A1 := 5', 'A1 = 5'],
    ['A1 = 5)', 'A1 = 5'],
    ['END', ''],
    ['WHEN a\n b = 1\nEND', 'WHEN a THEN\n b = 1\nEND'],
    ['WHEN a THEN\n b = 1\n\nc = 2', 'WHEN a THEN\n b = 1\nEND\n\nc = 2'],
    ['A1 = DO\n x = 1\n x\nB1 = 2', 'A1 = DO\n x = 1\n x\nEND\nB1 = 2'],
    ['A1 = CASE WHEN a THEN b\nB1 = 2', 'A1 = CASE WHEN a THEN b END\nB1 = 2'],
    ['A1 = 1 /* x', 'A1 = 1 /* x */'],
  ])('%j becomes %j, which is well formed', (source, mended) => {
    const { diagnostics } = parse(source)
    expect(diagnostics).toHaveLength(1)
    expect(applyFix(source, diagnostics[0]!.fix!)).toBe(mended)
    expect(parse(mended).diagnostics).toEqual([])
  })

  it.each([
    ['A1 = 5 % 2', 'MOD'],
    ['A1 = x[1, 2]', 'INDEX'],
    ['A1 = x[First Name]', 'double quotes'],
    ['A1 = (1, 2)', 'square brackets'],
    ['A1 = alerts!notify(1)', 'rule'],
    ['A1 = MATCH(x, 1 => 2, 3)', '=>'],
    ['A1 = #TYPE!', 'cannot be written'],
    ['A1 = DO\n x = 1\nEND', 'value'],
    ['A1 = DO\n x + 1\n x\nEND', 'name'],
    ['A1 = DO\n A1 = 1\n x\nEND', 'cell'],
    ['WHEN a SKIP MISSED THEN\n b = 1\nEND', 'policy'],
    ['AT t IN "UTC" BACKFILL THEN\n b = 1\nEND', 'EVERY'],
    ['END MODEL\nA1 = 1', 'END MODEL'],
    ['MODEL "a", "b"', 'TAGS'],
    ['A1 = 0.0001s', 'millisecond'],
    ['A1 = x IS FOO', 'PENDING'],
  ])('%j is answered with %s', (source, word) => {
    expect(parse(source).diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining(word),
    ])
  })
})
