// History: what a document was at any commit, and why every commit was made.

import { describe, expect, it } from 'vitest'
import type { Cause, StateAt, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, expectAccepted, expectRejected, put, TestClock } from './support.ts'

const CAUSES: readonly [kind: string, cause: Cause][] = [
  ['who made it', { by: 'rule Sheet1!A1' }],
  ['which changes led to it', { by: 'rule', causes: [at('a', 'x', 0), at('b')] }],
  ['its details', { by: 'run', detail: { phase: 'mutated', list: [1, null] } }],
  ['odd characters', { by: 'a\u0000b \ud83e', detail: '\ud83e' }],
]

export function history(rig: () => Rig): void {
  /** A document that was 1, then 2, then gone, then 4, with a commit for something else each time. */
  async function written(): Promise<{ store: Store; clock: TestClock }> {
    const clock = new TestClock(1_000)
    const store = await rig().open({ clock })
    for (const value of [1, 2, undefined, 4]) {
      expectAccepted(
        await store.commit({
          write: [value === undefined ? { at: at('d') } : { at: at('d'), value }],
          cause: { by: `write ${value}` },
        }),
      )
      clock.advance(100)
      await store.commit({ receipts: [{ id: `r${value}` }] })
      clock.advance(100)
    }
    return { store, clock }
  }

  describe('history', () => {
    it('older states come newest first, with the commits that made them', async () => {
      const { store } = await written()
      const rows = await store.history(at('d'))
      expect(rows.map(({ seq, value, commit }) => [seq, value, commit?.info])).toEqual([
        [7, 4, { by: 'write 4' }],
        [5, undefined, { by: 'write undefined' }],
        [3, 2, { by: 'write 2' }],
        [1, 1, { by: 'write 1' }],
      ])
    })

    it('older states come page by page', async () => {
      const { store } = await written()
      const page = await store.history(at('d'), { limit: 2 })
      const next = await store.history(at('d'), { limit: 2, before: page.at(-1)!.seq })
      expect([...page, ...next].map(({ seq }) => seq)).toEqual([7, 5, 3, 1])
      expect(await store.history(at('d'), { before: 1 })).toEqual([])
    })

    it('a document that never was has no history', async () => {
      expect(await (await rig().open()).history(at('d'))).toEqual([])
    })

    it('a document can be read as it was at any commit', async () => {
      const { store } = await written()
      const states = await Promise.all(
        [0, 1, 2, 3, 4, 5, 6, 7, 8].map((seq) => store.readAt(at('d'), seq)),
      )
      expect(states).toEqual([undefined, 1, 1, 2, 2, undefined, undefined, 4, 4])
    })

    it('many documents can be read as they were, from their newest states or from older ones', async () => {
      const { store } = await written()
      await put(store, { late: 1, e: 1 })
      for (let n = 2; n <= 50; n++) await put(store, { e: n })
      const { space } = at('d')
      const states = async (from: readonly StateAt[], seq: number) => {
        const rows = await store.statesAt(space, from, seq)
        return rows.map(({ id, seq, value }) => [id, seq, value]).sort()
      }
      const all = [{ id: 'd' }, { id: 'e' }, { id: 'late' }, { id: 'never' }]
      expect(await states(all, 4)).toEqual([['d', 3, 2]])
      expect(await states(all, 6)).toEqual([['d', 5, undefined]])
      expect(await states(all, 9)).toEqual([
        ['d', 7, 4],
        ['e', 9, 1],
        ['late', 9, 1],
      ])
      expect(await states([{ id: 'e', seq: 30 }], 29)).toEqual([['e', 29, 21]])
      expect(await states([], 4)).toEqual([])
    })

    it('a part of a document can be read as it was', async () => {
      const store = await rig().open()
      await put(store, { d: { a: [1, 2] } })
      await store.edit((tx) => tx.write(at('d', 'a', 0), 9))
      expect(await store.readAt(at('d', 'a', 0), 1)).toBe(1)
      expect(await store.readAt(at('d', 'a', 0), 2)).toBe(9)
    })

    it('history outlives a restart', async () => {
      await written()
      const again = await rig().restart()
      expect((await again.history(at('d'))).map(({ seq }) => seq)).toEqual([7, 5, 3, 1])
      expect(await again.readAt(at('d'), 4)).toBe(2)
    })

    it('a time leads to the newest commit at or before it', async () => {
      const { store } = await written()
      const seqs = await Promise.all(
        [999, 1_000, 1_099, 1_100, 1_650, 99_999].map((t) => store.seqAt(t)),
      )
      expect(seqs).toEqual([0, 1, 1, 2, 7, 8])
    })

    it('commits are listed oldest first, page by page', async () => {
      const { store } = await written()
      const first = await store.commits({ limit: 3 })
      const rest = await store.commits({ after: 3 })
      expect([...first, ...rest].map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect(await store.commits({ after: 8 })).toEqual([])
    })

    it('a commit knows its time and its session', async () => {
      const { store } = await written()
      expect(await store.commitInfo(3)).toEqual({
        seq: 3,
        at: 1_200,
        session: store.session,
        info: { by: 'write 2' },
      })
      expect(await store.commitInfo(99)).toBeUndefined()
    })

    it('numbers are without gaps, over sessions', async () => {
      const sessions = [await rig().open(), await rig().peer()]
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => put(sessions[i % 2]!, { [`d${i % 5}`]: i })),
      )
      const seqs = (await sessions[0]!.commits()).map(({ seq }) => seq)
      expect(seqs).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    })

    it('several changes of a document in one turn are several states', async () => {
      const store = await rig().open()
      await Promise.all([1, 2, 3].map((d) => put(store, { d })))
      expect((await store.history(at('d'))).map(({ value }) => value)).toEqual([3, 2, 1])
      expect(await store.readAt(at('d'), 2)).toBe(2)
    })
  })

  describe('provenance', () => {
    it.each(CAUSES)('a commit keeps %s', async (_, cause) => {
      const store = await rig().open()
      const result = await store.commit({ write: [{ at: at('d'), value: 1 }], cause })
      const { seq } = expectAccepted(result)
      expect((await store.commitInfo(seq))?.info).toEqual(cause)
      expect((await (await rig().restart()).commitInfo(seq))?.info).toEqual(cause)
    })

    it('a commit without a cause is an edit', async () => {
      const store = await rig().open()
      const seq = await put(store, { d: 1 })
      expect((await store.commitInfo(seq))?.info).toEqual({ by: 'edit' })
    })

    it('begin and edit take a cause as well', async () => {
      const store = await rig().open()
      const { seq } = await store.edit((tx) => tx.write(at('d'), 1), { cause: { by: 'me' } })
      expect((await store.commitInfo(seq))?.info).toEqual({ by: 'me' })
    })

    it('a cause is kept as it was when the commit was made', async () => {
      const store = await rig().open()
      const path = ['a']
      const detail = { list: [1] }
      const tx = store.begin({ cause: { by: 'me', causes: [at('d', ...path)], detail } })
      tx.write(at('d'), 1)
      const { verdict } = tx.commit()
      detail.list.push(2)
      const { seq } = expectAccepted(await verdict)
      detail.list.push(3)
      const info = (await store.commitInfo(seq))?.info
      expect(info).toMatchObject({ by: 'me', detail: { list: [1] } })
    })

    it.each<[what: string, detail: unknown]>([
      ['a bigint', 1n],
      ['undefined inside', { a: undefined }],
      ['a value inside itself', circle()],
    ])('a cause with %s is refused, and the store goes on', async (_, detail) => {
      const store = await rig().open()
      const cause = { by: 'me', detail: detail as Cause['detail'] & {} }
      const result = await store.commit({ write: [{ at: at('d'), value: 1 }], cause })
      expectRejected(result, 'terminal', 'value-malformed')
      expect(store.read(at('d'))).toBeUndefined()
      expect(await put(store, { after: 1 })).toBe(1)
    })
  })
}

function circle(): unknown {
  const a: Record<string, unknown> = {}
  a.a = a
  return a
}
