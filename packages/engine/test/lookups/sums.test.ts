// Goal: a conditional sum depends on the values in its rows alone: not on the order of edits, nor on
// whether there is an index. Method: sums of fractions after random edits against a model that starts
// with the same values, bit for bit; trees of groups against adding up anew.

import type { Value } from '@cellwake/runtime'
import { seededRandom } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { added, KeyTotal } from '../../src/lookups/key-total.ts'
import { type Argument, type Call, LookupModel } from './lookup-model.ts'

const ROWS = 1_500
const groups = ['a', 'b', 'c']

function column(at: number): Argument {
  return [at, 5, at, ROWS + 4]
}

function calls(times: number): Call[] {
  const found: Call[] = []
  for (let i = 0; i < times; i++) {
    groups.forEach((_, g) => {
      found.push(
        { name: 'SUMIF', args: [column(1), [8, g + 1], column(2)] },
        { name: 'AVERAGEIF', args: [column(1), [8, g + 1], column(2)] },
        { name: 'SUMIFS', args: [column(2), column(1), [8, g + 1], column(3), [9, 1]] },
      )
    })
  }
  return found
}

type Place = readonly [column: number, row: number, value: Value]

const asked: readonly Place[] = [
  ...groups.map((name, i) => [8, i + 1, name] as const),
  [9, 1, '>0'],
]

function anyPlace(random: () => number): Place {
  const row = 5 + Math.floor(random() * ROWS)
  const kind = random()
  if (kind < 0.4) return [1, row, groups[Math.floor(random() * 3)]!]
  if (kind < 0.8) return [2, row, (random() - 0.5) * 10 ** Math.floor(random() * 12)]
  return [3, row, random() - 0.5]
}

describe('conditional sums', () => {
  it('are the same to the last bit in a model that was edited and in one that was not', () => {
    const random = seededRandom(11)
    const edited = new LookupModel(calls(3))
    const cells = new Map<string, Place>()
    const put = (place: Place): Place => {
      cells.set(`${place[0]},${place[1]}`, place)
      return place
    }
    edited.start([...asked, ...Array.from({ length: 3_000 }, () => put(anyPlace(random)))])
    for (let i = 0; i < 1_200; i++) edited.edit(...put(anyPlace(random)))
    expect(edited.graph.cells.indexes.looks).toBeGreaterThan(1_200)
    calls(1).forEach((call, i) => {
      // A range that is searched once has no index.
      const fresh = new LookupModel([call])
      fresh.start([...asked, ...cells.values()])
      expect(fresh.graph.cells.indexes.looks).toBe(0)
      expect(Number.isFinite(fresh.answer(0))).toBe(true)
      expect(edited.answer(i)).toBe(fresh.answer(0))
    })
  })
})

describe('the total of a group', () => {
  it('is the same with a tree and without, while rows come, go and change', () => {
    const random = seededRandom(12)
    const values: (Value | undefined)[] = Array.from({ length: 3_000 }, () => random() * 1e9)
    const present = new Set<number>()
    const total = new KeyTotal()
    let withTree = 0
    for (let i = 0; i < 3_000; i++) {
      // Few at first, then many, then few again.
      const many = i > 500 && i < 2_000
      const place = Math.floor(random() * values.length)
      if (random() < (many ? 0.9 : 0.2)) present.add(place)
      else
        for (const gone of [...present].slice(0, 2))
          if (present.delete(gone)) total.changed(gone, 7)
      values[place] = random() < 0.1 ? 'text' : random() * 1e9
      total.changed(place, 7)
      const group = { places: [...present].sort((a, b) => a - b), values, row: 7 }
      if (present.size > 64) withTree++
      expect(total.total(group)).toEqual(added(group))
    }
    expect(withTree).toBeGreaterThan(1_000)
    expect(withTree).toBeLessThan(2_900)
  })
})
