// Goal: sinks that keep changing what they read are slowed down, and nothing else is. Method: a
// virtual clock, on which the waits can be seen.
import { expect, it } from 'vitest'
import { type Cells, cells } from '../../src/cells/cells.ts'
import { SchedulerError } from '../../src/errors.ts'
import { BACKOFF_MS, PASS_LOOK_NODES, PASS_RUN_BUDGET, PASS_SLICE_MS } from '../../src/limits.ts'
import { nextTurn } from '../../src/time/clock-system.ts'
import { virtualClock } from '../../src/time/clock-virtual.ts'

function world() {
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const errors: unknown[] = []
  const rt = cells({ clock, onError: (error) => errors.push(error) })
  return { clock, errors, rt, start: clock.now() }
}

/** Two sinks that raise each other's cell for as long as `on` is true. */
function pingPong(rt: Cells) {
  const on = rt.cell(true)
  const a = rt.cell(0)
  const b = rt.cell(0)
  let calls = 0
  const stops = [
    rt.sink(a, (value) => {
      calls++
      if (on.peek()) b.set(value + 1)
    }),
    rt.sink(b, (value) => {
      calls++
      if (on.peek()) a.set(value + 1)
    }),
  ]
  return { on, a, b, calls: () => calls, stop: () => stops.map((stop) => stop()) }
}

it('two sinks that change each other are put aside, with growing waits', async () => {
  const { clock, rt, start } = world()
  const { calls } = pingPong(rt)
  const waits: number[] = []
  const perPass: number[] = []
  let at = start
  let before = 0
  for (let i = 0; i < 6; i++) {
    await nextTurn()
    await nextTurn()
    perPass.push(calls() - before)
    before = calls()
    waits.push(clock.nextAt - at)
    at = clock.nextAt
    await clock.advance(clock.nextAt - clock.now())
  }
  expect(waits).toEqual([250, 500, 1000, 2000, 2000, 2000])
  for (const runs of perPass) expect(runs).toBeLessThanOrEqual(2 * PASS_RUN_BUDGET)
  expect(rt.stats().backedOff).toBeGreaterThanOrEqual(6)
  rt.close()
})

it('that is reported once per episode, with its code', async () => {
  const { clock, errors, rt } = world()
  const { on, a } = pingPong(rt)
  for (let i = 0; i < 5; i++) await clock.advance(2000)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toBeInstanceOf(SchedulerError)
  expect((errors[0] as SchedulerError).code).toBe('not-settling')
  on.set(false)
  await clock.advance(10_000)
  on.set(true)
  a.update((n) => n + 1)
  await clock.advance(10_000)
  expect(errors).toHaveLength(2)
  rt.close()
})

it('healthy work goes on at once', async () => {
  const { rt } = world()
  pingPong(rt)
  const c = rt.cell(1)
  const told: number[] = []
  rt.sink(
    rt.derive(() => c.get() * 2),
    (value) => told.push(value),
  )
  await nextTurn()
  await nextTurn()
  c.set(2)
  await nextTurn()
  await nextTurn()
  expect(told).toEqual([2, 4])
  rt.close()
})

it('idle waits for a few of the waits, then no longer', async () => {
  const { clock, rt, start } = world()
  pingPong(rt)
  let restedAt = -1
  void rt.idle().then(() => {
    restedAt = clock.now()
  })
  await nextTurn()
  await nextTurn()
  while (restedAt < 0 && clock.now() < start + 60_000) await clock.advance(50)
  expect(restedAt - start).toBe(250 + 500 + 1000)
  rt.close()
})

it('once the circle is broken everything settles, and a new one starts at the shortest wait', async () => {
  const { clock, rt } = world()
  const { on, a, b } = pingPong(rt)
  for (let i = 0; i < 5; i++) await clock.advance(2000)
  on.set(false)
  await clock.advance(5000)
  await rt.idle()
  expect(clock.pending).toBe(0)
  const calm = [a.get(), b.get()]
  await clock.advance(60_000)
  expect([a.get(), b.get()]).toEqual(calm)
  on.set(true)
  a.update((n) => n + 1)
  await nextTurn()
  await nextTurn()
  expect(clock.nextAt - clock.now()).toBe(BACKOFF_MS)
  rt.close()
})

