// A topic that grows: what one run costs when ten thousand, a hundred thousand and a million events before it were consumed.

import { openStore } from '@cellwake/store'
import { Workflows, workflow } from '@cellwake/workflows'
import { median, type Result } from '../result.ts'
import { ours } from './rows.ts'
import { CONSUMED, TIMED_RUNS } from './sizes.ts'

/** Events of one commit, and of one run while the topic is filled. */
const AT_A_TIME = 1_000
const TOPIC = 'long'

export async function longTopic(url: string): Promise<Result[]> {
  const store = await openStore(url)
  const workflows = new Workflows({ store })
  await workflows.start()
  await workflows.deploy(
    workflow({
      name: 'reader',
      topics: { [TOPIC]: { shared: true, from: 'beginning' } },
      consumers: {
        take: {
          subscribe: [TOPIC],
          prepare: async (ctx) => {
            const events = await ctx.peek(TOPIC, { limit: AT_A_TIME })
            return { reservations: [{ topic: TOPIC, ids: events.map(({ id }) => id) }] }
          },
        },
      },
    }),
  )
  let published = 0
  const fill = async (until: number) => {
    while (published < until) {
      const publish = Array.from({ length: AT_A_TIME }, () => {
        const messageId = `m${++published}`
        return { topic: TOPIC, messageId, payload: published }
      })
      await store.commit({ publish })
      await workflows.idle()
    }
  }
  const results: Result[] = []
  for (const consumed of CONSUMED) {
    await fill(consumed)
    const times: number[] = []
    for (let n = 0; n < TIMED_RUNS; n++) {
      const start = performance.now()
      await workflows.publish(TOPIC, { messageId: `timed-${consumed}-${n}` })
      await workflows.idle()
      times.push(performance.now() - start)
    }
    const workload = `a run after ${consumed.toLocaleString('en')} consumed events, p50`
    results.push(ours(workload, median(times), 'ms', { runs: times.length }))
  }
  await workflows.close()
  await store.close()
  return results
}
