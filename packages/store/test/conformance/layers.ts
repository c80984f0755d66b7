// A write shows at once, above what is confirmed; a verdict folds it in or takes it back.

import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/index.ts'
import type { Gate } from './gate.ts'
import type { Rig } from './rig.ts'
import {
  at,
  changesOf,
  eventually,
  expectAccepted,
  expectRejected,
  held,
  put,
  recorded,
  SPACE,
} from './support.ts'

export function layers(rig: () => Rig): void {
  /** A session whose commits wait, and a peer that is free. */
  async function withHeld(
    run: (store: Store, gate: Gate, peer: Store) => Promise<void>,
  ): Promise<void> {
    const peer = await rig().peer()
    await put(peer, { d: { a: 1, b: 1, list: [1, 2, 3] } })
    await peer.commit({ receipts: [{ id: 'taken' }] })
    const { driver, gate } = held(rig().driver())
    const store = await rig().openOn(driver)
    await store.load({ space: SPACE })
    gate.shut()
    await run(store, gate, peer)
  }

  describe('layers', () => {
    it('what is pending shows, and is not confirmed', async () => {
      await withHeld(async (store, gate) => {
        const { seq } = store.version(at('d'))
        const verdict = store.commit({ write: [{ at: at('d', 'a'), value: 2 }] })
        expect(store.read(at('d', 'a'))).toBe(2)
        expect(store.version(at('d'))).toMatchObject({ seq, pending: true })
        gate.open()
        const committed = expectAccepted(await verdict)
        expect(store.version(at('d'))).toMatchObject({ seq: committed.seq, pending: false })
      })
    })

    it('several pending commits stack in the order in which they were made', async () => {
      await withHeld(async (store, gate) => {
        const verdicts = [2, 3, 4].map((value) =>
          store.commit({
            write: [
              { at: at('d', 'a'), value },
              { at: at('d', `k${value}`), value },
            ],
          }),
        )
        expect(store.read(at('d'))).toEqual({ a: 4, b: 1, list: [1, 2, 3], k2: 2, k3: 3, k4: 4 })
        gate.open()
        const seqs = (await Promise.all(verdicts)).map((result) => expectAccepted(result).seq)
        expect(seqs).toEqual([seqs[0], seqs[0]! + 1, seqs[0]! + 2])
        expect(store.read(at('d', 'a'))).toBe(4)
      })
    })

    it('a later commit that read a pending one is accepted with it', async () => {
      await withHeld(async (store, gate) => {
        const first = store.commit({ write: [{ at: at('d', 'a'), value: 2 }] })
        const tx = store.begin()
        tx.write(at('sum'), Number(tx.read(at('d', 'a'))) + 100)
        const second = tx.commit().verdict
        gate.open()
        expectAccepted(await first)
        expectAccepted(await second)
        expect(store.read(at('sum'))).toBe(102)
      })
    })

    it('when a pending commit is refused, those that read it are stale, and all are taken back', async () => {
      await withHeld(async (store, gate) => {
        const seen = recorded(store)
        const first = store.commit({
          write: [{ at: at('d', 'a'), value: 2 }],
          receipts: [{ id: 'taken' }],
        })
        const second = store.begin()
        second.write(at('d', 'b'), Number(second.read(at('d', 'a'))) + 100)
        const third = store.begin()
        const secondVerdict = second.commit().verdict
        third.write(at('e'), Number(third.read(at('d', 'b'))) + 100)
        const thirdVerdict = third.commit().verdict
        expect(store.read(at('e'))).toBe(202)
        gate.open()
        expectRejected(await first, 'permanent', 'receipt-exists')
        expectRejected(await secondVerdict, 'stale', 'conflict')
        expectRejected(await thirdVerdict, 'stale', 'conflict')
        expect(store.read(at('d'))).toEqual({ a: 1, b: 1, list: [1, 2, 3] })
        expect(store.read(at('e'))).toBeUndefined()
        const reverted = seen.filter(({ type }) => type === 'revert')
        expect(reverted.map(({ changes }) => changes.map(({ id }) => id))).toEqual([
          ['d'],
          ['d'],
          ['e'],
        ])
      })
    })

    it('a pending commit that did not read the refused one stays', async () => {
      await withHeld(async (store, gate) => {
        const first = store.commit({
          write: [{ at: at('d', 'a'), value: 2 }],
          receipts: [{ id: 'taken' }],
        })
        const second = store.commit({ write: [{ at: at('d', 'b'), value: 3 }] })
        gate.open()
        expectRejected(await first, 'permanent')
        expectAccepted(await second)
        expect(store.read(at('d'))).toEqual({ a: 1, b: 3, list: [1, 2, 3] })
      })
    })

    it('a refused commit below an accepted one at the same place does not show through', async () => {
      await withHeld(async (store, gate) => {
        const seen = recorded(store)
        const first = store.commit({
          write: [{ at: at('d', 'a'), value: 2 }],
          receipts: [{ id: 'taken' }],
        })
        const second = store.commit({ write: [{ at: at('d', 'a'), value: 3 }] })
        gate.open()
        expectRejected(await first, 'permanent')
        expectAccepted(await second)
        expect(store.read(at('d', 'a'))).toBe(3)
        expect(seen.map(({ type }) => type)).toEqual(['commit', 'commit'])
      })
    })

    it('a change made elsewhere shows beneath what is pending here', async () => {
      await withHeld(async (store, gate, peer) => {
        const verdict = store.commit({ write: [{ at: at('d', 'a'), value: 2 }] })
        await put(peer, { d: { a: 1, b: 50, list: [] } })
        gate.open()
        expectAccepted(await verdict)
        expect(store.read(at('d'))).toEqual({ a: 2, b: 50, list: [] })
        await eventually(() => peer.read(at('d'))).toEqual({ a: 2, b: 50, list: [] })
      })
    })

    it('a change made elsewhere at the same place gives way to a later one made here', async () => {
      await withHeld(async (store, gate, peer) => {
        const verdict = store.commit({ write: [{ at: at('d', 'a'), value: 2 }] })
        await put(peer, { d: { a: 50, b: 1, list: [] } })
        expect(store.read(at('d', 'a'))).toBe(2)
        gate.open()
        expectAccepted(await verdict)
        expect(store.read(at('d', 'a'))).toBe(2)
        await eventually(() => peer.read(at('d', 'a'))).toBe(2)
      })
    })

    it('taking a commit back never overwrites what was confirmed meanwhile', async () => {
      await withHeld(async (store, gate, peer) => {
        const seen = recorded(store)
        const tx = store.begin()
        tx.write(at('d', 'a'), Number(tx.read(at('d', 'a'))) + 1)
        const { verdict } = tx.commit()
        await put(peer, { d: { a: 50, b: 2, list: [] } })
        gate.open()
        expectRejected(await verdict, 'stale', 'conflict')
        expect(store.read(at('d'))).toEqual({ a: 50, b: 2, list: [] })
        const changes = changesOf(seen, 'd')
        expect(changes.at(-1)?.after).toEqual({ a: 50, b: 2, list: [] })
        for (const [i, change] of changes.entries()) {
          if (i > 0) expect(change.before).toEqual(changes[i - 1]?.after)
        }
      })
    })

    it('a write that no longer fits is left out of the view, and its verdict says so', async () => {
      await withHeld(async (store, gate, peer) => {
        const verdict = store.commit({ write: [{ at: at('d', 'list', 3), value: 4 }] })
        expect(store.read(at('d', 'list'))).toEqual([1, 2, 3, 4])
        await put(peer, { d: { a: 1, b: 1, list: [] } })
        gate.open()
        expectRejected(await verdict, 'terminal', 'path-malformed')
        expect(store.read(at('d', 'list'))).toEqual([])
      })
    })

    it('list elements removed by two pending commits are removed once each', async () => {
      await withHeld(async (store, gate) => {
        const remove = () => store.commit({ write: [{ at: at('d', 'list', 0) }] })
        const verdicts = [remove(), remove()]
        expect(store.read(at('d', 'list'))).toEqual([3])
        gate.open()
        for (const verdict of verdicts) expectAccepted(await verdict)
        expect(store.read(at('d', 'list'))).toEqual([3])
      })
    })

    it('a write of what is only pending is not acknowledged before that is durable', async () => {
      await withHeld(async (store, gate) => {
        const verdicts = [1, 2].map(() => store.commit({ write: [{ at: at('d', 'a'), value: 2 }] }))
        let acknowledged = 0
        for (const verdict of verdicts) void verdict.then(() => acknowledged++)
        await gate.reached()
        expect(acknowledged).toBe(0)
        gate.open()
        for (const verdict of verdicts) expectAccepted(await verdict)
      })
    })

    it('a write of what is only pending stands when that is taken back', async () => {
      await withHeld(async (store, gate) => {
        const write = [{ at: at('d', 'a'), value: 2 }]
        const first = store.commit({ write, receipts: [{ id: 'taken' }] })
        const second = store.commit({ write })
        gate.open()
        expectRejected(await first, 'permanent')
        const result = await second
        expect(store.read(at('d', 'a'))).toBe(result.rejected === undefined ? 2 : 1)
      })
    })

    it('a document deleted and begun anew holds nothing of the old one', async () => {
      await withHeld(async (store, gate) => {
        const first = store.commit({ write: [{ at: at('d') }], receipts: [{ id: 'taken' }] })
        const second = store.commit({ write: [{ at: at('d') }, { at: at('d', 'new'), value: 1 }] })
        gate.open()
        expectRejected(await first, 'permanent')
        const result = await second
        const whole = { a: 1, b: 1, list: [1, 2, 3] }
        expect(store.read(at('d'))).toEqual(result.rejected === undefined ? { new: 1 } : whole)
      })
    })

    it('a pending delete hides the document, and its refusal brings it back', async () => {
      await withHeld(async (store, gate) => {
        const verdict = store.commit({ write: [{ at: at('d') }], receipts: [{ id: 'taken' }] })
        expect(store.read(at('d'))).toBeUndefined()
        expect([...store.documents(SPACE)]).toEqual([])
        gate.open()
        expectRejected(await verdict, 'permanent')
        expect(store.read(at('d', 'b'))).toBe(1)
        expect([...store.documents(SPACE)]).toEqual(['d'])
      })
    })

    it('the version of a document grows with every change of its view, back and forth', async () => {
      await withHeld(async (store, gate) => {
        const versions = [store.version(at('d')).version]
        const verdict = store.commit({
          write: [{ at: at('d', 'a'), value: 2 }],
          receipts: [{ id: 'taken' }],
        })
        versions.push(store.version(at('d')).version)
        gate.open()
        await verdict
        versions.push(store.version(at('d')).version)
        expect(versions).toEqual([versions[0], versions[0]! + 1, versions[0]! + 2])
      })
    })
  })
}
