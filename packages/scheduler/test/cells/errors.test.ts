// Goal: errors go where they belong, carry their codes, and leave the graph usable.
import { expect, it } from 'vitest'
import { type Cells, cells, type Readable } from '../../src/cells/cells.ts'
import { SchedulerError } from '../../src/errors.ts'
import { nodeOf } from './support/inside.ts'

function world() {
  const errors: unknown[] = []
  const rt = cells({ onError: (error) => errors.push(error) })
  return { errors, rt }
}

/** The value, or what its reading throws: the code of ours, the message of others. */
function outcome(item: Readable<unknown>): unknown {
  try {
    return item.get()
  } catch (error) {
    if (error instanceof SchedulerError) return error.code
    return error instanceof Error ? `threw ${error.message}` : error
  }
}

function failsAbove(rt: Cells, limit: number) {
  const a = rt.cell(0)
  const checked = rt.derive(() => {
    if (a.get() > limit) throw new Error(`${a.get()} is too much`)
    return a.get()
  })
  return { a, checked }
}

it('a derived value that throws throws when it is read, once computed, and recovers', () => {
  const { rt } = world()
  const { a, checked } = failsAbove(rt, 5)
  a.set(6)
  expect([outcome(checked), outcome(checked)]).toEqual([
    'threw 6 is too much',
    'threw 6 is too much',
  ])
  expect(rt.stats().runs).toBe(1)
  a.set(2)
  expect(checked.get()).toBe(2)
})

it('what reads a failed value fails with the same error, unless it catches it', () => {
  const { rt } = world()
  const { a, checked } = failsAbove(rt, 5)
  const plain = rt.derive(() => checked.get() * 2)
  const lifted = rt.lift((x: number) => x * 2)(checked)
  const careful = rt.derive(() => {
    try {
      return checked.get() * 2
    } catch {
      return -1
    }
  })
  const all = () => [plain, lifted, careful].map(outcome)
  expect(all()).toEqual([0, 0, 0])
  a.set(6)
  expect(all()).toEqual(['threw 6 is too much', 'threw 6 is too much', -1])
  a.set(7)
  expect(all()).toEqual(['threw 7 is too much', 'threw 7 is too much', -1])
  a.set(1)
  expect(all()).toEqual([2, 2, 2])
})

it('a failed value that is wanted fails its sink, which is told of the recovery', () => {
  const { errors, rt } = world()
  const { a, checked } = failsAbove(rt, 5)
  const told: number[] = []
  rt.sink(
    rt.derive(() => checked.get() * 2),
    (value) => told.push(value),
  )
  rt.flushSync()
  a.set(6)
  rt.flushSync()
  expect(errors).toEqual([expect.objectContaining({ message: '6 is too much' })])
  a.set(0)
  rt.flushSync()
  expect(told).toEqual([0, 0])
  a.set(3)
  rt.flushSync()
  expect([told, errors.length]).toEqual([[0, 0, 6], 1])
})

it('what is thrown need not be an error', () => {
  const { rt } = world()
  const a = rt.cell<unknown>('text')
  const thrower = rt.derive(() => {
    throw a.get()
  })
  expect(outcome(thrower)).toBe('text')
  a.set(undefined)
  expect(outcome(thrower)).toBe(undefined)
  a.set(null)
  expect(outcome(rt.derive(() => [thrower.get()]))).toBe(null)
})

it('a sink that throws is reported and goes on being told, as do the others', () => {
  const { errors, rt } = world()
  const a = rt.cell(1)
  const told: number[] = []
  rt.sink(a, (value) => {
    if (value === 1) throw new Error('not one')
    told.push(value)
  })
  rt.sink(a, (value) => told.push(value * 10))
  rt.flushSync()
  a.set(2)
  rt.flushSync()
  expect(told).toEqual([10, 2, 20])
  expect(errors).toEqual([expect.objectContaining({ message: 'not one' })])
})

it('a sink whose promise is rejected is reported, and idle goes on', async () => {
  const { errors, rt } = world()
  rt.sink(rt.cell(1), async () => {
    throw new Error('later')
  })
  await rt.idle()
  expect(errors).toEqual([expect.objectContaining({ message: 'later' })])
})

