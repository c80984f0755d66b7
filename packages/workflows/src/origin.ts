// The origin of a run: the events that it reserved, with the commits that published them, and the titles of the inputs behind
// them. It is kept with the changes of the run, as their provenance.

import type { RunOrigin } from './define.ts'
import { ORIGIN_EVENTS } from './limits.ts'
import type { WorkflowParts } from './parts.ts'
import { type InputRecord, lists, type Run } from './records.ts'
import { storedTopic } from './topics.ts'

export async function originOf(
  { name, world, structure }: Pick<WorkflowParts, 'name' | 'world' | 'structure'>,
  { prepared, causes = [] }: Pick<Run, 'prepared' | 'causes'>,
): Promise<RunOrigin> {
  const { store } = world
  const events: { topic: string; messageId: string; rev: number }[] = []
  for (const { topic, ids } of prepared?.reservations ?? []) {
    const stored = storedTopic(structure, topic)
    const rows = await store.eventsById(stored, ids.slice(0, ORIGIN_EVENTS - events.length))
    for (const { messageId, seq } of rows) events.push({ topic: stored, messageId, rev: seq })
    if (events.length >= ORIGIN_EVENTS) break
  }
  const inputs: string[] = []
  for (const id of causes.slice(0, ORIGIN_EVENTS)) {
    const row = await store.entry(lists.inputs(name), id)
    if (row !== undefined) inputs.push((row.value as unknown as InputRecord).title)
  }
  return { events, inputs }
}
