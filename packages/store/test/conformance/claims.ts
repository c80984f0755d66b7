// Claiming jobs: the most urgent first, each by one worker at a time, none lost.

import { describe, expect, it } from 'vitest'
import type { JobSpec, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, expectAccepted, expectCode, expectRejected, put, TestClock } from './support.ts'

type Spec = Partial<Omit<JobSpec, 'op'>> & { id: string }

export function claims(rig: () => Rig): void {
  const add = async (store: Store, ...jobs: Spec[]) =>
    expectAccepted(
      await store.commit({ jobs: jobs.map((job) => ({ op: 'add', queue: 'q', ...job })) }),
    )
  const claim = async (store: Store, limit = 10, queues = ['q'], worker = 'w') =>
    (await store.claim({ queues, worker, limit })).map(({ id }) => id)

  describe('claims', () => {
    it('a new job waits, with its defaults', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      const { seq } = await add(store, { id: 'j', payload: { to: 'me' } })
      expect(await store.job('j')).toEqual({
        id: 'j',
        queue: 'q',
        payload: { to: 'me' },
        state: 'queued',
        priority: 0,
        runAt: clock.now(),
        attempt: 0,
        attempts: 3,
        spent: 0,
        backoffMs: 1_000,
        worker: undefined,
        leaseUntil: undefined,
        error: undefined,
        result: undefined,
        seq,
        createdAt: clock.now(),
        startedAt: undefined,
        finishedAt: undefined,
      })
    })

    it('a claimed job is held by its worker for the length of the lease', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, { id: 'j' })
      const [job] = await store.claim({ queues: ['q'], worker: 'w', leaseMs: 500 })
      const now = clock.now()
      const held = { state: 'running', attempt: 1, worker: 'w', leaseUntil: now + 500 }
      expect(job).toMatchObject({ id: 'j', startedAt: now, ...held })
      expect(await (await rig().peer()).job('j')).toEqual(job)
    })

    it('a job that exists is not added again, in any state', async () => {
      const store = await rig().open()
      await add(store, { id: 'j', payload: 1 })
      await add(store, { id: 'j', payload: 2, queue: 'other' })
      expect(await store.job('j')).toMatchObject({ payload: 1, queue: 'q', state: 'queued' })
      const [job] = await store.claim({ queues: ['q'], worker: 'w' })
      await add(store, { id: 'j', payload: 3 })
      expect(await store.job('j')).toEqual(job)
      await store.commit({ jobs: [{ op: 'done', id: 'j', attempt: 1 }] })
      await add(store, { id: 'j', payload: 4 })
      expect(await store.job('j')).toMatchObject({ payload: 1, state: 'done' })
      expect(await claim(store)).toEqual([])
    })

    it('higher priority goes first, then the earlier time, then the id', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      const now = clock.now()
      await add(
        store,
        { id: 'late', runAt: now },
        { id: 'b', runAt: now - 10 },
        { id: 'a', runAt: now - 10 },
        { id: 'urgent', runAt: now, priority: 5 },
        { id: 'idle', runAt: now - 99, priority: -5 },
      )
      expect(await claim(store)).toEqual(['urgent', 'a', 'b', 'late', 'idle'])
    })

    it('the order holds over several claims of few', async () => {
      const store = await rig().open()
      await add(store, ...['c', 'a', 'd', 'b'].map((id, i) => ({ id, runAt: 1, priority: i % 2 })))
      const order: string[] = []
      for (let i = 0; i < 5; i++) order.push(...(await claim(store, 1)))
      expect(order).toEqual(['a', 'b', 'c', 'd'])
    })

    it('a claim takes no more than its limit, and one unless told', async () => {
      const store = await rig().open()
      await add(store, { id: 'a' }, { id: 'b' }, { id: 'c' })
      expect((await store.claim({ queues: ['q'], worker: 'w' })).length).toBe(1)
      expect((await claim(store, 2)).length).toBe(2)
      expect(await claim(store)).toEqual([])
    })

    it('a claim takes from its queues only, in one order over all of them', async () => {
      const store = await rig().open()
      await add(
        store,
        { id: '1', queue: 'a', runAt: 3 },
        { id: '2', queue: 'b', runAt: 2 },
        { id: '3', queue: 'c', runAt: 1 },
      )
      expect(await claim(store, 10, ['a', 'b'])).toEqual(['2', '1'])
      expect(await claim(store, 10, ['a', 'b'])).toEqual([])
      expect(await claim(store, 10, ['c'])).toEqual(['3'])
    })

    it('a claim of no queue is empty', async () => {
      const store = await rig().open()
      await add(store, { id: 'a' })
      expect(await claim(store, 10, [])).toEqual([])
    })

    it('a job is not claimed before its time', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, { id: 'j', runAt: clock.now() + 1_000 })
      clock.advance(999)
      expect(await claim(store)).toEqual([])
      clock.advance(1)
      expect(await claim(store)).toEqual(['j'])
    })

    it('a job is not claimed before its time by a host whose clock is behind', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, { id: 'j' }, { id: 'k', runAt: clock.now() })
      const slow = new TestClock(clock.now() - 5_000)
      const peer = await rig().peer({ clock: slow })
      expect(await claim(peer)).toEqual([])
      slow.advance(5_000)
      expect(await claim(peer)).toEqual(['j', 'k'])
    })

    it('delayed jobs that have become due keep the order', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      const now = clock.now()
      await add(
        store,
        { id: 'b', runAt: now + 20 },
        { id: 'a', runAt: now + 30 },
        { id: 'p', runAt: now + 40, priority: 1 },
        { id: 'now' },
      )
      clock.advance(40)
      expect(await claim(store)).toEqual(['p', 'now', 'b', 'a'])
    })

    it('a job added and claimed in one turn is claimed', async () => {
      const store = await rig().open()
      const [, claimed] = await Promise.all([add(store, { id: 'j' }), claim(store)])
      expect(claimed).toEqual(['j'])
    })

    it('two claims in one turn take different jobs', async () => {
      const store = await rig().open()
      await add(store, { id: 'a' }, { id: 'b' }, { id: 'c' })
      const [first, second] = await Promise.all([claim(store, 2), claim(store, 2)])
      expect([first, second]).toEqual([['a', 'b'], ['c']])
    })

    it('two sessions never claim the same job, and none is left over', async () => {
      const store = await rig().open()
      const peer = await rig().peer()
      const all = Array.from({ length: 60 }, (_, i) => `j${i}`)
      await add(store, ...all.map((id) => ({ id })))
      const taken: string[] = []
      const work = async (session: Store): Promise<void> => {
        for (;;) {
          const ids = await claim(session, 3)
          if (ids.length === 0) return
          taken.push(...ids)
        }
      }
      await Promise.all([work(store), work(peer), work(store)])
      expect(taken.sort()).toEqual(all.sort())
    })

    it('a running job is not claimed while its lease lasts', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, { id: 'j' })
      await store.claim({ queues: ['q'], worker: 'w', leaseMs: 1_000 })
      clock.advance(999)
      expect(await claim(store)).toEqual([])
    })

    it('the job of a lost worker is claimed again, under a new number', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, { id: 'j' })
      await store.claim({ queues: ['q'], worker: 'lost', leaseMs: 1_000 })
      clock.advance(1_000)
      const peer = await rig().peer({ clock })
      const [job] = await peer.claim({ queues: ['q'], worker: 'next', leaseMs: 1_000 })
      expect(job).toMatchObject({ id: 'j', attempt: 2, worker: 'next' })
    })

    it('the jobs of lost workers are claimed by priority too', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, { id: 'low', priority: 0 })
      await claim(store)
      clock.advance(1)
      await add(store, { id: 'high', priority: 9 })
      await claim(store)
      clock.advance(60_000)
      expect(await claim(store, 1)).toEqual(['high'])
    })

    it('the lost jobs of other queues do not hide those of this one', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, { id: 'x1', queue: 'x' }, { id: 'x2', queue: 'x' })
      await claim(store, 10, ['x'])
      clock.advance(1)
      await add(store, { id: 'y', queue: 'y' })
      await claim(store, 10, ['y'])
      clock.advance(60_000)
      expect(await claim(store, 1, ['y'])).toEqual(['y'])
    })

    it('a job whose workers were all lost fails where all can see it', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, { id: 'j', attempts: 2 })
      for (let i = 0; i < 2; i++) {
        expect(await claim(store)).toEqual(['j'])
        clock.advance(60_000)
      }
      expect(await claim(store)).toEqual([])
      const job = await store.job('j')
      expect(job).toMatchObject({ state: 'failed', attempt: 2, finishedAt: clock.now() })
      expect(job?.error).toContain('lost')
    })

    it('a job that fails on being claimed does not hide the next one', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, { id: 'dead', attempts: 1, priority: 1 }, { id: 'next', runAt: 1 })
      expect(await claim(store, 1)).toEqual(['dead'])
      clock.advance(60_000)
      expect(await claim(store, 1)).toEqual(['next'])
    })

    it('claims outlive a restart', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await add(store, { id: 'j' }, { id: 'k' })
      await claim(store, 1)
      const again = await rig().restart({ clock })
      expect(await claim(again)).toEqual(['k'])
      expect(await again.job('j')).toMatchObject({ state: 'running', attempt: 1 })
    })

    it.each<[what: string, spec: Spec]>([
      ['a time that is no number', { id: 'j', runAt: Number.NaN }],
      ['a time without end', { id: 'j', runAt: Number.POSITIVE_INFINITY }],
      ['a time that is not whole', { id: 'j', runAt: 1_700_000_000_000.5 }],
      ['a priority that is not whole', { id: 'j', priority: 0.5 }],
      ['attempts that are no number', { id: 'j', attempts: Number.NaN }],
      ['no attempt', { id: 'j', attempts: 0 }],
      ['a back-off that is not whole', { id: 'j', backoffMs: 0.5 }],
      ['a negative back-off', { id: 'j', backoffMs: -1 }],
    ])('a job with %s is refused, and the store goes on', async (_, spec) => {
      const store = await rig().open()
      await expectCode(() => add(store, spec), 'commit-malformed')
      expect(await put(store, { after: 1 })).toBe(1)
    })

    it.each<[what: string, options: object]>([
      ['a limit that is not whole', { limit: 1.5 }],
      ['a negative limit', { limit: -1 }],
      ['a lease that is no number', { leaseMs: Number.NaN }],
      ['a lease without length', { leaseMs: 0 }],
    ])('a claim with %s is refused, and takes nothing', async (_, options) => {
      const store = await rig().open()
      await add(store, { id: 'j' })
      const claiming = () => store.claim({ queues: ['q'], worker: 'w', ...options })
      await expectCode(claiming, 'commit-malformed')
      expect(await claim(store)).toEqual(['j'])
    })

    it('jobs are listed by id, by queue, by state, and page by page', async () => {
      const store = await rig().open()
      await add(store, { id: 'c' }, { id: 'a' }, { id: 'b', queue: 'other' }, { id: 'd' })
      await claim(store, 1)
      const list = async (filter: Parameters<Store['jobs']>[0]) =>
        (await store.jobs(filter)).map(({ id }) => id)
      expect(await list({})).toEqual(['a', 'b', 'c', 'd'])
      expect(await list({ queue: 'q' })).toEqual(['a', 'c', 'd'])
      expect(await list({ state: 'running' })).toEqual(['a'])
      expect(await list({ queue: 'q', state: 'queued' })).toEqual(['c', 'd'])
      expect(await list({ limit: 2 })).toEqual(['a', 'b'])
      expect(await list({ after: 'b', limit: 2 })).toEqual(['c', 'd'])
      expect(await list({ queue: 'none' })).toEqual([])
    })

    it('a refused commit adds no job', async () => {
      const store = await rig().open()
      await put(store, { d: 1 })
      const result = await store.commit({
        expect: [{ type: 'entity-absent', ...at('d') }],
        jobs: [{ op: 'add', id: 'j', queue: 'q' }],
      })
      expectRejected(result, 'permanent')
      expect(await claim(store)).toEqual([])
    })
  })
}
