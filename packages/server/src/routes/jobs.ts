// Jobs of external calls: looking at them, trying one again, calling one off.

import type { Group } from '../handlers.ts'

export const jobs: Group<'jobs' | 'job' | 'retryJob' | 'cancelJob'> = {
  async jobs({ params, query }, { engine }) {
    const model = await engine.model(params.id)
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const page = await model.jobs.list(Object.fromEntries(given))
    return { ...page, counts: model.jobs.counts() }
  },

  async job({ params }, { engine }) {
    return (await engine.model(params.id)).jobs.get(params.jobId)
  },

  async retryJob({ params, principal }, { engine }) {
    return (await engine.model(params.id)).jobs.retry(params.jobId, principal.name)
  },

  async cancelJob({ params, principal }, { engine }) {
    return (await engine.model(params.id)).jobs.cancel(params.jobId, principal.name)
  },
}
