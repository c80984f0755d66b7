// Goal: ranges add up the same whatever happened before, follow cells that come later, and cost little.
// Method: values and counts of runs and edges, on models from two to 100,000 cells.

import { BLANK, errorOf, PENDING, type Value } from '@cellwake/runtime'
import { between, seededRandom } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { MODEL_CELLS } from '../src/limits.ts'
import { atOnce } from '../src/model/slices.ts'
import type { Aggregate } from '../src/ranges/aggregate.ts'
import { edgesUnder, graphOf, nodeOf, takeRuns, valueAt, write } from './support/graphs.ts'
import { deployed, valuesOf } from './support/live.ts'

const column = (rows: number, make: (row: number) => string) =>
  Array.from({ length: rows }, (_, i) => `${make(i + 1)}\n`).join('')

describe('a sum', () => {
  it.each([
    ['a short range', 'A1:A9'],
    ['a range of two leaves', 'A20:A60'],
    ['a long range', 'A3:A2000'],
    ['a whole column', 'A:A'],
    ['a rectangle', 'A1:C700'],
  ])('over %s is the same bit by bit in whatever order the cells came', (_, range) => {
    const random = seededRandom(5)
    const cells = new Map<string, number>()
    for (let i = 0; i < 900; i++) {
      const scale = 10 ** between(random, -8, 16)
      cells.set(`${'ABC'[between(random, 0, 3)]}${between(random, 1, 2100)}`, random() * scale)
    }
    for (let row = 1; row < 70; row++)
      cells.set(`A${row}`, random() * 10 ** between(random, -8, 16))
    const formula = `Z1 = SUM(${range})\nZ2 = AVERAGE(${range})\n`
    const lines = [...cells].map(([symbol, value]) => `${symbol} = ${value}\n`)
    const atOnce = graphOf(formula + lines.join(''))
    const later = graphOf(formula)
    for (const [symbol, value] of [...cells].reverse()) {
      // Detours must leave no trace.
      write(later, { [symbol]: 1e300 })
      write(later, { [symbol]: value })
    }
    expect(valueAt(later, 'Z1')).toBe(valueAt(atOnce, 'Z1'))
    expect(valueAt(later, 'Z2')).toBe(valueAt(atOnce, 'Z2'))
  })

  it.each([5, 31, 32, 33, 50, 64, 65, 95, 100, 127, 1_000])(
    'over %i cells is the one that the function itself computes from an array',
    (rows) => {
      for (let seed = 1; seed <= 10; seed++) {
        const random = seededRandom(rows * 100 + seed)
        const lines = column(rows, (row) => `A${row} = ${random() * 10 ** between(random, -2, 3)}`)
        const range = `A1:A${rows}`
        // Behind IF the range is an array.
        const graph = graphOf(`${lines}Z1 = SUM(${range})\nZ2 = SUM(IF(TRUE, ${range}, 0))\n`)
        expect(valueAt(graph, 'Z1')).toBe(valueAt(graph, 'Z2'))
      }
    },
  )

  it.each([1, 2, 20, 33, 50])(
    'from row %i is the same bit by bit whether or not others end just before it',
    (first) => {
      const random = seededRandom(first)
      const numbers = Array.from({ length: 200 }, () => random() * 10 ** between(random, -2, 3))
      const cells = () => column(200, (row) => `A${row} = ${numbers[row - 1]}`)
      const ends = Array.from({ length: 200 - first }, (_, i) => first + 1 + i)
      const total = (last: number) => `Z${last} = SUM(A$${first}:A${last})\n`
      const running = graphOf(cells() + ends.map(total).join(''))
      for (const last of ends) {
        const alone = graphOf(cells() + total(last))
        expect(valueAt(running, `Z${last}`)).toBe(valueAt(alone, `Z${last}`))
      }
      write(running, { [`A${first + 3}`]: 0.1 })
      numbers[first + 2] = 0.1
      const anew = graphOf(cells() + ends.map(total).join(''))
      for (const last of ends) {
        expect(valueAt(running, `Z${last}`)).toBe(valueAt(anew, `Z${last}`))
      }
    },
  )
})

