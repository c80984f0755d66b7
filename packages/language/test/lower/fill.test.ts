// Goal: a filled formula is one formula, whose references say how they shift. Method: small models with the exact
// representation; what leaves the sheet; what is known without reading.

import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compile.ts'
import { fillAreas } from '../../src/lower/fill-areas.ts'
import type { IrExpr, IrRange } from '../../src/lower/ir.ts'
import { formulaFingerprint } from '../../src/lower/lower.ts'
import { formula, lowered } from './support.ts'

function filledExpr(written: string): IrExpr {
  return formula(`Z1:Z9 = FILL(${written})`, 'Z1:Z9').expr
}

describe('FILL', () => {
  it('is one formula of its rectangle, eager, lazy or conditional, with a tag or without', () => {
    const found = formula('A2:A9 = FILL(A1 + 1)', 'A2:A9')
    expect(found).toMatchObject({ fill: true, mode: 'eager', input: false, tag: null })
    expect(found.expr).toEqual(['op', ['cell', 0, 1, 1, 3], '+', 1])
    expect(found.reads).toMatchObject({ always: [], shifting: [[0, 1, 1, 1, 1, 15, 1]] })
    expect(formula('A2:A9 ~= FILL(A1)', 'A2:A9').mode).toBe('lazy')
    expect(formula('A2:A9 ?= (FILL(A1))', 'A2:A9').mode).toBe('conditional')
    for (const written of [
      'A2:A9 as number = FILL(A1)',
      'A2:A9 = FILL(A1) as number',
      'A2:A9 = FILL(A1 as number)',
    ])
      expect(formula(written, 'A2:A9')).toMatchObject({ tag: 'number', fill: true })
    expect(formula('A2:A9 = A1', 'A2:A9').fill).toBe(false)
  })

  it('marks the parts of references without $', () => {
    expect(filledExpr('$A1')).toEqual(['cell', 0, 1, 1, 2])
    expect(filledExpr('A$1')).toEqual(['cell', 0, 1, 1, 1])
    expect(filledExpr('$A$1')).toEqual(['cell', 0, 1, 1])
    expect(filledExpr('SUM(A$1:A1)')).toEqual(['call', 'SUM', ['range', 0, 1, 1, 1, 1, 13]])
    expect(filledExpr('SUM(A:A)')).toEqual(['call', 'SUM', ['range', 0, 1, 1, 1, 1_048_576, 5]])
    expect(filledExpr('SUM(Data!$2:3)')).toEqual(['call', 'SUM', ['range', 1, 1, 2, 16_384, 3, 8]])
    expect(filledExpr('A1#')).toEqual(['spill', 0, 1, 1, 3])
    expect(filledExpr('Data!A1')).toEqual(['cell', 1, 1, 1, 3])
    expect(filledExpr('DO\n x = A1\n ROW(x)\nEND')).toEqual(['call', 'ROW', ['cell', 0, 1, 1, 3]])
  })

  it('a literal is an input, as it would be in each cell', () => {
    expect(formula('A2:A9 = FILL(5)', 'A2:A9')).toMatchObject({ input: true, expr: 5 })
  })

  it('counts the rows of a range that grows by where the cell stands, so it reads none of them', () => {
    const { ir, diagnostics } = compile(
      'A1:A9 = FILL(ROWS(A$1:A1) + COLUMNS($A1:B1) + ROWS(A1:A2))',
    )
    expect(diagnostics).toEqual([])
    expect(ir?.formulas[0]?.reads.shifting).toEqual([])
    expect(filledExpr('ROWS(A1:A2)')).toBe(2)
  })

  it('an external call is another one in each cell if what it is given shifts', () => {
    expect(lowered('B1:B9 = FILL(FX_RATE(A1, "USD"))').externals[0]?.each).toBe(true)
    expect(lowered('B1:B9 = FILL(FX_RATE($A$1, "USD"))').externals[0]?.each).toBe(false)
  })

  it('two references meet where both shift alike, and are refused where they do not', () => {
    expect(filledExpr('SUM(A1:C3 B2:D4)')).toEqual(['call', 'SUM', ['range', 0, 2, 2, 3, 3, 15]])
    expect(filledExpr('SUM($B$2:$B$9 $A:$C)')).toEqual(['call', 'SUM', ['range', 0, 2, 2, 2, 9]])
    const { diagnostics } = compile('Z1:Z9 = FILL(SUM(A$1:C$9 B2:D4))')
    expect(diagnostics.map(({ code }) => code)).toEqual(['syntax'])
  })

  it('its fingerprint knows what shifts', () => {
    const printed = (written: string) =>
      formulaFingerprint({ sheets: ['Sheet1'] }, { expr: filledExpr(written) })
    expect(printed(' a1 ')).toBe(printed('A1'))
    expect(printed('$A1')).not.toBe(printed('A1'))
  })
})

describe('areas', () => {
  const target: IrRange = ['range', 0, 26, 1, 27, 9]

  it('are one while everything stays on the sheet', () => {
    const expr: IrExpr = ['op', ['cell', 0, 1, 1, 3], '+', ['range', 0, 1, 1, 1, 1_048_576, 5]]
    expect(fillAreas(expr, target)).toEqual([
      { column: 26, row: 1, lastColumn: 27, lastRow: 9, expr },
    ])
  })

  it('part where a reference leaves it, downwards or to the right', () => {
    const cell: IrExpr = ['cell', 0, 1, 1_048_574, 3]
    const range: IrExpr = ['range', 0, 16_380, 1, 16_384, 1, 15]
    const gone: IrExpr = ['err', 'REF!']
    const places = fillAreas(['op', cell, '+', ['call', 'SUM', range]], target)
    expect(
      places.map(({ column, row, lastColumn, lastRow }) => [column, row, lastColumn, lastRow]),
    ).toEqual([
      [26, 1, 26, 3],
      [26, 4, 26, 9],
      [27, 1, 27, 3],
      [27, 4, 27, 9],
    ])
    expect(places[1]?.expr).toEqual(['op', gone, '+', ['call', 'SUM', range]])
    expect(places[2]?.expr).toEqual(['op', cell, '+', ['call', 'SUM', gone]])
    expect(places[3]?.expr).toEqual(['op', gone, '+', ['call', 'SUM', gone]])
  })
})
