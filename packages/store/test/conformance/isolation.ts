// A transaction sees its own writes and nothing half done; nobody sees it before it commits.

import { describe, expect, it } from 'vitest'
import type { Tx, Value } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import {
  at,
  eventually,
  expectAccepted,
  expectCode,
  expectRejected,
  put,
  recorded,
  SPACE,
} from './support.ts'

const WRITES: readonly [name: string, act: (tx: Tx) => void][] = [
  ['write', (tx) => tx.write(at('d'), 1)],
  ['delete', (tx) => tx.delete(at('d'))],
  ['require', (tx) => tx.require({ type: 'entity-absent', space: SPACE, id: 'x' })],
  ['receipt', (tx) => tx.receipt({ id: 'r' })],
  ['publish', (tx) => tx.publish({ topic: 't', messageId: 'm' })],
  ['job', (tx) => tx.job({ op: 'add', id: 'j', queue: 'q' })],
  ['timer', (tx) => tx.timer({ op: 'set', id: 't', at: 1 })],
]

const ENDED: readonly [name: string, act: (tx: Tx) => void][] = [
  ...WRITES,
  ['read', (tx) => tx.read(at('d'))],
  ['commit', (tx) => tx.commit()],
]

const OWN: readonly [claim: string, act: (tx: Tx) => void, path: string[], sees: unknown][] = [
  ['what it wrote', (tx) => tx.write(at('d'), 5), [], 5],
  ['a part of what it wrote', (tx) => tx.write(at('d'), { a: { b: 1 } }), ['a', 'b'], 1],
  ['the whole around what it wrote', (tx) => tx.write(at('d', 'a'), 9), [], { a: 9, b: 2 }],
  ['what it left alone beside it', (tx) => tx.write(at('d', 'a'), 9), ['b'], 2],
  ['that what it deleted is gone', (tx) => tx.delete(at('d', 'a')), ['a'], undefined],
  ['that the document it deleted is gone', (tx) => tx.delete(at('d')), [], undefined],
]