describe('a range', () => {
  it.each<[string, string, Value]>([
    ['SUM', 'SUM(A1:A100)', 0],
    ['COUNT', 'COUNT(A1:A100)', 0],
    ['COUNTA', 'COUNTA(A:A)', 0],
    ['MIN', 'MIN(A1:A100)', 0],
    ['MAX', 'MAX(A:C)', 0],
  ])('that is empty gives %s its neutral value', (_, formula, value) => {
    expect(valueAt(graphOf(`Z1 = ${formula}\n`), 'Z1')).toBe(value)
  })

  it('that is empty has no average', async () => {
    const model = await deployed('Z1 = AVERAGE(A1:A100)\nZ2 = AVERAGE(A1:A3)\n')
    expect(valuesOf(model, 'Z1', 'Z2')).toEqual(['error:DIV/0!', 'error:DIV/0!'])
  })

  it.each([
    ['short', 'A1:A9', 'A5'],
    ['long', 'A1:A5000', 'A4321'],
    ['that ends within a leaf', 'A7:A70', 'A70'],
    ['of whole columns', 'A:C', 'B1000000'],
    ['of a whole sheet but one column', 'A1:Y1048576', 'X77777'],
    ['on another sheet', 'Other!A1:A500', 'Other!A400'],
  ])('%s follows a cell that comes later', (_, range, symbol) => {
    const graph = graphOf(`Z1 = SUM(${range})\nZ2 = COUNTA(${range})\n`)
    write(graph, { [symbol]: 5 })
    expect([valueAt(graph, 'Z1'), valueAt(graph, 'Z2')]).toEqual([5, 1])
    write(graph, { [symbol]: BLANK })
    expect([valueAt(graph, 'Z1'), valueAt(graph, 'Z2')]).toEqual([0, 0])
  })

  it.each([
    ['a leaf', 'A4:A108', 'A48'],
    ['a larger block', 'A33:A2000', 'A700'],
    ['several leaves', 'A2:A2000', 'A1999'],
  ])('follows it too if another range has %s there already', (_, other, symbol) => {
    const graph = graphOf(`A1 = 1\nZ1 = SUM(A:A)\nZ2 = SUM(${other})\nZ3 = SUM(A1:A4000)\n`)
    write(graph, { A1: 2 })
    write(graph, { [symbol]: 5 })
    const values = ['Z1', 'Z2', 'Z3'].map((name) => valueAt(graph, name))
    expect(values).toEqual([7, 5, 7])
  })

  it('does not follow what stands just outside', () => {
    const graph = graphOf('Z1 = SUM(B33:C96)\n')
    write(graph, { B32: 1, B97: 2, A50: 4, D50: 8, C96: 16, B33: 32 })
    expect(valueAt(graph, 'Z1')).toBe(48)
  })

  it.each([
    ['short', 3, 12, 0],
    ['long', 1, 75, 1],
    ['one cell longer than another', 1, 9, 1],
  ])(
    'that is %s reads all its cells even if there was no room for them at first',
    (_, row, lastRow, before) => {
      const { cells } = graphOf('A1 = 1\nZ1 = SUM(A1:A8)\n')
      const { size } = cells.grid
      cells.grid.size = MODEL_CELLS
      expect(() => cells.region(0, 1, row, 1, lastRow)).toThrow('cells already')
      cells.grid.size = size
      const region = cells.region(0, 1, row, 1, lastRow)
      const graph = cells.graph
      expect((graph.read(region) as Aggregate).numbers).toBe(before)
      graph.write(cells.cell(0, 1, lastRow), 2)
      expect((graph.read(region) as Aggregate).numbers).toBe(before + 1)
    },
  )

  it('gives the first error row by row, and waits for what is pending', () => {
    const graph = graphOf('Z1 = SUM(A1:B100)\nZ2 = COUNT(A1:B100)\nZ3 = SUM(A1:A9)\n')
    write(graph, { A2: 1, B1: errorOf('N/A', 'first'), A90: errorOf('DIV/0!', 'second') })
    expect(valueAt(graph, 'Z1')).toMatchObject({ code: 'N/A' })
    expect(valueAt(graph, 'Z2')).toBe(1)
    write(graph, { A1: PENDING })
    expect(valueAt(graph, 'Z1')).toBe(PENDING)
    expect(valueAt(graph, 'Z3')).toBe(PENDING)
    write(graph, { A1: BLANK, B1: 2 })
    expect(valueAt(graph, 'Z1')).toMatchObject({ code: 'DIV/0!' })
    write(graph, { A90: BLANK })
    expect([valueAt(graph, 'Z1'), valueAt(graph, 'Z3')]).toEqual([3, 1])
  })

  it('of dates and durations has a smallest and a largest', async () => {
    const model = await deployed(
      [
        'A1 = dt"2026-03-01T00:00:00Z"',
        'A2 = dt"2026-01-01T00:00:00Z"',
        'B1 = 36h',
        'B2 = 1h',
        'Z1 = MIN(A1:A100)',
        'Z2 = MAX(A1:A2)',
        'Z3 = MAX(B1:B100)',
        'Z4 = COUNTA(A1:B100)',
        '',
      ].join('\n'),
    )
    const [first, last, longest, filled] = ['Z1', 'Z2', 'Z3', 'Z4'].map((cell) => model.get(cell))
    expect([first?.kind, first?.value]).toEqual(['datetime', '2026-01-01T00:00:00.000Z'])
    expect([last?.kind, last?.value]).toEqual(['datetime', '2026-03-01T00:00:00.000Z'])
    expect([longest?.kind, longest?.value, filled?.value]).toEqual(['duration', 'PT36H', 4])
  })

  it('ignores texts and booleans, and an array spilled into it counts cell by cell', async () => {
    const model = await deployed(
      'A1 = "7"\nA2 = TRUE\nA3 = SEQUENCE(3)\nZ1 = SUM(A1:A100)\nZ2 = COUNTA(A:A)\n',
    )
    expect(valuesOf(model, 'Z1', 'Z2')).toEqual([6, 5])
  })

  it('may be the column of the formula itself, as far as it stands elsewhere', () => {
    const graph = graphOf(`A1 = 1\n${column(99, (row) => `A${row + 1} = SUM(A1:A${row})`)}`)
    expect(valueAt(graph, 'A60')).toBe(2 ** 58)
    write(graph, { A1: 3 })
    expect(valueAt(graph, 'A60')).toBe(3 * 2 ** 58)
  })

  it('as an array has the cells in their places, blanks included', async () => {
    const model = await deployed(
      'A1 = 1\nB2 = 2\nA90 = 9\nZ1 = SUM(IF(A1:B90 = 0, 0, A1:B90))\nZ2 = ROWS(A1:B90)\nZ3 = INDEX(A1:B90, 2, 2)\n',
    )
    expect(valuesOf(model, 'Z1', 'Z2', 'Z3')).toEqual([12, 90, 2])
  })
})

