// Pending work of a workflow: how many events wait or are under way, by topic, and by the source that they came from.

import type { Store } from '@cellwake/store'
import { PAGE_MAX_ROWS, PENDING_COUNT_EVENTS } from './limits.ts'
import { type InputRecord, lists, type WorkflowRecords } from './records.ts'
import type { Structure } from './structure.ts'
import { storedTopic } from './topics.ts'

export interface PendingWork {
  readonly byTopic: Readonly<Record<string, number>>
  /** An event that names no input counts under its topic. */
  readonly bySource: Readonly<Record<string, number>>
}

export async function pendingWork(
  store: Store,
  records: WorkflowRecords,
  structure: Structure,
): Promise<PendingWork> {
  const byTopic: Record<string, number> = {}
  const origins: { readonly topic: string; readonly cause: string | undefined }[] = []
  for (const [consumer, { subscribe }] of Object.entries(structure.consumers)) {
    const marks = records.consumer(consumer)?.marks ?? {}
    for (const topic of subscribe) {
      const stored = storedTopic(structure, topic)
      const list = lists.deliveries(records.name, consumer, stored)
      const mark = marks[stored] ?? 0
      const limit = PENDING_COUNT_EVENTS
      const after = await store.pendingEvents(list, stored, mark, limit)
      const open = await store.entries({ list, states: ['pending', 'reserved'], limit })
      const left = open.filter(({ order }) => order <= mark).map(({ id }) => id)
      const older = left.length === 0 ? [] : await store.eventsById(stored, left)
      const count = after.length + left.length
      if (count > 0) byTopic[topic] = (byTopic[topic] ?? 0) + count
      for (const { causes } of [...older, ...after.map(({ event }) => event)]) {
        origins.push({ topic, cause: causes[0] })
      }
    }
  }
  return { byTopic, bySource: await counted(store, records.name, origins) }
}

async function counted(
  store: Store,
  name: string,
  origins: readonly { readonly topic: string; readonly cause: string | undefined }[],
): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  const list = lists.inputs(name)
  const isCaused = origins.some(({ cause }) => cause !== undefined)
  const rows = isCaused
    ? await store.entries({ list, newestFirst: true, limit: PAGE_MAX_ROWS })
    : []
  const sources = new Map(
    rows.map(({ id, value }) => [id, (value as unknown as InputRecord).source]),
  )
  for (const { topic, cause = '' } of origins) {
    const source = sources.get(cause) ?? topic
    found[source] = (found[source] ?? 0) + 1
  }
  return found
}
