// Events from outside, as they come in and as they are shown.

import { isDeepStrictEqual } from 'node:util'
import type { CommitSpec, EventRow, Value } from '@cellwake/store'
import { digest } from './digest.ts'
import { WorkflowError } from './errors.ts'
import { messageOf } from './failures.ts'
import { asJson } from './json.ts'
import { LARGE_EVENT_CHARS } from './limits.ts'
import type { World } from './parts.ts'
import { messageIdProblem } from './topics.ts'

export interface PublishedEvent {
  readonly messageId: string
  /** The commit that it is part of. */
  readonly rev: number
}

/**
 * Publishes an event. One that nobody has taken yet is replaced; any other is left as it is. The same again gets the first
 * answer; `once` is a key of the request, with which another request is refused.
 */
export async function publishEvent(
  { store, takers, limits }: World,
  stored: string,
  message: { readonly messageId: string; readonly payload?: unknown },
  { by, once }: { readonly by: string; readonly once: string | undefined },
): Promise<PublishedEvent> {
  const problem = messageIdProblem(message?.messageId)
  if (problem !== undefined) throw new WorkflowError('bad-message', `${problem}.`)
  const { messageId } = message
  const payload = payloadOf(message.payload, limits.payloadChars)
  const cause = { by, detail: { act: 'publish', topic: stored } }
  const text = JSON.stringify(payload) ?? ''
  const commit = (spec: CommitSpec) => {
    return text.length > LARGE_EVENT_CHARS ? store.commitInTurn(spec) : store.commit(spec)
  }
  if (once === undefined) {
    // Most are new, and then there is nothing to ask for before.
    const expect = [{ type: 'event-absent' as const, topic: stored, messageId }]
    const first = await commit({
      expect,
      publish: [{ topic: stored, messageId, payload }],
      cause,
    })
    if (first.rejected === undefined) return { messageId, rev: first.seq }
    if (first.code !== 'event-absent') throw new WorkflowError('refused', `${first.why}.`)
    const [known] = await store.eventsById(stored, [messageId])
    if (isDeepStrictEqual(known?.payload, payload)) return { messageId, rev: known!.seq }
  }
  const unlessTaken = { lists: takers(stored), open: ['pending'] }
  const request = digest(stored, messageId, text)
  const receipts = once === undefined ? [] : [{ id: `publish-once:${once}`, value: { request } }]
  const result = await commit({
    publish: [{ topic: stored, messageId, payload, unlessTaken }],
    receipts,
    cause,
  })
  if (result.rejected === undefined) return { messageId, rev: result.seq }
  const first = result.existing
  if (first === undefined) throw new WorkflowError('refused', `${result.why}.`)
  if ((first.value as { readonly request?: string }).request === request) {
    return { messageId, rev: first.seq }
  }
  throw new WorkflowError('key-reused', 'This key came with another request before.')
}

function payloadOf(given: unknown, maxChars: number): Value {
  try {
    return asJson(given, 'the payload', maxChars)
  } catch (error) {
    const tooLarge = error instanceof Error && 'tooLarge' in error && error.tooLarge === true
    throw new WorkflowError(tooLarge ? 'too-large' : 'bad-message', `${messageOf(error)}.`)
  }
}

export interface EventView {
  readonly id: string
  readonly messageId: string
  readonly topic: string
  readonly payload: unknown
  readonly causes: readonly string[]
  readonly at: string
}

export function eventView({ messageId, topic, payload, causes, at }: EventRow): EventView {
  return { id: messageId, messageId, topic, payload, causes, at: new Date(at).toISOString() }
}
