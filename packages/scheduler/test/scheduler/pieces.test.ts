// Pieces: groups of nodes with one lifetime, tied to the commit of what started them.
import { describe, expect, it } from 'vitest'
import { at, send, turns, unluckyWorld, type World, world } from './support.ts'

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
