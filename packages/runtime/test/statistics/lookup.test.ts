// Goal: lookups find the right place in every mode, and say #N/A where there is none.
// Method: formulas and their values as a spreadsheet user would write them.

import { describe, expect, it } from 'vitest'
import { evaluate, shown } from './evaluate.ts'

describe('MATCH', () => {
  it.each([
    ['MATCH(20, [10, 20, 20, 30], 0)', '2'],
    ['MATCH(20, [10, 20, 20, 30], 1)', '3'],
    ['MATCH(25, [10, 20, 20, 30])', '3'],
    ['MATCH(5, [10, 20, 20, 30])', '#N/A'],
    ['MATCH(99, [10, 20, 20, 30])', '4'],
    ['MATCH(20, [30, 20, 20, 10], -1)', '2'],
    ['MATCH(15, [30, 20, 20, 10], -1)', '3'],
    ['MATCH(40, [30, 20, 10], -1)', '#N/A'],
    ['MATCH("b*", ["Apple", "Bread"], 0)', '2'],
    ['MATCH("a?p", ["ap", "A1P"], 0)', '2'],
    ['MATCH("~*", ["x", "*"], 0)', '2'],
    ['MATCH("5", [5, "5"], 0)', '2'],
    ['MATCH(TRUE, [1, TRUE], 0)', '2'],
    ['MATCH(2, ["a", 1, "b", 3])', '2'],
    ['MATCH(1, [1, 2; 3, 4], 0)', '#N/A'],
    ['MATCH("ÄRGER", ["ärger"], 0)', '1'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('XMATCH and XLOOKUP', () => {
  it.each([
    ['XMATCH(20, [10, 20, 20], 0, -1)', '3'],
    ['XMATCH(15, [30, 10, 20], -1)', '2'],
    ['XMATCH(15, [30, 10, 20], 1)', '3'],
    ['XMATCH(35, [30, 10, 20], 1)', '#N/A'],
    ['XMATCH(20, [10, 20, 30], 0, 2)', '2'],
    ['XMATCH(25, [10, 20, 30], -1, 2)', '2'],
    ['XMATCH(25, [10, 20, 30], 1, 2)', '3'],
    ['XMATCH(25, [30, 20, 10], 1, -2)', '1'],
    ['XMATCH(25, [30, 20, 10], -1, -2)', '2'],
    ['XMATCH(5, [30, 20, 10], -1, -2)', '#N/A'],
    ['XMATCH("b*", ["a", "bc"])', '#N/A'],
    ['XMATCH("b*", ["a", "bc"], 2)', '2'],
    ['XMATCH(1, [1], 7)', '#VALUE!'],
    ['XMATCH(1, [1], 0, 5)', '#VALUE!'],
    ['XLOOKUP("b", ["a"; "b"], [1, 2; 3, 4])', '[3, 4]'],
    ['XLOOKUP("b", ["a", "b"], [1, 2; 3, 4])', '[2; 4]'],
    ['XLOOKUP(3, [1, 2], [1, 2, 3])', '#VALUE!'],
    ['XLOOKUP(1 / 0, [1], [2], "none")', '#DIV/0!'],
    ['XLOOKUP(2, [1, 2], [5, #N/A], "none")', '#N/A'],
    ['XLOOKUP(7, [5, 10], ["low", "high"], , -1)', '"low"'],
    ['XLOOKUP([1, 3], [1, 2, 3], ["a", "b", "c"])', '["a", "c"]'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('VLOOKUP, HLOOKUP and LOOKUP', () => {
  it.each([
    ['VLOOKUP(2.5, [1, "a"; 2, "b"; 3, "c"], 2)', '"b"'],
    ['VLOOKUP(0, [1, "a"], 2)', '#N/A'],
    ['VLOOKUP(1, [1, "a"], 3)', '#REF!'],
    ['VLOOKUP(1, [1, "a"], 0)', '#VALUE!'],
    ['VLOOKUP("p*", ["apple", 1; "pear", 2], 2, FALSE)', '2'],
    ['HLOOKUP(15, [10, 20; "x", "y"], 2)', '"x"'],
    ['HLOOKUP(10, [10, 20; "x", "y"], 3)', '#REF!'],
    ['LOOKUP(2, [1, 2, 3; "a", "b", "c"])', '"b"'],
    ['LOOKUP(2, [1, "a"; 2, "b"; 3, "c"])', '"b"'],
    ['LOOKUP(0, [1, 2], [3, 4])', '#N/A'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('places', () => {
  it.each([
    ['INDEX([1, 2; 3, 4], 0, 2)', '[2; 4]'],
    ['INDEX([1, 2; 3, 4], 2)', '[3, 4]'],
    ['INDEX([1, 2; 3, 4], 3, 1)', '#REF!'],
    ['INDEX([5; 6], 2)', '6'],
    ['INDEX([1, 2], -1)', '#VALUE!'],
    ['ADDRESS(1, 703)', '"$AAA$1"'],
    ['ADDRESS(1, 26, 2)', '"Z$1"'],
    ['ADDRESS(1, 27, 3)', '"$AA1"'],
    ['ADDRESS(2, 3, 1, FALSE)', '"R2C3"'],
    ['ADDRESS(2, 3, 4, FALSE)', '"R[2]C[3]"'],
    ['ADDRESS(1, 1, 1, TRUE, "My Sheet")', '"\'My Sheet\'!$A$1"'],
    ['ADDRESS(1, 1, 1, TRUE, "Data")', '"Data!$A$1"'],
    ['ADDRESS(0, 1)', '#VALUE!'],
    ['CHOOSE(4, 1, 2, 3)', '#VALUE!'],
    ['HYPERLINK("u")', '"u"'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('QUERY', () => {
  it.each([
    [
      'QUERY(["n", "q"; "x", 2; "y", 5; "x", 7], "SELECT n, SUM(q) GROUP BY n ORDER BY SUM(q) DESC")',
      '["n", "SUM(q)"; "x", 9; "y", 5]',
    ],
    [
      'QUERY(["n", "q"; "x", 2; "y", 5], "WHERE n = \'X\' OR q >= 5 ORDER BY q DESC LIMIT 1")',
      '["n", "q"; "y", 5]',
    ],
    [
      'QUERY(["n", "q"; "x", 2; "y", 5], "SELECT COUNT(*), AVG(q), MIN(q), MAX(q)")',
      '["COUNT(*)", "AVG(q)", "MIN(q)", "MAX(q)"; 2, 3.5, 2, 5]',
    ],
    [
      'QUERY(["n", "q"; "x", 2; "y", 5], "SELECT n WHERE NOT (q > 3 AND n <> \'z\')")',
      '["n"; "x"]',
    ],
    ['QUERY(["n", "q"; "x", 2], "SELECT n, SUM(q)")', '#VALUE!'],
    ['QUERY(["n"; "x"], "SELECT z")', '#VALUE!'],
    ['QUERY(["n"; "x"], "SELECT n WHERE n =")', '#VALUE!'],
    ['QUERY(["a b"; 1], "SELECT `a b` WHERE `a b` > 5")', '["a b"]'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})
