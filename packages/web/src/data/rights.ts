// What the reader of this page may do: the server refuses the rest, so the page does not offer it.

import type { Scope } from '@cellwake/client'
import { client } from './client.ts'
import { useQuery } from './query.ts'

/** True until the server says otherwise. */
export function useMay(scope: Scope): boolean {
  const asked = useQuery('whoami', () => client.whoAmI()).data
  return asked?.scopes.includes(scope) ?? true
}
