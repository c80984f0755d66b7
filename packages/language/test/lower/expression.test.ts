// Goal: every form that authors may write becomes one of the few that runtimes know. Method: small
// expressions with the exact form they lower to.

import { describe, expect, it } from 'vitest'
import type { IrExpr } from '../../src/lower/ir.ts'
import { errors } from '../check/support.ts'
import { expr, formula } from './support.ts'

const A1: IrExpr = ['cell', 0, 1, 1]
const B1: IrExpr = ['cell', 0, 2, 1]
const C1: IrExpr = ['cell', 0, 3, 1]

const forms: [written: string, form: IrExpr][] = [
  ['10', 10],
  ['"x"', 'x'],
  ['TRUE', true],
  ['BLANK', ['blank']],
  ['dt"1970-01-01T00:00:01Z"', ['dt', 1000]],
  ['1d', ['dur', 0, 1, 0]],
  ['-90s', ['dur', 0, 0, -90_000]],
  ['cron"0 9 * * 1-5"', ['cron', '0 9 * * 1-5']],
  ['#DIV/0!', ['err', 'DIV/0!']],
  ['[1, 2; 3, A1]', ['array', 2, 1, 2, 3, A1]],
  ['[]', ['array', 0]],
  ['{ a: 1, "b c": A1 }', ['object', 'a', 1, 'b c', A1]],
  ['A1', A1],
  ['$A$1', A1],
  ['Data!B2', ['cell', 1, 2, 2]],
  ['B2:A1', ['range', 0, 1, 1, 2, 2]],
  ['A:A', ['range', 0, 1, 1, 1, 1_048_576]],
  ['2:3', ['range', 0, 1, 2, 16_384, 3]],
  ['rate', ['name', 'rate']],
  ['A1#', ['spill', 0, 1, 1]],
  ['A1:B3 B2:C9', ['range', 0, 2, 2, 2, 3]],
  ['A1:B3 B1:C1', B1],
  ['A1:B3 D1:D9', ['err', 'NULL!']],
  ['A1 + B1 * C1 - 1', ['op', A1, '+', ['op', B1, '*', C1], '-', 1]],
  ['A1 - (B1 - C1)', ['op', A1, '-', ['op', B1, '-', C1]]],
  ['A1 > 0 AND B1 != 2', ['op', A1, '>', 0, 'AND', ['op', B1, '<>', 2]]],
  ['-A1^2', ['op', ['neg', A1], '^', 2]],
  ['+A1', A1],
  ['NOT A1 = 1', ['not', ['op', A1, '=', 1]]],
  ['A1%', ['op', A1, '/', 100]],
  ['A1 IS NOT BLANK', ['not', ['is', 'BLANK', A1]]],
  ['A1 IS PENDING', ['is', 'PENDING', A1]],
  ['A1 DEFAULT B1 ?? 0', ['default', A1, B1, 0]],
  ['A1 THEN B1 ELSE C1', ['if', A1, B1, C1]],
  ['A1 ? 1 : B1 ? 2 : 3', ['if', A1, 1, B1, 2, 3]],
  ['IF(A1, B1)', ['if', A1, B1, false]],
  ['IF(A1, , B1)', ['if', A1, ['blank'], B1]],
  ['IFS(A1, 1, B1, 2)', ['if', A1, 1, B1, 2, ['err', 'N/A']]],
  ['CASE WHEN A1 THEN 1 WHEN B1 THEN 2 END', ['if', A1, 1, B1, 2, ['err', 'N/A']]],
  ['CASE WHEN A1 THEN 1 ELSE 2 END', ['if', A1, 1, 2]],
  ['SWITCH(A1, 1, "a", "b")', ['call', 'SWITCH', A1, 1, 'a', 'b']],
  ['MATCH(A1, "a" => 1, [2, 3] => 2, _ => 0)', ['match', A1, 'a', 1, ['array', 2, 2, 3], 2, 0]],
  ['MATCH(A1, "a" => 1)', ['match', A1, 'a', 1, ['err', 'N/A']]],
  ['MATCH(3, A1:A4, 0)', ['call', 'MATCH', 3, ['range', 0, 1, 1, 1, 4], 0]],
  ['TRY 1 / A1 ELSE 0', ['try', ['op', 1, '/', A1], 0]],
  ['round(A1, 2)', ['call', 'ROUND', A1, 2]],
  ['ROUND(num_digits := 2, number := A1)', ['call', 'ROUND', A1, 2]],
  [
    'XLOOKUP(A1, B1:B2, C1:C2, search_mode := 1)',
    ['call', 'XLOOKUP', A1, ['range', 0, 2, 1, 2, 2], ['range', 0, 3, 1, 3, 2], null, null, 1],
  ],
  ['`a {A1} b {B1}`', ['op', 'a ', '&', A1, '&', ' b ', '&', B1]],
  ['`plain`', 'plain'],
  [
    '(x, y) => x + y * A1',
    ['lambda', [0, 1], ['op', ['local', 0], '+', ['op', ['local', 1], '*', A1]]],
  ],
  ['LAMBDA(x, x + 1)(2)', ['apply', ['lambda', [0], ['op', ['local', 0], '+', 1]], 2]],
  ['A1.price', ['field', A1, 'price']],
  ['A1["k"]', ['index', A1, 'k']],
  ['A1[(B1)]', ['index', A1, B1]],
  ['A1[Name]', ['column', A1, 'Name']],
  ['A1 + 1 as percentage', ['op', A1, '+', 1]],
  ['1 + (A1 as percentage)', ['op', 1, '+', ['tag', 'percentage', A1]]],
]

