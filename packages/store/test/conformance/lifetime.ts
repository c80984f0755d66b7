// Waiting for what is under way, and letting go of everything.

import { describe, expect, it } from 'vitest'
import { openStore, type Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import {
  at,
  expectAccepted,
  expectCode,
  expectRejected,
  held,
  loaded,
  put,
  SPACE,
} from './support.ts'

const CALLS: readonly [name: string, call: (store: Store) => unknown][] = [
  ['begin', (store) => store.begin()],
  ['edit', (store) => store.edit(() => {})],
  ['commit', (store) => store.commit({ write: [{ at: at('d'), value: 1 }] })],
  ['load', (store) => store.load({ space: SPACE })],
  ['claim', (store) => store.claim({ queues: ['q'], worker: 'w' })],
  ['acquireLease', (store) => store.acquireLease('l', 1)],
  ['releaseLease', (store) => store.releaseLease('l')],
  ['maintain', (store) => store.maintain()],
]

export function lifetime(rig: () => Rig): void {
  describe('the barrier', () => {
    it('is busy from commit to verdict', async () => {
      const store = await rig().open()
      expect(store.hasPendingCommits()).toBe(false)
      const verdict = store.commit({ write: [{ at: at('d'), value: 1 }] })
      expect(store.hasPendingCommits()).toBe(true)
      await verdict
      expect(store.hasPendingCommits()).toBe(false)
    })

    it.each<[what: string, act: (store: Store) => Promise<unknown>]>([
      ['a claim', (store) => store.claim({ queues: ['q'], worker: 'w' })],
      ['a lease', (store) => store.acquireLease('l', 1_000)],
      [
        'a commit that is refused',
        (store) => store.commit({ expect: [{ type: 'epoch', lease: 'l', epoch: 7 }] }),
      ],
    ])('is busy during %s', async (_, act) => {
      const store = await rig().open()
      const acting = act(store)
      expect(store.hasPendingCommits()).toBe(true)
      await acting
      expect(store.hasPendingCommits()).toBe(false)
    })

    it('is not busy with what is settled at once', async () => {
      const store = await rig().open()
      store.begin().commit()
      store.begin().abort()
      expect(store.hasPendingCommits()).toBe(false)
    })

    it('opens when all verdicts are there, and not before', async () => {
      const { driver, gate } = held(rig().driver())
      const store = await rig().openOn(driver)
      gate.shut()
      const settled: string[] = []
      const verdicts = [1, 2, 3].map((n) =>
        store
          .commit({ write: [{ at: at(`d${n}`), value: n }] })
          .then(() => settled.push('verdict')),
      )
      const waiting = store.pendingCommitsSettled().then(() => settled.push('open'))
      await gate.reached()
      expect(settled).toEqual([])
      gate.open()
      await Promise.all([...verdicts, waiting])
      expect(settled.filter((what) => what === 'verdict').length).toBe(3)
      expect(store.hasPendingCommits()).toBe(false)
    })

    it('is open at once when nothing is under way', async () => {
      await expect((await rig().open()).pendingCommitsSettled()).resolves.toBeUndefined()
    })

    it('waits for what is tracked, and hands it back', async () => {
      const store = await rig().open()
      let finish: (value: string) => void = () => {}
      const work = new Promise<string>((resolve) => {
        finish = resolve
      })
      const tracked = store.track(work)
      expect(store.hasPendingCommits()).toBe(true)
      finish('done')
      expect(await tracked).toBe('done')
      await store.pendingCommitsSettled()
      expect(store.hasPendingCommits()).toBe(false)
    })

    it('opens after what is tracked has failed, and passes the failure to the caller alone', async () => {
      const store = await rig().open()
      const failure = new Error('mine')
      const tracked = store.track(Promise.reject(failure))
      await expect(tracked).rejects.toBe(failure)
      await store.pendingCommitsSettled()
      expect(store.hasPendingCommits()).toBe(false)
    })
  })

  describe('close', () => {
    it('waits for what was sent', async () => {
      const { driver, gate } = held(rig().driver())
      const store = await rig().openOn(driver)
      gate.shut()
      const order: string[] = []
      const verdicts = [1, 2, 3].map((n) =>
        store.commit({ write: [{ at: at(`d${n}`), value: n }] }).then((result) => {
          expectAccepted(result)
          order.push('verdict')
        }),
      )
      const closing = store.close().then(() => order.push('closed'))
      gate.open()
      await Promise.all([...verdicts, closing])
      expect(order).toEqual(['verdict', 'verdict', 'verdict', 'closed'])
      expect(await loaded(await rig().peer(), at('d3'))).toBe(3)
    })

    it('may be called again, and waits again', async () => {
      const { driver, gate } = held(rig().driver())
      const store = await rig().openOn(driver)
      gate.shut()
      let durable = false
      const verdict = store.commit({ write: [{ at: at('d'), value: 1 }] }).then(() => {
        durable = true
      })
      const both = [store.close(), store.close()].map(async (closing) => {
        await closing
        return durable
      })
      gate.open()
      expect(await Promise.all(both)).toEqual([true, true])
      await verdict
      await expect(store.close()).resolves.toBeUndefined()
    })

    it('ends a store that is used with await using', async () => {
      let outside: Store
      {
        await using store = await openStore(rig().driver())
        outside = store
        await put(store, { d: 1 })
      }
      await expectCode(() => outside.begin(), 'store-closed')
    })

    it.each(CALLS)('%s is refused afterwards', async (_, call) => {
      const store = await rig().open()
      await store.close()
      await expectCode(() => call(store), 'store-closed')
    })

    it('a transaction begun before and committed after is rejected', async () => {
      const store = await rig().open()
      const tx = store.begin()
      tx.write(at('d'), 1)
      await store.close()
      expectRejected(await tx.commit().verdict, 'transport', 'store-closed')
      expect(store.read(at('d'))).toBeUndefined()
      expect(await loaded(await rig().peer(), at('d'))).toBeUndefined()
    })

    it('what was read stays readable', async () => {
      const store = await rig().open()
      await put(store, { d: 1 })
      await store.close()
      expect(store.read(at('d'))).toBe(1)
    })

    it('other sessions go on', async () => {
      const [store, peer] = [await rig().open(), await rig().peer()]
      await store.close()
      expect(await put(peer, { d: 1 })).toBe(1)
      expect(await put(await rig().open(), { d: 2 })).toBe(2)
    })
  })
}
