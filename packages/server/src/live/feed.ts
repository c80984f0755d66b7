// The live feed of one model: the groups of watched cells, its events, and the recovery when the model is
// closed under us, because it was deployed again, lost or deleted. Changes are sent once all that the model
// has computed is durable, so a revision in a frame is a consistent snapshot.

import type { LiveModel } from '@cellwake/engine'
import {
  LIVE_FIRST_SETTLE_MS,
  LIVE_KEPT_EVENTS,
  LIVE_LINGER_MS,
  LIVE_SETTLE_MS,
  LIVE_SETTLE_TURNS,
  LIVE_TELL_MS,
} from '../limits.ts'
import { Change } from './change.ts'
import { Group } from './group.ts'
import { JobNews } from './job-news.ts'
import type { Asked, KeptEvent, Subscription } from './subscription.ts'

export interface FeedParts {
  open(): Promise<LiveModel>
  now(): number
  /** The newest revision that there is, of any model. */
  newestRev(): number
  /** Runs after this turn of the event loop. */
  defer(fn: () => void): void
  /** Runs at a time; at once for one that has passed. */
  at(time: number, fn: () => void): void
  /** Throws if a subscription may not hold so many cells. */
  mayHold(subscription: Subscription, cells: number): void
  /** A subscription ends, because its model did. */
  ended(subscription: Subscription, error: unknown): void
}

interface Patience {
  isOver(): boolean
}

export class Feed {
  readonly #parts: FeedParts
  readonly #groups = new Map<string, Group>()
  readonly #members = new Set<Subscription>()
  #model: LiveModel | undefined
  #opening: Promise<LiveModel> | undefined
  #stopEvents: () => void = () => {}
  #events: KeptEvent[] = []
  /** Events of later revisions than this are all in `#events`. */
  #eventsSince = 0
  #newEvents: KeptEvent[] = []
  /** The reason for which events may have passed unheard. */
  #missed: string | undefined
  /** Jobs are read and kept from when somebody asked for events. */
  #jobs: JobNews | undefined
  #flushing = false
  #emptySince: number

  constructor(parts: FeedParts) {
    this.#parts = parts
    this.#emptySince = parts.now()
  }

  /** Sends a snapshot, or the changes since a revision, and then every change. */
  async join(subscription: Subscription): Promise<void> {
    const model = await this.#settled()
    if (subscription.closed) return
    const { asked } = subscription
    // Pending changes of the group are flushed first, lest the new member gets them twice, or not
    // at all.
    if (asked.events) this.#hearJobs(model)
    this.#tellEvents()
    this.#groups.get(keyOf(asked))?.flush(model, true)
    const group = asked.symbols.length === 0 ? undefined : this.#group(model, subscription)
    if (group !== undefined) this.#mustHaveRoom(subscription, group)
    group?.members.add(subscription)
    subscription.group = group
    this.#members.add(subscription)
    this.#start(subscription, group, model.rev)
  }