describe('running totals', () => {
  it('stay what they would be if built anew, whatever comes into the column', () => {
    const random = seededRandom(23)
    const rows = 100
    const totals = (['SUM', 'COUNT', 'MIN', 'MAX'] as const)
      .map((name, i) => column(rows, (row) => `${'BCDE'[i]}${row} = ${name}(A$1:A${row})`))
      .join('')
    const values: Value[] = Array.from({ length: rows }, () => random() * 100)
    const live = graphOf(totals)
    const cellsOf = (list: readonly Value[]) =>
      Object.fromEntries(list.map((value, i) => [`A${i + 1}`, value]))
    write(live, cellsOf(values))
    const choices: (() => Value)[] = [
      () => random() * 10 ** between(random, -8, 16),
      () => 0,
      () => 'text',
      () => BLANK,
      () => PENDING,
      () => errorOf('N/A', 'none'),
    ]
    for (let round = 0; round < 60; round++) {
      const at = between(random, 0, rows)
      values[at] = choices[between(random, 0, choices.length)]!()
      write(live, { [`A${at + 1}`]: values[at]! })
      const anew = graphOf(totals)
      write(anew, cellsOf(values))
      for (const name of 'BCDE') {
        for (let row = 1; row <= rows; row++) {
          expect(valueAt(live, `${name}${row}`)).toEqual(valueAt(anew, `${name}${row}`))
        }
      }
    }
  })
})

