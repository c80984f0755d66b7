// The core: what runs when something changes, what it may read and write, and how it goes.
import { MemoryDriver, openStore, type Tx } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { Documents } from '../../src/tasks/documents.ts'
import { LivenessRig } from './liveness-rig.ts'
import { at, HeldDriver, latch, num, turns, world } from './support.ts'

describe('running', () => {
  it('a node runs again when what it read changes, and never inside the change', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    expect(w.runs).toEqual([])
    await w.s.idle()
    const durable = w.put({ s: 1 })
    expect(w.runs).toEqual(['show'])
    await durable
    await w.s.idle()
    expect(w.seen.show).toEqual([0, 1])
  })

  it('nothing runs because it was registered', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'))
    await turns()
    expect(w.runs).toEqual([])
    expect(w.s.getStats().passes).toBe(0)
  })

  it('what registering returns ends the node, once and for good', async () => {
    const w = await world()
    const stop = w.effect('show', (get) => get('s'))
    await w.s.idle()
    stop()
    stop()
    await w.change({ s: 1 })
    expect(w.runs).toEqual(['show'])
    expect(w.s.getStats()).toMatchObject({ effects: 0, computations: 0, invalid: 0 })
  })

  it('the first cancel ends what was read last', async () => {
    const w = await world()
    const stop = w.effect('show', (get) => get(get('which') === 1 ? 'b' : 'a'))
    await w.change({ which: 1 })
    stop()
    w.taken()
    await w.change({ a: 1, b: 1, which: 0 })
    expect(w.taken()).toEqual([])
  })

  it('a node can be removed by its spec, its cancel and its name', async () => {
    const w = await world()
    const spec = { name: 'by spec', kind: 'effect' as const, run: () => {} }
    w.s.register(spec)
    const cancel = w.effect('by cancel', () => 0)
    w.effect('by name', () => 0)
    w.s.remove(spec)
    w.s.remove(cancel)
    w.s.remove('by name')
    w.s.remove('no such node')
    expect(w.s.getGraphSnapshot().nodes).toEqual([])
  })

  it('registering the same spec again takes the place of the old one', async () => {
    const w = await world()
    const spec = {
      name: 'again',
      kind: 'effect' as const,
      run: (tx: Tx) => {
        w.runs.push('again')
        num(tx, 's')
      },
    }
    w.s.register(spec)
    w.s.register(spec)
    await w.s.idle()
    w.taken()
    await w.change({ s: 1 })
    expect(w.taken()).toEqual(['again'])
  })

  it('an asynchronous read-only effect that is invalidated while it waits runs again', async () => {
    const w = await world()
    const gate = latch()
    w.effect('slow', async (get) => {
      const saw = get('s')
      await gate.promise
      return saw
    })
    await turns()
    await w.put({ s: 1 })
    await w.put({ s: 2 })
    gate.open()
    await w.s.idle()
    expect(w.seen.slow).toEqual([0, 2])
  })

  it('readers of an asynchronous computation run after its commit', async () => {
    const w = await world()
    w.computation('slow', async (get) => {
      const saw = get('s')
      await turns(3)
      return saw * 10
    })
    w.effect('show', (get) => get('slow'))
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    expect(w.last('show')).toBe(20)
  })

  it('one run at a time, however many wait', async () => {
    const w = await world()
    let running = 0
    let most = 0
    for (const name of ['a', 'b', 'c']) {
      w.effect(name, async (get) => {
        most = Math.max(most, ++running)
        const saw = get('s')
        await turns(2)
        running--
        return saw
      })
    }
    await w.change({ s: 1 })
    expect(most).toBe(1)
    expect([w.last('a'), w.last('b'), w.last('c')]).toEqual([1, 1, 1])
  })
})

