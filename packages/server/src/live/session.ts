// One WebSocket: its authentication, its permissions, its subscriptions, and its heartbeat.

import { frameIn, type SubscribeFrame } from '@cellwake/client'
import { system } from '@cellwake/store'
import type { RawData, WebSocket } from 'ws'
import { answerOf } from '../error-answer.ts'
import type { Gate } from '../gate.ts'
import {
  LIVE_AUTH_MS,
  LIVE_BURST_FRAMES,
  LIVE_CLOSE_MS,
  LIVE_FRAMES_PER_S,
  LIVE_PING_MS,
  LIVE_SUBSCRIPTIONS,
} from '../limits.ts'
import type { Principal } from '../principal.ts'
import { Rates } from '../rates.ts'
import { subscriptionOf } from './asked.ts'
import { errorFrame } from './change.ts'
import type { AnySubscription, Connection, Feeds } from './feeds.ts'
import { closeCodes, Outbox, type Peer } from './outbox.ts'
import type { Stranger, Strangers } from './strangers.ts'

/** The entrance of a connection: its gate, the unauthenticated sockets, its address. */
export interface Door {
  readonly gate: Gate
  readonly strangers: Strangers
  readonly address: string
}

const PONG = Buffer.from('{"op":"pong"}')

export class Session implements Connection, Stranger {
  readonly #socket: WebSocket
  readonly #feeds: Feeds
  readonly #outbox: Outbox
  readonly #rates: Rates
  readonly #subscriptions = new Map<string, AnySubscription>()
  readonly #door: Door
  readonly #since: number
  #principal: Principal | undefined
  #answered = true
  #askedAt: number

