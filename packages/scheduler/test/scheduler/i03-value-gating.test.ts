// I3: a node runs again only when a value that it read is another one.
import { describe, expect, it } from 'vitest'
import { at, world } from './support.ts'

describe('value gating', () => {
  it('a computation that yields the same value stops the wave', async () => {
    const w = await world()
    w.computation('sign', (get) => Math.sign(get('s')))
    w.effect('show', (get) => get('sign'))
    await w.change({ s: 1 })
    w.taken()
    for (const s of [2, 3, 4]) await w.change({ s })
    expect(w.taken()).toEqual(['sign', 'sign', 'sign'])
    await w.change({ s: -1 })
    expect(w.taken()).toEqual(['sign', 'show'])
  })

  it('a write of an equal value calls for nothing', async () => {
    const w = await world()
    w.effect('show', (_get, tx) => tx.read(at('s')))
    await w.change({ s: { x: [1, 2] } })
    w.taken()
    const { passes } = w.s.getStats()
    await w.change({ s: { x: [1, 2] } })
    expect(w.taken()).toEqual([])
    expect(w.s.getStats().passes).toBe(passes)
  })

  it('declared reads place a node, and a change of them alone does not make it run', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'))
    w.effect('show', (get) => get('t'), { declaredReads: [at('a'), at('s')] })
    await w.change({ s: 1, t: 1 })
    w.taken()
    await w.change({ s: 2 })
    expect(w.taken()).toEqual([])
    await w.change({ t: 2 })
    expect(w.taken()).toEqual(['show'])
  })

  it('an invalid writer behind a gate does not make its clean reader run', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'), { gate: { throttle: 1000 } })
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    await w.advance(1000)
    await w.change({ s: 2 })
    w.taken()
    await w.change({ s: 3 })
    expect([w.statusOf('a'), w.statusOf('show')]).toEqual(['invalid', 'clean'])
    expect(w.taken()).toEqual([])
    await w.advance(1000)
    expect(w.taken()).toEqual(['a', 'show'])
  })

  it('a deep read of a part does not see its neighbours', async () => {
    const w = await world()
    w.effect('show', (get) => get('doc', 'a'))
    await w.change({ doc: { a: 1, b: 1 } })
    w.taken()
    await w.store.edit((tx) => tx.write(at('doc', 'b'), 2))
    await w.s.idle()
    expect(w.taken()).toEqual([])
    await w.store.edit((tx) => tx.write(at('doc', 'a'), 2))
    await w.s.idle()
    expect(w.taken()).toEqual(['show'])
  })

  it('a shallow read sees keys and length, and no leaf below', async () => {
    const w = await world()
    w.effect('keys', (_get, tx) =>
      Object.keys(tx.read(at('doc'), { depth: 'shallow' }) as object).join(),
    )
    w.effect('length', (_get, tx) => (tx.read(at('list'), { depth: 'shallow' }) as []).length)
    await w.put({ doc: { a: { x: 1 } }, list: [{ n: 1 }] })
    await w.s.idle()
    w.taken()
    await w.change({ doc: { a: { x: 2 } }, list: [{ n: 2 }] })
    expect(w.taken()).toEqual([])
    await w.change({ doc: { a: { x: 2 }, b: 1 } })
    expect(w.taken()).toEqual(['keys'])
    await w.change({ list: [{ n: 2 }, { n: 3 }] })
    expect(w.taken()).toEqual(['length'])
  })

  it('absent and blank are different values', async () => {
    const w = await world()
    w.effect('show', (_get, tx) => String(tx.read(at('doc', 'x'))))
    await w.change({ doc: {} })
    await w.change({ doc: { x: null } })
    await w.store.edit((tx) => tx.delete(at('doc', 'x')))
    await w.s.idle()
    expect(w.seen.show).toEqual(['undefined', 'null', 'undefined'])
  })

  it('a read into what is not there yet runs again when more of the way appears', async () => {
    const w = await world()
    w.effect('show', (_get, tx) => tx.read(at('doc', 'a', 'b')) ?? 'none')
    await w.s.idle()
    await w.change({ doc: { z: 1 } })
    await w.change({ doc: { z: 2 } })
    expect(w.count('show')).toBe(2)
    await w.change({ doc: { a: { b: 7 } } })
    expect(w.last('show')).toBe(7)
  })
})
