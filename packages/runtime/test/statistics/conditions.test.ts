// Goal: conditions in texts mean what they mean in a spreadsheet.
// Method: formulas and their values as a spreadsheet user would write them.

import { describe, expect, it } from 'vitest'
import { evaluate, shown } from './evaluate.ts'

describe('COUNTIF', () => {
  it.each([
    ['COUNTIF([1, 5, 9], 5)', '1'],
    ['COUNTIF([1, 5, "5"], 5)', '2'],
    ['COUNTIF([1, 5, "5"], "=5")', '2'],
    ['COUNTIF([1, 5, "5"], ">=5")', '1'],
    ['COUNTIF([1, 5, 9], "<>5")', '2'],
    ['COUNTIF([1, BLANK, "x"], "<>1")', '2'],
    ['COUNTIF([1, BLANK, "", "x"], "")', '2'],
    ['COUNTIF([1, BLANK, "", "x"], "=")', '1'],
    ['COUNTIF([1, BLANK, "", "x"], "<>")', '3'],
    ['COUNTIF(["Apple", "APPLE", "pear"], "apple")', '2'],
    ['COUNTIF(["a*", "ab"], "a~*")', '1'],
    ['COUNTIF(["ab", "abc", "b"], "a?")', '1'],
    ['COUNTIF(["ab", "abc", 5], "*")', '2'],
    ['COUNTIF(["ab", "abc", 5], "<>a*")', '1'],
    ['COUNTIF(["a", "b", "c"], ">a")', '2'],
    ['COUNTIF([TRUE, FALSE, 1, "TRUE"], TRUE)', '1'],
    ['COUNTIF([TRUE, FALSE, 1], "FALSE")', '1'],
    ['COUNTIF([#N/A, 1, #DIV/0!], #N/A)', '1'],
    ['COUNTIF([#N/A, 1, #DIV/0!], "#div/0!")', '1'],
    ['COUNTIF([0.05, 5], "5%")', '1'],
    ['COUNTIF([1000, 1], "1,000")', '1'],
    ['COUNTIF([0, BLANK, 1], BLANK)', '1'],
    ['COUNTIF([dt"2026-01-02T00:00:00Z", dt"2026-01-04T00:00:00Z"], ">2026-01-03")', '1'],
    ['COUNTIF([1, 2, 3], [1, ">1"])', '[1, 2]'],
    ['COUNTIF(["", "x"], "*")', '2'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('sums, means and extremes by condition', () => {
  it.each([
    ['SUMIF([1, 2, 3], ">1", [10; 20; 30])', '0'],
    ['SUMIF([1; 2; 3], ">1", [10; 20; 30])', '50'],
    ['SUMIF([1, 2], ">1", [#N/A, 4])', '4'],
    ['SUMIF([1, 2], ">0", [#N/A, 4])', '#N/A'],
    ['SUMIFS([1, 2, 3], [1, 1], 1)', '#VALUE!'],
    ['SUMIFS([1, "x", 3], [1, 1, 1], 1)', '4'],
    ['AVERAGEIF([1, 2], ">5")', '#DIV/0!'],
    ['AVERAGEIFS([1, 2, 6], [1, 2, 2], 2)', '4'],
    ['MAXIFS([1, 2], [1, 1], 5)', '0'],
    ['MINIFS([-5, 2, 3], [1, 2, 2], 2)', '2'],
    ['COUNTIFS([1, 2, 3], ">1", [1, 2, 3], "<3")', '1'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('database functions', () => {
  it.each([
    ['DSUM(["t", "h"; "a", 1; "b", 2; "a", 4], "h", ["t", "h"; "a", ">1"])', '4'],
    ['DSUM(["t", "h"; "a", 1; "b", 2; "a", 4], "h", ["t"; "a"; "b"])', '7'],
    ['DCOUNT(["t"; "apple"; "apricot"; "pear"], "t", ["t"; "ap"])', '0'],
    ['DCOUNTA(["t"; "apple"; "apricot"; "pear"], "t", ["t"; "ap"])', '2'],
    ['DCOUNTA(["t"; "ap"; "apricot"], "t", ["t"; "=ap"])', '1'],
    ['DGET(["t"; 1; 2], "t", ["t"; ">5"])', '#VALUE!'],
    ['DGET(["t"; 1; 2], "t", ["t"; ">0"])', '#NUM!'],
    ['DSUM(["t"; 1], "z", ["t"; 1])', '#VALUE!'],
    ['DMAX(["t"; 3; 8], "t", ["t"; BLANK])', '8'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})
