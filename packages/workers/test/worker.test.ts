// Goal: every job that a worker takes ends done or visibly failed, whatever its function does, within the limits of
// its route. Method: virtual time, functions that misbehave, and what the store then says of the job.

import { virtualClock } from '@cellwake/scheduler'
import { MemoryDriver, openStore } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { defineFunction } from '../src/define-function.ts'
import { Egress } from '../src/egress.ts'
import { CallError } from '../src/errors.ts'
import { Functions } from '../src/functions.ts'
import { startWorker } from '../src/worker.ts'
import { bench, START, settle, wire } from './jobs.ts'

const never = () => new Promise<never>(() => {})

describe('a job', () => {
  it('is done with what the function answers, and when', async () => {
    const { ask, until } = await bench([
      {
        name: 'TWICE',
        args: [{ name: 'x', kind: 'number' }],
        returns: 'number',
        handler: async ([x]) => Number(x) * 2,
      },
    ])
    const row = await until(await ask('TWICE', [21]), 'done')
    expect(row.result).toEqual({ value: 42, at: START })
    expect(row.attempt).toBe(1)
    expect(row.worker).toBeUndefined()
  })

  it('may be answered at once, by a function that waits for nothing', async () => {
    const { ask, until, attempts } = await bench([
      {
        name: 'TAX',
        args: ['amount'],
        returns: 'number',
        handler: ([amount]) => Number(amount) / 5,
      },
    ])
    expect((await until(await ask('TAX', [100]), 'done')).result).toMatchObject({ value: 20 })
    expect(attempts()).toMatchObject([
      {
        function: 'TAX',
        route: 'custom.tax',
        model: 'm',
        outcome: 'done',
        class: 'done',
        attempt: 1,
      },
    ])
  })

  it('reaches its function with plain values', async () => {
    const seen: unknown[] = []
    const { ask, until } = await bench([
      {
        name: 'SEE',
        args: ['a', 'b', 'c', 'd', 'e', 'f'],
        handler: (args) => seen.push(...args),
      },
    ])
    const at = new Date('2026-02-03T04:05:06Z')
    const nested = { when: { datetime: '2026-01-01T00:00:00Z' }, long: { duration: 'PT1H' } }
    await until(
      await ask('SEE', [
        'x',
        null,
        [1, 2],
        [
          [1, 2],
          [3, 4],
        ],
        at,
        nested,
      ]),
      'done',
    )
    expect(seen).toEqual([
      'x',
      null,
      [1, 2],
      [
        [1, 2],
        [3, 4],
      ],
      '2026-02-03T04:05:06.000Z',
      { when: '2026-01-01T00:00:00Z', long: 'PT1H' },
    ])
  })

  it('with an argument of the wrong kind fails without a call', async () => {
    let calls = 0
    const { ask, until } = await bench([
      { name: 'TWICE', args: [{ name: 'x', kind: 'number' }], handler: () => ++calls },
    ])
    const row = await until(await ask('TWICE', [{ a: 1 }]), 'failed')
    expect(row.error).toBe(
      'rejected: The argument x of TWICE is an object, and it takes the kind number.',
    )
    expect(calls).toBe(0)
  })

  it('whose function throws is tried three times, a second apart and doubling, and then fails', async () => {
    let calls = 0
    const { ask, until, clock, job, attempts, settle } = await bench([
      {
        name: 'BAD',
        args: [],
        handler: () => {
          calls++
          throw new Error('no such country')
        },
      },
    ])
    const id = await ask('BAD')
    const first = await until(id, 'queued')
    await settle()
    expect((await job(id)).error).toBe('thrown: The handler of BAD threw “no such country”.')
    expect((await job(id)).runAt - START).toBeGreaterThanOrEqual(500)
    expect((await job(id)).runAt - START).toBeLessThanOrEqual(1_000)
    expect(first.attempts).toBe(3)
    await clock.advance(1_000)
    await settle()
    expect(calls).toBe(2)
    await clock.advance(2_000)
    expect((await until(id, 'failed')).error).toBe(
      'thrown: The handler of BAD threw “no such country”.',
    )
    expect(calls).toBe(3)
    expect(attempts().map(({ outcome }) => outcome)).toEqual(['retry', 'retry', 'failed'])
  })

  it('that cannot succeed later fails at once', async () => {
    const { ask, until, attempts } = await bench([
      {
        name: 'NO',
        args: [],
        handler: () => Promise.reject(new CallError('auth', 'The key is old.')),
      },
    ])
    expect((await until(await ask('NO'), 'failed')).error).toBe('auth: The key is old.')
    expect(attempts()).toHaveLength(1)
  })

  it('waits as long as its provider asks', async () => {
    let calls = 0
    const { ask, until, clock, job, settle } = await bench([
      {
        name: 'BUSY',
        args: [],
        handler: () => {
          if (++calls > 1) return 'ok'
          throw new CallError('transient', 'Too many.', { retryAfterMs: 7_000 })
        },
      },
    ])
    const id = await ask('BUSY')
    await settle()
    expect((await job(id)).runAt).toBe(START + 7_000)
    await clock.advance(6_999)
    await settle()
    expect(calls).toBe(1)
    await clock.advance(1)
    expect((await until(id, 'done')).attempt).toBe(2)
  })

  it('whose function never answers fails when its time is up, and its signal is aborted', async () => {
    const signals: AbortSignal[] = []
    const { ask, until, clock, settle, worker } = await bench([
      { name: 'NEVER', args: [], handler: (_args, { signal }) => signals.push(signal) && never() },
    ])
    const id = await ask('NEVER', [], { timeoutMs: 2_000, attempts: 1 })
    await settle()
    expect(worker.stats().running).toBe(1)
    await clock.advance(2_000)
    expect((await until(id, 'failed')).error).toBe(
      'timeout: NEVER took longer than its timeoutMs, 2 s.',
    )
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(worker.stats().running).toBe(0)
  })

  it.each([
    ['text', 5, 'answered with a number, but it declares returns: text.'],
    ['number', '5', 'answered with a text, but it declares returns: number.'],
    ['number', undefined, 'answered with nothing, but it declares returns: number.'],
    ['number', Number.NaN, 'answered with NaN, which is no number that a cell can hold.'],
    ['any', { a: () => 1 }, 'answered with a function inside, which is no JSON.'],
    ['array', { a: 1 }, 'answered with an object, but it declares returns: array.'],
    ['object', [1], 'answered with a list, but it declares returns: object.'],
    ['datetime', 'soon', 'answered with a text, but it declares returns: datetime'],
    ['any', 'x'.repeat(2 ** 21), 'answered with over 1 MB of JSON.'],
    ['any', new Map(), 'answered with an object of the class Map: answer with plain objects.'],
  ] as const)(
    'that declares %s and answers otherwise fails with that: %#',
    async (returns, answer, what) => {
      const { ask, until, attempts } = await bench([
        { name: 'WRONG', args: [], returns, handler: () => answer },
      ])
      expect((await until(await ask('WRONG'), 'failed')).error).toContain(`answer: WRONG ${what}`)
      expect(attempts()).toHaveLength(1)
    },
  )

  it('of a function that is not here is left to others, and fails in the end with what to do', async () => {
    const { ask, until, clock, job, settle } = await bench([
      { name: 'HERE', args: [], route: 'custom.shared', handler: () => 1 },
    ])
    const id = await ask('THERE', [], { queue: 'custom.shared' })
    await settle()
    expect((await job(id)).state).toBe('queued')
    await clock.advance(1_000)
    await settle()
    await clock.advance(2_000)
    const { error } = await until(id, 'failed')
    expect(error).toContain(
      'unknown-function: This worker serves custom.shared but has no function THERE.',
    )
    expect(error).toContain('--functions')
  })

  it('that is no call fails with that', async () => {
    const { store, until } = await bench([{ name: 'F', args: [], handler: () => 1 }])
    await store.commit({
      jobs: [{ op: 'add', id: 'odd', queue: 'custom.f', payload: { hello: 1 } }],
    })
    expect((await until('odd', 'failed')).error).toContain('malformed:')
  })

  it('that is cancelled ends its call and reports nothing', async () => {
    const signals: AbortSignal[] = []
    const { ask, store, settle, job, attempts } = await bench([
      { name: 'LONG', args: [], handler: (_args, { signal }) => signals.push(signal) && never() },
    ])
    const id = await ask('LONG')
    await settle()
    await store.commit({ jobs: [{ op: 'cancel', id }] })
    await settle()
    expect(signals[0]?.aborted).toBe(true)
    expect((await job(id)).state).toBe('cancelled')
    expect(attempts()).toMatchObject([{ outcome: 'lost' }])
  })

  it('that is cancelled at any moment, while it is claimed too, is not left running', async () => {
    const signals: AbortSignal[] = []
    const { ask, store, settle, worker } = await bench([
      { name: 'LONG', args: [], handler: (_args, { signal }) => signals.push(signal) && never() },
    ])
    for (let turns = 0; turns < 8; turns++) {
      const id = await ask('LONG')
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      await store.commit({ jobs: [{ op: 'cancel', id }] })
      await settle()
    }
    expect(signals.filter(({ aborted }) => !aborted)).toEqual([])
    expect(worker.stats().running).toBe(0)
  })

  it('that rejects after its time was up troubles nobody', async () => {
    const rejected: unknown[] = []
    const note = (reason: unknown) => rejected.push(reason)
    process.on('unhandledRejection', note)
    let reject = (_: unknown) => {}
    const late = new Promise<never>((_, no) => {
      reject = no
    })
    const { ask, clock, settle, until } = await bench([
      { name: 'LATE', args: [], handler: () => late },
    ])
    const id = await ask('LATE', [], { timeoutMs: 1_000, attempts: 1 })
    await settle()
    await clock.advance(1_000)
    await until(id, 'failed')
    reject(new Error('too late'))
    await settle()
    process.off('unhandledRejection', note)
    expect(rejected).toEqual([])
  })
})

