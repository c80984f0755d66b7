// Goal: formulas of one form share one template, whatever they refer to, and still compute their own.
// Method: the templates of nodes are compared, with values before and after changes.

import { describe, expect, it } from 'vitest'
import { type Template, templateOf } from '../src/formulas/template.ts'
import { graphOf, nodeOf, valueAt, write } from './support/graphs.ts'

const lines = (rows: number, make: (row: number) => string) =>
  Array.from({ length: rows }, (_, i) => `${make(i + 1)}\n`).join('')

function templatesOf(source: string, symbols: readonly string[]): Set<Template> {
  const graph = graphOf(source)
  return new Set(symbols.map((symbol) => templateOf(nodeOf(graph, symbol))!))
}

describe('formulas share a template', () => {
  it.each([
    ['that differ in their cells', 'B1 = A1 + 1\nB2 = A9 + 1\n'],
    ['that differ in their ranges', 'B1 = SUM(A1:A3)\nB2 = SUM(C1:D900)\n'],
    ['that differ in cells of branches', 'B1 = IF(A1, A2, A3)\nB2 = IF(C1, C2, C3)\n'],
    ['that look around by INDIRECT', 'B1 = INDIRECT("A" & A1)\nB2 = INDIRECT("A" & A2)\n'],
    ['that differ in how they are written', 'B1 = A1+1\nB2 = (a2 + 1)\n'],
    ['that read spilled arrays', 'B1 = SUM(A1#)\nB2 = SUM(A2#)\n'],
  ])('%s', (_, source) => {
    expect(templatesOf(source, ['B1', 'B2']).size).toBe(1)
  })

  it('through all rows of a column', () => {
    const source = lines(1_000, (row) => `B${row} = A${row} * 2 + IF(A${row} > 5, C${row}, 0)`)
    const symbols = Array.from({ length: 1_000 }, (_, i) => `B${i + 1}`)
    expect(templatesOf(source, symbols).size).toBe(1)
  })
})

describe('formulas have templates of their own', () => {
  it.each([
    ['that differ in an operator', 'B1 = A1 + 1\nB2 = A1 - 1\n'],
    ['that differ in a text', 'B1 = A1 & "x"\nB2 = A1 & "y"\n'],
    ['that differ in a name', 'B1 = x + A1\nB2 = y + A1\nx = 1\ny = 2\n'],
    ['that differ in their mode', 'B1 = A1 + 1\nB2 ~= A1 + 1\n'],
    ['that differ in their tag', 'B1 = A1 + 1\nB2 as number = A1 + 1\n'],
    ['that read another sheet', 'B1 = A1 + 1\nB2 = Other!A1 + 1\n'],
    ['that leave an argument out', 'B1 = ROUND(A1, 0)\nB2 = LOG(A1)\n'],
  ])('%s', (_, source) => {
    expect(templatesOf(source, ['B1', 'B2']).size).toBe(2)
  })
})

describe('numbers', () => {
  it('move into the slots when there are many variants, and each formula keeps its own', () => {
    const graph = graphOf(`A1 = 1\n${lines(200, (row) => `B${row} = A1 * ${row} + ${row}.5`)}`)
    const nodes = Array.from({ length: 200 }, (_, i) => nodeOf(graph, `B${i + 1}`))
    expect(new Set(nodes.map(templateOf)).size).toBeLessThan(20)
    const all = () => nodes.map(({ value }) => value)
    expect(all()).toEqual(nodes.map((_, i) => (i + 1) * 2 + 0.5))
    write(graph, { A1: 3 })
    expect(all()).toEqual(nodes.map((_, i) => (i + 1) * 4 + 0.5))
  })

  it('in branches and beside ranges are each formula’s own too', () => {
    const make = (row: number) => `B${row} = IF(A1 > ${row}, SUM(A1:A${row}) + ${row}, -${row})`
    const graph = graphOf(`A1 = 20\nA2 = 5\n${lines(40, make)}`)
    const expected = (a1: number) => (row: number) =>
      a1 > row ? a1 + (row > 1 ? 5 : 0) + row : -row
    const rows = Array.from({ length: 40 }, (_, i) => i + 1)
    const values = () => rows.map((row) => valueAt(graph, `B${row}`))
    expect(values()).toEqual(rows.map(expected(20)))
    write(graph, { A1: 30 })
    expect(values()).toEqual(rows.map(expected(30)))
  })

  it('of positions and of arrays are not mixed up', () => {
    const source = lines(
      30,
      (row) => `B${row * 3} = SUM([${row}, 2]) + INDEX([1, ${row}; 5, 6], 1, 2)`,
    )
    const graph = graphOf(source)
    const rows = Array.from({ length: 30 }, (_, i) => i + 1)
    expect(rows.map((row) => valueAt(graph, `B${row * 3}`))).toEqual(rows.map((row) => row * 2 + 2))
  })

  it('-0 and 0, and numbers that read alike, stay apart', () => {
    const graph = graphOf('A1 = 1\nB1 = A1 * 0.1\nB2 = A1 * 0.10000000000000002\nB3 = A1 * 1e21\n')
    const values = ['B1', 'B2', 'B3'].map((symbol) => valueAt(graph, symbol))
    expect(values).toEqual([0.1, 0.10000000000000002, 1e21])
  })
})

describe('a rectangle', () => {
  it('whose right side is the same everywhere is computed once', () => {
    const graph = graphOf('A1 = 2\nB1:C500 = SUM(A1:A9) * 2\n')
    graph.evaluation.runs = new Map()
    write(graph, { A1: 5 })
    const computed = [...graph.evaluation.runs.keys()].filter(({ row }) => row < 0)
    expect([computed.length, valueAt(graph, 'C500')]).toEqual([1, 10])
  })

  it('with positions computes each cell in its place', () => {
    const graph = graphOf(
      'A1 = 2\nB1:C3 = ROW_INDEX * 10 + COL_INDEX + A1\nD2:D5 = ABOVE + LEFT(2)\n',
    )
    expect(['B1', 'C1', 'B3', 'C3'].map((symbol) => valueAt(graph, symbol))).toEqual([
      13, 14, 33, 34,
    ])
    expect(['D2', 'D3', 'D4'].map((symbol) => valueAt(graph, symbol))).toEqual([23, 56, 56])
  })
})