it('an error handler that throws does not stop the pass', async () => {
  const late: unknown[] = []
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => late.push(error))
  const rt = cells({
    onError: () => {
      throw new Error('from the handler')
    },
  })
  const a = rt.cell(1)
  const told: number[] = []
  rt.sink(a, () => {
    throw new Error('from the sink')
  })
  rt.sink(a, (value) => told.push(value))
  await rt.idle()
  process.removeAllListeners('uncaughtException')
  for (const listener of listeners) process.on('uncaughtException', listener)
  expect(told).toEqual([1])
  expect(late).toEqual([expect.objectContaining({ message: 'from the handler' })])
})

it('without a handler the error of a sink is thrown where nothing catches it', async () => {
  const late: unknown[] = []
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => late.push(error))
  const rt = cells()
  rt.sink(rt.cell(1), () => {
    throw new Error('loud')
  })
  await rt.idle()
  process.removeAllListeners('uncaughtException')
  for (const listener of listeners) process.on('uncaughtException', listener)
  expect(late).toEqual([expect.objectContaining({ message: 'loud' })])
})

it('a derived value may not set a cell, also not through what it peeks at', () => {
  const { rt } = world()
  const a = rt.cell(1)
  const b = rt.cell(1)
  const sets = rt.derive(() => {
    a.set(b.get())
    return 1
  })
  const indirectly = rt.derive(() => sets.peek())
  b.set(5)
  expect([outcome(sets), outcome(indirectly), a.get()]).toEqual([
    'write-while-deriving',
    'write-while-deriving',
    1,
  ])
  a.set(2)
  expect(a.get()).toBe(2)
})

it('a value that reads itself is a cycle', () => {
  const { rt } = world()
  const self: Readable<number> = rt.derive(() => self.get() + 1)
  expect([outcome(self), outcome(self)]).toEqual(['cycle', 'cycle'])
  const peeks: Readable<number> = rt.derive(() => peeks.peek() + 1)
  expect(outcome(peeks)).toBe('cycle')
})

it('two values that read each other are a cycle, and all that read them fail', () => {
  const { errors, rt } = world()
  const a: Readable<number> = rt.derive(() => b.get() + 1)
  const b: Readable<number> = rt.derive(() => a.get() + 1)
  const c = rt.derive(() => a.get() + 1)
  rt.sink(c, () => {})
  rt.flushSync()
  expect([a, b, c].map(outcome)).toEqual(['cycle', 'cycle', 'cycle'])
  expect(errors.map((error) => (error as SchedulerError).code)).toEqual(['cycle'])
})

it('a cycle through lifted functions is a cycle', () => {
  const { rt } = world()
  const a: Readable<number> = rt.derive(() => lifted.get() + 1)
  const lifted = rt.lift((x: number) => x + 1)(a)
  expect([outcome(a), outcome(lifted)]).toEqual(['cycle', 'cycle'])
  const stop = rt.sink(lifted, () => {})
  rt.flushSync()
  stop()
  expect([nodeOf(a).live, nodeOf(lifted).live]).toEqual([0, 0])
})

/** a reads b if `h`, b reads a if `g`. */
function knot(rt: Cells) {
  const h = rt.cell(false)
  const g = rt.cell(false)
  const a: Readable<number> = rt.derive(() => (h.get() ? b.get() + 1 : 10))
  const b: Readable<number> = rt.derive(() => (g.get() ? a.get() + 1 : 20))
  return { h, g, a, b }
}

const wanted = ['nothing', 'a', 'b', 'both'] as const

