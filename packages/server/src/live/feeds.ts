// The feeds of all followed models and workflows, and all connections.

import { EngineError, FairQueue } from '@cellwake/engine'
import { system } from '@cellwake/store'
import { answerOf } from '../error-answer.ts'
import {
  LIVE_ALL_CELLS,
  LIVE_CALLER_CELLS,
  LIVE_CALLER_CONNECTIONS,
  LIVE_CELLS,
  LIVE_CONNECTION_CELLS,
  LIVE_CONNECTIONS,
  LIVE_TICK_MS,
} from '../limits.ts'
import type { Parts } from '../parts.ts'
import { detail, here } from '../workflow-detail.ts'
import { Feed } from './feed.ts'
import { Subscription } from './subscription.ts'
import { WorkflowFeed } from './workflow-feed.ts'
import type { WorkflowSubscription } from './workflow-subscription.ts'

export type LiveParts = Pick<
  Parts,
  'engine' | 'workflows' | 'store' | 'clock' | 'auth' | 'origins' | 'metrics' | 'log'
>

export type AnySubscription = Subscription | WorkflowSubscription

/** One connection, over either transport. */
export interface Connection {
  /** Undefined until it has authenticated. */
  readonly caller: string | undefined
  tick(now: number): void
  /** Its token may be good no more. */
  checkToken(): void
  close(): void
  /** A subscription of it ends, because its model did. */
  ended(subscription: AnySubscription, code: string, message: string): void
}

export class Feeds {
  readonly parts: LiveParts
  readonly #models = new Map<string, Feed>()
  readonly #workflows = new Map<string, WorkflowFeed>()
  readonly #connections = new Set<Connection>()
  readonly #owners = new Map<AnySubscription, Connection>()
  readonly #joins = new FairQueue<() => void>()
  #joining = false
  readonly #stopListening: (() => void)[]
  #alarm: ReturnType<LiveParts['clock']['wake']> | undefined
  #closed = false

