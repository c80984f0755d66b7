// Checks as lines of text, so that a table reads like a page of a manual:
//
//   SUM(1, 2) → 3              the value, exactly
//   PMT(8%, 10, 1000) ≈ -149.03   the same number in the digits that are written
//   ABS(1, 2) → refused        such a call does not build

import { compile } from '@cellwake/language'
import { expect } from 'vitest'
import { arrayOf, errorOf, isArray, isError, type Value } from '../../src/values.ts'
import { evaluate } from '../evaluate.ts'

/** The lines of each function, under its name. */
export type Table = Readonly<Record<string, string>>

export interface Check {
  readonly formula: string
  readonly sign: string
  readonly expected: string
}

const REFUSALS = ['argument-count', 'unknown-argument']

export function checksOf(lines: string): Check[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, formula, sign, expected] = /^(.*\S)\s+([→≈])\s+(\S.*)$/.exec(line) ?? []
      if (formula === undefined || sign === undefined || expected === undefined)
        throw new Error(`A line of a table has no sign: ${line}`)
      return { formula, sign, expected }
    })
}

export function expectCheck({ formula, sign, expected }: Check): void {
  if (expected === 'refused') {
    const codes = compile(`x = ${formula}\n`).diagnostics.map(({ code }) => code)
    expect(codes.filter((code) => REFUSALS.includes(code))).toHaveLength(1)
    return
  }
  const value = bare(evaluate(formula))
  if (sign === '→') {
    expect(value).toEqual(bare(evaluate(expected)))
    return
  }
  expect(value).toBeTypeOf('number')
  expect(Math.abs((value as number) - Number(expected))).toBeLessThanOrEqual(
    0.5000001 * lastPlaceOf(expected),
  )
}

/** What one more in the last digit of a written number would be: 0.01 for 1.25, 1e-9 for 2.5e-8. */
function lastPlaceOf(written: string): number {
  const [digits, exponent] = written.toLowerCase().split('e')
  const decimals = digits?.split('.')[1]?.length ?? 0
  return 10 ** (Number(exponent ?? 0) - decimals)
}

/** Errors are the same if their codes are. */
function bare(value: Value): Value {
  if (isError(value)) return errorOf(value.code, '')
  return isArray(value) ? arrayOf(value.rows, value.columns, value.items.map(bare)) : value
}