describe('a lease', () => {
  it('is renewed while the call goes on, so that nobody else takes the job', async () => {
    let calls = 0
    let finish = (_: unknown) => {}
    const spec = {
      name: 'SLOW',
      args: [],
      handler: () => {
        calls++
        return new Promise((resolve) => {
          finish = resolve
        })
      },
    }
    const { ask, until, clock, store, settle } = await bench([spec])
    const id = await ask('SLOW', [], { timeoutMs: 200_000 })
    await settle()
    const other = startWorker({
      store,
      clock,
      functions: new Functions([defineFunction(spec)]),
      egress: new Egress({ clock }),
      name: 'other',
    })
    for (let i = 0; i < 10; i++) {
      await clock.advance(10_000)
      await settle()
    }
    expect(calls).toBe(1)
    finish('at last')
    expect((await until(id, 'done')).result).toMatchObject({ value: 'at last' })
    await other.stop()
  })

  it('that a lost worker held ends, and another worker takes the job', async () => {
    const { ask, until, clock, store, settle, job } = await bench(
      [{ name: 'F', args: [], handler: () => 'mine' }],
      { routes: ['other.route'] },
    )
    const id = await ask('F')
    // A worker that dies holding it.
    const [taken] = await store.claim({ queues: ['custom.f'], worker: 'dead', leaseMs: 30_000 })
    expect(taken?.id).toBe(id)
    const second = await bench([{ name: 'F', args: [], handler: () => 'mine' }], { store, clock })
    await clock.advance(29_000)
    await settle()
    expect((await job(id)).worker).toBe('dead')
    await clock.advance(2_000)
    await settle()
    expect((await until(id, 'done')).attempt).toBe(2)
    expect(second.attempts()).toHaveLength(1)
  })

  it('that was lost makes the report void: the job keeps what the later attempt said', async () => {
    let finish = (_: unknown) => {}
    const slow = () =>
      new Promise((resolve) => {
        finish = resolve
      })
    const { ask, clock, store, settle, job, attempts } = await bench([
      { name: 'F', args: [], handler: slow },
    ])
    const id = await ask('F', [], { timeoutMs: 60_000 })
    await settle()
    // Its lease ends unseen, as if the process had been stopped for a while.
    const row = await job(id)
    await store.commit({ jobs: [{ op: 'extend', id, attempt: row.attempt, leaseMs: 1 }] })
    await clock.advance(5)
    const [again] = await store.claim({ queues: ['custom.f'], worker: 'other' })
    expect(again?.attempt).toBe(2)
    finish('obsolete')
    await settle()
    expect(attempts()).toMatchObject([{ outcome: 'lost' }])
    expect((await job(id)).state).toBe('running')
    await store.commit({ jobs: [{ op: 'done', id, attempt: 2, result: 'kept' }] })
    expect((await job(id)).result).toBe('kept')
  })
})

