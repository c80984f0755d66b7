// Goal: operators and forms mean what the language says. Method: formulas and what they must give,
// evaluated from text through the intermediate representation.
import { describe, expect, it } from 'vitest'
import { LAMBDA_MAX_CALLS } from '../../src/limits.ts'
import { refuel } from '../../src/primitives.ts'
import { toWire } from '../../src/wire.ts'
import { evaluate } from '../evaluate.ts'

/** A value for short: plain JSON, `#CODE` for an error, the kind before a time. */
function shown(formula: string): unknown {
  const { kind, value } = toWire(evaluate(formula))
  if (kind === 'error') return `#${(value as { code: string }).code}`
  return kind === 'datetime' || kind === 'duration' ? `${kind} ${value}` : value
}

describe('operators', () => {
  it.each<[formula: string, result: unknown]>([
    ['-2^2', 4],
    ['2^3^2', 64],
    ['1 + 2 & 3', '33'],
    ['NOT 1 = 2', true],
    ['1 > 2 OR 3 > 2 AND 2 > 1', true],
    ['5%', 0.05],
    ['1 / 0', '#DIV/0!'],
    ['0 ^ 0', '#NUM!'],
    ['0 ^ -1', '#DIV/0!'],
    ['10 ^ 400', '#NUM!'],
    ['"3" + "4"', 7],
    ['" 1,234.5 " * 2', 2469],
    ['"50%" * 2', 1],
    ['"1,23" + 1', '#VALUE!'],
    ['"abc" + 1', '#VALUE!'],
    ['TRUE + TRUE', 2],
    ['BLANK + 1', 1],
    ['BLANK & "x"', 'x'],
    ['"x" & 3 & TRUE', 'x3TRUE'],
    ['0.1 + 0.2 & ""', '0.3'],
    ['1e21 & ""', '1E+21'],
    ['1e20 & ""', '100000000000000000000'],
    ['-0.000001 & ""', '-0.000001'],
    ['1/3 & ""', '0.333333333333333'],
    ['123456789012345678 & ""', '123456789012346000'],
    ['BLANK = 0', true],
    ['BLANK = ""', true],
    ['BLANK = FALSE', true],
    ['"a" = "A"', true],
    ['"Z" > 99', true],
    ['TRUE > "zzz"', true],
    ['2 < "1"', true],
    ['"abc" < "ABD"', true],
    ['#N/A + #DIV/0!', '#N/A'],
    ['1 + #REF!', '#REF!'],
    ['TRUE AND "no"', '#VALUE!'],
    ['TRUE AND "true"', true],
    ['NOT "FALSE"', true],
    ['1 <> 1', false],
  ])('%s is %j', (formula, result) => {
    expect(shown(formula)).toEqual(result)
  })
})

describe('time', () => {
  it.each<[formula: string, result: unknown]>([
    ['dt"2026-01-31T10:00:00Z" + 1d', 'datetime 2026-02-01T10:00:00.000Z'],
    ['dt"2026-01-31T10:00:00Z" + duration"P1M"', 'datetime 2026-02-28T10:00:00.000Z'],
    ['dt"2026-02-01T10:00:00Z" - dt"2026-01-31T10:00:00Z"', 'duration PT24H'],
    ['dt"2026-01-31T10:00:00Z" + 0.5', 'datetime 2026-01-31T22:00:00.000Z'],
    ['1 + dt"2026-01-31T10:00:00Z"', 'datetime 2026-02-01T10:00:00.000Z'],
    ['dt"2026-01-31T10:00:00Z" - 90s', 'datetime 2026-01-31T09:58:30.000Z'],
    ['1h / 90s', 40],
    ['2 * 36h', 'duration PT72H'],
    ['1d / 2', 'duration PT12H'],
    ['1d + 1h', 'duration P1DT1H'],
    ['-1h', 'duration -PT1H'],
    ['1h + 5', 'duration P5DT1H'],
    ['24h * 48h', 2],
    ['1h / 0', '#DIV/0!'],
    ['duration"P1M" / 1d', '#VALUE!'],
    ['duration"P1M" * 0.5', '#VALUE!'],
    ['duration"P1M" > 1d', '#VALUE!'],
    ['24h = 1d', true],
    ['90min > 1h', true],
    ['dt"2026-01-01T00:00:00Z" < dt"2026-01-02T00:00:00Z"', true],
    ['dt"2026-01-01T00:00:00Z" + dt"2026-01-01T00:00:00Z"', '#VALUE!'],
    ['90s & ""', 'PT1M30S'],
  ])('%s is %j', (formula, result) => {
    expect(shown(formula)).toEqual(result)
  })
})

