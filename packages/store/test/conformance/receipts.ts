// A receipt is made once: the witness that something was done, and what came of it.

import { describe, expect, it } from 'vitest'
import type { ReceiptSpec, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, expectAccepted, expectCode, expectRejected, put, TestClock } from './support.ts'

export function receipts(rig: () => Rig): void {
  const mark = (store: Store, ...receipts: ReceiptSpec[]) => store.commit({ receipts })

  describe('receipts', () => {
    it('a receipt is kept with the commit that made it', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      const { seq } = expectAccepted(await mark(store, { id: 'r', value: { total: 3 } }))
      expect(await store.receipt('r')).toEqual({
        id: 'r',
        seq,
        at: clock.now(),
        value: { total: 3 },
        expiresAt: undefined,
      })
    })

    it('what was never done has no receipt', async () => {
      expect(await (await rig().open()).receipt('none')).toBeUndefined()
    })

    it('the second of two is refused, and gets what the first one stored', async () => {
      const store = await rig().open()
      const { seq } = expectAccepted(await mark(store, { id: 'r', value: ['first'] }))
      const result = await mark(store, { id: 'r', value: ['second'] })
      const { existing } = expectRejected(result, 'permanent', 'receipt-exists')
      expect(existing).toEqual({ seq, value: ['first'] })
      expect((await store.receipt('r'))?.value).toEqual(['first'])
    })

    it('a first one without a value is found as well', async () => {
      const store = await rig().open()
      await mark(store, { id: 'r' })
      const { existing } = expectRejected(await mark(store, { id: 'r', value: 1 }), 'permanent')
      expect(existing).toEqual({ seq: 1, value: undefined })
    })

    it('the second is refused although its writes change nothing', async () => {
      const store = await rig().open()
      const spec = { write: [{ at: at('d'), value: 1 }], receipts: [{ id: 'r', value: 1 }] }
      expectAccepted(await store.commit(spec))
      expectRejected(await store.commit(spec), 'permanent', 'receipt-exists')
    })

    it('of two in one turn the first is accepted', async () => {
      const store = await rig().open()
      const [first, second] = await Promise.all([
        mark(store, { id: 'r', value: 1 }),
        mark(store, { id: 'r', value: 2 }),
      ])
      const { seq } = expectAccepted(first!)
      expect(expectRejected(second!, 'permanent').existing).toEqual({ seq, value: 1 })
    })

    it('of two sessions one is accepted, and the other learns the value', async () => {
      const sessions = [await rig().open(), await rig().peer()]
      const results = await Promise.all(
        sessions.map((session, value) => mark(session, { id: 'r', value })),
      )
      const winner = results.findIndex(({ rejected }) => rejected === undefined)
      expect(expectRejected(results[1 - winner]!, 'permanent').existing?.value).toBe(winner)
    })

    it('a receipt outlives a restart', async () => {
      await mark(await rig().open(), { id: 'r', value: 'kept' })
      const again = await rig().restart()
      const { existing } = expectRejected(await mark(again, { id: 'r' }), 'permanent')
      expect(existing?.value).toBe('kept')
    })

    it('a commit may carry several, and one that exists refuses them all', async () => {
      const store = await rig().open()
      expectAccepted(await mark(store, { id: 'a' }, { id: 'b' }))
      expectRejected(await mark(store, { id: 'c' }, { id: 'b' }), 'permanent', 'receipt-exists')
      expect(await store.receipt('c')).toBeUndefined()
    })

    it('the same one twice in a commit is malformed', async () => {
      const store = await rig().open()
      expectRejected(await mark(store, { id: 'a' }, { id: 'a' }), 'terminal', 'commit-malformed')
    })

    it('a receipt binds until it expires, and no longer', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await mark(store, { id: 'r', value: 1, expiresAt: clock.now() + 1_000 })
      clock.advance(999)
      expectRejected(await mark(store, { id: 'r' }), 'permanent', 'receipt-exists')
      clock.advance(1)
      expectAccepted(await mark(store, { id: 'r', value: 2 }))
      clock.advance(1_000_000)
      expectRejected(await mark(store, { id: 'r' }), 'permanent', 'receipt-exists')
      expect((await store.receipt('r'))?.value).toBe(2)
    })

    it('upkeep forgets those that expired and keeps the others', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      const expiresAt = clock.now() + 1_000
      await mark(store, { id: 'short', expiresAt }, { id: 'long', expiresAt: expiresAt + 1 })
      await mark(store, { id: 'forever' })
      clock.advance(1_000)
      await store.maintain()
      expect(await store.receipt('short')).toBeUndefined()
      expect(await store.receipt('long')).toMatchObject({ expiresAt: expiresAt + 1 })
      expect(await store.receipt('forever')).toBeDefined()
    })

    it.each([Number.NaN, Number.POSITIVE_INFINITY, 1_700_000_000_000.5])(
      'a receipt that expires at %s is refused, and the store goes on',
      async (expiresAt) => {
        const store = await rig().open()
        await expectCode(() => mark(store, { id: 'r', expiresAt }), 'commit-malformed')
        expect(await put(store, { after: 1 })).toBe(1)
      },
    )
  })
}
