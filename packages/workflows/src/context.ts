// The context of a handler: the operations of its phase. Publishes and inputs are buffered, and become durable with
// the run or not at all. Every operation exists in every phase, so that one in the wrong place is a failure with a
// name and not a missing function.

import type { Store, Value } from '@cellwake/store'
import { type Guard, logic, type RunCounts } from './capabilities.ts'
import type {
  InputItem,
  Message,
  MutateContext,
  NextContext,
  PrepareContext,
  ProducerContext,
  ToolCall,
  WorkflowEvent,
} from './define.ts'
import type { Deliveries, Delivery } from './deliveries.ts'
import type { HandlerFailure } from './errors.ts'
import { messageOf } from './failures.ts'
import { inputIdOf, inputProblem } from './inputs.ts'
import { asJson } from './json.ts'
import { LOG_LINE_CHARS, LOG_LINES, PEEK_DEFAULT_EVENTS } from './limits.ts'
import { type LogLine, lists } from './records.ts'
import type { Structure } from './structure.ts'
import type { Tools } from './tools.ts'
import { messageIdProblem, storedTopic } from './topics.ts'

export interface BufferedEvent {
  readonly topic: string
  readonly messageId: string
  readonly payload: Value
  readonly inputId?: string
}

/** The write buffer of a run, committed with it. */
export class RunBuffer {
  readonly events = new Map<string, BufferedEvent>()
  readonly inputs = new Map<string, InputItem>()
  /** Inputs that were there before. */
  readonly knownInputs = new Set<string>()
  /** Deliveries seen by the run, by topic and message id. */
  readonly seen = new Map<string, Map<string, Delivery>>()
  /** Deliveries seen of each topic from its mark on, without a gap. */
  readonly inOrder = new Map<string, readonly Delivery[]>()
  readonly counts: RunCounts = { toolCalls: 0, publishes: 0, publishedChars: 0 }
  lines: LogLine[] = []
  /** How many log entries it has left. */
  checkpoints = 0
  #made = 0

  see(topic: string, deliveries: readonly Delivery[]): void {
    const known = this.seen.get(topic) ?? new Map<string, Delivery>()
    for (const delivery of deliveries) known.set(delivery.event.messageId, delivery)
    this.seen.set(topic, known)
  }

  /** The lines since the last checkpoint. */
  takeLines(): LogLine[] {
    const { lines } = this
    this.lines = []
    return lines
  }

  /** A message id for an event that was published without one: the same when the chain is tried again. */
  messageId(chain: string): string {
    return `${chain}/${++this.#made}`
  }
}

export interface ContextParts {
  readonly guard: Guard
  readonly buffer: RunBuffer
  readonly store: Store
  readonly structure: Structure
  readonly handler: string
  /** The first run of the chain of attempts. */
  readonly chain: string
  readonly now: string
  readonly clock: { now(): number }
  readonly tools: Tools
  readonly call: (tool: string, input: unknown) => Promise<unknown>
  /** For consumers. */
  readonly deliveries?: Deliveries
  readonly marks?: Readonly<Record<string, number>>
  /** Show one event at a time: a batch was too much before. */
  readonly narrow?: boolean
}

export type AnyContext = ProducerContext & PrepareContext & MutateContext & NextContext

export function contextOf(parts: ContextParts): AnyContext {
  const operations = new Operations(parts)
  return Object.freeze({
    now: parts.now,
    tools: toolTree(parts),
    log: (...words: readonly unknown[]) => operations.log(words),
    publish: (topic: string | readonly string[], message: Message) =>
      quiet(operations.publish(topic, message)),
    registerInput: (item: InputItem) => quiet(operations.registerInput(item)),
    peek: <P>(topic: string, page?: { readonly limit?: number }) =>
      quiet(operations.peek(topic, page)) as Promise<WorkflowEvent<P>[]>,
    getByIds: <P>(topic: string, ids: readonly string[]) =>
      quiet(operations.getByIds(topic, ids)) as Promise<WorkflowEvent<P>[]>,
  })
}

/** A failure that the handler does not await is noted by the guard; it must not end the process. */
function quiet<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}

/** `ledger.append` becomes `tools.ledger.append`. */
function toolTree({ tools, call }: ContextParts): Readonly<Record<string, ToolCall>> {
  const root: Record<string, unknown> = Object.create(null)
  for (const name of tools.names()) {
    const path = name.split('.')
    let at = root
    for (const [index, word] of path.entries()) {
      const isLast = index === path.length - 1
      const known = at[word] as Record<string, unknown> | undefined
      const made = isLast
        ? Object.assign((input?: unknown) => quiet(call(name, input)), known)
        : (known ?? {})
      at[word] = made
      at = made as Record<string, unknown>
    }
  }
  return root as Readonly<Record<string, ToolCall>>
}

class Operations {
  readonly #parts: ContextParts

  constructor(parts: ContextParts) {
    this.#parts = parts
  }

  log(words: readonly unknown[]): void {
    const { buffer, clock } = this.#parts
    if (buffer.lines.length >= LOG_LINES) return
    const text = words.map(shown).join(' ').slice(0, LOG_LINE_CHARS)
    buffer.lines.push({ at: clock.now(), text })
  }

