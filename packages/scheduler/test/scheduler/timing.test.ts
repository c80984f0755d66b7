// Gates of time: debounce, throttle, and the debounce that slow effects get by themselves.
import type { Tx } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { latch, num, turns, world } from './support.ts'

describe('debounce', () => {
  it('a computation runs at once the first time, and then when nothing has changed for so long', async () => {
    const w = await world()
    w.computation('c', (get) => get('s'), { gate: { debounce: 100 } })
    w.effect('show', (get) => get('c'))
    await w.s.idle()
    expect(w.count('c')).toBe(1)
    await w.put({ s: 1 })
    await w.advance(60)
    await w.put({ s: 2 })
    await w.advance(99)
    expect(w.count('c')).toBe(1)
    await w.advance(1)
    expect([w.count('c'), w.last('show')]).toEqual([2, 2])
  })

  it('an effect waits before its first run too', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { debounce: 100 } })
    await w.advance(99)
    expect(w.runs).toEqual([])
    await w.advance(1)
    expect(w.runs).toEqual(['show'])
  })

  it('can be set, read, lowered and taken away', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    await w.s.idle()
    expect(w.s.getDebounce('show')).toBeUndefined()
    w.s.setDebounce('show', 1000)
    expect(w.s.getDebounce('show')).toBe(1000)
    await w.put({ s: 1 })
    await w.advance(100)
    w.s.setDebounce('show', 300)
    await w.advance(199)
    expect(w.count('show')).toBe(1)
    await w.advance(1)
    expect(w.count('show')).toBe(2)
    await w.put({ s: 2 })
    await turns()
    w.s.clearDebounce('show')
    await turns()
    expect(w.count('show')).toBe(3)
    expect(w.s.getDebounce('show')).toBeUndefined()
  })

  it('lowered during a storm it still waits for quiet', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    await w.s.idle()
    w.s.setDebounce('show', 1000)
    await w.put({ s: 1 })
    await w.advance(500)
    await w.put({ s: 2 })
    await w.advance(50)
    w.s.setDebounce('show', 200)
    await turns()
    expect(w.count('show')).toBe(1)
    await w.advance(150)
    expect(w.count('show')).toBe(2)
  })

  it('raised, it counts for the next wait', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { debounce: 100 } })
    await w.advance(100)
    await w.put({ s: 1 })
    w.s.setDebounce('show', 1000)
    await w.advance(100)
    expect(w.count('show')).toBe(2)
    await w.put({ s: 2 })
    await w.advance(999)
    expect(w.count('show')).toBe(2)
    await w.advance(1)
    expect(w.count('show')).toBe(3)
  })

  it('many changes are one run', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { debounce: 50 } })
    await w.advance(50)
    for (let s = 1; s <= 30; s++) {
      await w.put({ s })
      await w.advance(10)
    }
    expect(w.count('show')).toBe(1)
    await w.advance(50)
    expect(w.seen.show).toEqual([0, 30])
  })

  it('a change during a run waits its own time', async () => {
    const w = await world()
    const gate = latch()
    w.effect(
      'slow',
      async (get) => {
        const saw = get('s')
        await gate.promise
        return saw
      },
      { gate: { debounce: 100 } },
    )
    await w.advance(100)
    expect(w.count('slow')).toBe(1)
    await w.put({ s: 1 })
    gate.open()
    await turns()
    await w.advance(99)
    const early = w.count('slow')
    await w.advance(1)
    // What it had read before the change is stale, so it is tried again; the change itself waits.
    expect([early, w.last('slow')]).toEqual([1, 1])
  })

  it('removing the node or disposing takes its alarm away', async () => {
    const w = await world()
    const stop = w.effect('show', (get) => get('s'), { gate: { debounce: 100 } })
    await turns()
    expect(w.clock.pending).toBe(1)
    stop()
    await turns()
    expect(w.clock.pending).toBe(0)
  })
})

