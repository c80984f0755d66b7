// `GET /api/live/:id?symbols=…` and `GET /api/live/workflows/:name`: the same changes as server-sent events, for
// clients without WebSocket.
// One subscription each; the id of an event is its revision, so a browser resumes by itself.

import type { ServerResponse } from 'node:http'
import type { SubscribeFrame } from '@cellwake/client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { answerOf } from '../error-answer.ts'
import { ServerError } from '../errors.ts'
import { LIVE_PING_MS } from '../limits.ts'
import type { Principal } from '../principal.ts'
import { readSymbols } from '../request-text.ts'
import { here } from '../workflow-detail.ts'
import { checkAsked, subscriptionOf } from './asked.ts'
import { errorFrame } from './change.ts'
import type { AnySubscription, Connection, Feeds } from './feeds.ts'
import { Outbox, type Peer } from './outbox.ts'

const revision = z.coerce.number().int().optional()
const modelQuery = z.strictObject({ symbols: z.string(), fromRev: revision })
const workflowQuery = z.strictObject({ fromRev: revision })

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Proxies must not wait for more.
  'x-accel-buffering': 'no',
}

/** Answers with a stream of a model's cells that ends when either side does. */
export async function answerWithCells(
  request: FastifyRequest<{ Params: { readonly id: string } }>,
  reply: FastifyReply,
  principal: Principal,
  feeds: Feeds,
): Promise<void> {
  const { symbols, fromRev } = read(modelQuery, request)
  const { id } = request.params
  const asked = { id, model: id, symbols: readSymbols(symbols), fromRev }
  await answer(asked, reply, principal, feeds, () => feeds.parts.engine.model(id))
}

/** The same with the status and the runs of a workflow. */
export async function answerWithRuns(
  request: FastifyRequest<{ Params: { readonly name: string } }>,
  reply: FastifyReply,
  principal: Principal,
  feeds: Feeds,
): Promise<void> {
  const { fromRev } = read(workflowQuery, request)
  const { name } = request.params
  const asked = { id: name, workflow: name, fromRev }
  await answer(asked, reply, principal, feeds, () => here(feeds.parts, name).structure(name))
}

/** The query, with the revision that the header names if it names one. */
function read<Q extends { fromRev?: number | undefined }>(
  query: z.ZodType<Q>,
  { query: given, headers: { 'last-event-id': newest } }: FastifyRequest,
): Q {
  const found = query.safeParse(given)
  const last = revision.safeParse(newest || undefined)
  if (!found.success || !last.success) {
    throw new ServerError('bad-request', 'The query is not as it must be.')
  }
  return { ...found.data, fromRev: last.data ?? found.data.fromRev }
}

async function answer(
  asked: Omit<SubscribeFrame, 'op'>,
  reply: FastifyReply,
  principal: Principal,
  feeds: Feeds,
  mustBeThere: () => Promise<unknown>,
): Promise<void> {
  // The outbox needs a stream, and refusals must come as such: so it is asked for first, and nothing is written before
  // the model or workflow is there.
  checkAsked(asked, principal)
  if (feeds.isFull(principal.name)) throw new ServerError('busy', 'Too many connections.')
  await mustBeThere()
  reply.hijack()
  reply.raw.writeHead(200, headers)
  const stream = new EventStream(reply.raw, feeds, principal)
  await stream.follow(subscriptionOf(asked, principal, stream.outbox))
}

class EventStream implements Connection {
  readonly outbox: Outbox
  readonly #raw: ServerResponse
  readonly #feeds: Feeds
  readonly #principal: Principal
  #subscription: AnySubscription | undefined
  #sentAt: number

  constructor(raw: ServerResponse, feeds: Feeds, principal: Principal) {
    const { clock } = feeds.parts
    this.#raw = raw
    this.#feeds = feeds
    this.#principal = principal
    this.#sentAt = clock.now()
    this.outbox = new Outbox(peerOf(raw), () => clock.now())
    raw.on('error', () => {})
    raw.on('close', () => this.#gone())
    feeds.add(this)
  }

  get caller(): string {
    return this.#principal.name
  }

  async follow(subscription: AnySubscription): Promise<void> {
    this.#subscription = subscription
    try {
      await this.#feeds.join(subscription, this)
    } catch (error) {
      const { code, message, status } = answerOf(error)
      if (status === 500) this.#feeds.parts.log.error({ err: error }, 'a subscription failed')
      this.ended(subscription, code, message)
    }
  }

  tick(now: number): void {
    this.outbox.tick(now)
    if (now - this.#sentAt < LIVE_PING_MS) return
    this.#sentAt = now
    // A comment: it keeps proxies from giving up.
    this.#raw.write(':\n\n')
  }

  checkToken(): void {
    if (!this.#feeds.parts.auth.isValid(this.#principal)) this.close()
  }

  close(): void {
    this.outbox.end('closing', '')
    this.#gone()
  }

  ended({ asked }: AnySubscription, code: string, message: string): void {
    this.outbox.send(errorFrame(asked.id, code, message))
    this.close()
  }

  #gone(): void {
    this.#feeds.remove(this)
    if (this.#subscription !== undefined) this.#feeds.leave(this.#subscription)
  }
}

function peerOf(raw: ServerResponse): Peer {
  return {
    get waiting() {
      return raw.writableLength
    },
    send: (frame, rev, sent) => {
      const id = rev === undefined ? '' : `id: ${rev}\n`
      raw.write(`${id}data: ${frame}\n\n`, sent)
    },
    end: (code) => {
      if (code === 'slow') raw.destroy()
      else raw.end()
    },
  }
}
