// Two sessions at once. What was read decides; what was only written does not conflict.

import { describe, expect, it } from 'vitest'
import type { Store, Tx } from '../../src/index.ts'
import { BASES, START } from './basis.ts'
import type { Rig } from './rig.ts'
import { at, eventually, expectAccepted, expectRejected, held, put, SPACE } from './support.ts'

export function conflicts(rig: () => Rig): void {
  /**
   * Runs `mine` in one session, commits `theirs` in another before it arrives, and answers with
   * the verdict on `mine` and both sessions.
   */
  async function race(mine: (tx: Tx) => void, ...theirs: ((tx: Tx) => void)[]) {
    const peer = await rig().peer()
    await put(peer, { d: START })
    const { driver, gate } = held(rig().driver())
    const store = await rig().openOn(driver)
    await store.load({ space: SPACE })
    gate.shut()
    const tx = store.begin()
    mine(tx)
    const { verdict } = tx.commit()
    for (const act of theirs) await peer.edit(act)
    gate.open()
    return { result: await verdict, store, peer }
  }

  describe('conflicts', () => {
    it.each(BASES)('the database rules on a read of %s (%s, at %j) after %s', async (...basis) => {
      const [, depth, path, , change, verdict] = basis
      const { result } = await race((tx) => {
        tx.read(at('d', ...path), { depth })
        tx.write(at('e'), 1)
      }, change)
      expect(result.rejected ?? 'holds').toBe(verdict)
      if (result.rejected !== undefined) expect(result.code).toBe('conflict')
    })

    it('disjoint paths of one document do not conflict, and both survive', async () => {
      const { result, store, peer } = await race(
        (tx) => tx.write(at('d', 'a', 'x'), Number(tx.read(at('d', 'a', 'x'))) + 1),
        (tx) => tx.write(at('d', 'n'), Number(tx.read(at('d', 'n'))) + 1),
      )
      expectAccepted(result)
      const both = { a: { x: 2, y: 2 }, list: [1, 2], n: 2, blank: null }
      expect(store.read(at('d'))).toEqual(both)
      await eventually(() => peer.read(at('d'))).toEqual(both)
    })

    it('the same path conflicts, and the later one is told what has changed', async () => {
      const { result, store } = await race(
        (tx) => tx.write(at('d', 'n'), Number(tx.read(at('d', 'n'))) + 1),
        (tx) => tx.write(at('d', 'n'), 50),
      )
      const rejected = expectRejected(result, 'stale', 'conflict')
      expect(rejected.why).toContain('model/d.n')
      expect(store.read(at('d', 'n'))).toBe(50)
    })

    it('writes that read nothing never conflict: the last one stands', async () => {
      const { result, store, peer } = await race(
        (tx) => tx.write(at('d'), 'mine'),
        (tx) => tx.write(at('d'), 'theirs'),
      )
      expectAccepted(result)
      expect(store.read(at('d'))).toBe('mine')
      await eventually(() => peer.read(at('d'))).toBe('mine')
    })

    it('documents that everybody writes together never come apart, whoever is last', async () => {
      const peer = await rig().peer()
      await put(peer, { left: 1, right: 0 })
      const { driver, gate } = held(rig().driver())
      const store = await rig().openOn(driver)
      await store.load({ space: SPACE })
      gate.shut()
      const both = (value: number) => ({
        write: [
          { at: at('left'), value },
          { at: at('right'), value },
        ],
      })
      // Here the left one stands at 1 already.
      const verdict = store.commit(both(1))
      expectAccepted(await peer.commit(both(2)))
      gate.open()
      await verdict
      const again = await rig().restart()
      await again.load({ space: SPACE })
      expect(again.read(at('left'))).toBe(again.read(at('right')))
    })

    it('two deletes of the same thing both hold', async () => {
      const remove = (tx: Tx) => tx.delete(at('d', 'a'))
      const { result, store } = await race(remove, remove)
      expectAccepted(result)
      expect(store.read(at('d'))).toEqual({ list: [1, 2], n: 1, blank: null })
    })

    it('a read elsewhere protects a write here: no write skew', async () => {
      const { result, store } = await race(
        (tx) => {
          if (tx.read(at('d', 'n')) === 1) tx.write(at('e'), 'on duty')
        },
        (tx) => tx.write(at('d', 'n'), 0),
      )
      expectRejected(result, 'stale', 'conflict')
      expect(store.read(at('e'))).toBeUndefined()
    })

    it('a document that was read as absent protects against its creation', async () => {
      const { result, store } = await race(
        (tx) => {
          if (tx.read(at('f')) === undefined) tx.write(at('f'), 'mine')
        },
        (tx) => tx.write(at('f'), 'theirs'),
      )
      expectRejected(result, 'stale', 'conflict')
      await eventually(() => store.read(at('f'))).toBe('theirs')
    })

    it('a change that ends where it began does not void a read', async () => {
      const { result } = await race(
        (tx) => tx.write(at('e'), tx.read(at('d', 'n'))),
        (tx) => tx.write(at('d', 'n'), 2),
        (tx) => tx.write(at('d', 'n'), 1),
      )
      expectAccepted(result)
    })

    it('after readyToRetry the session has what beat the commit', async () => {
      const { result, store } = await race(
        (tx) => tx.write(at('d', 'n'), Number(tx.read(at('d', 'n'))) + 1),
        (tx) => tx.write(at('d', 'n'), 50),
      )
      await expectRejected(result, 'stale').readyToRetry()
      const tx = store.begin()
      expect(tx.read(at('d', 'n'))).toBe(50)
      tx.write(at('d', 'n'), 51)
      expectAccepted(await tx.commit().verdict)
    })

    it('concurrent increments from two sessions all count', async () => {
      const store = await rig().open()
      await put(store, { d: 0 })
      const peer = await rig().peer()
      await peer.load({ space: SPACE })
      const increment = (session: Store) =>
        session.edit((tx) => tx.write(at('d'), Number(tx.read(at('d')) ?? 0) + 1))
      const each = 15
      const run = async (session: Store): Promise<void> => {
        for (let i = 0; i < each; i++) await increment(session)
      }
      await Promise.all([run(store), run(peer)])
      const again = await rig().restart()
      await again.load({ space: SPACE })
      expect(again.read(at('d'))).toBe(2 * each)
    })

    it('increments made all at once in one session all count', async () => {
      const store = await rig().open()
      await put(store, { d: 0 })
      await Promise.all(
        Array.from({ length: 50 }, () =>
          store.edit((tx) => tx.write(at('d'), Number(tx.read(at('d'))) + 1)),
        ),
      )
      expect(store.read(at('d'))).toBe(50)
    })

    it('appends to one list from two sessions are all there, in the order of their commits', async () => {
      const store = await rig().open()
      await put(store, { d: [] })
      const peer = await rig().peer()
      await peer.load({ space: SPACE })
      const seqs = new Map<string, number>()
      const run = async (session: Store, who: string): Promise<void> => {
        for (let i = 0; i < 8; i++) {
          const { seq } = await session.edit((tx) => {
            const list = tx.read(at('d')) as readonly string[]
            tx.write(at('d', list.length), `${who}${i}`)
          })
          seqs.set(`${who}${i}`, seq)
        }
      }
      await Promise.all([run(store, 'a'), run(peer, 'b')])
      await eventually(() => (store.read(at('d')) as string[]).length).toBe(16)
      const list = store.read(at('d')) as string[]
      expect(list).toEqual([...seqs.keys()].sort((a, b) => seqs.get(a)! - seqs.get(b)!))
    })
  })
}
