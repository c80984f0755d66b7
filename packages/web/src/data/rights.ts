// Permissions of the reader: the server refuses other actions, so the page does not offer them.

import type { Scope } from '@cellwake/client'
import { client } from './client.ts'
import { useQuery } from './query.ts'

/** True until the server says otherwise. */
export function useMay(scope: Scope): boolean {
  const asked = useQuery('whoami', () => client.whoAmI()).data
  return asked?.scopes.includes(scope) ?? true
}
