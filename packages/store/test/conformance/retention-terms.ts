// How long things are kept that have no end of their own: events, receipts, tombstones, entries. What somebody still
// waits for is never removed.

import { describe, expect, it } from 'vitest'
import { consumersOf, type EntryOp, type Store, type StoreOptions } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { altered, at, expectAccepted, loaded, put, SPACE, TestClock } from './support.ts'

const DAY_MS = 86_400_000

export function retentionTerms(rig: () => Rig): void {
  async function opened(options: StoreOptions = {}): Promise<{ store: Store; clock: TestClock }> {
    const clock = new TestClock()
    return { store: await rig().open({ clock, ...options }), clock }
  }
  const event = (messageId: string, topic = 't') => ({ topic, messageId })
  const entry = (id: string, more: Partial<EntryOp> = {}): EntryOp => {
    return { list: 'l', id, from: null, state: 'done', final: true, ...more }
  }
  const declare = (list: string, topic = 't'): EntryOp => {
    return { list: consumersOf(topic), id: list, from: null, state: 'reading' }
  }
  const ids = async (store: Store, topic = 't') =>
    (await store.events(topic, { limit: 10_000 })).map(({ messageId }) => messageId)
  const entryIds = async (store: Store, list = 'l') =>
    (await store.entries({ list, limit: 10_000 })).map(({ id }) => id)

  describe('terms of events', () => {
    it('an old one goes, a young one stays, and the default is thirty days', async () => {
      const { store, clock } = await opened()
      expectAccepted(await store.commit({ publish: [event('old'), event('other', 'u')] }))
      clock.advance(29 * DAY_MS)
      expectAccepted(await store.commit({ publish: [event('young')] }))
      await store.maintain()
      expect(await ids(store)).toEqual(['old', 'young'])
      clock.advance(DAY_MS + 1)
      await store.maintain()
      expect(await ids(store)).toEqual(['young'])
      expect((await store.topics()).map(({ topic }) => topic)).toEqual(['t'])
    })

    it('one that is published again counts anew', async () => {
      const { store, clock } = await opened({ eventsMs: 1_000 })
      expectAccepted(await store.commit({ publish: [event('kept'), event('gone')] }))
      clock.advance(900)
      expectAccepted(await store.commit({ publish: [event('kept')] }))
      clock.advance(900)
      await store.maintain()
      expect(await ids(store)).toEqual(['kept'])
    })

    it('one that a consumer waits for stays, whatever its age, until it is done with', async () => {
      const { store, clock } = await opened({ eventsMs: 1_000 })
      expectAccepted(
        await store.commit({
          publish: ['untouched', 'reserved', 'consumed'].map((id) => event(id)),
          entries: [
            declare('one'),
            declare('other'),
            ...['untouched', 'reserved', 'consumed'].map((id) => entry(id, { list: 'other' })),
            entry('reserved', { list: 'one', state: 'reserved', final: false }),
            entry('consumed', { list: 'one', state: 'consumed' }),
          ],
        }),
      )
      clock.advance(1_000 * DAY_MS)
      await store.maintain()
      expect(await ids(store)).toEqual(['untouched', 'reserved'])
      expect(await store.pendingEvents('one', 't')).toHaveLength(2)
      const done = entry('reserved', { list: 'one', from: 'reserved' })
      expectAccepted(await store.commit({ entries: [done] }))
      await store.maintain()
      expect(await ids(store)).toEqual(['untouched'])
    })

    it('its deliveries go with it, and not before it', async () => {
      const { store, clock } = await opened({ eventsMs: 1_000, entriesMs: { '': 10 } })
      const delivered = entry('a', { list: 'one' })
      expectAccepted(
        await store.commit({ publish: [event('a')], entries: [declare('one'), delivered] }),
      )
      clock.advance(500)
      await store.maintain()
      expect(await entryIds(store, 'one')).toEqual(['a'])
      expect(await store.pendingEvents('one', 't')).toEqual([])
      clock.advance(501)
      await store.maintain()
      expect(await ids(store)).toEqual([])
      expect(await entryIds(store, 'one')).toEqual([])
      expect(await store.entry(consumersOf('t'), 'one')).toBeDefined()
    })

    it('a consumer that has left holds nothing back', async () => {
      const { store, clock } = await opened({ eventsMs: 1_000 })
      expectAccepted(await store.commit({ publish: [event('a')], entries: [declare('one')] }))
      clock.advance(2_000)
      await store.maintain()
      expect(await ids(store)).toEqual(['a'])
      const gone = { ...declare('one'), from: 'reading', state: 'gone', final: true }
      expectAccepted(await store.commit({ entries: [gone] }))
      await store.maintain()
      expect(await ids(store)).toEqual([])
    })

    it('those behind more than a round looks at go too', async () => {
      const { store, clock } = await opened({ eventsMs: 1_000 })
      const waiting = Array.from({ length: 3_000 }, (_, i) => event(`w${i}`, 'a'))
      const old = Array.from({ length: 3_000 }, (_, i) => event(`o${i}`, 'b'))
      expectAccepted(await store.commit({ publish: waiting, entries: [declare('one', 'a')] }))
      expectAccepted(await store.commit({ publish: old }))
      expectAccepted(await store.commit({ publish: [event('z', 'c')] }))
      clock.advance(2_000)
      expectAccepted(await store.commit({ publish: [event('young', 'b')] }))
      for (let round = 0; round < 3; round++) await store.maintain()
      expect(await ids(store, 'a')).toHaveLength(3_000)
      expect(await ids(store, 'b')).toEqual(['young'])
      expect(await ids(store, 'c')).toEqual([])
    })

    it('for ever means for ever', async () => {
      const { store, clock } = await opened({ eventsMs: Number.POSITIVE_INFINITY })
      expectAccepted(await store.commit({ publish: [event('a')] }))
      clock.advance(10_000 * DAY_MS)
      await store.maintain()
      expect(await ids(store)).toEqual(['a'])
    })
  })

  describe('terms of receipts', () => {
    it('one without an end goes after a year, unless told otherwise', async () => {
      const { store, clock } = await opened()
      expectAccepted(await store.commit({ receipts: [{ id: 'old' }] }))
      clock.advance(200 * DAY_MS)
      expectAccepted(await store.commit({ receipts: [{ id: 'young' }] }))
      clock.advance(166 * DAY_MS)
      await store.maintain()
      expect(await store.receipt('old')).toBeUndefined()
      expect(await store.receipt('young')).toBeDefined()
    })

    it('one with an end goes at its end, and not by its age', async () => {
      const { store, clock } = await opened({ receiptsMs: 1_000 })
      const expiresAt = clock.now() + 10_000
      expectAccepted(await store.commit({ receipts: [{ id: 'a', expiresAt }, { id: 'b' }] }))
      clock.advance(5_000)
      await store.maintain()
      expect(await store.receipt('a')).toBeDefined()
      expect(await store.receipt('b')).toBeUndefined()
      clock.advance(5_000)
      await store.maintain()
      expect(await store.receipt('a')).toBeUndefined()
    })

    it('those behind more than a round looks at go too', async () => {
      const { store, clock } = await opened({ receiptsMs: 1_000 })
      const receipts = Array.from({ length: 9_000 }, (_, i) => ({ id: `r${i}` }))
      expectAccepted(await store.commit({ receipts }))
      clock.advance(2_000)
      for (let round = 0; round < 3; round++) await store.maintain()
      for (const id of ['r0', 'r4500', 'r8999', 'r999']) {
        expect(await store.receipt(id)).toBeUndefined()
      }
    })
  })

  describe('terms of tombstones', () => {
    /** A document that was deleted, and so many commits since. */
    async function deleted(store: Store, since: number): Promise<void> {
      await put(store, { gone: 1, stays: 1 })
      expectAccepted(await store.commit({ write: [{ at: at('gone') }] }))
      for (let n = 0; n < since; n++) await put(store, { other: n })
      await store.maintain()
    }
    const isForgotten = async () => {
      const store = await rig().restart()
      return (await rig().driver().load(SPACE, 'gone')).length === 0 && store.seq > 0
    }

    it('one is forgotten after so many commits', async () => {
      await deleted(await rig().open({ historyCommits: 2, tombstoneCommits: 4 }), 8)
      expect(await isForgotten()).toBe(true)
      const store = await rig().open()
      expect(await store.history(at('gone'))).toEqual([])
      expect(await loaded(store, at('stays'))).toBe(1)
      const absent = { type: 'entity-absent', space: SPACE, id: 'gone' } as const
      const write = [{ at: at('gone'), value: 'again' }]
      const { seq } = expectAccepted(await store.commit({ expect: [absent], write }))
      expect((await store.history(at('gone'))).map((row) => row.seq)).toEqual([seq])
    })

    it('one stays before that, and by default for a long time', async () => {
      await deleted(await rig().open({ historyCommits: 2, tombstoneCommits: 40 }), 8)
      expect(await isForgotten()).toBe(false)
      const store = await rig().open({ historyCommits: 1 })
      await store.maintain()
      expect(await isForgotten()).toBe(false)
    })

    it('one stays as long as history knows more of it', async () => {
      await deleted(await rig().open({ historyCommits: 20, tombstoneCommits: 1 }), 8)
      expect(await isForgotten()).toBe(false)
      const store = await rig().open()
      expect(await store.readAt(at('gone'), 1)).toBe(1)
    })

    it('a document that was made again is no tombstone', async () => {
      const store = await rig().open({ historyCommits: 1, tombstoneCommits: 2 })
      await put(store, { gone: 1 })
      expectAccepted(await store.commit({ write: [{ at: at('gone') }] }))
      await put(store, { gone: 2 })
      for (let n = 0; n < 8; n++) await put(store, { other: n })
      await store.maintain()
      expect(await loaded(await rig().restart(), at('gone'))).toBe(2)
    })

    it('numbering and commits of others are as before', async () => {
      const store = await rig().open({ historyCommits: 2, tombstoneCommits: 2 })
      await put(store, { a: 1, gone: 1 })
      expectAccepted(await store.commit({ write: [{ at: at('gone') }, { at: at('b'), value: 1 }] }))
      for (let n = 0; n < 6; n++) await put(store, { other: n })
      await store.maintain()
      const again = await rig().restart()
      expect(again.seq).toBe(8)
      // The commit that deleted it also made another: it still explains that.
      expect((await again.commits()).map(({ seq }) => seq)).toEqual([1, 2, 6, 7, 8])
      const [b] = await again.history(at('b'))
      expect(b).toMatchObject({ seq: 2, commit: { seq: 2 } })
    })

    it('who missed the deletion, and that it is forgotten, reads that it is absent', async () => {
      const store = await rig().open({ historyCommits: 1, tombstoneCommits: 1 })
      await put(store, { gone: 1, stays: 1 })
      const late = await rig().openOn(altered(rig().driver(), { onNews: () => () => {} }))
      await late.load({ space: SPACE })
      expectAccepted(await store.commit({ write: [{ at: at('gone') }] }))
      for (let n = 0; n < 6; n++) await put(store, { other: n })
      await store.maintain()
      await put(late, { mine: 1 })
      expect([late.read(at('gone')), late.read(at('stays'))]).toEqual([undefined, 1])
    })
  })

  describe('terms of entries', () => {
    it('final ones go ninety days after they were last moved, others never', async () => {
      const { store, clock } = await opened()
      expectAccepted(
        await store.commit({
          entries: [entry('old'), entry('open', { final: false, state: 'open' })],
        }),
      )
      clock.advance(80 * DAY_MS)
      expectAccepted(await store.commit({ entries: [entry('young')] }))
      clock.advance(11 * DAY_MS)
      await store.maintain()
      expect((await entryIds(store)).sort()).toEqual(['open', 'young'])
      clock.advance(10_000 * DAY_MS)
      await store.maintain()
      expect(await entryIds(store)).toEqual(['open'])
    })

    it('each list has its term, the longest name that fits decides', async () => {
      const entriesMs = { 'runs/': 1_000, 'runs/long/': Number.POSITIVE_INFINITY, '': 5_000 }
      const { store, clock } = await opened({ entriesMs })
      const lists = ['runs/a', 'runs/long/b', 'ledger', 'runs', 'zeta']
      expectAccepted(await store.commit({ entries: lists.map((list) => entry('e', { list })) }))
      const left = async () => {
        const rows = await Promise.all(lists.map((list) => entryIds(store, list)))
        return lists.filter((_, i) => rows[i]!.length > 0)
      }
      clock.advance(2_000)
      await store.maintain()
      expect(await left()).toEqual(['runs/long/b', 'ledger', 'runs', 'zeta'])
      clock.advance(4_000)
      await store.maintain()
      expect(await left()).toEqual(['runs/long/b'])
    })

    it('those of many lists go, also behind lists of consumers and of others that stay', async () => {
      const { store, clock } = await opened({
        eventsMs: Number.POSITIVE_INFINITY,
        entriesMs: { '': 1_000 },
      })
      const lists = Array.from({ length: 400 }, (_, i) => `l${String(i).padStart(3, '0')}`)
      const consumers = lists.slice(0, 250).map((list) => declare(list))
      const final = lists.map((list) => entry('e', { list }))
      expectAccepted(
        await store.commit({ publish: [event('e')], entries: [...consumers, ...final] }),
      )
      clock.advance(2_000)
      for (let round = 0; round < 5; round++) await store.maintain()
      const left = await store.entries({ list: 'l', prefix: true, limit: 1_000 })
      expect(left.map(({ list }) => list)).toEqual(lists.slice(0, 250))
    })

    it('more than one round removes go in several, and counts follow', async () => {
      const { store, clock } = await opened({ entriesMs: { '': 1_000 } })
      const many = Array.from({ length: 9_000 }, (_, i) => entry(`e${i}`, { list: `l${i % 7}` }))
      expectAccepted(await store.commit({ entries: many }))
      clock.advance(2_000)
      expectAccepted(await store.commit({ entries: [entry('young', { list: 'l3' })] }))
      expect((await store.entryCounts('l3')).done).toBeGreaterThan(1_000)
      await store.maintain()
      expect(await store.stats()).toMatchObject({ entries: 1 })
      expect(await store.entryCounts('l3')).toEqual({ done: 1 })
    })
  })
}
