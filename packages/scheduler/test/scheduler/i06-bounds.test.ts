// I6: what never settles costs a bounded amount, and nothing beside it waits.
import { describe, expect, it } from 'vitest'
import { PASS_RUN_BUDGET } from '../../src/limits.ts'
import { at, num, send, turns, type World, world } from './support.ts'

/** Two computations that count each other up for as long as `on` stands. */
function cycle(w: World): void {
  w.computation('a', (get) => (get('on') > 0 ? get('b') + 1 : 0))
  w.computation('b', (get) => (get('on') > 0 ? get('a') + 1 : 0))
  w.effect('watch', (get) => get('a'))
}

function unrelated(w: World): void {
  w.computation('c', (get) => get('s') + 1)
  w.computation('d', (get) => get('c') + 1)
  w.effect('end', (get) => get('d'))
}

describe('bounds', () => {
  it('in one pass each node of a cycle runs no more often than its share', async () => {
    const w = await world()
    cycle(w)
    await w.put({ on: 1 })
    await turns(30)
    expect(w.s.getStats().passes).toBeLessThan(5)
    expect(w.count('a')).toBeGreaterThan(1)
    expect(w.count('a')).toBeLessThanOrEqual(PASS_RUN_BUDGET * w.s.getStats().passes)
    const { passes } = w.s.getStats()
    const before = w.count('a')
    await w.advance(250)
    expect(w.s.getStats().passes).toBeGreaterThan(passes)
    expect(w.count('a') - before).toBeLessThanOrEqual(PASS_RUN_BUDGET)
  })

  it('an unrelated chain converges in the pass in which the cycle is cut', async () => {
    const w = await world()
    cycle(w)
    unrelated(w)
    await w.put({ on: 1, s: 1 })
    await turns(30)
    expect(w.last('end')).toBe(3)
    await w.put({ s: 5 })
    await turns(30)
    expect(w.last('end')).toBe(7)
  })

  it('an event that has nothing to do with the cycle is handled', async () => {
    const w = await world()
    cycle(w)
    w.s.addEventHandler({
      name: 'add',
      stream: 'add',
      reads: [at('s')],
      run: (_payload: unknown, tx) => tx.write(at('added'), num(tx, 's') + 1),
    })
    await w.put({ on: 1, s: 1 })
    await turns(30)
    expect(await send(w, 'add')).toMatchObject({ handled: true })
  })

  it('waits grow to a cap, and each is noted', async () => {
    const w = await world()
    w.s.setTraceEnabled('settle', true)
    cycle(w)
    await w.put({ on: 1 })
    const delays: number[] = []
    for (let i = 0; i < 6; i++) {
      await turns(30)
      const until = Math.max(...w.s.runDiagnosis().waiting.map((node) => node.until))
      delays.push(until - w.clock.now())
      await w.clock.set(until)
    }
    expect(delays).toEqual([250, 500, 1000, 2000, 2000, 2000])
    const marked = w.s.getTrace('settle').filter(({ name }) => name === 'a' || name === 'b')
    expect(marked.length).toBeGreaterThanOrEqual(6)
    expect(w.s.runDiagnosis().notSettling.length).toBeGreaterThan(0)
    expect(w.codes().every((code) => code === 'not-settling')).toBe(true)
  })

  it('idle is held for a bounded number of waits, and then released', async () => {
    const w = await world()
    cycle(w)
    await w.put({ on: 1 })
    expect(await w.restsWithin(1700)).toBe(false)
    expect(await w.restsWithin(200)).toBe(true)
  })

  it('a cycle that is broken settles, and its next wait is the shortest again', async () => {
    const w = await world()
    cycle(w)
    await w.put({ on: 1 })
    await w.advance(1000)
    await w.put({ on: 0 })
    await w.advance(4000)
    expect([w.value('a'), w.value('b'), w.last('watch')]).toEqual([0, 0, 0])
    expect(w.s.runDiagnosis()).toMatchObject({ waiting: [], notSettling: [], invalid: [] })
    await w.put({ on: 1 })
    await turns(30)
    const until = Math.max(...w.s.runDiagnosis().waiting.map((node) => node.until))
    expect(until - w.clock.now()).toBe(250)
  })

  it('one warning per episode, however long it lasts', async () => {
    const w = await world()
    cycle(w)
    await w.put({ on: 1 })
    await w.advance(20_000)
    expect(w.errors.filter(({ name }) => name === 'a').length).toBeLessThanOrEqual(1)
    expect(w.errors.filter(({ name }) => name === 'b').length).toBeLessThanOrEqual(1)
    expect(w.errors.length).toBeGreaterThan(0)
  })

  it('a chain whose links are found one by one settles before idle, without a wait', async () => {
    const w = await world()
    const depth = 8
    for (let i = depth; i >= 1; i--) {
      w.computation(`n${i}`, (get) => (i === depth ? get('s') : get(`n${i + 1}`)) + 1)
    }
    w.effect('end', (get) => get('n1'))
    await w.change({ s: 1 })
    expect(w.last('end')).toBe(depth + 1)
    expect(w.clock.pending).toBe(0)
    expect(w.errors).toEqual([])
  })

  it('a slow wave of twenty-five steps is over before idle', async () => {
    const w = await world()
    w.computation('n', (get) => Math.min(get('m') + 1, 25))
    w.computation('m', (get) => Math.min(get('n') + 1, 25))
    w.effect('end', (get) => get('n'))
    expect(await w.restsWithin(2000)).toBe(true)
    expect(w.last('end')).toBe(25)
  })

  it('a cycle of effects through the store is cut as well', async () => {
    const w = await world()
    w.effect('ping', (get, tx) => tx.write(at('p'), get('q') + 1))
    w.effect('pong', (get, tx) => tx.write(at('q'), get('p') + 1))
    unrelated(w)
    await w.put({ s: 1 })
    await turns(30)
    expect(w.count('ping')).toBeLessThanOrEqual(PASS_RUN_BUDGET * w.s.getStats().passes)
    expect(w.last('end')).toBe(3)
    expect(await w.restsWithin(2000)).toBe(true)
  })

  it('a cycle does not delay later waves once idle was released', async () => {
    const w = await world()
    cycle(w)
    unrelated(w)
    await w.put({ on: 1, s: 1 })
    await w.restsWithin(2000)
    await w.put({ s: 4 })
    await w.restsWithin(10_000)
    expect(w.last('end')).toBe(6)
  })
})
