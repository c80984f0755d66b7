// When handlers run: one at a time, consumers first, the oldest event first, never without a reason, and never too late.

import { afterEach, describe, expect, it } from 'vitest'
import { defineTool, type WorkflowDefinition, workflow } from '../src/index.ts'
import { TestHost, type TestHostOptions } from '../src/testing/index.ts'
import {
  all,
  consuming,
  later,
  nothing,
  oldest,
  opened,
  producing,
  runs,
  status,
  turns,
} from './support/kit.ts'

const hosts: TestHost[] = []
async function open(definition: WorkflowDefinition, options: TestHostOptions = {}) {
  const { host } = await opened(definition, options)
  hosts.push(host)
  return host
}
afterEach(async () => {
  for (const host of hosts.splice(0)) {
    expect(host.errors).toEqual([])
    await host.close()
  }
})

describe('one run of a workflow at a time', () => {
  it('whatever comes meanwhile: events, schedules and run now', async () => {
    let [active, most] = [0, 0]
    const gate = later()
    const busy = async () => {
      most = Math.max(most, ++active)
      await gate.promise
      active--
    }
    const host = await TestHost.open()
    hosts.push(host)
    const prepare: typeof oldest = async (ctx, state) => {
      await busy()
      return oldest(ctx, state)
    }
    const deployed = host.deploy(
      consuming(
        { prepare },
        { producers: { p: { publishes: ['in'], schedule: { interval: '1s' }, handler: busy } } },
      ),
    )
    await deployed
    await host.publish('in', 'a')
    await turns()
    await expect(host.workflows.runNow('w')).rejects.toMatchObject({ code: 'run-active' })
    gate.resolve()
    await host.idle()
    await host.advance('5s')
    expect(most).toBe(1)
    expect((await runs(host)).length).toBeGreaterThan(5)
  })

  it('and none while it is paused', async () => {
    const host = await open(consuming())
    await host.workflows.pause('w')
    const before = (await runs(host)).length
    await host.publish('in', 'a')
    await host.advance('1h')
    expect(await runs(host)).toHaveLength(before)
    expect(await status(host)).toBe('Stopped: paused')
    await host.workflows.resume('w')
    await host.idle()
    expect(await runs(host)).toHaveLength(before + 1)
  })
})

describe('who runs first', () => {
  it('a consumer with work before a producer that is due', async () => {
    const order: string[] = []
    const host = await open(
      consuming(
        {
          prepare: async (ctx, state) => {
            order.push('c')
            return oldest(ctx, state)
          },
        },
        {
          producers: {
            p: {
              publishes: ['in'],
              schedule: { interval: '5m' },
              handler: async () => {
                order.push('p')
              },
            },
          },
        },
      ),
    )
    await host.workflows.pause('w')
    await host.publish('in', 'a')
    await host.advance('5m')
    order.length = 0
    await host.workflows.resume('w')
    await host.idle()
    expect(order).toEqual(['c', 'p'])
  })

  it('the consumer whose oldest event is oldest', async () => {
    const order: string[] = []
    const consumer = (topic: string) => ({
      subscribe: [topic],
      prepare: async (ctx: Parameters<typeof oldest>[0]) => {
        const events = await ctx.peek(topic)
        if (events.length > 0) order.push(topic)
        return { reservations: [{ topic, ids: events.map(({ id }) => id) }] }
      },
    })
    const host = await open(
      workflow({
        name: 'w',
        topics: { a: {}, b: {} },
        consumers: { first: consumer('a'), second: consumer('b') },
      }),
    )
    await host.workflows.pause('w')
    await host.publish('b', '1')
    await host.advance('1s')
    await host.publish('a', '1')
    await host.workflows.resume('w')
    await host.idle()
    expect(order).toEqual(['b', 'a'])
  })

  it('each of many ready workflows in its turn: none starves', async () => {
    const starts: string[] = []
    const busy = (name: string) => ({
      ...consuming({
        prepare: async (ctx, state) => {
          starts.push(name)
          return oldest(ctx, state)
        },
      }),
      name,
    })
    const names = Array.from({ length: 8 }, (_, i) => `w${i}`)
    const host = await TestHost.open({ atOnce: 1 })
    hosts.push(host)
    for (const name of names) await host.deploy(busy(name))
    await host.idle()
    for (const name of names) await host.workflows.pause(name)
    for (const name of names) for (let i = 0; i < 5; i++) await host.publish(`${name}/in`, `${i}`)
    starts.length = 0
    await Promise.all(names.map((name) => host.workflows.resume(name)))
    await host.idle()
    for (let round = 0; round < 5; round++) {
      expect(new Set(starts.slice(round * 8, round * 8 + 8)).size).toBe(8)
    }
  })
})

