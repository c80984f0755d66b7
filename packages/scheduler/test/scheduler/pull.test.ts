// Pulling: a change marks, demand runs. What is read decides what is brought up to date.
import type { Value } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { at, num, send, turns, world } from './support.ts'

describe('pulling', () => {
  it('a change marks what read it and runs nothing by itself', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'))
    w.computation('b', (get) => get('a'))
    const stop = w.effect('show', (get) => get('b'))
    await w.change({ s: 1 })
    stop()
    w.taken()
    void w.put({ s: 2 })
    expect([w.statusOf('a'), w.statusOf('b')]).toEqual(['invalid', 'clean'])
    await w.s.idle()
    expect(w.taken()).toEqual([])
  })

  it('several hops are done before the effect runs, once', async () => {
    const w = await world()
    for (let i = 1; i <= 6; i++) {
      w.computation(`n${i}`, (get) => get(i === 1 ? 's' : `n${i - 1}`) + 1)
    }
    w.effect('show', (get) => get('n6'))
    await w.change({ s: 1 })
    w.taken()
    await w.change({ s: 2 })
    expect(w.taken()).toEqual(['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'show'])
  })

  it('an effect does not run when what it pulls comes out the same', async () => {
    const w = await world()
    w.computation('parity', (get) => get('s') % 2)
    w.computation('label', (get) => (get('parity') === 1 ? 'odd' : 'even'))
    w.effect('show', (_get, tx) => tx.read(at('label')))
    await w.change({ s: 1 })
    w.taken()
    await w.change({ s: 3 })
    expect(w.taken()).toEqual(['parity'])
    await w.change({ s: 4 })
    expect(w.taken()).toEqual(['parity', 'label', 'show'])
  })

  it('an invalid node stays the only one until it has run and changed', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'), { gate: { throttle: 1000 } })
    w.computation('b', (get) => get('a'))
    w.effect('show', (get) => get('b'))
    await w.change({ s: 1 })
    await w.advance(1000)
    await w.change({ s: 2 })
    await w.change({ s: 3 })
    expect(w.s.runDiagnosis().invalid).toEqual(['a'])
  })

  it('a wave costs what it touches, not what there is', async () => {
    const w = await world()
    for (let i = 0; i < 200; i++) {
      w.computation(`c${i}`, (get) => get(`s${i}`))
      w.effect(`e${i}`, (get) => get(`c${i}`))
    }
    await w.s.idle()
    w.taken()
    const { runs } = w.s.getStats()
    await w.change({ s7: 1 })
    expect(w.taken()).toEqual(['c7', 'e7'])
    expect(w.s.getStats().runs - runs).toBe(2)
  })

  it('a fan-in of a hundred runs once for changes of all', async () => {
    const w = await world()
    for (let i = 0; i < 100; i++) w.computation(`c${i}`, (get) => get(`s${i}`))
    w.effect('sum', (get) => {
      let sum = 0
      for (let i = 0; i < 100; i++) sum += get(`c${i}`)
      return sum
    })
    await w.s.idle()
    w.taken()
    await w.change(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`s${i}`, i])))
    expect(w.count('sum')).toBe(1)
    expect(w.runs).toHaveLength(101)
    expect(w.last('sum')).toBe(4950)
  })

  it('lists: a push, the length, and what is computed from them', async () => {
    const w = await world()
    w.computation('length', (_get, tx) => {
      return (tx.read(at('list'), { depth: 'shallow' }) as Value[] | undefined)?.length ?? 0
    })
    w.computation('sum', (_get, tx) => {
      return ((tx.read(at('list')) as number[] | undefined) ?? []).reduce((a, b) => a + b, 0)
    })
    w.effect('show', (get) => [get('length'), get('sum')])
    await w.change({ list: [1, 2] })
    w.taken()
    await w.store.edit((tx) => tx.write(at('list', 2), 5))
    await w.s.idle()
    expect(w.last('show')).toEqual([3, 8])
    w.taken()
    await w.store.edit((tx) => tx.write(at('list', 0), 2))
    await w.s.idle()
    expect(w.taken()).toEqual(['sum', 'show'])
  })

  it('the target of a reference that appears later, and one that changes, is followed', async () => {
    const w = await world()
    w.effect('show', (_get, tx) => {
      const target = tx.read(at('pointer'))
      return typeof target === 'string' ? (tx.read(at(target)) ?? 'nothing yet') : 'no pointer'
    })
    await w.s.idle()
    await w.change({ pointer: 'x' })
    await w.change({ x: 1 })
    await w.change({ y: 2 })
    await w.change({ pointer: 'y' })
    w.taken()
    await w.change({ x: 9 })
    expect(w.taken()).toEqual([])
    expect(w.seen.show).toEqual(['no pointer', 'nothing yet', 1, 2])
  })

  it('a shallow effect stays clean until the shape changes', async () => {
    const w = await world()
    w.effect('shape', (_get, tx) => {
      return Object.keys((tx.read(at('doc'), { depth: 'shallow' }) as object) ?? {})
    })
    await w.change({ doc: { a: 1 } })
    await w.change({ doc: { a: { deep: 2 } } })
    expect(w.seen.shape).toEqual([['a']])
    expect(w.s.isDirty('shape')).toBe(false)
  })

  it('a clean closure, however broad, makes an event run nothing', async () => {
    const w = await world()
    for (let i = 0; i < 100; i++) w.computation(`c${i}`, (get) => get(`s${i}`))
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: Array.from({ length: 100 }, (_, i) => at(`c${i}`)),
      run: () => {},
    })
    await send(w, 'h')
    w.taken()
    for (let i = 0; i < 20; i++) await send(w, 'h')
    expect(w.taken()).toEqual([])
  })
})

describe('pulling once', () => {
  it('brings up to date what is read, gives it, and leaves nothing behind', async () => {
    const w = await world()
    w.computation('a', (get) => get('s') + 1)
    await w.put({ s: 1 })
    expect(await w.s.pullOnce((tx) => num(tx, 'a'))).toBe(2)
    expect(w.s.getStats()).toMatchObject({ effects: 0 })
    await w.change({ s: 2 })
    expect(w.count('a')).toBe(1)
    expect(await w.s.pullOnce((tx) => num(tx, 'a'))).toBe(3)
  })

  it('throws what the read throws', async () => {
    const w = await world()
    const pulled = w.s.pullOnce(() => {
      throw new Error('cannot read that')
    })
    await expect(pulled).rejects.toThrow('cannot read that')
    expect(w.s.getStats()).toMatchObject({ effects: 0 })
  })

  it('waits for a read that is asynchronous', async () => {
    const w = await world()
    await w.put({ s: 4 })
    const pulled = w.s.pullOnce(async (tx) => {
      await turns(2)
      return num(tx, 's')
    })
    expect(await pulled).toBe(4)
  })

  it('says so when the scheduler is disposed before it could read', async () => {
    const w = await world()
    const pulled = w.s.pullOnce((tx) => num(tx, 's'))
    w.s.dispose()
    await expect(pulled).rejects.toMatchObject({ code: 'runtime-closed' })
  })

  it('is never debounced by itself, however slow it is', async () => {
    const w = await world()
    for (let i = 0; i < 5; i++) {
      await w.s.pullOnce(async (tx) => {
        await w.clock.advance(100)
        return num(tx, 's')
      })
    }
    expect(w.clock.pending).toBe(0)
  })
})
