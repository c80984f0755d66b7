// The live feed of one workflow: its status, and its runs as commits move them. Nothing is kept here: what was missed is
// read from the store, by the number of the commit. A workflow that this host runs is looked at as soon as it changes; one
// that another host runs, when the store has moved on, and now and then.

import type { WorkflowDetail } from '@cellwake/client'
import type { ChangedRun } from '@cellwake/workflows'
import { LIVE_LATE_EVENTS, LIVE_LINGER_MS, LIVE_LOOK_AGAIN_MS, LIVE_LOOK_MS } from '../limits.ts'
import type { WorkflowNews, WorkflowSubscription } from './workflow-subscription.ts'

export interface WorkflowFeedParts {
  /** Throws if there is no such workflow. */
  status(): Promise<WorkflowDetail>
  /** Undefined if they are too many. */
  runsSince(rev: number, most: number): Promise<ChangedRun[] | undefined>
  /** Whether this host runs it, so that `changed` is called. */
  isHere(): boolean
  now(): number
  /** The newest commit that is known here. */
  newestRev(): number
  /** Runs at a time; at once for one that has passed. */
  at(time: number, fn: () => void): void
}

export class WorkflowFeed {
  readonly #parts: WorkflowFeedParts
  readonly #members = new Set<WorkflowSubscription>()
  /** Looks and joins, one after the other: each member gets every change behind its first frame. */
  #turns: Promise<unknown> = Promise.resolve()
  /** Runs of commits up to there have been told; undefined before the first look. */
  #seen: number | undefined
  #status: (WorkflowNews & { readonly text: string }) | undefined
  #scheduled = false
  #lookedAt = Number.NEGATIVE_INFINITY
  #emptySince: number

  constructor(parts: WorkflowFeedParts) {
    this.#parts = parts
    this.#emptySince = parts.now()
  }

  /** It holds no cells. */
  readonly cells = 0

  /** Sends the present state, with the runs that moved since a revision, and then every change. */
  join(subscription: WorkflowSubscription): Promise<void> {
    this.#emptySince = this.#parts.now()
    return this.#enter(async () => {
      const status = await this.#look()
      const missed = await this.#missed(subscription.asked.fromRev, status.rev)
      if (subscription.closed) return
      this.#members.add(subscription)
      subscription.start(status, missed)
      // Something may have happened while it was not yet a member.
      this.changed()
    })
  }

  leave(subscription: WorkflowSubscription): void {
    subscription.close()
    this.#members.delete(subscription)
    if (this.#members.size === 0) this.#emptySince = this.#parts.now()
  }

  /** Something of it may be different. */
  changed(): void {
    if (this.#scheduled || this.#members.size === 0) return
    this.#scheduled = true
    this.#parts.at(this.#lookedAt + LIVE_LOOK_MS, () => {
      this.#scheduled = false
      if (this.#members.size === 0) return
      // The store is away: the next tick tries again, since the look was none.
      this.#enter(() => this.#look()).catch(() => {})
    })
  }

  /** False when the feed has had no subscribers for a while. */
  tick(now: number): boolean {
    if (this.#members.size === 0) return now - this.#emptySince <= LIVE_LINGER_MS
    const isBehind = (this.#seen ?? 0) < this.#parts.newestRev()
    const isOld = now - this.#lookedAt >= LIVE_LOOK_AGAIN_MS
    if (isOld || (isBehind && !this.#parts.isHere())) this.changed()
    return true
  }

  close(): void {
    this.#members.clear()
  }

  #enter<T>(fn: () => Promise<T>): Promise<T> {
    const done = this.#turns.then(fn)
    this.#turns = done.catch(() => {})
    return done
  }

  /** Tells the members what is different up to the newest commit, and gives the status. */
  async #look(): Promise<WorkflowNews> {
    const head = this.#parts.newestRev()
    this.#lookedAt = this.#parts.now()
    const { runs, isMore } = await this.#movedSince(this.#seen ?? head, head)
    const status = await this.#parts.status()
    this.#seen = head
    for (const member of this.#members) {
      if (runs === undefined) member.reset('too much has changed at once', head)
      else for (const news of runs) member.tell(news)
    }
    const text = JSON.stringify(status)
    const isSame = this.#status?.text === text
    this.#status = { rev: head, event: { type: 'status', status }, text }
    const { rev, event } = this.#status
    if (!isSame) for (const member of this.#members) member.tell({ rev, event })
    if (isMore) this.changed()
    return { rev, event }
  }

  /** Runs of that revision too: some of them may have been in flight when the connection was cut. */
  async #missed(
    fromRev: number | undefined,
    head: number,
  ): Promise<readonly WorkflowNews[] | string> {
    if (fromRev === undefined) return []
    if (fromRev > head) return 'the revision to resume from is unknown here'
    const { runs } = await this.#movedSince(fromRev - 1, head)
    return runs ?? 'too much has changed since'
  }

  /** Runs that commits up to `head` have moved; `isMore` if later ones have, which the next look tells. */
  async #movedSince(since: number, head: number): Promise<Moved> {
    const all = await this.#parts.runsSince(since, LIVE_LATE_EVENTS)
    const known = all?.filter(({ rev }) => rev <= head)
    const runs = known?.map(({ rev, run }): WorkflowNews => ({ rev, event: { type: 'run', run } }))
    return { runs, isMore: known?.length !== all?.length }
  }
}

interface Moved {
  /** Undefined if they are too many. */
  readonly runs: readonly WorkflowNews[] | undefined
  readonly isMore: boolean
}