describe('a route', () => {
  it('runs no more jobs at once than its function allows', async () => {
    let now = 0
    let most = 0
    const finishes: (() => void)[] = []
    const { ask, settle, store } = await bench([
      {
        name: 'FEW',
        args: [],
        concurrency: 3,
        handler: async () => {
          most = Math.max(most, ++now)
          await new Promise<void>((resolve) => finishes.push(resolve))
          now--
          return 1
        },
      },
    ])
    for (let i = 0; i < 20; i++) await ask('FEW')
    await settle()
    while (finishes.length > 0) {
      finishes.shift()?.()
      await settle()
    }
    expect(most).toBe(3)
    expect((await store.stats()).jobs).toMatchObject({ done: 20, queued: 0, running: 0 })
  })

  it('runs no more jobs at once than its function allows, over all machines on one store', async () => {
    const driver = new MemoryDriver()
    const clock = virtualClock(START)
    let now = 0
    let most = 0
    const finishes: (() => void)[] = []
    const spec = {
      name: 'FEW',
      args: [],
      concurrency: 3,
      handler: async () => {
        most = Math.max(most, ++now)
        await new Promise<void>((resolve) => finishes.push(resolve))
        now--
        return 1
      },
    }
    const stores = [await openStore(driver, { clock }), await openStore(driver, { clock })]
    const hosts = []
    for (const store of stores) hosts.push(await bench([spec], { store, clock }))
    for (let i = 0; i < 20; i++) await hosts[i % 2]!.ask('FEW')
    await settle()
    expect(now).toBe(3)
    while (finishes.length > 0) {
      finishes.shift()?.()
      await settle()
    }
    expect(most).toBe(3)
    expect((await stores[0]!.stats()).jobs).toMatchObject({ done: 20, queued: 0, running: 0 })
    expect(new Set(hosts.map(({ worker }) => worker.name)).size).toBe(2)
  })

  it('makes no more calls in a while than its function allows', async () => {
    const calls: number[] = []
    const { ask, settle, clock } = await bench([
      {
        name: 'RATED',
        args: [],
        rateLimit: { calls: 2, perMs: 1_000 },
        handler: () => calls.push(clock.now() - START),
      },
    ])
    for (let i = 0; i < 6; i++) await ask('RATED')
    await settle()
    expect(calls).toEqual([0, 0])
    for (let i = 0; i < 40; i++) {
      await clock.advance(100)
      await settle()
    }
    expect(calls).toEqual([0, 0, 500, 1_000, 1_500, 2_000])
  })

  it('can be slowed down by the operator', async () => {
    let most = 0
    let now = 0
    const { ask, settle, worker } = await bench(
      [
        {
          name: 'F',
          args: [],
          concurrency: 8,
          handler: async () => {
            most = Math.max(most, ++now)
            await settle()
            now--
            return 1
          },
        },
      ],
      { overrides: { 'custom.f': { concurrency: 1 } } },
    )
    for (let i = 0; i < 5; i++) await ask('F')
    for (let i = 0; i < 10; i++) await settle()
    expect(most).toBe(1)
    expect(worker.stats().routes).toMatchObject([{ route: 'custom.f', concurrency: 1 }])
  })

  it('whose provider is down is left alone, jobs fail visibly, and it is tried again', async () => {
    let isDown = true
    let calls = 0
    const { ask, settle, clock, until, events, job } = await bench([
      {
        name: 'DOWN',
        args: [],
        concurrency: 1,
        handler: () => {
          calls++
          if (isDown) throw new CallError('transient', 'Nobody listens.')
          return 'up'
        },
      },
    ])
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push(await ask('DOWN', [], { attempts: 1 }))
    for (const id of ids) await until(id, 'failed')
    expect(calls).toBe(5)
    const held = await ask('DOWN')
    await settle()
    expect(calls).toBe(5)
    expect((await job(held)).error).toBe(
      'circuit: custom.down failed so often that it is left alone for 10 s.',
    )
    expect((await job(held)).runAt).toBe(START + 10_000)
    isDown = false
    await clock.advance(10_000)
    expect((await until(held, 'done')).result).toMatchObject({ value: 'up' })
    expect(events.filter(({ type }) => type === 'circuit')).toMatchObject([
      { state: 'open' },
      { state: 'closed' },
    ])
  })

  it('whose provider stays down lets a job fail in the end, and tries it less and less', async () => {
    let calls = 0
    const { ask, settle, clock, until, job } = await bench([
      {
        name: 'DOWN',
        args: [],
        handler: () => {
          calls++
          throw new CallError('transient', 'Nobody listens.')
        },
      },
    ])
    for (let i = 0; i < 5; i++) await until(await ask('DOWN', [], { attempts: 1 }), 'failed')
    const id = await ask('DOWN')
    for (let i = 0; i < 40 && (await job(id)).state !== 'failed'; i++) {
      await clock.advance(1_000)
      await settle()
    }
    expect((await job(id)).state).toBe('failed')
    expect(calls).toBeLessThanOrEqual(7)
  })

  it('errors of a function are no sign that its provider is down', async () => {
    let calls = 0
    const { ask, until } = await bench([
      {
        name: 'PICKY',
        args: ['x'],
        handler: ([x]) => {
          calls++
          if (x === 0) throw new Error('not zero')
          return x
        },
      },
    ])
    for (let i = 0; i < 10; i++) await until(await ask('PICKY', [0], { attempts: 1 }), 'failed')
    expect((await until(await ask('PICKY', [1]), 'done')).result).toMatchObject({ value: 1 })
    expect(calls).toBe(11)
  })

  it('that is not served here is left alone', async () => {
    const { ask, settle, job } = await bench(
      [
        { name: 'A', args: [], route: 'ml.a', handler: () => 1 },
        { name: 'B', args: [], route: 'db.b', handler: () => 2 },
      ],
      { routes: ['ml.*'] },
    )
    const a = await ask('A')
    const b = await ask('B')
    await settle()
    expect((await job(a)).state).toBe('done')
    expect((await job(b)).state).toBe('queued')
  })

  it('is served as soon as a function with it comes', async () => {
    const { ask, until, settle, job, functions } = await bench([])
    const id = await ask('LATER', [], { queue: 'custom.later' })
    await settle()
    expect((await job(id)).state).toBe('queued')
    functions.replace([defineFunction({ name: 'LATER', args: [], handler: () => 'here' })])
    expect((await until(id, 'done')).result).toMatchObject({ value: 'here' })
  })
})

