// Topics as programs and callers see them: their events, and publishing from outside. The id of a message is its
// idempotency key: the same again, by any caller, changes nothing and gets the first answer; another payload under it
// is refused.

import { createHash } from 'node:crypto'
import { type CommitSpec, type EventRow, RejectedError, type Store, system } from '@cellwake/store'
import { EngineError } from './errors.ts'
import { LARGE_COMMIT_BYTES, TOPIC_PAGE_EVENTS, TOPIC_READ_EVENTS } from './limits.ts'
import { isoOf } from './views/iso.ts'

/** An event to publish, as plain JSON. */
export interface Message {
  /** Left out, it is a new one. */
  readonly messageId?: string
  readonly payload: unknown
}

export interface Published {
  readonly messageId: string
  /** The commit that it is part of. */
  readonly rev: number
}

export interface TopicEvent {
  /** Grows with every event. */
  readonly position: number
  readonly id: string
  /** The same text as its id. */
  readonly messageId: string
  /** When it was first published. */
  readonly at: string
  readonly rev: number
  readonly payload: EventRow['payload']
}

export interface EventsPage {
  /** Cursor: events after a position, oldest first. */
  readonly after?: number | undefined
  readonly limit?: number | undefined
  /** Budget for the payloads of the page; one event is read in any case. */
  readonly mostChars?: number
}

export async function publish(
  store: Store,
  topic: string,
  { messageId = system.uniqueId(), payload }: Message,
  by: string,
): Promise<Published> {
  const text = JSON.stringify(payload) ?? ''
  const hash = createHash('sha256').update(text).digest('hex')
  const spec: CommitSpec = {
    publish: [{ topic, messageId, payload }],
    receipts: [{ id: `publish:${topic.length}:${topic}:${messageId}`, value: { hash } }],
    cause: { by, detail: { act: 'publish', topic } },
  }
  const isLarge = text.length > LARGE_COMMIT_BYTES
  const result = await (isLarge ? store.commitInTurn(spec) : store.commit(spec))
  if (result.rejected === undefined) return { messageId, rev: result.seq }
  const first = result.existing
  if (result.code !== 'receipt-exists' || first === undefined) throw new RejectedError(result)
  if ((first.value as { readonly hash?: string }).hash !== hash) {
    throw new EngineError('key-reused', 'This message id came with another payload before.')
  }
  return { messageId, rev: first.seq }
}

/** The newest, newest first, unless the page says from where to go on. */
export async function eventsOf(
  store: Store,
  topic: string,
  { after, limit = TOPIC_PAGE_EVENTS, mostChars }: EventsPage = {},
): Promise<TopicEvent[]> {
  const newestFirst = after === undefined
  const found: TopicEvent[] = []
  // Payloads may be large: a few are read at a time where they have no room for all.
  const atOnce = mostChars === undefined ? limit : TOPIC_READ_EVENTS
  let from = after
  let chars = 0
  while (found.length < limit) {
    const most = Math.min(atOnce, limit - found.length)
    const place = from === undefined ? {} : newestFirst ? { before: from } : { after: from }
    const rows = await store.events(topic, { ...place, newestFirst, limit: most })
    for (const row of rows) {
      chars += mostChars === undefined ? 0 : (JSON.stringify(row.payload) ?? '').length
      // The first one always fits, or nobody could read on.
      if (found.length > 0 && chars > (mostChars ?? 0)) return found
      found.push(eventView(row))
      from = row.position
    }
    if (rows.length < most) break
  }
  return found
}

function eventView({ position, messageId, at, seq, payload }: EventRow): TopicEvent {
  return { position, id: messageId, messageId, at: isoOf(at), rev: seq, payload }
}
