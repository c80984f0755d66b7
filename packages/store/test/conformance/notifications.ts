// The one channel by which anything learns of a change: one message per commit, at once, in order.

import { describe, expect, it } from 'vitest'
import type { Notification, Path, Tx, Value } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, changesOf, eventually, expectAccepted, put, recorded, SPACE } from './support.ts'

const PATHS: readonly [claim: string, act: (tx: Tx) => void, path: Path][] = [
  ['the path of a single write', (tx) => tx.write(at('d', 'a', 'x'), 9), ['a', 'x']],
  [
    'the common path of several writes',
    (tx) => {
      tx.write(at('d', 'a', 'x'), 9)
      tx.write(at('d', 'a', 'y'), 9)
    },
    ['a'],
  ],
  [
    'the root for writes far apart',
    (tx) => {
      tx.write(at('d', 'a', 'x'), 9)
      tx.write(at('d', 'n'), 9)
    },
    [],
  ],
  ['the root for a whole document', (tx) => tx.write(at('d'), { a: 1 }), []],
  ['the path of a delete', (tx) => tx.delete(at('d', 'a', 'x')), ['a', 'x']],
]

export function notifications(rig: () => Rig): void {
  async function prepared() {
    const store = await rig().open()
    await put(store, { d: { a: { x: 1, y: 2 }, n: 1 } })
    return store
  }

  describe('notifications', () => {
    it('a commit is announced once, before commit returns, and never again', async () => {
      const store = await prepared()
      const seen = recorded(store)
      const tx = store.begin()
      tx.write(at('d', 'n'), 2)
      const { verdict } = tx.commit()
      expect(seen.map(({ type }) => type)).toEqual(['commit'])
      expectAccepted(await verdict)
      await store.pendingCommitsSettled()
      expect(seen.length).toBe(1)
    })

    it('all documents of a commit are in one message', async () => {
      const store = await prepared()
      const seen = recorded(store)
      await store.edit((tx) => {
        tx.write(at('d', 'n'), 2)
        tx.write(at('e'), 1)
        tx.write(at('f'), 1)
      })
      const own = seen.filter(({ type }) => type === 'commit')
      expect(own.map(({ changes }) => changes.map(({ id }) => id))).toEqual([['d', 'e', 'f']])
    })

    it('a change carries the whole document before and after', async () => {
      const store = await prepared()
      const before = store.read(at('d'))
      const seen = recorded(store)
      await store.edit((tx) => tx.write(at('d', 'a', 'x'), 9))
      expect(seen[0]?.changes).toEqual([
        { ...at('d', 'a', 'x'), before, after: { a: { x: 9, y: 2 }, n: 1 } },
      ])
      expect(seen[0]?.changes[0]?.before).toBe(before)
      expect(seen[0]?.changes[0]?.after).toBe(store.read(at('d')))
    })

    it.each(PATHS)('a change carries %s', async (_, act, path) => {
      const store = await prepared()
      const seen = recorded(store)
      await store.edit(act)
      expect(seen[0]?.changes[0]?.path).toEqual(path)
    })

    it('only documents that differ are announced', async () => {
      const store = await prepared()
      await put(store, { e: 1 })
      const seen = recorded(store)
      await store.edit((tx) => {
        tx.write(at('d', 'n'), 5)
        tx.write(at('d', 'n'), 1)
        tx.write(at('e'), 2)
      })
      expect(seen.map(({ changes }) => changes.map(({ id }) => id))).toEqual([['e']])
    })

    it('a created and a deleted document are absent before and after', async () => {
      const store = await prepared()
      await store.load({ space: SPACE, id: 'new' })
      const seen = recorded(store)
      await put(store, { new: 1 })
      await store.edit((tx) => tx.delete(at('new')))
      expect(changesOf(seen, 'new')).toEqual([
        { type: 'commit', before: undefined, after: 1 },
        { type: 'commit', before: 1, after: undefined },
      ])
    })

    it('a commit without documents announces nothing', async () => {
      const store = await prepared()
      const seen = recorded(store)
      expectAccepted(await store.commit({ receipts: [{ id: 'r' }] }))
      expect(seen).toEqual([])
    })

    it('the source and the change group of a commit are passed on', async () => {
      const store = await prepared()
      const seen = recorded(store)
      const source = { node: 1 }
      await store.edit((tx) => tx.write(at('d', 'n'), 2), { source, changeGroup: 'ui' })
      expect(seen[0]?.source).toBe(source)
      expect(seen[0]?.changeGroup).toBe('ui')
    })

    it('a commit that is taken back is announced once more, with the same source', async () => {
      const store = await prepared()
      expectAccepted(await store.commit({ receipts: [{ id: 'r' }] }))
      const seen = recorded(store)
      const source = {}
      await store.commit(
        { write: [{ at: at('d', 'n'), value: 2 }], receipts: [{ id: 'r' }] },
        { source, changeGroup: 7 },
      )
      expect(seen.map(({ type }) => type)).toEqual(['commit', 'revert'])
      expect(seen[1]?.source).toBe(source)
      expect(seen[1]?.changeGroup).toBe(7)
      const [there, back] = changesOf(seen, 'd')
      expect(back).toEqual({ type: 'revert', before: there?.after, after: there?.before })
      expect(seen[1]?.changes[0]?.path).toEqual(['n'])
    })

    it('the answer to a load is a pull', async () => {
      await put(await rig().open(), { d: 5 })
      const peer = await rig().peer()
      const seen = recorded(peer)
      await peer.load({ space: SPACE, id: 'd' })
      expect(seen.map(({ type }) => type)).toEqual(['pull'])
      expect(changesOf(seen, 'd')).toEqual([{ type: 'pull', before: undefined, after: 5 }])
    })

    it('the load of something absent announces nothing', async () => {
      const store = await rig().open()
      const seen = recorded(store)
      await store.load({ space: SPACE, id: 'none' })
      expect(seen).toEqual([])
    })

    it('a change made by another session is an integrate', async () => {
      const store = await prepared()
      const peer = await rig().peer()
      await peer.load({ space: SPACE, id: 'd' })
      const seen = recorded(peer)
      await store.edit((tx) => tx.write(at('d', 'n'), 2))
      await eventually(() => seen.length).toBe(1)
      expect(changesOf(seen, 'd')).toEqual([
        {
          type: 'integrate',
          before: { a: { x: 1, y: 2 }, n: 1 },
          after: { a: { x: 1, y: 2 }, n: 2 },
        },
      ])
      expect(seen[0]?.source).toBeUndefined()
    })

    it('documents that were never asked for are not announced', async () => {
      const store = await prepared()
      const peer = await rig().peer()
      await peer.load({ space: SPACE, id: 'd' })
      const seen = recorded(peer)
      await put(store, { other: 1 })
      await store.edit((tx) => tx.write(at('d', 'n'), 2))
      await eventually(() => peer.read(at('d', 'n'))).toBe(2)
      expect(seen.flatMap(({ changes }) => changes.map(({ id }) => id))).toEqual(['d'])
    })

    it('everything of a loaded space is announced, new documents too', async () => {
      const store = await prepared()
      const peer = await rig().peer()
      await peer.load({ space: SPACE })
      const seen = recorded(peer)
      await put(store, { other: 1 })
      await eventually(() => changesOf(seen, 'other')).toEqual([
        { type: 'integrate', before: undefined, after: 1 },
      ])
    })

    it('a subscriber that throws is reported and harms neither others nor the commit', async () => {
      const errors: unknown[] = []
      const store = await rig().open({ onError: (error) => errors.push(error) })
      const failure = new Error('mine')
      store.subscribe(() => {
        throw failure
      })
      const seen = recorded(store)
      await put(store, { d: 1 })
      expect(errors).toEqual([failure])
      expect(seen.length).toBe(1)
    })

    it('a subscriber that left hears nothing more', async () => {
      const store = await prepared()
      const seen: Notification[] = []
      const leave = store.subscribe((notification) => seen.push(notification))
      await put(store, { d: 1 })
      leave()
      leave()
      await put(store, { d: 2 })
      expect(seen.length).toBe(1)
    })

    it('what a subscriber finds in the store is what it was told', async () => {
      const store = await prepared()
      const found: (Value | undefined)[] = []
      store.subscribe(({ changes }) => {
        for (const { id } of changes) found.push(store.read(at(id)))
      })
      await put(store, { e: 1 })
      await put(store, { e: 2 })
      expect(found).toEqual([1, 2])
    })

    it('a commit made by a subscriber lands after the commit it answers', async () => {
      const store = await rig().open()
      await put(store, { x: 0 })
      const answers: Promise<unknown>[] = []
      store.subscribe(({ changes }) => {
        if (changes[0]?.after === 1)
          answers.push(store.commit({ write: [{ at: at('x'), value: 2 }] }))
      })
      await store.commit({ write: [{ at: at('x'), value: 1 }] })
      await Promise.all(answers)
      expect(store.read(at('x'))).toBe(2)
      expect((await store.history(at('x'))).map(({ value }) => value)).toEqual([2, 1, 0])
      const again = await rig().restart()
      await again.load({ space: SPACE })
      expect(again.read(at('x'))).toBe(2)
    })

    it('a commit made by a subscriber and based on what it was told is accepted', async () => {
      const store = await rig().open()
      await put(store, { x: 0, y: 0 })
      const answers: Promise<unknown>[] = []
      let runs = 0
      store.subscribe(({ changes }) => {
        if (changes[0]?.id !== 'x') return
        const edit = store.edit((tx) => {
          runs++
          tx.write(at('y'), Number(tx.read(at('x'))) * 10)
        })
        answers.push(edit)
      })
      await store.commit({ write: [{ at: at('x'), value: 1 }] })
      await Promise.all(answers)
      expect(store.read(at('y'))).toBe(10)
      expect(runs).toBe(1)
    })

    it('every subscriber hears of changes in the order in which they happened', async () => {
      const store = await rig().open()
      await put(store, { x: 0 })
      const answers: Promise<unknown>[] = []
      store.subscribe(({ changes }) => {
        if (changes[0]?.after === 1)
          answers.push(store.commit({ write: [{ at: at('x'), value: 2 }] }))
      })
      const seen = recorded(store)
      await store.commit({ write: [{ at: at('x'), value: 1 }] })
      await Promise.all(answers)
      expect(changesOf(seen, 'x').map(({ after }) => after)).toEqual([1, 2])
    })
  })
}
