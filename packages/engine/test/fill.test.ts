// Goal: a filled rectangle is the same as its formulas written out one by one. Method: random formulas with random `$`,
// shifted here by a pattern of text and not by the language; both models get the same edits, and every cell must hold
// the same value, show the same formula, have the same identity and follow from the same cells.

import { formulaAt, parse, printExpression } from '@cellwake/language'
import { sameValue } from '@cellwake/runtime'
import { seededRandom } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { templateOf } from '../src/formulas/template.ts'
import { columnOf } from '../src/graph/grid.ts'
import type { ModelGraph } from '../src/graph/model-graph.ts'
import { readsOf, spelled } from '../src/graph/reads.ts'
import { RandomFormulas } from './random-formulas.ts'
import { edgesUnder, graphOf, nodeOf, takeRuns, valueAt, write } from './support/graphs.ts'

const ROWS = 9
const INPUTS = ['A', 'B']
const TARGETS = ['C', 'D', 'E']

describe('a filled rectangle is the same as its formulas one by one', () => {
  it('in 80 random models, after every edit', () => {
    let cells = 0
    for (let seed = 1; seed <= 80; seed++) {
      const random = seededRandom(seed)
      const formulas = new RandomFormulas(random, ROWS)
      formulas.columns = INPUTS.length
      const inputs = INPUTS.flatMap((column) =>
        Array.from({ length: ROWS }, (_, i) => `${column}${i + 1} = ${(i * 7) % 5}`),
      )
      const filled = [...inputs]
      const written = [...inputs]
      for (const column of TARGETS) {
        const op = ['=', '=', '~=', '?='][Math.floor(random() * 4)]!
        const own = random() < 0.3 ? ` + ${column}1` : ''
        const expression = `${withDollars(random, formulas.expression(undefined, 2))}${own}`
        filled.push(`${column}2:${column}${ROWS} ${op} FILL(${expression})`)
        for (let row = 2; row <= ROWS; row++) {
          written.push(`${column}${row} ${op} ${moved(expression, row - 2)}`)
        }
        formulas.columns++
      }
      const one = graphOf(filled.join('\n'))
      const other = graphOf(written.join('\n'))
      cells += compare(one, other, `seed ${seed}:\n${filled.slice(inputs.length).join('\n')}`)
      for (let edit = 0; edit < 4; edit++) {
        const column = INPUTS[Math.floor(random() * INPUTS.length)]!
        const values = { [`${column}${1 + Math.floor(random() * ROWS)}`]: Math.floor(random() * 9) }
        write(one, values)
        write(other, values)
        cells += compare(one, other, `seed ${seed}, ${JSON.stringify(values)}`)
      }
    }
    expect(cells).toBeGreaterThan(5_000)
  })

  it('the formula that a cell shows means what the cell means', () => {
    const source = 'C2:E9 = FILL(SUM(A$1:A2) + $B2 * MAX(A:A) - A1# + Data!B$3)'
    const [statement] = parse(source).model.statements
    if (statement?.type !== 'assignment') throw new Error('no assignment')
    const at = (columns: number, rows: number) =>
      printExpression(formulaAt(statement.value, columns, rows))
    expect(at(0, 0)).toBe('SUM(A$1:A2) + $B2 * MAX(A:A) - A1# + Data!B$3')
    expect(at(2, 7)).toBe('SUM(C$1:C9) + $B9 * MAX(C:C) - C8# + Data!D$3')
  })
})

describe('a filled rectangle costs little', () => {
  it('has one template, and one edge for each read', () => {
    const graph = graphOf('A1 = 1\nA2:A5000 = FILL(A1 + 1)')
    expect(valueAt(graph, 'A5000')).toBe(5000)
    expect(templateOf(nodeOf(graph, 'A2'))).toBe(templateOf(nodeOf(graph, 'A5000')))
    expect(edgesUnder([nodeOf(graph, 'A5000')])).toBe(4999)
    takeRuns(graph)
    write(graph, { A1: 2 })
    expect(takeRuns(graph).formulas).toBe(4999)
  })

  it('running totals have two edges each, and the last row runs one of them', () => {
    const graph = graphOf('A1:A3000 = 1\nB1:B3000 = FILL(SUM(A$1:A1))')
    expect(valueAt(graph, 'B3000')).toBe(3000)
    expect(edgesUnder([...graph.cells.grid.nodes()])).toBeLessThan(13_000)
    takeRuns(graph)
    write(graph, { A3000: 5 })
    expect(takeRuns(graph).formulas).toBe(1)
    expect(valueAt(graph, 'B3000')).toBe(3004)
  })

  it('a range that all its cells read is one node', () => {
    const graph = graphOf('A1:A200 = 1\nB1:B200 = FILL(SUM($A$1:$A$200) + A1)')
    expect(nodeOf(graph, 'B1').reads).toHaveLength(4)
    const [first, last] = ['B1', 'B200'].map(
      (symbol) => (nodeOf(graph, symbol).reads as unknown[])[0],
    )
    expect(first).toBe(last)
  })
})

function compare(one: ModelGraph, other: ModelGraph, about: string): number {
  let cells = 0
  for (const node of one.cells.grid.nodes()) {
    if (node.column < 0) continue
    const symbol = one.symbolOf(node)
    const same = nodeOf(other, symbol)
    const isFilled = TARGETS.some((column) => symbol.startsWith(column)) && node.row > 1
    expect([symbol, one.isInvalid(node)], about).toEqual([symbol, other.isInvalid(same)])
    if (one.isInvalid(node)) continue
    if (!sameValue(node.value, same.value)) {
      expect([symbol, node.value], about).toEqual([symbol, same.value])
    }
    if (!isFilled || columnOf(node.column) > INPUTS.length + TARGETS.length) continue
    // Places that nothing is read from, as in OFFSET(A1, …), count from the cell in one and from the sheet in the other.
    if (!one.identityOf(node).includes('["'))
      expect(one.identityOf(node), about).toBe(other.identityOf(same))
    const reads = (graph: ModelGraph, cell: typeof node) =>
      readsOf(graph, cell).reads.map((read) => spelled(graph, read))
    expect(reads(one, node), about).toEqual(reads(other, same))
    cells++
  }
  return cells
}

function withDollars(random: () => number, expression: string): string {
  const sign = () => (random() < 0.3 ? '$' : '')
  return outsideTexts(expression, /\b([A-H])(\d+)\b/g, (_, column, row) => {
    return `${sign()}${column}${sign()}${row}`
  })
}

/** The formula so many rows further down. */
function moved(expression: string, rows: number): string {
  const reference = /(\$?)\b([A-H])(\$?)(\d+)\b/g
  return outsideTexts(expression, reference, (_, dollar, column, fixed, row) => {
    return `${dollar}${column}${fixed}${fixed === '' ? Number(row) + rows : row}`
  })
}

function outsideTexts(
  expression: string,
  pattern: RegExp,
  replace: (...parts: string[]) => string,
): string {
  const parts = expression.split('"')
  return parts.map((part, i) => (i % 2 === 0 ? part.replace(pattern, replace) : part)).join('"')
}