  constructor(socket: WebSocket, feeds: Feeds, door: Door, principal: Principal | undefined) {
    this.#socket = socket
    this.#feeds = feeds
    this.#door = door
    const { clock } = feeds.parts
    this.#since = clock.now()
    this.#askedAt = this.#since
    this.#outbox = new Outbox(peerOf(socket), () => clock.now())
    this.#rates = new Rates(clock, { perSecond: LIVE_FRAMES_PER_S, burst: LIVE_BURST_FRAMES })
    socket.on('message', (data, isBinary) => this.#heard(data, isBinary))
    socket.on('pong', () => {
      this.#answered = true
    })
    // ws closes the socket itself, with a code that says why.
    socket.on('error', () => {})
    socket.on('close', () => this.#gone())
    feeds.add(this)
    if (principal !== undefined) this.#welcome(principal)
    else door.strangers.enter(this, door.address)
  }

  get caller(): string | undefined {
    return this.#principal?.name
  }

  tick(now: number): void {
    this.#outbox.tick(now)
    if (this.#principal === undefined && now - this.#since > LIVE_AUTH_MS) {
      this.#outbox.end('unauthenticated', 'Send { op: "auth", token } first.')
    }
    if (now - this.#askedAt < LIVE_PING_MS) return
    if (!this.#answered) {
      this.#socket.terminate()
      return
    }
    this.#answered = false
    this.#askedAt = now
    this.#socket.ping()
  }

  checkToken(): void {
    if (this.#principal === undefined) return
    if (this.#feeds.parts.auth.isValid(this.#principal)) return
    this.#outbox.end('unauthenticated', 'The token was revoked.')
    this.#gone()
  }

  close(): void {
    this.#outbox.end('closing', 'The server closes.')
    this.#gone()
  }

  tooMany(): void {
    this.#outbox.end('too-many', 'Others wait too. Say who you are at once.')
    this.#gone()
  }

  ended({ asked }: AnySubscription, code: string, message: string): void {
    this.#subscriptions.delete(asked.id)
    this.#outbox.send(errorFrame(asked.id, code, message))
  }

  #gone(): void {
    this.#door.strangers.leave(this)
    this.#feeds.remove(this)
    for (const subscription of this.#subscriptions.values()) this.#feeds.leave(subscription)
    this.#subscriptions.clear()
  }

  #heard(data: RawData, isBinary: boolean): void {
    this.#answered = true
    if (this.#rates.take('') > 0) {
      this.#outbox.end('too-many', 'Too many frames per second.')
      return
    }
    const parsed = isBinary ? undefined : parse(String(data))
    const read = frameIn.safeParse(parsed)
    if (!read.success) this.#refuse(parsed)
    else if (read.data.op === 'auth') this.#authenticate(read.data.token)
    else if (this.#principal === undefined) {
      this.#outbox.end('unauthenticated', 'Send { op: "auth", token } first.')
    } else if (read.data.op === 'ping') this.#outbox.send(PONG)
    else if (read.data.op === 'unsubscribe') this.#unsubscribe(read.data.id)
    else this.#subscribe(read.data)
  }

  /** A malformed frame with the id of a subscription is refused as one; any other ends the connection. */
  #refuse(frame: unknown): void {
    const { op, id } = (typeof frame === 'object' && frame !== null ? frame : {}) as {
      readonly op?: unknown
      readonly id?: unknown
    }
    if (op === 'subscribe' && typeof id === 'string' && this.#principal !== undefined) {
      const message = 'The frame is not as it must be. See docs/live.md.'
      this.#outbox.send(errorFrame(id.slice(0, 64), 'bad-request', message))
    } else this.#outbox.end('malformed', 'The frame is not as it must be.')
  }

  #authenticate(token: string): void {
    const principal = this.#feeds.parts.auth.fromToken(token)
    const other = this.#principal !== undefined && this.#principal !== principal
    if (principal === undefined && this.#door.gate.wrongToken(this.#door.address) > 0) {
      this.#outbox.end('too-many', 'Too many wrong tokens.')
    } else if (principal === undefined || other) {
      this.#outbox.end('unauthenticated', 'The token is not valid.')
    } else if (this.#principal === undefined && this.#feeds.isFull(principal.name)) {
      this.#outbox.end('too-many', 'Too many connections of one caller.')
    } else this.#welcome(principal)
  }

  #welcome(principal: Principal): void {
    this.#principal = principal
    this.#door.strangers.leave(this)
    const ready = { op: 'ready', session: system.uniqueId() }
    this.#outbox.send(Buffer.from(JSON.stringify(ready)))
  }

  #subscribe(frame: SubscribeFrame): void {
    if (this.#subscriptions.has(frame.id)) {
      const message = 'There is a subscription with this id. Use another id.'
      this.#outbox.send(errorFrame(frame.id, 'bad-request', message))
      return
    }
    if (this.#subscriptions.size >= LIVE_SUBSCRIPTIONS) {
      const most = `A connection has at most ${LIVE_SUBSCRIPTIONS} subscriptions.`
      this.#outbox.send(errorFrame(frame.id, 'too-large', `${most} End one first.`))
      return
    }
    try {
      const subscription = subscriptionOf(frame, this.#principal, this.#outbox)
      this.#subscriptions.set(frame.id, subscription)
      this.#feeds.join(subscription, this).catch((error: unknown) => {
        if (this.#subscriptions.get(frame.id) !== subscription) return
        this.#subscriptions.delete(frame.id)
        this.#failed(frame.id, error)
      })
    } catch (error) {
      this.#failed(frame.id, error)
    }
  }

  #failed(id: string, error: unknown): void {
    const { code, message, status } = answerOf(error)
    if (status === 500) this.#feeds.parts.log.error({ err: error }, 'a subscription failed')
    this.#outbox.send(errorFrame(id, code, message))
  }

  #unsubscribe(id: string): void {
    const subscription = this.#subscriptions.get(id)
    if (subscription === undefined) return
    this.#subscriptions.delete(id)
    this.#feeds.leave(subscription)
  }
}

function peerOf(socket: WebSocket): Peer {
  return {
    get waiting() {
      return socket.bufferedAmount
    },
    send: (frame, _rev, sent) => socket.send(frame, { binary: false }, sent),
    end: (code, reason) => {
      // A slow peer would not read the reason either.
      if (code !== 'slow') socket.close(closeCodes[code], reason)
      if (code === 'slow') socket.terminate()
      // Nor may one that does not answer keep the server from closing.
      else void system.delay(LIVE_CLOSE_MS).then(() => socket.terminate())
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
