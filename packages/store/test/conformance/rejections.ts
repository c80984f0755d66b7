// Every transaction settles exactly once, and says what became of it.

import { describe, expect, it } from 'vitest'
import type { CommitResult, Store, Tx } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, expectAccepted, expectRejected, put, SPACE } from './support.ts'

interface Ending {
  readonly outcome: string
  readonly end: (tx: Tx, store: Store) => unknown
  readonly rejected: CommitResult['rejected']
  readonly code?: string
}

const ENDINGS: readonly Ending[] = [
  { outcome: 'accepted', rejected: undefined, end: (tx) => tx.write(at('d'), 1) },
  { outcome: 'accepted without anything to send', rejected: undefined, end: () => {} },
  {
    outcome: 'refused by the database',
    rejected: 'permanent',
    code: 'revision',
    end: (tx) => tx.require({ type: 'revision', space: SPACE, id: 'd', seq: 77 }),
  },
  {
    outcome: 'refused as malformed',
    rejected: 'terminal',
    code: 'commit-malformed',
    end: (tx) => {
      tx.receipt({ id: 'twice' })
      tx.receipt({ id: 'twice' })
    },
  },
  {
    outcome: 'refused as stale here',
    rejected: 'stale',
    code: 'inconsistent',
    end: async (tx, store) => {
      tx.read(at('s'))
      await put(store, { s: 2 })
    },
  },
  {
    outcome: 'aborted',
    rejected: 'aborted',
    code: 'aborted',
    end: (tx) => tx.abort(),
  },
]

export function rejections(rig: () => Rig): void {
  async function prepared() {
    const store = await rig().open()
    await put(store, { s: 1 })
    return store
  }

  async function settle(tx: Tx): Promise<void> {
    if (tx.status() === 'open') await tx.commit().verdict
  }

  describe('settling', () => {
    it.each(ENDINGS)('$outcome: those who wait are told once, with the outcome', async (ending) => {
      const store = await prepared()
      const tx = store.begin()
      const told: CommitResult[] = []
      tx.onSettled((result) => told.push(result))
      tx.onSettled((result) => told.push(result))
      await ending.end(tx, store)
      await settle(tx)
      await store.pendingCommitsSettled()
      tx.abort()
      expect(told.map(({ rejected }) => rejected)).toEqual([ending.rejected, ending.rejected])
      if (ending.code !== undefined) expect(told[0]).toMatchObject({ code: ending.code })
    })

    it.each(ENDINGS)('$outcome: who asks afterwards is told at once', async (ending) => {
      const store = await prepared()
      const tx = store.begin()
      await ending.end(tx, store)
      await settle(tx)
      let told: CommitResult | undefined
      tx.onSettled((result) => {
        told = result
      })
      expect(told?.rejected).toBe(ending.rejected)
      expect(told === undefined).toBe(false)
      expect(tx.status()).toBe(ending.rejected === undefined ? 'committed' : 'failed')
    })

    it.each(ENDINGS.filter(({ rejected }) => rejected !== undefined))(
      '$outcome: the outcome says why, and when to try again',
      async (ending) => {
        const store = await prepared()
        const tx = store.begin()
        let told: CommitResult | undefined
        tx.onSettled((result) => {
          told = result
        })
        await ending.end(tx, store)
        await settle(tx)
        const rejected = expectRejected(told!, ending.rejected!)
        expect(rejected.why.length).toBeGreaterThan(5)
        await expect(rejected.readyToRetry()).resolves.toBeUndefined()
      },
    )

    it('status goes from open over pending to committed', async () => {
      const tx = (await prepared()).begin()
      const states = [tx.status()]
      tx.write(at('d'), 1)
      const { verdict } = tx.commit()
      states.push(tx.status())
      await verdict
      states.push(tx.status())
      expect(states).toEqual(['open', 'pending', 'committed'])
    })

    it('the reason of an abort is passed on', async () => {
      const tx = (await prepared()).begin()
      let told: CommitResult | undefined
      tx.onSettled((result) => {
        told = result
      })
      tx.abort('changed my mind')
      expect(told).toMatchObject({ why: 'changed my mind' })
    })

    it('an abort after the commit was sent changes nothing', async () => {
      const store = await prepared()
      const tx = store.begin()
      tx.write(at('d'), 1)
      const { verdict } = tx.commit()
      tx.abort()
      expectAccepted(await verdict)
      expect(store.read(at('d'))).toBe(1)
    })

    it('the view is final when those who wait are told', async () => {
      const store = await prepared()
      const tx = store.begin()
      tx.write(at('d'), 1)
      tx.require({ type: 'revision', space: SPACE, id: 'd', seq: 77 })
      let found: unknown = 'not told'
      tx.onSettled(() => {
        found = store.read(at('d'))
      })
      await tx.commit().verdict
      expect(found).toBeUndefined()
    })

    it('someone who waits and throws is reported, and harms nobody', async () => {
      const errors: unknown[] = []
      const store = await rig().open({ onError: (error) => errors.push(error) })
      const failure = new Error('mine')
      const tx = store.begin()
      let told = 0
      tx.onSettled(() => {
        throw failure
      })
      tx.onSettled(() => told++)
      tx.write(at('d'), 1)
      expectAccepted(await tx.commit().verdict)
      expect(errors).toEqual([failure])
      expect(told).toBe(1)
    })

    it('verdicts come in the order of the commits', async () => {
      const store = await prepared()
      const order: number[] = []
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          store.commit({ write: [{ at: at('d'), value: i }] }).then(() => order.push(i)),
        ),
      )
      expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i))
    })
  })
}
