// Loads bring in what the database holds. Reading what is not here asks for it; a commit based on
// its absence is checked by the database.

import { describe, expect, it } from 'vitest'
import { StoreError } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import {
  altered,
  at,
  expectAccepted,
  expectCode,
  expectRejected,
  held,
  put,
  recorded,
  SPACE,
} from './support.ts'

export function loads(rig: () => Rig): void {
  /** Data that was written by a session before. */
  async function stored(docs = { a: 1, b: { x: 1, y: 2 } } as const) {
    await put(await rig().open(), docs)
    return rig().restart()
  }

  describe('loads', () => {
    it('a document that exists is present, one that does not is absent', async () => {
      const store = await stored()
      expect(await store.load({ space: SPACE, id: 'a' })).toBe('present')
      expect(await store.load({ space: SPACE, id: 'none' })).toBe('absent')
    })

    it('a deleted document is absent', async () => {
      const store = await stored()
      await store.edit((tx) => tx.delete(at('a')))
      const again = await rig().restart()
      expect(await again.load({ space: SPACE, id: 'a' })).toBe('absent')
    })

    it('a blank document is present', async () => {
      const store = await rig().open()
      await put(store, { n: null })
      expect(await (await rig().restart()).load({ space: SPACE, id: 'n' })).toBe('present')
    })

    it('a space brings in all its documents and none of others', async () => {
      const first = await rig().open()
      await first.commit({
        write: [
          { at: at('a'), value: 1 },
          { at: at('b'), value: 2 },
          { at: { space: 'other', id: 'c', path: [] }, value: 3 },
        ],
      })
      const store = await rig().restart()
      expect(await store.load({ space: SPACE })).toBe('present')
      expect([...store.documents(SPACE)].sort()).toEqual(['a', 'b'])
      expect(store.read({ space: 'other', id: 'c', path: [] })).toBeUndefined()
      expect(await store.spaces()).toEqual([SPACE, 'other'])
    })

    it('an empty space is absent', async () => {
      const store = await stored()
      expect(await store.load({ space: 'empty' })).toBe('absent')
    })

    it('what is not loaded reads as absent, and the read brings it in', async () => {
      const store = await stored()
      const seen = recorded(store)
      expect(store.begin().read(at('b', 'x'))).toBeUndefined()
      expect(store.pendingLoads()).toEqual([{ space: SPACE, id: 'b' }])
      await store.loadsSettled([{ space: SPACE, id: 'b' }])
      expect(store.read(at('b', 'x'))).toBe(1)
      expect(seen.map(({ type }) => type)).toEqual(['pull'])
      expect(store.pendingLoads()).toEqual([])
    })

    it('a look without a transaction asks for nothing', async () => {
      const store = await stored()
      expect(store.read(at('a'))).toBeUndefined()
      expect(store.pendingLoads()).toEqual([])
    })

    it('a document that is replaced whole is not asked for', async () => {
      const store = await stored()
      const tx = store.begin()
      tx.write(at('a'), 5)
      expect(store.pendingLoads()).toEqual([])
      expectAccepted(await tx.commit().verdict)
      expect(store.read(at('a'))).toBe(5)
    })

    it('a write into a document that is not here keeps the rest of it', async () => {
      const store = await stored()
      expectAccepted(await store.commit({ write: [{ at: at('b', 'x'), value: 5 }] }))
      await store.load({ space: SPACE, id: 'b' })
      expect(store.read(at('b'))).toEqual({ x: 5, y: 2 })
      expect(await rig().driver().load(SPACE, 'b')).toMatchObject([{ value: { x: 5, y: 2 } }])
    })

    it('a write of what already stands in a document that is not here changes nothing', async () => {
      const store = await stored()
      expectAccepted(await store.commit({ write: [{ at: at('a'), value: 1 }] }))
      expect(store.read(at('a'))).toBe(1)
    })

    it('a commit based on the absence of what exists is stale, and succeeds when run again', async () => {
      const store = await stored()
      const tx = store.begin()
      tx.write(at('sum'), Number(tx.read(at('a')) ?? 0) + 10)
      const result = expectRejected(await tx.commit().verdict, 'stale')
      await result.readyToRetry()
      expect(store.read(at('a'))).toBe(1)
      await store.edit((again) => again.write(at('sum'), Number(again.read(at('a'))) + 10))
      expect(store.read(at('sum'))).toBe(11)
    })

    it('an edit of what is not here finds it by itself', async () => {
      const store = await stored()
      await store.edit((tx) => tx.write(at('a'), Number(tx.read(at('a')) ?? 0) + 1))
      expect(store.read(at('a'))).toBe(2)
    })

    it('a commit based on the absence of what does not exist is accepted', async () => {
      const store = await stored()
      const tx = store.begin()
      expect(tx.read(at('none'))).toBeUndefined()
      tx.write(at('none'), 1)
      expectAccepted(await tx.commit().verdict)
    })

    it('several loads of one thing at once are one', async () => {
      let asked = 0
      const driver = altered(rig().driver(), {
        load: (space, id) => {
          asked++
          return rig().driver().load(space, id)
        },
      })
      await put(await rig().open(), { a: 1 })
      const store = await rig().openOn(driver)
      const key = { space: SPACE, id: 'a' }
      const answers = [store.load(key), store.load(key)]
      store.begin().read(at('a'))
      expect(await Promise.all(answers)).toEqual(['present', 'present'])
      expect(asked).toBe(1)
      await store.load(key)
      expect(asked).toBe(1)
      expect(store.loadGeneration(key)).toBe(1)
    })

    it('what is here need not be loaded again, alone or with its space', async () => {
      const store = await stored()
      const key = { space: SPACE, id: 'a' }
      expect(store.loadGeneration(key)).toBe(0)
      await store.load({ space: SPACE })
      await store.load(key)
      expect(store.loadGeneration(key)).toBe(0)
      expect(store.loadGeneration({ space: SPACE })).toBe(1)
    })

    it('a load that fails rejects for those who wait, and can be tried again', async () => {
      await put(await rig().open(), { a: 1 })
      let failing = true
      const driver = altered(rig().driver(), {
        load: async (space, id) => {
          if (failing) throw new StoreError('store-unreachable', 'the test cut the line')
          return rig().driver().load(space, id)
        },
      })
      const store = await rig().openOn(driver)
      const key = { space: SPACE, id: 'a' }
      const waiting = store.load(key)
      await expectCode(() => store.loadsSettled([key, key]), 'store-unreachable')
      await expectCode(() => waiting, 'store-unreachable')
      failing = false
      expect(await store.load(key)).toBe('present')
      expect(store.loadGeneration(key)).toBe(2)
    })

    it('waiting for loads that are over takes no time', async () => {
      const store = await stored()
      await expect(store.loadsSettled([{ space: SPACE }, { space: 'x', id: 'y' }])).resolves.toBe(
        undefined,
      )
    })
  })

  describe('loads and what is pending', () => {
    it('a load shows beneath what is pending', async () => {
      await put(await rig().peer(), { b: { x: 1, y: 2 } })
      const { driver, gate } = held(rig().driver())
      const store = await rig().openOn(driver)
      gate.shut()
      const verdict = store.commit({ write: [{ at: at('b', 'x'), value: 5 }] })
      await store.load({ space: SPACE })
      expect(store.read(at('b'))).toEqual({ x: 5, y: 2 })
      gate.open()
      expectAccepted(await verdict)
      expect(store.read(at('b'))).toEqual({ x: 5, y: 2 })
    })
  })
}
