// Questions that the model leaves open, and the answers taken.
import { MemoryDriver } from '@cellwake/store'
import { seededSystem } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { EVENT_STUCK_MS } from '../../src/limits.ts'
import { at, HeldDriver, latch, num, send, turns, world } from './support.ts'

describe('decisions', () => {
  it('a debounce has a longest wait, if it is given one', async () => {
    const w = await world()
    w.effect('bounded', (get) => get('s'), { gate: { debounce: 100, maxWait: 300 } })
    w.effect('endless', (get) => get('s'), { gate: { debounce: 100 } })
    await w.advance(100)
    w.taken()
    for (let s = 1; s <= 20; s++) {
      await w.put({ s })
      await w.advance(50)
    }
    expect(w.count('bounded')).toBe(3)
    expect(w.count('endless')).toBe(0)
    await w.advance(100)
    expect(w.last('endless')).toBe(20)
  })

  it('the first run of an effect is debounced, that of a computation is not', async () => {
    const w = await world()
    w.computation('c', (get) => get('s'), { gate: { debounce: 100 } })
    w.effect('e', (get) => get('c'), { gate: { debounce: 100 } })
    w.effect('now', (get) => get('c'))
    await turns()
    expect(w.runs).toEqual(['now', 'c', 'now'])
    await w.advance(100)
    expect(w.runs).toContain('e')
  })

  it('a computation that throws writes nothing, and runs again when what it had read changes', async () => {
    const w = await world()
    w.computation('c', (get, tx) => {
      tx.write(at('c'), 'half')
      if (get('ok') === 0) throw new Error('not yet')
      return get('s')
    })
    w.effect('show', (_get, tx) => tx.read(at('c')) ?? 'nothing')
    await w.s.idle()
    expect(w.value('c')).toBeUndefined()
    expect(w.statusOf('c')).toBe('clean')
    w.taken()
    // Read only after the throw: not read at all.
    await w.change({ s: 5 })
    expect(w.taken()).toEqual([])
    await w.change({ ok: 1 })
    expect([w.value('c'), w.last('show')]).toEqual([5, 5])
  })

  it('a reset marks everything that reads anything, and runs what is wanted', async () => {
    const driver = new HeldDriver(new MemoryDriver())
    const w = await world({ driver, storeOptions: { system: seededSystem(1) } })
    const other = await world({ driver })
    w.computation('a', (get) => get('s'))
    w.computation('asleep', (get) => get('s'))
    const stop = w.effect('brief', (get) => get('asleep'))
    w.effect('show', (get) => get('a'))
    w.effect('unrelated', (get) => get('t'))
    await w.change({ s: 1 })
    stop()
    await turns()
    w.taken()
    const kinds: string[] = []
    w.store.subscribe(({ type }) => kinds.push(type))
    driver.forgetful = true
    await other.put({ s: 2 })
    await turns(30)
    await w.s.idle()
    expect(kinds).toContain('reset')
    expect(new Set(w.taken())).toEqual(new Set(['a', 'show', 'unrelated']))
    expect(w.statusOf('asleep')).toBe('invalid')
    expect(w.last('show')).toBe(2)
  })

  it('two computations with one output are allowed, and said', async () => {
    const w = await world()
    w.computation('first', (get) => get('s') + 1, { outputs: [at('out')] })
    w.computation('second', (get) => get('s') + 2, { outputs: [at('out', 'part')] })
    expect(w.said).toEqual(['second writes what first writes too; they run in this order.'])
    expect(w.errors).toEqual([])
  })

  it('an event behind a circle waits half a minute, and is then dropped loudly', async () => {
    const w = await world()
    w.computation('a', (get) => get('b') + 1)
    w.computation('b', (get) => get('a') + 1)
    const handled: unknown[] = []
    w.s.addEventHandler({
      name: 'stuck',
      stream: 'stuck',
      reads: [at('a')],
      run: () => {
        handled.push('stuck')
      },
    })
    w.s.addEventHandler({
      name: 'behind',
      stream: 'behind',
      reads: [],
      run: () => {
        handled.push('behind')
      },
    })
    const stuck = send(w, 'stuck')
    const behind = send(w, 'behind')
    await w.advance(EVENT_STUCK_MS - 2500)
    expect(handled).toEqual([])
    await w.advance(5000)
    const outcome = await stuck
    expect(outcome).toMatchObject({ handled: false })
    expect(outcome).toHaveProperty('why', expect.stringMatching(/waited 30 s for .*do not settle/))
    expect(w.codes()).toContain('event-dropped')
    expect(await behind).toMatchObject({ handled: true })
    expect(handled).toEqual(['behind'])
    await w.s.idle()
  })

  it('an event behind a circle of throttled nodes is dropped in the end as well', async () => {
    const w = await world()
    w.computation('a', (get) => get('b') + 1, { gate: { throttle: 700 } })
    w.computation('b', (get) => get('a') + 1, { gate: { throttle: 700 } })
    w.s.addEventHandler({ name: 'H', stream: 'h', reads: [at('a')], run: () => {} })
    const stuck = send(w, 'h')
    await w.advance(EVENT_STUCK_MS + 5000)
    expect(await stuck).toMatchObject({ handled: false })
  })

  it('an event behind a node that changes keep making invalid is not dropped for that', async () => {
    const w = await world()
    w.computation('busy', (get) => get('s'), { gate: { throttle: 50 } })
    w.s.addEventHandler({ name: 'H', stream: 'h', reads: [at('busy')], run: () => {} })
    await send(w, 'h')
    await w.put({ s: 1 })
    const sent = send(w, 'h')
    await w.advance(60)
    expect(await sent).toMatchObject({ handled: true })
  })

  it('the writes of an effect make nobody wanted, and make readers invalid', async () => {
    const w = await world()
    w.effect('writes', (get, tx) => tx.write(at('x'), get('s')))
    w.computation('reads', (get) => get('x'))
    const stop = w.effect('show', (get) => get('reads'))
    await w.change({ s: 1 })
    stop()
    w.taken()
    await w.change({ s: 2 })
    expect(w.taken()).toEqual(['writes'])
    expect(w.statusOf('reads')).toBe('invalid')
  })

  it('an event sent after a pause inside an asynchronous handler names its origin itself', async () => {
    const w = await world()
    const gate = latch()
    const handled: unknown[] = []
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: async (_payload: unknown, tx) => {
        await gate.promise
        w.s.queueEvent('f', 'tied', { origin: tx })
        w.s.queueEvent('f', 'free')
        tx.write(at('x'), num(tx, 'x') + 1)
        throw new Error('no')
      },
    })
    w.s.addEventHandler({
      name: 'F',
      stream: 'f',
      reads: [],
      run: (payload: unknown) => {
        handled.push(payload)
      },
    })
    const sent = send(w, 'h')
    await turns()
    gate.open()
    await sent
    await w.s.idle()
    expect(handled).toEqual(['free'])
  })
})
