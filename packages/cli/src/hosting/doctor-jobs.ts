// Jobs that wait and that no process seems to answer, for `doctor`: a route that every server leaves to workers, and that
// no worker serves.

import type { Store } from '@cellwake/store'
import { DOCTOR_JOB_WAITS_MS } from '../limits.ts'
import { count } from '../text/output.ts'
import type { Problem } from './doctor-providers.ts'

/** A route with jobs that were due long ago, while none of it runs. */
export async function unansweredProblem(
  store: Pick<Store, 'jobs'>,
  now: number,
): Promise<Problem | undefined> {
  const waiting = await store.jobs({ state: 'queued' })
  const late = waiting.filter(({ runAt }) => runAt < now - DOCTOR_JOB_WAITS_MS)
  const routes: string[] = []
  for (const route of new Set(late.map(({ queue }) => queue))) {
    const running = await store.jobs({ queue: route, state: 'running', limit: 1 })
    if (running.length === 0) routes.push(route)
  }
  if (routes.length === 0) return undefined
  const jobs = late.filter(({ queue }) => routes.includes(queue)).length
  const which = routes.length === 1 ? 'the route' : 'the routes'
  const message = `No process answers ${which} ${routes.join(', ')}: ${count(jobs, 'job')} waited for over a minute. See --routes and --functions of your servers, or start one for them: cellwake work --store URL --routes ${routes.join(',')}`
  return { code: 'jobs-unanswered', message }
}
