// Scenarios of the crash rig: workflows that between them take every transition, each with an outside world that answers
// the same way in every life. A drive can be repeated after a death: it publishes the same message ids.

import { workflow } from '../../src/index.ts'
import type { TestHost, TestHostOptions } from '../../src/testing/index.ts'
import { type FakeTool, fakeTool } from '../../src/testing/index.ts'

export interface Scenario {
  readonly name: string
  /** A fresh world, and the workflows in it. */
  make(): { tools: FakeTool[]; options: TestHostOptions }
  drive(host: TestHost): Promise<void>
  /** The output events that must be there at the end, by message id. */
  readonly outputs: readonly string[]
  /** How often the world must have changed. */
  readonly applied: number
}

/** One event at a time, through one mutation, to one output. */
export function filing(name = 'filing', more: object = {}) {
  return workflow({
    name,
    topics: { in: {}, out: {} },
    consumers: {
      file: {
        subscribe: ['in'],
        publishes: ['out'],
        ...more,
        prepare: async (ctx, state) => {
          const [event] = await ctx.peek('in', { limit: 1 })
          if (event === undefined) return { reservations: [] }
          const data = { id: event.id, n: (state as { n: number } | undefined)?.n ?? 0 }
          return { reservations: [{ topic: 'in', ids: [event.id] }], data }
        },
        mutate: async (ctx, prepared) => ctx.tools.world!.put!(prepared.data),
        next: async (ctx, prepared, mutation) => {
          const { id, n } = (prepared.data ?? {}) as { id?: string; n?: number }
          if (id === undefined) return undefined
          // A message id that differs by attempt: what an attempt published that did not commit would be seen.
          await ctx.publish('out', { messageId: `out-${id}@${ctx.now}`, payload: mutation.status })
          return { n: (n ?? 0) + 1 }
        },
      },
    },
  })
}

const put = () => fakeTool({ name: 'world.put' })

/** Acts as a person who looks at the world and says what is true, until nothing is left to do. */
export async function settle(
  host: TestHost,
  name: string,
  tools: readonly FakeTool[],
): Promise<void> {
  for (let round = 0; round < 12; round++) {
    await host.idle()
    if (host.isDead) return
    const { issue, status, pending } = await host.workflows.status(name)
    if (issue?.kind === 'reconciliation' && status === 'Needs attention') {
      const [row] = await host.workflows.ledger(name)
      const happened = tools.some((tool) =>
        tool.calls.some(({ key, applied }) => applied && key === row!.key),
      )
      await host.workflows
        .resolveMutation(name, happened ? 'happened' : 'did-not-happen')
        .catch(ignoreDeath(host))
    } else if (issue?.kind === 'approval') {
      await host.workflows.approve(name).catch(ignoreDeath(host))
    } else if (issue !== undefined && status === 'Needs attention') {
      await host.workflows.resume(name).catch(ignoreDeath(host))
    } else if (issue === undefined && pending === 0 && round > 0) return
    await host.advance('11m')
    if (host.isDead) return
  }
}

function ignoreDeath(host: TestHost) {
  return (error: unknown) => {
    if (!host.isDead) throw error
  }
}

async function publishAll(host: TestHost, topic: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if (host.isDead) return
    await host.publish(topic, id, { id }).catch(ignoreDeath(host))
  }
}

function filed(
  name: string,
  prepareTool: (tool: FakeTool) => void,
  more: object = {},
  tool = put,
): Scenario {
  let tools: FakeTool[] = []
  return {
    name,
    make: () => {
      const world = tool()
      prepareTool(world)
      tools = [world]
      return { tools, options: { tools, workflows: [filing('filing', more)] } }
    },
    drive: async (host) => {
      await publishAll(host, 'in', ['a', 'b'])
      if (!host.isDead) await settle(host, 'filing', tools)
    },
    outputs: ['out-a', 'out-b'],
    applied: 2,
  }
}

export const scenarios: readonly Scenario[] = [
  filed('two events in order', () => {}),
  filed('a reply that is lost', (tool) => tool.will({ loses: 'reply' })),
  filed('a request that is lost', (tool) => tool.will({ loses: 'request' })),
  filed('a reply that is lost, and checks that cannot say', (tool) => {
    tool.will({ loses: 'reply' })
    tool.cannotSay(7)
  }),
  filed('a process that dies while it waits for the reply', (tool) => tool.will({ dies: true })),
  filed(
    'a tool that cannot say what came of it',
    (tool) => tool.will({ loses: 'reply' }, { loses: 'request' }),
    {},
    () => fakeTool({ name: 'world.put', reconciles: false }),
  ),
  filed('a transient failure, then a rejection', (tool) =>
    tool.will({ fails: 'transient' }, { fails: 'rejected' }),
  ),
  filed('an approval', () => {}, { approval: true }),
  chain(),
  producing(),
]

/** A producer, and two consumers that hand on. */
function chain(): Scenario {
  let tools: FakeTool[] = []
  const first = filing('filing')
  const definition = workflow({
    ...first,
    topics: { in: {}, out: {}, end: {} },
    consumers: {
      ...first.consumers,
      collect: {
        subscribe: ['out'],
        publishes: ['end'],
        prepare: async (ctx) => {
          const events = await ctx.peek('out')
          if (events.length < 2) return { reservations: [] }
          return {
            reservations: [{ topic: 'out', ids: events.map(({ id }) => id) }],
            data: events.length,
          }
        },
        next: async (ctx, prepared) => {
          if (prepared.reservations.length > 0) await ctx.publish('end', { messageId: 'end' })
        },
      },
    },
  })
  return {
    name: 'two consumers, one after the other',
    make: () => {
      tools = [put()]
      return { tools, options: { tools, workflows: [definition] } }
    },
    drive: async (host) => {
      await publishAll(host, 'in', ['a', 'b'])
      if (!host.isDead) await settle(host, 'filing', tools)
    },
    outputs: ['end', 'out-a', 'out-b'],
    applied: 2,
  }
}

function producing(): Scenario {
  let tools: FakeTool[] = []
  const first = filing('filing')
  const definition = workflow({
    ...first,
    producers: {
      poll: {
        publishes: ['in'],
        schedule: { interval: '1d' },
        handler: async (ctx, state) => {
          const n = ((state as { n: number } | undefined)?.n ?? 0) + 1
          if (n > 2) return undefined
          const items = ['a', 'b']
          for (const id of items) {
            const inputId = await ctx.registerInput({ source: 'mail', type: 'mail', id, title: id })
            await ctx.publish('in', { messageId: id, inputId, payload: { id } })
          }
          return { n }
        },
      },
    },
  })
  return {
    name: 'a producer with inputs',
    make: () => {
      tools = [put()]
      return { tools, options: { tools, workflows: [definition] } }
    },
    drive: (host) => settle(host, 'filing', tools),
    outputs: ['out-a', 'out-b'],
    applied: 2,
  }
}
