// The one channel for changes of documents. Synchronous, in the order in which the changes became
// visible. A subscriber that throws is reported and harms nobody else.

import type { Change } from './commit.ts'

export interface Notification {
  /**
   * commit: written here. revert: rolled back, because the commit was rejected. pull: the answer to
   * a load. integrate: written elsewhere. reset: anything may have changed; no changes are listed.
   */
  readonly type: 'commit' | 'revert' | 'pull' | 'integrate' | 'reset'
  readonly source?: object | undefined
  readonly changeGroup?: unknown
  readonly changes: readonly Change[]
}

const NOBODY = (): void => {}

export class Channel<T> {
  #subscribers: readonly ((message: T) => void)[] = []
  /** Whether anybody listens: without a listener, messages need not be put together. */
  isHeard = false
  /** The single subscriber, if there is one only. */
  #only: (message: T) => void = NOBODY
  readonly #waiting: T[] = []
  #sending = false
  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  subscribe(fn: (message: T) => void): () => void {
    this.#set([...this.#subscribers, fn])
    return () => this.#set(this.#subscribers.filter((other) => other !== fn))
  }

  #set(subscribers: readonly ((message: T) => void)[]): void {
    this.#subscribers = subscribers
    this.isHeard = subscribers.length > 0
    this.#only = subscribers.length === 1 ? subscribers[0]! : NOBODY
  }

  /** A message sent by a subscriber in answer waits until everyone has heard the one it answers. */
  send(message: T, except?: (message: T) => void): void {
    if (this.#sending) {
      this.#waiting.push(message)
      return
    }
    this.#sending = true
    this.#tell(message, except)
    if (this.#waiting.length > 0) this.#tellAllWaiting()
    this.#sending = false
  }

  #tellAllWaiting(): void {
    for (let i = 0; i < this.#waiting.length; i++) this.#tell(this.#waiting[i]!)
    this.#waiting.length = 0
  }

  /** Whether this is the single listener. */
  hasOnly(subscriber: (message: T) => void): boolean {
    return this.#only === subscriber
  }

  #tell(message: T, except?: (message: T) => void): void {
    // Subscribing meanwhile makes another list.
    const subscribers = this.#subscribers
    for (let i = 0; i < subscribers.length; i++) {
      if (subscribers[i] === except) continue
      try {
        subscribers[i]!(message)
      } catch (error) {
        this.#report(error)
      }
    }
  }
}
