// Goal: the functions that people use most do what Excel's manual and habit say, at the borders too.
// Method: a table of formulas and values for each, at least 20 lines long.

import { beforeAll, describe, expect, it } from 'vitest'
import { context, setContext } from '../../src/context.ts'
import { evaluate } from '../evaluate.ts'
import { cashFlows } from './cash-flows.ts'
import { chance } from './chance.ts'
import { conditions } from './conditions.ts'
import { extremes } from './extremes.ts'
import { loans } from './loans.ts'
import { numbers } from './numbers.ts'
import { rounding } from './rounding.ts'
import { spreads } from './spreads.ts'
import { summaries } from './summaries.ts'
import { checksOf, expectCheck, type Table } from './table.ts'
import { totals } from './totals.ts'

const LEAST_CHECKS = 20

const tables: Table = {
  ...totals,
  ...summaries,
  ...conditions,
  ...extremes,
  ...spreads,
  ...rounding,
  ...numbers,
  ...chance,
  ...loans,
  ...cashFlows,
}

const mostUsed = `
  SUM AVERAGE COUNT COUNTA COUNTBLANK MIN MAX PRODUCT SUMPRODUCT SUMIF SUMIFS COUNTIF COUNTIFS
  AVERAGEIF AVERAGEIFS MINIFS MAXIFS SUBTOTAL AGGREGATE MEDIAN MODE.SNGL STDEV.S STDEV.P VAR.S
  PERCENTILE.INC QUARTILE.INC RANK.EQ LARGE SMALL CORREL SLOPE FORECAST.LINEAR ROUND ROUNDUP
  ROUNDDOWN MROUND CEILING FLOOR INT TRUNC ABS MOD QUOTIENT POWER SQRT EXP LN LOG LOG10 SIGN RAND
  RANDBETWEEN PMT PV FV NPER RATE NPV XNPV IRR XIRR IPMT PPMT SLN DB
`

beforeAll(() => {
  // The same draws in every run, well spread.
  let seed = 1
  setContext({
    ...context,
    random: () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    },
  })
})

describe.each(Object.entries(tables))('%s', (_name, lines) => {
  for (const check of checksOf(lines))
    it(`${check.formula} ${check.sign} ${check.expected}`, () => expectCheck(check))
})

it.each(mostUsed.trim().split(/\s+/))('%s has at least 20 checks of its own', (name) => {
  const formulas = new Set(checksOf(tables[name] ?? '').map(({ formula }) => formula))
  expect([...formulas].filter((formula) => !formula.includes(`${name}(`))).toEqual([])
  expect(formulas.size).toBeGreaterThanOrEqual(LEAST_CHECKS)
})

it('the lowest and the highest draw stay within the bounds', () => {
  const before = context.random
  setContext({ ...context, random: () => 0 })
  expect(evaluate('RAND()')).toBe(0)
  expect(evaluate('RANDBETWEEN(-3, 6)')).toBe(-3)
  setContext({ ...context, random: () => 1 - 2 ** -53 })
  expect(evaluate('RAND()')).toBeLessThan(1)
  expect(evaluate('RANDBETWEEN(-3, 6)')).toBe(6)
  expect(evaluate('RANDBETWEEN(-9007199254740991, 9007199254740991)')).toBeLessThanOrEqual(
    Number.MAX_SAFE_INTEGER,
  )
  setContext({ ...context, random: before })
})
