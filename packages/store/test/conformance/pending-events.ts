// Pending events: who may take one, and what it says when it is published again.

import { describe, expect, it } from 'vitest'
import { consumersOf, type EntryOp, type EventSpec, type Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { expectAccepted, expectCode, expectRejected, TestClock } from './support.ts'

export function pendingEvents(rig: () => Rig): void {
  const event = (messageId: string, more: Partial<EventSpec> = {}): EventSpec => {
    return { topic: 't', messageId, payload: messageId, ...more }
  }
  const commit = async (store: Store, publish: EventSpec[], entries: EntryOp[] = []) =>
    expectAccepted(await store.commit({ publish, entries })).seq
  const move = (id: string, from: string | null, state: string, more: Partial<EntryOp> = {}) => {
    return { list: 'l', id, from, state, ...more }
  }
  const declare = (list = 'l', topic = 't'): EntryOp => {
    return { list: consumersOf(topic), id: list, from: null, state: 'reading' }
  }
  const pending = async (store: Store, after?: number, limit?: number) =>
    (await store.pendingEvents('l', 't', after, limit)).map(({ event }) => event.messageId)

  describe('pending events', () => {
    it('are those without a final entry, oldest first, each with its entry', async () => {
      const store = await rig().open()
      await commit(store, [event('a'), event('b'), event('c'), event('d')], [declare()])
      await commit(
        store,
        [],
        [
          move('b', null, 'consumed', { final: true }),
          move('c', null, 'reserved', { value: { run: 1 } }),
        ],
      )
      const rows = await store.pendingEvents('l', 't')
      expect(rows.map(({ event }) => event.messageId)).toEqual(['a', 'c', 'd'])
      expect(rows.map(({ entry }) => entry?.state)).toEqual([undefined, 'reserved', undefined])
      expect(rows[1]!.entry).toEqual(await store.entry('l', 'c'))
      expect(rows[1]!.event).toEqual((await store.eventsById('t', ['c']))[0])
    })

    it('of one consumer are not those of another', async () => {
      const store = await rig().open()
      await commit(store, [event('a'), event('b')], [declare(), declare('m')])
      await commit(store, [], [move('a', null, 'consumed', { final: true })])
      expect(await pending(store)).toEqual(['b'])
      const others = await store.pendingEvents('m', 't')
      expect(others.map(({ event }) => event.messageId)).toEqual(['a', 'b'])
    })

    it('begin after a position, and end with a page', async () => {
      const store = await rig().open()
      await commit(
        store,
        [...'abcdef'].map((id) => event(id)),
        [declare()],
      )
      await commit(store, [], [move('d', null, 'consumed', { final: true })])
      const [, b] = await store.events('t')
      expect(await pending(store, b!.position)).toEqual(['c', 'e', 'f'])
      expect(await pending(store, b!.position, 2)).toEqual(['c', 'e'])
      expect(await pending(store, b!.position, 0)).toEqual([])
    })

    it('one whose entry is final no more waits again', async () => {
      const store = await rig().open()
      await commit(store, [event('a')], [declare(), move('a', null, 'skipped', { final: true })])
      expect(await pending(store)).toEqual([])
      await commit(store, [], [move('a', 'skipped', 'pending')])
      expect(await pending(store)).toEqual(['a'])
    })

    it('are found behind many that are consumed', async () => {
      const store = await rig().open()
      const many = Array.from({ length: 4_000 }, (_, i) => `m${i}`)
      const [first, last] = [event('first'), event('last')]
      await commit(store, [first, ...many.map((id) => event(id)).slice(0, 2_000)], [declare()])
      await commit(store, [...many.slice(2_000).map((id) => event(id)), last])
      await commit(
        store,
        [],
        many.map((id) => move(id, null, 'consumed', { final: true })),
      )
      expect(await pending(store)).toEqual(['first', 'last'])
      const [oldest] = await store.events('t', { limit: 1 })
      expect(await pending(store, oldest!.position, 1)).toEqual(['last'])
    })

    it('are those of a topic: the same id elsewhere is another event', async () => {
      const store = await rig().open()
      await commit(store, [event('a'), event('a', { topic: 'u' })], [declare(), declare('l', 'u')])
      expect(await store.pendingEvents('l', 'none').catch((error) => error.code)).toBe(
        'consumer-undeclared',
      )
      expect((await store.pendingEvents('l', 'u')).map(({ event }) => event.topic)).toEqual(['u'])
    })

    it('are refused to who has not declared itself: events would not be kept for it', async () => {
      const store = await rig().open()
      await commit(store, [event('a')])
      await expectCode(() => store.pendingEvents('l', 't'), 'consumer-undeclared')
      await commit(store, [], [declare()])
      expect(await pending(store)).toEqual(['a'])
    })

    it('of two runs that reserve the same, one does', async () => {
      const stores = [await rig().open(), await rig().peer()]
      await commit(stores[0]!, [event('a'), event('b')], [declare()])
      const [one, other] = await Promise.all([
        stores[0]!.commit({ entries: [move('a', null, 'reserved'), move('b', null, 'reserved')] }),
        stores[1]!.commit({ entries: [move('b', null, 'reserved')] }),
      ])
      const refused = one!.rejected === undefined ? other! : one!
      expectRejected(refused, 'permanent', 'entry-moved')
    })
  })

  describe('events by id', () => {
    it('are those that are there, by position', async () => {
      const store = await rig().open()
      await commit(store, [event('c'), event('a'), event('b'), event('a', { topic: 'u' })])
      const rows = await store.eventsById('t', ['a', 'none', 'c', 'a'])
      expect(rows.map(({ topic, messageId }) => [topic, messageId])).toEqual([
        ['t', 'c'],
        ['t', 'a'],
      ])
      expect(await store.eventsById('t', [])).toEqual([])
      expect(await store.eventsById('none', ['a'])).toEqual([])
    })
  })

  describe('causes of events', () => {
    const causes = async (store: Store) => (await store.events('t'))[0]!.causes

    it('are kept, and none are if none were given', async () => {
      const store = await rig().open()
      await commit(store, [event('a', { causes: ['input/1', 'input/2'] }), event('b')])
      expect((await store.events('t')).map((row) => row.causes)).toEqual([
        ['input/1', 'input/2'],
        [],
      ])
      expect(await causes(await rig().restart())).toEqual(['input/1', 'input/2'])
    })

    it('are joined when the event is published again, each once', async () => {
      const store = await rig().open()
      await commit(store, [event('a', { causes: ['1'] })])
      await commit(store, [event('a', { causes: ['2', '1', '3'] })])
      await commit(store, [event('a')])
      expect(await causes(store)).toEqual(['1', '2', '3'])
    })

    it('of two publications in one commit are joined', async () => {
      const store = await rig().open()
      await commit(store, [event('a', { causes: ['1'] }), event('a', { causes: ['2'] })])
      expect(await causes(store)).toEqual(['1', '2'])
    })

    it('are names', async () => {
      const store = await rig().open()
      const spec = { publish: [event('a', { causes: [''] })] }
      await expectCode(() => store.commit(spec), 'name-malformed')
    })
  })

  describe('publishing again what a consumer may have taken', () => {
    const unlessTaken = { lists: ['l', 'm'], open: ['pending'] }
    const again = event('a', { payload: 'again', unlessTaken, causes: ['2'] })
    const payload = async (store: Store) => (await store.events('t'))[0]!.payload

    async function published(entries: EntryOp[] = []): Promise<Store> {
      const store = await rig().open()
      await commit(store, [event('a', { payload: 'first', unlessTaken, causes: ['1'] })], entries)
      return store
    }

    it('replaces the payload while nobody has', async () => {
      const store = await published()
      const seq = await commit(store, [again])
      expect(await store.events('t')).toMatchObject([{ payload: 'again', seq, causes: ['1', '2'] }])
    })

    it('replaces it while it waits to be taken again', async () => {
      const store = await published([move('a', null, 'pending')])
      await commit(store, [again])
      expect(await payload(store)).toBe('again')
    })

    it.each(['reserved', 'consumed'])(
      'keeps it once it is %s, and joins the causes',
      async (state) => {
        const store = await published([
          move('a', null, state, { list: 'm', final: state === 'consumed' }),
        ])
        const [before] = await store.events('t')
        const heard: string[] = []
        store.onArrival(({ topics }) => heard.push(...topics))
        await commit(store, [again])
        const [after] = await store.events('t')
        expect(after).toEqual({ ...before, causes: ['1', '2'], publishedAt: after!.publishedAt })
        expect(heard).toEqual([])
      },
    )

    it('without the condition replaces it always', async () => {
      const store = await published([move('a', null, 'consumed', { final: true })])
      await commit(store, [event('a', { payload: 'again' })])
      expect(await payload(store)).toBe('again')
    })

    it('a reservation in the same commit, or before it in the group, counts', async () => {
      const store = await published()
      await commit(store, [again], [move('a', null, 'reserved')])
      expect(await payload(store)).toBe('first')
      await commit(store, [], [move('a', 'reserved', 'pending')])
      await Promise.all([
        store.commit({ entries: [move('a', 'pending', 'reserved')] }),
        store.commit({ publish: [again] }),
      ])
      expect(await payload(store)).toBe('first')
    })

    it('tells when it was last published', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await commit(store, [event('a')])
      const first = clock.now()
      clock.advance(1_000)
      await commit(store, [again], [move('a', null, 'consumed', { final: true })])
      expect(await store.events('t')).toMatchObject([{ at: first, publishedAt: clock.now() }])
    })
  })
}
