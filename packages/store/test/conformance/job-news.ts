// News of jobs: whoever waits for the end of one hears of it, here and on other hosts.

import { describe, expect, it } from 'vitest'
import type { JobNews, JobOp, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { eventually, expectAccepted, put, TestClock } from './support.ts'

export function jobNews(rig: () => Rig): void {
  const report = async (store: Store, ...jobs: JobOp[]) =>
    expectAccepted(await store.commit({ jobs }))
  const add = (id: string): JobOp => ({ op: 'add', id, queue: 'q' })

  /** News of jobs in a session, as words. */
  function heard(store: Store): { news: string[]; everything: boolean } {
    const all = { news: [] as string[], everything: false }
    store.onArrival(({ jobs, everything }) => {
      all.everything ||= everything === true
      all.news.push(...jobs.map(({ id, state }: JobNews) => `${id} ${state}`))
    })
    return all
  }

  /** Everything that happens to a job, one step after the other, and what is to be heard. */
  async function life(store: Store, clock: TestClock): Promise<string[]> {
    const claim = () => store.claim({ queues: ['q'], worker: 'w', limit: 9, leaseMs: 1_000 })
    await report(store, ...['a', 'b', 'c', 'd'].map(add))
    await claim()
    await report(store, { op: 'extend', id: 'a', attempt: 1 })
    await report(store, { op: 'done', id: 'a', attempt: 1, result: 1 })
    await report(store, { op: 'fail', id: 'b', attempt: 1, error: 'x' })
    await report(store, { op: 'fail', id: 'c', attempt: 1, error: 'x', final: true })
    await report(store, { op: 'retry', id: 'c' })
    await report(store, { op: 'cancel', id: 'c' })
    await report(store, { op: 'add', id: 'once', queue: 'q', attempts: 1, priority: 9 })
    await claim()
    clock.advance(60_000)
    await claim()
    return [
      ...['a running', 'b running', 'c running', 'd running'],
      'a done',
      'b queued',
      'c failed',
      'c queued',
      'c cancelled',
      'once running',
      ...['b running', 'd running', 'once failed'],
    ]
  }

  describe('news of jobs', () => {
    it('are heard here', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      const all = heard(store)
      const expected = await life(store, clock)
      await eventually(() => all.everything || all.news.length >= expected.length).toBe(true)
      if (!all.everything) expect(all.news.sort()).toEqual(expected.sort())
    })

    it('are heard on other hosts', async () => {
      const clock = new TestClock()
      const [store, peer] = [await rig().open({ clock }), await rig().peer({ clock })]
      const all = heard(peer)
      const expected = await life(store, clock)
      await eventually(() => all.everything || all.news.length >= expected.length).toBe(true)
      if (!all.everything) expect(all.news.sort()).toEqual(expected.sort())
    })

    it('of more jobs than one message holds are heard whole, or it is said to look everywhere', async () => {
      const [store, peer] = [await rig().open(), await rig().peer()]
      const long = 'x'.repeat(450)
      const ids = Array.from({ length: 300 }, (_, i) => `${i} ${long} 名"\\`)
      await report(store, ...ids.map(add))
      const all = heard(peer)
      await store.claim({ queues: ['q'], worker: 'w', limit: 1_000 })
      await eventually(() => all.everything || all.news.length === 300).toBe(true)
      if (!all.everything) {
        expect(all.news.sort()).toEqual(ids.map((id) => `${id} running`).sort())
      }
    })

    it('of a claim bring no documents, and do not hold them up', async () => {
      const [store, peer] = [await rig().open(), await rig().peer()]
      await report(store, add('a'))
      await peer.load({ space: 'model' })
      const all = heard(peer)
      await store.claim({ queues: ['q'], worker: 'w' })
      await eventually(() => all.everything || all.news.includes('a running')).toBe(true)
      await put(store, { d: 1 })
      await eventually(() => peer.read({ space: 'model', id: 'd', path: [] })).toBe(1)
    })
  })

  describe('jobs by prefix', () => {
    it('are those whose ids begin with it, in order, with the other filters', async () => {
      const store = await rig().open()
      const ids = [
        'ext/m/1',
        'ext/m/2',
        'ext/m',
        'ext/m/',
        'ext/mm/1',
        'ext/n/1',
        'f',
        'ext/m/\u{10ffff}',
      ]
      await report(store, ...ids.map(add))
      await store.commit({ jobs: [{ op: 'cancel', id: 'ext/m/2' }] })
      const of = async (filter: object) => (await store.jobs(filter)).map(({ id }) => id)
      const prefix = 'ext/m/'
      expect(await of({ prefix })).toEqual(['ext/m/', 'ext/m/1', 'ext/m/2', 'ext/m/\u{10ffff}'])
      expect(await of({ prefix, after: 'ext/m/1' })).toEqual(['ext/m/2', 'ext/m/\u{10ffff}'])
      expect(await of({ prefix, after: 'a', limit: 1 })).toEqual(['ext/m/'])
      expect(await of({ prefix, after: 'f' })).toEqual([])
      expect(await of({ prefix, state: 'cancelled' })).toEqual(['ext/m/2'])
      expect(await of({ prefix, queue: 'other' })).toEqual([])
      expect(await of({ prefix: 'none' })).toEqual([])
      expect(await of({ prefix: '\u{10ffff}' })).toEqual([])
      expect(await of({ prefix: '' })).toHaveLength(8)
    })
  })
}