it('what is derived from a circle is up to date whenever it is read', async () => {
  const { clock, rt } = world()
  const { a } = pingPong(rt)
  const double = rt.derive(() => a.get() * 2)
  const more = rt.derive(() => double.get() + 1)
  rt.sink(more, () => {})
  for (let i = 0; i < 20; i++) {
    await clock.advance(100)
    expect(more.get()).toBe(a.get() * 2 + 1)
  }
  rt.close()
})

it('a circle through derived values is found too', async () => {
  const { clock, errors, rt } = world()
  const a = rt.cell(0)
  const next = rt.derive(() => a.get() + 1)
  rt.sink(next, (value) => a.set(value))
  await clock.advance(1000)
  expect(errors.map((error) => (error as SchedulerError).code)).toEqual(['not-settling'])
  expect(next.get()).toBe(a.get() + 1)
  rt.close()
})

it('a circle that is too long for one slice is found all the same', async () => {
  const { errors, rt } = world()
  // Each look at the clock is the end of a slice.
  const inner = virtualClock(0)
  let now = 0
  const slow = cells({
    clock: { ...inner, now: () => (now += PASS_SLICE_MS) },
    onError: (error) => errors.push(error),
  })
  const size = PASS_LOOK_NODES
  const ring = Array.from({ length: size }, () => slow.cell(0))
  for (const [i, cell] of ring.entries()) {
    slow.sink(cell, (value) => {
      if (value > 0) ring[(i + 1) % size]!.set(value + 1)
    })
  }
  slow.flushSync()
  ring[0]!.set(1)
  for (let i = 0; i < 100 && errors.length === 0; i++) await nextTurn()
  expect(errors.map((error) => (error as SchedulerError).code)).toEqual(['not-settling'])
  slow.close()
  rt.close()
})

it('new input during a long pass is not taken for a circle', async () => {
  const errors: unknown[] = []
  const inner = virtualClock(0)
  let now = 0
  const rt = cells({
    clock: { ...inner, now: () => (now += PASS_SLICE_MS) },
    onError: (error) => errors.push(error),
  })
  const input = rt.cell(0)
  const told: number[] = []
  rt.sink(input, (value) => told.push(value))
  // A pass of many slices.
  const source = rt.cell(0)
  let last = rt.derive(() => source.get())
  for (let i = 0; i < PASS_LOOK_NODES * 40; i++) {
    const below = last
    last = rt.derive(() => below.get() + 1)
  }
  rt.sink(last, () => {})
  rt.flushSync()
  source.set(1)
  for (let i = 1; i <= 30; i++) {
    input.set(i)
    await nextTurn()
    await nextTurn()
  }
  await rt.idle()
  expect(errors).toEqual([])
  expect(told).toEqual([0, ...Array.from({ length: 30 }, (_, i) => i + 1)])
  rt.close()
})

it('a wave of healthy feedback settles in one pass', () => {
  const { errors, rt } = world()
  const a = rt.cell(0)
  const b = rt.cell(0)
  rt.sink(a, (value) => b.set(Math.min(value, 4)))
  rt.sink(b, (value) => a.set(Math.min(value + 1, 4)))
  rt.flushSync()
  expect([a.get(), b.get(), errors]).toEqual([4, 4, []])
})

it('stopping the sinks of a circle, or closing, leaves no alarm behind', async () => {
  const { clock, rt } = world()
  const { stop } = pingPong(rt)
  await nextTurn()
  await nextTurn()
  expect(clock.pending).toBe(1)
  stop()
  expect(clock.pending).toBe(0)
  pingPong(rt)
  await nextTurn()
  await nextTurn()
  expect(clock.pending).toBe(1)
  rt.close()
  expect(clock.pending).toBe(0)
})

it('a clock that was handed in is not closed', () => {
  const { clock, rt } = world()
  rt.close()
  expect(() => clock.wake(clock.now() + 1, () => {})).not.toThrow()
})
