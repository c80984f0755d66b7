// Goal: a symbol has one canonical spelling, and every spelling of it is understood. Method: tables
// both ways.

import { describe, expect, it } from 'vitest'
import { suggest } from '../../src/suggest.ts'
import { canonicalSymbol, cellSymbol, parseSymbol, rangeSymbol } from '../../src/symbols.ts'

describe('symbols', () => {
  it('leave the default sheet out and quote what needs it', () => {
    expect(cellSymbol('Sheet1', 1, 1)).toBe('A1')
    expect(cellSymbol('Data', 28, 7)).toBe('Data!AB7')
    expect(cellSymbol('Q4 Revenue', 2, 2)).toBe("'Q4 Revenue'!B2")
    expect(cellSymbol("Ann's", 2, 2)).toBe("'Ann''s'!B2")
    expect(cellSymbol('Q4', 2, 2)).toBe("'Q4'!B2")
  })

  it('of whole columns and rows are short', () => {
    expect(rangeSymbol('Sheet1', 1, 1, 3, 1_048_576)).toBe('A:C')
    expect(rangeSymbol('Data', 1, 2, 16_384, 3)).toBe('Data!2:3')
    expect(rangeSymbol('Sheet1', 1, 1, 2, 9)).toBe('A1:B9')
  })

  it.each([
    ['a1', 'A1'],
    ['$B$2', 'B2'],
    ['sheet1!C3', 'C3'],
    ['data!c3', 'Data!C3'],
    ["'q4 revenue'!D4", "'Q4 Revenue'!D4"],
    ['New!A1', 'New!A1'],
    ['übersicht!b2', "'Übersicht'!B2"],
    ['total_2', 'total_2'],
    ['größe', 'größe'],
  ])('%s is %s', (written, canonical) => {
    expect(canonicalSymbol(written, ['Sheet1', 'Data', 'Q4 Revenue', 'Übersicht'])).toBe(canonical)
  })

  it.each(['', 'A1:B2', '1a', 'a b', 'x!y', 'A1#', '__ext__:A1:9f23c8'])('%j is none', (text) => {
    expect(parseSymbol(text)).toBeUndefined()
  })

  it('beyond the sheet are no cells', () => {
    expect(parseSymbol('XFE1')).toEqual({ name: 'XFE1' })
    expect(parseSymbol('A0')).toEqual({ name: 'A0' })
  })
})

describe('suggestions', () => {
  const words = ['SUM', 'SUMIF', 'XLOOKUP', 'VLOOKUP', 'ROUND', 'N']

  it.each([
    ['XLOKUP', 'XLOOKUP'],
    ['sum', 'SUM'],
    ['RUOND', 'ROUND'],
    ['VLOOKUPS', 'VLOOKUP'],
    ['SMU', 'SUM'],
  ])('%s was meant as %s', (written, meant) => {
    expect(suggest(written, words)).toBe(meant)
  })

  it.each(['QUERY', 'X', 'ABCDEFGH', 'LOOKING', 'A'.repeat(10_000)])(
    '%j was none of them',
    (written) => {
      expect(suggest(written, words)).toBeUndefined()
    },
  )
})
