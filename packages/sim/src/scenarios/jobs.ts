// Jobs: added once, claimed again after their worker is lost, finished once. A crash costs an
// attempt, so there are more of them than a run can crash.

import type { JobRow } from '@cellwake/store'
import type { Client } from '../client.ts'
import { Stopped } from '../errors.ts'
import type { Carried } from '../operation.ts'
import type { Scenario } from './scenario.ts'

const LEASE_MS = 1_000
const ATTEMPTS = 20

function add(client: Client, ids: readonly string[]): Carried {
  const queue = client.name('queue')
  return {
    jobs: ids.map((id) => ({
      op: 'add' as const,
      id: client.name(id),
      queue,
      payload: { id },
      attempts: ATTEMPTS,
    })),
  }
}

const done =
  (client: Client) =>
  (job: JobRow): Carried => ({
    write: [{ at: client.at('result', job.id), value: 'done' }],
    jobs: [{ op: 'done', id: job.id, attempt: job.attempt, result: { of: job.payload } }],
  })

export const jobAdd: Scenario = {
  name: 'job-add',
  run: async (client) => {
    await client.once('add', add(client, ['a', 'b']))
    // The id is derived from the cause: adding it for another reason changes nothing.
    await client.once('add-again', add(client, ['b', 'c']))
  },
}

export const jobClaim: Scenario = {
  name: 'job-claim',
  run: async (client) => {
    await client.once('add', add(client, ['a', 'b']))
    await client.claim('queue', 'worker', LEASE_MS)
    // Held by us, or by a worker that died: either way no other worker gets it before its lease
    // ends.
    const open = await client.claim('queue', 'thief', LEASE_MS)
    if (open.length > 0) throw new Stopped(`${open.length} jobs were handed out twice`)
  },
}

export const jobDone: Scenario = {
  name: 'job-done',
  run: async (client) => {
    await client.once('add', add(client, ['a', 'b']))
    await client.work('queue', LEASE_MS, done(client))
  },
}

export const jobFail: Scenario = {
  name: 'job-fail-with-retry',
  run: async (client) => {
    await client.once('add', add(client, ['a', 'hopeless']))
    await client.work('queue', LEASE_MS, (job) => {
      const { id, attempt } = job
      const final = id.endsWith('hopeless')
      if (!final && attempt > 1) return done(client)(job)
      return { jobs: [{ op: 'fail', id, attempt, error: 'it failed', final }] }
    })
  },
}

export const jobLost: Scenario = {
  name: 'job-lost-worker',
  run: async (client) => {
    await client.once('add', add(client, ['a']))
    const [lost] = await client.claim('queue', 'lost', LEASE_MS)
    client.system.advance(LEASE_MS + 1)
    const [job] = await client.claim('queue', 'second', LEASE_MS)
    if (lost !== undefined && job !== undefined) {
      await client.refused('late', 'job-lost', done(client)(lost))
    }
    client.system.advance(LEASE_MS + 1)
    await client.work('queue', LEASE_MS, done(client))
  },
}

export const jobCancelAndRetry: Scenario = {
  name: 'job-cancel-and-retry',
  run: async (client) => {
    const id = client.name('a')
    await client.once('add', add(client, ['a', 'b']))
    await client.once('cancel', { jobs: [{ op: 'cancel', id }] })
    await client.once('retry', { jobs: [{ op: 'retry', id }] })
    await client.work('queue', LEASE_MS, done(client))
  },
}
