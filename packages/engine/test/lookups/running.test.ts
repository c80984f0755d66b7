// Goal: an edit runs the formulas that it concerns, and looks at the cells that it changed, however long
// the table is. Method: counters of runs and of stretches of cells that indexes look at.

import { UTC_TABLE, type Value } from '@cellwake/runtime'
import { describe, expect, it } from 'vitest'
import { type Argument, type Call, LookupModel } from './lookup-model.ts'

type Place = readonly [column: number, row: number, value: Value]

/** Keys 1 to n in column 1, ten times as much in column 2, what is asked for in column 3. */
function table(rows: number, call: (row: number) => Call): LookupModel {
  const model = new LookupModel(Array.from({ length: rows }, (_, i) => call(i + 1)))
  const places: Place[] = []
  for (let row = 1; row <= rows; row++) {
    places.push([1, row, row], [2, row, row * 10], [3, row, rows + 1 - row])
  }
  model.start(places)
  return model
}

const forms: readonly (readonly [name: string, (rows: number) => (row: number) => Call])[] = [
  ['VLOOKUP', (n) => (row) => ({ name: 'VLOOKUP', args: [[3, row], [1, 1, 2, n], 2, false] })],
  ['XLOOKUP', (n) => (row) => ({ name: 'XLOOKUP', args: [[3, row], keys(n), results(n)] })],
  ['SUMIF', (n) => (row) => ({ name: 'SUMIF', args: [keys(n), [3, row], results(n)] })],
  ['MAXIFS', (n) => (row) => ({ name: 'MAXIFS', args: [results(n), keys(n), [3, row]] })],
]

const places: readonly (readonly [name: string, (rows: number) => (row: number) => Call])[] = [
  ['MATCH', (n) => (row) => ({ name: 'MATCH', args: [[3, row], keys(n), 0] })],
  ['XMATCH', (n) => (row) => ({ name: 'XMATCH', args: [[3, row], keys(n)] })],
  ['COUNTIF', (n) => (row) => ({ name: 'COUNTIF', args: [keys(n), [3, row]] })],
]

function keys(rows: number): Argument {
  return [1, 1, 1, rows]
}

function results(rows: number): Argument {
  return [2, 1, 2, rows]
}

describe('an edit', () => {
  it.each([...forms, ...places])(
    'of a key runs those who ask for the old and the new: %s',
    (_, of) => {
      const model = table(200, of(200))
      expect(model.differences()).toEqual([])
      // From 50 to a second 60 further up: 50 is gone, and 60 is found there.
      expect(model.runsOf(() => model.edit(1, 50, 60))).toBe(2)
      // To a key that nobody asks for: the second 60 is gone again.
      expect(model.runsOf(() => model.edit(1, 50, 'nobody'))).toBe(1)
      expect(model.runsOf(() => model.edit(1, 50, 50))).toBe(1)
      expect(model.differences()).toEqual([])
    },
  )

  it.each(places.slice(0, 2))('of a later equal key runs nobody: %s', (_, of) => {
    const model = table(200, of(200))
    model.edit(1, 150, 'nobody')
    expect(model.runsOf(() => model.edit(1, 150, 20))).toBe(0)
    expect(model.differences()).toEqual([])
  })

  it.each(forms)('of a result runs those who show it: %s', (_, of) => {
    const model = table(200, of(200))
    expect(model.runsOf(() => model.edit(2, 77, 5_000))).toBe(1)
    expect(model.differences()).toEqual([])
  })

  it.each(places)('of what stands beside runs nobody: %s', (_, of) => {
    const model = table(200, of(200))
    expect(model.runsOf(() => model.edit(2, 77, 5))).toBe(0)
  })

  it.each([...forms, ...places])('of what is asked for runs one formula: %s', (_, of) => {
    const model = table(200, of(200))
    expect(model.runsOf(() => model.edit(3, 9, 3))).toBe(1)
    expect(model.runsOf(() => model.edit(3, 9, 'nowhere'))).toBe(1)
    expect(model.differences()).toEqual([])
  })

  it.each([...forms, ...places])('looks at a stretch of cells, in any table: %s', (_, of) => {
    const looks = [100, 400, 1_600].map((rows) => {
      const model = table(rows, of(rows))
      const { indexes } = model.graph.cells
      const before = indexes.looks
      for (let i = 1; i <= 10; i++) model.edit(1, i * 9, -i)
      return indexes.looks - before
    })
    expect(looks).toEqual([10, 10, 10])
  })

  // The sum reads a call when the model starts, before it is the turn of what the call reads.
  it('of a key that is asked for where it stands runs each formula once', () => {
    const rows = 140
    const calls = Array.from({ length: rows }, (_, i): Call => {
      return { name: 'COUNTIF', args: [keys(rows), [1, i + 1]] }
    })
    const more = 'V1 = SUM(OFFSET(T1, 0, 0, 1, 1))\nV2 = MAX(A1:A140)'
    const model = new LookupModel(calls, UTC_TABLE, more)
    model.start(calls.map((_, i): Place => [1, i + 1, i + 1]))
    // From 1 to a second 2: two formulas count two, and there are the sum and the maximum.
    expect(model.runsOf(() => model.edit(1, 1, 2))).toBe(4)
    expect(model.differences()).toEqual([])
  })

  it('of all keys at once looks at each stretch once', () => {
    const rows = 2_048
    const model = table(rows, forms[0]![1](rows))
    const { indexes } = model.graph.cells
    const before = indexes.looks
    for (let row = 1; row <= rows; row++) model.graph.write(model.cell(1, row), 7)
    model.graph.settle(0)
    expect(indexes.looks - before).toBe(rows / 32)
    expect(model.differences()).toEqual([])
  })
})