describe('the longest wait of a debounce', () => {
  it('ends an endless storm of changes', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { debounce: 50, maxWait: 200 } })
    await w.advance(50)
    w.taken()
    for (let s = 1; s <= 20; s++) {
      await w.put({ s })
      await w.advance(20)
    }
    // 400 ms of changes every 20 ms: without it none of these would have run.
    expect(w.count('show')).toBe(2)
  })

  it('ends one whose changes come exactly when it would open', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { debounce: 50, maxWait: 120 } })
    await w.advance(50)
    w.taken()
    for (let s = 1; s <= 8; s++) {
      // The alarm has gone off and the change comes before the pass: the wait goes on.
      await Promise.all([w.clock.advance(50), w.put({ s })])
    }
    await turns()
    expect(w.count('show')).toBeGreaterThanOrEqual(2)
  })

  it('can be set later', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    await w.s.idle()
    w.s.setDebounce('show', 50, 100)
    w.taken()
    for (let s = 1; s <= 10; s++) {
      await w.put({ s })
      await w.advance(20)
    }
    expect(w.count('show')).toBeGreaterThanOrEqual(1)
  })
})

describe('throttle', () => {
  it('the first run is free, the next waits, and the node stays invalid meanwhile', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { throttle: 100 } })
    await w.s.idle()
    expect(w.count('show')).toBe(1)
    await w.put({ s: 1 })
    await w.advance(99)
    expect([w.count('show'), w.s.isDirty('show')]).toEqual([1, true])
    await w.advance(1)
    expect([w.count('show'), w.s.isDirty('show')]).toEqual([2, false])
  })

  it('after a quiet time the next run is immediate', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { throttle: 100 } })
    await w.advance(100)
    await w.change({ s: 1 })
    expect(w.count('show')).toBe(2)
  })

  it('can be set on a node that has run: it counts from that run', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    await w.s.idle()
    w.s.setThrottle('show', 100)
    expect(w.s.getThrottle('show')).toBe(100)
    await w.put({ s: 1 })
    await w.advance(99)
    expect(w.count('show')).toBe(1)
    await w.advance(1)
    expect(w.count('show')).toBe(2)
  })

  it('taken away, what waits runs promptly', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { throttle: 60_000 } })
    await w.s.idle()
    await w.put({ s: 1 })
    await turns()
    w.s.clearThrottle('show')
    await w.s.idle()
    expect(w.last('show')).toBe(1)
    expect(w.s.getThrottle('show')).toBeUndefined()
    expect(w.clock.pending).toBe(0)
  })

  it('set before the first run it does not delay that', async () => {
    const w = await world()
    const clock = w.clock
    await clock.set(0)
    w.computation('c', (get) => get('s'))
    w.s.setThrottle('c', 100)
    w.effect('show', (get) => get('c'))
    await turns()
    expect(w.runs).toContain('c')
  })

  it('with a debounce, the later of both counts', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { debounce: 50, throttle: 200 } })
    await w.advance(50)
    expect(w.count('show')).toBe(1)
    await w.put({ s: 1 })
    await w.advance(199)
    expect(w.count('show')).toBe(1)
    await w.advance(1)
    expect(w.count('show')).toBe(2)
  })
})

