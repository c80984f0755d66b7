// Topics: events in one order, each once, however often it is published.

import { describe, expect, it } from 'vitest'
import type { EventPage, EventSpec, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { expectAccepted, expectRejected, TestClock } from './support.ts'

export function topics(rig: () => Rig): void {
  const event = (messageId: string, payload: unknown = null, topic = 't'): EventSpec => ({
    topic,
    messageId,
    payload,
  })
  const publish = async (store: Store, ...publish: EventSpec[]) =>
    expectAccepted(await store.commit({ publish })).seq
  const ids = async (store: Store, topic = 't') =>
    (await store.events(topic)).map(({ messageId }) => messageId)

  describe('topics', () => {
    it('an event is kept with its commit, its time and its payload', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      const seq = await publish(store, event('m', { n: 1 }))
      expect(await store.events('t')).toMatchObject([
        { topic: 't', messageId: 'm', seq, at: clock.now(), payload: { n: 1 } },
      ])
    })

    it('events of one commit keep the order in which they were published', async () => {
      const store = await rig().open()
      await publish(store, event('c'), event('a'), event('b'))
      expect(await ids(store)).toEqual(['c', 'a', 'b'])
    })

    it('events of several commits come in the order of the commits', async () => {
      const store = await rig().open()
      for (const id of ['z', 'y', 'x']) await publish(store, event(id))
      expect(await ids(store)).toEqual(['z', 'y', 'x'])
    })

    it('the order holds across sessions and restarts', async () => {
      const store = await rig().open()
      const peer = await rig().peer()
      await publish(store, event('1'), event('2'))
      await publish(peer, event('3'))
      await publish(store, event('4'))
      const again = await rig().restart()
      await publish(again, event('5'))
      expect(await ids(again)).toEqual(['1', '2', '3', '4', '5'])
    })

    it('positions grow over all topics', async () => {
      const store = await rig().open()
      await publish(store, event('1', 0, 'a'), event('2', 0, 'b'), event('3', 0, 'a'))
      await publish(store, event('4', 0, 'b'))
      const rows = [...(await store.events('a')), ...(await store.events('b'))]
      const inOrder = rows.sort((a, b) => a.position - b.position)
      expect(inOrder.map(({ messageId }) => messageId)).toEqual(['1', '2', '3', '4'])
    })

    it('come from either end, and between two positions', async () => {
      const store = await rig().open()
      await publish(store, ...[...'abcdef'].map((id) => event(id, id)))
      const rows = await store.events('t')
      const some = async (page: EventPage) =>
        (await store.events('t', page)).map(({ messageId }) => messageId).join('')
      const [a, b, , , e] = rows.map(({ position }) => position)
      expect(await some({ newestFirst: true })).toBe('fedcba')
      expect(await some({ newestFirst: true, limit: 2 })).toBe('fe')
      expect(await some({ newestFirst: true, before: e!, limit: 2 })).toBe('dc')
      expect(await some({ before: e! })).toBe('abcd')
      expect(await some({ after: b!, before: e! })).toBe('cd')
      expect(await some({ after: b!, before: e!, newestFirst: true })).toBe('dc')
      expect(await some({ before: a! })).toBe('')
    })

    it('an event published again is there once, at its old place, with the new payload', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await publish(store, event('a', 1), event('b', 1))
      const [first] = await store.events('t')
      clock.advance(5_000)
      const seq = await publish(store, event('a', 2))
      const [again] = await store.events('t')
      expect(await ids(store)).toEqual(['a', 'b'])
      expect(again).toEqual({ ...first, payload: 2, seq, publishedAt: clock.now() })
    })

    it('an event published twice in one commit is there once, with the last payload', async () => {
      const store = await rig().open()
      await publish(store, event('a', 1), event('b', 1), event('a', 2))
      const rows = await store.events('t')
      expect(rows.map(({ messageId, payload }) => [messageId, payload])).toEqual([
        ['a', 2],
        ['b', 1],
      ])
    })

    it('an event published twice in one turn is there once', async () => {
      const store = await rig().open()
      await Promise.all([publish(store, event('a', 1)), publish(store, event('a', 2))])
      expect(await store.events('t')).toMatchObject([{ messageId: 'a', payload: 2 }])
    })

    it('an event published by two sessions is there once', async () => {
      const [store, peer] = [await rig().open(), await rig().peer()]
      await Promise.all([publish(store, event('a', 1)), publish(peer, event('a', 2))])
      expect(await ids(store)).toEqual(['a'])
    })

    it('an event published again after a restart is there once', async () => {
      await publish(await rig().open(), event('a', 1))
      const again = await rig().restart()
      await publish(again, event('a', 2))
      expect(await again.events('t')).toMatchObject([{ messageId: 'a', payload: 2 }])
    })

    it('the same message in two topics is two events', async () => {
      const store = await rig().open()
      await publish(store, event('m', 1, 'a'), event('m', 2, 'b'))
      expect(await store.events('a')).toMatchObject([{ payload: 1 }])
      expect(await store.events('b')).toMatchObject([{ payload: 2 }])
    })

    it('events can be read page by page, by position', async () => {
      const store = await rig().open()
      const all = Array.from({ length: 25 }, (_, i) => `m${String(i).padStart(2, '0')}`)
      for (let i = 0; i < 25; i += 5) {
        await publish(store, ...all.slice(i, i + 5).map((id) => event(id)))
      }
      const read: string[] = []
      let after = 0
      for (;;) {
        const page = await store.events('t', { after, limit: 4 })
        if (page.length === 0) break
        expect(page.length).toBeLessThanOrEqual(4)
        read.push(...page.map(({ messageId }) => messageId))
        after = page.at(-1)!.position
      }
      expect(read).toEqual(all)
    })

    it('a reader that has read to the end finds exactly what is new', async () => {
      const store = await rig().open()
      await publish(store, event('a'), event('b'))
      const after = (await store.events('t')).at(-1)!.position
      expect(await store.events('t', { after })).toEqual([])
      await publish(store, event('c'))
      expect(await store.events('t', { after })).toMatchObject([{ messageId: 'c' }])
    })

    it('a topic nobody published to is empty', async () => {
      const store = await rig().open()
      expect(await store.events('none')).toEqual([])
      expect(await store.topics()).toEqual([])
    })

    it('topics are listed by name, with their size and their last position', async () => {
      const store = await rig().open()
      await publish(store, event('1', 0, 'b'), event('2', 0, 'a'), event('3', 0, 'b'))
      const last = async (topic: string) => (await store.events(topic)).at(-1)!.position
      expect(await store.topics()).toEqual([
        { topic: 'a', events: 1, last: await last('a') },
        { topic: 'b', events: 2, last: await last('b') },
      ])
    })

    it('the events of a refused commit never appear', async () => {
      const store = await rig().open()
      await store.commit({ receipts: [{ id: 'r' }] })
      const result = await store.commit({ receipts: [{ id: 'r' }], publish: [event('a')] })
      expectRejected(result, 'permanent')
      await publish(store, event('b'))
      expect(await ids(store)).toEqual(['b'])
    })

    it('a commit holds as many events as allowed, in order', async () => {
      const store = await rig().open()
      const all = Array.from({ length: 4_096 }, (_, i) => event(`m${i}`))
      await publish(store, ...all)
      await publish(store, event('next'))
      const positions = (await store.events('t', { limit: 5_000 })).map(({ position }) => position)
      expect(new Set(positions).size).toBe(4_097)
      const [tail] = await store.events('t', { after: positions[4_095]! })
      expect(tail?.messageId).toBe('next')
    })

    it('one event more than allowed is refused', async () => {
      const store = await rig().open()
      const all = Array.from({ length: 4_097 }, (_, i) => event(`m${i}`))
      expectRejected(await store.commit({ publish: all }), 'terminal', 'commit-malformed')
    })
  })
}
