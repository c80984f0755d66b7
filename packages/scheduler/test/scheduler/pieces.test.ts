// Pieces: groups of nodes with one lifetime, tied to the commit of what started them.
import { describe, expect, it } from 'vitest'
import { at, latch, send, turns, unluckyWorld, type World, world } from './support.ts'

function names(w: World): string[] {
  return w.s.getGraphSnapshot().nodes.map(({ name }) => name)
}

describe('pieces', () => {
  it('the nodes of a piece start and stop together', async () => {
    const w = await world()
    w.s.startPiece('P', () => {
      w.computation('c', (get) => get('s'))
      w.effect('e', (get) => get('c'))
    })
    w.effect('outside', (get) => get('s'))
    await w.change({ s: 1 })
    expect(w.last('e')).toBe(1)
    w.s.stopPiece('P')
    expect(names(w)).toEqual(['outside'])
    w.taken()
    await w.change({ s: 2 })
    expect(w.taken()).toEqual(['outside'])
  })

  it('starting one that runs changes nothing', async () => {
    const w = await world()
    let built = 0
    const build = () => {
      built++
      w.effect('e', (get) => get('s'))
    }
    w.s.startPiece('P', build)
    w.s.startPiece('P', build)
    expect([built, names(w)]).toEqual([1, ['e']])
    w.s.stopPiece('P')
    w.s.startPiece('P', build)
    expect([built, names(w)]).toEqual([2, ['e']])
  })

  it('stopping one that does not run changes nothing', async () => {
    const w = await world()
    w.effect('e', (get) => get('s'))
    w.s.stopPiece('P')
    expect(names(w)).toEqual(['e'])
  })

  it('one whose building throws leaves nothing behind, and can be started again', async () => {
    const w = await world()
    const build = (fails: boolean) => () => {
      w.effect('e', (get) => get('s'))
      if (fails) throw new Error('half built')
    }
    expect(() => w.s.startPiece('P', build(true))).toThrow('half built')
    expect(names(w)).toEqual([])
    w.s.startPiece('P', build(false))
    expect(names(w)).toEqual(['e'])
  })

  it('one that is stopped while it is built, or whose commit fails then, leaves nothing behind', async () => {
    const w = await world()
    const tx = w.store.begin()
    for (const stop of [() => w.s.stopPiece('P'), () => tx.abort()]) {
      w.s.startPiece(
        'P',
        () => {
          w.effect('before', (get) => get('s'))
          stop()
          w.effect('after', (get) => get('s'))
        },
        { after: tx },
      )
      expect(names(w)).toEqual([])
    }
  })

  it('a node that is registered after the building is not part of it', async () => {
    const w = await world()
    w.s.startPiece('P', () => w.effect('in', (get) => get('s')))
    w.effect('out', (get) => get('s'))
    w.s.stopPiece('P')
    expect(names(w)).toEqual(['out'])
  })

  it('a piece inside a piece has its own lifetime', async () => {
    const w = await world()
    w.s.startPiece('outer', () => {
      w.effect('a', (get) => get('s'))
      w.s.startPiece('inner', () => w.effect('b', (get) => get('s')))
      w.effect('c', (get) => get('s'))
    })
    w.s.stopPiece('outer')
    expect(names(w)).toEqual(['b'])
  })

  it('one started after a commit that fails is stopped, one after a commit that lands stays', async () => {
    const w = await world()
    await w.put({ exists: 1 })
    for (const fails of [true, false]) {
      const tx = w.store.begin()
      tx.write(at('x'), 1)
      if (fails) tx.require({ type: 'entity-absent', space: 'demo', id: 'exists' })
      w.s.startPiece('P', () => w.effect('e', (get) => get('x')), { after: tx })
      expect(names(w)).toEqual(['e'])
      await tx.commit().verdict
      await w.s.idle()
      expect(names(w)).toEqual(fails ? [] : ['e'])
    }
  })

  it('a failure stops only what its own attempt started, not what took its place', async () => {
    const w = await world()
    const tx = w.store.begin()
    w.s.startPiece('P', () => w.effect('old', (get) => get('x')), { after: tx })
    w.s.stopPiece('P')
    w.s.startPiece('P', () => w.effect('new', (get) => get('x')))
    tx.abort()
    await w.s.idle()
    expect(names(w)).toEqual(['new'])
  })

  it('a start that finds it there takes its place if what started it fails', async () => {
    const w = await world()
    const first = w.store.begin()
    const failed = w.store.begin()
    const second = w.store.begin()
    const start = (name: string) => () => w.effect(name, (get) => get('x'))
    w.s.startPiece('P', start('first'), { after: first })
    w.s.startPiece('P', start('failed'), { after: failed })
    w.s.startPiece('P', start('second'), { after: second })
    w.s.startPiece('P', start('plain'))
    expect(names(w)).toEqual(['first'])
    failed.abort()
    first.abort()
    expect(names(w)).toEqual(['second'])
    second.abort()
    expect(names(w)).toEqual(['plain'])
    w.s.stopPiece('P')
    expect(names(w)).toEqual([])
  })

  it('a start that finds it there is forgotten once what started it has committed, or it was stopped', async () => {
    const w = await world()
    const start = (name: string) => () => w.effect(name, (get) => get('x'))
    const committed = w.store.begin()
    w.s.startPiece('P', start('first'), { after: committed })
    w.s.startPiece('P', start('second'))
    await committed.commit().verdict
    expect(names(w)).toEqual(['first'])
    w.s.stopPiece('P')
    expect(names(w)).toEqual([])
    const failed = w.store.begin()
    w.s.startPiece('P', start('third'), { after: failed })
    w.s.startPiece('P', start('fourth'))
    w.s.stopPiece('P')
    failed.abort()
    expect(names(w)).toEqual([])
  })

  it('two events start one piece: if the first is refused, that of the second lives', async () => {
    const u = await unluckyWorld()
    const { w } = u
    await w.put({ exists: 1 })
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (name: string, tx) => {
        if (name === 'one') tx.require({ type: 'entity-absent', space: 'demo', id: 'exists' })
        tx.startPiece('P', () => w.effect(name, (get) => get('x')))
      },
    })
    const hold = latch()
    u.held.beforeTransact = hold.promise
    const sent = [send(w, 'h', 'one'), send(w, 'h', 'two')]
    await turns()
    expect(names(w)).toEqual(['one'])
    u.held.beforeTransact = undefined
    hold.open()
    expect((await Promise.all(sent)).map(({ handled }) => handled)).toEqual([false, true])
    await w.s.idle()
    expect(names(w)).toEqual(['two'])
  })

  it('one that was stopped before its commit failed is not stopped twice', async () => {
    const w = await world()
    const tx = w.store.begin()
    w.s.startPiece('P', () => w.effect('e', (get) => get('x')), { after: tx })
    w.s.stopPiece('P')
    tx.abort()
    await turns()
    expect([names(w), w.errors]).toEqual([[], []])
  })

  it('the retry of a handler starts its piece anew', async () => {
    const u = await unluckyWorld()
    const { w } = u
    let built = 0
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (_payload: unknown, tx) => {
        tx.read(at('x'))
        w.s.startPiece('P', () => {
          built++
          w.effect(`e${built}`, (get) => get('x'))
        })
      },
    })
    await w.put({ x: 1 })
    u.conflictNext('x', 2)
    const sent = send(w, 'h')
    await w.advance(1000)
    await sent
    expect(names(w)).toEqual(['e2'])
  })

  it('disposing stops them all', async () => {
    const w = await world()
    w.s.startPiece('P', () => w.effect('e', (get) => get('s')))
    w.s.dispose()
    expect(names(w)).toEqual([])
  })
})
