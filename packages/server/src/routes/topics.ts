// Topics: their events, and publishing from outside.

import { createHash } from 'node:crypto'
import { eventsOf, publish } from '@cellwake/engine'
import { system } from '@cellwake/store'
import { ServerError } from '../errors.ts'
import type { Group, Handlers } from '../handlers.ts'
import { ANSWER_EVENTS_CHARS, LIST_TOPICS, MESSAGE_ID_CHARS, TOPIC_CHARS } from '../limits.ts'

export const topics: Group<'topics' | 'events' | 'publish'> = {
  async topics({ principal }, { store, answering }) {
    const rows = (await store.topics()).filter(({ topic }) => principal.reaches('topic', topic))
    const giveWay = answering.breath()
    const list: Awaited<ReturnType<Handlers['topics']>>['topics'][number][] = []
    for (const { topic, events, last } of rows.slice(0, LIST_TOPICS)) {
      const [newest] = await store.events(topic, { after: last - 1, limit: 1 })
      list.push({ topic, events, lastAt: newest === undefined ? null : iso(newest.at) })
      await giveWay()
    }
    return { topics: list, more: rows.length - list.length }
  },

  async events({ params, query }, { store, workflows }) {
    const { topic } = params
    checkText('bad-topic', topic, TOPIC_CHARS)
    const page = { ...query, mostChars: ANSWER_EVENTS_CHARS }
    const events = await eventsOf(store, workflows?.storedTopic(topic) ?? topic, page)
    const furthest = Math.max(query.after ?? 0, ...events.map(({ position }) => position))
    return { events, after: furthest === 0 ? null : furthest }
  },

  async publish({ params, body, principal, key }, { store, workflows }) {
    const { topic } = params
    checkText('bad-topic', topic, TOPIC_CHARS)
    const { messageId: given, payload } = body
    if (given !== undefined) checkText('bad-message-id', given, MESSAGE_ID_CHARS)
    // Reserved ids, of events that rules publish and of keys, have slashes, so no caller can name one of them.
    if (given?.includes('/')) throw new ServerError('bad-message-id', 'A message id has a slash.')
    const by = principal.name
    const messageId = given ?? (key === undefined ? undefined : keyedId(principal.id, key))
    if (workflows === undefined) {
      return publish(
        store,
        topic,
        messageId === undefined ? { payload } : { messageId, payload },
        by,
      )
    }
    // A workflow may have taken an event of that id: then it stays as it is.
    const message = { messageId: messageId ?? system.uniqueId(), payload }
    const once = key === undefined ? {} : { once: `${topic}:${keyedId(principal.id, key)}` }
    return workflows.publish(topic, message, { by, ...once })
  },
}

/** Keys may be long. The slash is reserved: callers may not write it. */
function keyedId(owner: string, key: string): string {
  return `key/${createHash('sha256').update(`${owner}:${key}`).digest('hex')}`
}

function checkText(code: 'bad-topic' | 'bad-message-id', text: string, most: number): void {
  if (text.length === 0 || text.length > most || /[\p{Cc}\p{Cs}]/u.test(text)) {
    throw new ServerError(code, 'This name cannot be used.')
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
