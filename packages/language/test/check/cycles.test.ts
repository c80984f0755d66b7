// Goal: every cycle among formulas is found, and nothing else. Method: random small models against
// an oracle that looks at single cells; then examples, paths and long chains.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnName } from '../../src/columns.ts'
import { codes, errors, first } from './support.ts'

/** Whether a column and a row have their `$`. */
interface Fixed {
  readonly column: boolean
  readonly row: boolean
}

interface Place {
  readonly column: number
  readonly row: number
  readonly fixed: Fixed
}

interface Box extends Place {
  readonly width: number
  readonly height: number
}

/** A formula on a small sheet: its rectangle, what it reads, and where around itself it looks. */
interface Formula {
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
  readonly cells: readonly Place[]
  readonly ranges: readonly (Box & { readonly toFixed: Fixed })[]
  /** Filled over its rectangle, so that what it reads shifts. */
  readonly fill: boolean
  readonly near: readonly string[]
  readonly taken: boolean
}

const fixed = fc.record({ column: fc.boolean(), row: fc.boolean() })
const place = { column: fc.integer({ min: 1, max: 4 }), row: fc.integer({ min: 1, max: 5 }), fixed }
const size = { width: fc.integer({ min: 1, max: 2 }), height: fc.integer({ min: 1, max: 4 }) }
const steps: Record<string, [columns: number, rows: number][]> = {
  ABOVE: [[0, -1]],
  'ABOVE(2)': [[0, -2]],
  'ABOVE(3)': [[0, -3]],
  BELOW: [[0, 1]],
  'BELOW(2)': [[0, 2]],
  LEFT: [[-1, 0]],
  RIGHT: [[1, 0]],
  NEIGHBORS: [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
  ],
}

const formula: fc.Arbitrary<Formula> = fc.record({
  ...place,
  ...size,
  cells: fc.array(fc.record(place), { maxLength: 1 }),
  ranges: fc.array(fc.record({ ...place, ...size, toFixed: fixed }), { maxLength: 1 }),
  fill: fc.boolean(),
  near: fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 2 }),
  taken: fc.boolean(),
})

function cell(column: number, row: number): string {
  return `${columnName(column)}${row}`
}

function range({ column, row, width, height }: Omit<Box, 'fixed'>): string {
  return `${cell(column, row)}:${cell(column + width - 1, row + height - 1)}`
}

/** As a formula names it, with `$` where it is filled. */
function address(column: number, row: number, own: Fixed, { fill }: Formula): string {
  if (!fill) return cell(column, row)
  return `${own.column ? '$' : ''}${columnName(column)}${own.row ? '$' : ''}${row}`
}

function written(one: Formula): string {
  const reads = [
    ...one.cells.map(({ column, row, fixed: own }) => address(column, row, own, one)),
    ...one.ranges.map((box) => {
      const { column, row, width, height } = box
      const from = address(column, row, box.fixed, one)
      return `SUM(${from}:${address(column + width - 1, row + height - 1, box.toFixed, one)})`
    }),
    ...one.near.map((word) => (word === 'NEIGHBORS' ? 'SUM(NEIGHBORS)' : word)),
    'NOW()',
  ]
  const sum = reads.join(' + ')
  const right = one.taken ? sum : `IF(FALSE, ${sum}, 0)`
  return `${range(one)} = ${one.fill ? `FILL(${right})` : right}`
}