export function isolation(rig: () => Rig): void {
  async function prepared() {
    const store = await rig().open()
    await put(store, { d: { a: 1, b: 2 } })
    return store
  }

  describe('isolation', () => {
    it.each(OWN)('a transaction sees %s', async (_, act, path, sees) => {
      const tx = (await prepared()).begin()
      act(tx)
      expect(tx.read(at('d', ...path))).toEqual(sees)
    })

    it('the last of several writes to a place counts', async () => {
      const store = await prepared()
      await store.edit((tx) => {
        tx.write(at('d', 'a'), 5)
        tx.delete(at('d', 'a'))
        tx.write(at('d', 'a'), 6)
      })
      expect(store.read(at('d'))).toEqual({ a: 6, b: 2 })
    })

    it('nobody sees a write before the commit', async () => {
      const store = await prepared()
      const tx = store.begin()
      tx.write(at('d', 'a'), 9)
      expect(store.read(at('d', 'a'))).toBe(1)
      expect(store.begin().read(at('d', 'a'))).toBe(1)
      expectAccepted(await tx.commit().verdict)
      expect(store.read(at('d', 'a'))).toBe(9)
    })

    it('everybody here sees a write as soon as commit returns', async () => {
      const store = await prepared()
      const tx = store.begin()
      tx.write(at('d', 'a'), 9)
      const { verdict } = tx.commit()
      expect(store.read(at('d', 'a'))).toBe(9)
      expect(store.begin().read(at('d', 'a'))).toBe(9)
      expectAccepted(await verdict)
    })

    it('a document looks the same to a transaction until its end', async () => {
      const store = await prepared()
      const tx = store.begin()
      expect(tx.read(at('d', 'a'))).toBe(1)
      await put(store, { d: { a: 2, b: 2 } })
      expect(tx.read(at('d', 'a'))).toBe(1)
      expect(tx.read(at('d'))).toEqual({ a: 1, b: 2 })
    })

    it('a transaction whose basis changed here fails at once and changes nothing', async () => {
      const store = await prepared()
      const tx = store.begin()
      tx.read(at('d', 'a'))
      tx.write(at('e'), 'based on the old a')
      await put(store, { d: { a: 2, b: 2 } })
      const seen = recorded(store)
      const { verdict } = tx.commit()
      expect(tx.status()).toBe('failed')
      expect(store.read(at('e'))).toBeUndefined()
      expect(seen).toEqual([])
      expectRejected(await verdict, 'stale', 'inconsistent')
    })

    it('a write that was not based on the change lands on top of it', async () => {
      const store = await prepared()
      const tx = store.begin()
      tx.write(at('d', 'a'), 10)
      await put(store, { d: { a: 1, b: 20 } })
      expectAccepted(await tx.commit().verdict)
      expect(store.read(at('d'))).toEqual({ a: 10, b: 20 })
    })

    it('an aborted transaction leaves nothing', async () => {
      const store = await prepared()
      const seen = recorded(store)
      const tx = store.begin()
      tx.write(at('d', 'a'), 9)
      tx.abort()
      expect(tx.status()).toBe('failed')
      expect(store.read(at('d', 'a'))).toBe(1)
      expect(seen).toEqual([])
      expect(store.hasPendingCommits()).toBe(false)
    })

    it.each(ENDED)('%s is refused after the commit', async (_, act) => {
      const tx = (await prepared()).begin()
      tx.write(at('d', 'a'), 9)
      await tx.commit().verdict
      await expectCode(() => act(tx), 'tx-closed')
    })

    it.each(ENDED)('%s is refused after an abort', async (_, act) => {
      const tx = (await prepared()).begin()
      tx.abort()
      await expectCode(() => act(tx), 'tx-closed')
    })

    it.each(WRITES)('a transaction that may only read refuses %s', async (_, act) => {
      const tx = (await prepared()).begin({ readOnly: true })
      await expectCode(() => act(tx), 'tx-read-only')
      expect(tx.read(at('d', 'a'))).toBe(1)
    })

    it.each<[string, (tx: Tx) => unknown]>([
      ['sends', (tx) => tx.send('stream', 1)],
      ['starts', (tx) => tx.startPiece('piece', () => {})],
      ['registers', (tx) => tx.register({})],
    ])('a transaction %s nothing that nobody launches for it', async (_, act) => {
      const tx = (await prepared()).begin()
      await expectCode(() => act(tx), 'tx-launches-nothing')
      expect(tx.status()).toBe('open')
    })

    it('a transaction that only read is over at once', async () => {
      const store = await prepared()
      const tx = store.begin({ readOnly: true })
      tx.read(at('d'))
      const { verdict } = tx.commit()
      expect(tx.status()).toBe('committed')
      expect(expectAccepted(await verdict).changes).toEqual([])
    })

    it.each<[string, (tx: Tx) => void]>([
      ['a write of the value that stands there', (tx) => tx.write(at('d'), { b: 2, a: 1 })],
      ['a write of the part that stands there', (tx) => tx.write(at('d', 'a'), 1)],
      ['a delete of what is not there', (tx) => tx.delete(at('d', 'none'))],
      ['a delete of a document that is not there', (tx) => tx.delete(at('none'))],
      [
        'a change that is taken back in the same transaction',
        (tx) => {
          tx.write(at('d', 'a'), 5)
          tx.write(at('d', 'a'), 1)
        },
      ],
    ])('%s leaves no trace', async (_, act) => {
      const store = await prepared()
      await store.load({ space: SPACE, id: 'none' })
      const seen = recorded(store)
      const tx = store.begin()
      act(tx)
      const result = expectAccepted(await tx.commit().verdict)
      expect(result.changes).toEqual([])
      expect(seen).toEqual([])
      expect((await store.commits()).length).toBe(1)
    })
  })

  describe('edit', () => {
    it('a function that does not wait is applied before edit returns', async () => {
      const store = await prepared()
      const done = store.edit((tx) => tx.write(at('d', 'a'), 3))
      expect(store.read(at('d', 'a'))).toBe(3)
      await done
    })

    it('a function may wait in the middle', async () => {
      const store = await prepared()
      await store.edit(async (tx) => {
        const a = tx.read(at('d', 'a')) as number
        await Promise.resolve()
        tx.write(at('d', 'a'), a + 1)
      })
      expect(store.read(at('d', 'a'))).toBe(2)
    })

    it('a function that gives up has its reason in the rejection, and nothing is written', async () => {
      const store = await prepared()
      const given = store.edit((tx) => {
        tx.write(at('d', 'a'), 3)
        tx.abort('not today')
      })
      await expect(given).rejects.toMatchObject({
        code: 'commit-rejected',
        rejection: { rejected: 'aborted', why: 'not today' },
      })
      expect(store.read(at('d', 'a'))).toBe(1)
    })

    it('what the function throws reaches the caller, and nothing is written', async () => {
      const store = await prepared()
      let inside: Tx | undefined
      const failing = store.edit((tx) => {
        inside = tx
        tx.write(at('d', 'a'), 3)
        throw new RangeError('mine')
      })
      await expect(failing).rejects.toThrow(RangeError)
      expect(inside?.status()).toBe('failed')
      expect(store.read(at('d', 'a'))).toBe(1)
    })

    it('a rejection that is not stale reaches the caller with its code', async () => {
      const store = await prepared()
      let runs = 0
      const failing = store.edit((tx) => {
        runs++
        tx.require({ type: 'revision', space: SPACE, id: 'd', seq: 77 })
      })
      await expect(failing).rejects.toMatchObject({
        code: 'commit-rejected',
        rejection: { rejected: 'permanent', code: 'revision' },
      })
      expect(runs).toBe(1)
    })

    it('a function whose basis went stale runs again on the new state', async () => {
      const store = await prepared()
      const peer = await rig().peer()
      const saw: (Value | undefined)[] = []
      await store.edit(async (tx) => {
        const a = tx.read(at('d', 'a'))
        saw.push(a)
        if (saw.length === 1) {
          await put(peer, { d: { a: 50, b: 2 } })
          await eventually(() => store.read(at('d', 'a'))).toBe(50)
        }
        tx.write(at('d', 'b'), a)
      })
      expect(saw).toEqual([1, 50])
      expect(store.read(at('d'))).toEqual({ a: 50, b: 50 })
    })
  })
}
