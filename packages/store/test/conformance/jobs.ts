// Outcomes of a job: done, failed and tried again, failed for good, cancelled. The number of
// the attempt is the fence: a worker that was given up cannot report.

import { describe, expect, it } from 'vitest'
import type { JobOp, JobRow, Store, StoreOptions } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import {
  at,
  expectAccepted,
  expectCode,
  expectRejected,
  loaded,
  put,
  systemWith,
  TestClock,
} from './support.ts'

export function jobs(rig: () => Rig): void {
  /** A store with one job that is running. */
  async function running(spec: Partial<JobRow> = {}, options: StoreOptions = {}) {
    const clock = new TestClock()
    const store = await rig().open({ clock, ...options })
    const { attempts = 3, backoffMs = 1_000 } = spec
    await report(store, { op: 'add', id: 'j', queue: 'q', attempts, backoffMs })
    await claim(store)
    return { store, clock }
  }
  const report = (store: Store, ...jobs: JobOp[]) => store.commit({ jobs })
  const claim = (store: Store) => store.claim({ queues: ['q'], worker: 'w', leaseMs: 1_000 })
  const fail = (attempt: number, more: object = {}): JobOp => ({
    op: 'fail',
    id: 'j',
    attempt,
    error: 'no answer',
    ...more,
  })

  describe('jobs', () => {
    it('a job that is done keeps its result, and is over', async () => {
      const { store, clock } = await running()
      clock.advance(10)
      expectAccepted(await report(store, { op: 'done', id: 'j', attempt: 1, result: [1] }))
      expect(await store.job('j')).toMatchObject({
        state: 'done',
        result: [1],
        worker: undefined,
        leaseUntil: undefined,
        finishedAt: clock.now(),
      })
      clock.advance(60_000)
      expect(await claim(store)).toEqual([])
    })

    it('the result and what follows from it are one commit', async () => {
      const { store } = await running()
      expectAccepted(
        await store.commit({
          write: [{ at: at('answer'), value: 42 }],
          jobs: [
            { op: 'done', id: 'j', attempt: 1 },
            { op: 'add', id: 'next', queue: 'q' },
          ],
        }),
      )
      expect(await claim(store)).toMatchObject([{ id: 'next' }])
    })

    it.each<[what: string, op: JobOp]>([
      ['done', { op: 'done', id: 'j', attempt: 1 }],
      ['a failure', fail(1)],
      ['an extension', { op: 'extend', id: 'j', attempt: 1 }],
    ])('%s of an attempt that was given up is refused, with its whole commit', async (_, op) => {
      const { store, clock } = await running()
      clock.advance(1_000)
      const [second] = await claim(store)
      expect(second?.attempt).toBe(2)
      const result = await store.commit({ write: [{ at: at('answer'), value: 1 }], jobs: [op] })
      expectRejected(result, 'permanent', 'job-lost')
      expect(await store.job('j')).toEqual(second)
      expect(store.read(at('answer'))).toBeUndefined()
      expectAccepted(await report(store, { op: 'done', id: 'j', attempt: 2 }))
    })

    it.each<[state: string, end: JobOp]>([
      ['done', { op: 'done', id: 'j', attempt: 1 }],
      ['failed', fail(1, { final: true })],
      ['cancelled', { op: 'cancel', id: 'j' }],
      ['queued again', fail(1)],
    ])('nothing more can be reported of a job that is %s', async (_, end) => {
      const { store } = await running()
      expectAccepted(await report(store, end))
      const before = await store.job('j')
      expectRejected(
        await report(store, { op: 'done', id: 'j', attempt: 1 }),
        'permanent',
        'job-lost',
      )
      expect(await store.job('j')).toEqual(before)
    })

    it('a late report is accepted while nobody else has the job', async () => {
      const { store, clock } = await running()
      clock.advance(60_000)
      expectAccepted(await report(store, { op: 'done', id: 'j', attempt: 1 }))
    })

    it.each([
      ['first', 1, 0, 500],
      ['first', 1, 0.999_999, 1_000],
      ['second', 2, 0, 1_000],
      ['second', 2, 0.5, 1_500],
      ['third', 3, 0, 2_000],
    ])('after the %s failure a job waits longer, by the dice', async (_, nth, dice, delay) => {
      const clock = new TestClock()
      const options = { clock, system: systemWith({ random: () => dice }) }
      const store = await rig().open(options)
      await report(store, { op: 'add', id: 'j', queue: 'q', attempts: 9 })
      for (let attempt = 1; attempt <= nth; attempt++) {
        expect((await claim(store)).length).toBe(1)
        expectAccepted(await report(store, fail(attempt)))
        const wait = (await store.job('j'))!.runAt - clock.now()
        if (attempt === nth) expect(wait).toBe(delay)
        clock.advance(wait - 1)
        expect(await claim(store)).toEqual([])
        clock.advance(1)
      }
      expect(await claim(store)).toMatchObject([{ id: 'j', attempt: nth + 1 }])
    })

    it('the wait is never longer than ten minutes', async () => {
      const { store, clock } = await running(
        { backoffMs: 86_400_000 },
        { system: systemWith({ random: () => 0.999_999 }) },
      )
      await report(store, fail(1))
      expect((await store.job('j'))!.runAt - clock.now()).toBe(600_000)
    })

    it('a failure may say when to try again', async () => {
      const { store, clock } = await running()
      const retryAt = clock.now() + 123
      expectAccepted(await report(store, fail(1, { retryAt })))
      expect(await store.job('j')).toMatchObject({
        state: 'queued',
        runAt: retryAt,
        error: 'no answer',
        worker: undefined,
        leaseUntil: undefined,
      })
    })

    it('a final failure is not tried again', async () => {
      const { store, clock } = await running()
      expectAccepted(await report(store, fail(1, { final: true })))
      expect(await store.job('j')).toMatchObject({
        state: 'failed',
        error: 'no answer',
        attempt: 1,
      })
      clock.advance(86_400_000)
      expect(await claim(store)).toEqual([])
    })

    it('the last attempt fails for good', async () => {
      const { store, clock } = await running({ attempts: 2 })
      await report(store, fail(1))
      clock.advance(60_000)
      await claim(store)
      expectAccepted(await report(store, fail(2)))
      expect(await store.job('j')).toMatchObject({ state: 'failed', finishedAt: clock.now() })
    })

    it.each([
      ['a null character', 'bad \u0000 byte'],
      ['half a surrogate pair', 'cut \ud83e'],
      ['any length', 'x'.repeat(100_000)],
      ['nothing', ''],
    ])('the error of a failure may hold %s', async (_, error) => {
      const { store } = await running()
      expectAccepted(await report(store, { op: 'fail', id: 'j', attempt: 1, error, final: true }))
      expect(await store.job('j')).toMatchObject({ state: 'failed' })
      expect(await put(store, { after: 1 })).toBeGreaterThan(0)
    })

    it.each<[what: string, op: JobOp]>([
      ['to be tried again at no time', fail(1, { retryAt: Number.NaN })],
      ['to be tried again between two milliseconds', fail(1, { retryAt: 0.5 })],
      ['extended by no number', { op: 'extend', id: 'j', attempt: 1, leaseMs: Number.NaN }],
      ['tried again at no time', { op: 'retry', id: 'j', runAt: Number.NaN }],
    ])('a job %s is refused, and stays as it is', async (_, op) => {
      const { store } = await running()
      const before = await store.job('j')
      await expectCode(() => report(store, op), 'commit-malformed')
      expect(await store.job('j')).toEqual(before)
    })

    it('success after a failure leaves no error', async () => {
      const { store, clock } = await running()
      await report(store, fail(1))
      clock.advance(60_000)
      await claim(store)
      expectAccepted(await report(store, { op: 'done', id: 'j', attempt: 2 }))
      expect(await store.job('j')).toMatchObject({ state: 'done', error: undefined })
    })

    it('an extension keeps the job with its worker', async () => {
      const { store, clock } = await running()
      clock.advance(900)
      expectAccepted(await report(store, { op: 'extend', id: 'j', attempt: 1, leaseMs: 5_000 }))
      expect((await store.job('j'))?.leaseUntil).toBe(clock.now() + 5_000)
      clock.advance(4_999)
      expect(await claim(store)).toEqual([])
      clock.advance(1)
      expect(await claim(store)).toMatchObject([{ attempt: 2 }])
    })

    it.each(['waits', 'runs'])('a job that %s can be cancelled', async (state) => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await report(store, { op: 'add', id: 'j', queue: 'q' })
      if (state === 'runs') await claim(store)
      expectAccepted(await report(store, { op: 'cancel', id: 'j' }))
      expect(await store.job('j')).toMatchObject({ state: 'cancelled', finishedAt: clock.now() })
      clock.advance(60_000)
      expect(await claim(store)).toEqual([])
    })

    it.each<[what: string, op: JobOp]>([
      ['cancelling what is done', { op: 'cancel', id: 'j' }],
      ['trying again what is done', { op: 'retry', id: 'j' }],
      ['cancelling what never was', { op: 'cancel', id: 'none' }],
      ['trying again what never was', { op: 'retry', id: 'none' }],
    ])('%s changes nothing', async (_, op) => {
      const { store } = await running()
      await report(store, { op: 'done', id: 'j', attempt: 1 })
      const before = await store.jobs()
      expectAccepted(await report(store, op))
      expect(await store.jobs()).toEqual(before)
    })

    it('a failed job can be tried again, and the old attempt stays void', async () => {
      const { store, clock } = await running({ attempts: 1 })
      await report(store, fail(1))
      clock.advance(5)
      expectAccepted(await report(store, { op: 'retry', id: 'j' }))
      expect(await store.job('j')).toMatchObject({
        state: 'queued',
        runAt: clock.now(),
        finishedAt: undefined,
      })
      expect(await claim(store)).toMatchObject([{ id: 'j', attempt: 2 }])
      expectRejected(
        await report(store, { op: 'done', id: 'j', attempt: 1 }),
        'permanent',
        'job-lost',
      )
    })

    it('a cancelled job can be tried again, at a time', async () => {
      const { store, clock } = await running()
      await report(store, { op: 'cancel', id: 'j' })
      const runAt = clock.now() + 100
      await report(store, { op: 'retry', id: 'j', runAt })
      expect(await claim(store)).toEqual([])
      clock.advance(100)
      expect(await claim(store)).toMatchObject([{ id: 'j', attempt: 2 }])
    })

    it('every retry gives a job as many attempts as it was added with', async () => {
      const { store, clock } = await running({ attempts: 2 })
      const tries: number[] = []
      await report(store, fail(1, { final: true }))
      for (let round = 0; round < 3; round++) {
        await report(store, { op: 'retry', id: 'j' })
        let n = 0
        for (;;) {
          clock.advance(600_000)
          const [job] = await claim(store)
          if (job === undefined) break
          n++
          await report(store, fail(job.attempt))
        }
        tries.push(n)
      }
      expect(tries).toEqual([2, 2, 2])
    })

    it('several steps of one job in one commit follow each other', async () => {
      const { store } = await running()
      expectAccepted(
        await report(
          store,
          fail(1, { final: true }),
          { op: 'retry', id: 'j' },
          { op: 'cancel', id: 'j' },
        ),
      )
      expect(await store.job('j')).toMatchObject({ state: 'cancelled', attempt: 1 })
    })

    it('jobs are counted by state', async () => {
      const { store } = await running()
      await report(
        store,
        { op: 'add', id: 'waits', queue: 'q' },
        { op: 'add', id: 'c', queue: 'q' },
      )
      await report(store, { op: 'cancel', id: 'c' })
      expect((await store.stats()).jobs).toEqual({
        queued: 1,
        running: 1,
        done: 0,
        failed: 0,
        cancelled: 1,
      })
    })

    it('upkeep keeps the newest finished jobs, and all that are not finished', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock, finishedJobs: 2 })
      for (const id of ['a', 'b', 'c', 'd']) {
        await report(store, { op: 'add', id, queue: 'q' })
        await report(store, { op: 'cancel', id })
        clock.advance(1)
      }
      await report(store, { op: 'add', id: 'waits', queue: 'q' })
      await store.maintain()
      expect((await store.jobs()).map(({ id }) => id)).toEqual(['c', 'd', 'waits'])
    })

    it('what a job reported is there after a restart', async () => {
      const { store } = await running()
      await store.commit({
        write: [{ at: at('answer'), value: 42 }],
        jobs: [{ op: 'done', id: 'j', attempt: 1, result: 'r' }],
      })
      const again = await rig().restart()
      expect(await again.job('j')).toMatchObject({ state: 'done', result: 'r' })
      expect(await loaded(again, at('answer'))).toBe(42)
    })
  })
}
