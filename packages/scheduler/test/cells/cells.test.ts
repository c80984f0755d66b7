// Goal: each function of a runtime does what its comment says. Method: small programs, read back.
import { expect, it } from 'vitest'
import { cells } from '../../src/cells/cells.ts'
import { SchedulerError } from '../../src/errors.ts'
import { nextTurn } from '../../src/time/clock-system.ts'

it('a cell holds what was set', () => {
  const rt = cells()
  const a = rt.cell(1)
  expect(a.get()).toBe(1)
  a.set(2)
  expect([a.get(), a.peek()]).toEqual([2, 2])
  a.update((value) => value * 10)
  expect(a.get()).toBe(20)
})

it('a derived value follows from what it reads, at once when it is read', () => {
  const rt = cells()
  const a = rt.cell(2)
  const b = rt.derive(() => a.get() * 10)
  const c = rt.derive(() => b.get() + 1)
  expect([c.get(), c.peek()]).toEqual([21, 21])
  a.set(3)
  expect(c.get()).toBe(31)
})

it('a derived value is computed once, however often it is read', () => {
  const rt = cells()
  const a = rt.cell(2)
  const b = rt.derive(() => a.get() * 10)
  for (let i = 0; i < 5; i++) b.get()
  expect(rt.stats().runs).toBe(1)
})

it('what is peeked at is no dependency', () => {
  const rt = cells()
  const a = rt.cell(1)
  const b = rt.cell(10)
  const sum = rt.derive(() => a.get() + b.peek())
  expect(sum.get()).toBe(11)
  b.set(20)
  expect(sum.get()).toBe(11)
  a.set(2)
  expect(sum.get()).toBe(22)
})

it('peeking at a derived value hides its reads too', () => {
  const rt = cells()
  const a = rt.cell(1)
  const b = rt.derive(() => a.get() * 2)
  const c = rt.derive(() => b.peek())
  expect(c.get()).toBe(2)
  a.set(5)
  expect([c.get(), b.get()]).toEqual([2, 10])
})

it('update inside a sink does not make the sink a reader', () => {
  const rt = cells()
  const a = rt.cell(1)
  const count = rt.cell(0)
  rt.sink(a, () => count.update((n) => n + 1))
  rt.flushSync()
  a.set(2)
  rt.flushSync()
  count.set(100)
  rt.flushSync()
  expect(count.get()).toBe(100)
})

it('lift turns a function of values into one of cells', () => {
  const rt = cells()
  const a = rt.cell(1)
  const b = rt.derive(() => a.get() + 1)
  const add = rt.lift((x: number, y: number, z: number) => x + y + z)
  const sum = add(a, b, rt.cell(10))
  expect(sum.get()).toBe(13)
  a.set(2)
  expect(sum.get()).toBe(15)
})

it('lift takes the same input twice and reads it once', () => {
  const rt = cells()
  const a = rt.cell(3)
  const square = rt.lift((x: number, y: number) => x * y)(a, a)
  const told: number[] = []
  rt.sink(square, (value) => told.push(value))
  rt.flushSync()
  a.set(4)
  rt.flushSync()
  expect(told).toEqual([9, 16])
  expect(rt.snapshot().find(({ kind }) => kind === 'derived')?.reads).toHaveLength(1)
})

it('lift without inputs, with one and with many gives the same as derive', () => {
  const rt = cells()
  const inputs = Array.from({ length: 8 }, (_, i) => rt.cell(i))
  const sum = (...values: number[]) => values.reduce((a, b) => a + b, 0)
  for (const count of [0, 1, 2, 3, 8]) {
    const some = inputs.slice(0, count)
    const lifted = rt.lift(sum)(...some)
    const derived = rt.derive(() => sum(...some.map((cell) => cell.get())))
    expect(lifted.get()).toBe(derived.get())
    inputs[0]!.update((n) => n + 1)
    expect(lifted.get()).toBe(derived.get())
  }
})

it('ifElse never runs the branch that is not taken', () => {
  const rt = cells()
  const condition = rt.cell(true)
  const ran: string[] = []
  const branch = (name: string) =>
    rt.derive(() => {
      ran.push(name)
      return name
    })
  const chosen = rt.ifElse(condition, branch('yes'), branch('no'))
  const told: string[] = []
  rt.sink(chosen, (value) => told.push(value))
  rt.flushSync()
  expect([told, ran]).toEqual([['yes'], ['yes']])
  condition.set(false)
  rt.flushSync()
  expect([told, ran]).toEqual([
    ['yes', 'no'],
    ['yes', 'no'],
  ])
})

it('ifElse lets go of the branch it left', () => {
  const rt = cells()
  const condition = rt.cell(true)
  const a = rt.cell(1)
  const left = rt.derive(() => a.get())
  rt.sink(rt.ifElse(condition, left, rt.cell(0)), () => {})
  rt.flushSync()
  condition.set(false)
  rt.flushSync()
  const { runs } = rt.stats()
  a.set(2)
  rt.flushSync()
  expect(rt.stats().runs).toBe(runs)
})