describe('reads', () => {
  it('a read that is marked as none of the schedule makes no dependency', async () => {
    const w = await world()
    w.effect('show', (get, tx) => [get('a'), tx.read(at('b'), { ignoreForScheduling: true })])
    await w.change({ a: 1, b: 1 })
    w.taken()
    await w.change({ b: 2 })
    expect(w.taken()).toEqual([])
    await w.change({ a: 2 })
    expect(w.last('show')).toEqual([2, 2])
  })

  it('shallow and deep reads are kept apart, in what a node reads', async () => {
    const w = await world()
    w.effect('show', (_get, tx) => {
      tx.read(at('deep', 'x'))
      tx.read(at('shallow'), { depth: 'shallow' })
    })
    await w.s.idle()
    const { reads } = w.tasks.get('show')!
    const kept = [...reads.values()].map(({ id, deep, shallow }) => ({ id, deep, shallow }))
    expect(kept).toEqual([
      { id: 'deep', deep: [['x']], shallow: [] },
      { id: 'shallow', deep: [], shallow: [[]] },
    ])
  })

  it('deep reads under a deep read add nothing to it', async () => {
    const w = await world()
    w.effect('show', (_get, tx) => {
      tx.read(at('doc', 'a', 'b'))
      tx.read(at('doc', 'a'))
      tx.read(at('doc', 'a', 'c'))
      tx.read(at('doc', 'z'))
    })
    await w.s.idle()
    const [reads] = [...w.tasks.get('show')!.reads.values()]
    expect(reads?.deep).toEqual([['a'], ['z']])
  })

  it('a document that is not here yet is fetched, and its arrival is an ordinary change', async () => {
    const inner = new MemoryDriver()
    const seed = await openStore(inner)
    await seed.edit((tx) => tx.write(at('s'), 5))
    await seed.close()
    const driver = new HeldDriver(inner)
    const w = await world({ driver, cold: true })
    w.computation('double', (get) => get('s') * 2)
    w.effect('show', (get) => get('double'))
    await turns()
    await w.s.idle()
    expect(w.last('show')).toBe(10)
    const fetched = driver.loads
    await w.change({ s: 6 })
    expect(w.last('show')).toBe(12)
    expect(driver.loads).toBe(fetched)
  })

  it('documents of one id in two spaces are two documents', async () => {
    const w = await world()
    w.effect('show', (get, tx) => [get('x'), tx.read({ space: 'other', id: 'x', path: [] }) ?? 0])
    await w.change({ x: 1 })
    await w.store.edit((tx) => tx.write({ space: 'other', id: 'x', path: [] }, 2))
    await w.s.idle()
    expect(w.last('show')).toEqual([1, 2])
  })

  it('the index forgets a document that nobody reads, writes or declares', async () => {
    const rig = new LivenessRig()
    rig.add('a')
    rig.add('b')
    rig.reads('b', ['a', 's', 't'])
    expect(rig.documents.size).toBe(4)
    rig.reads('b', ['a'])
    expect(rig.documents.size).toBe(2)
    rig.documents.setDeclared(rig.tasks.get('a')!, [at('q'), at('q', 'x')])
    expect(rig.documents.size).toBe(3)
    rig.remove('a')
    rig.remove('b')
    expect(rig.documents.size).toBe(0)
    expect(rig.documents).toBeInstanceOf(Documents)
  })
})

