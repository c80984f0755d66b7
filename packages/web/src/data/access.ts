// Whether the server asked for a token. Any answer with status 401 says so, and the whole page gives way to
// the question, because nothing else will work either.

import { ApiError } from '@cellwake/client'
import { createValue } from './value-store.ts'

export const tokenWanted = createValue(false)

export function noteRefusal(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) tokenWanted.set(true)
}