describe('forms', () => {
  it.each<[formula: string, result: unknown]>([
    ['1 > 0 THEN "a" ELSE "b"', 'a'],
    ['0 THEN 1 ELSE BLANK', null],
    ['"x" THEN 1 ELSE 2', '#VALUE!'],
    ['IF(1/0, 1, 2)', '#DIV/0!'],
    ['IF(TRUE, 1, 1/0)', 1],
    ['CASE WHEN FALSE THEN 1 WHEN TRUE THEN 2 END', 2],
    ['CASE WHEN FALSE THEN 1 END', '#N/A'],
    ['1/0 DEFAULT 9', 9],
    ['BLANK DEFAULT #N/A DEFAULT 3', 3],
    ['0 DEFAULT 9', 0],
    ['TRY 1/0 ELSE "safe"', 'safe'],
    ['WITH a = 10 / 4, b = a * 2 THEN b ELSE 0', 5],
    ['WITH a = 10 / 0, b = 1 THEN b ELSE -1', -1],
    ['LET(x, 1/0, y, 2, y)', 2],
    ['5 >> _ * _ + 1', 26],
    ['16 >> SQRT()', 4],
    ['[3, 1, 2] >> SORT(_) >> INDEX(_, 1, 3)', 3],
    ['MATCH("b", "a" => 1, "b" => 2, _ => 0)', 2],
    ['MATCH(5, [1, 2] => "low", (n) => n > 4 => "high", _ => "none")', 'high'],
    ['`a {1 + 1} b`', 'a 2 b'],
    ['1/0 IS ERROR', true],
    ['BLANK IS BLANK', true],
    ['"" IS BLANK', false],
    ['"x" IS NOT NUMBER', true],
    ['{ a: 1, b: { c: [4, 5] } }.b.c[2]', 5],
    ['{ a: 1 }.z', '#REF!'],
    ['[{ q: 2 }, { q: 5 }][q]', [2, 5]],
    ['["n", "q"; "x", 2; "y", 5][q]', [[2], [5]]],
    ['[1, 2, 3][4]', '#REF!'],
    ['((x, y) => x + y)(1, 2)', 3],
    ['LAMBDA(x, x * 2)(4)', 8],
    ['5 as text', '#TYPE!'],
    ['1.5 as integer', '#TYPE!'],
    ['BLANK as number', null],
  ])('%s is %j', (formula, result) => {
    expect(shown(formula)).toEqual(result)
  })
})

describe('arrays', () => {
  it.each<[formula: string, result: unknown]>([
    ['[1, 2, 3] * 2', [2, 4, 6]],
    [
      '[1; 2] + [10, 20]',
      [
        [11, 21],
        [12, 22],
      ],
    ],
    ['[1, 2, 3] + [1, 2]', [2, 4, { error: 'N/A' }]],
    ['[1, 0] > 0', [true, false]],
    ['IF([1, 0], "y", "n")', ['y', 'n']],
    ['-[1, 2]', [-1, -2]],
    ['[1, #N/A] DEFAULT 0', [1, 0]],
    ['ABS([-1, 2])', [1, 2]],
    ['LEFT(["ab", "cd"], [1, 2])', ['a', 'cd']],
    ['SUM([1, 2; 3, 4] * 2)', 20],
  ])('%s is %j', (formula, result) => {
    expect(shown(formula)).toEqual(result)
  })
})

describe('limits', () => {
  it('functions that call themselves end in an error', () => {
    const y = '((f) => f(f))((f) => f(f))'
    expect(shown(y)).toBe('#CALC!')
    expect(LAMBDA_MAX_CALLS).toBeLessThan(1000)
  })

  it('an evaluation that takes too many steps is stopped', () => {
    refuel(1000)
    expect(() => evaluate('SUM(SEQUENCE(1000, 100))')).toThrow('too many steps')
    refuel(Number.POSITIVE_INFINITY)
  })

  it('a text that grows too long is an error', () => {
    expect(shown('REPT("abc", 1000000)')).toBe('#VALUE!')
    expect(shown('REPT("a", 1000000) & REPT("b", 1000000)')).toBe('#VALUE!')
  })
})
