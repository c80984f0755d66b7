// The one channel by which anything learns that documents changed. Synchronous, in the order in
// which the changes became visible. A subscriber that throws is reported and harms nobody else.

import type { Change } from './commit.ts'

export interface Notification {
  /**
   * commit: written here. revert: taken back, because the commit was rejected. pull: the answer to
   * a load. integrate: written elsewhere. reset: anything may have changed; no changes are listed.
   */
  readonly type: 'commit' | 'revert' | 'pull' | 'integrate' | 'reset'
  readonly source?: object | undefined
  readonly changeGroup?: unknown
  readonly changes: readonly Change[]
}

export class Channel<T> {
  #subscribers: ((message: T) => void)[] = []
  readonly #waiting: T[] = []
  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  subscribe(fn: (message: T) => void): () => void {
    this.#subscribers = [...this.#subscribers, fn]
    return () => {
      this.#subscribers = this.#subscribers.filter((other) => other !== fn)
    }
  }

  /** What a subscriber sends in answer waits until everyone has heard what it answers. */
  send(message: T): void {
    this.#waiting.push(message)
    if (this.#waiting.length > 1) return
    while (this.#waiting.length > 0) {
      for (const fn of this.#subscribers) {
        try {
          fn(this.#waiting[0]!)
        } catch (error) {
          this.#report(error)
        }
      }
      this.#waiting.shift()
    }
  }
}
