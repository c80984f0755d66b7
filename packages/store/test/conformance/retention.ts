// Retention: history is cut at a horizon; what is left is complete, explained and numbered on.

import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import {
  at,
  eventually,
  expectAccepted,
  expectCode,
  loaded,
  put,
  SPACE,
  TestClock,
} from './support.ts'

export function retention(rig: () => Rig): void {
  /** Ten commits: `often` in each, `once` in the first, `gone` in the second and third. */
  async function pruned(historyCommits: number): Promise<Store> {
    const store = await rig().open({ historyCommits })
    await put(store, { often: 1, once: 'first' })
    await put(store, { often: 2, gone: true })
    await store.commit({ write: [{ at: at('often'), value: 3 }, { at: at('gone') }] })
    for (let n = 4; n <= 10; n++) await put(store, { often: n })
    await store.maintain()
    return store
  }

  describe('retention', () => {
    it('every document keeps its newest state', async () => {
      await pruned(3)
      const again = await rig().restart()
      expect(await loaded(again, at('often'))).toBe(10)
      expect(await loaded(again, at('once'))).toBe('first')
      expect(await loaded(again, at('gone'))).toBeUndefined()
    })

    it('every state from the horizon on can be read', async () => {
      const store = await pruned(3)
      for (let seq = 7; seq <= 10; seq++) {
        expect(await store.readAt(at('often'), seq)).toBe(seq)
        expect(await store.readAt(at('once'), seq)).toBe('first')
        expect(await store.readAt(at('gone'), seq)).toBeUndefined()
      }
    })

    it.each([0, 1, 6])(
      'the state at commit %s, before the horizon, is gone, and says so',
      async (seq) => {
        const store = await pruned(3)
        await expectCode(() => store.readAt(at('often'), seq), 'history-pruned')
      },
    )

    it('the history of a document ends at the horizon', async () => {
      const store = await pruned(3)
      expect((await store.history(at('often'))).map(({ seq }) => seq)).toEqual([10, 9, 8, 7])
      expect((await store.history(at('once'))).map(({ seq }) => seq)).toEqual([1])
      expect((await store.history(at('gone'))).map(({ seq }) => seq)).toEqual([3])
    })

    it('every state that is left has the commit that explains it', async () => {
      const store = await pruned(3)
      for (const id of ['often', 'once', 'gone']) {
        for (const { seq, commit } of await store.history(at(id))) {
          expect(commit).toMatchObject({ seq, info: { by: 'edit' } })
        }
      }
      expect((await store.commits()).map(({ seq }) => seq)).toEqual([1, 3, 7, 8, 9, 10])
    })

    it('a second cut removes what the first had to keep', async () => {
      const store = await pruned(3)
      await put(store, { once: 'second' })
      for (let n = 0; n < 5; n++) await put(store, { other: n })
      await store.maintain()
      expect((await store.commits()).map(({ seq }) => seq)).toEqual([3, 10, 11, 13, 14, 15, 16])
      expect(await store.readAt(at('once'), 13)).toBe('second')
    })

    it('nothing is cut while there is less than is to be kept', async () => {
      const store = await pruned(10)
      expect((await store.commits()).length).toBe(10)
      expect(await store.readAt(at('often'), 0)).toBeUndefined()
    })

    it('numbering goes on after a cut and a restart', async () => {
      await pruned(1)
      const again = await rig().restart()
      expect(again.seq).toBe(10)
      expect(await put(again, { often: 11 })).toBe(11)
    })

    it('numbering goes on when everything may go, and the newest commit wrote no document', async () => {
      const store = await rig().open({ historyCommits: 0 })
      await put(store, { d: 1 })
      expectAccepted(await store.commit({ receipts: [{ id: 'r' }] }))
      await store.maintain()
      const again = await rig().restart()
      expect(await put(again, { d: 2 })).toBe(3)
    })

    it('receipts, events, jobs, timers and leases are not touched', async () => {
      const store = await rig().open({ historyCommits: 1 })
      await store.commit({
        receipts: [{ id: 'r' }],
        publish: [{ topic: 't', messageId: 'm' }],
        jobs: [{ op: 'add', id: 'j', queue: 'q' }],
        timers: [{ op: 'set', id: 't', at: 1 }],
      })
      const { lease } = await store.acquireLease('l', 60_000)
      for (let n = 0; n < 5; n++) await put(store, { d: n })
      await store.maintain()
      expect(await store.receipt('r')).toBeDefined()
      expect((await store.events('t')).length).toBe(1)
      expect(await store.job('j')).toBeDefined()
      expect((await store.timers()).length).toBe(1)
      expect(await store.lease('l')).toEqual(lease)
    })

    it('a deleted document still counts as existing after its history is cut', async () => {
      const store = await pruned(1)
      const result = await store.commit({
        expect: [{ type: 'entity-absent', space: SPACE, id: 'gone' }],
      })
      expect(result).toMatchObject({ code: 'entity-absent' })
    })

    it('a time before the horizon leads to a commit whose state is gone, or to none', async () => {
      const clock = new TestClock(1_000)
      const store = await rig().open({ clock, historyCommits: 2 })
      for (let n = 1; n <= 6; n++) {
        await put(store, { d: n })
        clock.advance(100)
      }
      await store.maintain()
      expect(await store.seqAt(1_150)).toBe(0)
      expect(await store.readAt(at('d'), await store.seqAt(1_450))).toBe(5)
    })

    it('other sessions go on after a cut', async () => {
      const store = await rig().open({ historyCommits: 1 })
      const peer = await rig().peer()
      await put(store, { d: 1 })
      await peer.load({ space: SPACE })
      for (let n = 2; n <= 20; n++) await put(store, { d: n })
      await store.maintain()
      await eventually(() => peer.read(at('d'))).toBe(20)
      await put(peer, { d: 21 })
      await eventually(() => store.read(at('d'))).toBe(21)
    })
  })
}
