// Every part of a commit happens, or none does, whichever part is the refused one.

import { describe, expect, it } from 'vitest'
import type { CommitSpec, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, eventually, expectAccepted, expectRejected, loaded, put, SPACE } from './support.ts'

/** One of everything. */
const WHOLE: CommitSpec = {
  write: [
    { at: at('order'), value: { total: 3 } },
    { at: at('stock', 'left'), value: 7 },
  ],
  receipts: [{ id: 'order-1', value: 'shipped' }],
  publish: [{ topic: 'orders', messageId: 'm1', payload: { n: 1 } }],
  jobs: [{ op: 'add', id: 'mail-1', queue: 'mail' }],
  timers: [{ op: 'set', id: 'remind', at: 9_000 }],
}

const ALL = { order: true, stock: 7, receipt: true, event: true, job: true, timer: true }
const NOTHING = { order: false, stock: 8, receipt: false, event: false, job: false, timer: false }

async function traces(store: Store) {
  return {
    order: (await loaded(store, at('order'))) !== undefined,
    stock: await loaded(store, at('stock', 'left')),
    receipt: (await store.receipt('order-1')) !== undefined,
    event: (await store.events('orders')).length > 0,
    job: (await store.job('mail-1')) !== undefined,
    timer: (await store.timers()).some(({ id }) => id === 'remind'),
  }
}

/** Each makes `WHOLE` be refused, by one of its parts. */
const REFUSALS: readonly [part: string, code: string, more: CommitSpec][] = [
  ['a receipt that exists', 'receipt-exists', { receipts: [{ id: 'old' }] }],
  ['a job that is not held', 'job-lost', { jobs: [{ op: 'done', id: 'none', attempt: 1 }] }],
  ['a job that is only queued', 'job-lost', { jobs: [{ op: 'done', id: 'waits', attempt: 0 }] }],
  ['a job extended by nobody', 'job-lost', { jobs: [{ op: 'extend', id: 'none', attempt: 1 }] }],
  [
    'a job failed by nobody',
    'job-lost',
    { jobs: [{ op: 'fail', id: 'none', attempt: 1, error: 'x' }] },
  ],
  ['a timer that is gone', 'timer-moved', { timers: [{ op: 'fire', id: 'none', at: 5 }] }],
  ['a timer that was moved', 'timer-moved', { timers: [{ op: 'fire', id: 'alarm', at: 5 }] }],
  [
    'a revision that is not',
    'revision',
    { expect: [{ type: 'revision', space: SPACE, id: 'stock', seq: 999 }] },
  ],
  [
    'a document that exists',
    'entity-absent',
    { expect: [{ type: 'entity-absent', space: SPACE, id: 'stock' }] },
  ],
  [
    'an event that was published',
    'event-absent',
    { expect: [{ type: 'event-absent', topic: 'told', messageId: 'before' }] },
  ],
  ['an epoch that is over', 'epoch', { expect: [{ type: 'epoch', lease: 'owner', epoch: 41 }] }],
  [
    'an origin that failed',
    'origin-committed',
    { expect: [{ type: 'origin-committed', origin: { status: () => 'failed' } }] },
  ],
  ['the same receipt twice', 'commit-malformed', { receipts: [{ id: 'twice' }, { id: 'twice' }] }],
  [
    'too many events',
    'commit-malformed',
    { publish: Array.from({ length: 4097 }, (_, i) => ({ topic: 'flood', messageId: `${i}` })) },
  ],
]

function joined(a: CommitSpec, b: CommitSpec): CommitSpec {
  return {
    expect: [...(a.expect ?? []), ...(b.expect ?? [])],
    write: [...(a.write ?? []), ...(b.write ?? [])],
    receipts: [...(a.receipts ?? []), ...(b.receipts ?? [])],
    publish: [...(a.publish ?? []), ...(b.publish ?? [])],
    jobs: [...(a.jobs ?? []), ...(b.jobs ?? [])],
    timers: [...(a.timers ?? []), ...(b.timers ?? [])],
  }
}

