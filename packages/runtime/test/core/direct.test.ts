// Goal: a text or a boolean counts where it is written straight into a call, and does not in a cell or an
// array, as in a spreadsheet. Method: a table of formulas; A1 holds "5", B1 "x", C1 TRUE and D1 nothing.
import { catalogue } from '@cellwake/language'
import { expect, it, test } from 'vitest'
import type { Linker } from '../../src/compile/compile.ts'
import { directKind } from '../../src/direct.ts'
import { BLANK, isError, listOf, type Value } from '../../src/values.ts'
import { evaluate, nothingAround } from '../evaluate.ts'

const cells: readonly Value[] = ['5', 'x', true, BLANK]

const linker: Linker<undefined> = {
  ...nothingAround,
  cell: (_, column) => () => cells[column - 1]!,
  range: () => () => listOf(cells),
  name: () => () => 'x',
}

test.each<[formula: string, result: unknown]>([
  ['SUM("5")', 5],
  ['SUM(TRUE, 2)', 3],
  ['SUM("x")', '#VALUE!'],
  ['SUM("1" & "2", 1)', 13],
  ['SUM(2 > 1, 1)', 2],
  ['SUM(A1, B1, C1, 1)', 1],
  ['SUM(A1:D1, 1)', 1],
  ['SUM(["5", TRUE, "x"], 1)', 1],
  ['SUM(some_name, 1)', 1],
  ['SUM({ a: "x" }.a, 1)', 1],
  ['SUM(IF(TRUE, B1, 0), 1)', 1],
  ['SUM(IF(TRUE, "x", 0), 1)', '#VALUE!'],
  ['SUM(B1 DEFAULT 0, 1)', 1],
  ['SUM(INDEX(A1:D1, 2), 1)', 1],
  ['SUM(LET(q, "4", q & ""), 1)', 5],
  ['SUM(BLANK, 1)', 1],
  ['PRODUCT("3", TRUE, 2)', 6],
  ['AVERAGE("1", 3)', 2],
  ['AVERAGE(TRUE, 3)', 2],
  ['AVERAGE(C1, 3)', 3],
  ['AVERAGE("x", 3)', '#VALUE!'],
  ['AVERAGE(B1, 3)', 3],
  ['COUNT("5")', 1],
  ['COUNT("x")', 0],
  ['COUNT(TRUE)', 1],
  ['COUNT(A1, B1, C1, D1)', 0],
  ['COUNT(A1:D1, "7", 1)', 2],
  ['COUNT(#N/A, "5")', 1],
  ['COUNTA("x", TRUE, "5")', 3],
  ['COUNTA(A1:D1)', 3],
  ['COUNTUNIQUE("1", 1)', 2],
  ['MAX(TRUE)', 1],
  ['MAX("7", 2)', 7],
  ['MAX(A1, 2)', 2],
  ['MAX("x")', '#VALUE!'],
  ['MIN(FALSE, 5)', 0],
  ['MIN("-3", 5)', -3],
  ['MIN(C1, 5)', 5],
  ['MAXA("7", 2)', 7],
  ['MAXA(A1, -2)', 0],
  ['MAXA(C1, 0)', 1],
  ['MAXA("x")', '#VALUE!'],
  ['MINA("x", 3)', '#VALUE!'],
  ['MINA(B1, 3)', 0],
  ['AVERAGEA("4", TRUE)', 2.5],
  ['AVERAGEA(A1, C1, 5)', 2],
  ['MEDIAN("1", 2, TRUE)', 1],
  ['STDEV.S("1", 3, 5)', 2],
  ['STDEV("1", 3, 5)', 2],
  ['VAR.P(TRUE, 3)', 1],
  ['NPV(0, "5", TRUE)', 6],
  ['AND("TRUE", TRUE)', true],
  ['AND("x", TRUE)', '#VALUE!'],
  ['AND(B1, TRUE)', true],
  ['AND(D1, TRUE)', true],
  ['AND(TRUE, BLANK)', false],
  ['AND(B1)', '#VALUE!'],
  ['AND(C1, 1)', true],
  ['OR("false", FALSE)', false],
  ['OR("x", TRUE)', '#VALUE!'],
  ['OR(A1, FALSE)', false],
  ['OR(A1:D1)', true],
  ['XOR("TRUE", FALSE)', true],
  ['XOR(A1, TRUE)', true],
  ['SUBTOTAL(9, "5")', 0],
  ['SUMPRODUCT("5")', 0],
  ['CHOOSE(1, "5")', '5'],
  ['CONCAT("5", TRUE)', '5TRUE'],
])('%s is %j', (formula, result) => {
  const value = evaluate(formula, linker)
  expect(isError(value) ? `#${value.code}` : value).toBe(result)
})

it('the functions that count direct values are those of numbers and conditions', () => {
  const names = catalogue.names.filter(
    (name) =>
      directKind(catalogue.get(name)!, catalogue.get(name)!.params.length - 1) !== undefined,
  )
  expect([...names].sort()).toEqual(
    `AND AVEDEV AVERAGE AVERAGEA COUNT DEVSQ GEOMEAN HARMEAN KURT MAX MAXA MEDIAN MIN MINA MODE
    MODE.MULT MODE.SNGL NPV OR PRODUCT SKEW SKEW.P STDEV STDEV.P STDEV.S STDEVA STDEVP STDEVPA
    SUM SUMSQ VAR VAR.P VAR.S VARA VARP VARPA XOR`.split(/\s+/),
  )
})
