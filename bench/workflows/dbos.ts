// The peer for runs: a workflow of two steps that compute nothing, each with its checkpoint, on the same Postgres.
// pg warns of a query on a busy connection here: the peer sets up each connection of its pool while it is in use.

import { DBOS } from '@dbos-inc/dbos-sdk'
import { median, type Result } from '../result.ts'
import { CONCURRENT, SEQUENTIAL, theirs } from './rows.ts'
import { AT_ONCE, CONCURRENT_RUNS, REPEATS, SEQUENTIAL_RUNS, WARM_UP_RUNS } from './sizes.ts'

const SYSTEM = '@dbos-inc/dbos-sdk'

export async function dbosRuns(url: string): Promise<Result[]> {
  const database = new URL(url)
  database.pathname = '/dbos_sys'
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: database.href,
    logLevel: 'error',
    runAdminServer: false,
    systemDatabasePoolSize: 20,
  })
  const twoSteps = DBOS.registerWorkflow(
    async (n: number) => {
      const one = await DBOS.runStep(async () => n, { name: 'one' })
      return DBOS.runStep(async () => one + 1, { name: 'two' })
    },
    { name: 'twoSteps' },
  )
  await DBOS.launch()
  const inTurn = (total: number) =>
    perSecond(total, async () => {
      for (let n = 0; n < total; n++) await twoSteps(n)
    })
  const atOnce = (total: number) =>
    perSecond(total, async () => {
      let begun = 0
      const client = async () => {
        while (begun < total) await twoSteps(begun++)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, client))
    })
  await atOnce(WARM_UP_RUNS)
  const sequential: number[] = []
  const concurrent: number[] = []
  for (let n = 0; n < REPEATS; n++) {
    sequential.push(await inTurn(SEQUENTIAL_RUNS))
    concurrent.push(await atOnce(CONCURRENT_RUNS))
  }
  await DBOS.shutdown()
  return [
    theirs(SYSTEM, SEQUENTIAL, median(sequential), 'per s', REPEATS),
    theirs(SYSTEM, CONCURRENT, median(concurrent), 'per s', REPEATS),
  ]
}

async function perSecond(total: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (total / (performance.now() - start)) * 1_000
}
