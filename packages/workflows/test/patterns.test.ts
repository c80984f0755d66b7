// The five ways in which consumers wait, each in virtual time: first in first out, correlation, a time window, a batch with a
// timeout, and a daily digest.

import { afterEach, expect, it } from 'vitest'
import type { PrepareContext, WorkflowDefinition } from '../src/index.ts'
import { workflow } from '../src/index.ts'
import type { TestHost } from '../src/testing/index.ts'
import { opened, runs } from './support/kit.ts'

const hosts: TestHost[] = []
async function open(definition: WorkflowDefinition) {
  const { host, tool } = await opened(definition)
  hosts.push(host)
  const sent = () => tool.calls.map(({ input }) => input)
  return { host, sent }
}
afterEach(async () => {
  for (const host of hosts.splice(0)) {
    expect(host.errors).toEqual([])
    await host.close()
  }
})

type Take = (ctx: PrepareContext) => Promise<{ ids: Record<string, string[]>; wakeAt?: string }>

/** A consumer that sends the ids of what it takes. */
function taking(topics: readonly string[], take: Take) {
  return workflow({
    name: 'w',
    topics: Object.fromEntries(topics.map((topic) => [topic, {}])),
    consumers: {
      c: {
        subscribe: topics,
        prepare: async (ctx) => {
          const { ids, wakeAt } = await take(ctx)
          const reservations = Object.entries(ids).map(([topic, list]) => ({ topic, ids: list }))
          return {
            reservations,
            data: Object.values(ids).flat().sort(),
            ...(wakeAt !== undefined && { wakeAt }),
          }
        },
        mutate: async (ctx, { data }) => ctx.tools.world!.put!({ at: ctx.now.slice(8, 16), data }),
      },
    },
  })
}

const after = (now: string, ms: number) => new Date(Date.parse(now) + ms).toISOString()
const HOUR = 3_600_000

it('first in, first out', async () => {
  const { host, sent } = await open(
    taking(['in'], async (ctx) => ({
      ids: { in: (await ctx.peek('in', { limit: 1 })).map(({ id }) => id) },
    })),
  )
  for (const id of ['a', 'b', 'c']) await host.publish('in', id)
  await host.idle()
  expect(sent().map((one) => (one as { data: string[] }).data)).toEqual([['a'], ['b'], ['c']])
})

it('correlation: an order waits for its payment, whichever comes first', async () => {
  const { host, sent } = await open(
    taking(['orders', 'payments'], async (ctx) => {
      const payments = new Set((await ctx.peek('payments')).map(({ id }) => id))
      const match = (await ctx.peek('orders')).find(({ id }) => payments.has(id))
      return { ids: match === undefined ? {} : { orders: [match.id], payments: [match.id] } }
    }),
  )
  await host.publish('orders', '1')
  await host.publish('orders', '2')
  await host.idle()
  const before = (await runs(host)).length
  await host.advance('2h')
  expect(await runs(host)).toHaveLength(before)
  await host.publish('payments', '2')
  await host.idle()
  await host.publish('payments', '1')
  await host.idle()
  expect(sent().map((one) => (one as { data: string[] }).data)).toEqual([
    ['2', '2'],
    ['1', '1'],
  ])
})

it('a time window: an event is processed an hour after it came', async () => {
  const { host, sent } = await open(
    taking(['in'], async (ctx) => {
      const events = await ctx.peek('in')
      const due = events.filter(({ publishedAt }) => after(publishedAt, HOUR) <= ctx.now)
      const [next] = events.filter((event) => !due.includes(event))
      return {
        ids: { in: due.map(({ id }) => id) },
        ...(next !== undefined && { wakeAt: after(next.publishedAt, HOUR) }),
      }
    }),
  )
  await host.publish('in', 'a')
  await host.advance('20m')
  await host.publish('in', 'b')
  await host.advance('2h')
  expect(sent()).toEqual([
    { at: '05T10:00', data: ['a'] },
    { at: '05T10:20', data: ['b'] },
  ])
})

it('a batch of three, or of what is there after an hour', async () => {
  const { host, sent } = await open(
    taking(['in'], async (ctx) => {
      const events = await ctx.peek('in')
      const [oldest] = events
      if (oldest === undefined) return { ids: {} }
      const deadline = after(oldest.publishedAt, HOUR)
      if (events.length >= 3 || deadline <= ctx.now)
        return { ids: { in: events.slice(0, 3).map(({ id }) => id) } }
      return { ids: {}, wakeAt: deadline }
    }),
  )
  for (const id of ['a', 'b', 'c', 'd']) await host.publish('in', id)
  await host.advance('3h')
  expect(sent()).toEqual([
    { at: '05T09:00', data: ['a', 'b', 'c'] },
    { at: '05T10:00', data: ['d'] },
  ])
})

it('a digest every morning at nine, of what came since, also over a restart', async () => {
  const nine = (now: string) => {
    const today = `${now.slice(0, 10)}T09:00:00.000Z`
    return today > now ? today : after(today, 24 * HOUR)
  }
  const { host, sent } = await open(
    taking(['in'], async (ctx) => {
      const events = await ctx.peek('in', { limit: 1_000 })
      const isTime = ctx.now.slice(11, 16) === '09:00'
      return { ids: { in: isTime ? events.map(({ id }) => id) : [] }, wakeAt: nine(ctx.now) }
    }),
  )
  await host.advance('1h')
  await host.publish('in', 'a')
  await host.publish('in', 'b')
  await host.idle()
  expect(sent()).toEqual([])
  await host.restart('1h')
  await host.advance('21h')
  await host.publish('in', 'c')
  await host.advance('2h')
  await host.publish('in', 'd')
  await host.advance('24h')
  expect(sent().map((one) => (one as { at: string }).at)).toEqual(['06T09:00', '07T09:00'])
  expect(
    sent()
      .map((one) => (one as { data: string[] }).data)
      .slice(0, 1),
  ).toEqual([['a', 'b', 'c']])
})
