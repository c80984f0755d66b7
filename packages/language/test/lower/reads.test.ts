// Goal: a formula's reads are complete, and those called "always" happen on every evaluation.
// Method: small formulas with the exact reads.

import { describe, expect, it } from 'vitest'
import type { IrReads } from '../../src/lower/ir.ts'
import { formula } from './support.ts'

function reads(written: string): Partial<IrReads> {
  const all = formula(`Z9 = ${written}`, 'Z9').reads
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value)),
  )
}

const cases: [written: string, reads: Partial<IrReads>][] = [
  ['1 + 2', {}],
  ['A1 + B1 + A1', { always: ['A1', 'B1'] }],
  ["rate * Data!B2 + 'Q4 x'!C3", { always: ['rate', 'Data!B2', "'Q4 x'!C3"] }],
  ['A1 THEN B1 ELSE C1', { always: ['A1'], maybe: ['B1', 'C1'] }],
  ['A1 THEN A1 ELSE C1 THEN 1 ELSE 2', { always: ['A1'], maybe: ['C1'] }],
  ['B1 + IF(A1, B1, C1)', { always: ['B1', 'A1'], maybe: ['C1'] }],
  ['IF(A1, B1, 0) + B1', { always: ['A1', 'B1'] }],
  ['A1 DEFAULT B1', { always: ['A1'], maybe: ['B1'] }],
  ['TRY A1 ELSE B1', { always: ['A1'], maybe: ['B1'] }],
  ['IFERROR(A1, B1)', { always: ['A1'], maybe: ['B1'] }],
  ['CHOOSE(A1, B1, C1)', { always: ['A1'], maybe: ['B1', 'C1'] }],
  ['SWITCH(A1, 1, B1, C1)', { always: ['A1'], maybe: ['B1', 'C1'] }],
  ['MATCH(A1, B1 => C1, D1 => E1)', { always: ['A1', 'B1'], maybe: ['C1', 'D1', 'E1'] }],
  ['WITH a = A1 + 1, b = B1 + a THEN b ELSE C1', { always: ['A1'], maybe: ['B1', 'C1'] }],
  ['A1 AND B1 OR C1', { always: ['A1', 'B1', 'C1'] }],
  ['MAP(A1#, (x) => x * B1)', { always: ['A1'], maybe: ['B1'] }],
  ['LET(a, A1, B1 THEN a ELSE 0)', { always: ['B1'], maybe: ['A1'] }],
  ['LET(a, A1 + 1, B1 THEN a ELSE 0)', { always: ['A1', 'B1'] }],
  ['SUM(A1:B9)', { regions: [[0, 1, 1, 2, 9, 1]] }],
  ['A1 THEN SUM(A1:B9) ELSE 0', { always: ['A1'], regions: [[0, 1, 1, 2, 9, 0]] }],
  ['SUM(A:A, A:A)', { regions: [[0, 1, 1, 1, 1_048_576, 1]] }],
  ['INDIRECT(A1)', { always: ['A1'], dynamic: true }],
  ['OFFSET(A1, B1, 0)', { always: ['B1'], dynamic: true }],
  ['ROW(A1) + COLUMN(B1:C9)', {}],
  ['CELL("contents", A1)', { always: ['A1'] }],
  ['"A1"', {}],
]

describe('reads', () => {
  it.each(cases)('%s', (written, expected) => {
    expect(reads(written)).toEqual(expected)
  })

  it('of neighbours are offsets', () => {
    const near = (written: string) => formula(`D4:D9 = ${written}`, 'D4:D9').reads.nearby
    expect(near('ABOVE + LEFT(2)')).toEqual([
      [0, -1, 0, -1, 1],
      [-2, 0, -2, 0, 1],
    ])
    expect(near('IS_FIRST THEN 0 ELSE BELOW(3)')).toEqual([[0, 3, 0, 3, 0]])
    expect(formula('D4:D4 = SUM(NEIGHBORS(2))', 'D4:D4').reads.nearby).toEqual([[-2, -2, 2, 2, 1]])
    expect(formula('D4:D9 = ABOVE(A1)', 'D4:D9').reads).toMatchObject({
      dynamic: true,
      always: ['A1'],
    })
  })

  it('know what changes by itself', () => {
    expect(formula('Z9 = NOW()', 'Z9').volatile).toBe(true)
    expect(formula('Z9 = A1 THEN RAND() ELSE 0', 'Z9').volatile).toBe(true)
    expect(formula('Z9 = YEAR(A1)', 'Z9').volatile).toBe(false)
  })
})
