// Goal: arrays are cut, joined, sorted and compared as their documentation says.
// Method: formulas and their values as a spreadsheet user would write them.

import { describe, expect, it } from 'vitest'
import { evaluate, shown } from './evaluate.ts'

describe('cutting and joining', () => {
  it.each([
    ['TAKE([1, 2; 3, 4], -1)', '[3, 4]'],
    ['TAKE([1, 2], 5)', '[1, 2]'],
    ['TAKE([1, 2], 0)', '#CALC!'],
    ['DROP([1, 2, 3], 0, -1)', '[1, 2]'],
    ['DROP([1, 2], 1)', '#CALC!'],
    ['CHOOSECOLS([1, 2, 3], -1, 1)', '[3, 1]'],
    ['CHOOSECOLS([1, 2], 3)', '#VALUE!'],
    ['CHOOSEROWS([1; 2], 0)', '#VALUE!'],
    ['EXPAND([1], 2, 2)', '[1, #N/A; #N/A, #N/A]'],
    ['EXPAND([1, 2], 1, 1)', '#VALUE!'],
    ['HSTACK([1; 2], 3)', '[1, 3; 2, #N/A]'],
    ['VSTACK([1, 2], 3, #DIV/0!)', '[1, 2; 3, #N/A; #DIV/0!, #N/A]'],
    ['TOCOL([1, BLANK; #N/A, 4], 3)', '[1; 4]'],
    ['TOROW([1, 2; 3, 4], 0, TRUE)', '[1, 3, 2, 4]'],
    ['WRAPCOLS([1, 2, 3], 2)', '[1, 3; 2, #N/A]'],
    ['WRAPROWS([1, 2], 0)', '#NUM!'],
    ['WRAPROWS([1, 2; 3, 4], 2)', '#VALUE!'],
    ['TRIMRANGE([BLANK, 1; BLANK, BLANK], 2, 1)', '[1]'],
    ['TRANSPOSE([1, 2])', '[1; 2]'],
    ['REVERSE([1, 2; 3, 4])', '[3, 4; 1, 2]'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('sorting and filtering', () => {
  it.each([
    ['SORT([3, "b", TRUE, 1, BLANK, "A", #N/A])', '[1, 3, "A", "b", TRUE, #N/A, BLANK]'],
    ['SORT([3, "b", TRUE, 1, BLANK], 1, -1)', '[TRUE, "b", 3, 1, BLANK]'],
    ['SORT(["b", 1; "a", 2; "B", 0])', '["a", 2; "b", 1; "B", 0]'],
    ['SORT([1, 5; 1, 3; 0, 9], [1, 2])', '[0, 9; 1, 3; 1, 5]'],
    ['SORT([1, 2], 3)', '#VALUE!'],
    ['SORT([1, 2], 1, 2)', '#VALUE!'],
    ['SORT([3, 1; 2, 9], 1, 1, TRUE)', '[1, 3; 9, 2]'],
    ['SORTBY(["a", "b", "c"], [2, 1, 1], 1, [1, 1, 2], -1)', '["c", "b", "a"]'],
    ['SORTBY([1, 2], [1, 2, 3])', '#VALUE!'],
    ['FILTER([1, 2; 3, 4], [TRUE; FALSE])', '[1, 2]'],
    ['FILTER([1, 2; 3, 4], [FALSE, TRUE])', '[2; 4]'],
    ['FILTER([1, 2], [FALSE, FALSE])', '#CALC!'],
    ['FILTER([1, 2], [TRUE, #N/A])', '#N/A'],
    ['FILTER([1, 2], [1, 2, 3])', '#VALUE!'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('sets and running figures', () => {
  it.each([
    ['UNIQUE([1, 2; 1, 2; 2, 1])', '[1, 2; 2, 1]'],
    ['UNIQUE([1, 2, 1], TRUE, TRUE)', '[2]'],
    ['UNIQUE(["a"; "A"])', '["a"]'],
    ['UNIQUE([1, "1", TRUE])', '[1, "1", TRUE]'],
    ['UNION(["a"], ["A", "b"])', '["a", "b"]'],
    ['EXCEPT([1], [1])', '#CALC!'],
    ['INTERSECT(["x", "Y"], ["y"])', '["Y"]'],
    ['CONTAINS([1, 2], 3)', 'FALSE'],
    ['CONTAINS([1, 2], [2, 3])', '[TRUE, FALSE]'],
    ['CUMSUM([1, 2; 3, 4])', '[1, 3; 6, 10]'],
    ['DIFFERENCES([5])', '#CALC!'],
    ['DIFFERENCES([1; 4])', '[3]'],
    ['MOVING_AVERAGE([1, 2, 3], 0)', '#NUM!'],
    ['SEQUENCE(0)', '#CALC!'],
    ['SEQUENCE(2000, 2000)', '#CALC!'],
    ['COUNTUNIQUE([1, BLANK, #N/A, 1, "a", "A"])', '2'],
    ['RANDARRAY(1, 2, 5, 9, TRUE)', '[5, 5]'],
    ['RANDARRAY(1, 1, 3, 2)', '#VALUE!'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('functions that take functions', () => {
  it.each([
    ['MAP([1; 2], (x) => x * 2)', '[2; 4]'],
    ['MAP([1, 2], (x, y) => x)', '#VALUE!'],
    ['REDUCE("", ["a", "b"], (t, x) => t & x)', '"ab"'],
    ['SCAN(1, [2, 3; 4, 5], (t, x) => t * x)', '[2, 6; 24, 120]'],
    ['MAKEARRAY(0, 1, (r, c) => r)', '#VALUE!'],
    ['BYROW([1, 2; 3, 4], (r) => r)', '[#CALC!; #CALC!]'],
    ['BYCOL([1, 5; 3, 4], (c) => MAX(c))', '[3, 5]'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})