describe('a worker', () => {
  it('asks for nothing while nothing arrives', async () => {
    const clock = virtualClock(START)
    const store = await openStore('memory:', { clock })
    let claims = 0
    const claim = store.claim.bind(store)
    store.claim = (options) => {
      claims++
      return claim(options)
    }
    const { settle } = await bench([{ name: 'F', args: [], handler: () => 1 }], { store, clock })
    await settle()
    const before = claims
    for (let i = 0; i < 29; i++) await clock.advance(1_000)
    await settle()
    expect(claims).toBe(before)
    await store.close()
  })

  it('finds jobs that wait for their time after a restart', async () => {
    const clock = virtualClock(START)
    const store = await openStore('memory:', { clock })
    const payload = { model: 'm', function: 'F', args: [wire(1)], timeoutMs: 1_000, requestId: 'r' }
    await store.commit({
      jobs: [{ op: 'add', id: 'later', queue: 'custom.f', payload, runAt: START + 3_000 }],
    })
    const { until, settle } = await bench([{ name: 'F', args: ['x'], handler: ([x]) => x }], {
      store,
      clock,
    })
    await settle()
    await clock.advance(3_000)
    expect((await until('later', 'done')).startedAt).toBe(START + 3_000)
    await store.close()
  })

  it('that is stopped ends its calls first, and takes no more', async () => {
    let finish = (_: unknown) => {}
    const { ask, settle, worker, job } = await bench([
      {
        name: 'F',
        args: [],
        concurrency: 1,
        handler: () =>
          new Promise((resolve) => {
            finish = resolve
          }),
      },
    ])
    const first = await ask('F')
    const second = await ask('F')
    await settle()
    const stopped = worker.stop()
    await settle()
    finish('done in time')
    await stopped
    expect((await job(first)).result).toMatchObject({ value: 'done in time' })
    expect((await job(second)).state).toBe('queued')
  })

  it('that is stopped gives back what does not end', async () => {
    const { ask, settle, worker, job, clock } = await bench([
      { name: 'F', args: [], handler: never },
    ])
    const id = await ask('F', [], { timeoutMs: 60_000 })
    await settle()
    const stopped = worker.stop()
    await settle()
    await clock.advance(10_000)
    await stopped
    expect(await job(id)).toMatchObject({
      state: 'queued',
      runAt: START + 10_000,
      error: 'stopped: The worker was stopped before the call ended.',
    })
  })

  it('goes on after the store was not well', async () => {
    const clock = virtualClock(START)
    const store = await openStore('memory:', { clock })
    const claim = store.claim.bind(store)
    let isWell = false
    store.claim = (options) => (isWell ? claim(options) : Promise.reject(new Error('disk full')))
    const { ask, settle, until, events } = await bench(
      [{ name: 'F', args: [], handler: () => 1 }],
      {
        store,
        clock,
      },
    )
    const id = await ask('F')
    await settle()
    expect(events).toContainEqual({ type: 'trouble', error: new Error('disk full') })
    isWell = true
    await clock.advance(30_000)
    expect((await until(id, 'done')).state).toBe('done')
    await store.close()
  })

  it('a listener that throws ends nothing', async () => {
    const clock = virtualClock(START)
    const store = await openStore('memory:', { clock })
    const worker = startWorker({
      store,
      clock,
      functions: new Functions([defineFunction({ name: 'F', args: [], handler: () => 1 })]),
      egress: new Egress({ clock }),
      onEvent: () => {
        throw new Error('listener')
      },
    })
    await store.commit({
      jobs: [{ op: 'add', id: 'a', queue: 'custom.f', payload: { function: 'F', args: [] } }],
    })
    await settle()
    expect((await store.job('a'))?.state).toBe('done')
    await worker.stop()
    await store.close()
  })
})
