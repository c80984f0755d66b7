// The next run of a workflow: the consumer with the oldest pending event, else the producer that is due first; and
// when something will be due though nothing happens.

import type { EventRow } from '@cellwake/store'
import { Deliveries } from './deliveries.ts'
import type { WorkflowParts } from './parts.ts'
import { storedTopic } from './topics.ts'

/** Why a consumer is to run: it was deployed, or events may be waiting. */
export type Flag = 'deploy' | 'events'

const NEVER = Number.POSITIVE_INFINITY

/** The consumer that runs next, and why. Flags of those that have nothing to do are taken back. */
export async function nextConsumer(
  parts: WorkflowParts,
  flags: Map<string, Flag>,
  now: number,
): Promise<{ name: string; trigger: string } | undefined> {
  const ready: { name: string; trigger: string; at: number; position: number }[] = []
  for (const name of Object.keys(parts.structure.consumers)) {
    const { wakeAt } = parts.records.consumer(name) ?? {}
    const isDue = wakeAt !== undefined && wakeAt <= now
    const flag = flags.get(name)
    if (flag === undefined && !isDue) continue
    const oldest = await oldestEvent(parts, name)
    if (oldest === undefined && !isDue && flag !== 'deploy') {
      flags.delete(name)
      continue
    }
    const isEvent = oldest !== undefined && flag !== undefined
    ready.push({
      name,
      trigger: flag === 'deploy' ? 'deploy' : isEvent ? 'event' : 'wake',
      at: oldest?.at ?? wakeAt ?? now,
      position: oldest?.position ?? NEVER,
    })
  }
  ready.sort((a, b) => a.at - b.at || a.position - b.position)
  return ready[0]
}

function oldestEvent(
  { world, name, records, structure, ahead }: WorkflowParts,
  consumer: string,
): Promise<EventRow | undefined> {
  const { subscribe } = structure.consumers[consumer]!
  const topics = subscribe.map((topic) => storedTopic(structure, topic))
  const deliveries = new Deliveries(world.store, name, consumer, ahead)
  return deliveries.oldest(topics, records.consumer(consumer) ?? { marks: {} })
}

/** The producer that was due first. */
export function nextProducer(
  { records, structure }: WorkflowParts,
  now: number,
): string | undefined {
  const due: { name: string; at: number }[] = []
  for (const name of Object.keys(structure.producers)) {
    const at = records.producer(name)?.nextRunAt
    if (at !== undefined && at <= now) due.push({ name, at })
  }
  due.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
  return due[0]?.name
}

/** When a handler, or what is held, will be due; Infinity for never. */
export function dueAt({ records, structure }: WorkflowParts): number {
  const { hold } = records.held()
  if (hold !== undefined) return hold.kind === 'fix' ? NEVER : (hold.at ?? hold.expiresAt ?? NEVER)
  let at = NEVER
  for (const name of Object.keys(structure.producers)) {
    at = Math.min(at, records.producer(name)?.nextRunAt ?? NEVER)
  }
  for (const name of Object.keys(structure.consumers)) {
    at = Math.min(at, records.consumer(name)?.wakeAt ?? NEVER)
  }
  return at
}