describe('indexes', () => {
  it('are not made for ranges that are searched once, such as the rows above', () => {
    const model = table(300, (row) => ({ name: 'COUNTIF', args: [keys(row), [3, row]] }))
    expect(model.graph.cells.indexes.looks).toBe(0)
    expect(model.differences()).toEqual([])
  })

  it('forget keys that nobody asks for any more', () => {
    const model = table(3, (row) => ({ name: 'MATCH', args: [[3, row], keys(3), 0] }))
    const before = model.graph.graph.nextOrdinal
    for (let i = 0; i < 25_000; i++) model.edit(3, 1, i)
    // Every question was new, and none is kept for long.
    expect(model.graph.graph.nextOrdinal - before).toBeGreaterThanOrEqual(24_997)
    expect(model.graph.cells.indexes.questions).toBeLessThan(10_100)
    expect(model.differences()).toEqual([])
  })
})

describe('a condition that is another in each row', () => {
  // A look at every cell for every row would be 100 million steps, and a start has 60 million.
  const rows = 10_000
  const under = (row: number): string => `<${row}`

  function started(call: (row: number) => Call): LookupModel {
    const model = new LookupModel(Array.from({ length: rows }, (_, i) => call(i + 1)))
    const values: Place[] = []
    for (let row = 1; row <= rows; row++) {
      values.push([1, row, row], [2, row, `key${row % 1000}`], [3, row, under(row)])
    }
    model.start(values)
    return model
  }

  it('fits into the steps of a start: an order', () => {
    const model = started((row) => ({ name: 'COUNTIF', args: [keys(rows), [3, row]] }))
    for (const row of [1, 2, 5000, rows]) expect(model.answer(row - 1)).toBe(row - 1)
    model.edit(1, 7, 20_000)
    for (const row of [5, 7]) expect(model.answer(row - 1)).toBe(row - 1)
    expect(model.answer(rows - 1)).toBe(rows - 2)
  })

  it('fits into the steps of a start: an order beside an equal value', () => {
    const model = started((row) => ({
      name: 'SUMIFS',
      args: [keys(rows), results(rows), [2, row], keys(rows), [3, row]],
    }))
    expect(model.answer(3000 + 5 - 1)).toBe(5 + 1005 + 2005)
    model.edit(2, 1005, 'other')
    expect(model.answer(3000 + 5 - 1)).toBe(5 + 2005)
  })
})
