// Goal: lambdas may call each other only so deep, whatever stands around the calls, and leave no trace when
// they are stopped. Method: recursion through each kind of form, and little fuel.
import { catalogue } from '@cellwake/language'
import { afterEach, describe, expect, it } from 'vitest'
import { compileLazily } from '../../src/compile/lazy.ts'
import { OutOfFuel } from '../../src/errors.ts'
import { refuel } from '../../src/primitives.ts'
import { evaluate } from '../evaluate.ts'

afterEach(() => refuel(Number.POSITIVE_INFINITY))

/** Counts down by calling itself. */
function countdown(from: number): string {
  return `((f, n) => f(f, n))((f, n) => IF(n = 0, "done", f(f, n - 1)), ${from})`
}

describe('recursion', () => {
  it.each([
    ['operators', '(1 + 2 * #)', 40],
    ['a function of one', 'ABS(#)', 100],
    ['a function of three', 'MID("abc", 1, #)', 100],
    ['a sum', 'SUM(1, #)', 100],
    ['a choice', 'IF(1, #, 2)', 100],
    ['MAP', 'MAP([1], (q) => #)', 30],
    ['REDUCE', 'REDUCE(0, [1], (p, q) => #)', 30],
    ['MAKEARRAY over an array', 'MAKEARRAY([1; #], 1, (p, q) => #)', 1],
  ])('through %s ends in an error or runs out of fuel', (_, around, times) => {
    let body = 'f(f)'
    for (let i = 0; i < times; i++) body = around.replaceAll('#', body)
    refuel(20_000)
    let seen: unknown
    try {
      seen = JSON.stringify(evaluate(`((f) => f(f))((f) => ${body})`))
    } catch (error) {
      seen = error
    }
    if (typeof seen === 'string') expect(seen).toContain('CALC!')
    else expect(seen).toBeInstanceOf(OutOfFuel)
  })

  it('goes 100 deep', () => {
    expect(evaluate(countdown(100))).toBe('done')
  })

  it('that was stopped does not count in the next evaluation', () => {
    for (let i = 0; i < 5; i++) {
      refuel(60)
      expect(() => evaluate(countdown(100))).toThrow(OutOfFuel)
    }
    refuel(Number.POSITIVE_INFINITY)
    expect(evaluate(countdown(100))).toBe('done')
  })
})

describe('a parameter', () => {
  it.each([
    ['((x, y) => ISOMITTED(y))(1)', true],
    ['((x, y) => ISOMITTED(y))(1, )', true],
    ['((x, y) => ISOMITTED(y))(1, BLANK)', false],
    ['((x, y) => ISOMITTED(x))(1)', false],
    ['((x, y) => y IS BLANK)(1)', true],
    ['((x, y) => x + y)(1)', 1],
    ['((x, y) => x & y & "!")(1, )', '1!'],
  ])('%s is %j', (formula, result) => {
    expect(evaluate(formula)).toBe(result)
  })

  it('keeps its value in a lambda that was made with it', () => {
    expect(evaluate('((x) => (y) => x * 10 + y)(1)(2)')).toBe(12)
    expect(evaluate('SUM(MAP([1, 2], (x) => SUM(MAP([10, 20], (y) => x * y))))')).toBe(90)
  })
})

it('every function with lazy arguments is compiled so, or is a form of its own', () => {
  const lazy = catalogue.names.filter((name) => catalogue.get(name)!.lazyFrom !== undefined)
  const forms = lazy.filter((name) => compileLazily(name, []) === undefined)
  expect([...forms].sort()).toEqual(['IF', 'IFS'])
})
