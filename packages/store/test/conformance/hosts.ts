// Several sessions on one set of data: each learns what the others did, without asking.

import { describe, expect, it } from 'vitest'
import { type Driver, StoreError } from '../../src/index.ts'
import { Gate } from './gate.ts'
import type { Rig } from './rig.ts'
import {
  altered,
  at,
  changesOf,
  eventually,
  expectAccepted,
  expectRejected,
  loaded,
  put,
  recorded,
  SPACE,
} from './support.ts'

export function hosts(rig: () => Rig): void {
  async function pair() {
    const [a, b] = [await rig().open(), await rig().peer()]
    await put(a, { d: { x: 0, y: 0 } })
    for (const session of [a, b]) await session.load({ space: SPACE })
    return { a, b }
  }

  /** A session that hears of nothing, so that it falls behind. */
  function deaf(driver: Driver): Driver {
    return altered(driver, { onNews: () => () => {} })
  }

  describe('hosts', () => {
    it('sessions have names of their own', async () => {
      const { a, b } = await pair()
      expect(a.session).not.toBe(b.session)
      expect((await rig().restart()).session).not.toBe(a.session)
    })

    it('a commit of one shows in the other', async () => {
      const { a, b } = await pair()
      await a.edit((tx) => tx.write(at('d', 'x'), 1))
      await eventually(() => b.read(at('d', 'x'))).toBe(1)
      await b.edit((tx) => tx.write(at('d', 'y'), 2))
      await eventually(() => a.read(at('d'))).toEqual({ x: 1, y: 2 })
      await eventually(() => [a.seq, b.seq]).toEqual([3, 3])
    })

    it('a delete of one shows in the other', async () => {
      const { a, b } = await pair()
      await a.edit((tx) => tx.delete(at('d')))
      await eventually(() => b.read(at('d'))).toBeUndefined()
      expect([...b.documents(SPACE)]).toEqual([])
    })

    it('changes made elsewhere are told in order, each following from the one before', async () => {
      const { a, b } = await pair()
      const seen = recorded(b)
      for (let n = 1; n <= 30; n++) await a.edit((tx) => tx.write(at('d', 'x'), n))
      await eventually(() => b.read(at('d', 'x'))).toBe(30)
      const changes = changesOf(seen, 'd')
      expect(changes[0]?.before).toEqual({ x: 0, y: 0 })
      for (const [i, change] of changes.entries()) {
        if (i > 0) expect(change.before).toEqual(changes[i - 1]?.after)
      }
      expect(changes.at(-1)?.after).toEqual({ x: 30, y: 0 })
    })

    it('a change that was taken back before it was heard of is not told', async () => {
      const { a } = await pair()
      const late = await rig().openOn(deaf(rig().driver()))
      await late.load({ space: SPACE })
      const seen = recorded(late)
      await a.edit((tx) => tx.write(at('d', 'x'), 5))
      await a.edit((tx) => tx.write(at('d', 'x'), 0))
      await put(late, { own: 1 })
      for (const { before, after } of changesOf(seen, 'd')) expect(after).not.toEqual(before)
      expect(late.read(at('d'))).toEqual({ x: 0, y: 0 })
    })

    it('a session that heard of nothing catches up with its next commit', async () => {
      const { a } = await pair()
      const late = await rig().openOn(deaf(rig().driver()))
      await late.load({ space: SPACE })
      const seen = recorded(late)
      await a.edit((tx) => tx.write(at('d', 'x'), 5))
      await put(late, { own: 1 })
      expect(late.read(at('d', 'x'))).toBe(5)
      expect(changesOf(seen, 'd').map(({ type }) => type)).toEqual(['integrate'])
    })

    it('the database hiccups while a session catches up, and it catches up all the same', async () => {
      const { a } = await pair()
      const inner = rig().driver()
      const errors: unknown[] = []
      let hiccups = 2
      const driver = altered(inner, {
        news: async (since) => {
          if (hiccups-- > 0) throw new StoreError('store-unreachable', 'the test cut the line')
          return inner.news(since)
        },
      })
      const store = await rig().openOn(driver, { onError: (error) => errors.push(error) })
      await store.load({ space: SPACE })
      await a.edit((tx) => tx.write(at('d', 'x'), 5))
      await eventually(() => store.read(at('d', 'x'))).toBe(5)
      expect(errors).toEqual([])
    })

    it('everybody ends with the same state', async () => {
      const sessions = [await rig().open(), await rig().peer(), await rig().peer()]
      for (const session of sessions) await session.load({ space: SPACE })
      await Promise.all(
        Array.from({ length: 45 }, (_, i) =>
          sessions[i % 3]!.commit({ write: [{ at: at(`d${i % 4}`, `k${i % 5}`), value: i }] }),
        ),
      )
      const state = (i: number) =>
        Object.fromEntries([0, 1, 2, 3].map((d) => [d, sessions[i]!.read(at(`d${d}`))]))
      await eventually(() => sessions.map(({ seq }) => seq)).toEqual([45, 45, 45])
      expect(state(1)).toEqual(state(0))
      expect(state(2)).toEqual(state(0))
      const fresh = await rig().restart()
      await fresh.load({ space: SPACE })
      for (const d of [0, 1, 2, 3]) expect(fresh.read(at(`d${d}`))).toEqual(state(0)[d])
    })
  })

  describe('a session that fell too far behind', () => {
    /** `late` knows nothing of 20 commits, and most of them are forgotten. */
    async function behind() {
      const a = await rig().open({ historyCommits: 2 })
      await put(a, { d: { x: 0, y: 0 }, e: 0, gone: 1 })
      const late = await rig().openOn(deaf(rig().driver()))
      await late.load({ space: SPACE })
      for (let n = 1; n <= 20; n++) await a.edit((tx) => tx.write(at('d', 'x'), n))
      await a.edit((tx) => tx.delete(at('gone')))
      await a.maintain()
      return { a, late }
    }

    it('is told that anything may have changed, and has the newest state then', async () => {
      const { late } = await behind()
      const found: unknown[] = []
      late.subscribe(({ type, changes }) => {
        if (type === 'reset') found.push([changes, late.read(at('d')), late.read(at('gone'))])
      })
      await put(late, { own: 1 })
      await eventually(() => found).toEqual([[[], { x: 20, y: 0 }, undefined]])
    })

    it('is told so when it hears of news, too', async () => {
      const a = await rig().open({ historyCommits: 1 })
      await put(a, { d: 0 })
      const gate = new Gate()
      const inner = rig().driver()
      const driver = altered(inner, {
        news: async (since) => {
          await gate.pass()
          return inner.news(since)
        },
      })
      const late = await rig().openOn(driver)
      await late.load({ space: SPACE })
      const seen = recorded(late)
      gate.shut()
      for (let n = 1; n <= 10; n++) await put(a, { d: n })
      await a.maintain()
      gate.open()
      await eventually(() => late.read(at('d'))).toBe(10)
      expect(seen.map(({ type }) => type)).toContain('reset')
    })

    it('does not overwrite what it has not seen with a write beside it', async () => {
      const { late } = await behind()
      expectAccepted(await late.commit({ write: [{ at: at('d', 'y'), value: 7 }] }))
      expect(await loaded(await rig().peer(), at('d'))).toEqual({ x: 20, y: 7 })
    })

    it('cannot commit on what has changed unseen', async () => {
      const { late } = await behind()
      const tx = late.begin()
      tx.write(at('e'), Number(tx.read(at('d', 'x'))) + 1)
      expectRejected(await tx.commit().verdict, 'stale')
      await late.edit((again) => again.write(at('e'), Number(again.read(at('d', 'x'))) + 1))
      expect(await loaded(await rig().peer(), at('e'))).toBe(21)
    })

    it('cannot pass a revision that is over', async () => {
      const { late } = await behind()
      const { seq } = late.version(at('d'))
      const result = await late.commit({
        expect: [{ type: 'revision', space: SPACE, id: 'd', seq }],
      })
      expectRejected(result, 'permanent', 'revision')
    })

    it('commits although the database hiccups while it catches up', async () => {
      const { a } = await behind()
      const inner = rig().driver()
      let hiccups = 0
      const driver = altered(deaf(inner), {
        load: async (space, id) => {
          if (hiccups-- > 0) throw new StoreError('store-unreachable', 'the test cut the line')
          return inner.load(space, id)
        },
      })
      const late = await rig().openOn(driver)
      await late.load({ space: SPACE })
      for (let n = 21; n <= 40; n++) await a.edit((tx) => tx.write(at('d', 'x'), n))
      await a.maintain()
      hiccups = 2
      expectAccepted(await late.commit({ receipts: [{ id: 'r' }] }))
      expect(late.read(at('d', 'x'))).toBe(40)
      expect(await a.receipt('r')).toBeDefined()
    })
  })
}