describe('forms', () => {
  it.each(forms)('%s', (written, form) => {
    expect(expr(written)).toEqual(form)
  })
})

describe('bindings', () => {
  it('are slots, numbered in the formula', () => {
    const written = 'DO\n a = A1 + 1\n b = a * 2\n a + b\nEND'
    const a: IrExpr = ['local', 0]
    const b: IrExpr = ['local', 1]
    expect(expr(written)).toEqual([
      'let',
      0,
      ['op', A1, '+', 1],
      1,
      ['op', a, '*', 2],
      ['op', a, '+', b],
    ])
    expect(formula(`Z9 = ${written}`, 'Z9').locals).toBe(2)
    expect(expr('LET(a, A1 + 1, a * a)')).toEqual(['let', 0, ['op', A1, '+', 1], ['op', a, '*', a]])
  })

  it('that are references or numbers take no slot, so that they stay references', () => {
    expect(expr('DO\n cells = A1:B1\n ROW(cells) + 1\nEND')).toEqual([
      'op',
      ['call', 'ROW', ['range', 0, 1, 1, 2, 1]],
      '+',
      1,
    ])
  })

  it('that nothing reads are left out, but those of WITH are not', () => {
    expect(expr('DO\n a = 1 / A1\n 2\nEND')).toBe(2)
    expect(expr('WITH a = A1, b = 1 / a THEN 2 ELSE 3')).toEqual([
      'with',
      0,
      A1,
      1,
      ['op', 1, '/', A1],
      2,
      3,
    ])
  })

  it('shadow names, and each other from the inside', () => {
    expect(expr('DO\n rate = A1 & ""\n MAP([1], (rate) => rate) & rate\nEND')).toEqual([
      'let',
      0,
      ['op', A1, '&', ''],
      ['op', ['call', 'MAP', ['array', 1, 1], ['lambda', [1], ['local', 1]]], '&', ['local', 0]],
    ])
  })

  it('that hold a lambda can be called', () => {
    expect(expr('DO\n twice = (x) => x * 2\n twice(4)\nEND')).toEqual([
      'let',
      1,
      ['lambda', [0], ['op', ['local', 0], '*', 2]],
      ['apply', ['local', 1], 4],
    ])
  })
})

