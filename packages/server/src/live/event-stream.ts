// `GET /api/live/:id?symbols=…`: the same changes as server-sent events, for clients without WebSocket.
// One subscription each; the id of an event is its revision, so a browser resumes by itself.

import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { answerOf } from '../error-answer.ts'
import { ServerError } from '../errors.ts'
import { LIVE_PING_MS } from '../limits.ts'
import type { Principal } from '../principal.ts'
import { readSymbols } from '../request-text.ts'
import { checkAsked } from './asked.ts'
import { errorFrame } from './change.ts'
import type { Connection, Feeds } from './feeds.ts'
import { Outbox, type Peer } from './outbox.ts'
import { Subscription } from './subscription.ts'

const revision = z.coerce.number().int().optional()
const query = z.strictObject({ symbols: z.string(), fromRev: revision })

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Proxies must not wait for more.
  'x-accel-buffering': 'no',
}

/** Answers with a stream that ends when either side does. */
export async function answerWithEvents(
  request: FastifyRequest<{ Params: { readonly id: string } }>,
  reply: FastifyReply,
  principal: Principal | undefined,
  feeds: Feeds,
): Promise<void> {
  const read = query.safeParse(request.query)
  const last = revision.safeParse(request.headers['last-event-id'] || undefined)
  if (!read.success || !last.success) {
    throw new ServerError('bad-request', 'The query is not as it must be.')
  }
  const asked = checkAsked(
    {
      id: request.params.id,
      model: request.params.id,
      symbols: readSymbols(read.data.symbols),
      fromRev: last.data ?? read.data.fromRev,
    },
    principal,
  )
  if (feeds.isFull(principal?.name)) throw new ServerError('busy', 'Too many connections.')
  // Refusals must come as such, so nothing is written before the model is there.
  await feeds.parts.engine.model(asked.model)
  reply.hijack()
  reply.raw.writeHead(200, headers)
  const stream = new EventStream(reply.raw, feeds, principal!)
  await stream.follow(new Subscription(asked, stream.outbox))
}

class EventStream implements Connection {
  readonly outbox: Outbox
  readonly #raw: ServerResponse
  readonly #feeds: Feeds
  readonly #principal: Principal
  #subscription: Subscription | undefined
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

  async follow(subscription: Subscription): Promise<void> {
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

  ended({ asked }: Subscription, code: string, message: string): void {
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
