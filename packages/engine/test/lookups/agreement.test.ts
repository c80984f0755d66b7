// Goal: searches through indexes find what the plain functions find. Method: a table of values of all
// kinds, calls of every kind over it, thousands of random edits, and after each the functions themselves
// on arrays of what the cells show. Numbers have exact sums, so results must be the same.

import {
  BLANK,
  datetime,
  durationOf,
  errorOf,
  PENDING,
  type Value,
  type ZoneTable,
} from '@cellwake/runtime'
import { pick, seededRandom } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { zoneTable } from '../../src/formulas/zone-table.ts'
import { type Argument, type Call, LookupModel } from './lookup-model.ts'

// In Berlin, 02:30 on 25 October 2026 comes twice: two instants, one number.
const FIRST_HALF_PAST_TWO = Date.UTC(2026, 9, 25, 0, 30)
const SECOND_HALF_PAST_TWO = Date.UTC(2026, 9, 25, 1, 30)
const HALF_PAST_TWO = (46_320 * 24 + 2.5) / 24

const keys: readonly Value[] = [
  1,
  2,
  2,
  3.5,
  0,
  -4,
  '',
  'apple',
  'Apple',
  'ÄPFEL',
  'äpfel',
  '2',
  'a*',
  '~',
  true,
  false,
  BLANK,
  BLANK,
  datetime(FIRST_HALF_PAST_TWO),
  datetime(SECOND_HALF_PAST_TWO),
  HALF_PAST_TWO,
  durationOf(0, 1, 0),
  durationOf(0, 0, 86_400_000),
  durationOf(1, 0, 0),
  errorOf('N/A', 'not there'),
  errorOf('DIV/0!', 'nothing to divide by'),
]

const bounds = [
  '>1',
  '<=2',
  '<2',
  '>=2',
  '>0',
  '>2026-10-25',
  '<=2026-10-25T00:30:00Z',
  '<TRUE',
  '>apple',
  '>',
]
const criteria: readonly Value[] = [...keys, ...bounds, '=2', '<>2', '<>apple', 'ap*', '=', '#N/A']

const results: readonly Value[] = [
  1,
  2.25,
  -8,
  1024,
  5,
  'text',
  true,
  BLANK,
  '7',
  errorOf('NUM!', 'too large'),
]

// Keys are in columns 1 and 2, results in 3 and 4, what is asked for in 8 and 9, keys in a row in 12.
const ROWS = 70
const ASKED_ROWS = 6
const FIRST = 3

function column(at: number, from = FIRST, last = FIRST + ROWS - 1): Argument {
  return [at, from, at, last]
}

function calls(): Call[] {
  const found: Call[] = []
  const add = (name: string, ...args: Argument[]): void => {
    found.push({ name, args })
  }
  for (let row = 1; row <= ASKED_ROWS; row++) {
    const wanted: Argument = [8, row]
    const other: Argument = [9, row]
    const criterion: Argument = [10, row]
    const table: Argument = [1, FIRST, 4, FIRST + ROWS - 1]
    add('VLOOKUP', wanted, table, 3, false)
    add('VLOOKUP', wanted, table, 9, false)
    add('VLOOKUP', wanted, table, other, false)
    add('MATCH', wanted, column(1), 0)
    add('MATCH', wanted, column(1), other)
    add('MATCH', wanted, column(1, FIRST + 1, FIRST + 35), 0)
    add('MATCH', wanted, [12, 1, 19, 1], 0)
    add('HLOOKUP', wanted, [12, 1, 19, 3], 3, false)
    add('XMATCH', wanted, column(2))
    add('XMATCH', wanted, column(1), 0, -1)
    add('XMATCH', wanted, column(1), other, 1)
    add('XLOOKUP', wanted, column(1), column(3))
    add('XLOOKUP', wanted, column(2), column(3, FIRST + 1, FIRST + ROWS), other, 0, -1)
    add('XLOOKUP', wanted, column(1), column(3, FIRST, FIRST + 2))
    add('XLOOKUP', wanted, [12, 1, 19, 1], [12, 2, 19, 2], other)
    add('COUNTIF', column(1), criterion)
    add('COUNTIFS', column(1), criterion, column(2), other)
    add('SUMIF', column(1), criterion, column(3))
    add('SUMIF', column(3), criterion)
    add('SUMIF', column(1), criterion, column(3, FIRST, FIRST + 5))
    add('AVERAGEIF', column(1), criterion, column(4))
    add('SUMIFS', column(3), column(1), criterion)
    add('SUMIFS', column(3, FIRST + 2, FIRST + ROWS + 1), column(1), criterion, column(2), other)
    add('AVERAGEIFS', column(4), column(2), criterion)
    add('MINIFS', column(4), column(1), criterion)
    add('MAXIFS', column(4), column(1), criterion, column(2), criterion)
  }
  return found
}