/** The groups of formulas that wait for each other, by following every single cell. */
function oracle(formulas: readonly Formula[]): number[] {
  const owner = new Map<string, number>()
  const inside = (one: Omit<Box, 'fixed'>) => {
    const found: { column: number; row: number }[] = []
    for (let across = 0; across < one.width; across++)
      for (let down = 0; down < one.height; down++)
        found.push({ column: one.column + across, row: one.row + down })
    return found
  }
  formulas.forEach((one, at) => {
    for (const { column, row } of inside(one)) owner.set(cell(column, row), at)
  })
  const edges = new Map<string, string[]>()
  for (const one of formulas)
    for (const { column, row } of inside(one)) {
      const columns = one.fill ? column - one.column : 0
      const rows = one.fill ? row - one.row : 0
      const shifted = ({ column: c, row: r }: Omit<Place, 'fixed'>, own: Fixed) => ({
        column: own.column ? c : c + columns,
        row: own.row ? r : r + rows,
      })
      const cells = one.cells.map((to) => shifted(to, to.fixed))
      for (const box of one.ranges) {
        const [c, r] = [box.column + box.width - 1, box.row + box.height - 1]
        const corners = [shifted(box, box.fixed), shifted({ column: c, row: r }, box.toFixed)]
        const [left, right] = corners.map((to) => to.column).sort((a, b) => a - b)
        const [top, bottom] = corners.map((to) => to.row).sort((a, b) => a - b)
        const [width, height] = [right! - left! + 1, bottom! - top! + 1]
        cells.push(...inside({ column: left!, row: top!, width, height }))
      }
      const reads = cells.map((to) => cell(to.column, to.row))
      for (const word of one.near)
        for (const [columns, rows] of steps[word]!)
          if (column + columns > 0 && row + rows > 0) reads.push(cell(column + columns, row + rows))
      edges.set(
        cell(column, row),
        reads.filter((to) => owner.has(to)),
      )
    }
  const reach = new Map<string, Set<string>>()
  for (const from of edges.keys()) {
    const seen = new Set<string>()
    const waiting = [...edges.get(from)!]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (seen.has(at)) continue
      seen.add(at)
      waiting.push(...edges.get(at)!)
    }
    reach.set(from, seen)
  }
  const cyclic = [...edges.keys()].filter((at) => reach.get(at)!.has(at))
  return [...new Set(cyclic.map((at) => owner.get(at)!))].sort((a, b) => a - b)
}

function isApart(formulas: readonly Formula[]): boolean {
  const seen = new Set<string>()
  for (const one of formulas)
    for (let across = 0; across < one.width; across++)
      for (let down = 0; down < one.height; down++) {
        const key = cell(one.column + across, one.row + down)
        if (seen.has(key)) return false
        seen.add(key)
      }
  return true
}

