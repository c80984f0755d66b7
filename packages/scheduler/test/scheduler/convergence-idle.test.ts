// Rest: what idle waits for, what it does not, and what happens when nothing ever settles.
import { describe, expect, it } from 'vitest'
import { PASS_RUN_BUDGET } from '../../src/limits.ts'
import { at, latch, num, send, turns, unluckyWorld, world } from './support.ts'

describe('circles', () => {
  it.each([
    ['two', ['a', 'b']],
    ['three', ['a', 'b', 'c']],
    ['seven', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
  ])('%s nodes that count each other up are cut, and idle is released', async (_what, names) => {
    const w = await world()
    names.forEach((name, i) => {
      w.computation(name, (get) => get(names[(i + 1) % names.length]!) + 1)
    })
    w.effect('watch', (get) => get('a'))
    expect(await w.restsWithin(5000)).toBe(true)
    const { passes } = w.s.getStats()
    for (const name of names) expect(w.count(name)).toBeLessThanOrEqual(PASS_RUN_BUDGET * passes)
    expect(w.s.runDiagnosis().notSettling.length).toBeGreaterThan(0)
  })

  it('a node that reads only what it writes itself is no circle', async () => {
    const w = await world()
    w.computation('self', (get) => get('self') + 1)
    w.effect('watch', (get) => get('self'))
    await w.s.idle()
    expect(w.count('self')).toBe(1)
    expect(w.errors).toEqual([])
  })

  it('a mixed graph: the circle is cut, what hangs on it runs, what does not is clean', async () => {
    const w = await world()
    w.computation('a', (get) => get('b') + 1)
    w.computation('b', (get) => get('a') + 1)
    w.computation('tail', (get) => get('a') * 10)
    w.effect('watch', (get) => get('tail'))
    w.computation('other', (get) => get('s'))
    w.effect('calm', (get) => get('other'))
    await w.put({ s: 1 })
    await turns(30)
    expect(w.last('calm')).toBe(1)
    expect([w.statusOf('other'), w.statusOf('calm')]).toEqual(['clean', 'clean'])
    expect(w.count('watch')).toBeGreaterThan(0)
  })

  it.each([
    ['debounced', { debounce: 40 }],
    ['throttled', { throttle: 40 }],
  ])(
    'a circle through a %s effect never uses up a pass, and idle is released all the same',
    async (_what, gate) => {
      const w = await world()
      w.effect('ping', (get, tx) => tx.write(at('p'), get('q') + 1), { gate })
      w.effect('pong', (get, tx) => tx.write(at('q'), get('p') + 1))
      expect(await w.restsWithin(300)).toBe(false)
      expect(await w.restsWithin(1000)).toBe(true)
      // The next who waits is held again, and released again.
      expect(await w.restsWithin(300)).toBe(false)
      expect(await w.restsWithin(1000)).toBe(true)
    },
  )

  it('an effect that a circle never lets open does not hold idle for good', async () => {
    const w = await world()
    const gate = { debounce: 40 }
    w.computation('a', (get) => get('b') + 1, { gate })
    w.effect('circles', (get, tx) => tx.write(at('b'), get('a') + 1))
    w.effect('starved', (get) => get('a'), { gate })
    expect(await w.restsWithin(2000)).toBe(true)
  })

  it('a circle that converges is no circle', async () => {
    const w = await world()
    w.computation('a', (get) => Math.min(get('b') + 1, 4))
    w.computation('b', (get) => Math.min(get('a') + 1, 4))
    w.effect('watch', (get) => get('a'))
    await w.s.idle()
    expect([w.value('a'), w.errors.length, w.clock.pending]).toEqual([4, 0, 0])
  })

  it('an effect in a circle is kept invalid, and runs when its wait is over', async () => {
    const w = await world()
    w.effect('ping', (get, tx) => tx.write(at('p'), get('q') + 1))
    w.effect('pong', (get, tx) => tx.write(at('q'), get('p') + 1))
    await turns(40)
    expect(w.s.runDiagnosis().invalid.length).toBeGreaterThan(0)
    const before = w.count('ping')
    await w.advance(250)
    expect(w.count('ping')).toBeGreaterThan(before)
  })

  it('after idle was released, the next episode is held again, and released again', async () => {
    const w = await world()
    w.computation('a', (get) => get('b') + 1)
    w.computation('b', (get) => get('a') + 1)
    w.effect('watch', (get) => get('a'))
    expect(await w.restsWithin(3000)).toBe(true)
    await w.put({ s: 1 })
    expect(await w.restsWithin(100)).toBe(false)
    expect(await w.restsWithin(10_000)).toBe(true)
  })
})

describe('idle', () => {
  it('resolves at once when there is nothing to do', async () => {
    const w = await world()
    let rested = false
    void w.s.idle().then(() => {
      rested = true
    })
    await Promise.resolve()
    await Promise.resolve()
    expect(rested).toBe(true)
  })

  it('waits for a run in flight', async () => {
    const w = await world()
    const gate = latch()
    w.effect('slow', () => gate.promise)
    expect(await w.restsWithin(1000)).toBe(false)
    gate.open()
    await w.s.idle()
    expect(w.count('slow')).toBe(1)
  })

  it('waits for the verdict of what ran, and for what follows from a rejection', async () => {
    const u = await unluckyWorld()
    u.w.computation('sum', (get) => get('a') + get('b'))
    u.w.effect('show', (get) => get('sum'))
    await u.w.change({ a: 1, b: 1 })
    const hold = latch()
    u.held.beforeTransact = hold.promise
    void u.w.put({ a: 2 })
    await turns()
    expect(await u.w.restsWithin(100)).toBe(false)
    u.conflictNext('b', 5)
    u.held.beforeTransact = undefined
    hold.open()
    await u.w.s.idle()
    expect(u.w.value('sum')).toBe(7)
  })

  it('waits for a debounced effect, not for a debounced computation that ran before', async () => {
    const w = await world()
    w.computation('c', (get) => get('s'), { gate: { debounce: 1000 } })
    w.effect('show', (get) => get('c'))
    await w.change({ s: 1 })
    await w.advance(1000)
    await w.put({ s: 2 })
    expect(await w.restsWithin(0)).toBe(true)
    expect(w.statusOf('c')).toBe('invalid')
    w.effect('late', (get) => get('s'), { gate: { debounce: 500 } })
    expect(await w.restsWithin(499)).toBe(false)
    expect(await w.restsWithin(1)).toBe(true)
  })

  it('does not wait for a gate that belongs to what nobody wants', async () => {
    const w = await world()
    w.computation('c', (get) => get('s'), { gate: { throttle: 10_000 } })
    const stop = w.effect('show', (get) => get('c'), { gate: { throttle: 10_000 } })
    await w.put({ s: 1 })
    await turns()
    expect(await w.restsWithin(0)).toBe(false)
    stop()
    expect(await w.restsWithin(0)).toBe(true)
  })

  it('resolves promptly when what it waited for is removed', async () => {
    const w = await world()
    const stop = w.effect('show', (get) => get('s'), { gate: { debounce: 60_000 } })
    let rested = false
    void w.s.idle().then(() => {
      rested = true
    })
    await turns()
    expect(rested).toBe(false)
    stop()
    await turns()
    expect(rested).toBe(true)
    expect(w.clock.pending).toBe(0)
  })

  it('an event that waits for a gate holds it, with the alarm armed', async () => {
    const w = await world()
    w.computation('total', (get) => get('s'), { gate: { throttle: 100 } })
    w.s.addEventHandler({ name: 'H', stream: 'h', reads: [at('total')], run: () => {} })
    await send(w, 'h')
    await w.put({ s: 1 })
    w.s.queueEvent('h')
    await turns()
    expect(w.clock.nextAt - w.clock.now()).toBe(100)
    expect(await w.restsWithin(99)).toBe(false)
    expect(await w.restsWithin(1)).toBe(true)
  })

  it('an event that waits to be tried again holds it, also when another gate is changed', async () => {
    const u = await unluckyWorld()
    const { w } = u
    const outcomes: boolean[] = []
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (_payload: unknown, tx) => tx.write(at('n'), num(tx, 'n') + 1),
    })
    w.effect('slow', (get) => get('s'), { gate: { throttle: 100_000 } })
    await w.change({ s: 1, n: 0 })
    await w.put({ s: 2 })
    u.conflictNext('n', 5)
    w.s.queueEvent('h', {}, { onCommit: ({ handled }) => outcomes.push(handled) })
    await turns()
    w.s.setThrottle('slow', 200_000)
    await w.advance(1000)
    expect(outcomes).toEqual([true])
    expect(w.value('n')).toBe(6)
  })

  it('several who wait are told together', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    const rests = [w.s.idle(), w.s.idle(), w.s.idle()]
    await expect(Promise.all(rests)).resolves.toHaveLength(3)
  })

  it('a run that fails does not keep it open', async () => {
    const w = await world()
    w.effect('fails', async () => {
      await turns(2)
      throw new Error('no')
    })
    await w.s.idle()
    expect(w.codes()).toEqual(['no'])
  })
})

