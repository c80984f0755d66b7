// I2: what nobody wants costs an entry in an index, and nothing else.
import { MemoryDriver } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { dormantNodesDoNotRun } from './scenarios.ts'
import { at, HeldDriver, turns, world } from './support.ts'

describe('dormancy', () => {
  it('a thousand computations without demand never run, read or tick', async () => {
    const driver = new HeldDriver(new MemoryDriver())
    const w = await world({ driver })
    await w.put({ s: 0 })
    const { loads } = driver
    const cancels = Array.from({ length: 1000 }, (_, i) =>
      w.computation(`c${i}`, (get) => get('s') + i),
    )
    const { passes } = w.s.getStats()
    for (let s = 1; s <= 50; s++) await w.change({ s })
    expect(w.s.getStats().passes).toBe(passes)
    for (const cancel of cancels) cancel()
    await w.s.idle()
    expect(w.runs).toEqual([])
    expect(driver.loads).toBe(loads)
    expect(w.s.getStats()).toMatchObject({ computations: 0, invalid: 0, runs: 0 })
  })

  it('a dormant formula loads nothing, and what it reads is loaded when it is wanted', async () => {
    const driver = new HeldDriver(new MemoryDriver())
    const first = await world({ driver })
    await first.put({ s: 41, t: 1 })
    const w = await world({ driver, cold: true })
    const compute = (s: unknown, t: unknown) => Number(s ?? 0) + Number(t ?? 0)
    const { loads } = driver
    const reads = [at('s'), at('t')]
    const cancels = Array.from({ length: 100 }, (_, i) =>
      w.s.register({
        name: `f${i}`,
        kind: 'computation',
        derived: true,
        declaredReads: reads,
        outputs: [at(`f${i}`)],
        compute,
      }),
    )
    await w.s.idle()
    expect([driver.loads - loads, w.store.pendingLoads()]).toEqual([0, []])
    w.effect('show', (get) => get('f7'))
    await turns()
    expect(w.last('show')).toBe(42)
    // s and t, and the output as far as the effect knows.
    expect(driver.loads - loads).toBeLessThanOrEqual(3)
    for (const cancel of cancels) cancel()
  })

  it('an effect on one of them runs exactly its chain', async () => {
    const w = await world()
    for (let i = 0; i < 1000; i++) w.computation(`c${i}`, (get) => get('s') + i)
    w.computation('chain', (get) => get('c7') * 2)
    w.effect('show', (get) => get('chain'))
    await w.change({ s: 1 })
    expect(new Set(w.taken())).toEqual(new Set(['show', 'chain', 'c7']))
    expect(w.last('show')).toBe(16)
    await w.change({ s: 2 })
    expect(w.taken()).toEqual(['c7', 'chain', 'show'])
  })

  it('what ran once and is no longer wanted is marked and not run', dormantNodesDoNotRun)

  it('the causes of a dormant node do not grow with the changes', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'))
    const stop = w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    stop()
    for (let s = 2; s < 40; s++) await w.change({ s })
    expect([...w.tasks.get('a')!.causes.values()]).toEqual([at('s')])
  })

  it('a removed node leaves no entry of an index behind', async () => {
    const w = await world()
    const stops = [
      w.computation('a', (get) => get('s'), { declaredReads: [at('s'), at('s', 'x')] }),
      w.computation('m', (get) => get('a'), { envelope: [at('wide')], sideWrites: [at('side')] }),
      w.effect('show', (get) => get('m') + get('q')),
    ]
    await w.change({ s: 1 })
    for (const stop of stops) stop()
    await w.s.idle()
    expect(w.s.getGraphSnapshot()).toEqual({ nodes: [], edges: [] })
    w.taken()
    await w.change({ s: 2, q: 1, a: 7 })
    expect(w.taken()).toEqual([])
  })
})
