// Goal: each thing runs once per change, after everything it reads, and never on a mixture of old
// and new; and it follows its reads when they change. Method: counting runs and watching inputs.
import { expect, it } from 'vitest'
import { type Cell, cells, type Readable } from '../../src/cells/cells.ts'
import { nodeOf, readsOf } from './support/inside.ts'

it('in a diamond each node runs once per change and sees both sides changed', () => {
  const rt = cells()
  const source = rt.cell(1)
  const left = rt.derive(() => source.get() + 1)
  const right = rt.derive(() => source.get() * 2)
  const bottom = rt.derive(() => {
    expect([left.get() - 1, right.get() / 2]).toEqual([source.get(), source.get()])
    return left.get() + right.get()
  })
  const told: number[] = []
  rt.sink(bottom, (value) => told.push(value))
  rt.flushSync()
  for (let value = 2; value <= 5; value++) {
    const { runs } = rt.stats()
    source.set(value)
    rt.flushSync()
    expect(rt.stats().runs - runs).toBe(4)
  }
  expect(told).toEqual([4, 7, 10, 13, 16])
})

it('arms of different length do not matter', () => {
  const rt = cells()
  const source = rt.cell(0)
  let long: Readable<number> = source
  for (let i = 0; i < 50; i++) {
    const input = long
    long = rt.derive(() => input.get() + 1)
  }
  const last = long
  const seen: number[] = []
  rt.sink(
    rt.derive(() => last.get() - source.get()),
    (difference) => seen.push(difference),
  )
  rt.flushSync()
  const { runs } = rt.stats()
  source.set(10)
  rt.flushSync()
  expect([seen, rt.stats().runs - runs]).toEqual([[50], 51])
})

it('a value that did not change stops the wave', () => {
  const rt = cells()
  const source = rt.cell(1)
  const parity = rt.derive(() => source.get() % 2)
  const after = rt.derive(() => parity.get() + 1)
  rt.sink(after, () => {})
  rt.flushSync()
  const { runs } = rt.stats()
  source.set(3)
  rt.flushSync()
  expect(rt.stats().runs - runs).toBe(1)
  source.set(4)
  rt.flushSync()
  expect(rt.stats().runs - runs).toBe(4)
})

it('a wave is stopped while dormant too: what is read afterwards does not run', () => {
  const rt = cells()
  const source = rt.cell(1)
  const parity = rt.derive(() => source.get() % 2)
  const after = rt.derive(() => parity.get() + 1)
  const last = rt.derive(() => after.get() + 1)
  expect(last.get()).toBe(3)
  const { runs } = rt.stats()
  source.set(3)
  expect([last.get(), rt.stats().runs - runs]).toEqual([3, 1])
})

it('a derived value that reads something new in the middle of a pass sees it up to date', () => {
  const rt = cells()
  const source = rt.cell(0)
  const choice = rt.derive(() => source.get() > 0)
  let tall: Readable<number> = rt.derive(() => source.get())
  for (let i = 0; i < 20; i++) {
    const input = tall
    tall = rt.derive(() => input.get() + 1)
  }
  const last = tall
  rt.sink(last, () => {})
  const seen: number[] = []
  const low = rt.derive(() => (choice.get() ? last.get() : -1))
  rt.sink(low, (value) => seen.push(value))
  rt.flushSync()
  const { runs } = rt.stats()
  source.set(5)
  rt.flushSync()
  expect(seen).toEqual([-1, 25])
  // Each once: the choice, the tall ones, what reads both, and two sinks.
  expect(rt.stats().runs - runs).toBe(1 + 21 + 1 + 2)
})

it('reads may be swapped', () => {
  const rt = cells()
  const first = rt.cell(true)
  const a = rt.cell(1)
  const b = rt.cell(2)
  const chosen = rt.derive(() => (first.get() ? a.get() : b.get()))
  const told: number[] = []
  rt.sink(chosen, (value) => told.push(value))
  rt.flushSync()
  first.set(false)
  rt.flushSync()
  const { runs } = rt.stats()
  a.set(10)
  rt.flushSync()
  expect(rt.stats().runs).toBe(runs)
  b.set(20)
  rt.flushSync()
  first.set(true)
  rt.flushSync()
  expect(told).toEqual([1, 2, 20, 10])
})

