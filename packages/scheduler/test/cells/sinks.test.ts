// Goal: when sinks are told, what they may do, and when everything is at rest.
import { expect, it } from 'vitest'
import { cells } from '../../src/cells/cells.ts'
import { PASS_LOOK_NODES, PASS_SLICE_MS } from '../../src/limits.ts'
import { nextTurn } from '../../src/time/clock-system.ts'
import { virtualClock } from '../../src/time/clock-virtual.ts'

it('a sink is told the value once at the start and once per change', () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: number[] = []
  rt.sink(a, (value) => told.push(value))
  rt.flushSync()
  rt.flushSync()
  a.set(2)
  rt.flushSync()
  rt.flushSync()
  expect(told).toEqual([1, 2])
})

it('a sink is not told when the value stays the same', () => {
  const rt = cells()
  const a = rt.cell(1)
  const sign = rt.derive(() => Math.sign(a.get()))
  const told: number[] = []
  rt.sink(sign, (value) => told.push(value))
  rt.flushSync()
  for (const value of [2, 3, 3, 4]) {
    a.set(value)
    rt.flushSync()
  }
  expect([told, rt.stats().runs]).toEqual([[1], 2 + 3])
  a.set(-1)
  rt.flushSync()
  expect(told).toEqual([1, -1])
})

it('a cell that is set and set back tells its sinks once, but what is derived from it does not', () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: string[] = []
  rt.sink(a, (value) => told.push(`a ${value}`))
  rt.sink(
    rt.derive(() => a.get() * 2),
    (value) => told.push(`double ${value}`),
  )
  rt.flushSync()
  a.set(2)
  a.set(1)
  rt.flushSync()
  expect(told).toEqual(['a 1', 'double 2', 'a 1'])
})

it('setting an equal value does not even ask for a turn', async () => {
  const rt = cells()
  const list = rt.cell([1, 2])
  rt.sink(list, () => {})
  await rt.idle()
  const { runs } = rt.stats()
  list.set([1, 2])
  rt.flushSync()
  expect(rt.stats().runs).toBe(runs)
})

it('a stopped sink is not told, not even of a change made before', () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: number[] = []
  const stop = rt.sink(a, (value) => told.push(value))
  rt.flushSync()
  a.set(2)
  stop()
  stop()
  rt.flushSync()
  expect(told).toEqual([1])
})

it('a sink that is stopped before its first call is never called', () => {
  const rt = cells()
  let calls = 0
  rt.sink(rt.cell(1), () => calls++)()
  rt.flushSync()
  expect([calls, rt.stats().runs]).toEqual([0, 0])
})

it('a sink may stop itself', () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: number[] = []
  const stop = rt.sink(a, (value) => {
    told.push(value)
    stop()
  })
  rt.flushSync()
  a.set(2)
  rt.flushSync()
  expect(told).toEqual([1])
})

it('a sink may stop others, and those are not told any more', () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: string[] = []
  const stops: (() => void)[] = []
  for (const name of ['a', 'b', 'c']) {
    stops.push(
      rt.sink(a, () => {
        told.push(name)
        if (a.peek() === 2) for (const stop of stops) stop()
      }),
    )
  }
  rt.flushSync()
  a.set(2)
  rt.flushSync()
  expect(told).toEqual(['a', 'b', 'c', 'a'])
})

it('a sink may make sinks, which run in the same pass', () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: string[] = []
  rt.sink(a, (value) => {
    rt.sink(a, (inner) => told.push(`made at ${value}: ${inner}`))
  })
  rt.flushSync()
  expect(told).toEqual(['made at 1: 1'])
})

it('what a sink reads in its function is no dependency', () => {
  const rt = cells()
  const a = rt.cell(1)
  const b = rt.cell(1)
  let calls = 0
  rt.sink(a, () => {
    b.get()
    calls++
  })
  rt.flushSync()
  b.set(2)
  rt.flushSync()
  expect(calls).toBe(1)
})

