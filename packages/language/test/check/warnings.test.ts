// Goal: warnings point at what is probably a slip, and only there. Method: small models.

import { describe, expect, it } from 'vitest'
import { codes, first } from './support.ts'

describe('names', () => {
  it('that are read and never assigned are blank, with one warning each', () => {
    expect(codes('A1 = rate + rate\nA2 = rate * other')).toEqual([
      'unassigned-name 1',
      'unassigned-name 2',
    ])
  })

  it('that a rule writes, or that a binding shadows, are assigned', () => {
    expect(codes('A1 = total\nWHEN A2 > 0 THEN total = 1; END')).toEqual([])
    expect(codes('A1 = DO\n rate = 1\n rate\nEND\nA2 = MAP([1], (rate) => rate)')).toEqual([])
    expect(codes('A1 = LET(x, 1, x)\nA2 = WITH y = 1 THEN y ELSE 0')).toEqual([])
  })

  it('that are bound are not seen outside of their expression', () => {
    expect(codes('A1 = DO\n rate = 1\n rate\nEND\nA2 = rate')).toEqual(['unassigned-name 5'])
    expect(codes('A1 = WITH y = 1 THEN y ELSE y')).toEqual(['unassigned-name 1'])
  })

  it('that differ by case get a warning at the later place, with a fix where it is safe', () => {
    const both = 'Rate = 1\nrate = 2'
    expect(codes(both)).toEqual(['names-differ-by-case 2'])
    expect(first(both, 'names-differ-by-case').fix).toBeUndefined()
    expect(codes('A1 = rate\nRate = 2')).toEqual(['unassigned-name 1', 'names-differ-by-case 2'])
  })

  it('in the condition of a query are columns', () => {
    expect(codes('A1 = SELECT id FROM a.b.c WHERE amount > 5')).toEqual([])
  })

  it('that are bound and not read are told, but parameters and WITH are not', () => {
    expect(codes('A1 = DO\n a = 1\n b = 2\n b\nEND')).toEqual(['unused-name 2'])
    expect(codes('A1 = LET(a, 1, 2)')).toEqual(['unused-name 1'])
    expect(codes('A1 = REDUCE(0, [1], (acc, x) => acc + 1)')).toEqual([])
    expect(codes('A1 = WITH a = B1 THEN 1 ELSE 2')).toEqual([])
    expect(codes('A1 = DO\n _a = 1\n 2\nEND')).toEqual([])
  })
})

describe('a rule that feeds its own trigger', () => {
  const own = 'rule-writes-own-trigger'

  it('is found directly and through formulas, ranges, names and neighbours', () => {
    expect(codes('WHEN A1 > 0 THEN A1 = 1; END')).toEqual([`${own} 1`])
    expect(codes('B1 = A1 * 2\nC1 = B1 + 1\nWHEN C1 > 0 THEN A1 = 1; END')).toEqual([`${own} 3`])
    expect(codes('B1 = SUM(A1:A9)\nWHEN B1 > 0 THEN A5 = 1; END')).toEqual([`${own} 2`])
    expect(codes('x = y\nWHEN x > 0 THEN y = 1; END')).toEqual([`${own} 2`])
    expect(codes('B2:B9 = ABOVE + LEFT\nWHEN B9 > 0 THEN A3 = 1; END')).toEqual([`${own} 2`])
    expect(codes('WHEN SUM(A1:A9) > 0 THEN A5:C5 = 1; END')).toEqual([`${own} 1`])
  })

  it('is not one that only reads what it writes', () => {
    expect(codes('WHEN A1 > 0 THEN B1 = B1 + 1; END')).toEqual([])
    expect(codes('C1 = B1\nWHEN A1 > 0 THEN B1 = C1 + 1; END')).toEqual([])
    expect(codes('WHEN A1 > 0 THEN B1 = 1; END\nWHEN B1 > 0 THEN A2 = 1; END')).toEqual([])
  })
})

describe('a bare number after EVERY', () => {
  it('gets a warning, a number with a unit or from a cell does not', () => {
    expect(codes('EVERY 900000 SKIP MISSED THEN A1 = 1; END')).toEqual(['bare-number-duration 1'])
    expect(codes('EVERY 15min SKIP MISSED THEN A1 = 1; END')).toEqual([])
    expect(codes('B1 = 5\nEVERY B1 SKIP MISSED THEN A1 = 1; END')).toEqual([])
    expect(codes('WHEN B1 > 0 DEBOUNCE 5 THEN A1 = 1; END')).toEqual([])
  })
})
