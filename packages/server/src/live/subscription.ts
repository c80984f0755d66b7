// One subscription of one peer. It gets changes and events in the order of revisions. While the peer is slow
// it keeps the newest of each cell; when that is too much, it keeps nothing and owes a reset.

import type { CellView, ModelEvent as EngineEvent, JobView } from '@cellwake/engine'
import { LIVE_LATE_CELLS, LIVE_LATE_EVENTS } from '../limits.ts'
import { Change, eventFrame } from './change.ts'
import type { Group, Member } from './group.ts'
import type { Outbox, Waiting } from './outbox.ts'

export interface Asked {
  readonly id: string
  readonly model: string
  /** Empty for events alone. */
  readonly symbols: readonly string[]
  readonly events: boolean
  readonly demand: boolean
  readonly fromRev: number | undefined
}

export interface KeptEvent {
  readonly rev: number
  readonly event: ModelEvent
}

/** The engine names a job; a reader gets it whole. */
type ModelEvent =
  | Exclude<EngineEvent, { readonly type: 'job' }>
  | { readonly type: 'job'; readonly job: JobView }

export class Subscription implements Member, Waiting {
  readonly asked: Asked
  readonly #id: string
  readonly #outbox: Outbox
  /** The backlog of a slow peer: changes not yet sent. */
  readonly #late = new Map<string, CellView>()
  #lateEvents: KeptEvent[] = []
  #lateRev = 0
  /** Why a reset is owed. */
  #lost: string | undefined
  /** The cells it follows; none for events alone. */
  group: Group | undefined
  closed = false

  constructor(asked: Asked, outbox: Outbox) {
    this.asked = asked
    this.#id = JSON.stringify(asked.id)
    this.#outbox = outbox
  }

  /** The first frame: a snapshot, the changes since, or a reset with its reason. */
  start(first: Change, resetReason: string | undefined): void {
    const frame =
      resetReason === undefined ? first.frame(this.#id) : first.reset(this.#id, resetReason)
    this.#outbox.send(frame, first.rev)
  }

  tell(change: Change): void {
    if (!this.#outbox.isSlow) {
      this.#outbox.send(change.frame(this.#id), change.rev)
      return
    }
    this.#outbox.wait(this)
    this.#lateRev = change.rev
    if (this.#lost !== undefined) return
    for (const [symbol, view] of change.cells) this.#late.set(symbol, view)
    if (this.#late.size > LIVE_LATE_CELLS) this.forget('slow reader')
  }

  event(kept: KeptEvent): void {
    if (!this.#outbox.isSlow) {
      this.#outbox.send(eventFrame(this.#id, kept.rev, kept.event), kept.rev)
      return
    }
    this.#outbox.wait(this)
    this.#lateRev = kept.rev
    if (this.#lost !== undefined) return
    this.#lateEvents.push(kept)
    if (this.#lateEvents.length > LIVE_LATE_EVENTS) this.forget('slow reader')
  }

  /** Something may be missing: everything is sent anew. */
  reset(reason: string, rev: number): void {
    this.forget(reason)
    this.#lateRev = rev
    if (this.#outbox.isSlow) this.#outbox.wait(this)
    else this.catchUp()
  }

  forget(reason: string): void {
    this.#late.clear()
    this.#lateEvents = []
    this.#lost = reason
  }

  catchUp(): void {
    if (this.closed) return
    const reason = this.#lost
    const cells = new Map(this.#late)
    const events = this.#lateEvents
    this.#late.clear()
    this.#lateEvents = []
    this.#lost = undefined
    if (reason !== undefined) {
      const whole = this.group?.whole() ?? new Change(this.#lateRev, new Map())
      this.#outbox.send(whole.reset(this.#id, reason), whole.rev)
      return
    }
    // Straight out, even if that makes the peer slow again: it is bounded, and order is kept.
    for (const { rev, event } of events) this.#outbox.send(eventFrame(this.#id, rev, event), rev)
    if (cells.size > 0) {
      const change = new Change(this.#lateRev, cells)
      this.#outbox.send(change.frame(this.#id), change.rev)
    }
  }

  close(): void {
    this.closed = true
    this.#outbox.leave(this)
  }
}
