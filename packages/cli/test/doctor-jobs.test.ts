// Goal: a job that waits for nobody is told with its route, and a queue that is merely long is not. Method: jobs on a store
// in memory, of routes that are served, late or both.

import { virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { expect, it, onTestFinished } from 'vitest'
import { unansweredProblem } from '../src/hosting/doctor-jobs.ts'

const clock = () => virtualClock('2026-01-01T00:00:00Z')

it('a route that no process answers is named, after a minute', async () => {
  const time = clock()
  await using store = await openStore('memory:', { clock: time })
  const add = (id: string, queue: string) =>
    store.commit({ jobs: [{ op: 'add', id, queue, payload: {} }] })
  await add('a', 'custom.tax')
  await add('b', 'custom.tax')
  await add('busy-1', 'ml.scoring')
  await add('busy-2', 'ml.scoring')
  await store.claim({ queues: ['ml.scoring'], worker: 'w', limit: 1, leaseMs: 3_600_000 })
  expect(await unansweredProblem(store, time.now() + 59_000)).toBeUndefined()
  await add('c', 'ai.prompt')
  const problem = await unansweredProblem(store, time.now() + 61_000)
  expect(problem?.code).toBe('jobs-unanswered')
  expect(problem?.message).toContain('the routes custom.tax, ai.prompt: 3 jobs')
  expect(problem?.message).toContain('cellwake work --store URL --routes custom.tax,ai.prompt')
  onTestFinished(() => time.close())
})
