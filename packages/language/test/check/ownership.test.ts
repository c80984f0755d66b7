// Goal: a target has one owner, whatever the shapes, in time that does not grow with the square of
// the model. Method: random cells and rectangles against a cell-by-cell oracle, then examples and
// large models.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnName } from '../../src/columns.ts'
import { compile } from '../../src/compile.ts'
import { codes, errors } from './support.ts'

interface Shape {
  readonly sheet: number
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
  readonly rule: boolean
}

// Around 16 and 32, where the tiles of the index meet.
const shape: fc.Arbitrary<Shape> = fc.record({
  sheet: fc.integer({ min: 0, max: 1 }),
  column: fc.integer({ min: 1, max: 36 }),
  row: fc.integer({ min: 1, max: 36 }),
  width: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 20 })),
  height: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 20 })),
  rule: fc.boolean(),
})

function written({ sheet, column, row, width, height, rule }: Shape): string {
  const corner = `${columnName(column)}${row}`
  const last = `${columnName(column + width - 1)}${row + height - 1}`
  const target = `${sheet === 0 ? '' : 'Data!'}${corner}${width * height === 1 ? '' : `:${last}`}`
  return rule ? `WHEN ZZ99 > 0 THEN ${target} = 1; END` : `${target} = 1`
}

/** Owners of the cells, one by one; the code each line gets, or none. */
function oracle(shapes: readonly Shape[]): (string | undefined)[] {
  const owner = new Map<string, 'formula' | 'rule'>()
  return shapes.map(({ sheet, column, row, width, height, rule }) => {
    const cells: string[] = []
    for (let across = column; across < column + width; across++)
      for (let down = row; down < row + height; down++) cells.push(`${sheet} ${across} ${down}`)
    const owners = new Set(cells.map((cell) => owner.get(cell)))
    if (rule && owners.has('formula')) return 'mixed-ownership'
    if (!rule && owners.has('formula')) return 'duplicate-target'
    if (!rule && owners.has('rule')) return 'mixed-ownership'
    for (const cell of cells) owner.set(cell, rule ? 'rule' : 'formula')
    return undefined
  })
}

describe('owners', () => {
  it('are found as by looking at every cell', () => {
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 12 }), (shapes) => {
        const expected = oracle(shapes).flatMap((code, at) =>
          code === undefined ? [] : [`${code} ${at + 1}`],
        )
        expect(codes(shapes.map(written).join('\n'))).toEqual(expected)
      }),
      { numRuns: 400 },
    )
  })

  it('of a cell are the same under any spelling', () => {
    expect(errors('A1 = 1\nSheet1!$a$1 = 2')).toEqual(['duplicate-target'])
    expect(errors("Data!B2 = 1\n'data'!b2 = 2")).toEqual(['duplicate-target'])
    expect(errors('rate = 1\nRate = 2')).toEqual([])
  })

  it('may be several rules', () => {
    expect(errors('WHEN A1 > 0 THEN C1:C3 = 1; END\nWHEN A2 > 0 THEN C2 = 1; END')).toEqual([])
  })

  it('of an assignment with a schedule is a rule', () => {
    expect(errors('G1 = 1 EVERY 1h SKIP MISSED\nG1 = 2')).toEqual(['mixed-ownership'])
    expect(errors('G1 = 1 EVERY 1h SKIP MISSED\nG1 = 2 EVERY 2h SKIP MISSED')).toEqual([])
  })

  it('can be asked for, in any spelling', () => {
    const { checked } = compile('A1 = 1\nB1:B3 = A1\nWHEN A1 > 0 THEN C1:C2 = 1; total = 2; END')
    const kindOf = (symbol: string) => checked.ownerOf(symbol)?.kind
    expect(['A1', '$b$2', 'Sheet1!B3', 'C2', 'total'].map(kindOf)).toEqual([
      'formula',
      'formula',
      'formula',
      'rules',
      'rules',
    ])
    expect(['B4', 'Data!A1', 'Total', 'A1:A2', ''].map(kindOf)).toEqual(Array(5).fill(undefined))
  })
})

describe('limits', () => {
  it('one rectangle has at most a million cells', () => {
    expect(errors('A1:A1000000 = 1')).toEqual([])
    expect(errors('A1:A1000001 = 1')).toEqual(['limit'])
  })

  it('a model has at most two million cells, and more of them are told once', () => {
    const rectangles = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `${columnName(at + 1)}1:${columnName(at + 1)}500000 = 1`,
      )
    expect(errors(rectangles(4).join('\n'))).toEqual([])
    expect(errors(rectangles(6).join('\n'))).toEqual(['limit'])
  })

  it('at most 20,000 cells and names keep a last good value, and more of them are told once', () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `n_${at} ?= Z1`).join('\n')
    expect(errors(`A1:A15000 ?= Z1\n${names}`)).toEqual([])
    expect(errors(`A1:A15000 ?= Z1\n${names}\nB1 ?= Z1\nB2 ?= Z1`)).toEqual(['limit'])
    expect(errors('A1:A20001 = Z1\nB1:B20001 ~= Z1')).toEqual([])
  })

  it('rules that write the same rectangle count it once', () => {
    const rule = 'WHEN ZZ1 > 0 THEN A1:A600000 = 1; END'
    expect(errors(Array(5).fill(rule).join('\n'))).toEqual([])
  })
})
