// Derived documents live in memory: announced like others, never stored, never mixed with others.

import { describe, expect, it } from 'vitest'
import type { Tx } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import {
  at,
  changesOf,
  expectAccepted,
  expectRejected,
  forgetful,
  loaded,
  put,
  recorded,
  SPACE,
} from './support.ts'

export function derived(rig: () => Rig): void {
  describe('derived documents', () => {
    it('are written and announced at once, and settled without the database', async () => {
      const { driver, sent } = forgetful(rig().driver(), 'answer')
      const store = await rig().openOn(driver)
      const seen = recorded(store)
      const tx = store.begin({ derived: true })
      tx.write(at('sum'), 3)
      tx.commit()
      expect(tx.status()).toBe('committed')
      expect(store.read(at('sum'))).toBe(3)
      expect(changesOf(seen, 'sum')).toEqual([{ type: 'commit', before: undefined, after: 3 }])
      await store.close()
      expect(sent()).toBe(0)
    })

    it('never reach the database', async () => {
      const store = await rig().open()
      await store.edit((tx) => tx.write(at('sum'), 3), { derived: true })
      await put(store, { input: 1 })
      expect((await rig().driver().load(SPACE)).map(({ id }) => id)).toEqual(['input'])
      expect((await store.commits()).length).toBe(1)
      expect(await loaded(await rig().peer(), at('sum'))).toBeUndefined()
      expect(await loaded(await rig().restart(), at('sum'))).toBeUndefined()
    })

    it('can be read as the basis of a durable commit', async () => {
      const store = await rig().open()
      await store.edit((tx) => tx.write(at('sum'), 3), { derived: true })
      await store.edit((tx) => tx.write(at('out'), tx.read(at('sum'))))
      expect(store.read(at('out'))).toBe(3)
    })

    it('that changed since make a durable commit stale', async () => {
      const store = await rig().open()
      await store.edit((tx) => tx.write(at('sum'), 3), { derived: true })
      const tx = store.begin()
      tx.write(at('out'), tx.read(at('sum')))
      await store.edit((other) => other.write(at('sum'), 4), { derived: true })
      expectRejected(await tx.commit().verdict, 'stale', 'inconsistent')
    })

    it('change path by path and can be deleted', async () => {
      const store = await rig().open()
      const derive = (fn: (tx: Tx) => void) => store.edit(fn, { derived: true })
      await derive((tx) => tx.write(at('sum'), { a: 1, list: [1] }))
      await derive((tx) => tx.write(at('sum', 'list', 1), 2))
      expect(store.read(at('sum'))).toEqual({ a: 1, list: [1, 2] })
      await derive((tx) => tx.delete(at('sum')))
      expect(store.read(at('sum'))).toBeUndefined()
    })

    it('are not pending, and have no commit', async () => {
      const store = await rig().open()
      await store.edit((tx) => tx.write(at('sum'), 3), { derived: true })
      expect(store.version(at('sum'))).toEqual({ seq: 0, version: 1, pending: false })
    })

    it('written with what stands there already leave no trace', async () => {
      const store = await rig().open()
      await store.edit((tx) => tx.write(at('sum'), { a: 3 }), { derived: true })
      const before = store.read(at('sum'))
      const seen = recorded(store)
      await store.edit((tx) => tx.write(at('sum'), { a: 3 }), { derived: true })
      expect(seen).toEqual([])
      expect(store.version(at('sum')).version).toBe(1)
      expect(store.read(at('sum'))).toBe(before)
    })

    it('cannot be written by a durable commit', async () => {
      const store = await rig().open()
      await store.edit((tx) => tx.write(at('sum'), 3), { derived: true })
      const result = await store.commit({
        write: [
          { at: at('other'), value: 1 },
          { at: at('sum'), value: 4 },
        ],
      })
      expectRejected(result, 'terminal', 'mixed-durability')
      expect(store.read(at('sum'))).toBe(3)
      expect(store.read(at('other'))).toBeUndefined()
    })

    it.each(['confirmed', 'pending', 'deleted'])(
      'cannot take the place of a durable document that is %s',
      async (state) => {
        const store = await rig().open()
        const written = store.commit({ write: [{ at: at('d'), value: 1 }] })
        if (state !== 'pending') await written
        if (state === 'deleted') await store.edit((tx) => tx.delete(at('d')))
        const tx = store.begin({ derived: true })
        tx.write(at('d'), 2)
        expectRejected(await tx.commit().verdict, 'terminal', 'mixed-durability')
        await written
      },
    )

    it.each<[what: string, act: (tx: Tx) => void]>([
      ['a receipt', (tx) => tx.receipt({ id: 'r' })],
      ['an event', (tx) => tx.publish({ topic: 't', messageId: 'm' })],
      ['a job', (tx) => tx.job({ op: 'add', id: 'j', queue: 'q' })],
      ['a timer', (tx) => tx.timer({ op: 'set', id: 't', at: 1 })],
      ['an entry', (tx) => tx.entry({ list: 'l', id: 'e', from: null, state: 'new' })],
      ['an expectation', (tx) => tx.require({ type: 'epoch', lease: 'l', epoch: 0 })],
    ])('do not travel with %s', async (_, act) => {
      const store = await rig().open()
      const tx = store.begin({ derived: true })
      tx.write(at('sum'), 3)
      act(tx)
      expectRejected(await tx.commit().verdict, 'terminal', 'mixed-durability')
      expect(store.read(at('sum'))).toBeUndefined()
    })

    it('of one commit change together or not at all', async () => {
      const store = await rig().open()
      const derive = (fn: (tx: Tx) => void) => store.edit(fn, { derived: true })
      await derive((tx) => {
        tx.write(at('a'), 1)
        tx.write(at('b'), { x: 1 })
      })
      const tx = store.begin({ derived: true })
      tx.write(at('a'), 2)
      tx.write(at('b', 'x'), 2)
      await derive((other) => other.write(at('b'), 'no object any more'))
      const seen = recorded(store)
      expectRejected(await tx.commit().verdict, 'terminal', 'path-malformed')
      expect(store.read(at('a'))).toBe(1)
      expect(seen).toEqual([])
    })

    it('may be written where a durable commit was refused before', async () => {
      const store = await rig().open()
      await store.commit({
        write: [{ at: at('d'), value: 1 }],
        expect: [{ type: 'epoch', lease: 'l', epoch: 9 }],
      })
      const tx = store.begin({ derived: true })
      tx.write(at('d'), 2)
      expectAccepted(await tx.commit().verdict)
      expect(store.read(at('d'))).toBe(2)
    })
  })
}
