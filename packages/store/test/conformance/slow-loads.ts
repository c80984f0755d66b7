// Loads whose answers come late: what changed meanwhile is neither missed nor overwritten.

import { describe, expect, it } from 'vitest'
import { Gate } from './gate.ts'
import type { Rig } from './rig.ts'
import {
  altered,
  at,
  eventually,
  expectAccepted,
  expectRejected,
  put,
  recorded,
  SPACE,
} from './support.ts'

export function slowLoads(rig: () => Rig): void {
  describe('slow loads', () => {
    /** A session whose loads wait at a gate after they were answered. */
    async function slow() {
      const gate = new Gate()
      const inner = rig().driver()
      const driver = altered(inner, {
        load: async (space, id) => {
          const rows = await inner.load(space, id)
          await gate.pass()
          return rows
        },
      })
      const store = await rig().openOn(driver)
      gate.shut()
      return { store, gate }
    }

    it.each([
      ['a document', { space: SPACE, id: 'a' }],
      ['a space', { space: SPACE }],
    ])('what is created while %s is loading is there afterwards', async (_, key) => {
      const peer = await rig().peer()
      await put(peer, { before: 1 })
      const { store, gate } = await slow()
      const loading = store.load(key)
      await gate.reached()
      const seq = await put(peer, { a: 1 })
      await eventually(() => store.seq).toBe(seq)
      gate.open()
      expect(await loading).toBe('present')
      expect(store.read(at('a'))).toBe(1)
    })

    it.each([
      ['a document', { space: SPACE, id: 'a' }],
      ['a space', { space: SPACE }],
    ])('what is changed while %s is loading is new afterwards', async (_, key) => {
      const peer = await rig().peer()
      await put(peer, { a: 1 })
      const { store, gate } = await slow()
      const loading = store.load(key)
      await gate.reached()
      const seq = await put(peer, { a: 2 })
      await eventually(() => store.seq).toBe(seq)
      gate.open()
      await loading
      expect(store.read(at('a'))).toBe(2)
    })

    it('a slow answer does not let a document be created twice', async () => {
      const peer = await rig().peer()
      await put(peer, { before: 1 })
      const { store, gate } = await slow()
      const loading = store.load({ space: SPACE, id: 'a' })
      await gate.reached()
      const seq = await put(peer, { a: 'theirs' })
      await eventually(() => store.seq).toBe(seq)
      gate.open()
      await loading
      const result = await store.commit({
        expect: [{ type: 'entity-absent', space: SPACE, id: 'a' }],
        write: [{ at: at('a'), value: 'mine' }],
      })
      expectRejected(result, 'permanent', 'entity-absent')
    })

    it('a document that arrives after a write into it was accepted shows both', async () => {
      await put(await rig().peer(), { b: { x: 1, y: 2 } })
      const { store, gate } = await slow()
      const verdict = store.commit({ write: [{ at: at('b', 'x'), value: 5 }] })
      expectAccepted(await verdict)
      gate.open()
      await store.loadsSettled([{ space: SPACE, id: 'b' }])
      expect(store.read(at('b'))).toEqual({ x: 5, y: 2 })
    })

    it('what subscribers were told adds up to what is there', async () => {
      await put(await rig().peer(), { b: { x: 1, y: 2 } })
      const { store, gate } = await slow()
      const seen = recorded(store)
      expectAccepted(await store.commit({ write: [{ at: at('b', 'x'), value: 5 }] }))
      gate.open()
      await store.loadsSettled([{ space: SPACE, id: 'b' }])
      const last = seen.flatMap(({ changes }) => changes).at(-1)
      expect(last?.after).toEqual({ x: 5, y: 2 })
    })

    it('a load that overtakes the verdict of an older commit leaves the newest state', async () => {
      const peer = await rig().peer()
      const inner = rig().driver()
      const gate = new Gate()
      const driver = altered(inner, {
        transact: async (needs, body) => {
          await inner.transact(needs, body)
          await gate.pass()
        },
      })
      const store = await rig().openOn(driver)
      gate.shut()
      const verdict = store.commit({ write: [{ at: at('d'), value: 'mine' }] })
      await gate.reached()
      await put(peer, { d: 'theirs, later' })
      await store.load({ space: SPACE, id: 'd' })
      gate.open()
      expectAccepted(await verdict)
      await eventually(() => store.read(at('d'))).toBe('theirs, later')
    })

    it('a read that is still loading does not hold up a commit', async () => {
      await put(await rig().peer(), { b: 1 })
      const { store, gate } = await slow()
      store.begin().read(at('b'))
      await gate.reached()
      expectAccepted(await store.commit({ write: [{ at: at('c'), value: 1 }] }))
      expect(store.pendingLoads()).toEqual([{ space: SPACE, id: 'b' }])
    })
  })
}
