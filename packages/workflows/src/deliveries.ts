// The state of each event at each consumer: pending, reserved by a run, consumed, skipped or quarantined. An event
// without an entry is pending. A mark for each topic says up to where every event is done with or has an entry, so a
// query for pending events costs the same however many were consumed.

import type { EntryOp, EntryRow, EventRow, PendingEvent, Store } from '@cellwake/store'
import { believe } from './errors.ts'
import { type Found, Lookahead } from './lookahead.ts'
import type { ConsumerRecord, DeliveryRecord, DeliveryState } from './records.ts'
import { lists } from './records.ts'

/** An event that a run has read, and the state of its delivery. */
export interface Delivery {
  readonly list: string
  readonly topic: string
  readonly event: EventRow
  readonly state: DeliveryState | undefined
  readonly record: DeliveryRecord
}

export const NEW_DELIVERY: DeliveryRecord = { released: 0, generation: 0 }

export class Deliveries {
  readonly #store: Store
  readonly #ahead: Lookahead<Delivery>
  readonly workflow: string
  readonly consumer: string

  constructor(store: Store, workflow: string, consumer: string, ahead = new Lookahead<Delivery>()) {
    this.#store = store
    this.#ahead = ahead
    this.workflow = workflow
    this.consumer = consumer
  }

  list(topic: string): string {
    return lists.deliveries(this.workflow, this.consumer, topic)
  }

  /** Pending events of a topic, oldest first. */
  async pending(topic: string, mark: number, limit: number): Promise<Delivery[]> {
    const list = this.list(topic)
    const seen = this.#ahead.take(list, mark, limit)
    return [...(seen ?? (await this.#look(list, topic, mark, limit)).found)]
  }

  async #look(list: string, topic: string, mark: number, limit: number): Promise<Found<Delivery>> {
    const left = await this.#left(list, topic, mark, limit)
    if (left.length >= limit) return { found: left.slice(0, limit), isWhole: false }
    const rows = await this.#store.pendingEvents(list, topic, mark, limit)
    const fresh = rows.filter(({ entry }) => entry === undefined || entry.state === 'pending')
    const all = [...left, ...fresh.map((row) => deliveryOf(list, topic, row))]
    return { found: all.slice(0, limit), isWhole: rows.length < limit && all.length <= limit }
  }

  /** Deliveries before the mark that were left for later. */
  async #left(list: string, topic: string, mark: number, limit: number): Promise<Delivery[]> {
    if (mark === 0 || this.#ahead.hasNothingLeft(list)) return []
    const entries = await this.#store.entries({ list, states: ['pending'], limit })
    if (entries.length === 0) this.#ahead.nothingLeft(list)
    const before = entries.filter(({ order }) => order <= mark)
    if (before.length === 0) return []
    const events = await this.#store.eventsById(
      topic,
      before.map(({ id }) => id),
    )
    const byId = new Map(before.map((entry) => [entry.id, entry]))
    return events.map((event) =>
      deliveryOf(list, topic, { event, entry: byId.get(event.messageId) }),
    )
  }

  async byIds(topic: string, ids: readonly string[]): Promise<Delivery[]> {
    const list = this.list(topic)
    const events = await this.#store.eventsById(topic, [...ids])
    return Promise.all(
      events.map(async (event) => {
        const entry = await this.#store.entry(list, event.messageId)
        return deliveryOf(list, topic, { event, entry })
      }),
    )
  }

  /** Entries that a run has reserved, of some topics. */
  async reserved(topics: Iterable<string>): Promise<EntryRow[]> {
    const found: EntryRow[] = []
    for (const topic of topics) {
      found.push(...(await this.#store.entries({ list: this.list(topic), states: ['reserved'] })))
    }
    return found
  }

  /** The oldest pending event of some topics. */
  async oldest(topics: Iterable<string>, { marks }: ConsumerRecord): Promise<EventRow | undefined> {
    let oldest: EventRow | undefined
    for (const topic of topics) {
      const list = this.list(topic)
      const mark = marks[topic] ?? 0
      const limit = this.#ahead.limit(list)
      const asked = this.#ahead.now
      const page = await this.#look(list, topic, mark, limit)
      this.#ahead.put(list, { ...page, mark, limit }, asked)
      const [first] = page.found
      if (first === undefined) continue
      if (oldest === undefined || first.event.position < oldest.position) oldest = first.event
    }
    return oldest
  }
}

function deliveryOf(list: string, topic: string, { event, entry }: PendingEvent): Delivery {
  const record = (entry?.value as unknown as DeliveryRecord | undefined) ?? NEW_DELIVERY
  return { list, topic, event, state: entry?.state as DeliveryState | undefined, record }
}

/** Pins an event to a run. */
export function reserve({ list, event, state, record }: Delivery, run: string): EntryOp {
  return {
    list,
    id: event.messageId,
    from: state ?? null,
    state: 'reserved',
    order: event.position,
    value: { ...record, run },
  }
}

/** Moves an entry that is reserved. */
export function settle(row: EntryRow, to: 'consumed' | 'skipped' | 'quarantined'): EntryOp {
  return { list: row.list, id: row.id, from: row.state, state: to, final: true }
}

/** Releases an event that was not processed. */
export function release(row: EntryRow): EntryOp {
  believe(row.state === 'reserved', 'a run lets go of what it has reserved')
  const { run: _, ...record } = row.value as unknown as DeliveryRecord
  const value = { ...record, released: record.released + 1 }
  return { list: row.list, id: row.id, from: row.state, state: 'pending', value }
}

/** Hands a reservation on to the next attempt. */
export function handOn(row: EntryRow, run: string): EntryOp {
  believe(row.state === 'reserved', 'an attempt hands on what it has reserved')
  const record = row.value as unknown as DeliveryRecord
  return {
    list: row.list,
    id: row.id,
    from: row.state,
    state: row.state,
    value: { ...record, run },
  }
}

/**
 * Moves the mark of a topic past the events that a run has consumed. Older ones that it saw and left get an entry, so
 * that they are found again. `seen` are the deliveries seen from the mark on, without a gap.
 */
export function advance(
  mark: number,
  seen: readonly Delivery[],
  consumed: ReadonlySet<string>,
): { mark: number; left: EntryOp[] } {
  let last = mark
  for (const { event } of seen) {
    if (consumed.has(event.messageId) && event.position > last) last = event.position
  }
  const left: EntryOp[] = []
  for (const { list, event, state } of seen) {
    const behind = event.position <= last && !consumed.has(event.messageId)
    if (!behind || state !== undefined) continue
    const value = NEW_DELIVERY
    left.push({
      list,
      id: event.messageId,
      from: null,
      state: 'pending',
      order: event.position,
      value,
    })
  }
  return { mark: last, left }
}