describe('cycles', () => {
  it('are found exactly where single cells wait for themselves', () => {
    let found = 0
    let free = 0
    fc.assert(
      fc.property(fc.array(formula, { minLength: 1, maxLength: 4 }), (formulas) => {
        fc.pre(isApart(formulas))
        const source = formulas.map(written).join('\n')
        const members = oracle(formulas)
        const reported = codes(source).map((code) => Number(code.split(' ')[1]) - 1)
        if (members.length > 0) found++
        else free++
        // Each group is told once, at one of its members; the first of all is always one of them.
        expect(reported.length > 0).toBe(members.length > 0)
        expect(members).toEqual(expect.arrayContaining(reported))
        if (members.length > 0) expect(reported[0]).toBe(members[0])
      }),
      { numRuns: 3000 },
    )
    // The oracle saw both kinds, so that neither answer is free.
    expect(found).toBeGreaterThan(100)
    expect(free).toBeGreaterThan(100)
  })

  it('print their path, from the first member in the source', () => {
    const { message } = first('B1 = C1\nC1 = D1 * 2\nD1 = B1 + 1\n', 'cycle')
    expect(message).toContain('B1 → C1 → D1 → B1')
    expect(first('A1 = A1 + 1', 'cycle').message).toContain('A1 → A1')
  })

  it('go through ranges, names, sheets, branches and external calls', () => {
    expect(errors('A1 = SUM(B1:B9)\nB5 = total\ntotal = Data!C1\nData!C1 = A1')).toEqual(['cycle'])
    expect(errors('A1 = SUM(A1:A3)')).toEqual(['cycle'])
    expect(errors('A1 = FALSE THEN A1 ELSE 1')).toEqual(['cycle'])
    expect(errors('A1 = FX_RATE(A1, "USD")')).toEqual(['cycle'])
    expect(errors('A1 = SUM(A:A)')).toEqual(['cycle'])
    expect(errors('A1 = SUM(B1#)\nB1 = [A1, 2]')).toEqual(['cycle'])
  })

  it('are told once for each group', () => {
    expect(codes('A1 = B1\nB1 = A1\nC1 = A1\nD1 = E1\nE1 = D1 + C1')).toEqual([
      'cycle 1',
      'cycle 4',
    ])
  })

  it('are not made by looking at a place, by text, or by a binding of the same name', () => {
    expect(errors('A1 = ROW(A1)')).toEqual([])
    expect(errors('A1 = "A1"')).toEqual([])
    expect(errors('total = DO\n total = 1\n total + 1\nEND')).toEqual([])
  })

  it('are not made by a running total, however long', () => {
    expect(errors('B2:B1000 = ABOVE + LEFT')).toEqual([])
    expect(errors('A1:A900000 = ABOVE + 1')).toEqual([])
    expect(errors('B2:Z500 = ABOVE + LEFT')).toEqual([])
    expect(errors('B2:B900000 = ABOVE + BELOW')).toEqual(['cycle'])
    expect(errors('B2:B10 = B5')).toEqual(['cycle'])
    expect(first('B2:B3 = ABOVE + BELOW', 'cycle').message).toContain('B2 → B3 → B2')
  })

  it('are not made by a filled chain, running totals, or tables that are filled row by row', () => {
    expect(errors('A1 = 1\nA2:A1000000 = FILL(A1 + 1)')).toEqual([])
    expect(errors('B1:B5000 = FILL(SUM(A$1:A1))')).toEqual([])
    expect(errors('B2:B900000 = FILL(SUM(B$1:B1))')).toEqual([])
    expect(errors('A1:A900000 = FILL(A2 + 1)')).toEqual([])
    expect(errors('B2:B400000 = FILL(B1 + C1)\nC2:C400000 = FILL(C1 * 2 + B2)')).toEqual([])
    expect(errors('B2:B400000 = FILL(Data!B1)\nData!B2:B400000 = FILL(Sheet1!B2)')).toEqual([])
    expect(errors('B2:M40000 = FILL(A2 * $A2 + B1 - B$1)')).toEqual([])
    expect(errors('A2:B400000 = FILL(A1 + B1 * C1)')).toEqual([])
  })

  it('of filled rectangles are found however large they are, with their path', () => {
    const small = first('B2:B4 = FILL(B3)\nB5 = B2', 'cycle')
    expect(small.message).toContain('B2 → B3 → B4 → B5 → B2')
    const large = first('B2:B900000 = FILL(C2 + 1)\nC2:C900000 = FILL(B2 * 2)', 'cycle')
    expect(large.message).toContain('B2 → C2 → B2')
    expect(errors('B2:B900000 = FILL(B1 * (1 + $D$1))\nD1 = SUM(B2:B900000)')).toEqual(['cycle'])
    expect(errors('B2:B900000 = FILL(B1 + B$700)')).toEqual(['cycle'])
    expect(errors('B2:B900000 = FILL(B2)')).toEqual(['cycle'])
  })

  it('of a hundred thousand formulas are found without running out of stack', () => {
    const count = 100_000
    const chain = Array.from({ length: count - 1 }, (_, at) => `A${at + 2} = A${at + 1} + 1`)
    expect(errors(['A1 = 1', ...chain].join('\n'))).toEqual([])
    const { message } = first([`A1 = A${count}`, ...chain].join('\n'), 'cycle')
    expect(message).toMatch(/A1 → A100000 → A99999 → .* → … 99,?\d{3} more … → A1/)
  })

  it('through thousands of overlapping ranges are found in time', () => {
    const sums = Array.from({ length: 5000 }, (_, at) => `B${at + 1} = SUM(A1:A${at + 1})`)
    const values = Array.from({ length: 5000 }, (_, at) => `A${at + 1} = ROUND(C1, ${at % 9})`)
    expect(errors([...sums, ...values].join('\n'))).toEqual([])
    expect(errors([...sums, ...values.slice(1), 'A1 = B5000'].join('\n'))).toEqual(['cycle'])
  })
})