describe('the debounce of slow effects', () => {
  const slow = (ms: number) => async (tx: Tx, clock: { advance(ms: number): Promise<void> }) => {
    const saw = num(tx, 's')
    await clock.advance(ms)
    return saw
  }

  it('comes by itself after three slow runs', async () => {
    const w = await world()
    w.effect('slow', (_get, tx) => slow(60)(tx, w.clock))
    for (let s = 0; s < 3; s++) await w.change({ s })
    expect(w.count('slow')).toBe(3)
    expect(w.s.getDebounce('slow')).toBe(100)
    await w.put({ s: 9 })
    await turns()
    expect(w.count('slow')).toBe(3)
    await w.advance(100)
    expect(w.count('slow')).toBe(4)
  })

  it('comes above 50 ms on average, and not at 50', async () => {
    const w = await world()
    w.effect('at', (_get, tx) => slow(50)(tx, w.clock))
    w.effect('above', (_get, tx) => slow(51)(tx, w.clock))
    for (let s = 0; s < 5; s++) {
      await w.put({ s })
      await w.advance(200)
    }
    expect([w.s.getDebounce('at'), w.s.getDebounce('above')]).toEqual([undefined, 100])
  })

  it('not to fast ones, not to computations, not to those who opted out', async () => {
    const w = await world()
    w.effect('fast', (_get, tx) => slow(10)(tx, w.clock))
    w.effect('opted out', (_get, tx) => slow(60)(tx, w.clock), { gate: { noAutoDebounce: true } })
    w.computation('c', (_get, tx) => slow(60)(tx, w.clock))
    w.effect('show', (get) => get('c'))
    for (let s = 0; s < 5; s++) await w.change({ s })
    expect(['fast', 'opted out', 'c', 'show'].map((name) => w.s.getDebounce(name))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('goes when it is switched off, and never replaces one that was set', async () => {
    const w = await world()
    w.effect('slow', (_get, tx) => slow(60)(tx, w.clock))
    w.effect('set', (_get, tx) => slow(60)(tx, w.clock), { gate: { debounce: 7 } })
    for (let s = 0; s < 4; s++) {
      await w.put({ s })
      await w.advance(100)
    }
    expect([w.s.getDebounce('slow'), w.s.getDebounce('set')]).toEqual([100, 7])
    w.s.setNoAutoDebounce('slow')
    expect(w.s.getDebounce('slow')).toBeUndefined()
    w.s.setNoAutoDebounce('set')
    expect(w.s.getDebounce('set')).toBe(7)
  })
})

describe('gates and registration', () => {
  it('a gate set before its node is registered is taken over', async () => {
    const w = await world()
    const spec = { name: 'later', kind: 'effect' as const, run: (tx: Tx) => num(tx, 's') }
    w.s.setDebounce(spec, 100, 500)
    w.s.setThrottle(spec, 30)
    w.s.register(spec)
    expect([w.s.getDebounce(spec), w.s.getThrottle(spec)]).toEqual([100, 30])
  })

  it('options of the registration win over what was set ahead', async () => {
    const w = await world()
    const spec = { name: 'later', kind: 'effect' as const, run: (tx: Tx) => num(tx, 's') }
    w.s.setDebounce(spec, 100)
    w.s.register(spec, { gate: { debounce: 20 } })
    expect(w.s.getDebounce(spec)).toBe(20)
  })

  it('one alarm is armed, for the earliest of many', async () => {
    const w = await world()
    for (const debounce of [300, 100, 200]) {
      w.effect(`d${debounce}`, (get) => get('s'), { gate: { debounce } })
    }
    await turns()
    expect([w.clock.pending, w.clock.nextAt - w.clock.now()]).toEqual([1, 100])
    w.s.remove('d100')
    await turns()
    expect([w.clock.pending, w.clock.nextAt - w.clock.now()]).toEqual([1, 200])
    await w.advance(200)
    expect([w.clock.pending, w.clock.nextAt - w.clock.now()]).toEqual([1, 100])
    expect(w.runs).toEqual(['d200'])
  })

  it('asking changes nothing', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { debounce: 100 } })
    await w.advance(60)
    const ask = () => [w.s.isDirty('show'), w.s.getDebounce('show'), w.s.runDiagnosis()]
    for (let i = 0; i < 5; i++) ask()
    w.s.getGraphSnapshot()
    await w.advance(40)
    expect(w.runs).toEqual(['show'])
  })

  it('stats are those of the runs, failed ones included', async () => {
    const w = await world()
    w.effect('sometimes', async (_get, tx) => {
      const s = num(tx, 's')
      await w.clock.advance(10)
      if (s === 1) throw new Error('not 1')
    })
    await w.s.idle()
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    expect(w.s.getActionStats('sometimes')).toEqual({
      runCount: 3,
      errors: 1,
      totalTime: 30,
      averageTime: 10,
      lastRunTime: 10,
      lastRunTimestamp: w.clock.now(),
    })
  })
})