it('reads may shrink, grow, be reordered and repeated', () => {
  const rt = cells()
  const inputs = Array.from({ length: 40 }, (_, i) => rt.cell(i))
  const order = rt.cell<number[]>([0])
  const sum = rt.derive(() => order.get().reduce((total, i) => total + inputs[i]!.get(), 0))
  const told: number[] = []
  const stop = rt.sink(sum, (value) => told.push(value))
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [5],
    [],
    Array.from({ length: 40 }, (_, i) => i),
    Array.from({ length: 40 }, (_, i) => 39 - i),
    [7, 7, 8, 7, 8],
    [1, 7],
    Array.from({ length: 30 }, (_, i) => (i * 7) % 40),
    [9],
  ]
  for (const wanted of orders) {
    order.set(wanted)
    rt.flushSync()
    expect(sum.peek()).toBe(wanted.reduce((total, i) => total + inputs[i]!.peek(), 0))
    const reads = readsOf(nodeOf(sum)).map(({ ordinal }) => ordinal)
    expect(reads.slice(1).sort((a, b) => a - b)).toEqual(
      [...new Set(wanted)].map((i) => nodeOf(inputs[i]!).ordinal).sort((a, b) => a - b),
    )
    // Exactly those that are read make it run.
    for (const [i, input] of inputs.entries()) {
      const { runs } = rt.stats()
      input.update((n) => n + 100)
      rt.flushSync()
      expect(rt.stats().runs - runs).toBe(wanted.includes(i) ? 2 : 0)
    }
  }
  stop()
  expect(inputs.map((input) => nodeOf(input).live)).toEqual(inputs.map(() => 0))
})

it('a cell read twice around something that reads it too is one dependency when all is quiet', () => {
  const rt = cells()
  const a = rt.cell(1)
  const inner = rt.derive(() => a.get() + 1)
  const outer = rt.derive(() => a.get() + inner.get() + a.get())
  const told: number[] = []
  const stop = rt.sink(outer, (value) => told.push(value))
  rt.flushSync()
  a.set(2)
  rt.flushSync()
  a.set(3)
  rt.flushSync()
  expect(told).toEqual([4, 7, 10])
  expect(readsOf(nodeOf(outer))).toHaveLength(2)
  stop()
  expect([nodeOf(a).live, nodeOf(inner).live]).toEqual([0, 0])
})

it('a subgraph that is only reordered is not torn down and built again', () => {
  const rt = cells()
  const flip = rt.cell(false)
  const source = rt.cell(1)
  const parts = Array.from({ length: 6 }, (_, i) => rt.derive(() => source.get() + i))
  rt.sink(
    rt.derive(() => {
      const order = flip.get() ? [...parts].reverse() : parts
      return order.reduce((total, part) => total * 10 + part.get(), 0)
    }),
    () => {},
  )
  rt.flushSync()
  const { runs } = rt.stats()
  flip.set(true)
  rt.flushSync()
  expect(rt.stats().runs - runs).toBe(2)
})

it('a base that rises far lifts a ladder above it in linear time', () => {
  // Two ways lead from each rung to the next: walking all of them would take 2^60 steps.
  const rt = cells()
  const deep = rt.cell(false)
  const source = rt.cell(1)
  let tall: Readable<number> = source
  for (let i = 0; i < 200; i++) {
    const input = tall
    tall = rt.derive(() => input.get())
  }
  const top = tall
  const ladder: Readable<number>[] = [rt.derive(() => (deep.get() ? top.get() : 1))]
  ladder.push(rt.derive(() => ladder[0]!.get()))
  for (let i = 2; i < 60; i++) {
    ladder.push(rt.derive(() => (ladder[i - 1]!.get() + ladder[i - 2]!.get()) % 1_000_003))
  }
  const told: number[] = []
  rt.sink(ladder.at(-1)!, (value) => told.push(value))
  rt.flushSync()
  deep.set(true)
  rt.flushSync()
  source.set(2)
  rt.flushSync()
  expect(told).toHaveLength(2)
  expect(nodeOf(ladder.at(-1)!).height).toBe(260)
})

it('the same program runs in the same order again', () => {
  const trace = () => {
    const rt = cells()
    const ran: string[] = []
    const inputs: Cell<number>[] = Array.from({ length: 5 }, (_, i) => rt.cell(i))
    const derived = Array.from({ length: 30 }, (_, i) =>
      rt.derive(() => {
        ran.push(`derive ${i}`)
        return inputs[i % 5]!.get() + inputs[(i * 3) % 5]!.get()
      }),
    )
    for (const [i, one] of derived.entries()) rt.sink(one, () => ran.push(`sink ${i}`))
    rt.flushSync()
    for (const input of [...inputs].reverse()) input.update((n) => n + 1)
    rt.flushSync()
    return ran
  }
  expect(trace()).toEqual(trace())
  // Among equals the one that was registered first runs first, whatever changed first.
  expect(trace().slice(60)).toEqual([
    ...Array.from({ length: 30 }, (_, i) => `derive ${i}`),
    ...Array.from({ length: 30 }, (_, i) => `sink ${i}`),
  ])
})
