// Two-step runs: an event is published, `prepare` takes it and keeps what it computed, `next` ends the run. Three durable
// commits after that of the event: begun, prepared, committed. A mutation adds two, its request and its outcome. Runs are
// counted as they end: an event that was published before would be none.

import { openStore } from '@cellwake/store'
import {
  type ToolDefinition,
  type WorkflowDefinition,
  Workflows,
  workflow,
} from '@cellwake/workflows'

let ended = 0

/** Takes the events of its own topic one by one. */
export function twoSteps(name: string, mutates = false): WorkflowDefinition {
  return workflow({
    name,
    topics: { [name]: { shared: true } },
    tools: ['world.put'],
    consumers: {
      take: {
        subscribe: [name],
        prepare: async (ctx) => {
          const [event] = await ctx.peek<number>(name, { limit: 1 })
          if (event === undefined) return {}
          return { reservations: [{ topic: name, ids: [event.id] }], data: event.payload }
        },
        ...(mutates && { mutate: async (ctx, { data }) => ctx.tools.world!.put!(data) }),
        next: async (_ctx, { data, reservations }) => {
          ended += reservations.length
          return { last: data as number }
        },
      },
    },
  })
}

const put: ToolDefinition = { name: 'world.put', readOnly: false, call: async () => 1 }

/** A host with so many of them. */
export async function hostOf(url: string, names: readonly string[], mutates = false) {
  const store = await openStore(url)
  const workflows = new Workflows({ store, tools: [put] })
  await workflows.start()
  for (const name of names) await workflows.deploy(twoSteps(name, mutates))
  await workflows.idle()
  const close = async () => {
    await workflows.close()
    await store.close()
  }
  return { store, workflows, close }
}

export const namesOf = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`)

/** One after the other: the next event is published when the run of the last is committed. */
export async function inTurn(workflows: Workflows, total: number, from: number) {
  return await perSecond(total, async () => {
    for (let n = 0; n < total; n++) {
      await workflows.publish('w0', { messageId: `${from + n}`, payload: n })
      await workflows.idle()
    }
  })
}

/** A client for each workflow publishes its events one by one; over when the run of the last is committed. */
export async function besideEachOther(
  workflows: Workflows,
  names: readonly string[],
  total: number,
  from: number,
) {
  const each = Math.ceil(total / names.length)
  const client = async (name: string) => {
    for (let n = 0; n < each; n++) {
      await workflows.publish(name, { messageId: `${from + n}`, payload: n })
    }
  }
  return await perSecond(each * names.length, async () => {
    await Promise.all(names.map(client))
    await workflows.idle()
  })
}

async function perSecond(runs: number, work: () => Promise<void>): Promise<number> {
  const before = ended
  const start = performance.now()
  await work()
  const took = performance.now() - start
  if (ended - before !== runs) throw new Error(`${runs} runs should end, and ${ended - before} did`)
  return (runs / took) * 1_000
}
