// Events: one for each topic and message id, reserved by one run, consumed once, never lost, and never another workflow's.

import { afterEach, describe, expect, it } from 'vitest'
import { type WorkflowDefinition, workflow } from '../src/index.ts'
import type { TestHost, TestHostOptions } from '../src/testing/index.ts'
import {
  all,
  consuming,
  oldest,
  opened,
  producing,
  put,
  runs,
  states,
  status,
} from './support/kit.ts'

const hosts: TestHost[] = []
async function open(definition: WorkflowDefinition, options: TestHostOptions = {}) {
  const both = await opened(definition, options)
  hosts.push(both.host)
  return both
}
afterEach(async () => {
  for (const host of hosts.splice(0)) {
    expect(host.errors).toEqual([])
    await host.close()
  }
})

const never = consuming({ prepare: async () => ({ reservations: [] }) })

describe('publishing the same message id again', () => {
  it('replaces the payload while nobody has taken the event', async () => {
    const { host } = await open(never)
    await host.publish('in', 'a', 1)
    await host.publish('in', 'a', 2)
    expect(await host.workflows.events('in')).toMatchObject([{ messageId: 'a', payload: 2 }])
  })

  it('changes nothing once it is reserved or consumed', async () => {
    const { host, tool } = await open(consuming({ mutate: put }), { tools: [] })
    tool.will({ fails: 'auth' })
    await host.publish('in', 'a', 1)
    await host.idle()
    await host.workflows.approve('w')
    await host.idle()
    await host.publish('in', 'a', 2)
    expect(await host.workflows.events('in')).toMatchObject([{ messageId: 'a', payload: 1 }])
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('is another event in another topic', async () => {
    const { host } = await open(never)
    await host.publish('in', 'a', 1)
    await host.publish('out', 'a', 2)
    expect(await host.workflows.events('in')).toMatchObject([{ payload: 1 }])
    expect(await host.workflows.events('out')).toMatchObject([{ payload: 2 }])
  })

  it('joins what caused it', async () => {
    let n = 0
    const { host } = await open(
      producing(async (ctx) => {
        n++
        const inputId = await ctx.registerInput({
          source: 's',
          type: 't',
          id: `${n}`,
          title: `${n}`,
        })
        await ctx.publish('in', { messageId: 'a', inputId })
      }),
    )
    await host.advance('5m')
    expect((await host.workflows.events('in'))[0]!.causes).toHaveLength(2)
  })
})

describe('a reservation', () => {
  it.each([
    ['that is not there', [{ topic: 'in', ids: ['a', 'nope'] }], 'there is no event nope in in'],
    [
      'of a topic that is not subscribed',
      [{ topic: 'out', ids: ['x'] }],
      'c does not subscribe to out',
    ],
    ['that is no list', 'a', 'reservations is a list of { topic, ids }'],
    ['without ids', [{ topic: 'in' }], 'a reservation is { topic, ids }'],
  ])('of an event %s is a mistake, and reserves nothing', async (_, reservations, message) => {
    const { host } = await open(
      consuming({
        prepare: async (ctx) => ((await ctx.peek('in')).length === 0 ? {} : { reservations }),
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    const [run] = await host.workflows.runs('w')
    expect(run).toMatchObject({ phase: 'preparing', status: 'failed:logic', error: message })
    expect(await states(host)).toEqual({})
  })

  it('of an event that was consumed is a mistake', async () => {
    let taken = 0
    const { host } = await open(
      consuming({
        prepare: async () => (taken++ === 0 ? {} : { reservations: [{ topic: 'in', ids: ['a'] }] }),
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    await host.publish('in', 'b')
    await host.idle()
    expect((await host.workflows.runs('w'))[0]).toMatchObject({
      error: 'the event a of in is consumed',
    })
  })

  it('with empty lists of ids is none at all', async () => {
    const { host, tool } = await open(
      consuming({
        prepare: async () => ({ reservations: [{ topic: 'in', ids: [] }] }),
        mutate: put,
      }),
    )
    expect(await runs(host)).toEqual(['c committed/committed none'])
    expect(tool.calls).toEqual([])
  })

  it('is let go of when the run fails before its mutation, and counts as an attempt', async () => {
    const attempts: number[] = []
    const { host, tool } = await open(
      consuming({
        mutate: put,
        prepare: async (ctx, state) => {
          for (const { attempt } of await ctx.peek('in')) attempts.push(attempt)
          return oldest(ctx, state)
        },
      }),
    )
    tool.will({ fails: 'transient' })
    await host.publish('in', 'a')
    await host.idle()
    expect(await states(host)).toEqual({ a: 'pending' })
    await host.advance('10s')
    expect(await states(host)).toEqual({ a: 'consumed' })
    expect(attempts).toEqual([1, 2])
  })

  it('of all and only its own events ends consumed', async () => {
    const { host } = await open(
      consuming({
        prepare: async (ctx) => {
          const events = await ctx.peek('in')
          return { reservations: [{ topic: 'in', ids: events.slice(1).map(({ id }) => id) }] }
        },
      }),
    )
    await host.workflows.pause('w')
    for (const id of ['a', 'b', 'c']) await host.publish('in', id)
    await host.workflows.resume('w')
    await host.idle()
    expect(await states(host)).toEqual({ a: 'pending', b: 'consumed', c: 'consumed' })
    expect((await host.workflows.status('w')).pending).toBe(1)
    expect(await host.workflows.events('in')).toHaveLength(3)
  })
})

it('an event that was left behind others is found again', async () => {
  const seen: string[][] = []
  const { host } = await open(
    consuming({
      prepare: async (ctx) => {
        const events = await ctx.peek('in')
        seen.push(events.map(({ id }) => id))
        const [last] = events.slice(-1)
        return events.length < 2 ? {} : { reservations: [{ topic: 'in', ids: [last!.id] }] }
      },
    }),
  )
  for (const id of ['a', 'b', 'c']) {
    await host.publish('in', id)
    await host.idle()
  }
  expect(seen.at(-1)).toEqual(['a'])
  await host.restart()
  await host.publish('in', 'd')
  await host.idle()
  expect(seen.at(-1)).toEqual(['a'])
  expect(await states(host)).toMatchObject({
    a: 'pending',
    b: 'consumed',
    c: 'consumed',
    d: 'consumed',
  })
})

it('peek gives the oldest first, whatever the clock shows', async () => {
  const seen: string[] = []
  const { host } = await open(
    consuming({
      prepare: async (ctx) => {
        for (const { id } of await ctx.peek('in')) seen.push(id)
        return all(ctx, undefined)
      },
    }),
  )
  await host.workflows.pause('w')
  const ids = Array.from({ length: 20 }, (_, i) => `e${(i * 7) % 20}`)
  for (const id of ids) await host.publish('in', id)
  await host.workflows.resume('w')
  await host.idle()
  expect(seen).toEqual(ids)
})

it('peek gives a hundred, or as many as are asked for up to a thousand', async () => {
  const counts: number[] = []
  const { host } = await open(
    consuming({
      prepare: async (ctx) => {
        if ((await ctx.peek('in', { limit: 1 })).length > 0) {
          for (const page of [undefined, { limit: 3 }, { limit: 5_000 }])
            counts.push((await ctx.peek('in', page)).length)
        }
        return {}
      },
    }),
  )
  await host.workflows.pause('w')
  const publish = Array.from({ length: 1_100 }, (_, i) => ({ topic: 'w/in', messageId: `${i}` }))
  await host.store.commit({ publish })
  await host.workflows.resume('w')
  await host.idle()
  expect(counts).toEqual([100, 3, 1_000])
})

it('two workflows with equal topics and message ids never meet', async () => {
  const { host, tool } = await open(consuming({ mutate: put }))
  await host.deploy({ ...consuming({ mutate: put }), name: 'v' })
  await host.idle()
  await expect(host.publish('in', 'a')).rejects.toMatchObject({ code: 'ambiguous-topic' })
  await host.publish('w/in', 'a')
  await host.idle()
  expect(tool.calls).toHaveLength(1)
  await host.publish('v/in', 'a')
  await host.idle()
  expect(new Set(tool.calls.map(({ key }) => key)).size).toBe(2)
})

describe('what a run publishes', () => {
  it('is not there if the run fails', async () => {
    let fails = true
    const { host } = await open(
      producing(async (ctx) => {
        await ctx.publish('in', { messageId: fails ? 'bad' : 'good' })
        if (fails) throw new Error('no')
      }),
    )
    expect(await host.workflows.events('in')).toEqual([])
    fails = false
    await host.workflows.resume('w')
    await host.idle()
    expect((await host.workflows.events('in')).map(({ id }) => id)).toEqual(['good'])
  })

  it('may go to several topics under one id, and without an id has the same one on every attempt', async () => {
    let fails = true
    const definition = workflow({
      name: 'w',
      topics: { a: {}, b: {} },
      producers: {
        p: {
          publishes: ['a', 'b'],
          schedule: { interval: '1h' },
          handler: async (ctx) => {
            await ctx.publish(['a', 'b'], { payload: 1 })
            if (fails) throw new Error('no')
          },
        },
      },
    })
    const { host } = await open(definition)
    fails = false
    await host.workflows.resume('w')
    await host.idle()
    const [a, b] = [await host.workflows.events('a'), await host.workflows.events('b')]
    expect(a.map(({ id }) => id)).toEqual(b.map(({ id }) => id))
    expect(a[0]!.id).toBe('w-1/1')
  })
})

describe('shared topics', () => {
  const reader = (name: string, from?: 'beginning') =>
    workflow({
      name,
      ...(from !== undefined && { topics: { alerts: { shared: true, from } } }),
      consumers: {
        c: {
          subscribe: ['alerts'],
          prepare: async (ctx) => {
            const events = await ctx.peek('alerts')
            return {
              reservations: [{ topic: 'alerts', ids: events.map(({ id }) => id) }],
              data: events.map(({ id }) => id),
            }
          },
          mutate: async (ctx, { data, reservations }) => {
            if (reservations.length > 0) await ctx.tools.world!.put!({ name, data })
          },
        },
      },
    })

  it('have any number of subscribers, each with its own deliveries', async () => {
    const { host, tool } = await open(reader('w'))
    await host.deploy(reader('v'))
    await host.idle()
    await host.publish('alerts', 'a')
    await host.idle()
    expect(tool.calls.map(({ input }) => input)).toEqual(
      expect.arrayContaining([
        { name: 'w', data: ['a'] },
        { name: 'v', data: ['a'] },
      ]),
    )
    expect(tool.calls).toHaveLength(2)
  })

  it('are read from the deploy on, or from the beginning if the workflow says so', async () => {
    const { host, tool } = await open(reader('w'))
    await host.publish('alerts', 'old')
    await host.idle()
    await host.deploy(reader('late'))
    await host.deploy(reader('all', 'beginning'))
    await host.idle()
    expect(tool.calls.map(({ input }) => (input as { name: string }).name)).toEqual(['w', 'all'])
  })
})

describe('skip and reprocess', () => {
  it('a pending event is skipped, for good', async () => {
    const { host } = await open(never)
    await host.publish('in', 'a')
    await host.workflows.skip('w', 'in', 'a')
    expect(await states(host)).toEqual({ a: 'skipped' })
    expect((await host.workflows.status('w')).pending).toBe(0)
    await expect(host.workflows.skip('w', 'in', 'a')).rejects.toMatchObject({ code: 'event-moved' })
  })

  it('an event that a run holds for approval is skipped, and the others are prepared anew', async () => {
    const { host, tool } = await open(consuming({ prepare: all, mutate: put, approval: true }))
    await host.workflows.pause('w')
    await host.publish('in', 'a')
    await host.publish('in', 'b')
    await host.workflows.resume('w')
    await host.idle()
    expect(await status(host)).toBe('Needs attention: approval')
    await host.workflows.skip('w', 'in', 'a')
    await host.idle()
    expect(await states(host)).toEqual({ a: 'skipped', b: 'reserved' })
    await host.workflows.approve('w')
    await host.idle()
    expect(tool.calls.map(({ input }) => input)).toEqual([1])
  })

  it('a consumed event is processed once more, with a key of its own', async () => {
    const { host, tool } = await open(consuming({ mutate: put }))
    await host.publish('in', 'a')
    await host.idle()
    await host.workflows.reprocess('w', 'in', 'a')
    await host.idle()
    expect(tool.calls).toHaveLength(2)
    expect(tool.calls[0]!.key).not.toBe(tool.calls[1]!.key)
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('an unknown topic or event is refused by name', async () => {
    const { host } = await open(never)
    await expect(host.workflows.skip('w', 'nope', 'a')).rejects.toMatchObject({
      code: 'unknown-topic',
    })
    await expect(host.workflows.skip('w', 'in', 'a')).rejects.toMatchObject({
      code: 'unknown-event',
    })
    await expect(host.workflows.reprocess('w', 'in', 'a')).rejects.toMatchObject({
      code: 'unknown-event',
    })
    await host.publish('in', 'a')
    await expect(host.workflows.reprocess('w', 'in', 'a')).rejects.toMatchObject({
      code: 'event-moved',
    })
  })
})

it('a message without an id, or with a payload that is no JSON or too large, is refused', async () => {
  const { host } = await open(never)
  const { workflows } = host
  await expect(workflows.publish('in', { messageId: '' })).rejects.toMatchObject({
    code: 'bad-message',
  })
  await expect(workflows.publish('in', { messageId: 'a', payload: () => 1 })).rejects.toMatchObject(
    { code: 'bad-message' },
  )
  await expect(
    workflows.publish('in', { messageId: 'a', payload: 'x'.repeat(300_000) }),
  ).rejects.toMatchObject({ code: 'too-large' })
  expect(await workflows.events('in')).toEqual([])
})
