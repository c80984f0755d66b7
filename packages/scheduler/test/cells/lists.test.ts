// Goal: map, filter and flatMap compute only what changed. Method: counting calls per element.
import { expect, it } from 'vitest'
import { cells } from '../../src/cells/cells.ts'

function counted<T, U>(fn: (item: T, index: number) => U) {
  const calls: T[] = []
  const wrapped = (item: T, index: number) => {
    calls.push(item)
    return fn(item, index)
  }
  return { calls, fn: wrapped }
}

it('map computes an element again only when it changed', () => {
  const rt = cells()
  const list = rt.cell([1, 2, 3])
  const { calls, fn } = counted((item: number) => item * 10)
  const tens = rt.map(list, fn)
  expect(tens.get()).toEqual([10, 20, 30])
  expect(calls).toEqual([1, 2, 3])
  calls.length = 0
  list.set([1, 5, 3])
  expect(tens.get()).toEqual([10, 50, 30])
  expect(calls).toEqual([5])
})

it('map computes only the new elements when the list grows', () => {
  const rt = cells()
  const list = rt.cell<number[]>([])
  const { calls, fn } = counted((item: number) => item * 10)
  const told: number[][] = []
  rt.sink(rt.map(list, fn), (value) => told.push(value))
  rt.flushSync()
  for (let i = 1; i <= 50; i++) {
    list.update((items) => [...items, i])
    rt.flushSync()
  }
  expect(calls).toHaveLength(50)
  expect(told.at(-1)).toHaveLength(50)
})

it('a list that shrinks never shows a gone element to the function', () => {
  const rt = cells()
  const list = rt.cell<({ name: string } | undefined)[]>([{ name: 'a' }, { name: 'b' }])
  const { calls, fn } = counted((item: { name: string } | undefined) => item!.name)
  const told: string[][] = []
  rt.sink(rt.map(list, fn), (value) => told.push(value))
  rt.flushSync()
  list.set([{ name: 'a' }])
  rt.flushSync()
  list.set([])
  rt.flushSync()
  list.set([{ name: 'c' }])
  rt.flushSync()
  expect(told).toEqual([['a', 'b'], ['a'], [], ['c']])
  expect(calls.map((item) => item?.name)).toEqual(['a', 'b', 'c'])
})

it('a list that shrinks while nobody watches shows no gone element later', () => {
  const rt = cells()
  const list = rt.cell([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
  const { calls, fn } = counted((item: { name: string }) => item.name)
  const names = rt.map(list, fn)
  names.get()
  list.set([{ name: 'x' }])
  expect(names.get()).toEqual(['x'])
  list.set([{ name: 'x' }, { name: 'y' }, { name: 'z' }])
  expect(names.get()).toEqual(['x', 'y', 'z'])
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'x', 'y', 'z'])
})

it('a value inside the list may be undefined', () => {
  const rt = cells()
  const list = rt.cell([undefined, 1])
  expect(rt.map(list, (item) => item ?? 'none').get()).toEqual(['none', 1])
})

it('the function gets the index', () => {
  const rt = cells()
  expect(rt.map(rt.cell(['a', 'b']), (item, index) => `${index}${item}`).get()).toEqual([
    '0a',
    '1b',
  ])
})

it('elements may read other cells, and only those that do run again', () => {
  const rt = cells()
  const rate = rt.cell(2)
  const list = rt.cell([1, -1, 3])
  const { calls, fn } = counted((item: number) => (item > 0 ? item * rate.get() : 0))
  const told: number[][] = []
  rt.sink(rt.map(list, fn), (value) => told.push(value))
  rt.flushSync()
  calls.length = 0
  rate.set(10)
  rt.flushSync()
  expect([told, calls]).toEqual([
    [
      [2, 0, 6],
      [10, 0, 30],
    ],
    [1, 3],
  ])
})

it('maps can stand inside maps', () => {
  const rt = cells()
  const rows = rt.cell([
    [1, 2],
    [3, 4],
  ])
  const { calls, fn } = counted((item: number) => item * 10)
  const inner = rt.map(rows, (row) => rt.map(rt.cell(row), fn).get())
  const again = rt.map(inner, (row) => row.length)
  expect(inner.get()).toEqual([
    [10, 20],
    [30, 40],
  ])
  calls.length = 0
  rows.set([[1, 2], [5]])
  expect([inner.get(), again.get()]).toEqual([
    [[10, 20], [50]],
    [2, 1],
  ])
  expect(calls).toEqual([5])
})

it('filter asks again only about what changed', () => {
  const rt = cells()
  const list = rt.cell([1, 2, 3, 4])
  const { calls, fn } = counted((item: number) => item % 2 === 0)
  const even = rt.filter(list, fn)
  expect(even.get()).toEqual([2, 4])
  calls.length = 0
  list.set([1, 6, 3, 4])
  expect(even.get()).toEqual([6, 4])
  expect(calls).toEqual([6])
  list.set([8])
  expect(even.get()).toEqual([8])
  list.set([])
  expect(even.get()).toEqual([])
})

it('filter follows the cells that its function reads', () => {
  const rt = cells()
  const limit = rt.cell(2)
  const big = rt.filter(rt.cell([1, 2, 3]), (item) => item >= limit.get())
  const told: number[][] = []
  rt.sink(big, (value) => told.push(value))
  rt.flushSync()
  limit.set(3)
  rt.flushSync()
  expect(told).toEqual([[2, 3], [3]])
})

it('flatMap joins what each element gives', () => {
  const rt = cells()
  const list = rt.cell([1, 2, 0])
  const { calls, fn } = counted((item: number) => new Array<number>(item).fill(item))
  const flat = rt.flatMap(list, fn)
  expect(flat.get()).toEqual([1, 2, 2])
  calls.length = 0
  list.set([1, 2, 3])
  expect(flat.get()).toEqual([1, 2, 2, 3, 3, 3])
  expect(calls).toEqual([3])
})

it('an element that fails makes the list fail until it changes', () => {
  const rt = cells()
  const list = rt.cell([1, 0, 2])
  const inverse = rt.map(list, (item) => {
    if (item === 0) throw new RangeError('zero')
    return 1 / item
  })
  expect(() => inverse.get()).toThrow(RangeError)
  list.set([1, 4, 2])
  expect(inverse.get()).toEqual([1, 0.25, 0.5])
})

it('elements that went leave no readers behind, however often the list grows and shrinks', () => {
  const rt = cells()
  const list = rt.cell([0])
  const stop = rt.sink(
    rt.map(list, (item) => item + 1),
    () => {},
  )
  const sizes: number[] = []
  for (let round = 0; round < 60; round++) {
    list.set(Array.from({ length: 20 }, (_, i) => i + round))
    rt.flushSync()
    list.set([round])
    rt.flushSync()
    sizes.push(rt.snapshot().length)
  }
  expect(new Set(sizes.slice(1)).size).toBe(1)
  stop()
})