it('sinks are told in the order of their registration', () => {
  const rt = cells()
  const a = rt.cell(0)
  const told: number[] = []
  const derived = Array.from({ length: 20 }, (_, i) => rt.derive(() => a.get() + i))
  // Stopping some moves others inside the lists of readers.
  const stops = derived.map((one, i) => rt.sink(one, () => told.push(i)))
  rt.flushSync()
  for (const i of [3, 7, 0, 12]) stops[i]!()
  told.length = 0
  a.set(1)
  rt.flushSync()
  expect(told).toEqual(derived.map((_, i) => i).filter((i) => ![3, 7, 0, 12].includes(i)))
})

it('sinks on one cell are told in the order of registration, however they were stopped', () => {
  const rt = cells()
  const a = rt.cell(0)
  const told: number[] = []
  const stops = Array.from({ length: 100 }, (_, i) => rt.sink(a, () => told.push(i)))
  rt.flushSync()
  for (let i = 0; i < 100; i += 3) stops[i]!()
  told.length = 0
  a.set(1)
  rt.flushSync()
  expect(told).toEqual([...told].sort((x, y) => x - y))
  expect(told).toHaveLength(66)
})

it('a sink that sets what it reads is not told of its own change', () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: number[] = []
  const other: number[] = []
  rt.sink(a, (value) => {
    told.push(value)
    if (value < 5) a.set(value + 1)
  })
  rt.sink(a, (value) => other.push(value))
  rt.flushSync()
  expect([told, other]).toEqual([[1], [2]])
  a.set(3)
  rt.flushSync()
  expect([told, other]).toEqual([
    [1, 3],
    [2, 4],
  ])
})

it('a sink that changes what its source follows from is told, also if it looks at it itself', () => {
  for (const looks of [false, true]) {
    const rt = cells()
    const a = rt.cell(1)
    const double = rt.derive(() => a.get() * 2)
    const told: number[] = []
    rt.sink(double, (value) => {
      told.push(value)
      if (value < 10) a.set(5)
      if (looks) double.get()
    })
    rt.flushSync()
    expect(told).toEqual([2, 10])
  }
})

it('what sinks set settles in the same pass, lowest first', () => {
  const rt = cells()
  const a = rt.cell(1)
  const b = rt.cell(0)
  const c = rt.cell(0)
  const told: string[] = []
  rt.sink(
    rt.derive(() => c.get() + b.get()),
    (value) => told.push(`sum ${value}`),
  )
  rt.sink(a, (value) => b.set(value * 10))
  rt.sink(b, (value) => c.set(value * 10))
  rt.flushSync()
  told.length = 0
  a.set(2)
  rt.flushSync()
  expect([b.get(), c.get(), told]).toEqual([20, 200, ['sum 220']])
})

it('what a sink looks at is up to date in the middle of a pass, before and after it sets', () => {
  const rt = cells()
  const a = rt.cell(1)
  const b = rt.cell(1)
  const middle = rt.derive(() => a.get() + b.get())
  const top = rt.derive(() => middle.get() * 10)
  rt.sink(top, () => {})
  const seen: number[] = []
  rt.sink(a, () => {
    seen.push(top.get())
    b.set(a.peek() * 100)
    seen.push(top.get())
  })
  rt.flushSync()
  a.set(2)
  rt.flushSync()
  expect(seen).toEqual([20, 1010, 1020, 2020])
})

it('idle waits for what an asynchronous sink does', async () => {
  const rt = cells()
  const a = rt.cell(1)
  const done: number[] = []
  rt.sink(a, async (value) => {
    await nextTurn()
    await nextTurn()
    done.push(value)
  })
  await rt.idle()
  expect(done).toEqual([1])
  a.set(2)
  await rt.idle()
  expect(done).toEqual([1, 2])
})

it('what an asynchronous sink sets later settles before idle', async () => {
  const rt = cells()
  const a = rt.cell(1)
  const b = rt.cell(0)
  const told: number[] = []
  rt.sink(a, async (value) => {
    await nextTurn()
    b.set(value * 10)
  })
  rt.sink(b, (value) => told.push(value))
  await rt.idle()
  expect(told).toEqual([0, 10])
})

