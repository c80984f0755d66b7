// Queries about workflows that several pages share, and the actions of a person.

import { ApiError, type WorkflowDetail } from '@cellwake/client'
import { useEffect } from 'react'
import {
  WORKFLOW_LOOK_MS,
  WORKFLOW_SETTLE_MS,
  WORKFLOWS_FOLLOWED,
  WORKFLOWS_LOOK_MS,
} from '../limits.ts'
import { toast } from '../parts/toast.tsx'
import { client } from './client.ts'
import { followWorkflow } from './live.ts'
import { invalidate, type Query, useQuery } from './query.ts'

export function useWorkflows() {
  return useQuery('workflows', () => client.workflows(), { everyMs: WORKFLOWS_LOOK_MS })
}

export function useWorkflow(name: string): Query<WorkflowDetail> {
  return useQuery(`workflow:${name}`, () => client.workflow({ name }), {
    everyMs: WORKFLOW_LOOK_MS,
  })
}

/**
 * Asks again for all answers of which the key begins so whenever one of these workflows, or a run of it, has changed:
 * the first so many are followed, and the others are looked at now and then.
 */
export function useFreshWorkflows(names: readonly string[], prefix: string): void {
  const key = names.slice(0, WORKFLOWS_FOLLOWED).join('\n')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A busy workflow changes many times a second.
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        invalidate(prefix)
      }, WORKFLOW_SETTLE_MS)
    }
    const handlers = { onStatus: changed, onRun: changed, onReset: changed }
    const followed = key === '' ? [] : key.split('\n')
    const ends = followed.map((name) => followWorkflow(name, handlers))
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [key, prefix])
}

/** Acts on a workflow, reports the outcome, and invalidates every answer that may differ now. */
export async function act(
  name: string,
  done: string,
  run: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await run()
    toast({ glyph: 'you', text: done })
    return true
  } catch (error) {
    const why = error instanceof ApiError ? error.message : 'The server did not answer.'
    toast({ glyph: 'failed', text: `${why} Nothing was changed.` })
    return false
  } finally {
    invalidate(`workflow:${name}`)
    invalidate('workflows')
  }
}