type Place = readonly [column: number, row: number, value: Value]

/** A place of the model and a value that may stand there. */
function anyPlace(random: () => number, pending: boolean): Place {
  const upTo = (n: number) => 1 + Math.floor(random() * n)
  const key = () => (pending && random() < 0.02 ? PENDING : pick(random, keys))
  const kind = random()
  if (kind < 0.45) return [upTo(2), FIRST - 1 + upTo(ROWS), key()]
  if (kind < 0.65) return [2 + upTo(2), FIRST - 1 + upTo(ROWS), pick(random, results)]
  if (kind < 0.75) return [10, upTo(ASKED_ROWS), pick(random, criteria)]
  if (kind < 0.9) return [7 + upTo(2), upTo(ASKED_ROWS), key()]
  return [11 + upTo(8), upTo(3), key()]
}

interface Rig {
  readonly seed: number
  readonly edits: number
  /** How many cells there are at first; others come into being later. */
  readonly filled: number
  readonly zone: ZoneTable
  readonly pending?: boolean
}

function firstDifferences({ seed, edits, filled, zone, pending = false }: Rig): string[] {
  const random = seededRandom(seed)
  const model = new LookupModel(calls(), zone)
  const places: Place[] = []
  for (let i = 0; i < filled; i++) places.push(anyPlace(random, pending))
  model.start(places)
  let found = model.differences()
  const { indexes } = model.graph.cells
  for (let i = 0; i < edits && found.length === 0; i++) {
    // Some edits come together.
    const more = random() < 0.1 ? Math.floor(random() * 60) : 0
    for (let n = 0; n < more; n++) {
      const [at, row, value] = anyPlace(random, pending)
      model.graph.write(model.cell(at, row), value)
    }
    model.edit(...anyPlace(random, pending))
    found = model.differences().map((text) => `edit ${i}: ${text}`)
  }
  // Without indexes it would prove nothing.
  if (indexes.looks < edits) found.push(`indexes looked ${indexes.looks} times`)
  return found
}

const berlin = zoneTable('Europe/Berlin')

describe('indexed searches', () => {
  it('agree with the plain functions after every edit of a full table', () => {
    const rig = { seed: 1, edits: 1_000, filled: 400, zone: berlin }
    expect(firstDifferences(rig)).toEqual([])
  })

  it('agree with them while cells come into being in an empty table', () => {
    const rig = { seed: 2, edits: 700, filled: 0, zone: berlin }
    expect(firstDifferences(rig)).toEqual([])
  })

  it('agree with them when values have not arrived', () => {
    const rig = { seed: 3, edits: 700, filled: 300, zone: berlin, pending: true }
    expect(firstDifferences(rig)).toEqual([])
  })

  it('would be caught if they missed a change', () => {
    const model = new LookupModel(calls())
    model.start([
      [1, 9, 77] as const,
      [3, 9, 5] as const,
      [8, 1, 77] as const,
      [10, 1, 77] as const,
    ])
    expect(model.differences()).toEqual([])
    // Behind the back of the graph.
    model.cell(1, 9).value = 78
    expect(model.differences().length).toBeGreaterThan(5)
  })
})
