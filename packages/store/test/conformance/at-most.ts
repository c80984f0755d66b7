// How many jobs of a queue run at once: counted over all hosts, where the claim is decided.

import { describe, expect, it } from 'vitest'
import type { ClaimOptions, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { expectAccepted, expectCode, TestClock } from './support.ts'

export function atMost(rig: () => Rig): void {
  const add = async (store: Store, queue: string, count: number, priority = 0) =>
    expectAccepted(
      await store.commit({
        jobs: Array.from({ length: count }, (_, i) => {
          return { op: 'add', id: `${queue}${String(i).padStart(3, '0')}`, queue, priority }
        }),
      }),
    )
  const claim = async (store: Store, options: Partial<ClaimOptions> = {}) =>
    (await store.claim({ queues: ['q'], worker: 'w', limit: 100, leaseMs: 1_000, ...options })).map(
      ({ id }) => id,
    )
  const done = async (store: Store, ...ids: string[]) =>
    expectAccepted(await store.commit({ jobs: ids.map((id) => ({ op: 'done', id, attempt: 1 })) }))

  describe('jobs that run at most', () => {
    it('are never more than said, and as many as said', async () => {
      const store = await rig().open()
      await add(store, 'q', 10)
      expect(await claim(store, { atMost: { q: 3 } })).toEqual(['q000', 'q001', 'q002'])
      expect(await claim(store, { atMost: { q: 3 } })).toEqual([])
      await done(store, 'q001')
      expect(await claim(store, { atMost: { q: 3 } })).toEqual(['q003'])
      expect(await claim(store, { atMost: { q: 6 }, limit: 2 })).toEqual(['q004', 'q005'])
      expect(await claim(store, { atMost: { q: 0 } })).toEqual([])
    })

    it('are counted over all hosts, whoever claimed them and how', async () => {
      const stores = [await rig().open(), await rig().peer(), await rig().peer()]
      await add(stores[0]!, 'q', 40)
      expect(await claim(stores[1]!, { limit: 2 })).toHaveLength(2)
      const rounds = await Promise.all(
        stores.flatMap((store) =>
          [1, 2, 3].map(() => claim(store, { atMost: { q: 7 }, limit: 4 })),
        ),
      )
      const all = rounds.flat()
      expect(all).toHaveLength(5)
      expect(new Set(all).size).toBe(5)
    })

    it('two claims in one turn of the event loop count each other', async () => {
      const store = await rig().open()
      await add(store, 'q', 10)
      const claims = [1, 2, 3].map(() => claim(store, { atMost: { q: 4 }, limit: 3 }))
      expect((await Promise.all(claims)).map(({ length }) => length)).toEqual([3, 1, 0])
    })

    it('a job that is done in the same turn makes room', async () => {
      const store = await rig().open()
      await add(store, 'q', 3)
      expect(await claim(store, { atMost: { q: 1 } })).toEqual(['q000'])
      const [, next] = await Promise.all([done(store, 'q000'), claim(store, { atMost: { q: 1 } })])
      expect(next).toEqual(['q001'])
    })

    it('one whose lease has ended does not count, and is claimed within the bound', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, 'q', 4)
      expect(await claim(store, { atMost: { q: 2 } })).toHaveLength(2)
      clock.advance(1_001)
      expect(await claim(store, { atMost: { q: 2 } })).toEqual(['q000', 'q001'])
      expect(await claim(store, { atMost: { q: 2 } })).toEqual([])
    })

    it('one that is used up makes room for the next', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      const once = { op: 'add', id: 'a', queue: 'q', attempts: 1 } as const
      expectAccepted(await store.commit({ jobs: [once, { op: 'add', id: 'b', queue: 'q' }] }))
      expect(await claim(store, { atMost: { q: 1 } })).toEqual(['a'])
      clock.advance(1_001)
      expect(await claim(store, { atMost: { q: 1 } })).toEqual(['b'])
      expect(await store.job('a')).toMatchObject({ state: 'failed' })
    })

    it('a full queue does not hide the others, and urgency decides among all', async () => {
      const store = await rig().open()
      await add(store, 'full', 30, 9)
      await add(store, 'free', 5, 1)
      await add(store, 'tight', 30, 5)
      const queues = ['full', 'free', 'tight']
      expect(await claim(store, { queues, atMost: { full: 1, tight: 2 }, limit: 5 })).toEqual([
        'full000',
        'tight000',
        'tight001',
        'free000',
        'free001',
      ])
      const rest = await claim(store, { queues, atMost: { full: 1, tight: 3 }, limit: 5 })
      expect(rest).toEqual(['tight002', 'free002', 'free003', 'free004'])
    })

    it('a queue with any name is bounded only if it was said', async () => {
      const store = await rig().open()
      await add(store, 'constructor', 2)
      expect(await claim(store, { queues: ['constructor'], atMost: { q: 1 } })).toHaveLength(2)
    })

    it.each([-1, 0.5, Number.NaN])('%s is no bound', async (bound) => {
      const store = await rig().open()
      await expectCode(() => claim(store, { atMost: { q: bound } }), 'commit-malformed')
    })
  })
}
