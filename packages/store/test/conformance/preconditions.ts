// Preconditions of a commit are checked by the database, also when it writes nothing.

import { describe, expect, it } from 'vitest'
import type { Origin, Precondition, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, expectAccepted, expectRejected, held, put, SPACE } from './support.ts'

const absent = (id: string): Precondition => ({ type: 'entity-absent', space: SPACE, id })
const revision = (id: string, seq: number): Precondition => ({
  type: 'revision',
  space: SPACE,
  id,
  seq,
})
const after = (origin: Origin): Precondition => ({ type: 'origin-committed', origin })

export function preconditions(rig: () => Rig): void {
  const expecting = (store: Store, ...expect: Precondition[]) => store.commit({ expect })

  describe('event-absent', () => {
    const event = { topic: 'orders', messageId: 'm1' }
    const once: Precondition = { type: 'event-absent', ...event }

    it('holds until the event is published, by whichever host', async () => {
      const store = await rig().open()
      const other = await rig().peer()
      expectAccepted(await expecting(store, once))
      expectAccepted(await other.commit({ expect: [once], publish: [event] }))
      expectRejected(await expecting(store, once), 'permanent', 'event-absent')
      expectAccepted(await expecting(store, { ...once, topic: 'others' }))
    })

    it('holds for one of two commits of a group', async () => {
      const store = await rig().open()
      const sent = [1, 2].map((payload) =>
        store.commit({ expect: [once], publish: [{ ...event, payload }] }),
      )
      const [first, second] = await Promise.all(sent)
      expectAccepted(first!)
      expectRejected(second!, 'permanent', 'event-absent')
      expect(await store.events('orders')).toMatchObject([{ payload: 1 }])
    })
  })

  describe('origin-committed', () => {
    it('holds for an origin that was accepted', async () => {
      const store = await rig().open()
      const origin = store.begin()
      origin.write(at('d'), 1)
      await origin.commit().verdict
      expectAccepted(await expecting(store, after(origin)))
    })

    it('holds for an origin that had nothing to send', async () => {
      const store = await rig().open()
      const origin = store.begin()
      origin.read(at('d'))
      origin.commit()
      expectAccepted(await expecting(store, after(origin)))
    })

    it('holds for an origin that is still pending and then accepted', async () => {
      const store = await rig().open()
      const origin = store.begin()
      origin.write(at('d'), 1)
      origin.commit()
      expect(origin.status()).toBe('pending')
      const follower = store.begin()
      follower.require(after(origin))
      expectAccepted(await follower.commit().verdict)
      expect(origin.status()).toBe('committed')
    })

    it('fails for an origin that is pending and then refused', async () => {
      const store = await rig().open()
      await store.commit({ receipts: [{ id: 'taken' }] })
      const origin = store.begin()
      origin.write(at('d'), 1)
      origin.receipt({ id: 'taken' })
      origin.commit()
      const follower = store.begin()
      follower.require(after(origin))
      follower.write(at('e'), 1)
      expectRejected(await follower.commit().verdict, 'permanent', 'origin-committed')
      expect(store.read(at('e'))).toBeUndefined()
    })

    it('fails down a whole chain', async () => {
      const store = await rig().open()
      await store.commit({ receipts: [{ id: 'taken' }] })
      const txs = [0, 1, 2, 3].map(() => store.begin())
      txs[0]!.receipt({ id: 'taken' })
      for (const i of [1, 2, 3]) txs[i]!.require(after(txs[i - 1]!))
      const verdicts = txs.map((tx) => tx.commit().verdict)
      const codes = (await Promise.all(verdicts)).map((result) =>
        expectRejected(result, 'permanent'),
      )
      expect(codes.map(({ code }) => code)).toEqual([
        'receipt-exists',
        ...Array(3).fill('origin-committed'),
      ])
    })

    it.each<[kind: string, end: (store: Store) => Promise<Origin>]>([
      [
        'aborted',
        async (store) => {
          const tx = store.begin()
          tx.abort()
          return tx
        },
      ],
      [
        'refused',
        async (store) => {
          const tx = store.begin()
          tx.require(revision('never', 5))
          await tx.commit().verdict
          return tx
        },
      ],
      ['never committed', async (store) => store.begin()],
    ])('fails for an origin that was %s', async (_, end) => {
      const store = await rig().open()
      const origin = await end(store)
      expectRejected(await expecting(store, after(origin)), 'permanent', 'origin-committed')
    })
  })

  describe('entity-absent', () => {
    it('holds for a document that never existed', async () => {
      const store = await rig().open()
      expectAccepted(await expecting(store, absent('d')))
      expectAccepted(
        await store.commit({ expect: [absent('d')], write: [{ at: at('d'), value: 1 }] }),
      )
    })

    it('fails for a document that exists', async () => {
      const store = await rig().open()
      await put(store, { d: 1 })
      expectRejected(await expecting(store, absent('d')), 'permanent', 'entity-absent')
    })

    it('fails for a document whose value is a blank', async () => {
      const store = await rig().open()
      await put(store, { d: null })
      expectRejected(await expecting(store, absent('d')), 'permanent', 'entity-absent')
    })

    it('fails for a deleted document: it still counts as existing', async () => {
      const store = await rig().open()
      await put(store, { d: 1 })
      await store.edit((tx) => tx.delete(at('d')))
      expectRejected(await expecting(store, absent('d')), 'permanent', 'entity-absent')
    })

    it('fails after a restart, for a document nobody loaded', async () => {
      const store = await rig().open()
      await put(store, { kept: 1, deleted: 1 })
      await store.edit((tx) => tx.delete(at('deleted')))
      const again = await rig().restart()
      expectRejected(await expecting(again, absent('kept')), 'permanent', 'entity-absent')
      expectRejected(await expecting(again, absent('deleted')), 'permanent', 'entity-absent')
    })

    it('fails for a document that another session created', async () => {
      const store = await rig().open()
      await store.load({ space: SPACE })
      await put(await rig().peer(), { d: 1 })
      expectRejected(await expecting(store, absent('d')), 'permanent', 'entity-absent')
    })

    it('holds for one of several sessions that create it at once', async () => {
      const sessions = [await rig().open(), await rig().peer(), await rig().peer()]
      const results = await Promise.all(
        sessions.map((session, value) =>
          session.commit({ expect: [absent('d')], write: [{ at: at('d'), value }] }),
        ),
      )
      expect(results.filter(({ rejected }) => rejected === undefined).length).toBe(1)
    })

    it('holds once within one turn of one session', async () => {
      const store = await rig().open()
      const create = () =>
        store.commit({ expect: [absent('d')], write: [{ at: at('d'), value: 1 }] })
      const [first, second] = await Promise.all([create(), create()])
      expectAccepted(first!)
      expectRejected(second!, 'permanent', 'entity-absent')
    })
  })

  describe('revision', () => {
    it.each([
      ['its last commit', 0, 'holds'],
      ['an older commit', -1, 'fails'],
      ['a later commit', 1, 'fails'],
    ] as const)('of a document, given %s, %s', async (_, off, outcome) => {
      const store = await rig().open()
      await put(store, { other: 1 })
      const seq = await put(store, { d: 1 })
      await put(store, { other: 2 })
      const result = await expecting(store, revision('d', seq + off))
      if (outcome === 'holds') expectAccepted(result)
      else expectRejected(result, 'permanent', 'revision')
    })

    it('0 holds for what never existed, and fails for what did', async () => {
      const store = await rig().open()
      expectAccepted(await expecting(store, revision('d', 0)))
      await put(store, { d: 1 })
      expectRejected(await expecting(store, revision('d', 0)), 'permanent', 'revision')
      await store.edit((tx) => tx.delete(at('d')))
      expectRejected(await expecting(store, revision('d', 0)), 'permanent', 'revision')
    })

    it('moves with a delete', async () => {
      const store = await rig().open()
      await put(store, { d: 1 })
      const { seq } = await store.edit((tx) => tx.delete(at('d')))
      expectAccepted(await expecting(store, revision('d', seq)))
    })

    it('is checked against what is durable, not against what is pending', async () => {
      const store = await rig().open()
      const seq = await put(store, { d: 1 })
      const [, second] = await Promise.all([
        store.commit({ write: [{ at: at('d'), value: 2 }] }),
        expecting(store, revision('d', seq)),
      ])
      expectRejected(second, 'permanent', 'revision')
    })

    it('holds after a restart, for a document nobody loaded', async () => {
      const seq = await put(await rig().open(), { d: 1 })
      const again = await rig().restart()
      expectAccepted(await expecting(again, revision('d', seq)))
      expectRejected(await expecting(again, revision('d', seq + 1)), 'permanent', 'revision')
    })

    it('fails when another session wrote first', async () => {
      const seq = await put(await rig().peer(), { d: 1 })
      const { driver, gate } = held(rig().driver())
      const store = await rig().openOn(driver)
      await store.load({ space: SPACE })
      gate.shut()
      const verdict = expecting(store, revision('d', seq))
      await put(await rig().peer(), { d: 2 })
      gate.open()
      expectRejected(await verdict, 'permanent', 'revision')
    })
  })

  describe('preconditions', () => {
    it('a commit that only expects is sent, numbered and explained', async () => {
      const store = await rig().open()
      const cause = { by: 'a check' }
      const result = await store.commit({ expect: [absent('d')], cause })
      const { seq, changes } = expectAccepted(result)
      expect(changes).toEqual([])
      expect((await store.commitInfo(seq))?.info).toEqual(cause)
    })

    it('all of several must hold', async () => {
      const store = await rig().open()
      const seq = await put(store, { d: 1 })
      expectAccepted(await expecting(store, revision('d', seq), absent('e'), absent('f')))
      const result = await expecting(store, revision('d', seq), absent('e'), absent('d'))
      expectRejected(result, 'permanent', 'entity-absent')
    })

    it('a failed precondition is named before a stale read', async () => {
      const store = await rig().open()
      await put(store, { d: 1 })
      const { driver, gate } = held(rig().driver())
      const mine = await rig().openOn(driver)
      await mine.load({ space: SPACE })
      gate.shut()
      const tx = mine.begin()
      tx.read(at('d'))
      tx.require(absent('d'))
      const { verdict } = tx.commit()
      await put(store, { d: 2 })
      gate.open()
      expectRejected(await verdict, 'permanent', 'entity-absent')
    })
  })
}
