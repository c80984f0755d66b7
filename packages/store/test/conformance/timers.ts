// Timers: durable alarms. Each fires once, whoever wakes.

import { describe, expect, it } from 'vitest'
import type { Store, TimerOp } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, expectAccepted, expectCode, expectRejected, loaded, put } from './support.ts'

export function timers(rig: () => Rig): void {
  const move = (store: Store, ...timers: TimerOp[]) => store.commit({ timers })
  const set = (id: string, time: number, payload: unknown = null): TimerOp => ({
    op: 'set',
    id,
    at: time,
    payload,
  })
  const standing = async (store: Store, page = {}) =>
    (await store.timers(page)).map(({ id, at: time }) => [id, time])

  describe('timers', () => {
    it('a timer stands with its time, its payload and its commit', async () => {
      const store = await rig().open()
      const { seq } = expectAccepted(await move(store, set('t', 500, { rule: 'daily' })))
      expect(await store.timers()).toEqual([{ id: 't', at: 500, payload: { rule: 'daily' }, seq }])
    })

    it('timers are listed by time, then by id', async () => {
      const store = await rig().open()
      await move(store, set('c', 2), set('b', 1), set('a', 2), set('d', 0))
      expect(await standing(store)).toEqual([
        ['d', 0],
        ['b', 1],
        ['a', 2],
        ['c', 2],
      ])
    })

    it('a listing ends at its time, which counts, and at its limit', async () => {
      const store = await rig().open()
      await move(store, set('a', 1), set('b', 2), set('c', 3))
      expect(await standing(store, { until: 2 })).toEqual([
        ['a', 1],
        ['b', 2],
      ])
      expect(await standing(store, { until: 0 })).toEqual([])
      expect(await standing(store, { limit: 1 })).toEqual([['a', 1]])
    })

    it('setting a timer again moves it', async () => {
      const store = await rig().open()
      await move(store, set('t', 1, 'old'))
      await move(store, set('t', 9, 'new'))
      expect(await store.timers()).toMatchObject([{ id: 't', at: 9, payload: 'new' }])
    })

    it('a cleared timer is gone', async () => {
      const store = await rig().open()
      await move(store, set('t', 1), set('u', 1))
      expectAccepted(await move(store, { op: 'clear', id: 't' }))
      expect(await standing(store)).toEqual([['u', 1]])
    })

    it('clearing what does not stand changes nothing', async () => {
      const store = await rig().open()
      expectAccepted(await move(store, { op: 'clear', id: 'none' }))
      expect(await store.timers()).toEqual([])
    })

    it('a timer that fires is gone, together with what it caused', async () => {
      const store = await rig().open()
      await move(store, set('t', 5))
      expectAccepted(
        await store.commit({
          write: [{ at: at('fired'), value: true }],
          timers: [{ op: 'fire', id: 't', at: 5 }],
        }),
      )
      expect(await store.timers()).toEqual([])
      expect(store.read(at('fired'))).toBe(true)
    })

    it.each<[what: string, before: TimerOp[]]>([
      ['has fired', [set('t', 5), { op: 'fire', id: 't', at: 5 }]],
      ['was cleared', [set('t', 5), { op: 'clear', id: 't' }]],
      ['was moved', [set('t', 5), set('t', 6)]],
      ['never stood', []],
    ])('a timer that %s does not fire, and nothing it would cause happens', async (_, before) => {
      const store = await rig().open()
      for (const op of before) expectAccepted(await move(store, op))
      const left = await store.timers()
      const result = await store.commit({
        write: [{ at: at('fired'), value: true }],
        timers: [{ op: 'fire', id: 't', at: 5 }],
      })
      expectRejected(result, 'permanent', 'timer-moved')
      expect(await store.timers()).toEqual(left)
      expect(await loaded(await rig().peer(), at('fired'))).toBeUndefined()
    })

    it('a timer fires once when several sessions wake at once', async () => {
      const sessions = [await rig().open(), await rig().peer(), await rig().peer()]
      await move(sessions[0]!, set('t', 5))
      const results = await Promise.all(
        [...sessions, ...sessions].map((session, i) =>
          session.commit({
            publish: [{ topic: 'fired', messageId: `${i}` }],
            timers: [{ op: 'fire', id: 't', at: 5 }],
          }),
        ),
      )
      expect(results.filter(({ rejected }) => rejected === undefined).length).toBe(1)
      expect((await sessions[0]!.events('fired')).length).toBe(1)
    })

    it('firing and setting the next time are one commit', async () => {
      const store = await rig().open()
      await move(store, set('t', 5))
      expectAccepted(await move(store, { op: 'fire', id: 't', at: 5 }, set('t', 10)))
      expect(await standing(store)).toEqual([['t', 10]])
      expectRejected(await move(store, { op: 'fire', id: 't', at: 5 }), 'permanent', 'timer-moved')
    })

    it('steps of one timer in one commit follow each other', async () => {
      const store = await rig().open()
      const fire: TimerOp = { op: 'fire', id: 't', at: 5 }
      expectAccepted(await move(store, set('t', 5), fire))
      expect(await store.timers()).toEqual([])
      expectRejected(await move(store, set('t', 5), fire, fire), 'permanent', 'timer-moved')
      expectAccepted(await move(store, set('t', 5), { op: 'clear', id: 't' }, set('t', 7)))
      expect(await standing(store)).toEqual([['t', 7]])
    })

    it('steps of one timer in one turn follow each other', async () => {
      const store = await rig().open()
      const results = await Promise.all([
        move(store, set('t', 5)),
        move(store, { op: 'fire', id: 't', at: 5 }),
        move(store, { op: 'fire', id: 't', at: 5 }),
      ])
      expect(results.map(({ rejected }) => rejected)).toEqual([undefined, undefined, 'permanent'])
    })

    it('timers outlive a restart', async () => {
      await move(await rig().open(), set('a', 1, 'p'), set('b', 2))
      const again = await rig().restart()
      expect(await again.timers()).toMatchObject([{ id: 'a', at: 1, payload: 'p' }, { id: 'b' }])
      expectAccepted(await move(again, { op: 'fire', id: 'a', at: 1 }))
      expect(await standing(await rig().restart())).toEqual([['b', 2]])
    })

    it('timers may lie before 1970', async () => {
      const store = await rig().open()
      await move(store, set('t', -5))
      expect(await standing(store, { until: 0 })).toEqual([['t', -5]])
    })

    it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.25])(
      'a timer at %s is refused',
      async (time) => {
        const store = await rig().open()
        const tx = store.begin()
        await expectCode(() => tx.timer(set('t', time)), 'commit-malformed')
        await expectCode(() => tx.timer({ op: 'fire', id: 't', at: time }), 'commit-malformed')
        expect(await put(store, { after: 1 })).toBe(1)
      },
    )

    it('timers are counted', async () => {
      const store = await rig().open()
      await move(store, set('a', 1), set('b', 1))
      await move(store, { op: 'clear', id: 'a' })
      expect((await store.stats()).timers).toBe(1)
    })
  })
}
