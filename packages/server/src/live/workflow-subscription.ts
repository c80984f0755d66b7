// One peer's subscription to a workflow: its status, and runs as they move. While the peer is slow the newest of each is
// kept; when that is too much, nothing is, and a reset is owed.

import type { WorkflowEvent } from '@cellwake/client'
import { LIVE_LATE_EVENTS } from '../limits.ts'
import { Change, eventFrame } from './change.ts'
import type { Outbox, Waiting } from './outbox.ts'

export interface AskedWorkflow {
  readonly id: string
  readonly workflow: string
  readonly fromRev: number | undefined
}

export interface WorkflowNews {
  readonly rev: number
  readonly event: WorkflowEvent
}

export class WorkflowSubscription implements Waiting {
  readonly asked: AskedWorkflow
  readonly #id: string
  readonly #outbox: Outbox
  /** The backlog of a slow peer, by what it is about, in the order of revisions. */
  readonly #late = new Map<string, WorkflowNews>()
  #status: WorkflowNews | undefined
  /** The reason for which a reset is owed. */
  #lost: string | undefined
  #rev = 0
  /** It holds no cells. */
  readonly group = undefined
  closed = false

  constructor(asked: AskedWorkflow, outbox: Outbox) {
    this.asked = asked
    this.#id = JSON.stringify(asked.id)
    this.#outbox = outbox
  }

  /** The first frames: the runs that were missed and the status as it is, or a reset with its reason. */
  start(status: WorkflowNews, missed: readonly WorkflowNews[] | string): void {
    this.#status = status
    if (typeof missed === 'string') this.reset(missed, status.rev)
    else for (const news of [...missed, status]) this.tell(news)
  }

  tell(news: WorkflowNews): void {
    if (news.event.type === 'status') this.#status = news
    this.#rev = Math.max(this.#rev, news.rev)
    if (!this.#outbox.isSlow) {
      this.#send(news)
      return
    }
    this.#outbox.wait(this)
    if (this.#lost !== undefined) return
    const about = news.event.type === 'run' ? `run ${news.event.run.id}` : 'status'
    this.#late.delete(about)
    this.#late.set(about, news)
    if (this.#late.size > LIVE_LATE_EVENTS) this.forget('slow reader')
  }

  /** Runs may have moved that were not told: whoever listens must ask for them anew. */
  reset(reason: string, rev: number): void {
    this.forget(reason)
    this.#rev = Math.max(this.#rev, rev)
    if (this.#outbox.isSlow) this.#outbox.wait(this)
    else this.catchUp()
  }

  forget(reason: string): void {
    this.#late.clear()
    this.#lost = reason
  }

  catchUp(): void {
    if (this.closed) return
    const reason = this.#lost
    const late = [...this.#late.values()]
    this.#late.clear()
    this.#lost = undefined
    if (reason === undefined) {
      // Straight out, even if that makes the peer slow again: it is bounded, and order is kept.
      for (const news of late) this.#send(news)
      return
    }
    this.#outbox.send(new Change(this.#rev, new Map()).reset(this.#id, reason), this.#rev)
    if (this.#status !== undefined) this.#send({ ...this.#status, rev: this.#rev })
  }

  close(): void {
    this.closed = true
    this.#outbox.leave(this)
  }

  #send({ rev, event }: WorkflowNews): void {
    this.#outbox.send(eventFrame(this.#id, rev, event), rev)
  }
}
