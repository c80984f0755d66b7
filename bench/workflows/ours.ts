// Ours at the same work: runs by the second, and how long it is from an event to its handler.

import { openStore } from '@cellwake/store'
import { Workflows, workflow } from '@cellwake/workflows'
import { median, type Result } from '../result.ts'
import { CONCURRENT, LATENCY, ours, SEQUENTIAL, spread } from './rows.ts'
import { besideEachOther, hostOf, inTurn, namesOf } from './runs.ts'
import {
  AT_ONCE,
  CONCURRENT_RUNS,
  EVENTS,
  PAUSE_MS,
  REPEATS,
  SEQUENTIAL_RUNS,
  WARM_UP_EVENTS,
  WARM_UP_RUNS,
} from './sizes.ts'

const WITH_MUTATION = 'runs with a mutation, 100 at once'

export async function ourRuns(url: string, mutates: boolean): Promise<Result[]> {
  const names = namesOf(AT_ONCE)
  const { workflows, close } = await hostOf(url, names, mutates)
  let from = 0
  const atOnce = async (total: number) => {
    from += 1_000_000
    return besideEachOther(workflows, names, total, from)
  }
  await atOnce(WARM_UP_RUNS)
  const sequential: number[] = []
  const concurrent: number[] = []
  for (let n = 0; n < REPEATS; n++) {
    from += 1_000_000
    if (!mutates) sequential.push(await inTurn(workflows, SEQUENTIAL_RUNS, from))
    concurrent.push(await atOnce(CONCURRENT_RUNS))
  }
  await close()
  const runs = REPEATS
  if (mutates) return [ours(WITH_MUTATION, median(concurrent), 'per s', { runs })]
  return [
    ours(SEQUENTIAL, median(sequential), 'per s', { runs }),
    ours(CONCURRENT, median(concurrent), 'per s', { runs }),
  ]
}

export async function ourLatency(url: string): Promise<Result[]> {
  const store = await openStore(url)
  const workflows = new Workflows({ store })
  await workflows.start()
  let begun: (at: number) => void = () => {}
  const definition = workflow({
    name: 'take',
    topics: { latency: { shared: true } },
    consumers: {
      take: {
        subscribe: ['latency'],
        prepare: async (ctx) => {
          const at = performance.now()
          const [event] = await ctx.peek('latency', { limit: 1 })
          if (event === undefined) return {}
          begun(at)
          return { reservations: [{ topic: 'latency', ids: [event.id] }] }
        },
      },
    },
  })
  await workflows.deploy(definition)
  await workflows.idle()
  const times: number[] = []
  for (let n = 0; n < WARM_UP_EVENTS + EVENTS; n++) {
    const handled = new Promise<number>((resolve) => {
      begun = resolve
    })
    const start = performance.now()
    await workflows.publish('latency', { messageId: `${n}` })
    const took = (await handled) - start
    if (n >= WARM_UP_EVENTS) times.push(took)
    await workflows.idle()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  await workflows.close()
  await store.close()
  const { p50, p99 } = spread(times)
  const runs = times.length
  return [
    ours(`${LATENCY}, p50`, p50, 'ms', { runs }),
    ours(`${LATENCY}, p99`, p99, 'ms', { runs }),
  ]
}