it.each(wanted)('a cycle comes and goes with the values, when %s is wanted', (who) => {
  const { rt } = world()
  const { h, g, a, b } = knot(rt)
  const told: string[] = []
  const stops: (() => void)[] = []
  if (who === 'a' || who === 'both') stops.push(rt.sink(a, (value) => told.push(`a ${value}`)))
  if (who === 'b' || who === 'both') stops.push(rt.sink(b, (value) => told.push(`b ${value}`)))
  const states: readonly (readonly [boolean, boolean, unknown, unknown])[] = [
    [false, false, 10, 20],
    [false, true, 10, 11],
    [true, true, 'cycle', 'cycle'],
    [true, false, 21, 20],
    [true, true, 'cycle', 'cycle'],
    [false, true, 10, 11],
    [true, true, 'cycle', 'cycle'],
    [false, false, 10, 20],
  ]
  for (const [wantH, wantG, wantA, wantB] of states) {
    h.set(wantH)
    g.set(wantG)
    rt.flushSync()
    expect([outcome(a), outcome(b)]).toEqual([wantA, wantB])
    expect([outcome(b), outcome(a)]).toEqual([wantB, wantA])
  }
  if (who === 'both') expect(told.slice(-2)).toEqual(['a 10', 'b 20'])
  for (const stop of stops) stop()
  expect([nodeOf(a).live, nodeOf(b).live, nodeOf(h).live, nodeOf(g).live]).toEqual([0, 0, 0, 0])
})

it('a cycle through something clean is found while that is wanted', () => {
  const { errors, rt } = world()
  const loop = rt.cell(false)
  const a: Readable<number> = rt.derive(() => (loop.get() ? far.get() : 1))
  const b = rt.derive(() => a.get() + 1)
  const far = rt.derive(() => b.get() + 1)
  const told: number[] = []
  rt.sink(far, (value) => told.push(value))
  rt.flushSync()
  loop.set(true)
  rt.flushSync()
  expect([a, b, far].map(outcome)).toEqual(['cycle', 'cycle', 'cycle'])
  expect((errors[0] as SchedulerError).code).toBe('cycle')
  loop.set(false)
  rt.flushSync()
  expect([[a, b, far].map(outcome), told]).toEqual([
    [1, 2, 3],
    [3, 3],
  ])
})

it('the neighbours of a cycle go on, also when what is below it rises', () => {
  const { errors, rt } = world()
  const source = rt.cell(1)
  const deep = rt.cell(false)
  let tall: Readable<number> = source
  for (let i = 0; i < 30; i++) {
    const input = tall
    tall = rt.derive(() => input.get() + 1)
  }
  const top = tall
  const base = rt.derive(() => (deep.get() ? top.get() : source.get()))
  const x: Readable<number> = rt.derive(() => base.get() + y.get())
  const y: Readable<number> = rt.derive(() => base.get() + x.get())
  const fine = rt.derive(() => base.get() * 2)
  const told: number[] = []
  rt.sink(fine, (value) => told.push(value))
  rt.sink(x, () => {})
  rt.sink(y, () => {})
  rt.flushSync()
  deep.set(true)
  rt.flushSync()
  source.set(2)
  rt.flushSync()
  expect([told, outcome(x), outcome(y)]).toEqual([[2, 62, 64], 'cycle', 'cycle'])
  expect(errors.every((error) => (error as SchedulerError).code === 'cycle')).toBe(true)
})

it('a function that catches the cycle gets a value, and follows when the cycle ends', () => {
  const { rt } = world()
  const on = rt.cell(true)
  const a: Readable<number> = rt.derive(() => {
    try {
      return b.get() + 1
    } catch {
      return -1
    }
  })
  const b: Readable<number> = rt.derive(() => (on.get() ? a.get() : 5))
  expect(a.get()).toBe(-1)
  on.set(false)
  expect([a.get(), b.get()]).toEqual([6, 5])
})

it('a sink on a failed value that is never read otherwise is reported once per failure', () => {
  const { errors, rt } = world()
  const { a, checked } = failsAbove(rt, 0)
  const other = rt.cell(0)
  rt.sink(
    rt.derive(() => checked.get() + other.get()),
    () => {},
  )
  a.set(1)
  rt.flushSync()
  other.set(1)
  rt.flushSync()
  expect(errors).toHaveLength(1)
  a.set(2)
  rt.flushSync()
  expect(errors).toHaveLength(2)
})
