// Goal: no depth of the graph overflows the stack, and unwinding it is never seen by user code.
import { describe, expect, it } from 'vitest'
import { type Cells, cells, type Readable } from '../../src/cells/cells.ts'
import { GRAPH_NESTED_RUNS } from '../../src/limits.ts'

const LENGTH = 20_000

type Link = (rt: Cells, input: Readable<number>) => Readable<number>

const links: Readonly<Record<string, Link>> = {
  derived: (rt, input) => rt.derive(() => input.get() + 1),
  'derived, with try and catch around the read': (rt, input) =>
    rt.derive(() => {
      let value = Number.NaN
      try {
        value = input.get()
      } catch {
        value = -1_000_000
      }
      return value + 1
    }),
  lifted: (rt, input) => rt.lift((x: number) => x + 1)(input),
  'derived, peeking first': (rt, input) =>
    rt.derive(() => input.peek() - input.peek() + input.get() + 1),
}

function chain(rt: Cells, link: Link) {
  const source = rt.cell(0)
  let last: Readable<number> = source
  for (let i = 0; i < LENGTH; i++) last = link(rt, last)
  return { source, last }
}

describe('a chain of 20,000 derived values', () => {
  it.each(Object.keys(links))('can be pulled, changed and pulled again: %s', (name) => {
    const rt = cells()
    const { source, last } = chain(rt, links[name]!)
    expect(last.get()).toBe(LENGTH)
    source.set(5)
    expect(last.get()).toBe(LENGTH + 5)
    const { runs } = rt.stats()
    expect([last.get(), rt.stats().runs]).toEqual([LENGTH + 5, runs])
  })

  it.each(Object.keys(links))('can be wanted, changed and stopped: %s', (name) => {
    const rt = cells()
    const { source, last } = chain(rt, links[name]!)
    const told: number[] = []
    const stop = rt.sink(last, (value) => told.push(value))
    rt.flushSync()
    const { runs } = rt.stats()
    source.set(5)
    rt.flushSync()
    expect([told, rt.stats().runs - runs]).toEqual([[LENGTH, LENGTH + 5], LENGTH + 1])
    stop()
    source.set(6)
    rt.flushSync()
    expect(rt.stats().runs - runs).toBe(LENGTH + 1)
    rt.sink(last, (value) => told.push(value))
    rt.flushSync()
    expect(told).toEqual([LENGTH, LENGTH + 5, LENGTH + 6])
  })

  it('runs few functions twice, although it must start again every so often', () => {
    const rt = cells()
    const { last } = chain(rt, links.derived!)
    last.get()
    // Each time it goes too deep, those that are unwound run again, once.
    expect(rt.stats().runs).toBeLessThanOrEqual(2 * LENGTH + GRAPH_NESTED_RUNS)
  })

  it('fails as a whole when its first value fails, and recovers', () => {
    const rt = cells({ onError: () => {} })
    const ok = rt.cell(false)
    const first = rt.derive(() => {
      if (!ok.get()) throw new Error('not yet')
      return 1
    })
    let last: Readable<number> = first
    for (let i = 0; i < LENGTH; i++) last = links.derived!(rt, last)
    expect(() => last.get()).toThrow('not yet')
    ok.set(true)
    expect(last.get()).toBe(LENGTH + 1)
  })

  it('may be a cycle', () => {
    const rt = cells()
    const loop = rt.cell(true)
    const first: Readable<number> = rt.derive(() => (loop.get() ? last.get() : 0))
    let last: Readable<number> = first
    for (let i = 0; i < LENGTH; i++) last = links.derived!(rt, last)
    expect(() => last.get()).toThrow(expect.objectContaining({ code: 'cycle' }))
    loop.set(false)
    expect(last.get()).toBe(LENGTH)
  })

  it('may be looked at by a sink, which runs once all the same', () => {
    const rt = cells()
    const { source, last } = chain(rt, links.derived!)
    const told: string[] = []
    rt.sink(rt.cell('go'), (word) => {
      told.push(word)
      source.set(3)
      told.push(String(last.peek()))
    })
    rt.flushSync()
    expect(told).toEqual(['go', String(LENGTH + 3)])
  })

  it('may sit under many sinks that stop in any order', () => {
    const rt = cells()
    const { source, last } = chain(rt, links.derived!)
    const stops = Array.from({ length: 3 }, () => rt.sink(last, () => {}))
    rt.flushSync()
    for (const stop of stops) stop()
    const { runs } = rt.stats()
    source.set(1)
    rt.flushSync()
    expect(rt.stats().runs).toBe(runs)
  })
})

it('a wide and deep graph is pulled without running anything twice once it is known', () => {
  const rt = cells()
  const source = rt.cell(1)
  let layer: Readable<number>[] = [source]
  for (let depth = 0; depth < 500; depth++) {
    const below = layer
    layer = [0, 1, 2].map((i) =>
      rt.derive(
        () => (below[i % below.length]!.get() + below[(i + 1) % below.length]!.get()) % 9973,
      ),
    )
  }
  const top = layer
  const sum = rt.derive(() => top.reduce((total, one) => total + one.get(), 0))
  sum.get()
  const { runs } = rt.stats()
  source.set(2)
  sum.get()
  expect(rt.stats().runs - runs).toBeLessThanOrEqual(1501)
})