describe('writes', () => {
  it('a write of what stands there is no write, and no evidence', async () => {
    const w = await world()
    await w.put({ elsewhere: 1 })
    w.computation('a', (get, tx) => {
      tx.write(at('elsewhere'), 1)
      return get('s')
    })
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    expect(w.errors).toEqual([])
    expect(w.s.runDiagnosis().outsideWrites).toEqual([])
  })

  it('a write outside what a node declares is reported once and seen by its readers', async () => {
    const w = await world()
    w.computation('a', (get, tx) => {
      tx.write(at('elsewhere'), get('s'))
      return get('s')
    })
    w.effect('show', (get) => [get('a'), get('elsewhere')])
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    expect(w.last('show')).toEqual([2, 2])
    expect(w.codes()).toEqual(['write-outside-surface'])
    expect(w.errors[0]?.error.message).toContain('demo/elsewhere')
    expect(w.s.runDiagnosis().outsideWrites).toEqual(['a'])
  })

  it('what a run writes outside does not widen what the node declares', async () => {
    const w = await world()
    w.computation('a', (get, tx) => {
      tx.write(at('elsewhere'), get('s'))
      return get('s')
    })
    const stop = w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    stop()
    w.effect('other', (get) => get('elsewhere'))
    await w.s.idle()
    expect(w.isLive('a')).toBe(false)
    expect(w.s.getDependents('a')).toEqual([])
  })

  it('side writes belong to what it declares', async () => {
    const w = await world()
    w.computation(
      'a',
      (get, tx) => {
        tx.write(at('side'), get('s') * 2)
        return get('s')
      },
      { sideWrites: [at('side')] },
    )
    w.effect('show', (get) => get('side'))
    await w.change({ s: 1 })
    expect(w.last('show')).toBe(2)
    expect(w.errors).toEqual([])
  })

  it('a write above or below a declared path: below is inside, above is not', async () => {
    const w = await world()
    w.s.register({
      name: 'below',
      kind: 'computation',
      outputs: [at('doc', 'a')],
      run: (tx) => tx.write(at('doc', 'a', 'x'), num(tx, 's')),
    })
    w.s.register({
      name: 'above',
      kind: 'computation',
      outputs: [at('wide', 'a')],
      run: (tx) => tx.write(at('wide'), { a: num(tx, 's') }),
    })
    w.effect('show', (get) => [get('doc', 'a', 'x'), get('wide', 'a')])
    await w.change({ s: 3 })
    expect(w.last('show')).toEqual([3, 3])
    expect(w.errors.map(({ name }) => name)).toEqual(['above'])
  })

  it('an effect may write anywhere; readers of that run, and do not make it wanted', async () => {
    const w = await world()
    w.effect('mirror', (get, tx) => tx.write(at('copy'), get('s')))
    w.effect('show', (get) => get('copy'))
    await w.change({ s: 4 })
    expect(w.last('show')).toBe(4)
    expect(w.errors).toEqual([])
    expect(w.s.getDependents('mirror')).toEqual([])
  })
})

describe('kinds', () => {
  it('a node is what it says, and counted as that', async () => {
    const w = await world()
    const c = w.computation('c', () => 1)
    const e = w.effect('e', () => 1)
    expect([w.s.isComputation('c'), w.s.isEffect('c')]).toEqual([true, false])
    expect([w.s.isComputation('e'), w.s.isEffect('e')]).toEqual([false, true])
    expect(w.s.getStats()).toMatchObject({ computations: 1, effects: 1 })
    c()
    expect(w.s.getStats()).toMatchObject({ computations: 0, effects: 1 })
    e()
    expect(w.s.getStats()).toMatchObject({ computations: 0, effects: 0 })
    expect([w.s.isComputation('c'), w.s.isEffect('e')]).toEqual([false, false])
  })

  it('a computation may become an effect, and then wants what it reads', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'))
    const spec: {
      name: string
      kind: 'computation' | 'effect'
      outputs: ReturnType<typeof at>[]
      run: (tx: Tx) => void
    } = {
      name: 'grows',
      kind: 'computation',
      outputs: [at('out')],
      run: (tx) => tx.write(at('out'), num(tx, 'a')),
    }
    w.s.register(spec)
    await w.change({ s: 3 })
    expect(w.value('out')).toBeUndefined()
    spec.kind = 'effect'
    w.s.register(spec)
    await w.s.idle()
    expect(w.value('out')).toBe(3)
    expect(w.s.isEffect('grows')).toBe(true)
    spec.kind = 'computation'
    expect(() => w.s.register(spec)).toThrow(expect.objectContaining({ code: 'kind-demoted' }))
    expect(w.s.isEffect('grows')).toBe(true)
  })

  it('an edge is known whichever side registers first', async () => {
    const w = await world()
    w.effect('show', (get) => get('late'))
    await w.s.idle()
    w.computation('late', (get) => get('s') + 1)
    await w.change({ s: 1 })
    expect(w.last('show')).toBe(2)
    expect(w.s.getDependents('late')).toEqual(['show'])
  })

  it('a declared writer sleeps without demand and runs when demand comes', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'), { declaredReads: [at('s')] })
    w.computation('b', (get) => get('a'), { declaredReads: [at('a')] })
    await w.change({ s: 1 })
    expect(w.runs).toEqual([])
    w.effect('show', (get) => get('b'), { declaredReads: [at('b')] })
    await w.s.idle()
    expect(w.runs).toEqual(['a', 'b', 'show'])
  })
})