  constructor(parts: LiveParts) {
    this.parts = parts
    const stopRevoked = parts.auth.onRevoked(() => {
      for (const connection of [...this.#connections]) connection.checkToken()
    })
    const stopChanges = parts.workflows?.onChange((name) => this.#workflows.get(name)?.changed())
    const stopArrivals = parts.store.onArrival(({ everything }) => {
      if (everything === true) for (const feed of this.#models.values()) feed.missedJobs()
    })
    this.#stopListening = [stopRevoked, stopChanges ?? (() => {}), stopArrivals]
  }

  // Connections

  /** Whether the limit on connections is reached. Unauthenticated ones do not count. */
  isFull(caller: string | undefined): boolean {
    let known = 0
    let same = 0
    for (const connection of this.#connections) {
      if (connection.caller === undefined) continue
      known++
      if (connection.caller === caller) same++
    }
    return this.#closed || known >= LIVE_CONNECTIONS || same >= LIVE_CALLER_CONNECTIONS
  }

  add(connection: Connection): void {
    this.#connections.add(connection)
    this.#arm()
  }

  remove(connection: Connection): void {
    this.#connections.delete(connection)
  }

  // Subscriptions

  /** Resolves when the first frame is sent. Throws the refusal of the model, the workflow or the symbols. */
  async join(subscription: AnySubscription, owner: Connection): Promise<void> {
    this.#owners.set(subscription, owner)
    this.parts.metrics.subscribers.inc()
    try {
      await this.#turnOf(owner.caller ?? '')
      if (subscription instanceof Subscription) {
        await this.#feed(subscription.asked.model).join(subscription)
      } else await this.#workflowFeed(subscription.asked.workflow).join(subscription)
    } catch (error) {
      this.leave(subscription)
      throw error
    }
  }

  /** One joins at a time, each caller in its turn: to read and write so many cells takes long. */
  #turnOf(caller: string): Promise<void> {
    return new Promise((resolve) => {
      this.#joins.add(caller, resolve)
      if (!this.#joining) this.#joinNext()
    })
  }

  #joinNext(): void {
    this.#joining = true
    system.defer(() => {
      const next = this.#joins.take(() => true)
      this.#joining = next !== undefined
      if (next === undefined) return
      next.what()
      this.#joinNext()
    })
  }

  #mayHold(subscription: Subscription, cells: number): void {
    const owner = this.#owners.get(subscription)
    if (owner === undefined) return
    const ofOne = cells + (subscription.group?.weight ?? 0)
    let [ofConnection, ofCaller, inAll] = [cells, cells, 0]
    for (const [{ group }, other] of this.#owners) {
      const held = group?.weight ?? 0
      if (other === owner) ofConnection += held
      if (other.caller === owner.caller) ofCaller += held
    }
    for (const feed of this.#models.values()) inAll += feed.cells
    for (const [held, most, whose] of [
      [ofOne, LIVE_CELLS, 'One subscription holds'],
      [ofConnection, LIVE_CONNECTION_CELLS, 'All subscriptions of a connection hold'],
      [ofCaller, LIVE_CALLER_CELLS, 'All subscriptions of a caller hold'],
      [inAll, LIVE_ALL_CELLS, 'All subscriptions here hold'],
    ] as const) {
      if (held <= most) continue
      const what = `${whose} at most ${most} cells, of which large ones count as several.`
      throw new EngineError('too-much-memory', what)
    }
  }

  leave(subscription: AnySubscription): void {
    subscription.close()
    if (!this.#owners.delete(subscription)) return
    this.parts.metrics.subscribers.dec()
    if (subscription instanceof Subscription) {
      this.#models.get(subscription.asked.model)?.leave(subscription)
    } else this.#workflows.get(subscription.asked.workflow)?.leave(subscription)
  }

  #feed(id: string): Feed {
    const known = this.#models.get(id)
    if (known !== undefined) return known
    const { engine, store, clock } = this.parts
    const feed = new Feed({
      open: () => engine.model(id),
      now: () => clock.now(),
      newestRev: () => store.seq,
      defer: system.defer,
      at: (time, fn) => this.#at(time, fn),
      mayHold: (subscription, cells) => this.#mayHold(subscription, cells),
      ended: (subscription, error) => this.#ended(subscription, error),
    })
    this.#models.set(id, feed)
    this.#arm()
    return feed
  }

  #workflowFeed(name: string): WorkflowFeed {
    const known = this.#workflows.get(name)
    if (known !== undefined) return known
    const { parts } = this
    const { store, clock } = parts
    const feed = new WorkflowFeed({
      status: () => detail(parts, name),
      runsSince: (rev, most) => here(parts, name).runsSince(name, rev, most),
      isHere: () => here(parts, name).isHere(name),
      now: () => clock.now(),
      newestRev: () => store.seq,
      at: (time, fn) => this.#at(time, fn),
    })
    this.#workflows.set(name, feed)
    this.#arm()
    return feed
  }

  #ended(subscription: Subscription, error: unknown): void {
    const owner = this.#owners.get(subscription)
    this.leave(subscription)
    const { code, message, status } = answerOf(error)
    if (status >= 500 && status !== 503) this.parts.log.error({ err: error }, 'a live model failed')
    owner?.ended(subscription, code, message)
  }

  // Time

  #at(time: number, fn: () => void): void {
    if (time <= this.parts.clock.now()) system.defer(fn)
    else this.parts.clock.wake(time, fn)
  }

  #arm(): void {
    if (this.#alarm !== undefined || this.#closed) return
    const { clock } = this.parts
    this.#alarm = clock.wake(clock.now() + LIVE_TICK_MS, () => {
      this.#alarm = undefined
      this.#tick(clock.now())
      const feeds = this.#models.size + this.#workflows.size
      if (this.#connections.size > 0 || feeds > 0) this.#arm()
    })
  }

  #tick(now: number): void {
    for (const connection of [...this.#connections]) connection.tick(now)
    for (const feeds of [this.#models, this.#workflows]) {
      for (const [id, feed] of feeds) {
        if (feed.tick(now)) continue
        feed.close()
        feeds.delete(id)
      }
    }
  }

  close(): void {
    this.#closed = true
    if (this.#alarm !== undefined) this.parts.clock.cancel(this.#alarm)
    for (const stop of this.#stopListening) stop()
    for (const connection of [...this.#connections]) connection.close()
    for (const feeds of [this.#models, this.#workflows]) {
      for (const feed of feeds.values()) feed.close()
      feeds.clear()
    }
  }
}
