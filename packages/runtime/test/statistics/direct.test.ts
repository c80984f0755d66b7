// Goal: places, pending values, fuel and sorting behave where a formula alone cannot show it. Method:
// functions are called directly, with references, pending values and little fuel.

import { describe, expect, it } from 'vitest'
import { compareForSort, compareValues, equalValues } from '../../src/compare.ts'
import { OutOfFuel } from '../../src/errors.ts'
import { functions } from '../../src/library.ts'
import { refuel } from '../../src/primitives.ts'
import {
  arrayOf,
  BLANK,
  datetime,
  durationOf,
  errorOf,
  K_REFERENCE,
  listOf,
  PENDING,
  type Reference,
  type Value,
} from '../../src/values.ts'
import { fitsWildcard, wildcardOf } from '../../src/wildcard.ts'

const call = (name: string, ...args: (Value | undefined)[]): Value => functions[name]!(args)

describe('places', () => {
  const cell: Reference = { k: K_REFERENCE, sheet: 0, column: 3, row: 5, lastColumn: 3, lastRow: 5 }

  it('a cell has a row and a column, a range several', () => {
    expect(call('ROW', cell)).toBe(5)
    expect(call('COLUMN', cell)).toBe(3)
    expect(call('ROW', { ...cell, lastRow: 7 })).toEqual(arrayOf(3, 1, [5, 6, 7]))
    expect(call('COLUMN', { ...cell, lastColumn: 4 })).toEqual(arrayOf(1, 2, [3, 4]))
    expect(call('ROW')).toMatchObject({ code: 'REF!' })
  })

  it('ISREF tells a place from an error', () => {
    expect(call('ISREF', cell)).toBe(true)
    expect(call('ISREF', errorOf('VALUE!', 'no place'))).toBe(false)
  })
})

describe('pending values', () => {
  it.each([
    ['COUNT', [listOf([1, PENDING])]],
    ['COUNTA', [listOf([1, PENDING])]],
    ['AVERAGE', [listOf([1, PENDING])]],
    ['COUNTIF', [listOf([1, PENDING]), '>0']],
    ['SUMIFS', [listOf([1, PENDING]), listOf([1, 1]), 1]],
    ['UNION', [listOf([1, PENDING])]],
    ['ERROR.TYPE', [PENDING]],
  ] as const)('%s of one that has not arrived is pending', (name, args) => {
    expect(call(name, ...args)).toBe(PENDING)
  })

  it('IFERROR catches it, IFNA does not, ISERROR says no', () => {
    expect(call('IFERROR', PENDING, 7)).toBe(7)
    expect(call('IFNA', PENDING, 7)).toBe(PENDING)
    expect(call('ISERROR', PENDING)).toBe(false)
    expect(call('ISPENDING', PENDING)).toBe(true)
    expect(call('KIND', PENDING)).toBe('pending')
  })
})

describe('fuel', () => {
  it.each([
    ['SEQUENCE', [900, 1000]],
    ['MATCH', [1, listOf(Array.from({ length: 2000 }, () => 0)), 0]],
    ['SORT', [listOf(Array.from({ length: 2000 }, (_, i) => -i))]],
    ['JSON_PARSE', ['['.repeat(2000)]],
    ['BESSELJ', [1, 100_000]],
  ] as const)('%s ends when there is none left', (name, args) => {
    refuel(1000)
    expect(() => call(name, ...args)).toThrow(OutOfFuel)
    refuel(Number.POSITIVE_INFINITY)
  })

  it('a pattern of many stars takes steps in proportion', () => {
    refuel(100_000)
    expect(fitsWildcard(wildcardOf(`${'*a'.repeat(20)}b`), 'a'.repeat(1000))).toBe(false)
    refuel(Number.POSITIVE_INFINITY)
  })

  it('JSON that is too deep is refused', () => {
    expect(call('JSON_PARSE', '['.repeat(200) + ']'.repeat(200))).toMatchObject({ code: 'VALUE!' })
  })
})

describe('order', () => {
  const values: readonly Value[] = [
    -1,
    0,
    2,
    datetime(0),
    durationOf(0, 1, 0),
    durationOf(1, 0, 0),
    '',
    'a',
    'B',
    false,
    true,
    errorOf('N/A', 'none'),
    BLANK,
  ]

  it('every two values have one order for sorting', () => {
    for (let i = 0; i < values.length; i++)
      for (let j = 0; j < values.length; j++)
        expect(Math.sign(compareForSort(values[i]!, values[j]!, false)), `${i} ${j}`).toBe(
          Math.sign(i - j),
        )
  })

  it('errors and blanks stay last when it falls', () => {
    const sorted = [...values].sort((a, b) => compareForSort(a, b, true))
    expect(sorted[0]).toBe(true)
    expect(sorted.at(-1)).toBe(BLANK)
    expect(sorted.at(-2)).toMatchObject({ code: 'N/A' })
  })

  it('a comparison the other way round is the opposite', () => {
    const plain = values.filter((value) => typeof value !== 'object')
    for (const a of plain)
      for (const b of plain)
        expect(Math.sign(Number(compareValues(a, b)))).toBe(
          0 - Math.sign(Number(compareValues(b, a))),
        )
  })

  it('arrays are equal by shape and elements', () => {
    expect(equalValues(listOf([1, 'a']), listOf([1, 'A']))).toBe(true)
    expect(equalValues(listOf([1, 2]), arrayOf(2, 1, [1, 2]))).toBe(false)
    expect(compareValues(listOf([1]), listOf([2]))).toMatchObject({ code: 'VALUE!' })
  })
})
