// Goal: what counts as the same value. Method: a table, tried both ways and through a cell.
import { expect, it } from 'vitest'
import { cells } from '../../src/cells/cells.ts'
import { same } from '../../src/cells/same.ts'

class Point {
  readonly #x: number
  constructor(x: number) {
    this.#x = x
  }
  get x(): number {
    return this.#x
  }
}

const shared = new Point(1)
const date = new Date(1)
const map = new Map([[1, 2]])
const fn = () => 1
const selfish: Record<string, unknown> = {}
selfish.self = selfish
const selfish2: Record<string, unknown> = {}
selfish2.self = selfish2
const bare = Object.assign(Object.create(null), { a: 1 })

const equals: readonly (readonly [string, unknown, unknown])[] = [
  ['numbers', 1, 1],
  ['texts', 'a', 'a'],
  ['not a number', Number.NaN, Number.NaN],
  ['zero and minus zero', 0, -0],
  ['blank', null, null],
  ['absent', undefined, undefined],
  ['lists of the same shape', [1, [2, 'x']], [1, [2, 'x']]],
  ['objects in another order', { a: 1, b: { c: [null] } }, { b: { c: [null] }, a: 1 }],
  ['empty ones', [{}, []], [{}, []]],
  ['not a number, inside', { a: Number.NaN }, { a: Number.NaN }],
  ['one and the same Map', map, map],
  [
    'one and the same instance, inside',
    { at: [shared, date, map, fn] },
    { at: [shared, date, map, fn] },
  ],
  ['objects without a prototype', bare, Object.assign(Object.create(null), { a: 1 })],
  ['one and the same circular object', selfish, selfish],
]

const differences: readonly (readonly [string, unknown, unknown])[] = [
  ['numbers', 1, 2],
  ['a number and its text', 1, '1'],
  ['a number and not a number', 1, Number.NaN],
  ['zero and blank', 0, null],
  ['blank and absent', null, undefined],
  ['blank and an object', null, {}],
  ['lists of another length', [1], [1, undefined]],
  ['lists in another order', [1, 2], [2, 1]],
  ['a list and an object', [], {}],
  ['a list and its like', [1], { 0: 1, length: 1 }],
  ['absent inside and missing', { a: undefined }, {}],
  ['another key', { a: undefined }, { b: undefined }],
  ['something deep inside', { a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }],
  ['two Dates', new Date(1), new Date(1)],
  ['two Maps', new Map(), new Map()],
  ['two Sets', new Set([1]), new Set([1])],
  ['two instances', new Point(1), new Point(1)],
  ['two functions', () => 1, () => 1],
  ['two Dates, inside', { at: new Date(1) }, { at: new Date(2) }],
  ['two instances, inside a list', [new Point(1)], [new Point(2)]],
  ['an instance and JSON', new Point(1), {}],
  ['two byte arrays', new Uint8Array([1]), new Uint8Array([1])],
  ['two circular objects', selfish, selfish2],
]

it.each(equals)('the same: %s', (_, a, b) => {
  expect([same(a, b), same(b, a), told(a, b)]).toEqual([true, true, 1])
})

it.each(differences)('not the same: %s', (_, a, b) => {
  expect([same(a, b), same(b, a), told(a, b)]).toEqual([false, false, 2])
})

/** How often a sink is told when a cell goes from one value to the other. */
function told(a: unknown, b: unknown): number {
  const rt = cells()
  const cell = rt.cell(a)
  let calls = 0
  rt.sink(cell, () => calls++)
  rt.flushSync()
  cell.set(b)
  rt.flushSync()
  return calls
}