describe('the cost', () => {
  it('of a change under a sum of 100,000 cells is one block on each level', () => {
    const graph = graphOf(`${column(100_000, (row) => `A${row} = ${row}`)}Z1 = SUM(A1:A100000)\n`)
    takeRuns(graph)
    write(graph, { A54321: 0 })
    const { formulas, nodes } = takeRuns(graph)
    expect(valueAt(graph, 'Z1')).toBe(5_000_050_000 - 54_321)
    expect(formulas).toBe(1)
    expect(nodes).toBeLessThan(25)
  })

  it('of running totals by prefix ranges grows with the rows, not with their square', () => {
    const rows = 4_000
    const source = column(rows, (row) => `A${row} = ${row}\nB${row} = SUM(A$1:A${row})`)
    const graph = graphOf(source)
    const totals = Array.from({ length: rows }, (_, i) => nodeOf(graph, `B${i + 1}`))
    expect(valueAt(graph, `B${rows}`)).toBe((rows * (rows + 1)) / 2)
    // Blocks by the logarithm of the row, and a strip of at most 32 cells: not rows² / 2 = 8 million.
    expect(edgesUnder(totals)).toBeLessThan(rows * 35)
    takeRuns(graph)
    write(graph, { A4000: 0 })
    expect(takeRuns(graph).formulas).toBe(1)
  })

  it('of a change that all running totals follow from is one walk down the rows', () => {
    const rows = 500
    const graph = graphOf(column(rows, (row) => `A${row} = ${row}\nB${row} = SUM(A$1:A${row})`))
    graph.takeChanged()
    write(graph, { A1: 7 })
    const order = graph.takeChanged().map((node) => graph.symbolOf(node))
    expect(order).toEqual(['A1', ...Array.from({ length: rows }, (_, i) => `B${i + 1}`)])
  })

  it('of one running total that alone is wanted is not that of all before it', () => {
    const graph = graphOf(column(4_000, (row) => `A${row} = ${row}\nB${row} ~= SUM(A$1:A${row})`))
    takeRuns(graph)
    expect(atOnce(graph.resolve(nodeOf(graph, 'B3999'), 0))).toBe((3_999 * 4_000) / 2)
    const { formulas, nodes } = takeRuns(graph)
    expect(formulas).toBe(1)
    // The blocks of all rows, and the totals behind the last whole leaf.
    expect(nodes).toBeLessThan(2 * (4_000 / 32) + 40)
  })

  it('of one that alone is wanted, and again after a change, is that of the blocks above it', () => {
    const graph = graphOf(column(4_000, (row) => `A${row} = ${row}\nB${row} ~= SUM(A$1:A${row})`))
    const total = nodeOf(graph, 'B3999')
    const sum = (3_999 * 4_000) / 2
    expect(atOnce(graph.resolve(total, 0))).toBe(sum)
    takeRuns(graph)
    write(graph, { A1: 11 })
    expect(atOnce(graph.resolve(total, 0))).toBe(sum + 10)
    write(graph, { A2000: 2_001 })
    expect(atOnce(graph.resolve(total, 0))).toBe(sum + 11)
    // A block on each level and the totals behind the last whole leaf, twice.
    expect(takeRuns(graph).nodes).toBeLessThan(2 * 50)
  })

  it('of many formulas over one range is that of one range', () => {
    const source = `${column(2_000, (row) => `A${row} = ${row}`)}${column(500, (row) => `B${row} = SUM(A1:A2000) + ${row}`)}`
    const graph = graphOf(source)
    takeRuns(graph)
    write(graph, { A7: 0 })
    const { formulas, nodes } = takeRuns(graph)
    expect(formulas).toBe(500)
    expect(nodes).toBeLessThan(500 + 25)
  })

  it('of a change that no sum sees is nothing', () => {
    const graph = graphOf('A1 = 1\nZ1 = SUM(B1:B1000)\nZ2 = SUM(A1:A2)\n')
    takeRuns(graph)
    write(graph, { C5: 1, B1001: 7 })
    expect(takeRuns(graph).formulas).toBe(0)
  })
})
