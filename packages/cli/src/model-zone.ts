// The zone of a model on a server, for times shown to people.

import type { CellwakeClient } from '@cellwake/client'
import { holdsTime } from './text/value-text.ts'

export async function zoneOf(client: CellwakeClient, id: string): Promise<string> {
  return (await client.model({ id })).timezone
}

/** The same, asked only if there is a time to show. */
export async function zoneFor(client: CellwakeClient, id: string, shown: unknown): Promise<string> {
  return holdsTime(shown) ? zoneOf(client, id) : 'UTC'
}

/** For a topic, or a model that is deleted. */
export function zoneOrUtc(client: CellwakeClient, id: string): Promise<string> {
  return zoneOf(client, id).catch(() => 'UTC')
}
