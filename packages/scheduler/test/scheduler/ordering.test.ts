// Order between equals, and what is counted of it. See also pass order.
import { describe, expect, it } from 'vitest'
import { at, num, turns, world } from './support.ts'

describe('ordering', () => {
  it('effects of one change run in the order of registration', async () => {
    const w = await world()
    for (const name of ['c', 'a', 'b']) w.effect(name, (get) => get('s'))
    await w.change({ s: 1 })
    w.taken()
    await w.change({ s: 2 })
    expect(w.taken()).toEqual(['c', 'a', 'b'])
  })

  it('the last of two writers wins, whichever became invalid first', async () => {
    for (const arrival of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const w = await world()
      w.computation('first', (get) => `first ${get('a')}`, { outputs: [at('out')] })
      w.computation('second', (get) => `second ${get('b')}`, { outputs: [at('out')] })
      w.effect('show', (_get, tx) => tx.read(at('out')))
      await w.s.idle()
      await Promise.all(arrival.map((id) => w.put({ [id]: 1 })))
      await w.s.idle()
      expect(w.value('out')).toBe('second 1')
    }
  })

  it('one that becomes ready late still goes before those that stand higher', async () => {
    const w = await world()
    w.computation('late', (get) => get('side'))
    w.computation('high', (get) => get('late') + get('s'))
    w.effect('writes', (get, tx) => tx.write(at('side'), get('s')))
    w.effect('show', (get) => get('high'))
    await w.s.idle()
    w.taken()
    await w.change({ s: 1 })
    const runs = w.taken()
    expect(runs.indexOf('late')).toBeLessThan(runs.lastIndexOf('high'))
    expect(w.last('show')).toBe(2)
  })

  it('three levels of readers, registered in the wrong order, run in the right one', async () => {
    const w = await world()
    w.effect('show', (get) => get('c'))
    w.computation('c', (get) => get('b'))
    w.computation('b', (get) => get('a'))
    w.computation('a', (get) => get('s'))
    await w.change({ s: 1 })
    w.taken()
    await w.change({ s: 2 })
    expect(w.taken()).toEqual(['a', 'b', 'c', 'show'])
  })

  it('in a cycle the order is that of registration among equals, and the same every time', async () => {
    const traces: string[][] = []
    for (let i = 0; i < 2; i++) {
      const w = await world()
      for (const [name, other] of [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ] as const) {
        w.computation(name, (get) => Math.min(get(other) + get('s'), 4))
      }
      w.effect('show', (get) => get('a'))
      await w.change({ s: 1 })
      traces.push(w.taken())
    }
    expect(traces[0]!.length).toBeGreaterThan(4)
    expect(traces[1]).toEqual(traces[0])
  })

  it('a sibling that an earlier one removes in the same pass does not run', async () => {
    const w = await world()
    let stop = () => {}
    w.effect('first', (get) => {
      if (get('s') === 1) stop()
    })
    stop = w.effect('second', (get) => get('s'))
    await w.s.idle()
    w.taken()
    await w.change({ s: 1 })
    expect(w.taken()).toEqual(['first'])
  })

  it('what demand saved is counted apart from what ran', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'))
    const stop = w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    stop()
    await turns()
    const before = w.s.getFilterStats()
    for (let s = 2; s < 7; s++) await w.change({ s })
    const after = w.s.getFilterStats()
    expect(after.executed - before.executed).toBe(0)
    expect(after.filtered - before.filtered).toBe(5)
    expect(num(w.store.begin({ readOnly: true }), 'a')).toBe(1)
  })
})
