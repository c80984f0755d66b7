// Goal: the most used functions for choices, lookups, arrays, texts, dates and lambdas give what Excel gives,
// or what the language says where it differs. Method: tables of formulas and results, at least twenty a function.

import { compile } from '@cellwake/language'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { context, setContext } from '../../src/context.ts'
import { checksOf, expectCheck, type Table } from '../most-used/table.ts'
import { arrays } from './arrays.ts'
import { choices } from './choices.ts'
import { clocks } from './clocks.ts'
import { dates } from './dates.ts'
import { lambdas } from './lambdas.ts'
import { logic } from './logic.ts'
import { lookups } from './lookups.ts'
import { questions } from './questions.ts'
import { spans } from './spans.ts'
import { stacks } from './stacks.ts'
import { textChanges } from './text-changes.ts'
import { textJoins } from './text-joins.ts'
import { textNumbers } from './text-numbers.ts'
import { textParts } from './text-parts.ts'

const tables: readonly Table[] = [
  choices,
  logic,
  questions,
  lookups,
  arrays,
  stacks,
  lambdas,
  textParts,
  textChanges,
  textJoins,
  textNumbers,
  dates,
  clocks,
  spans,
]
const functions = tables.flatMap((table) => Object.entries(table))

/** Each of these has a table; nothing drops out unseen. */
const names = `
  IFERROR IFNA IFS SWITCH CHOOSE AND OR NOT XOR TRUE FALSE
  ISBLANK ISERROR ISNUMBER ISTEXT ISNA N T TYPE
  VLOOKUP HLOOKUP XLOOKUP LOOKUP MATCH XMATCH INDEX
  TRANSPOSE SORT SORTBY FILTER UNIQUE SEQUENCE TAKE DROP VSTACK HSTACK
  TEXT VALUE CONCAT CONCATENATE TEXTJOIN LEFT RIGHT MID LEN FIND SEARCH SUBSTITUTE REPLACE
  TRIM UPPER LOWER PROPER REPT EXACT TEXTSPLIT TEXTBEFORE TEXTAFTER
  DATE YEAR MONTH DAY HOUR MINUTE SECOND TODAY NOW WEEKDAY WEEKNUM EDATE EOMONTH DATEDIF DAYS
  NETWORKDAYS WORKDAY YEARFRAC DATEVALUE TIME
  MAP REDUCE LET LAMBDA`
  .trim()
  .split(/\s+/)

/** What NOW and TODAY see: a Thursday afternoon. */
const now = Date.UTC(2026, 2, 5, 14, 30, 45, 250)
const { nowMs } = context

beforeAll(() => {
  setContext({ ...context, nowMs: now })
})

afterAll(() => {
  setContext({ ...context, nowMs })
})

it('every function that is named has one table', () => {
  expect(functions.map(([name]) => name).sort()).toEqual([...names].sort())
})

describe.each(functions)('%s', (name, lines) => {
  it.each(checksOf(lines))('$formula $sign $expected', (check) => {
    if (check.expected === 'unreadable') expectUnreadable(check.formula)
    else expectCheck(check)
  })

  it('has twenty checks or more, all different and all of it', () => {
    const formulas = checksOf(lines).map(({ formula }) => formula)
    expect(new Set(formulas).size).toBe(formulas.length)
    expect(formulas.length).toBeGreaterThanOrEqual(20)
    const call = new RegExp(`(^|[^A-Z.])${name}\\(`)
    expect(formulas.filter((formula) => !call.test(formula))).toEqual([])
  })
})

/** LET and LAMBDA are forms of the language: a wrong one is a slip of the pen, not of the catalogue. */
function expectUnreadable(formula: string): void {
  const codes = compile(`x = ${formula}\n`).diagnostics.map(({ code }) => code)
  expect(codes).toContain('syntax')
}
