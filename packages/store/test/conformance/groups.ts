// Commits of one turn share one durable write. Here groups are counted, so this runs only where
// nothing is sent twice.

import { describe, expect, it } from 'vitest'
import {
  type Driver,
  type JobOp,
  type JobRow,
  openStore,
  type Store,
  StoreError,
} from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { altered, at, expectAccepted, expectRejected, put } from './support.ts'

export function groups(rig: () => Rig): void {
  async function counted(): Promise<{ store: Store; sent: () => number }> {
    let sent = 0
    const inner = rig().driver()
    const transact: Driver['transact'] = (needs, body) => {
      sent++
      return inner.transact(needs, body)
    }
    return { store: await openStore(altered(inner, { transact })), sent: () => sent }
  }

  describe('groups', () => {
    it('commits of one turn are one transaction', async () => {
      const { store, sent } = await counted()
      await Promise.all(Array.from({ length: 100 }, (_, i) => put(store, { [`d${i}`]: i })))
      expect(sent()).toBe(1)
      expect((await store.commits()).length).toBe(100)
      await store.close()
    })

    it('commits, claims and leases of one turn are one transaction', async () => {
      const { store, sent } = await counted()
      const [, jobs, lease] = await Promise.all([
        store.commit({ jobs: [{ op: 'add', id: 'j', queue: 'q' }] }),
        store.claim({ queues: ['q'], worker: 'w' }),
        store.acquireLease('l', 1_000),
      ])
      expect(sent()).toBe(1)
      expect(jobs.length).toBe(1)
      expect(lease.held).toBe(true)
      await store.close()
    })

    it('a claim made in answer to jobs that are sent joins them, and nobody is told of what it took', async () => {
      const { store, sent } = await counted()
      const claims: Promise<readonly JobRow[]>[] = []
      const told: string[] = []
      store.onJobsSent((queues) => claims.push(store.claim({ queues, worker: 'w', limit: 1 })))
      store.onArrival(({ queues }) => told.push(...queues))
      const add = (id: string): JobOp => ({ op: 'add', id, queue: 'q' })
      const ids = async (claim: Promise<readonly JobRow[]>) => (await claim).map(({ id }) => id)
      expectAccepted(await store.commit({ jobs: [add('a')] }))
      expect(await ids(claims[0]!)).toEqual(['a'])
      expect({ sent: sent(), told }).toEqual({ sent: 1, told: [] })
      expectAccepted(await store.commit({ jobs: [add('b'), add('c')] }))
      expect(await ids(claims[1]!)).toEqual(['b'])
      expect({ sent: sent(), told }).toEqual({ sent: 2, told: ['q'] })
      await store.close()
    })

    it('a claim made in answer to jobs that are refused finds none', async () => {
      const { store } = await counted()
      const claims: Promise<readonly JobRow[]>[] = []
      store.onJobsSent((queues) => claims.push(store.claim({ queues, worker: 'w' })))
      const refused = await store.commit({
        jobs: [{ op: 'add', id: 'a', queue: 'q' }],
        expect: [{ type: 'epoch', lease: 'l', epoch: 1 }],
      })
      expectRejected(refused, 'permanent', 'epoch')
      expect(await claims[0]).toEqual([])
      await store.close()
    })

    it('jobs for later, and jobs that are not new, wake nobody when they are sent', async () => {
      const { store } = await counted()
      const told: string[] = []
      store.onJobsSent((queues) => told.push(...queues))
      await store.commit({ jobs: [{ op: 'add', id: 'a', queue: 'q', runAt: 9e12 }] })
      await store.commit({ jobs: [{ op: 'cancel', id: 'a' }] })
      await store.commit({ jobs: [{ op: 'add', id: 'b', queue: 'p' }] })
      expect(told).toEqual(['p'])
      await store.close()
    })

    it('what is committed during a transaction joins the next one', async () => {
      const { store, sent } = await counted()
      const first = put(store, { a: 1 })
      await new Promise<void>((resolve) => setImmediate(resolve))
      const rest = Array.from({ length: 50 }, (_, i) => put(store, { [`d${i}`]: i }))
      await Promise.all([first, ...rest])
      expect(sent()).toBeLessThanOrEqual(2)
      await store.close()
    })

    it('a commit that has nothing to say is not sent', async () => {
      const { store, sent } = await counted()
      await put(store, { d: 1 })
      await store.edit((tx) => tx.write(at('d'), 1))
      await store.edit((tx) => tx.read(at('d')))
      await store.edit((tx) => tx.write(at('sum'), 1), { derived: true })
      expect(sent()).toBe(1)
      await store.close()
    })

    it('a commit that is refused here is not sent', async () => {
      const { store, sent } = await counted()
      expectRejected(await store.commit({ receipts: [{ id: 'r' }, { id: 'r' }] }), 'terminal')
      expect(sent()).toBe(0)
      await store.close()
    })

    it('one that the database finds too large is refused alone, and the others keep their order', async () => {
      const inner = rig().driver()
      const transact: Driver['transact'] = (needs, body) => {
        const isLarge = needs.rows().docs.some(({ id }) => id === 'large')
        if (isLarge) throw new StoreError('value-too-large', 'the group')
        return inner.transact(needs, body)
      }
      const store = await openStore(altered(inner, { transact }))
      const [first, large, second, third] = await Promise.all([
        put(store, { a: 1 }),
        store.commit({ write: [{ at: at('large'), value: 2 }] }),
        put(store, { b: 3 }),
        put(store, { a: 4 }),
      ])
      expectRejected(large, 'transport', 'value-too-large')
      expect([first, second, third]).toEqual([1, 2, 3])
      expect(store.read(at('a'))).toBe(4)
      expect(await put(store, { c: 5 })).toBe(4)
      await store.close()
    })

    it('one that is refused does not harm its group', async () => {
      const { store, sent } = await counted()
      const results = await Promise.all([
        store.commit({ write: [{ at: at('a'), value: 1 }] }),
        store.commit({
          write: [{ at: at('b'), value: 1 }],
          expect: [{ type: 'epoch', lease: 'l', epoch: 1 }],
        }),
        store.commit({ write: [{ at: at('c'), value: 1 }] }),
      ])
      expect(sent()).toBe(1)
      expect([results[0]!, results[2]!].map((result) => expectAccepted(result).seq)).toEqual([1, 2])
      expectRejected(results[1]!, 'permanent', 'epoch')
      await store.close()
    })
  })
}
