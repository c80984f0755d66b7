// Events as the consumers of a workflow have them: newest first, each with how far it is. They can be skipped, and put back.

import type { EntryRow, Store } from '@cellwake/store'
import { NEW_DELIVERY } from './deliveries.ts'
import { iso } from './json.ts'
import { type DeliveryRecord, type DeliveryState, lists, type WorkflowRecords } from './records.ts'
import type { Structure } from './structure.ts'
import { storedTopic } from './topics.ts'

export interface DeliveryView {
  /** As the workflow names it. */
  readonly topic: string
  readonly messageId: string
  readonly consumer: string
  readonly state: DeliveryState
  /** The number of runs that it was given to, the next one included while it waits. */
  readonly attempt: number
  readonly payload: unknown
  readonly publishedAt: string
}

/** The newest events of each topic that a workflow subscribes to. */
export async function deliveryViews(
  store: Store,
  records: WorkflowRecords,
  structure: Structure,
  limit: number,
): Promise<DeliveryView[]> {
  const found: { view: DeliveryView; position: number }[] = []
  for (const [consumer, { subscribe }] of Object.entries(structure.consumers)) {
    const marks = records.consumer(consumer)?.marks ?? {}
    for (const topic of subscribe) {
      const stored = storedTopic(structure, topic)
      const list = lists.deliveries(records.name, consumer, stored)
      const events = await store.events(stored, { newestFirst: true, limit })
      // Entries have the order of their events, so the newest of both meet.
      const entries = await store.entries({ list, newestFirst: true, limit })
      const byId = new Map(entries.map((entry) => [entry.id, entry]))
      for (const { messageId, payload, position, at } of events) {
        const entry = byId.get(messageId)
        // From before the deploy, and never delivered.
        if (entry === undefined && position <= (marks[stored] ?? 0)) continue
        const view = {
          topic,
          messageId,
          consumer,
          ...standing(entry),
          payload,
          publishedAt: iso(at),
        }
        found.push({ view, position })
      }
    }
  }
  found.sort((a, b) => b.position - a.position)
  return found.slice(0, limit).map(({ view }) => view)
}

function standing(entry: EntryRow | undefined): Pick<DeliveryView, 'state' | 'attempt'> {
  const { released } = (entry?.value as unknown as DeliveryRecord | undefined) ?? NEW_DELIVERY
  return { state: (entry?.state as DeliveryState | undefined) ?? 'pending', attempt: released + 1 }
}
