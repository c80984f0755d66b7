// Commits that fail: what is tried again, how often, and what is not.
import { MemoryDriver, type StoreError } from '@cellwake/store'
import { FaultDriver, type Plan } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { EVENT_RETRY_MAX_MS, EVENT_RETRY_MS, RUN_RETRIES } from '../../src/limits.ts'
import { retriesWaitForTheNextPass } from './scenarios.ts'
import { at, latch, num, send, turns, unluckyWorld, type World, world } from './support.ts'

describe('runs', () => {
  it('a stale basis is tried again, on what beat it', async () => {
    const u = await unluckyWorld()
    u.w.computation('sum', (get) => get('a') + get('b'))
    u.w.effect('show', (get) => get('sum'))
    await u.w.change({ a: 1, b: 1 })
    await u.w.put({ a: 2 })
    u.conflictNext('b', 10)
    await u.w.s.idle()
    expect(u.w.value('sum')).toBe(12)
    expect(u.w.last('show')).toBe(12)
    expect(u.w.errors).toEqual([])
  })

  it('as often as it takes: a stale basis uses up no budget', async () => {
    const u = await unluckyWorld()
    u.w.computation('sum', (get) => get('a') + get('b'))
    u.w.effect('show', (get) => get('sum'))
    await u.w.change({ a: 1, b: 1 })
    await u.w.put({ a: 2 })
    for (let i = 0; i < RUN_RETRIES * 3; i++) u.conflictNext('b', 100 + i)
    await u.w.s.idle()
    expect(u.w.value('sum')).toBe(2 + 100 + RUN_RETRIES * 3 - 1)
    expect(u.w.errors).toEqual([])
    expect(u.w.tasks.get('sum')?.conflicts).toBe(0)
  })

  it('a conflict whose cause was the very change that made it run does not strand it', async () => {
    const driver = new MemoryDriver()
    const [one, two] = [await world({ driver }), await world({ driver })]
    one.computation('copy', (get) => get('s'))
    one.effect('show', (get) => get('copy'))
    await one.s.idle()
    for (let s = 1; s <= 10; s++) {
      await Promise.all([two.put({ s }), one.put({ other: s })])
      await turns()
    }
    await one.s.idle()
    expect([one.value('copy'), one.last('show')]).toEqual([10, 10])
  })

  it('never in the pass in which it failed', retriesWaitForTheNextPass)

  it('its dependencies are those of the failed run meanwhile', async () => {
    const u = await unluckyWorld()
    u.w.computation('sum', (get) => get('a') + get('b'))
    u.w.effect('show', (get) => get('sum'))
    await u.w.change({ a: 1, b: 1 })
    await u.w.put({ a: 2 })
    u.conflictNext('b', 10)
    await u.w.s.idle()
    u.w.taken()
    await u.w.change({ b: 11 })
    expect(u.w.taken()).toEqual(['sum', 'show'])
  })

  it('a refusal for good is not tried again, and is reported; the next change starts afresh', async () => {
    const w = await world()
    await w.put({ exists: 1 })
    w.computation('a', (get, tx) => {
      if (get('s') === 1) tx.require({ type: 'entity-absent', space: 'demo', id: 'exists' })
      return get('s')
    })
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    expect(w.count('a')).toBe(1)
    expect(w.codes()).toEqual(['commit-rejected'])
    expect(w.errors[0]).toMatchObject({ name: 'a' })
    expect(w.value('a')).toBeUndefined()
    await w.change({ s: 2 })
    expect([w.value('a'), w.last('show')]).toEqual([2, 2])
    expect(w.tasks.get('a')?.retries).toBe(0)
  })

  it('a database that is gone is tried a bounded number of times, one a pass', async () => {
    let dead = false
    const plan: Plan = ({ operation }) =>
      dead && operation === 'transact' ? { kind: 'crash', when: 'before' } : undefined
    const driver = new FaultDriver(new MemoryDriver(), plan)
    const w = await world({ driver })
    w.computation('a', (get) => get('s'))
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    w.taken()
    dead = true
    const lost = w.put({ s: 2 }).catch((error: StoreError) => error.code)
    await turns(80)
    expect(await lost).toBe('commit-rejected')
    await w.s.idle()
    expect(w.count('a')).toBeLessThanOrEqual(RUN_RETRIES + 3)
    expect(w.codes().filter((code) => code === 'commit-rejected').length).toBeGreaterThan(0)
  })

  it('a run that gives its transaction up writes nothing, and nothing is wrong with that', async () => {
    const w = await world()
    w.computation('a', (get, tx) => {
      tx.write(at('a'), get('s'))
      if (get('s') === 1) tx.abort('not this one')
      return undefined
    })
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    expect(w.value('a')).toBeUndefined()
    await w.change({ s: 2 })
    expect(w.last('show')).toBe(2)
    expect(w.errors).toEqual([])
  })

  it('a store that is closed under it: reported, and at rest', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    await w.s.idle()
    const put = w.put({ s: 1 })
    await put
    await w.s.idle()
    void w.store.edit((tx) => tx.write(at('s'), 2)).catch(() => {})
    await w.store.close()
    await turns(20)
    await w.s.idle()
    expect(w.s.getStats().effects).toBe(1)
  })
})

