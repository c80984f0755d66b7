// Goal: objects, JSON, number bases, bits and complex texts read and write exactly.
// Method: formulas and their values as a spreadsheet user would write them.

import { describe, expect, it } from 'vitest'
import { evaluate, shown } from './evaluate.ts'

describe('objects and paths', () => {
  it.each([
    ['GET({ a: [10, 20] }, "a[2]")', '20'],
    ['GET({ a: 1 }, "b")', '#N/A'],
    ['GET({ "b c": 1 }, "[""b c""]")', '1'],
    ['GET([1, 2; 3, 4], "[2]")', '[3, 4]'],
    ['GET({ a: 1 }, "a.")', '#VALUE!'],
    ['GET({ a: 1 }, "a[0]")', '#VALUE!'],
    ['HAS({ a: 1 }, "b")', 'FALSE'],
    ['SET({ a: 1 }, "b.c", 2)', '{ a: 1, b: { c: 2 } }'],
    ['SET({ a: [1, 2] }, "a[3]", 9)', '{ a: [1, 2, 9] }'],
    ['SET({ a: [1, 2] }, "a[5]", 9)', '#REF!'],
    ['SET({ a: 1 }, "a.b", 2)', '#VALUE!'],
    ['REMOVE({ a: [1, 2, 3] }, "a[2]")', '{ a: [1, 3] }'],
    ['REMOVE({ a: 1 }, "z")', '{ a: 1 }'],
    ['MERGE({ a: 1 }, { b: 2 }, { a: 3 })', '{ a: 3, b: 2 }'],
    ['OBJECT(["a"], [1, 2])', '#VALUE!'],
    ['PICK({ a: 1, b: 2 }, ["b", "z"])', '{ b: 2 }'],
    ['TABLE([{ a: 1 }, { b: 2 }])', '["a", "b"; 1, BLANK; BLANK, 2]'],
    ['TABLE([{ a: 1, b: 2 }], ["b"])', '["b"; 2]'],
    ['KEYS(5)', '#VALUE!'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('JSON', () => {
  it.each([
    ['JSON_PARSE("[1, -2.5e3, true, null]")', '[1, -2500, TRUE, BLANK]'],
    ['JSON_PARSE("[[1, 2], [3, 4]]")', '[1, 2; 3, 4]'],
    ['JSON_PARSE("[[1], [2, 3]]")', '[[1], [2, 3]]'],
    ['JSON_PARSE("{""a"": 1, ""a"": 2}")', '{ a: 2 }'],
    ['JSON_PARSE("""\\\\u00e9\\\\ud83d\\\\ude00""")', '"é😀"'],
    ['JSON_PARSE("[1,]")', '#VALUE!'],
    ['JSON_PARSE("01")', '#VALUE!'],
    ['JSON_PARSE("1 2")', '#VALUE!'],
    ['JSON_PARSE("")', '#VALUE!'],
    ['JSON_PARSE("1e999")', '#VALUE!'],
    ['JSON_TEXT([1, 2; 3, 4])', '"[[1,2],[3,4]]"'],
    ['JSON_TEXT({ a: BLANK, b: "x\\"y" })', '"{\\"a\\":null,\\"b\\":\\"x\\\\\\"y\\"}"'],
    ['JSON_TEXT({ a: [1] }, 2)', '"{\\n  \\"a\\": [\\n    1\\n  ]\\n}"'],
    ['JSON_TEXT([1, #N/A])', '#N/A'],
    ['JSON_TEXT(0.1)', '"0.1"'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})

describe('bases, bits and complex texts', () => {
  it.each([
    ['HEX2DEC("FFFFFFFFFF")', '-1'],
    ['HEX2DEC("7FFFFFFFFF")', '549755813887'],
    ['HEX2DEC("G")', '#NUM!'],
    ['BIN2DEC("10000000000")', '#NUM!'],
    ['DEC2BIN(512)', '#NUM!'],
    ['DEC2BIN(-512)', '"1000000000"'],
    ['DEC2HEX(-1)', '"FFFFFFFFFF"'],
    ['DEC2HEX(255, 1)', '#NUM!'],
    ['HEX2BIN("FFFFFFFE00")', '"1000000000"'],
    ['OCT2DEC("7777777777")', '-1'],
    ['BITAND(281474976710655, 1)', '1'],
    ['BITOR(281474976710656, 1)', '#NUM!'],
    ['BITXOR(4294967296, 1)', '4294967297'],
    ['BITLSHIFT(8, -2)', '2'],
    ['BITLSHIFT(1, 48)', '#NUM!'],
    ['BITRSHIFT(1, 1)', '0'],
    ['CONVERT(1, "m", "kg")', '#N/A'],
    ['CONVERT(1, "zz", "m")', '#N/A'],
    ['COMPLEX(0, 1)', '"i"'],
    ['COMPLEX(1, 2, "k")', '#VALUE!'],
    ['IMSUM("1+i", "j")', '#VALUE!'],
    ['IMREAL("1e-3-2E+2i")', '0.001'],
    ['IMAGINARY("1e-3-2E+2i")', '-200'],
    ['IMREAL("x")', '#NUM!'],
    ['IMDIV("1", "0")', '#NUM!'],
    ['IMPOWER("2+3i", 3)', '"-46+9i"'],
    ['IMSQRT("-4")', '"2i"'],
    ['IMARGUMENT("0")', '#DIV/0!'],
    ['IMPRODUCT("i", "i")', '"-1"'],
    ['DELTA(1)', '0'],
    ['GESTEP(-1)', '0'],
  ])('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(result)
  })
})