it('flushSync settles what it can and says that a sink is still running', async () => {
  const rt = cells()
  const a = rt.cell(1)
  const told: number[] = []
  rt.sink(a, () => nextTurn())
  rt.sink(a, (value) => told.push(value))
  expect(() => rt.flushSync()).toThrow(expect.objectContaining({ code: 'still-async' }))
  expect(told).toEqual([1])
  await rt.idle()
  rt.flushSync()
})

it('flushSync inside a sink or a derived value does nothing: the pass goes on anyway', () => {
  const rt = cells()
  const a = rt.cell(1)
  const b = rt.cell(1)
  const told: string[] = []
  const calm = rt.derive(() => {
    rt.flushSync()
    return a.get()
  })
  rt.sink(calm, (value) => {
    told.push(`a ${value}`)
    b.set(value)
    rt.flushSync()
    told.push(`end of a ${value}`)
  })
  rt.sink(b, (value) => told.push(`b ${value}`))
  rt.flushSync()
  a.set(2)
  calm.get()
  expect(told).toEqual(['a 1', 'end of a 1', 'b 1'])
  rt.flushSync()
  expect(told.slice(3)).toEqual(['a 2', 'end of a 2', 'b 2'])
})

it('idle resolves at once when nothing waits, and several wait together', async () => {
  const rt = cells()
  await rt.idle()
  const a = rt.cell(1)
  const told: number[] = []
  rt.sink(a, (value) => told.push(value))
  await Promise.all([rt.idle(), rt.idle()])
  expect(told).toEqual([1])
})

it('idle resolves when the last sink is stopped, and after close', async () => {
  const rt = cells()
  const a = rt.cell(1)
  const stop = rt.sink(a, () => {})
  const resting = rt.idle()
  stop()
  await resting
  rt.sink(a, () => {})
  const closing = rt.idle()
  rt.close()
  await closing
  expect(rt.stats().runs).toBe(0)
})

it('a long pass lets the event loop go on between slices', async () => {
  // Each look at this clock shows the end of a slice, so the pass pauses as often as it may.
  const inner = virtualClock(0)
  let now = 0
  const clock = { ...inner, now: () => (now += PASS_SLICE_MS) }
  const rt = cells({ clock })
  const a = rt.cell(0)
  const length = PASS_LOOK_NODES * 10
  let last = rt.derive(() => a.get())
  for (let i = 1; i < length; i++) {
    const input = last
    last = rt.derive(() => input.get() + 1)
  }
  let told = -1
  rt.sink(last, (value) => {
    told = value
  })
  await rt.idle()
  const { runs } = rt.stats()
  a.set(1)
  let turns = 0
  const seen: number[] = []
  while (told !== length) {
    await nextTurn()
    turns++
    seen.push(rt.stats().runs - runs)
    // In the middle of the pass everything that is read is up to date.
    if (turns === 3) expect(rt.derive(() => last.peek()).get()).toBe(length)
    if (turns > 100) break
  }
  expect([told, rt.stats().runs - runs - 1]).toEqual([length, length + 1])
  expect(turns).toBeGreaterThan(3)
  rt.close()
})

it('a real timer fires in the middle of a long pass', async () => {
  const rt = cells()
  const a = rt.cell(0)
  const spin = (value: number) => {
    let x = value
    for (let i = 0; i < 20_000; i++) x = (x * 31 + i) % 1_000_003
    return x
  }
  let last = rt.derive(() => spin(a.get()))
  for (let i = 0; i < 2000; i++) {
    const input = last
    last = rt.derive(() => spin(input.get()))
  }
  let calls = 0
  rt.sink(last, () => calls++)
  rt.flushSync()
  a.set(1)
  let between = false
  setTimeout(() => {
    between = calls === 1
  }, 1)
  await rt.idle()
  expect([calls, between]).toEqual([2, true])
})
