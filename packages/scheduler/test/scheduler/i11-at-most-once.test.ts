// I11: an event is handled at most once, on any host and after any restart.
import { MemoryDriver, openStore } from '@cellwake/store'
import { FaultDriver, NO_FAULTS, once, type Plan, seededSystem } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { eventsAreHandledOnce } from './scenarios.ts'
import { at, latch, num, send, turns, unluckyWorld, type World, world } from './support.ts'

function counting(w: World): void {
  w.s.addEventHandler({
    name: 'count',
    stream: 'clicks',
    reads: [at('n')],
    run: (_payload: unknown, tx) => {
      w.runs.push('count')
      tx.write(at('n'), num(tx, 'n') + 1)
      return { n: num(tx, 'n') }
    },
  })
}

describe('at most once', () => {
  it('in one scheduler', eventsAreHandledOnce)

  it('in two schedulers on one store', async () => {
    const store = await openStore('memory:')
    const [one, two] = [await world({ store }), await world({ store })]
    counting(one)
    counting(two)
    const outcomes = await Promise.all([
      send(one, 'clicks', {}, 'c1'),
      send(two, 'clicks', {}, 'c1'),
    ])
    await Promise.all([one.s.idle(), two.s.idle()])
    expect(outcomes.filter(({ handled }) => handled)).toHaveLength(1)
    expect(store.read(at('n'))).toBe(1)
    // The one that lost did not try again.
    expect([...one.runs, ...two.runs]).toHaveLength(2)
  })

  it('in two stores on one driver', async () => {
    const driver = new MemoryDriver()
    const [one, two] = [await world({ driver }), await world({ driver })]
    counting(one)
    counting(two)
    const outcomes = await Promise.all([
      send(one, 'clicks', {}, 'c1'),
      send(two, 'clicks', {}, 'c1'),
    ])
    await Promise.all([one.s.idle(), two.s.idle()])
    expect(outcomes.filter(({ handled }) => handled)).toHaveLength(1)
    const late = await openStore(driver)
    await late.load(at('n'))
    expect(late.read(at('n'))).toBe(1)
    await late.close()
  })

  it('when it is delivered again after a restart', async () => {
    const driver = new MemoryDriver()
    const first = await world({ driver })
    counting(first)
    expect(await send(first, 'clicks', {}, 'c1')).toMatchObject({ handled: true })
    first.s.dispose()
    await first.store.close()
    const second = await world({ driver })
    counting(second)
    const outcome = await send(second, 'clicks', {}, 'c1')
    expect(outcome).toMatchObject({ handled: false })
    expect(outcome).toHaveProperty('why', expect.stringContaining('c1 was done in commit'))
    expect(second.value('n')).toBe(1)
    expect(second.codes()).toEqual(['event-dropped'])
  })

  it('when all that the handler writes stands there already', async () => {
    const w = await world()
    await w.put({ x: 1 })
    w.s.addEventHandler({
      name: 'same',
      stream: 's',
      reads: [],
      run: (_payload: unknown, tx) => tx.write(at('x'), 1),
    })
    expect(await send(w, 's', {}, 'e')).toMatchObject({ handled: true })
    expect(await send(w, 's', {}, 'e')).toMatchObject({ handled: false })
  })

  it('and at least once: a retry after a conflict has the same id, and lands', async () => {
    const u = await unluckyWorld()
    counting(u.w)
    await u.w.put({ n: 0 })
    u.conflictNext('n', 10)
    const sent = send(u.w, 'clicks', {}, 'c1')
    await u.w.advance(1000)
    expect(await sent).toMatchObject({ handled: true })
    expect(u.w.value('n')).toBe(11)
    expect(await u.w.store.receipt('event/6:clicks/c1')).toMatchObject({ value: { n: 11 } })
    expect(await send(u.w, 'clicks', {}, 'c1')).toMatchObject({ handled: false })
  })

  it('an event whose conflicting write handled it elsewhere is not handled here', async () => {
    const driver = new MemoryDriver()
    const [one, two] = [await world({ driver }), await world({ driver })]
    counting(one)
    counting(two)
    const hold = latch()
    let slow = true
    two.s.addEventHandler({
      name: 'slow',
      stream: 'slow',
      reads: [],
      run: async (_payload: unknown, tx) => {
        tx.write(at('n'), num(tx, 'n') + 1)
        if (slow) await hold.promise
      },
    })
    one.s.addEventHandler({
      name: 'slow',
      stream: 'slow',
      reads: [],
      run: (_payload: unknown, tx) => tx.write(at('n'), num(tx, 'n') + 1),
    })
    const late = send(two, 'slow', {}, 'e1')
    await turns()
    expect(await send(one, 'slow', {}, 'e1')).toMatchObject({ handled: true })
    await turns()
    slow = false
    hold.open()
    await two.advance(5000)
    expect(await late).toMatchObject({ handled: false })
    expect(two.value('n')).toBe(1)
  })

  it('a group that is sent twice is decided once', async () => {
    const plans: Record<string, Plan> = {
      'the answer was lost': once('transact', 2, { kind: 'timeout', committed: true }),
      'the request was lost': once('transact', 2, { kind: 'timeout', committed: false }),
      'it arrived twice': once('transact', 2, { kind: 'twice' }),
      'nothing went wrong': NO_FAULTS,
    }
    for (const [what, plan] of Object.entries(plans)) {
      const driver = new FaultDriver(new MemoryDriver(), plan, seededSystem(3))
      const w = await world({ driver, storeOptions: { system: seededSystem(4) } })
      counting(w)
      await w.put({ n: 5 })
      const outcome = await send(w, 'clicks', {}, 'c1')
      await w.s.idle()
      expect([what, outcome.handled, w.value('n')]).toEqual([what, true, 6])
      expect(driver.injected.length).toBe(plan === NO_FAULTS ? 0 : 1)
    }
  })

  it('a process that dies after the commit does not handle it again', async () => {
    const inner = new MemoryDriver()
    const driver = new FaultDriver(inner, once('transact', 2, { kind: 'crash', when: 'after' }))
    const dead = await world({ driver })
    counting(dead)
    await dead.put({ n: 0 })
    const lost = send(dead, 'clicks', {}, 'c1')
    await turns()
    expect(await lost).toMatchObject({ handled: false })
    const next = await world({ driver: inner })
    counting(next)
    expect(await send(next, 'clicks', {}, 'c1')).toMatchObject({ handled: false })
    expect(next.value('n')).toBe(1)
  })

  it('a process that dies before the commit leaves the event to be handled', async () => {
    const inner = new MemoryDriver()
    const driver = new FaultDriver(inner, once('transact', 2, { kind: 'crash', when: 'before' }))
    const dead = await world({ driver })
    counting(dead)
    await dead.put({ n: 0 })
    expect(await send(dead, 'clicks', {}, 'c1')).toMatchObject({ handled: false })
    const next = await world({ driver: inner })
    counting(next)
    expect(await send(next, 'clicks', {}, 'c1')).toMatchObject({ handled: true })
    expect(next.value('n')).toBe(1)
  })

  it('the piece that the winner started lives, that of the loser does not', async () => {
    const store = await openStore('memory:')
    const [one, two] = [await world({ store }), await world({ store })]
    for (const w of [one, two]) {
      w.s.addEventHandler({
        name: 'launch',
        stream: 'launch',
        reads: [],
        run: () => {
          w.s.startPiece('P', () => w.effect('inP', (get) => get('x')))
        },
      })
    }
    const [a, b] = await Promise.all([send(one, 'launch', {}, 'e'), send(two, 'launch', {}, 'e')])
    await Promise.all([one.s.idle(), two.s.idle()])
    expect([a.handled, b.handled].filter(Boolean)).toHaveLength(1)
    expect([one.isLive('inP'), two.isLive('inP')]).toEqual([a.handled, b.handled])
    const again = await send(a.handled ? one : two, 'launch', {}, 'e')
    expect(again.handled).toBe(false)
    expect([one.isLive('inP'), two.isLive('inP')]).toEqual([a.handled, b.handled])
  })

  it('the same id in another stream is another event', async () => {
    const w = await world()
    for (const stream of ['a', 'b']) {
      w.s.addEventHandler({
        name: stream,
        stream,
        reads: [],
        run: (_payload: unknown, tx) => tx.write(at(stream), 1),
      })
    }
    const outcomes = [await send(w, 'a', {}, 'e'), await send(w, 'b', {}, 'e')]
    expect(outcomes.map(({ handled }) => handled)).toEqual([true, true])
  })

  it('no choice of stream and id makes two events pass for one', async () => {
    const w = await world()
    for (const stream of ['a', 'a/b']) {
      w.s.addEventHandler({ name: stream, stream, reads: [], run: () => {} })
    }
    expect(await send(w, 'a', {}, 'b/c')).toMatchObject({ handled: true })
    expect(await send(w, 'a/b', {}, 'c')).toMatchObject({ handled: true })
  })
})
