// A commit whose answer was lost is sent again, and lands once: its verdict, its effects and what
// subscribers hear are those of a commit that was sent once.

import { describe, expect, it } from 'vitest'
import type { Driver, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import {
  at,
  changesOf,
  eventually,
  expectAccepted,
  expectRejected,
  forgetful,
  loaded,
  put,
  recorded,
  SPACE,
  TestClock,
} from './support.ts'

export function unknown(rig: () => Rig): void {
  /** A session whose next group loses its answer; `meanwhile` happens before it is sent again. */
  async function cut(
    loses: 'answer' | 'request',
    meanwhile: (peer: Store) => Promise<unknown> = async () => {},
    clock = new TestClock(),
  ) {
    const peer = await rig().peer({ clock })
    await put(peer, { d: { x: 0, list: [1, 2, 3] } })
    const broken = forgetful(rig().driver(), loses, () => meanwhile(peer))
    const store = await rig().openOn(broken.driver, { clock })
    await store.load({ space: SPACE })
    broken.loseNext()
    return { store, peer, sent: broken.sent }
  }

  describe.each(['answer', 'request'] as const)('a group that lost its %s', (loses) => {
    it('has one verdict and one effect', async () => {
      const { store, sent } = await cut(loses)
      const result = await store.commit({
        write: [{ at: at('d', 'x'), value: 1 }],
        receipts: [{ id: 'r', value: 'mine' }],
        publish: [{ topic: 't', messageId: 'm' }],
        jobs: [{ op: 'add', id: 'j', queue: 'q' }],
        timers: [{ op: 'set', id: 't', at: 1 }],
      })
      expect(expectAccepted(result).seq).toBe(2)
      expect(sent()).toBe(2)
      expect((await store.commits()).map(({ seq }) => seq)).toEqual([1, 2])
      expect(await store.events('t')).toMatchObject([{ seq: 2 }])
      expect(store.read(at('d', 'x'))).toBe(1)
      expect(store.version(at('d'))).toMatchObject({ seq: 2, pending: false })
    })

    it('has one verdict for each of its commits, in order', async () => {
      const { store } = await cut(loses)
      const results = await Promise.all([
        store.commit({ write: [{ at: at('d', 'x'), value: 1 }] }),
        store.commit({ expect: [{ type: 'epoch', lease: 'l', epoch: 9 }] }),
        store.commit({ receipts: [{ id: 'r', value: 1 }] }),
        store.commit({ receipts: [{ id: 'r', value: 2 }] }),
      ])
      expectAccepted(results[0]!)
      expectRejected(results[1]!, 'permanent', 'epoch')
      const { seq } = expectAccepted(results[2]!)
      const { existing } = expectRejected(results[3]!, 'permanent', 'receipt-exists')
      expect(existing).toEqual({ seq, value: 1 })
    })

    it('counts an increment once', async () => {
      const { store } = await cut(loses)
      for (let i = 0; i < 3; i++) {
        await store.edit((tx) => tx.write(at('d', 'x'), Number(tx.read(at('d', 'x'))) + 1))
      }
      expect(await loaded(await rig().peer(), at('d', 'x'))).toBe(3)
    })

    it('removes a list element once, and subscribers see it go once', async () => {
      const { store } = await cut(loses)
      const seen = recorded(store)
      expectAccepted(await store.commit({ write: [{ at: at('d', 'list', 0) }] }))
      expect(store.read(at('d', 'list'))).toEqual([2, 3])
      expect(changesOf(seen, 'd').map(({ after }) => after)).toEqual([{ x: 0, list: [2, 3] }])
      expect(await loaded(await rig().peer(), at('d', 'list'))).toEqual([2, 3])
    })

    it('hands a claimed job out once', async () => {
      const { store, peer } = await cut(loses)
      await peer.commit({ jobs: ['a', 'b'].map((id) => ({ op: 'add', id, queue: 'q' })) })
      const claimed = await store.claim({ queues: ['q'], worker: 'w' })
      expect(claimed).toMatchObject([{ id: 'a', attempt: 1, worker: 'w', state: 'running' }])
      expect(await peer.claim({ queues: ['q'], worker: 'v', limit: 9 })).toMatchObject([
        { id: 'b' },
      ])
    })

    it('moves a lease once', async () => {
      const { store } = await cut(loses)
      expect(await store.acquireLease('l', 1_000)).toMatchObject({
        held: true,
        lease: { epoch: 1 },
      })
      expect(await store.lease('l')).toMatchObject({ holder: store.session, epoch: 1 })
    })

    it('is heard of here, like any other', async () => {
      const { store } = await cut(loses)
      let heard = false
      store.onArrival(({ timers, queues, everything }) => {
        heard ||= everything === true || (timers && queues.includes('q'))
      })
      await store.commit({
        jobs: [{ op: 'add', id: 'j', queue: 'q' }],
        timers: [{ op: 'set', id: 't', at: 1 }],
      })
      await eventually(() => heard).toBe(true)
    })

    it('is heard of elsewhere, like any other', async () => {
      const { store, peer } = await cut(loses)
      let heard = false
      peer.onArrival(({ timers, queues, everything }) => {
        heard ||= everything === true || (timers && queues.includes('q'))
      })
      await store.commit({
        write: [{ at: at('d', 'x'), value: 1 }],
        jobs: [{ op: 'add', id: 'j', queue: 'q' }],
        timers: [{ op: 'set', id: 't', at: 1 }],
      })
      await eventually(() => heard).toBe(true)
      await eventually(() => peer.read(at('d', 'x'))).toBe(1)
    })

    it('does not hide what others did meanwhile', async () => {
      const { store, peer } = await cut(loses, (other) =>
        other.commit({ write: [{ at: at('d', 'y'), value: 'theirs' }] }),
      )
      expectAccepted(await store.commit({ write: [{ at: at('d', 'x'), value: 1 }] }))
      const both = { x: 1, y: 'theirs', list: [1, 2, 3] }
      await eventually(() => store.read(at('d'))).toEqual(both)
      await eventually(() => peer.read(at('d'))).toEqual(both)
    })

    it('tells subscribers the whole way to the final state', async () => {
      const { store, peer } = await cut(loses, (other) =>
        other.commit({ write: [{ at: at('d', 'x'), value: 'theirs' }] }),
      )
      const seen = recorded(store)
      expectAccepted(await store.commit({ write: [{ at: at('d', 'x'), value: 'mine' }] }))
      const final = loses === 'answer' ? 'theirs' : 'mine'
      await eventually(() => [store.read(at('d', 'x')), peer.read(at('d', 'x'))]).toEqual([
        final,
        final,
      ])
      const changes = changesOf(seen, 'd')
      for (const [i, change] of changes.entries()) {
        if (i > 0) expect(change.before).toEqual(changes[i - 1]?.after)
      }
      expect(changes.at(-1)?.after).toEqual(store.read(at('d')))
    })

    it('is followed by the next as if nothing had happened', async () => {
      const { store } = await cut(loses)
      const seqs = await Promise.all([put(store, { a: 1 }), put(store, { b: 1 })])
      expect(seqs).toEqual([2, 3])
      expect(await put(store, { c: 1 })).toBe(4)
    })
  })

  describe('a claim whose answer was lost', () => {
    it('does not hand out what another worker has taken over since', async () => {
      const clock = new TestClock()
      const { store, peer } = await cut(
        'answer',
        async (other) => {
          clock.advance(2_000)
          await other.claim({ queues: ['q'], worker: 'v', leaseMs: 60_000 })
        },
        clock,
      )
      await peer.commit({ jobs: [{ op: 'add', id: 'j', queue: 'q' }] })
      const claimed = await store.claim({ queues: ['q'], worker: 'w', leaseMs: 1_000 })
      expect(claimed.filter(({ attempt }) => attempt !== 1)).toEqual([])
      for (const { attempt } of claimed) {
        expectRejected(
          await store.commit({ jobs: [{ op: 'done', id: 'j', attempt }] }),
          'permanent',
          'job-lost',
        )
      }
      expectAccepted(await peer.commit({ jobs: [{ op: 'done', id: 'j', attempt: 2 }] }))
    })

    it('settles everything of its group although the job cannot be read at once', async () => {
      const peer = await rig().peer()
      await peer.commit({ jobs: [{ op: 'add', id: 'j', queue: 'q' }] })
      const broken = forgetful(rig().driver(), 'answer')
      let failing = true
      const driver: Driver = new Proxy(broken.driver, {
        get(target, name) {
          if (name !== 'job') return Reflect.get(target, name)
          return async (id: string) => {
            if (!failing) return rig().driver().job(id)
            failing = false
            throw new Error('the test cut the line')
          }
        },
      })
      const store = await rig().openOn(driver, { onError: () => {} })
      broken.loseNext()
      const claiming = store.claim({ queues: ['q'], worker: 'w' }).catch(() => 'failed')
      const verdict = store.commit({ write: [{ at: at('d'), value: 1 }] })
      expectAccepted(await verdict)
      expect(await claiming).not.toBeUndefined()
      expect(store.hasPendingCommits()).toBe(false)
    })
  })
}