  /** Buffers synchronously, so that a call without `await` counts as well. */
  async publish(topic: string | readonly string[], message: Message): Promise<void> {
    const { guard, buffer, structure, handler, chain } = this.#parts
    guard.enter('publish')
    const topics = typeof topic === 'string' ? [topic] : topic
    if (!Array.isArray(topics) || topics.length === 0) throw this.#logic('publish names a topic')
    const declared = (structure.producers[handler] ?? structure.consumers[handler])!.publishes
    for (const name of topics) {
      if (declared.includes(name)) continue
      throw this.#logic(`${handler} does not declare that it publishes to ${shown(name)}`)
    }
    if (typeof message !== 'object' || message === null)
      throw this.#logic('publish takes a message')
    const messageId = message.messageId ?? buffer.messageId(chain)
    const problem = messageIdProblem(messageId)
    if (problem !== undefined) throw this.#logic(problem)
    const payload = this.#json(message.payload, 'the payload', guard.limits.payloadChars)
    const { inputId } = message
    if (inputId !== undefined && guard.phase === 'next') {
      throw this.#logic('next names no input: the causes of its events are those it has reserved')
    }
    if (inputId !== undefined && !buffer.inputs.has(inputId) && !buffer.knownInputs.has(inputId)) {
      throw this.#logic(`${shown(inputId)} is no input that this run has registered`)
    }
    guard.countPublishes(topics.length, JSON.stringify(payload).length)
    for (const name of topics) {
      const stored = storedTopic(structure, name)
      const event = { topic: stored, messageId, payload, ...(inputId !== undefined && { inputId }) }
      buffer.events.set(`${stored}#${messageId}`, event)
    }
  }

  async registerInput(item: InputItem): Promise<string> {
    const { guard, buffer, store, structure } = this.#parts
    guard.enter('registerInput')
    const problem = inputProblem(item)
    if (problem !== undefined) throw this.#logic(problem)
    const id = inputIdOf(structure.name, item)
    if (buffer.inputs.has(id) || buffer.knownInputs.has(id)) return id
    const found = await guard.track(store.entry(lists.inputs(structure.name), id))
    if (found === undefined) {
      const { source, type, title } = item
      buffer.inputs.set(id, { source, type, id: item.id, title })
    } else buffer.knownInputs.add(id)
    return id
  }

  async peek(topic: string, page: { readonly limit?: number } = {}): Promise<WorkflowEvent[]> {
    const { guard, buffer, deliveries, marks, narrow } = this.#parts
    guard.enter('peek')
    const stored = this.#subscribed(topic)
    const wanted = page?.limit ?? PEEK_DEFAULT_EVENTS
    if (!Number.isInteger(wanted) || wanted < 1)
      throw this.#logic('a limit is a whole number, from 1')
    const limit = narrow === true ? 1 : Math.min(wanted, guard.limits.peekEvents)
    const found = await guard.track(deliveries!.pending(stored, marks![stored] ?? 0, limit))
    buffer.see(stored, found)
    if (found.length >= (buffer.inOrder.get(stored)?.length ?? 0)) buffer.inOrder.set(stored, found)
    return found.map((delivery) => eventOf(topic, delivery))
  }

  async getByIds(topic: string, ids: readonly string[]): Promise<WorkflowEvent[]> {
    const { guard, buffer, deliveries } = this.#parts
    guard.enter('getByIds')
    const stored = this.#subscribed(topic)
    const most = guard.limits.peekEvents
    if (!Array.isArray(ids)) throw this.#logic('getByIds takes a list of message ids')
    if (ids.length > most) throw this.#logic(`getByIds takes at most ${most} message ids`)
    const found = await guard.track(deliveries!.byIds(stored, ids))
    buffer.see(stored, found)
    return found.map((delivery) => eventOf(topic, delivery))
  }

  #subscribed(topic: string): string {
    const { structure, handler } = this.#parts
    if (structure.consumers[handler]?.subscribe.includes(topic) === true) {
      return storedTopic(structure, topic)
    }
    throw this.#logic(`${handler} does not subscribe to ${shown(topic)}`)
  }

  #json(value: unknown, what: string, maxChars: number): Value {
    try {
      return asJson(value, what, maxChars)
    } catch (error) {
      throw this.#logic(messageOf(error))
    }
  }

  #logic(message: string): HandlerFailure {
    return this.#parts.guard.fail(logic(message))
  }
}

function eventOf(topic: string, { event, record }: Delivery): WorkflowEvent {
  return {
    id: event.messageId,
    messageId: event.messageId,
    topic,
    payload: structuredClone(event.payload),
    publishedAt: new Date(event.at).toISOString(),
    attempt: record.released + 1,
  }
}

function shown(word: unknown): string {
  if (typeof word === 'string') return word
  if (word instanceof Error) return messageOf(word)
  try {
    return JSON.stringify(word) ?? String(word)
  } catch {
    return String(word)
  }
}
