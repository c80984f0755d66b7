// Goal: sums count what they should and lose little; matrices follow algebra; summaries by number are
// the summaries by name. Method: known values, and the textbook identities.
import { expect, test } from 'vitest'
import { sumOf } from '../../src/numeric/pairwise.ts'
import { evaluate, shown } from './evaluate.ts'

test.each([
  ['SUM([1, 2; 3, 4])', 10],
  ['SUM(1, [2, 3], 4)', 10],
  ['SUM(["1", TRUE, BLANK])', 0],
  ['SUM([1, #N/A])', '#N/A'],
  ['SUM([1e308, 1e308])', '#NUM!'],
  ['SUM(-1, 1)', 0],
  ['PRODUCT([2, "x", 5])', 10],
  ['PRODUCT(["x"])', 0],
  ['PRODUCT([1, #DIV/0!])', '#DIV/0!'],
  ['SUMSQ([1, 2, 3])', 14],
  ['SUMPRODUCT([1, 2, 3])', 6],
  ['SUMPRODUCT([1, 2; 3, 4], [1, 0; 0, 1])', 5],
  ['SUMPRODUCT([1, "x"], [2, 3])', 2],
  ['SUMPRODUCT([1, 2], [1; 2])', '#VALUE!'],
  ['SUMPRODUCT([1, TRUE], [2, 3])', 2],
  ['SUMX2MY2([2, 3, 9], [6, 5, 11])', -88],
  ['SUMX2PY2([2, 3], [6, 5])', 74],
  ['SUMXMY2([2, "x", 3], [7, 6, 5])', 29],
  ['SUMXMY2([1, 2], [1])', '#N/A'],
  ['SERIESSUM(1, 0, 1, [1, 1, 1])', 3],
  ['SERIESSUM(0.5, 1, 2, [1, 1])', 0.625],
  ['SERIESSUM(1, 0, 1, ["x"])', '#VALUE!'],
  ['PERCENTOF([1], [0])', '#DIV/0!'],
  ['SUBTOTAL(1, [1, 2, 6])', 3],
  ['SUBTOTAL(2, [1, "x"])', 1],
  ['SUBTOTAL(3, [1, "x"])', 2],
  ['SUBTOTAL(104, [1, 9, 2])', 9],
  ['SUBTOTAL(5, [4, 9], 2)', 2],
  ['SUBTOTAL(6, [2, 3])', 6],
  ['SUBTOTAL(11, [1, 3])', 1],
  ['SUBTOTAL(12, [1])', '#VALUE!'],
  ['SUBTOTAL(9, [1, #N/A])', '#N/A'],
  ['AGGREGATE(9, 4, [1, #N/A])', '#N/A'],
  ['AGGREGATE(12, 6, [1, #N/A, 3, 8])', 3],
  ['AGGREGATE(15, 6, [4, #NUM!, 7], 1)', 4],
  ['AGGREGATE(16, 6, [1, 2, 3], 0.5)', 2],
  ['AGGREGATE(4, 6, [1, #DIV/0!], [7, 2])', 7],
  ['AGGREGATE(14, 6, [1, 2])', '#VALUE!'],
  ['AGGREGATE(20, 6, [1])', '#VALUE!'],
  ['AGGREGATE(9, 9, [1])', '#VALUE!'],
])('%s is %s', (formula, expected) => {
  expect(shown(formula)).toBe(expected)
})

test('a long sum loses no more than a few units', () => {
  const tenths = Array.from({ length: 1_000_000 }, () => 0.1)
  expect(Math.abs(sumOf(tenths) - 100_000)).toBeLessThan(1e-9)
  const plain = tenths.reduce((sum, x) => sum + x, 0)
  expect(Math.abs(plain - 100_000)).toBeGreaterThan(1e-7)
})

test('whole numbers add up exactly at every length around the blocks', () => {
  for (let n = 0; n <= 300; n++) {
    expect(sumOf(Array.from({ length: n }, (_, i) => i + 1))).toBe((n * (n + 1)) / 2)
  }
})

test.each([
  [
    'MMULT([1, 2; 3, 4], [5, 6; 7, 8])',
    [
      [19, 22],
      [43, 50],
    ],
  ],
  ['MMULT([1, 2], [3; 4])', [[11]]],
  ['MMULT([1, 2], [3, 4])', '#VALUE!'],
  ['MMULT([1, "x"], [3; 4])', '#VALUE!'],
  [
    'MINVERSE([1, 2; 3, 4])',
    [
      [-2, 1],
      [1.5, -0.5],
    ],
  ],
  [
    'MINVERSE([0, 1; 1, 0])',
    [
      [0, 1],
      [1, 0],
    ],
  ],
  ['MINVERSE([1, 2; 2, 4])', '#NUM!'],
  ['MINVERSE([1, 2, 3; 4, 5, 6; 7, 8, 9])', '#NUM!'],
  ['MINVERSE([1, 2, 3])', '#VALUE!'],
  ['MDETERM([1, 2, 3; 4, 5, 6; 7, 8, 9])', 0],
  ['MDETERM([2, 0, 1; 1, 3, 2; 1, 1, 4])', 18],
  ['MDETERM([0, 1; 1, 0])', -1],
  ['MDETERM([5])', 5],
  ['MDETERM([1, 2])', '#VALUE!'],
  ['MDETERM([1, #N/A; 2, 3])', '#N/A'],
  ['MUNIT(1)', [[1]]],
  ['MUNIT(0)', '#VALUE!'],
  ['MUNIT(2000)', '#NUM!'],
])('the matrix %s is %j', (formula, expected) => {
  const found = shown(formula)
  expect(
    Array.isArray(found) && found.length === 1 && !Array.isArray(expected) ? found[0] : found,
  ).toEqual(expected)
})

test('a matrix times its inverse is the identity, for one that is hard to invert', () => {
  const rows = Array.from({ length: 8 }, (_, i) =>
    Array.from({ length: 8 }, (_, j) => `1/${i + j + 1}`).join(', '),
  )
  const hilbert = `[${rows.join('; ')}]`
  const found = evaluate(`SUMXMY2(MMULT(${hilbert}, MINVERSE(${hilbert})), MUNIT(8))`)
  expect(found).toBeLessThan(1e-10)
})
