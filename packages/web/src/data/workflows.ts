// Queries about workflows that several pages share, and the actions of a person.

import { ApiError, type WorkflowDetail } from '@cellwake/client'
import { toast } from '../parts/toast.tsx'
import { client } from './client.ts'
import { invalidate, type Query, useQuery } from './query.ts'

const everyMs = 3_000

export function useWorkflows() {
  return useQuery('workflows', () => client.workflows(), { everyMs })
}

export function useWorkflow(name: string): Query<WorkflowDetail> {
  return useQuery(`workflow:${name}`, () => client.workflow({ name }), { everyMs })
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
