// The ledger of inputs: each input from outside, once, with the events it caused. Every event and every mutation
// leads back to inputs by their ids. An event from outside that names no input is one itself.

import type { EntryOp } from '@cellwake/store'
import type { InputItem } from './define.ts'
import type { Delivery } from './deliveries.ts'
import { digest } from './digest.ts'
import { type InputRecord, lists } from './records.ts'

const ITEM_CHARS = 512

/** Why something is no input; undefined if it is one. */
export function inputProblem(item: unknown): string | undefined {
  const fields = item as Partial<Record<keyof InputItem, unknown>> | undefined
  for (const key of ['source', 'type', 'id', 'title'] as const) {
    const text = fields?.[key]
    if (typeof text !== 'string' || text === '') return `an input has a ${key}, which is a text`
    if (text.length > ITEM_CHARS)
      return `the ${key} of an input has at most ${ITEM_CHARS} characters`
  }
  return undefined
}

/** The same item of the same workflow has the same id. */
export function inputIdOf(workflow: string, { source, type, id }: InputItem): string {
  return digest(workflow, source, type, id)
}

export function registration(
  workflow: string,
  id: string,
  item: InputItem,
  run: string,
  order: number,
): EntryOp {
  const value: InputRecord = {
    source: item.source,
    type: item.type,
    externalId: item.id,
    title: item.title,
    createdBy: run,
  }
  return { list: lists.inputs(workflow), id, from: null, state: 'active', order, value }
}

/** The id of an event among those of an input. */
export function eventLink(topic: string, messageId: string): string {
  return `${topic}#${messageId}`
}

export function link(workflow: string, input: string, topic: string, messageId: string): EntryOp {
  return {
    list: lists.inputEvents(workflow, input),
    id: eventLink(topic, messageId),
    from: null,
    state: 'caused',
    value: { topic, messageId },
  }
}

/** The input that an event without causes is, of a consumer that reserves it for the first time. */
export function inputOfEvent(
  workflow: string,
  consumer: string,
  { topic, event }: Delivery,
): { id: string; item: InputItem } {
  const id = digest(workflow, consumer, 'event', topic, event.messageId)
  const item = { source: 'event', type: topic, id: event.messageId, title: event.messageId }
  return { id, item }
}