const PARTS: readonly [part: string, spec: CommitSpec][] = [
  ['documents', { write: [{ at: at('stock', 'left'), value: 7 }] }],
  ['a receipt', { receipts: [{ id: 'order-1' }] }],
  ['an event', { publish: [{ topic: 'orders', messageId: 'm1' }] }],
  ['a job', { jobs: [{ op: 'add', id: 'mail-1', queue: 'mail' }] }],
  ['a timer', { timers: [{ op: 'set', id: 'remind', at: 9_000 }] }],
  ['an expectation', { expect: [{ type: 'entity-absent', space: SPACE, id: 'never' }] }],
]

export function atomicity(rig: () => Rig): void {
  /** A store in which the refusals refuse. */
  async function prepared(): Promise<Store> {
    const store = await rig().open()
    expectAccepted(
      await store.commit({
        write: [{ at: at('stock'), value: { left: 8 } }],
        receipts: [{ id: 'old' }],
        publish: [{ topic: 'told', messageId: 'before' }],
        jobs: [{ op: 'add', id: 'waits', queue: 'other' }],
        timers: [{ op: 'set', id: 'alarm', at: 6 }],
      }),
    )
    return store
  }

  describe('atomicity', () => {
    it('every part of a commit is there when its verdict comes, under one number', async () => {
      const store = await prepared()
      const { seq } = expectAccepted(await store.commit(WHOLE))
      expect(await traces(store)).toEqual(ALL)
      expect((await store.receipt('order-1'))?.seq).toBe(seq)
      expect((await store.events('orders'))[0]?.seq).toBe(seq)
      expect((await store.job('mail-1'))?.seq).toBe(seq)
      expect((await store.timers()).find(({ id }) => id === 'remind')?.seq).toBe(seq)
      expect(store.version(at('order')).seq).toBe(seq)
    })

    it('every part of a commit is there after a restart', async () => {
      expectAccepted(await (await prepared()).commit(WHOLE))
      expect(await traces(await rig().restart())).toEqual(ALL)
    })

    it.each(REFUSALS)('nothing of a commit is kept when it carries %s', async (_, code, more) => {
      const store = await prepared()
      const result = await store.commit(joined(WHOLE, more))
      expect(result).toMatchObject({ code })
      expect(await traces(store)).toEqual(NOTHING)
      expect((await store.commits()).length).toBe(1)
      expect(await traces(await rig().restart())).toEqual(NOTHING)
    })

    it.each(REFUSALS)('a commit refused for %s uses up no number', async (_, code, more) => {
      const store = await prepared()
      expect(await store.commit(joined(WHOLE, more))).toMatchObject({ code })
      expect(expectAccepted(await store.commit(WHOLE)).seq).toBe(2)
    })

    it('nothing of a commit is kept when what it read has changed', async () => {
      const store = await prepared()
      const tx = store.begin()
      tx.read(at('stock'))
      for (const { at: where, value } of WHOLE.write!) tx.write(where, value)
      for (const receipt of WHOLE.receipts!) tx.receipt(receipt)
      for (const event of WHOLE.publish!) tx.publish(event)
      for (const job of WHOLE.jobs!) tx.job(job)
      for (const timer of WHOLE.timers!) tx.timer(timer)
      const peer = await rig().peer()
      await put(peer, { stock: { left: 8, more: 1 } })
      expectRejected(await tx.commit().verdict, 'stale')
      expect(await traces(peer)).toEqual(NOTHING)
    })

    it.each(PARTS)('%s alone make a commit', async (_, spec) => {
      const store = await prepared()
      expect(expectAccepted(await store.commit(spec)).seq).toBe(2)
      expect((await store.commitInfo(2))?.session).toBe(store.session)
    })

    it('documents written together reach another session together', async () => {
      const store = await rig().open()
      await put(store, { a: 0, b: 0 })
      const peer = await rig().peer()
      await peer.load({ space: SPACE })
      const torn: unknown[] = []
      peer.subscribe(() => {
        const pair = [peer.read(at('a')), peer.read(at('b'))]
        if (pair[0] !== pair[1]) torn.push(pair)
      })
      for (let n = 1; n <= 20; n++) await put(store, { a: n, b: n })
      await eventually(() => peer.read(at('a'))).toBe(20)
      expect(torn).toEqual([])
    })
  })
}
