// Goal: choices, questions about values and comparisons treat blanks, errors and kinds as a spreadsheet does.
// Method: formulas and their values as a spreadsheet user would write them.

import { describe, expect, it } from 'vitest'
import { evaluate, shown } from './evaluate.ts'

describe('comparison', () => {
  it.each([
    ['1 < "a"', 'TRUE'],
    ['"a" < TRUE', 'TRUE'],
    ['"A" = "a"', 'TRUE'],
    ['"a" < "B"', 'TRUE'],
    ['BLANK = 0', 'TRUE'],
    ['BLANK = ""', 'TRUE'],
    ['BLANK = FALSE', 'TRUE'],
    ['BLANK < 1', 'TRUE'],
    ['BLANK > -1', 'TRUE'],
    ['BLANK < "a"', 'TRUE'],
    ['90s = 1min', 'FALSE'],
    ['60s = 1min', 'TRUE'],
    ['1d = 24h', 'TRUE'],
    ['1h < 2h', 'TRUE'],
    ['duration"P1M" = duration"P1M"', 'TRUE'],
    ['duration"P1M" < 40d', '#VALUE!'],
    ['dt"2026-01-01T00:00:00Z" < dt"2026-01-02T00:00:00Z"', 'TRUE'],
    ['dt"2026-01-01T00:00:00Z" = 46023', 'TRUE'],
    ['{ a: 1, b: 2 } = { b: 2, a: 1 }', 'TRUE'],
    ['{ a: 1 } = { a: 2 }', 'FALSE'],
    ['{ a: 1 } < { a: 2 }', '#VALUE!'],
    ['1 = "1"', 'FALSE'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('choices', () => {
  it.each([
    ['AND(1, 0)', 'FALSE'],
    ['AND([TRUE, "x", TRUE])', 'TRUE'],
    ['AND("x")', '#VALUE!'],
    ['OR(["x", "y"])', '#VALUE!'],
    ['OR(FALSE, #N/A)', '#N/A'],
    ['XOR(TRUE, TRUE, TRUE)', 'TRUE'],
    ['NOT(0)', 'TRUE'],
    ['IF(TRUE, 1, 2)', '1'],
    ['IF([TRUE, FALSE], 1, 2)', '[1, 2]'],
    ['IFS(FALSE, 1)', '#N/A'],
    ['SWITCH("A", "a", 1)', '1'],
    ['SWITCH(3, 1, 2)', '#N/A'],
    ['IFERROR([1, #N/A], 0)', '[1, 0]'],
    ['IFNA(#REF!, 0)', '#REF!'],
    ['ISBETWEEN(10, 5, 10, TRUE, FALSE)', 'FALSE'],
    ['ISBETWEEN("b", "a", "c")', 'TRUE'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('questions', () => {
  it.each([
    ['ISNUMBER([1, "1", BLANK])', '[TRUE, FALSE, FALSE]'],
    ['ISERR(#REF!)', 'TRUE'],
    ['ISNA(#REF!)', 'FALSE'],
    ['ISTEXT("")', 'TRUE'],
    ['ISNONTEXT(BLANK)', 'TRUE'],
    ['ISLOGICAL(1)', 'FALSE'],
    ['ISEVEN(-2)', 'TRUE'],
    ['ISODD(-3)', 'TRUE'],
    ['ISEVEN(0)', 'TRUE'],
    ['ISARRAY(5)', 'FALSE'],
    ['ISOBJECT([1, 2])', 'FALSE'],
    ['ERROR.TYPE(#CALC!)', '14'],
    ['ERROR.TYPE(5)', '#N/A'],
    ['KIND(#N/A)', '"error"'],
    ['KIND({ a: 1 })', '"object"'],
    ['KIND(BLANK)', '"blank"'],
    ['TYPE(TRUE)', '4'],
    ['TYPE(#N/A)', '16'],
    ['TYPE({ a: 1 })', '128'],
    ['N("5")', '0'],
    ['N(dt"2026-01-01T00:00:00Z")', '46023'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})
