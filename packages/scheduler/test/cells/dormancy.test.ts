// Goal: what nobody wants costs nothing. Method: counters of runs, and of the edges a write visits.
import { afterEach, expect, it } from 'vitest'
import { cells } from '../../src/cells/cells.ts'
import { Graph } from '../../src/graph/graph.ts'
import { readerCount } from '../../src/graph/node.ts'
import { GRAPH_DORMANT_READERS, GRAPH_SHORT_LIST_EDGES } from '../../src/limits.ts'
import { nextTurn } from '../../src/time/clock-system.ts'
import { nodeOf } from './support/inside.ts'

const { touch } = Graph.prototype

afterEach(() => {
  Graph.prototype.touch = touch
})

/** Counts how many readers are told of a change. */
function countTouches(): { count: number } {
  const touches = { count: 0 }
  Graph.prototype.touch = function (node) {
    touches.count++
    touch.call(this, node)
  }
  return touches
}

it('1,000 derived values that nobody reads never run, through 50 changes', async () => {
  const rt = cells()
  const source = rt.cell(0)
  const touches = countTouches()
  for (let i = 0; i < 1000; i++) rt.derive(() => source.get() + i)
  for (let i = 1; i <= 50; i++) {
    source.set(i)
    rt.flushSync()
  }
  await nextTurn()
  expect([rt.stats().runs, touches.count]).toEqual([0, 0])
})

it('a sink makes exactly its chain run', () => {
  const rt = cells()
  const source = rt.cell(0)
  const ran: string[] = []
  const step = (name: string, read: () => number) =>
    rt.derive(() => {
      ran.push(name)
      return read() + 1
    })
  const chains = Array.from({ length: 100 }, (_, i) => {
    const a = step(`${i}a`, () => source.get())
    const b = step(`${i}b`, () => a.get())
    return step(`${i}c`, () => b.get())
  })
  rt.sink(chains[42]!, () => {})
  rt.flushSync()
  expect(ran).toEqual(['42c', '42b', '42a'])
  ran.length = 0
  source.set(1)
  rt.flushSync()
  expect(ran).toEqual(['42a', '42b', '42c'])
})

it('what changed while nobody wanted it settles by itself when it is wanted again', async () => {
  const rt = cells()
  const source = rt.cell(1)
  const a = rt.derive(() => source.get() + 1)
  const b = rt.derive(() => a.get() + 1)
  const c = rt.derive(() => b.get() + 1)
  const stop = rt.sink(c, () => {})
  await rt.idle()
  stop()
  source.set(10)
  await rt.idle()
  const told: number[] = []
  rt.sink(c, (value) => told.push(value))
  await rt.idle()
  expect(told).toEqual([13])
  source.set(20)
  await rt.idle()
  expect(told).toEqual([13, 23])
})

it('what is wanted again through something clean settles too', async () => {
  const rt = cells()
  const source = rt.cell(1)
  const sign = rt.derive(() => Math.sign(source.get()))
  const clean = rt.derive(() => sign.get() * 100)
  const choice = rt.cell(false)
  const told: number[] = []
  rt.sink(
    rt.derive(() => (choice.get() ? clean.get() : 0)),
    (value) => told.push(value),
  )
  clean.get()
  await rt.idle()
  source.set(2)
  choice.set(true)
  await rt.idle()
  source.set(-2)
  await rt.idle()
  expect(told).toEqual([0, 100, -100])
})

it('a stopped sink leaves its chain dormant', () => {
  const rt = cells()
  const source = rt.cell(0)
  const a = rt.derive(() => source.get() + 1)
  const b = rt.derive(() => a.get() + 1)
  const stop = rt.sink(b, () => {})
  const other = rt.sink(a, () => {})
  rt.flushSync()
  stop()
  source.set(1)
  rt.flushSync()
  expect(rt.stats().runs).toBe(4 + 2)
  other()
  for (let i = 2; i < 10; i++) source.set(i)
  rt.flushSync()
  expect([rt.stats().runs, nodeOf(a).live, nodeOf(source).live]).toEqual([6, 0, 0])
  expect(b.get()).toBe(11)
})

