// Retention of events and entries in memory, a bounded part at a time. An event goes when it is old and no consumer
// that is declared waits for it, and its deliveries go with it; other entries go when they are final and old.

import type { EntryRow, EventRow } from '../driver.ts'
import { CONSUMERS, consumersOf } from '../entries.ts'
import { MAINTENANCE_BATCH_LISTS, MAINTENANCE_BATCH_ROWS } from '../limits.ts'
import { compareNames } from '../names.ts'
import { type Rounds, THE_END } from '../retention.ts'
import type { EntryTable } from './entry-table.ts'
import type { EventTable } from './event-table.ts'
import { first } from './sorted-list.ts'

/** True if there may be more to remove. */
export function forgetEvents(
  events: EventTable,
  entries: EntryTable,
  before: number,
  rounds: Rounds,
): boolean {
  let seen = 0
  let removed = 0
  for (const { topic } of events.topics()) {
    if (compareNames(topic, rounds.event.topic) < 0) continue
    const after = topic === rounds.event.topic ? rounds.event.position : 0
    const consumers = [...entries.list({ list: consumersOf(topic) })]
    for (const event of [...first(events.after(topic, after), MAINTENANCE_BATCH_ROWS - seen)]) {
      seen++
      if (event.at >= before) {
        rounds.event = { topic, position: THE_END }
        break
      }
      rounds.event = event
      if (event.publishedAt >= before || isAwaited(event, consumers, entries)) continue
      events.delete(event)
      for (const { id: list } of consumers) {
        const entry = entries.get(list, event.messageId)
        if (entry !== undefined) entries.delete(entry)
      }
      removed++
    }
    if (seen >= MAINTENANCE_BATCH_ROWS) return removed > 0
  }
  rounds.event = { topic: '', position: 0 }
  return false
}

function isAwaited(event: EventRow, consumers: readonly EntryRow[], entries: EntryTable): boolean {
  return consumers.some(({ id: list, final }) => {
    return !final && entries.get(list, event.messageId)?.final !== true
  })
}

/** True if there may be more to remove. */
export function forgetEntries(
  entries: EntryTable,
  oldest: (list: string) => number,
  rounds: Rounds,
): boolean {
  const deliveries = new Set(entries.list({ list: CONSUMERS, prefix: true }).map(({ id }) => id))
  let removed = 0
  const lists = [...first(entries.from(rounds.list), MAINTENANCE_BATCH_LISTS)]
  for (const { name, final } of lists) {
    rounds.list = name
    if (deliveries.has(name) || name.startsWith(CONSUMERS)) continue
    const before = oldest(name)
    for (const row of [...first(final.ascending(), MAINTENANCE_BATCH_ROWS - removed)]) {
      if (row.at >= before) break
      entries.delete(row)
      removed++
    }
    if (removed >= MAINTENANCE_BATCH_ROWS) return true
  }
  if (lists.length < MAINTENANCE_BATCH_LISTS) rounds.list = ''
  return lists.length === MAINTENANCE_BATCH_LISTS && removed > 0
}
