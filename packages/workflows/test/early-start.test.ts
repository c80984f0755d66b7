// Questions that a run saves itself, and those it must not: looks at its topics that would say the same, and waiting for its own begin.

import { MemoryDriver, openStore } from '@cellwake/store'
import { afterEach, describe, expect, it } from 'vitest'
import { defineTool, Workflows, workflow } from '../src/index.ts'
import type { TestHost } from '../src/testing/index.ts'
import { consuming, later, opened, producing, states, turns } from './support/kit.ts'

const hosts: TestHost[] = []
async function open(...args: Parameters<typeof opened>) {
  const both = await opened(...args)
  hosts.push(both.host)
  return both.host
}
afterEach(async () => {
  for (const host of hosts.splice(0)) {
    expect(host.errors).toEqual([])
    await host.close()
  }
})

/** Notes what each prepare saw, and takes all of it. */
function noting(seen: unknown[], limit = 10) {
  return consuming({
    prepare: async (ctx) => {
      const events = await ctx.peek('in', { limit })
      seen.push(events.map(({ payload }) => payload))
      return { reservations: [{ topic: 'in', ids: events.map(({ id }) => id) }] }
    },
  })
}

describe('a prepare', () => {
  it('sees what came between the choice of its run and its look', async () => {
    const EVENTS = 40
    const seen: number[] = []
    const host = await open(
      consuming({
        prepare: async (ctx) => {
          const events = await ctx.peek('in', { limit: EVENTS })
          seen.push(events.length)
          // The last one must wake it: no other comes after.
          if (events.length < EVENTS) return {}
          return { reservations: [{ topic: 'in', ids: events.map(({ id }) => id) }] }
        },
      }),
    )
    const ids = Array.from({ length: EVENTS }, (_, n) => `m${n}`)
    // Some come together, some while a run looks.
    for (const [n, id] of ids.entries()) {
      const published = host.publish('in', id)
      if (n % 3 === 0) await turns(n % 7)
      else if (n % 5 === 0) await published
    }
    await host.idle()
    expect(seen.at(-1)).toBe(EVENTS)
    expect(new Set(Object.values(await states(host)))).toEqual(new Set(['consumed']))
  })

  it('sees the newest payload of an event that was replaced after its run was chosen', async () => {
    const seen: unknown[] = []
    const host = await open(noting(seen))
    await host.workflows.pause('w')
    await host.publish('in', 'a', 1)
    await host.publish('in', 'a', 2)
    await host.workflows.resume('w')
    await host.idle()
    expect(seen).toEqual([[], [2]])
  })

  it('that looks for fewer events than the last one sees no more than it asked for', async () => {
    const sizes: number[] = []
    let runs = 0
    const host = await open(
      consuming({
        prepare: async (ctx) => {
          const events = await ctx.peek('in', { limit: ++runs % 2 === 0 ? 5 : 2 })
          sizes.push(events.length)
          return { reservations: [{ topic: 'in', ids: events.map(({ id }) => id) }] }
        },
      }),
    )
    await host.workflows.pause('w')
    for (const id of 'abcdefghij') await host.publish('in', id)
    await host.workflows.resume('w')
    await host.idle()
    expect(sizes.reduce((sum, size) => sum + size)).toBe(10)
    expect(sizes.every((size, n) => size <= (n % 2 === 0 ? 2 : 5))).toBe(true)
  })

  it('finds an event again that an earlier run has left, though it was looked for in vain before', async () => {
    const taken: string[] = []
    let leaves = false
    const host = await open(
      consuming({
        prepare: async (ctx) => {
          const events = await ctx.peek('in')
          const wanted = leaves ? events.slice(-1) : events
          taken.push(...wanted.map(({ id }) => id))
          return { reservations: [{ topic: 'in', ids: wanted.map(({ id }) => id) }] }
        },
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    leaves = true
    await host.workflows.pause('w')
    for (const id of ['b', 'c', 'd']) await host.publish('in', id)
    await host.workflows.resume('w')
    await host.idle()
    expect(taken).toEqual(['a', 'd', 'c', 'b'])
  })
})

describe('a run', () => {
  const active = async (host: TestHost) =>
    (await host.store.entries({ list: 'workflows/w/runs', states: ['active'] })).length

  it('is durable before its handler is called for the first time in a process', async () => {
    const durable: number[] = []
    let host: TestHost | undefined
    host = await open(
      consuming({
        prepare: async () => {
          if (host !== undefined) durable.push(await active(host))
          return {}
        },
      }),
    )
    await host.restart()
    await host.idle()
    await host.publish('in', 'a')
    await host.idle()
    expect(durable.at(0)).toBe(1)
  })

  it('begins while its start is on its way when its handler has run before, and calls no tool before it is durable', async () => {
    const gate = later()
    let isHeld = false
    let prepares = 0
    const calls: number[] = []
    const read = defineTool({
      name: 'world.read',
      readOnly: true,
      call: async () => {
        calls.push(await active(host))
        return null
      },
    })
    const definition = consuming({
      prepare: async (ctx) => {
        if (++prepares > 1) await ctx.tools.world!.read!()
        return {}
      },
    })
    const host = await open(definition, {
      tools: [read],
      onStore: (store) => {
        const commit = store.commit.bind(store)
        store.commit = async (spec) => {
          const { act } = (spec.cause as { detail?: { act?: string } })?.detail ?? {}
          if (act === 'start' && isHeld) await gate.promise
          return commit(spec)
        }
      },
    })
    isHeld = true
    await host.publish('in', 'a')
    await turns()
    expect({ prepares, calls }).toEqual({ prepares: 2, calls: [] })
    gate.resolve()
    await host.idle()
    expect(calls).toEqual([1])
  })

  it('whose start is refused leaves nothing behind, whatever its handler did meanwhile', async () => {
    let refuses = false
    const host = await open(producingOnce(), {
      onStore: (store) => {
        const commit = store.commit.bind(store)
        store.commit = async (spec) => {
          const { act } = (spec.cause as { detail?: { act?: string } })?.detail ?? {}
          if (act !== 'start' || !refuses) return commit(spec)
          refuses = false
          return commit({
            ...spec,
            expect: [{ type: 'event-absent', topic: 'w/in', messageId: '1' }],
          })
        }
      },
    })
    refuses = true
    await host.advance('5m')
    await host.advance('5m')
    await host.idle()
    const ids = (await host.workflows.events('in')).map(({ id }) => id)
    expect(ids).toEqual(['1', '2', '3'])
    expect(host.errors.splice(0)).toMatchObject([{ code: 'refused' }])
  })
})

/** Publishes the number that follows the last one that was committed. */
function producingOnce() {
  return producing(async (ctx, state) => {
    const n = Number(state ?? 0) + 1
    await ctx.publish('in', { messageId: `${n}` })
    return n
  })
}

describe('in the store', () => {
  class Counting extends MemoryDriver {
    groups = 0
    looks = 0

    override transact(...args: Parameters<MemoryDriver['transact']>) {
      this.groups++
      return super.transact(...args)
    }

    override pendingEvents(...args: Parameters<MemoryDriver['pendingEvents']>) {
      this.looks++
      return super.pendingEvents(...args)
    }
  }

  async function counting(mutates: boolean) {
    const driver = new Counting()
    const store = await openStore(driver)
    const put = defineTool({ name: 'world.put', call: async () => 1 })
    const errors: unknown[] = []
    const workflows = new Workflows({ store, tools: [put], onError: (error) => errors.push(error) })
    await workflows.start()
    await workflows.deploy(
      workflow({
        name: 'w',
        topics: { in: {} },
        consumers: {
          take: {
            subscribe: ['in'],
            prepare: async (ctx) => {
              const [event] = await ctx.peek('in', { limit: 1 })
              return { reservations: event === undefined ? [] : [{ topic: 'in', ids: [event.id] }] }
            },
            ...(mutates && { mutate: async (ctx) => ctx.tools.world!.put!({}) }),
            next: async (_, __, { status }) => ({ status }),
          },
        },
      }),
    )
    await workflows.idle()
    const cost = async (id: string) => {
      const before = { groups: driver.groups, looks: driver.looks }
      await workflows.publish('w/in', { messageId: id })
      await workflows.idle()
      return { groups: driver.groups - before.groups, looks: driver.looks - before.looks }
    }
    await cost('warm')
    return { workflows, cost, store, errors }
  }

  it('an event and its run are two groups of commits and one question, if nothing is mutated', async () => {
    const { workflows, cost, store } = await counting(false)
    expect(await cost('a')).toEqual({ groups: 2, looks: 1 })
    expect((await workflows.runs('w'))[0]).toMatchObject({ phase: 'committed' })
    await workflows.close()
    await store.close()
  })

  it('a mutation is sent when all before it is durable, and next runs when its outcome is', async () => {
    const { workflows, cost, store } = await counting(true)
    expect(await cost('a')).toEqual({ groups: 5, looks: 1 })
    expect((await workflows.runs('w'))[0]).toMatchObject({ mutationOutcome: 'applied' })
    await workflows.close()
    await store.close()
  })

  it('what is sent behind a commit that is refused is refused as well, and the refusal is the one that is told', async () => {
    const { workflows, store, errors } = await counting(false)
    const commit = store.commit.bind(store)
    store.commit = (spec, options) => {
      const { act } = (spec.cause?.detail ?? {}) as { act?: string }
      if (act !== 'prepare') return commit(spec, options)
      const absent = { type: 'event-absent' as const, topic: 'w/in', messageId: 'a' }
      return commit({ ...spec, expect: [absent] }, options)
    }
    await workflows.publish('w/in', { messageId: 'a' })
    await workflows.idle()
    expect(errors.map(String)).toEqual([expect.stringMatching('prepare of w: a of w/in was publ')])
    const active = await store.entries({ list: 'workflows/w/runs', states: ['active'] })
    expect(active.map(({ value }) => value)).toMatchObject([{ phase: 'preparing' }])
    const taken = { list: 'workflows/w/deliveries/take/w/in', states: ['reserved', 'consumed'] }
    expect((await store.entries(taken)).map(({ id }) => id)).toEqual(['warm'])
    await workflows.close()
    await store.close()
  })
})
