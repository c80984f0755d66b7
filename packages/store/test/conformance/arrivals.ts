// Arrivals: whoever waits for jobs, events or timers is told when they are durable.

import { describe, expect, it } from 'vitest'
import type { Arrival, CommitSpec, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, eventually, expectAccepted, expectRejected, held, put } from './support.ts'

const KINDS: readonly [what: string, spec: CommitSpec, tells: (arrival: Arrival) => boolean][] = [
  [
    'a job',
    { jobs: [{ op: 'add', id: 'j', queue: 'q' }] },
    ({ queues, everything }) => everything === true || queues.includes('q'),
  ],
  [
    'an event',
    { publish: [{ topic: 't', messageId: 'm' }] },
    ({ topics, everything }) => everything === true || topics.includes('t'),
  ],
  ['a timer', { timers: [{ op: 'set', id: 't', at: 1 }] }, ({ timers }) => timers],
  ['a cleared timer', { timers: [{ op: 'clear', id: 't' }] }, ({ timers }) => timers],
]

export function arrivals(rig: () => Rig): void {
  function heard(store: Store): Arrival[] {
    const all: Arrival[] = []
    store.onArrival((arrival) => all.push(arrival))
    return all
  }

  describe('arrivals', () => {
    it.each(KINDS)('%s is heard here', async (_, spec, tells) => {
      const store = await rig().open()
      const all = heard(store)
      expectAccepted(await store.commit(spec))
      await eventually(() => all.some(tells)).toBe(true)
    })

    it.each(KINDS)('%s is heard in other sessions', async (_, spec, tells) => {
      const [store, peer] = [await rig().open(), await rig().peer()]
      const all = heard(peer)
      expectAccepted(await store.commit(spec))
      await eventually(() => all.some(tells)).toBe(true)
    })

    it('what is heard here is durable', async () => {
      const { driver, gate } = held(rig().driver())
      const store = await rig().openOn(driver)
      gate.shut()
      const all = heard(store)
      const verdict = store.commit({ jobs: [{ op: 'add', id: 'j', queue: 'q' }] })
      await gate.reached()
      expect(all).toEqual([])
      gate.open()
      expectAccepted(await verdict)
      await eventually(() => all.length).toBeGreaterThan(0)
      expect(await (await rig().peer()).job('j')).toBeDefined()
    })

    it('what is heard can be claimed', async () => {
      const [store, peer] = [await rig().open(), await rig().peer()]
      let claimed: Promise<readonly unknown[]> | undefined
      peer.onArrival(({ queues }) => {
        if (queues.includes('q')) claimed ??= peer.claim({ queues: ['q'], worker: 'w' })
      })
      await store.commit({ jobs: [{ op: 'add', id: 'j', queue: 'q' }] })
      await eventually(() => claimed !== undefined).toBe(true)
      expect(await claimed).toMatchObject([{ id: 'j' }])
    })

    it('a job that waits again after a failure is heard', async () => {
      const store = await rig().open()
      await store.commit({ jobs: [{ op: 'add', id: 'j', queue: 'q' }] })
      await store.claim({ queues: ['q'], worker: 'w' })
      const all = heard(store)
      await store.commit({ jobs: [{ op: 'fail', id: 'j', attempt: 1, error: 'x' }] })
      await eventually(() => all.some(({ queues }) => queues.includes('q'))).toBe(true)
    })

    it('a refused commit is not heard', async () => {
      const [store, peer] = [await rig().open(), await rig().peer()]
      const all = [...KINDS.map(([, , tells]) => tells)]
      const here = heard(store)
      const there = heard(peer)
      const result = await store.commit({
        expect: [{ type: 'epoch', lease: 'l', epoch: 9 }],
        publish: [{ topic: 't', messageId: 'm' }],
        jobs: [{ op: 'add', id: 'j', queue: 'q' }],
        timers: [{ op: 'set', id: 't', at: 1 }],
      })
      expectRejected(result, 'permanent')
      await put(store, { d: 1 })
      await eventually(() => there.some(({ seq }) => seq >= 1)).toBe(true)
      for (const arrival of [...here, ...there]) {
        if (arrival.everything === true) continue
        expect(all.some((tells) => tells(arrival))).toBe(false)
      }
    })

    it('a commit of many topics and queues is heard whole', async () => {
      const [store, peer] = [await rig().open(), await rig().peer()]
      const names = Array.from({ length: 30 }, (_, i) => `n${i}`)
      const topics = new Set<string>()
      const queues = new Set<string>()
      peer.onArrival((arrival) => {
        for (const topic of arrival.topics) topics.add(topic)
        for (const queue of arrival.queues) queues.add(queue)
      })
      await store.commit({
        publish: names.map((topic) => ({ topic, messageId: 'm' })),
        jobs: names.slice(0, 9).map((queue) => ({ op: 'add', id: queue, queue })),
      })
      await eventually(() => [topics.size, queues.size]).toEqual([30, 9])
    })

    it('a listener that left hears nothing, one that throws harms nobody', async () => {
      const errors: unknown[] = []
      const store = await rig().open({ onError: (error) => errors.push(error) })
      const gone: Arrival[] = []
      const leave = store.onArrival((arrival) => gone.push(arrival))
      leave()
      store.onArrival(() => {
        throw new Error('mine')
      })
      const all = heard(store)
      await store.commit({
        write: [{ at: at('d'), value: 1 }],
        publish: [{ topic: 't', messageId: 'm' }],
      })
      await eventually(() => all.length).toBeGreaterThan(0)
      expect(gone).toEqual([])
      expect(errors.length).toBeGreaterThan(0)
    })
  })
}
