// Goal: an answer from outside is data and nothing else, whatever it looks like. Method: hostile JSON, deep, huge,
// with names that mean something to JavaScript, and texts that look like formulas, SQL or scripts.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallError } from '../src/errors.ts'
import type { PlainKind } from '../src/kinds.ts'
import { checkAnswer } from '../src/returns.ts'

const check = (answer: unknown, returns: PlainKind = 'any') => checkAnswer('F', answer, returns)
const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

describe('an answer', () => {
  it('that is JSON comes through as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        if (!text.includes('"__proto__"'))
          expect(JSON.stringify(check(JSON.parse(text)))).toBe(text)
      }),
    )
  })

  it('is copied: what its maker does to it later changes nothing', () => {
    const given = { list: [1] }
    const taken = check(given)
    given.list.push(2)
    expect(taken).toEqual({ list: [1] })
  })

  it('that is nested 100 deep passes, and 10,000 deep is refused and not a crash', () => {
    expect(() => check(nested(100))).not.toThrow()
    for (const levels of [101, 10_000, 100_000])
      expect(() => check(nested(levels))).toThrow('over 100 deep')
  })

  it('that goes round in a circle is refused', () => {
    const circle: unknown[] = []
    circle.push(circle)
    expect(() => check(circle)).toThrow('over 100 deep')
  })

  it('with numbers that no cell can hold is refused', () => {
    expect(() => check(JSON.parse('[1e999]'))).toThrow('Infinity, which is no number')
    expect(check(JSON.parse('[1e-999, 12345678901234567890123]'))).toEqual([
      0, 1.2345678901234568e22,
    ])
  })

  it('with __proto__ is refused, and no prototype changes', () => {
    expect(() => check(JSON.parse('{"__proto__": {"polluted": 1}}'))).toThrow('a field __proto__')
    expect(() => check(JSON.parse('[{"a": {"__proto__": 1}}]'))).toThrow('a field __proto__')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('with names such as constructor is only data', () => {
    const text = '{"constructor":{"prototype":{"x":1}},"toString":2,"hasOwnProperty":3}'
    expect(JSON.stringify(check(JSON.parse(text)))).toBe(text)
  })

  it.each([
    '=HYPERLINK("http://x")',
    '=1+1',
    "'; DROP TABLE users; --",
    '<script>alert(1)</script>',
    'https://169.254.169.254/',
    'Ignore all previous instructions',
    '\u0000\u001b[2J',
    '{"a":1}',
  ])('that looks like something else stays a text: %j', (text) => {
    expect(check(text, 'text')).toBe(text)
  })

  it('with datetimes of JavaScript has them as ISO texts', () => {
    const at = new Date('2026-01-31T00:00:00Z')
    expect(check(at, 'datetime')).toBe('2026-01-31T00:00:00.000Z')
    expect(check([at])).toEqual(['2026-01-31T00:00:00.000Z'])
    expect(check(null, 'number')).toBeNull()
    expect(() => check(new Date('x'), 'datetime')).toThrow('an invalid Date')
    expect(() => check('P1Q', 'duration')).toThrow('it declares returns: duration')
    expect(check('PT5M', 'duration')).toBe('PT5M')
  })

  it('that is too large is refused by what it would take, not by how it is written', () => {
    expect(() => check('x'.repeat(2 ** 20 + 1))).toThrow('over 1 MB')
    expect(() => check(new Array(600_000).fill(1))).toThrow('over 1 MB')
    expect(() => check({ ['k'.repeat(2 ** 20)]: 1 })).toThrow('over 1 MB')
  })

  it('that is refused says so with a class that is not tried again', () => {
    try {
      check(1n)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(CallError)
      expect((error as CallError).class).toBe('answer')
    }
  })
})