describe('events', () => {
  function counting(w: World): void {
    w.s.addEventHandler({
      name: 'count',
      stream: 'count',
      reads: [],
      run: (_payload: unknown, tx) => tx.write(at('n'), num(tx, 'n') + 1),
    })
  }

  /** How long the head of the lane waits now. */
  const wait = (w: World) => w.clock.nextAt - w.clock.now()

  it('wait longer each time, up to a cap, with chance taken off', async () => {
    for (const [random, share] of [
      [() => 0, 1],
      [() => 1, 0.5],
    ] as const) {
      const u = await unluckyWorld()
      const w = await world({ store: u.w.store, random })
      counting(w)
      await w.put({ n: 0 })
      for (let i = 0; i < 8; i++) u.conflictNext('n', 100 + i)
      w.s.queueEvent('count')
      const waits: number[] = []
      for (let i = 0; i < 8; i++) {
        await turns()
        waits.push(wait(w))
        await w.clock.advance(waits.at(-1)!)
      }
      const expected = Array.from({ length: 8 }, (_, i) =>
        Math.min(EVENT_RETRY_MS * 2 ** i, EVENT_RETRY_MAX_MS),
      )
      expect(waits).toEqual(expected.map((ms) => ms * share))
      await turns()
      await w.s.idle()
      expect(w.errors).toEqual([])
    }
  })

  it('a burst longer than any count of retries lands, without a word', async () => {
    const u = await unluckyWorld()
    counting(u.w)
    await u.w.put({ n: 0 })
    for (let i = 0; i < 20; i++) u.conflictNext('n', 100 + i)
    const sent = send(u.w, 'count')
    await u.w.advance(25_000)
    expect(await sent).toMatchObject({ handled: true })
    expect(u.w.value('n')).toBe(120)
    expect(u.w.errors).toEqual([])
  })

  it('one that never converges is dropped after half a minute, loudly', async () => {
    const u = await unluckyWorld()
    counting(u.w)
    await u.w.put({ n: 0 })
    for (let i = 0; i < 200; i++) u.conflictNext('n', 100 + i)
    const sent = send(u.w, 'count')
    await u.w.advance(29_000)
    expect(u.w.errors).toEqual([])
    await u.w.advance(3000)
    expect(await sent).toMatchObject({ handled: false, why: 'its basis was stale for 30 s' })
    expect(u.w.codes()).toEqual(['event-dropped'])
  })

  it('three appends through a storm are three', async () => {
    const u = await unluckyWorld()
    counting(u.w)
    await u.w.put({ n: 0 })
    u.conflictNext('n', 10)
    u.conflictNext('n', 20)
    u.conflictNext('n', 30)
    const sent = [send(u.w, 'count'), send(u.w, 'count'), send(u.w, 'count')]
    await u.w.advance(10_000)
    const outcomes = await Promise.all(sent)
    expect(outcomes.every(({ handled }) => handled)).toBe(true)
    expect(u.w.value('n')).toBe(33)
  })

  it('several that come back together keep their order', async () => {
    const u = await unluckyWorld()
    const { w } = u
    const order: unknown[] = []
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (payload: unknown, tx) => {
        num(tx, 'x')
        tx.write(at('last'), payload)
        tx.onSettled(({ rejected }) => {
          if (rejected === undefined) order.push(payload)
        })
      },
    })
    await w.put({ x: 0 })
    const hold = latch()
    u.held.beforeTransact = hold.promise
    u.conflictNext('x', 1)
    for (const payload of ['a', 'b', 'c']) w.s.queueEvent('h', payload)
    await turns(20)
    u.held.beforeTransact = undefined
    hold.open()
    await w.advance(5000)
    await w.s.idle()
    expect(order).toEqual(['a', 'b', 'c'])
    expect(w.value('last')).toBe('c')
  })

  it('a refusal for good drops it at once', async () => {
    const w = await world()
    await w.put({ exists: 1 })
    let attempts = 0
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (_payload: unknown, tx) => {
        attempts++
        tx.require({ type: 'entity-absent', space: 'demo', id: 'exists' })
      },
    })
    expect(await send(w, 'h')).toMatchObject({ handled: false })
    expect([attempts, w.clock.pending]).toEqual([1, 0])
  })

  it('a commit that is malformed drops it at once', async () => {
    const w = await world()
    let attempts = 0
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (_payload: unknown, tx) => {
        attempts++
        tx.receipt({ id: 'twice' })
        tx.receipt({ id: 'twice' })
      },
    })
    expect(await send(w, 'h')).toMatchObject({ handled: false })
    expect([attempts, w.clock.pending]).toEqual([1, 0])
  })

  it('a database that is gone drops it at once: trying again is the business of who sent it', async () => {
    let dead = false
    const driver = new FaultDriver(new MemoryDriver(), ({ operation }) =>
      dead && operation === 'transact' ? { kind: 'crash', when: 'before' } : undefined,
    )
    const w = await world({ driver })
    counting(w)
    await w.put({ n: 0 })
    dead = true
    const sent = send(w, 'count')
    await turns(20)
    expect(await sent).toMatchObject({ handled: false })
    expect(w.value('n')).toBe(0)
  })

  it('a local change under an asynchronous handler is a stale basis too', async () => {
    const w = await world()
    const gate = latch()
    let attempts = 0
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: async (_payload: unknown, tx) => {
        attempts++
        const n = num(tx, 'n')
        await gate.promise
        tx.write(at('out'), n)
      },
    })
    const sent = send(w, 'h')
    await turns()
    await w.put({ n: 5 })
    gate.open()
    await w.advance(1000)
    expect(await sent).toMatchObject({ handled: true })
    expect([attempts, w.value('out')]).toEqual([2, 5])
  })
})
