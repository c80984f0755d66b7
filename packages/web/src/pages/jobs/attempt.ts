// Acts on a job, reports the outcome, and asks for the list again.

import { ApiError } from '@cellwake/client'
import { invalidate } from '../../data/query.ts'
import { toast } from '../../parts/toast.tsx'

export async function attempt(
  model: string,
  done: string,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run()
    toast({ glyph: 'you', text: done })
  } catch (error) {
    const why = error instanceof ApiError ? error.message : 'The server did not answer.'
    toast({ glyph: 'failed', text: `${why} Nothing was changed.` })
  } finally {
    invalidate(`model:${model}:jobs`)
  }
}
