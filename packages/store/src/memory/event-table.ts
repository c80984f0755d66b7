// The events of a store in memory: by topic, in order, and by message id.

import type { EventPage, EventRow, TopicRow } from '../driver.ts'
import { compareNames } from '../names.ts'
import { first, SortedList } from './sorted-list.ts'

interface Topic {
  readonly byId: Map<string, EventRow>
  readonly byPosition: SortedList<EventRow>
}

export class EventTable {
  readonly #topics = new Map<string, Topic>()

  get(topic: string, messageId: string): EventRow | undefined {
    return this.#topics.get(topic)?.byId.get(messageId)
  }

  put(row: EventRow): void {
    const topic = this.#topic(row.topic)
    const known = topic.byId.get(row.messageId)
    if (known !== undefined) topic.byPosition.delete(known)
    topic.byId.set(row.messageId, row)
    topic.byPosition.add(row)
  }

  delete(row: EventRow): void {
    const topic = this.#topic(row.topic)
    topic.byId.delete(row.messageId)
    topic.byPosition.delete(row)
    if (topic.byId.size === 0) this.#topics.delete(row.topic)
  }

  #topic(name: string): Topic {
    const known = this.#topics.get(name)
    if (known !== undefined) return known
    const byPosition = new SortedList<EventRow>((a, b) => a.position - b.position)
    const topic = { byId: new Map<string, EventRow>(), byPosition }
    this.#topics.set(name, topic)
    return topic
  }

  page(name: string, page: EventPage): EventRow[] {
    const { after = 0, before = Number.MAX_SAFE_INTEGER, limit = Number.MAX_SAFE_INTEGER } = page
    return [...first(this.#range(name, after, before, page.newestFirst === true), limit)]
  }

  *#range(name: string, after: number, before: number, newestFirst: boolean): Iterable<EventRow> {
    const rows = this.#topics.get(name)?.byPosition
    if (rows === undefined) return
    const ordered = newestFirst
      ? rows.descending(({ position }) => position < before)
      : rows.ascending(({ position }) => position <= after)
    for (const row of ordered) {
      if (row.position <= after || row.position >= before) return
      yield row
    }
  }

  after(name: string, position: number): Iterable<EventRow> {
    return this.#range(name, position, Number.MAX_SAFE_INTEGER, false)
  }

  byId(name: string, messageIds: readonly string[]): EventRow[] {
    const rows = this.#topics.get(name)?.byId
    return [...new Set(messageIds)]
      .flatMap((id) => rows?.get(id) ?? [])
      .sort((a, b) => a.position - b.position)
  }

  topics(): TopicRow[] {
    return [...this.#topics]
      .map(([topic, { byPosition }]) => {
        const [last] = byPosition.descending()
        return { topic, events: byPosition.size, last: last?.position ?? 0 }
      })
      .sort((a, b) => compareNames(a.topic, b.topic))
  }

  get size(): number {
    let size = 0
    for (const { byId } of this.#topics.values()) size += byId.size
    return size
  }
}
