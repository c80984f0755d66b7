// Unknown outcome is resolved, not guessed: whoever lost the answer sends the same receipt again and
// gets the first result, whether or not the first sending got through.

import { describe, expect, it } from 'vitest'
import { type Driver, type Store, StoreError } from '../src/index.ts'
import { everyRig, withRigs } from './conformance/rig.ts'
import {
  altered,
  at,
  expectAccepted,
  expectRejected,
  loaded,
  systemWith,
} from './conformance/support.ts'

/** Transfers once per receipt, however often it is called. */
function transfer(store: Store, receipt: string) {
  return store.commit({
    write: [{ at: at('balance', receipt), value: 100 }],
    receipts: [{ id: receipt, value: { moved: 100 } }],
    publish: [{ topic: 'transfers', messageId: receipt }],
  })
}

withRigs(everyRig(), (rig) => {
  /** A session that is cut off for good in its first commit, and gives up at once. */
  async function cutOff(loses: 'answer' | 'request'): Promise<Store> {
    const inner = rig().driver()
    let cut = false
    const transact: Driver['transact'] = async (needs, body) => {
      if (!cut && loses === 'answer') await inner.transact(needs, body)
      cut = true
      throw new StoreError('outcome-unknown', 'the test cut the line')
    }
    let now = 1_700_000_000_000
    const impatient = systemWith({
      now: () => {
        now += 60_000
        return now
      },
    })
    return rig().openOn(altered(inner, { transact }), { system: impatient })
  }

  describe.each(['answer', 'request'] as const)('a client that lost the %s', (loses) => {
    it('is told that the outcome is unknown, not that it failed', async () => {
      const result = await transfer(await cutOff(loses), 'r')
      const rejected = expectRejected(result, 'transport', 'outcome-unknown')
      expect(rejected.why).toContain('same receipt')
    })

    it('does not show what it cannot confirm', async () => {
      const store = await cutOff(loses)
      await transfer(store, 'r')
      expect(store.read(at('balance', 'r'))).toBeUndefined()
      expect(store.hasPendingCommits()).toBe(false)
    })

    it('sends it again and gets the first result: it landed once', async () => {
      await transfer(await cutOff(loses), 'r')
      const again = await rig().open()
      const second = await transfer(again, 'r')
      if (loses === 'answer') {
        const { existing } = expectRejected(second, 'permanent', 'receipt-exists')
        expect(existing).toEqual({ seq: 1, value: { moved: 100 } })
      } else expectAccepted(second)
      const third = expectRejected(await transfer(again, 'r'), 'permanent', 'receipt-exists')
      expect(third.existing).toEqual({ seq: 1, value: { moved: 100 } })
      expect(await loaded(await rig().peer(), at('balance'))).toEqual({ r: 100 })
      expect((await again.events('transfers')).length).toBe(1)
      expect((await again.commits()).length).toBe(1)
    })

    it('may ask after a restart, and the receipt knows', async () => {
      await transfer(await cutOff(loses), 'r')
      const receipt = await (await rig().restart()).receipt('r')
      expect(receipt?.value).toEqual(loses === 'answer' ? { moved: 100 } : undefined)
    })
  })
})
