// Topics: what was published, and publishing from outside.

import { createHash } from 'node:crypto'
import type { EventRow, Store } from '@cellwake/store'
import { RejectedError, system } from '@cellwake/store'
import { ServerError } from '../errors.ts'
import type { Group } from '../handlers.ts'
import { MESSAGE_ID_CHARS, PAGE_ROWS, TOPIC_CHARS } from '../limits.ts'

export const topics: Group<'topics' | 'events' | 'publish'> = {
  async topics({ principal }, { store }) {
    const rows = (await store.topics()).filter(({ topic }) => principal.reaches('topic', topic))
    const list = rows.map(async ({ topic, events, last }) => {
      const [newest] = await store.events(topic, { after: last - 1, limit: 1 })
      return { topic, events, lastAt: newest === undefined ? null : iso(newest.at) }
    })
    return { topics: await Promise.all(list) }
  },

  async events({ params, query }, { store }) {
    const { topic } = params
    checkText('bad-topic', topic, TOPIC_CHARS)
    const limit = query.limit ?? PAGE_ROWS
    const rows =
      query.after === undefined
        ? await newest(store, topic, limit)
        : await store.events(topic, { after: query.after, limit })
    const furthest = Math.max(query.after ?? 0, ...rows.map(({ position }) => position))
    return { events: rows.map(view), after: furthest === 0 ? null : furthest }
  },

  /** The id of the message is its receipt: the same again, by whomever, changes nothing. */
  async publish({ params, body, principal, key }, { store }) {
    const { topic } = params
    checkText('bad-topic', topic, TOPIC_CHARS)
    const { messageId: given, payload } = body
    if (given !== undefined) checkText('bad-message-id', given, MESSAGE_ID_CHARS)
    // Ids of events that rules publish, and those made of keys, have slashes, so no caller can name one of them.
    if (given?.includes('/')) throw new ServerError('bad-message-id', 'A message id has a slash.')
    const messageId = given ?? (key === undefined ? system.uniqueId() : keyedId(principal.id, key))
    const hash = createHash('sha256').update(JSON.stringify(payload)).digest('hex')
    const receipt = { id: `publish:${topic.length}:${topic}:${messageId}`, value: { hash } }
    const result = await store.commit({
      publish: [{ topic, messageId, payload }],
      receipts: [receipt],
      cause: { by: principal.name, detail: { act: 'publish', topic } },
    })
    if (result.rejected === undefined) return { messageId, rev: result.seq }
    const first = result.existing
    if (result.code !== 'receipt-exists' || first === undefined) throw new RejectedError(result)
    if ((first.value as { readonly hash?: string }).hash !== hash) {
      throw new ServerError('key-reused', 'This message id came with another payload before.')
    }
    return { messageId, rev: first.seq }
  },
}

/** Keys may be long. The slash is what no caller may write. */
function keyedId(owner: string, key: string): string {
  return `key/${createHash('sha256').update(`${owner}:${key}`).digest('hex')}`
}

function checkText(code: 'bad-topic' | 'bad-message-id', text: string, most: number): void {
  if (text.length === 0 || text.length > most || /[\p{Cc}\p{Cs}]/u.test(text)) {
    throw new ServerError(code, 'This name cannot be used.')
  }
}

/**
 * The newest events, newest first. The store reads forward from a position, so ever more of the end of the
 * topic is looked at until enough is found.
 */
async function newest(store: Store, topic: string, limit: number): Promise<EventRow[]> {
  const last = (await store.topics()).find((row) => row.topic === topic)?.last
  if (last === undefined) return []
  for (let back = 4_096; ; back *= 4) {
    const after = Math.max(0, last - back)
    const found = await endOf(store, topic, after, limit)
    if (found.length === limit || after === 0) return found.reverse()
  }
}

/** The last `limit` events after a position, oldest first. */
async function endOf(
  store: Store,
  topic: string,
  after: number,
  limit: number,
): Promise<EventRow[]> {
  let kept: EventRow[] = []
  for (let from = after; ; ) {
    const rows = await store.events(topic, { after: from })
    kept = [...kept, ...rows].slice(-limit)
    const end = rows.at(-1)
    if (end === undefined) return kept
    from = end.position
  }
}

function view({ position, messageId, at, seq, payload }: EventRow) {
  return { position, messageId, at: iso(at), rev: seq, payload }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