describe('pipes', () => {
  it('put the value where _ stands, or first', () => {
    expect(expr('A1 >> ROUND(_, 2)')).toEqual(['call', 'ROUND', A1, 2])
    expect(expr('A1 >> ROUND(2)')).toEqual(['call', 'ROUND', A1, 2])
    expect(expr('5 >> _ * _ + A1')).toEqual(['op', 25, '+', A1])
    expect(expr('A1 + 1 >> _ * _')).toEqual([
      'let',
      0,
      ['op', A1, '+', 1],
      ['op', ['local', 0], '*', ['local', 0]],
    ])
    expect(expr('A1 + 1 >> SQRT() >> ABS()')).toEqual([
      'let',
      0,
      ['op', A1, '+', 1],
      1,
      ['call', 'SQRT', ['local', 0]],
      ['call', 'ABS', ['local', 1]],
    ])
  })

  it('inside each other have their own _', () => {
    expect(expr('A1 >> SUM(_, B1 >> ROUND(_, 1))')).toEqual([
      'call',
      'SUM',
      A1,
      ['call', 'ROUND', B1, 1],
    ])
    expect(expr('A1 >> (_ >> ABS())')).toEqual(['call', 'ABS', A1])
  })

  it('go into lambdas too', () => {
    expect(expr('A1 >> (x) => x + 1')).toEqual([
      'apply',
      ['lambda', [0], ['op', ['local', 0], '+', 1]],
      A1,
    ])
  })
})

describe('constants', () => {
  it('are computed where the result is the same everywhere', () => {
    expect(expr('0.1 + 0.2')).toBe(0.1 + 0.2)
    expect(expr('2 * 3 - 10 / 4')).toBe(3.5)
    expect(expr('5%')).toBe(0.05)
    expect(expr('"a" & "b" & A1')).toEqual(['op', 'ab', '&', A1])
    expect(expr('1 + 2 + A1 + 3')).toEqual(['op', 3, '+', A1, '+', 3])
  })

  it('are left alone where it is not, or where it is an error', () => {
    expect(expr('2 ^ 0.5')).toEqual(['op', 2, '^', 0.5])
    expect(expr('1 / 0')).toEqual(['op', 1, '/', 0])
    expect(expr('1e308 * 10')).toEqual(['op', 1e308, '*', 10])
    expect(expr('1 & 2')).toEqual(['op', 1, '&', 2])
    expect(expr('0 * -1')).toEqual(['op', 0, '*', -1])
  })
})

describe('inputs', () => {
  const inputs = [
    '10',
    '-10',
    '(10)',
    '5pct',
    '-5%',
    '"x"',
    '`x`',
    'TRUE',
    'BLANK',
    '#N/A',
    '-1h',
    '[1, -2; 3, "x"]',
    '{ a: [1], b: { c: -2 } }',
    '12 as currency',
    '1d',
    'cron"@daily"',
    '-0',
  ]
  const formulas = [
    '1 + 1',
    'A1',
    '[A1]',
    '{ a: A1 }',
    '`{A1}`',
    '--1',
    'NOT TRUE',
    'NOW()',
    '(x) => x',
    '-"x"',
  ]

  it.each(inputs)('%s is one', (value) => {
    expect(formula(`Z9 = ${value}`, 'Z9').input).toBe(true)
    expect(formula(`Z9:Z12 = ${value}`, 'Z9:Z12').input).toBe(true)
  })

  it.each(formulas)('%s is none', (value) => {
    expect(formula(`Z9 = ${value}`, 'Z9').input).toBe(false)
  })

  it('are none any more when a compound assignment changed them', () => {
    const { input, expr: sum } = formula('Z9 = A1 + 10\nZ9 *= 5\nZ9 -= A1', 'Z9')
    expect(input).toBe(false)
    expect(sum).toEqual(['op', A1, '+', 10, '*', 5, '-', A1])
  })

  it('keep their tag, written on either side', () => {
    expect(formula('Z9 as currency = 12', 'Z9').tag).toBe('currency')
    expect(formula('Z9 = 12 as currency', 'Z9').tag).toBe('currency')
    expect(formula('Z9 = 12::currency', 'Z9').tag).toBe('currency')
  })
})

describe('depth', () => {
  it('of a chain of operators does not grow with its length', () => {
    const sum = Array.from({ length: 1500 }, (_, at) => `A${at + 1}`).join(' + ')
    const form = expr(sum)
    expect(Array.isArray(form) && form.length).toBe(3000)
    expect(JSON.parse(JSON.stringify(form))).toEqual(form)
  })

  it('is bounded, as a diagnostic', () => {
    expect(errors(`Z9 = A1${'.x'.repeat(1000)}`)).toEqual(['limit'])
    expect(errors(`Z9 = ${'('.repeat(100)}A1${')'.repeat(100)}`)).toEqual([])
  })
})