describe('dispose', () => {
  it('idle resolves after it, and for those who waited', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { debounce: 1000 } })
    const waited = w.s.idle()
    await turns()
    w.s.dispose()
    await waited
    await w.s.idle()
    expect(w.runs).toEqual([])
  })

  it('a run in flight is waited for, and what it wrote is thrown away', async () => {
    const w = await world()
    const gate = latch()
    w.computation('slow', async () => {
      await gate.promise
      return 7
    })
    w.effect('show', (get) => get('slow'))
    await turns()
    expect(w.runs).toContain('slow')
    w.s.dispose()
    let rested = false
    void w.s.idle().then(() => {
      rested = true
    })
    await turns()
    expect(rested).toBe(false)
    gate.open()
    await turns()
    expect(rested).toBe(true)
    expect(w.value('slow')).toBeUndefined()
  })

  it('may be called twice, and leaves no alarm and no node', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'), { gate: { debounce: 1000 } })
    w.computation('c', (get) => get('s'))
    await turns()
    w.s.dispose()
    w.s.dispose()
    expect(w.clock.pending).toBe(0)
    expect(w.s.getGraphSnapshot().nodes).toEqual([])
  })

  it('nothing runs any more, and nobody is told of changes', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    await w.s.idle()
    w.s.dispose()
    w.taken()
    await w.put({ s: 1 })
    await w.advance(1000)
    expect(w.taken()).toEqual([])
  })

  it('what waits in the lane is dropped, once, and so is what comes back from a conflict', async () => {
    const u = await unluckyWorld()
    const { w } = u
    const outcomes: string[] = []
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (_payload: unknown, tx) => tx.write(at('n'), num(tx, 'n') + 1),
    })
    await w.put({ n: 0 })
    const hold = latch()
    u.held.beforeTransact = hold.promise
    u.conflictNext('n', 5)
    w.s.queueEvent('h', {}, { onCommit: ({ handled }) => outcomes.push(`in flight ${handled}`) })
    await turns()
    w.s.queueEvent('none', {}, { onCommit: ({ handled }) => outcomes.push(`in lane ${handled}`) })
    w.s.dispose()
    u.held.beforeTransact = undefined
    hold.open()
    await turns()
    expect(outcomes).toEqual(['in lane false', 'in flight false'])
  })

  it('afterwards nothing can be registered, sent or started', async () => {
    const w = await world()
    w.s.dispose()
    const attempts = [
      () => w.effect('late', () => 0, { gate: { debounce: 10 } }),
      () => w.s.queueEvent('h'),
      () => w.s.addEventHandler({ name: 'H', stream: 'h', reads: [], run: () => {} }),
      () => w.s.startPiece('P', () => {}),
    ]
    for (const attempt of attempts) {
      expect(attempt).toThrow(expect.objectContaining({ code: 'runtime-closed' }))
    }
    expect(w.clock.pending).toBe(0)
  })
})