describe('triggers', () => {
  it('many of them during a run cause one run after it, and it sees them all', async () => {
    const gates = [later(), later()]
    const seen: number[] = []
    const host = await TestHost.open()
    hosts.push(host)
    const prepare: typeof all = async (ctx, state) => {
      const result = await all(ctx, state)
      seen.push((result as { data: number }).data)
      await gates[seen.length - 1]?.promise
      return result
    }
    await host.deploy(consuming({ prepare }))
    await turns()
    for (const id of ['a', 'b', 'c']) await host.publish('in', id)
    for (const gate of gates) gate.resolve()
    await host.idle()
    expect(seen).toEqual([0, 3])
  })

  it('without one, a consumer that reserved nothing is not run again', async () => {
    const waiting = consuming({
      prepare: async (ctx) => {
        await ctx.peek('in')
        return { reservations: [] }
      },
    })
    const host = await open(waiting)
    await host.publish('in', 'a')
    await host.idle()
    const before = (await runs(host)).length
    await host.advance('3h')
    expect(await runs(host)).toHaveLength(before)
  })

  it('a consumer that took some, and left some, runs again without one', async () => {
    const host = await open(consuming())
    await host.workflows.pause('w')
    for (const id of ['a', 'b', 'c']) await host.publish('in', id)
    await host.workflows.resume('w')
    await host.idle()
    expect((await host.workflows.status('w')).pending).toBe(0)
  })

  it('events of a topic that nobody subscribes to cause no run', async () => {
    const host = await open(consuming())
    const before = (await runs(host)).length
    await host.publish('out', 'a')
    await host.advance('1h')
    expect(await runs(host)).toHaveLength(before)
  })

  it('publishing a consumed event again causes no run', async () => {
    const host = await open(consuming())
    await host.publish('in', 'a')
    await host.idle()
    const before = (await runs(host)).length
    await host.publish('in', 'a', 'again')
    await host.idle()
    expect(await runs(host)).toHaveLength(before)
  })
})

