// The live client: cells and workflows as they change, over one WebSocket for all subscriptions. It connects at the
// first subscription, and after a loss reconnects and resumes from the last revision.

import type { FrameOut } from './contract/live.ts'
import { type Environment, environment, globalSocket, type LiveSocketClass } from './environment.ts'
import { clientError } from './errors.ts'
import { RECONNECT_DELAY_MAX_MS } from './limits.ts'
import { LiveConnection, type LiveState } from './live-connection.ts'
import {
  type LiveHandlers,
  LiveSubscription,
  type Subscribe,
  type Subscription,
} from './live-subscription.ts'
import {
  type SubscribeWorkflow,
  type WorkflowHandlers,
  WorkflowSubscription,
} from './live-workflow.ts'

export interface LiveClientOptions {
  /** Where the server is, such as `http://127.0.0.1:4755`. */
  readonly url: string
  readonly token?: string | undefined
  /** The browser's by default; Node 20 has none, so pass that of the package ws. */
  readonly WebSocket?: LiveSocketClass
  /** Replaces time and chance, for tests. */
  readonly environment?: Partial<Environment>
}

export interface Following {
  close(): void
}

export interface Subscribed extends Following {
  /** Other cells from now on; handlers get a snapshot of them first. */
  update(symbols: readonly string[]): void
}

type StateListener = (state: LiveState, since: number) => void

/** The model moves to another host or is loaded: a retry later helps. */
const PASSING_CODES: readonly string[] = ['owned-elsewhere', 'closed', 'unavailable']

export class LiveClient {
  readonly #options: LiveClientOptions
  readonly #environment: Environment
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #listeners = new Set<StateListener>()
  #connection: LiveConnection | undefined
  #ids = 0
  #closed = false

  constructor(options: LiveClientOptions) {
    this.#options = options
    this.#environment = { ...environment, ...options.environment }
  }

  /** Subscribes to these cells and events, or to a workflow, until it is closed. */
  subscribe(asked: Subscribe, handlers: LiveHandlers): Subscribed
  subscribe(asked: SubscribeWorkflow, handlers: WorkflowHandlers): Following
  subscribe(
    asked: Subscribe | SubscribeWorkflow,
    handlers: LiveHandlers & WorkflowHandlers,
  ): Following {
    if ('model' in asked) return this.#cells(asked, handlers)
    const one = this.#begin(new WorkflowSubscription(this.#nextId(), asked, handlers))
    return { close: () => this.#end(one) }
  }

  #cells(asked: Subscribe, handlers: LiveHandlers): Subscribed {
    let current = this.#begin(new LiveSubscription(this.#nextId(), asked, handlers))
    return {
      close: () => this.#end(current),
      update: (symbols) => {
        if (!this.#subscriptions.has(current.id)) return
        this.#end(current)
        current = this.#begin(current.other(this.#nextId(), symbols))
      },
    }
  }

  /** Calls `fn` with the state of the connection: now, and at each change. */
  onState(fn: StateListener): () => void {
    this.#listeners.add(fn)
    fn(this.#connection?.state ?? 'connecting', this.#connection?.since ?? this.#environment.now())
    return () => this.#listeners.delete(fn)
  }

  /** Ends all subscriptions and the connection, for good: handlers are not called any more. */
  close(): void {
    this.#closed = true
    this.#subscriptions.clear()
    this.#connection?.close()
    this.#listeners.clear()
  }

  #nextId(): string {
    this.#ids++
    return String(this.#ids)
  }

  #begin<S extends Subscription>(subscription: S): S {
    if (this.#closed) return subscription
    this.#subscriptions.set(subscription.id, subscription)
    if (this.#connection === undefined) this.#connect()
    else this.#connection.send(subscription.frame())
    return subscription
  }

  #end(subscription: Subscription): void {
    if (!this.#subscriptions.delete(subscription.id)) return
    this.#connection?.send({ op: 'unsubscribe', id: subscription.id })
  }

  #connect(): void {
    const Socket = this.#options.WebSocket ?? globalSocket()
    if (Socket === undefined) throw clientError('no-websocket', 'There is no WebSocket here.')
    this.#connection = new LiveConnection({
      url: `${this.#options.url.replace(/^http/, 'ws').replace(/\/+$/, '')}/api/live`,
      token: this.#options.token,
      Socket,
      environment: this.#environment,
      ready: () => {
        for (const each of this.#subscriptions.values()) this.#connection?.send(each.frame())
      },
      heard: (frame) => this.#heard(frame),
      changed: (state, since) => {
        for (const listener of this.#listeners) listener(state, since)
      },
      refused: (error) => {
        const all = [...this.#subscriptions.values()]
        this.#subscriptions.clear()
        for (const each of all) each.failed(error)
      },
    })
  }

  #heard(frame: FrameOut): void {
    if (!('id' in frame)) return
    // Frames that were in flight when a subscription was closed are dropped.
    const subscription = this.#subscriptions.get(frame.id)
    if (subscription === undefined) return
    if ('error' in frame) {
      if (PASSING_CODES.includes(frame.error.code)) this.#later(subscription)
      else this.#subscriptions.delete(frame.id)
    }
    subscription.heard(frame)
  }

  #later(subscription: Subscription): void {
    const pause = (RECONNECT_DELAY_MAX_MS / 10) * (0.5 + this.#environment.random())
    this.#environment.after(pause, () => {
      if (this.#subscriptions.get(subscription.id) !== subscription) return
      this.#connection?.send(subscription.frame())
    })
  }
}