it('what is dropped while it waits tells its dormant readers that it is out of date', () => {
  const rt = cells()
  const source = rt.cell(1)
  const shared = rt.derive(() => source.get() * 10)
  const dormant = rt.derive(() => shared.get() + 1)
  const stop = rt.sink(shared, () => {})
  rt.flushSync()
  expect(dormant.get()).toBe(11)
  source.set(2)
  stop()
  rt.flushSync()
  expect(dormant.get()).toBe(21)
})

it('dormant values that were read once are told of the first change and of no other, and of 100,000 few are told', () => {
  const touched = [100, 1_000, 100_000].map((count) => {
    const rt = cells()
    const source = rt.cell(0)
    const derived = Array.from({ length: count }, (_, i) => rt.derive(() => source.get() + i))
    const told: number[] = []
    rt.sink(derived[50]!, (value) => told.push(value))
    rt.flushSync()
    for (const one of derived) one.get()
    expect(readerCount(nodeOf(source))).toBeLessThanOrEqual(GRAPH_DORMANT_READERS)
    const { runs } = rt.stats()
    const touches = countTouches()
    const visits = [1, 2, 3].map((value) => {
      touches.count = 0
      source.set(value)
      rt.flushSync()
      return touches.count
    })
    Graph.prototype.touch = touch
    // The one that is wanted, its sink, and nothing else.
    expect(rt.stats().runs - runs).toBe(6)
    expect(told).toEqual([50, 51, 52, 53])
    expect(derived[count - 1]!.get()).toBe(count + 2)
    return visits
  })
  // A list that is not long keeps them.
  expect(touched[0]).toEqual([101, 2, 2])
  const most = GRAPH_SHORT_LIST_EDGES + 2
  for (const visits of touched) {
    expect(visits[0]).toBeLessThanOrEqual(GRAPH_DORMANT_READERS + 1)
    for (const later of visits.slice(1)) expect(later).toBeLessThanOrEqual(most)
  }
})

it('a dormant value that leaves a long list comes back when it is read', () => {
  const rt = cells()
  const source = rt.cell(0)
  const derived = Array.from({ length: 500 }, (_, i) => rt.derive(() => source.get() + i))
  for (let round = 1; round <= 3; round++) {
    for (const one of derived) one.get()
    source.set(round)
    expect(derived.map((one) => one.get())).toEqual(derived.map((_, i) => round + i))
  }
})

it('a dormant value that runs while its input drops its readers still hears of the next change', () => {
  const rt = cells()
  const s = rt.cell(0)
  const t = rt.cell(0)
  const shared = rt.derive(() => s.get() + t.get())
  const readers = Array.from({ length: 200 }, () => rt.derive(() => s.get() * 1000 + shared.get()))
  for (const one of readers) one.get()
  s.set(1)
  expect(readers[0]!.get()).toBe(1001)
  t.set(1)
  expect(readers.map((one) => one.get())).toEqual(readers.map(() => 1002))
})

it('a write below dormant layers goes no further the second time', () => {
  const rt = cells()
  const source = rt.cell(0)
  let layer = [rt.derive(() => source.get())]
  for (let depth = 0; depth < 5; depth++) {
    layer = Array.from({ length: 50 }, (_, i) => {
      const inputs = layer
      return rt.derive(() => inputs[i % inputs.length]!.get() + inputs[0]!.get())
    })
  }
  for (const one of layer) one.get()
  const { runs } = rt.stats()
  source.set(1)
  const touches = countTouches()
  for (let i = 2; i < 100; i++) source.set(i)
  expect(touches.count).toBe(98)
  rt.flushSync()
  expect(rt.stats().runs).toBe(runs)
})