describe('schedules', () => {
  it('on deploy every producer runs at once, and every consumer prepares once', async () => {
    const host = await open(
      consuming(
        {},
        { producers: { p: { publishes: ['in'], schedule: { interval: '1h' }, handler: nothing } } },
      ),
    )
    expect((await runs(host)).sort()).toEqual([
      'c committed/committed none',
      'p committed/committed -',
    ])
  })

  it('each producer has its own, and it moves past now', async () => {
    const at: string[] = []
    const producer = (name: string, interval: string) => ({
      publishes: ['in'],
      schedule: { interval },
      handler: async (ctx: { now: string }) => {
        at.push(`${name} ${ctx.now.slice(11, 16)}`)
      },
    })
    const host = await open(
      workflow({
        name: 'w',
        topics: { in: {} },
        producers: { a: producer('a', '10m'), b: producer('b', '15m') },
      }),
    )
    await host.advance('30m')
    expect(at).toEqual(
      ['a 09:00', 'b 09:00', 'a 09:10', 'b 09:15', 'a 09:20', 'b 09:30', 'a 09:30'].sort(
        (x, y) => x.slice(2).localeCompare(y.slice(2)) || x.localeCompare(y),
      ),
    )
    const { nextRunAt } = await host.workflows.status('w')
    expect(nextRunAt).toBe('2026-01-05T09:40:00.000Z')
  })

  it('what was missed while the host was away is one run, and the grid stays', async () => {
    const host = await open(producing(nothing))
    await host.restart('32m')
    await host.idle()
    expect(await runs(host)).toHaveLength(2)
    expect((await host.workflows.status('w')).nextRunAt).toBe('2026-01-05T09:35:00.000Z')
  })

  it('a run that failed moves neither the next time nor the state', async () => {
    let fails = true
    const states: unknown[] = []
    const host = await open(
      producing(async (_, state) => {
        states.push(state)
        if (fails) throw new Error('no')
        return 'done'
      }),
    )
    expect(await status(host)).toBe('Needs attention: logic')
    fails = false
    await host.workflows.resume('w')
    await host.idle()
    await host.advance('5m')
    expect(states).toEqual([undefined, undefined, 'done'])
  })

  it('an occurrence that falls into the run itself is not lost', async () => {
    const gate = later()
    let count = 0
    const host = await TestHost.open()
    hosts.push(host)
    await host.deploy(
      producing(
        async () => {
          if (++count === 1) await gate.promise
        },
        { interval: '1m' },
      ),
    )
    await turns()
    host.clock.advance(90_000).catch(() => {})
    await turns()
    gate.resolve()
    await host.idle()
    expect(count).toBe(2)
  })

  it('run now is refused while the workflow is paused or held, and without a producer', async () => {
    const host = await open(consuming())
    await expect(host.workflows.runNow('w')).rejects.toMatchObject({ code: 'no-producers' })
    const other = await open(
      producing(async () => {
        throw new Error('no')
      }),
    )
    await expect(other.workflows.runNow('w')).rejects.toMatchObject({ code: 'workflow-stopped' })
    await other.workflows.pause('w')
    await expect(other.workflows.runNow('w')).rejects.toThrow(
      'w is paused. Resume the workflow first.',
    )
  })

  it('run now runs every producer once, one after the other, and begins their grids anew', async () => {
    const order: string[] = []
    const producer = (name: string) => ({
      publishes: ['in'],
      schedule: { interval: '10m' },
      handler: async () => {
        order.push(name)
      },
    })
    const host = await open(
      workflow({
        name: 'w',
        topics: { in: {} },
        producers: { a: producer('a'), b: producer('b') },
      }),
    )
    await host.advance('3m')
    order.length = 0
    await host.workflows.runNow('w')
    await host.idle()
    expect(order).toEqual(['a', 'b'])
    expect((await host.workflows.status('w')).nextRunAt).toBe('2026-01-05T09:13:00.000Z')
  })

  it('run now runs no consumer by itself: one runs when a producer has published', async () => {
    let publishes = false
    const seen: number[] = []
    const host = await open(
      workflow({
        name: 'w',
        topics: { in: {} },
        producers: {
          poll: {
            publishes: ['in'],
            schedule: { interval: '10m' },
            handler: async (ctx) => {
              if (publishes) await ctx.publish('in', { messageId: 'new' })
            },
          },
        },
        consumers: {
          take: {
            subscribe: ['in'],
            // It waits for a second one.
            prepare: async (ctx) => {
              seen.push((await ctx.peek('in')).length)
              return {}
            },
          },
        },
      }),
    )
    await host.publish('in', 'old')
    await host.idle()
    seen.length = 0
    await host.workflows.runNow('w')
    await host.idle()
    expect(seen).toEqual([])
    publishes = true
    await host.workflows.runNow('w')
    await host.idle()
    expect(seen).toEqual([2])
  })

  it('a cron in a zone, and its words', async () => {
    const host = await open(producing(nothing, { cron: '0 9 * * *', timezone: 'Europe/Berlin' }))
    const { schedule, nextRunAt } = await host.workflows.status('w')
    expect([schedule, nextRunAt]).toEqual([
      'Runs daily at 09:00 (Europe/Berlin)',
      '2026-01-06T08:00:00.000Z',
    ])
  })
})

