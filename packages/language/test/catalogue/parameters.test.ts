// Goal: every argument of a call finds its parameter, by place or by name, however often a function
// repeats. Method: worked cases, and a round trip over every function of the catalogue.

import { describe, expect, it } from 'vitest'
import { catalogue } from '../../src/catalogue/catalogue.ts'
import {
  acceptsCount,
  leastArguments,
  mostArguments,
  parameterAt,
  placeOf,
  signatureText,
} from '../../src/catalogue/parameters.ts'
import type { Signature } from '../../src/catalogue/signature.ts'

function get(name: string): Signature {
  const signature = catalogue.get(name)
  if (signature === undefined) throw new Error(`no ${name}`)
  return signature
}

describe('the place of an argument', () => {
  it('counts on for what repeats', () => {
    expect(placeOf(get('SUM'), 'number1')).toBe(0)
    expect(placeOf(get('SUM'), 'number3')).toBe(2)
    expect(placeOf(get('SUMIFS'), 'criteria_range2')).toBe(3)
    expect(placeOf(get('SUMIFS'), 'criteria2')).toBe(4)
    expect(placeOf(get('SWITCH'), 'result3')).toBe(6)
  })

  it('is not known for a name that the function does not have', () => {
    expect(placeOf(get('SUM'), 'number')).toBeUndefined()
    expect(placeOf(get('SUM'), 'number0')).toBeUndefined()
    expect(placeOf(get('ROUND'), 'number2')).toBeUndefined()
    expect(placeOf(get('SUMIFS'), 'sum_range2')).toBeUndefined()
  })

  it('and its parameter agree for every function, three repetitions deep', () => {
    const wrong = catalogue.names.filter((name) => {
      const signature = get(name)
      const count = signature.params.length + 3 * signature.repeats
      return Array.from({ length: count }, (_, place) => place).some((place) => {
        const param = parameterAt(signature, place)
        return param === undefined || placeOf(signature, param.name) !== place
      })
    })
    expect(wrong).toEqual([])
  })

  it('is beyond the last parameter when nothing repeats', () => {
    expect(parameterAt(get('ROUND'), 2)).toBeUndefined()
    expect(parameterAt(get('PI'), 0)).toBeUndefined()
    expect(parameterAt(get('SUMIFS'), 4)).toEqual({
      name: 'criteria2',
      kind: 'any',
      optional: true,
    })
  })
})

describe('how many arguments fit', () => {
  it.each([
    ['PI', [0], [1]],
    ['ROUND', [2], [0, 1, 3]],
    ['XLOOKUP', [3, 4, 5, 6], [2, 7]],
    ['SUM', [1, 2, 300], [0]],
    ['SUMIFS', [3, 5, 7], [0, 1, 2, 4, 6]],
    ['IFS', [2, 4], [0, 1, 3]],
    ['SWITCH', [3, 4, 5, 6], [0, 1, 2]],
    ['SORTBY', [2, 3, 4, 5], [0, 1]],
    ['IF', [1, 2, 3], [0, 4]],
  ])('in %s', (name, fitting, others) => {
    const signature = get(name)
    expect(fitting.filter((count) => !acceptsCount(signature, count))).toEqual([])
    expect(others.filter((count) => acceptsCount(signature, count))).toEqual([])
  })

  it('has a least and a most', () => {
    expect([leastArguments(get('XLOOKUP')), mostArguments(get('XLOOKUP'))]).toEqual([3, 6])
    expect([leastArguments(get('SUM')), mostArguments(get('SUM'))]).toEqual([
      1,
      Number.POSITIVE_INFINITY,
    ])
  })
})

describe('the call as documentation shows it', () => {
  it.each([
    ['PI', 'PI()'],
    ['ROUND', 'ROUND(number, num_digits)'],
    ['SUM', 'SUM(number1, [number2], …)'],
    ['SUMIFS', 'SUMIFS(sum_range, criteria_range1, criteria1, [criteria_range2, criteria2], …)'],
    ['SWITCH', 'SWITCH(expression, value1, result1, [default_or_value2], [result2], …)'],
    ['SORTBY', 'SORTBY(array, by_array1, [sort_order1], [by_array2, sort_order2], …)'],
    [
      'XLOOKUP',
      'XLOOKUP(lookup_value, lookup_array, return_array, [if_not_found], [match_mode], [search_mode])',
    ],
  ])('of %s', (name, text) => {
    expect(signatureText(get(name))).toBe(text)
  })
})