it('a change is not seen by sinks before the next turn', async () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: number[] = []
  rt.sink(a, (value) => told.push(value))
  expect(told).toEqual([])
  await Promise.resolve()
  expect(told).toEqual([])
  await nextTurn()
  expect(told).toEqual([1])
  a.set(2)
  a.set(3)
  expect(told).toEqual([1])
  await rt.idle()
  expect(told).toEqual([1, 3])
})

it('changes made in a batch are seen together, also in nested ones', () => {
  const rt = cells()
  const a = rt.cell(1)
  const b = rt.cell(1)
  const told: number[] = []
  rt.sink(
    rt.derive(() => a.get() + b.get()),
    (sum) => told.push(sum),
  )
  rt.flushSync()
  const result = rt.batch(() => {
    a.set(10)
    rt.flushSync()
    rt.batch(() => {
      b.set(20)
      rt.flushSync()
    })
    rt.flushSync()
    expect(told).toEqual([2])
    return 'done'
  })
  rt.flushSync()
  expect([result, told]).toEqual(['done', [2, 30]])
})

it('a batch that throws has ended, and what it set is set', () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: number[] = []
  rt.sink(a, (value) => told.push(value))
  const batch = () =>
    rt.batch(() => {
      a.set(2)
      throw new Error('no')
    })
  expect(batch).toThrow('no')
  rt.flushSync()
  expect(told).toEqual([2])
})

it('a snapshot shows what the sinks want and what that follows from', () => {
  const rt = cells()
  const a = rt.cell(1)
  rt.cell('unread')
  const b = rt.derive(() => a.get() + 1)
  rt.derive(() => a.get())
  const stop = rt.sink(b, () => {})
  rt.flushSync()
  a.set(5)
  expect(rt.snapshot()).toEqual([
    { ordinal: 1, kind: 'cell', invalid: false, live: true, height: 0, value: 5, reads: [] },
    { ordinal: 3, kind: 'derived', invalid: true, live: true, height: 1, value: 2, reads: [1] },
    {
      ordinal: 5,
      kind: 'sink',
      invalid: false,
      live: true,
      height: 2,
      value: undefined,
      reads: [3],
    },
  ])
  stop()
  expect(rt.snapshot()).toEqual([])
})

it('close stops every sink, and cells can still be read', async () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: number[] = []
  rt.sink(a, (value) => told.push(value))
  rt.flushSync()
  a.set(2)
  rt.close()
  rt.close()
  a.set(3)
  rt.flushSync()
  await nextTurn()
  await rt.idle()
  expect([told, a.get(), rt.snapshot()]).toEqual([[1], 3, []])
})

it('close inside a sink stops the ones that wait', () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: string[] = []
  for (const name of ['first', 'second', 'third']) {
    rt.sink(a, () => {
      told.push(name)
      if (name === 'second') rt.close()
    })
  }
  rt.flushSync()
  expect(told).toEqual(['first', 'second'])
})

it('a runtime is disposed of by using', () => {
  let rt = cells()
  {
    using scoped = cells()
    rt = scoped
    scoped.sink(scoped.cell(1), () => {})
    scoped.flushSync()
    expect(rt.snapshot()).toHaveLength(2)
  }
  expect(rt.snapshot()).toEqual([])
})

it('a derived value cannot be set', () => {
  const rt = cells()
  const b = rt.derive(() => 1)
  const refused = catching(() => (b as unknown as { set(value: number): void }).set(2))
  expect([refused.code, b.get()]).toEqual(['not-a-cell', 1])
})

it('nodes can make nodes', () => {
  const rt = cells()
  const many = rt.cell(2)
  const source = rt.cell(10)
  const sum = rt.derive(() => {
    const made = Array.from({ length: many.get() }, (_, i) => rt.derive(() => source.get() + i))
    return made.reduce((total, one) => total + one.get(), 0)
  })
  const told: number[] = []
  rt.sink(sum, (value) => told.push(value))
  rt.flushSync()
  many.set(3)
  rt.flushSync()
  source.set(0)
  rt.flushSync()
  expect(told).toEqual([21, 33, 3])
})

it('two runtimes do not mix up who reads what', () => {
  const one = cells()
  const two = cells()
  const a = one.cell(1)
  const b = two.cell(10)
  const inner = two.derive(() => b.get() + 1)
  const outer = one.derive(() => a.get() + inner.peek())
  expect(outer.get()).toBe(12)
  b.set(20)
  a.set(2)
  expect(outer.get()).toBe(23)
})

function catching(fn: () => unknown): SchedulerError {
  try {
    fn()
  } catch (error) {
    if (error instanceof SchedulerError) return error
  }
  throw new Error('nothing was refused')
}
