// Timers of external calls, for changes by the mere passing of time: an answer gets old, or too old to serve, or a
// failed call is retried. One heap for all calls of a model and one alarm for the earliest. A call is in it from when it
// ran; a dormant one is only marked when its time comes, and leaves.

import { type AlarmHandle, Alarms, type Clock } from '@cellwake/scheduler'
import type { Call } from './call.ts'

export class Expiries {
  readonly #clock: Clock
  readonly #due: () => void
  readonly #heap = new Alarms<Call>()
  readonly #handles = new Map<Call, AlarmHandle>()
  #alarm: { readonly handle: AlarmHandle; readonly at: number } | undefined
  #closed = false

  /** `due` is told when there is something to take. */
  constructor(clock: Clock, due: () => void) {
    this.#clock = clock
    this.#due = due
  }

  /** Number of calls that wait for their time. */
  get size(): number {
    return this.#heap.size
  }

  /** A call keeps its value until an instant; infinite for one that does not change by itself. */
  set(call: Call, until: number): void {
    const handle = this.#handles.get(call)
    if (until === Number.POSITIVE_INFINITY) {
      if (handle !== undefined) this.#heap.cancel(handle)
      this.#handles.delete(call)
    } else if (handle === undefined || !this.#heap.move(handle, until)) {
      this.#handles.set(call, this.#heap.add(until, call))
    }
  }

  /** Takes the calls whose time has come. */
  takeDue(now: number): Call[] {
    const due: Call[] = []
    while (this.#heap.nextAt <= now) {
      const call = this.#heap.pop()!
      this.#handles.delete(call)
      due.push(call)
    }
    return due
  }

  /** After the last change of a settling: one alarm, for the earliest. */
  arm(): void {
    const at = this.#heap.nextAt
    if (this.#closed || this.#alarm?.at === at) return
    if (this.#alarm !== undefined) this.#clock.cancel(this.#alarm.handle)
    this.#alarm = undefined
    if (at === Number.POSITIVE_INFINITY) return
    const handle = this.#clock.wake(at, () => {
      this.#alarm = undefined
      this.#due()
    })
    this.#alarm = { handle, at }
  }

  close(): void {
    this.#closed = true
    if (this.#alarm !== undefined) this.#clock.cancel(this.#alarm.handle)
    this.#alarm = undefined
  }
}
