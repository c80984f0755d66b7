// Listeners for commits of other sessions on the same driver.

import type { Arrival } from './driver.ts'

export class Listeners {
  readonly #listeners = new Map<string, (arrival: Arrival) => void>()

  add(session: string, listener: (arrival: Arrival) => void): () => void {
    this.#listeners.set(session, listener)
    return () => this.#listeners.delete(session)
  }

  /** Tells every session but the one that committed. */
  tell(session: string | undefined, arrival: Arrival): void {
    for (const [other, listener] of this.#listeners) if (other !== session) listener(arrival)
  }
}
