// Goal: warnings point at what is probably a slip, and only there. Method: small models.

import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compile.ts'
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

describe('a rectangle whose cells are all the same', () => {
  const same = 'same-in-every-cell'

  it('is told if its formula reads cells beside the first, also with names and conditions', () => {
    expect(codes('B1:B9 = A1')).toEqual([`${same} 1`])
    expect(codes('rate = 2\nB1:B9 = A1 > 0 THEN A1 * rate ELSE 0')).toEqual([`${same} 2`])
    expect(codes('B1:C9 ~= ROUND(A1, 2)')).toEqual([`${same} 1`])
    expect(codes('A2:Z2 = A1 + 1')).toEqual([`${same} 1`])
  })

  it('is not one that means one cell, or whose cells differ', () => {
    const fine = [
      'B1:B9 = $A$1',
      'B1:B9 = A$1 * 2',
      'B2:B9 = A1 * 2',
      'B1:B9 = A1:A9 * 2',
      'B1:B9 = A1 + ROW_INDEX',
      'B1:B9 = LEFT',
      'B1:B9 = A1 * RAND()',
      'weights = [1; 2; 3]\nB1:B3 = A1 * weights',
      'B1:B3 = [1; 2; 3] * A1',
      'B1:B3 = SEQUENCE(3) * A1',
      'B1:B3 = A1#',
      'B1:B9 = Data!A1',
      'B1:B9 = SUM(A1:A9)',
      'B1 = A1',
      'WHEN A9 > 0 THEN B1:B3 = A1; END',
    ]
    expect(fine.filter((text) => codes(text).some((code) => code.startsWith(same)))).toEqual([])
  })

  it('and its fix reads each cell in its own row', () => {
    const { diagnostics } = compile('A1:A3 = [1; 2; 3]\nB1:B3 = [4; 5; 6]\nC1:C3 = A1 * B1\n')
    expect(diagnostics.map(({ code, fix }) => [code, fix?.edits.map(({ text }) => text)])).toEqual([
      [same, ['INDEX(A1:A3, ROW_INDEX)', 'LEFT']],
    ])
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
