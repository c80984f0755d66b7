// Questions that several pages ask.

import type { ModelDetail, RuleView } from '@cellwake/client'
import { client } from './client.ts'
import { useModelEvents } from './live.ts'
import { invalidate, type Query, useQuery } from './query.ts'

/** One model: its health, sheets and names. */
export function useModel(id: string | undefined): Query<ModelDetail> {
  return useQuery(id === undefined ? undefined : `model:${id}`, () =>
    client.model({ id: id ?? '' }),
  )
}

/** Refreshes the cache of a model after a deploy; the shell does it for the open model. */
export function useFreshModel(id: string | undefined): void {
  useModelEvents(id === undefined ? [] : [id], (model, event) => {
    if (event.type === 'deployed' || event.type === 'deleted') afterDeploy(model)
  })
}

export function useModels(everyMs?: number) {
  return useQuery('models', () => client.models(), everyMs === undefined ? {} : { everyMs })
}

export function useRules(id: string | undefined): Query<{ rules: RuleView[] }> {
  return useQuery(id === undefined ? undefined : `model:${id}:rules`, () =>
    client.rules({ id: id ?? '' }),
  )
}

/** Everything that was known of a model may be different now. */
export function afterDeploy(id: string): void {
  invalidate(`model:${id}`)
  invalidate('models')
  invalidate('upcoming')
}
