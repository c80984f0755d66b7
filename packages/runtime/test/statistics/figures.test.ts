// Goal: counts, means, ranks and percentiles handle blanks, texts, errors and empty lists.
// Method: formulas and their values as a spreadsheet user would write them.

import { describe, expect, it } from 'vitest'
import { evaluate, shown } from './evaluate.ts'

describe('summaries', () => {
  it.each([
    ['AVERAGE([1, "x", TRUE, BLANK, 3])', '2'],
    ['AVERAGE(["x"])', '#DIV/0!'],
    ['AVERAGE([1, #N/A])', '#N/A'],
    ['MAX(["x"])', '0'],
    ['MIN(-3, -5)', '-5'],
    ['MAX(-3, -5)', '-3'],
    ['MAX(dt"2026-01-01T00:00:00Z", dt"2026-03-01T00:00:00Z") = dt"2026-03-01T00:00:00Z"', 'TRUE'],
    ['COUNT([1, dt"2026-01-01T00:00:00Z", "1", TRUE])', '2'],
    ['COUNTA("", BLANK)', '1'],
    ['STDEV.S(5)', '#DIV/0!'],
    ['STDEV.P(5)', '0'],
    ['VAR.S([1000000001, 1000000002, 1000000003])', '1'],
    ['SKEW(1, 2)', '#DIV/0!'],
    ['KURT(1, 2, 3)', '#DIV/0!'],
    ['GEOMEAN(1, 0)', '#NUM!'],
    ['HARMEAN(-1)', '#NUM!'],
    ['AVERAGE.WEIGHTED([1, 2], [0, 0])', '#DIV/0!'],
    ['AVEDEV(["x"])', '#NUM!'],
    ['FREQUENCY([1, 2, 3, 4, 9], [4, 2])', '[2; 2; 1]'],
    ['FREQUENCY([1, 2], [2, 2])', '[2; 0; 0]'],
    ['PROB([1, 2], [0.5, 0.4], 1)', '#NUM!'],
    ['PERMUT(100, 3)', '970200'],
    ['PERMUT(2, 3)', '#NUM!'],
    ['PERMUTATIONA(0, 0)', '1'],
    ['STANDARDIZE(1, 1, 0)', '#NUM!'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('ranks', () => {
  it.each([
    ['MEDIAN(["x"])', '#NUM!'],
    ['MEDIAN(3, 1, 2)', '2'],
    ['MODE.SNGL(1, 2)', '#N/A'],
    ['MODE.SNGL(4, 4, 2, 2)', '4'],
    ['LARGE([1, 2], 3)', '#NUM!'],
    ['SMALL([3, 1, 2], 1)', '1'],
    ['PERCENTILE.INC([1, 2], 1.1)', '#NUM!'],
    ['PERCENTILE.EXC([1, 2], 0.1)', '#NUM!'],
    ['PERCENTILE.INC([1, 2, 3, 4], 0.25)', '1.75'],
    ['QUARTILE.INC([1, 2, 3, 4], 4)', '4'],
    ['QUARTILE.EXC([1, 2, 3], 0)', '#NUM!'],
    ['PERCENTRANK.INC([1, 2, 3, 4], 2.5)', '0.5'],
    ['PERCENTRANK.INC([1, 2, 3, 4], 2)', '0.333'],
    ['PERCENTRANK.INC([1, 2], 5)', '#N/A'],
    ['RANK.EQ(1, [9, 5, 5, 1], 1)', '1'],
    ['RANK.EQ(7, [1])', '#N/A'],
    ['TRIMMEAN([1, 2, 3], 1)', '#NUM!'],
    ['TRIMMEAN([1, 2, 3, 100], 0.1)', '26.5'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('tests and lines', () => {
  it.each([
    ['CORREL([1, 1], [1, 2])', '#DIV/0!'],
    ['CORREL([1, 2], [1, 2, 3])', '#N/A'],
    ['SLOPE([1, "x", 3], [1, 2, 3])', '1'],
    ['LINEST([1; 2; 3], [1, 2; 2, 4; 3, 6])', '[0, 1, 0]'],
    ['TREND([2, 4, 6])', '[2, 4, 6]'],
    ['LOGEST([1; -1])', '#NUM!'],
    ['TREND([1; 2], [1; 2; 3])', '#REF!'],
    ['NORM.INV(1, 0, 1)', '#NUM!'],
    ['NORM.DIST(0, 0, 0, TRUE)', '#NUM!'],
    ['T.TEST([1], [2], 2, 2)', '#DIV/0!'],
    ['FISHER(1)', '#NUM!'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})
