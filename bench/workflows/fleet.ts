// A thousand workflows on one host: what each takes while it is idle, and whether all get their turns when all have work.

import { openStore } from '@cellwake/store'
import { Workflows, workflow } from '@cellwake/workflows'
import type { Result } from '../result.ts'
import { ours } from './rows.ts'
import { namesOf } from './runs.ts'
import { FLEET, FLEET_EVENTS } from './sizes.ts'

export async function fleet(url: string): Promise<Result[]> {
  const store = await openStore(url)
  const workflows = new Workflows({ store })
  await workflows.start()
  const served = new Map<string, number>()
  /** How far the most served was ahead of the least, at the worst moment while all had work. */
  let lead = 0
  const names = namesOf(FLEET)
  const begun = (name: string) => {
    const count = (served.get(name) ?? 0) + 1
    served.set(name, count)
    lead = Math.max(lead, count - Math.min(...served.values()))
  }
  const definition = (name: string) =>
    workflow({
      name,
      topics: { in: {} },
      consumers: {
        take: {
          subscribe: ['in'],
          prepare: async (ctx) => {
            const [event] = await ctx.peek('in', { limit: 1 })
            if (event === undefined) return {}
            begun(name)
            return { reservations: [{ topic: 'in', ids: [event.id] }] }
          },
        },
      },
    })
  const deploy = async (name: string) => workflows.deploy(definition(name))
  // Warm-up: code and pools that the first ones load are not counted as theirs.
  await Promise.all(['first', 'second'].map(deploy))
  await workflows.idle()
  const before = heapBytes()
  await Promise.all(names.map(deploy))
  await workflows.idle()
  const each = (heapBytes() - before) / FLEET / 1024
  for (const name of names) served.set(name, 0)
  const start = performance.now()
  const publish = async (name: string) => {
    for (let n = 0; n < FLEET_EVENTS; n++) {
      await workflows.publish(`${name}/in`, { messageId: `${n}` })
    }
  }
  await Promise.all(names.map(publish))
  await workflows.idle()
  const seconds = (performance.now() - start) / 1_000
  const counts = [...served.values()]
  if (counts.some((count) => count !== FLEET_EVENTS)) throw new Error('not all were served')
  await workflows.close()
  await store.close()
  const many = `${FLEET.toLocaleString('en')} workflows`
  return [
    ours(`memory of an idle workflow, of ${many}`, each, 'KiB'),
    ours(`runs of ${many} on one host`, (FLEET * FLEET_EVENTS) / seconds, 'per s'),
    ours(`lead of the most served of ${many}`, lead, 'runs'),
  ]
}

function heapBytes(): number {
  for (let n = 0; n < 3; n++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
