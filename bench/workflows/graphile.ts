// The peer for latency: a job that is added reaches its task by LISTEN and NOTIFY, on the same Postgres.

import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import type { Result } from '../result.ts'
import { LATENCY, spread, theirs } from './rows.ts'
import { EVENTS, PAUSE_MS, WARM_UP_EVENTS } from './sizes.ts'

const SYSTEM = 'graphile-worker'

export async function graphileLatency(url: string): Promise<Result[]> {
  const logger = new Logger(() => () => {})
  const utils = await makeWorkerUtils({ connectionString: url, logger })
  await utils.migrate()
  let begun: (at: number) => void = () => {}
  const runner = await run({
    connectionString: url,
    maxPoolSize: 10,
    concurrency: 4,
    logger,
    noHandleSignals: true,
    taskList: { take: async () => begun(performance.now()) },
  })
  const times: number[] = []
  for (let n = 0; n < WARM_UP_EVENTS + EVENTS; n++) {
    const handled = new Promise<number>((resolve) => {
      begun = resolve
    })
    const start = performance.now()
    await utils.addJob('take', { n })
    const took = (await handled) - start
    if (n >= WARM_UP_EVENTS) times.push(took)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  await runner.stop()
  await utils.release()
  const { p50, p99 } = spread(times)
  return [
    theirs(SYSTEM, `${LATENCY}, p50`, p50, 'ms', times.length),
    theirs(SYSTEM, `${LATENCY}, p99`, p99, 'ms', times.length),
  ]
}
