// Goal: keys agree with the equality of the functions. Method: every pair of values of all kinds is
// compared by key and by the runtime's own functions.

import {
  BLANK,
  criterionOf,
  datetime,
  durationOf,
  errorOf,
  functions,
  isDatetime,
  listOf,
  PENDING,
  schedule,
  type Value,
} from '@cellwake/runtime'
import { describe, expect, it } from 'vitest'
import { askedKey, conditionKey, joinedKey, lookupKey, NEVER } from '../../src/lookups/keys.ts'

const day = Date.UTC(2026, 0, 5)

const values: readonly Value[] = [
  0,
  -0,
  1,
  1.5,
  46027,
  1e300,
  -7,
  '',
  'a',
  'A',
  'ä',
  'Ä',
  'ß',
  'SS',
  'Σ',
  'ς',
  'İ',
  'i',
  '1',
  ' 1 ',
  '1.50',
  '150%',
  '1,000',
  1000,
  'true',
  'TRUE',
  'false',
  '=1',
  '=',
  '=a',
  '==a',
  '<>a',
  '>0',
  '<=1',
  'a*',
  '~*',
  '?',
  '#N/A',
  '2026-01-05',
  'tA',
  'p0',
  'eN/A',
  true,
  false,
  BLANK,
  PENDING,
  datetime(day),
  datetime(day + 1),
  datetime(0),
  durationOf(0, 0, 0),
  durationOf(0, 1, 0),
  durationOf(0, 0, 86_400_000),
  durationOf(1, 0, 0),
  schedule('0 * * * *'),
  errorOf('N/A', 'one'),
  errorOf('N/A', 'another'),
  errorOf('DIV/0!', 'one'),
]

const pairs = values.flatMap((a) => values.map((b) => [a, b] as const))

describe('keys', () => {
  it('of two values are equal if and only if a lookup finds the one for the other', () => {
    const wrong = pairs.filter(([wanted, item]) => {
      const finds = functions.XMATCH!([wanted, listOf([item]), 0, 1]) === 1
      const key = lookupKey(wanted)
      const agrees = key !== NEVER && key === lookupKey(item)
      // Instants of one number are told apart by the index itself.
      const instants = isDatetime(wanted) && isDatetime(item)
      return instants ? finds && !agrees : finds !== agrees
    })
    expect(wrong).toEqual([])
  })

  it('of a condition and a cell are equal if and only if the cell meets the condition', () => {
    const asked = pairs.filter(([criteria]) => askedKey(criteria) !== undefined)
    const wrong = asked.filter(([criteria, item]) => {
      const key = conditionKey(item)
      return criterionOf(criteria)(item) !== (key !== NEVER && key === askedKey(criteria))
    })
    expect(wrong).toEqual([])
    // The rest are conditions that ask for more: operators, wildcards, blanks.
    expect(asked.length).toBeGreaterThan(pairs.length / 2)
  })

  it('of several values are not mistaken for those of others', () => {
    const lists = [['ta', 'tb'], ['ta2:tb'], ['ta', 2], ['ta', 't2'], ['tatb'], [true], ['ttrue']]
    expect(new Set(lists.map(joinedKey)).size).toBe(lists.length)
    expect(joinedKey([0])).toBe(joinedKey([-0]))
  })
})