  /** The number of cells held for its subscribers. */
  get cells(): number {
    let cells = 0
    for (const group of this.#groups.values()) cells += group.weight
    return cells
  }

  leave(subscription: Subscription): void {
    subscription.close()
    if (!this.#members.delete(subscription)) return
    subscription.group?.members.delete(subscription)
    if (this.#members.size === 0) this.#emptySince = this.#parts.now()
    // Demand ends with its subscriber.
    const { group } = subscription
    if (group !== undefined && group.members.size === 0) this.#drop(group)
  }

  /** False when the feed has had no subscribers for a while. */
  tick(now: number): boolean {
    if (this.#members.size === 0 && now - this.#emptySince > LIVE_LINGER_MS) return false
    if (this.#model !== undefined && !this.#model.isOpen) this.#schedule()
    return true
  }

  close(): void {
    for (const group of this.#groups.values()) group.end()
    this.#groups.clear()
    this.#members.clear()
    this.#stopEvents()
    this.#jobs?.close()
  }

  /** The store was cut off for a moment, and does not say which jobs have changed. */
  missedJobs(): void {
    if (this.#jobs === undefined) return
    this.#missed = 'changes of jobs may have passed unheard'
    this.#schedule()
  }

  #hearJobs(model: LiveModel): void {
    if (this.#jobs !== undefined) return
    this.#eventsSince = Math.max(this.#eventsSince, model.rev)
    this.#jobs = new JobNews({
      read: async (id) => (await this.#open()).jobs.get(id),
      tell: (job) => {
        const newest = this.#newEvents.at(-1)?.rev ?? this.#events.at(-1)?.rev ?? 0
        const rev = Math.max(newest, this.#model?.rev ?? 0)
        this.#newEvents.push({ rev, event: { type: 'job', job } })
        this.#schedule()
      },
      now: () => this.#parts.now(),
      at: (time, fn) => this.#parts.at(time, fn),
    })
  }

  #start(subscription: Subscription, group: Group | undefined, rev: number): void {
    const { fromRev, events } = subscription.asked
    const whole = group?.whole() ?? new Change(rev, new Map())
    if (fromRev === undefined) {
      subscription.start(whole, undefined)
      return
    }
    const since = group === undefined ? whole.since(fromRev) : group.since(fromRev)
    if (fromRev > this.#parts.newestRev()) {
      subscription.start(whole, 'the revision to resume from is unknown here')
    } else if (since === undefined || (events && fromRev <= this.#eventsSince)) {
      subscription.start(whole, 'what happened since is not kept')
    } else {
      // Events of that revision too: some may have been in flight when the connection was cut.
      const missed = events ? this.#events.filter((kept) => kept.rev >= fromRev) : []
      for (const kept of missed) subscription.event(kept)
      subscription.start(since, undefined)
    }
  }

  #group(model: LiveModel, { asked }: Subscription): Group {
    const key = keyOf(asked)
    const known = this.#groups.get(key)
    if (known !== undefined) return known
    const group = new Group({
      symbols: asked.symbols,
      demand: asked.demand,
      news: () => this.#schedule(),
      grew: () => this.#grew(group),
      failed: (error) => this.#failed(group, error),
    })
    group.begin(model)
    this.#groups.set(key, group)
    return group
  }

  #mustHaveRoom(subscription: Subscription, group: Group): void {
    try {
      this.#parts.mayHold(subscription, group.weight)
    } catch (error) {
      if (group.members.size === 0) this.#drop(group)
      throw error
    }
  }

  /** A rectangle holds more than when it was asked for. */
  #grew(group: Group): void {
    for (const member of this.#membersOf(group)) {
      try {
        this.#parts.mayHold(member, 0)
      } catch (error) {
        this.#end(member, error)
      }
    }
  }

  #failed(group: Group, error: unknown): void {
    for (const member of this.#membersOf(group)) this.#end(member, error)
    this.#drop(group)
  }

  #membersOf(group: Group): Subscription[] {
    return [...this.#members].filter((member) => member.group === group)
  }

  #end(member: Subscription, error: unknown): void {
    this.leave(member)
    this.#parts.ended(member, error)
  }

  #drop(group: Group): void {
    group.end()
    for (const [key, other] of this.#groups) if (other === group) this.#groups.delete(key)
  }

  // The model

  /** The model, at a moment when everything it shows is durable. */
  async #settled(): Promise<LiveModel> {
    const patience = this.#patience(LIVE_FIRST_SETTLE_MS)
    for (;;) {
      const model = await this.#open()
      const isSettled = model.isSettled || patience.isOver()
      if (model.isOpen && model.isAtRest && isSettled) return model
      await model.rested()
      await new Promise<void>((resolve) => this.#parts.defer(resolve))
    }
  }

  /** Over when it was asked often enough and for long enough: one busy turn may take longer than all. */
  #patience(ms: number): Patience {
    let turns = 0
    const since = this.#parts.now()
    return {
      isOver: () => {
        turns++
        return turns > LIVE_SETTLE_TURNS && this.#parts.now() - since > ms
      },
    }
  }

  #open(): Promise<LiveModel> | LiveModel {
    if (this.#model?.isOpen === true) return this.#model
    this.#opening ??= this.#reopen().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #reopen(): Promise<LiveModel> {
    const model = await this.#parts.open()
    const isFirst = this.#model === undefined
    // Listeners move on to a new version by themselves, and are notified of it first.
    const moved = this.#newEvents.some(({ event }) => event.type === 'deployed')
    this.#model = model
    if (isFirst || !moved) this.#eventsSince = model.rev
    if (!isFirst && !moved) this.#missed = 'the model was opened anew'
    this.#stopEvents()
    this.#stopEvents = model.onEvent((event, rev) => {
      if (event.type === 'job') {
        this.#jobs?.note(event.id)
        return
      }
      this.#newEvents.push({ rev, event })
      this.#schedule()
    })
    for (const group of this.#groups.values()) group.moveTo(model)
    if (this.#groups.size > 0) this.#schedule()
    return model
  }

  // Telling

  #schedule(): void {
    if (this.#flushing) return
    this.#flushing = true
    const patience = this.#patience(LIVE_SETTLE_MS)
    // After everything that follows from the same verdict: firings belong to their cause.
    process.nextTick(() => this.#flush(patience))
  }

  #flush(patience: Patience): void {
    const model = this.#model
    const mayRead = model?.isSettled === true || patience.isOver()
    if (model === undefined || !model.isOpen) {
      this.#flushing = false
      this.#comeBack()
      return
    }
    // Not until the queue is empty: the end of the model may be in it, and earlier changes are sent before
    // it.
    const settled = model.settled()
    if (settled !== undefined) void settled.then(() => this.#flush(patience))
    else if (this.#flushNow(model, mayRead)) this.#flushing = false
    else this.#parts.defer(() => this.#flush(patience))
  }

  /** False if some of it must wait until it can be read. */
  #flushNow(model: LiveModel, mayRead: boolean): boolean {
    // Before the cells: a client that has seen the cells of a revision has seen its events.
    this.#tellEvents()
    let done = true
    const until = this.#parts.now() + LIVE_TELL_MS
    for (const [key, group] of [...this.#groups].filter(([, { hasNews }]) => hasNews)) {
      if (this.#parts.now() >= until) return false
      done = group.flush(model, mayRead) && done
      // The next time the others come first.
      if (this.#groups.delete(key)) this.#groups.set(key, group)
    }
    const missed = this.#missed
    if (missed === undefined) return done
    this.#missed = undefined
    for (const member of this.#members) if (member.asked.events) member.reset(missed, model.rev)
    return done
  }

  #tellEvents(): void {
    for (const kept of this.#newEvents.splice(0)) this.#tellEvent(kept)
  }

  #tellEvent(kept: KeptEvent): void {
    this.#events.push(kept)
    if (this.#events.length > LIVE_KEPT_EVENTS) this.#eventsSince = this.#events.shift()!.rev
    for (const member of this.#members) if (member.asked.events) member.event(kept)
  }

  /** The model is closed. If it is opened again, the feed moves there; if not, subscribers are told. */
  #comeBack(): void {
    const opened = Promise.resolve(this.#open())
    opened.then(
      () => this.#schedule(),
      (error: unknown) => {
        this.#tellEvents()
        for (const member of [...this.#members]) this.#end(member, error)
      },
    )
  }
}

/** Subscriptions with the same key get the same frames. */
function keyOf({ demand, symbols }: Asked): string {
  return JSON.stringify([demand, symbols])
}
