// Goal: nothing that follows from a failed attempt survives it. What it published, what it registered, its state and its wish
// to be woken go with it, and no consumer ever sees them. Method: handlers that fail after they have done all that they may,
// and deaths at each commit; the next attempt does something else, so that a trace of the first would show.

import { expect, it } from 'vitest'
import { workflow } from '../src/index.ts'
import { TestHost } from '../src/testing/index.ts'

/** A producer and a consumer whose first attempts fail at their ends. What each did carries the number of the attempt. */
function failing(seen: string[], attempts: { producer: number; next: number }, fails: boolean) {
  return workflow({
    name: 'w',
    topics: { in: {}, out: {} },
    producers: {
      poll: {
        publishes: ['in'],
        schedule: { interval: '1h' },
        handler: async (ctx, state) => {
          const attempt = ++attempts.producer
          const item = {
            source: 'shop',
            type: 'order',
            id: `i${attempt}`,
            title: `order ${attempt}`,
          }
          const inputId = await ctx.registerInput(item)
          await ctx.publish('in', { messageId: `by ${attempt}`, inputId, payload: state ?? null })
          if (fails && attempt === 1) throw new Error('the first attempt fails')
          return { attempt }
        },
      },
    },
    consumers: {
      take: {
        subscribe: ['in'],
        publishes: ['out'],
        prepare: async (ctx) => {
          const events = await ctx.peek('in')
          seen.push(...events.map(({ id }) => id))
          return { reservations: [{ topic: 'in', ids: events.map(({ id }) => id) }] }
        },
        next: async (ctx, prepared) => {
          if (prepared.reservations.length === 0) return undefined
          const attempt = ++attempts.next
          await ctx.publish('out', { messageId: `next ${attempt}` })
          if (fails && attempt === 1) throw new Error('the first attempt fails')
          return { attempt }
        },
      },
    },
  })
}

const ids = async (host: TestHost, topic: string) =>
  (await host.workflows.events(topic)).map(({ id }) => id)

it('what a failed attempt published, registered and returned is gone, and nobody has seen it', async () => {
  const seen: string[] = []
  const host = await TestHost.open({
    workflows: [failing(seen, { producer: 0, next: 0 }, true)],
  })
  await host.idle()
  expect(await ids(host, 'in')).toEqual([])
  expect(await host.workflows.inputs('w')).toEqual([])
  await host.workflows.resume('w')
  await host.idle()
  // The second attempt of the producer stands; the first of `next` does not.
  expect(await ids(host, 'in')).toEqual(['by 2'])
  expect(await ids(host, 'out')).toEqual([])
  await host.workflows.resume('w')
  await host.idle()
  expect(await ids(host, 'out')).toEqual(['next 2'])
  expect(new Set(seen)).toEqual(new Set(['by 2']))
  expect(await host.workflows.events('in')).toMatchObject([{ payload: null }])
  expect((await host.workflows.inputs('w')).map(({ title }) => title)).toEqual(['order 2'])
  await host.close()
})

it.each(['before', 'after'] as const)(
  'an attempt that a death %s any commit has cut off leaves nothing',
  async (when) => {
    let deaths = 0
    for (let commit = 1; ; commit++) {
      const seen: string[] = []
      const attempts = { producer: 0, next: 0 }
      const host = await TestHost.open({ workflows: [] })
      host.crashAt(commit, when)
      await Promise.race([host.deploy(failing(seen, attempts, false)).catch(() => {}), died(host)])
      await host.idle()
      const isDead = host.isDead
      if (isDead) {
        deaths++
        await host.restart(1_000)
        await host.idle()
        if ((await host.workflows.list()).length === 0) {
          await host.deploy(failing(seen, attempts, false))
          await host.idle()
        }
      }
      const published = await ids(host, 'in')
      const inputs = await host.workflows.inputs('w')
      // One attempt of each stands, whichever it is; what it made is there once, and came from it alone.
      expect(published).toHaveLength(1)
      expect(inputs).toHaveLength(1)
      expect(published[0]).toBe(`by ${inputs[0]!.externalId.slice(1)}`)
      expect(new Set(seen)).toEqual(new Set(published))
      expect(await ids(host, 'out')).toHaveLength(1)
      await host.close()
      if (!isDead) break
    }
    expect(deaths).toBeGreaterThan(5)
  },
)

/** Resolves when the process dies. */
async function died(host: TestHost): Promise<void> {
  while (!host.isDead) await new Promise((resolve) => setImmediate(resolve))
}
