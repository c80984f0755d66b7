// Goal: indexes see every cell, however it comes by its value. Method: keys that are spilled, computed,
// in whole columns or not there yet, in small models with the answers written down.

import type { Value } from '@cellwake/runtime'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../src/model/slices.ts'
import { LookupModel } from './lookup-model.ts'

/** A model from its source, at rest. */
function model(source: string): LookupModel {
  const made = new LookupModel([], undefined, source)
  made.start([])
  return made
}

/** The values of column 4 from above. */
function answers(of: LookupModel, count: number): Value[] {
  return Array.from({ length: count }, (_, i) => of.cell(4, i + 1).value)
}

describe('indexes', () => {
  it('follow an array as it spills and shrinks', () => {
    const spilling = model(`
      F1 = 5
      A1 = SEQUENCE(F1)
      D1 = MATCH(1, A1:A40, 0)
      D2 = MATCH(4, A1:A40, 0)
      D3 = XMATCH(9, A1:A40)
      D4 = COUNTIF(A1:A40, 3)
    `)
    expect(answers(spilling, 4)).toMatchObject([1, 4, { code: 'N/A' }, 1])
    spilling.edit(6, 1, 20)
    expect(answers(spilling, 4)).toEqual([1, 4, 9, 1])
    spilling.edit(6, 1, 2)
    expect(answers(spilling, 4)).toMatchObject([1, { code: 'N/A' }, { code: 'N/A' }, 0])
  })

  it('reach to the end of whole columns, of which one may be longer', () => {
    const whole = model(`
      A1 = "x"
      A2 = "y"
      B1 = 10
      B2 = 20
      B7 = 70
      D1 = XLOOKUP("Y", A:A, B:B)
      D2 = VLOOKUP("x", A:B, 2, FALSE)
      D3 = SUMIF(A:A, "y", B:B)
      D4 = SUMIFS(B:B, A:A, "z")
      D5 = COUNTIF(A:A, "z")
    `)
    expect(answers(whole, 5)).toEqual([20, 10, 20, 0, 0])
    whole.edit(1, 90_000, 'z')
    whole.edit(2, 90_000, 5)
    whole.edit(1, 1, 'Y')
    expect(answers(whole, 5)).toMatchObject([10, { code: 'N/A' }, 30, 5, 1])
  })

  it('wait for keys that are computed, in whatever order the formulas stand', () => {
    const lines = ['A1 = 1', 'F1 = 0']
    for (let row = 2; row <= 900; row++) lines.push(`A${row} = A${row - 1} + 1`)
    for (let row = 1; row <= 9; row++) {
      lines.unshift(`D${row} = IF(F1 = 0, MATCH(${row * 100}, A1:A900, 0), "off")`)
    }
    const computed = model(lines.join('\n'))
    const expected = Array.from({ length: 9 }, (_, i) => (i + 1) * 100)
    expect(answers(computed, 9)).toEqual(expected)
    computed.edit(1, 1, 3)
    expect(answers(computed, 9)).toEqual(expected.map((place) => place - 2))
    computed.edit(6, 1, 1)
    computed.edit(1, 1, 2)
    computed.edit(6, 1, 0)
    expect(answers(computed, 9)).toEqual(expected.map((place) => place - 1))
  })

  it('give rows of a table, each cell of which is followed', () => {
    const table = model(`
      A1 = "x"
      A2 = "y"
      B2 = 1
      C2 = 2
      D1 = XLOOKUP("y", A1:A9, B1:C9)
      D3 = XLOOKUP("x", A1:A9, B1:C9)
      D5 = XLOOKUP("z", A1:A9, B1:C9, "none")
    `)
    const row = (at: number) => [table.cell(4, at).value, table.cell(5, at).value]
    expect(row(1)).toMatchObject([{ items: [1, 2] }, 2])
    expect(table.cell(4, 5).value).toBe('none')
    expect(table.runsOf(() => table.edit(3, 2, 5))).toBe(1)
    expect(row(1)).toMatchObject([{ items: [1, 5] }, 5])
    table.edit(3, 1, 8)
    expect(table.cell(5, 3).value).toBe(8)
  })

  it('serve lazy formulas when these are wanted', () => {
    const lazy = model(`
      A1 = 4
      A2 = 5
      D1 ~= MATCH(5, A1:A9, 0)
      D2 ~= MATCH(6, A1:A9, 0)
      D3 ~= MATCH(4, A1:A9, 0)
    `)
    const ask = (row: number) => atOnce(lazy.graph.resolve(lazy.cell(4, row), 0))
    expect([ask(1), ask(3)]).toEqual([2, 1])
    lazy.edit(1, 2, 'gone')
    expect([ask(1), ask(2), ask(3)]).toMatchObject([{ code: 'N/A' }, { code: 'N/A' }, 1])
    // Several edits between two looks.
    for (const row of [7, 8, 3]) lazy.edit(1, row, 6)
    expect([ask(2), ask(1)]).toMatchObject([3, { code: 'N/A' }])
    lazy.edit(1, 3, 'gone')
    expect(ask(2)).toBe(7)
    lazy.edit(1, 9, 5)
    expect(ask(1)).toBe(9)
  })
})