describe('a wish to be woken', () => {
  const wishing = (wakeAt: string | undefined, reserve = false) =>
    consuming({
      prepare: async (ctx) => {
        const events = reserve ? await ctx.peek('in') : []
        return { reservations: [{ topic: 'in', ids: events.map(({ id }) => id) }], wakeAt }
      },
    })
  const wakeAt = async (host: TestHost) => (await host.workflows.status('w')).nextRunAt

  it.each([
    ['in between', '2026-01-05T10:00:00Z', '2026-01-05T10:00:00.000Z'],
    ['in the past', '2020-01-01T00:00:00Z', '2026-01-05T09:00:30.000Z'],
    ['too soon', '2026-01-05T09:00:01Z', '2026-01-05T09:00:30.000Z'],
    ['too far', '2027-01-01T00:00:00Z', '2026-01-06T09:00:00.000Z'],
    ['that cannot be read', 'tomorrow', '2026-01-06T09:00:00.000Z'],
  ])('%s is moved into the span that is allowed', async (_, wish, expected) => {
    expect(await wakeAt(await open(wishing(wish)))).toBe(expected)
  })

  it('is kept also by a run that reserves events', async () => {
    const host = await open(wishing('2026-01-05T12:00:00Z', true))
    await host.publish('in', 'a')
    await host.idle()
    expect(await wakeAt(host)).toBe('2026-01-05T12:00:00.000Z')
    expect((await host.workflows.status('w')).pending).toBe(0)
  })

  it('is forgotten by a run that has none, also after a restart', async () => {
    let wish: string | undefined = '2026-01-05T10:00:00Z'
    const host = await open(
      consuming({ prepare: async () => ({ reservations: [], wakeAt: wish }) }),
    )
    wish = undefined
    await host.publish('in', 'a')
    await host.idle()
    expect(await wakeAt(host)).toBeNull()
    await host.restart()
    await host.idle()
    expect(await wakeAt(host)).toBeNull()
  })

  it('does not keep an event from waking the consumer before', async () => {
    const host = await open(wishing('2026-01-05T20:00:00Z', true))
    await host.publish('in', 'a')
    await host.idle()
    expect((await host.workflows.status('w')).pending).toBe(0)
  })

  it('survives a restart, and is fulfilled at its time', async () => {
    const at: string[] = []
    const host = await open(
      consuming({
        prepare: async (ctx) => {
          at.push(ctx.now.slice(11, 16))
          return { reservations: [], ...(at.length === 1 && { wakeAt: '2026-01-05T10:00:00Z' }) }
        },
      }),
    )
    await host.restart('10m')
    await host.idle()
    await host.advance('49m')
    expect(at).toEqual(['09:00'])
    await host.advance('1m')
    expect(at).toEqual(['09:00', '10:00'])
  })
})

it('a slow handler of one workflow holds up no other', async () => {
  const gate = later()
  const slow = defineTool({ name: 'slow.read', readOnly: true, call: () => gate.promise })
  const host = await TestHost.open({ tools: [slow] })
  hosts.push(host)
  await host.deploy({
    ...consuming({
      prepare: async (ctx) => {
        await ctx.tools.slow!.read!()
        return {}
      },
    }),
    name: 'slow',
  })
  await host.deploy(consuming())
  await host.publish('w/in', 'a')
  for (let i = 0; i < 20 && (await host.workflows.status('w')).pending > 0; i++) await turns(5)
  expect((await host.workflows.status('w')).pending).toBe(0)
  expect((await host.workflows.status('slow')).status).toBe('Running')
  gate.resolve()
  await host.idle()
})
