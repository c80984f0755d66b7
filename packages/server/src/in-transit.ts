// What bodies and answers take that are on their way: of one caller, and of all. A request that would take more must come
// again, before anything is read for it; an answer that nobody fetches keeps its caller from asking for more, not others.

import type { ServerResponse } from 'node:http'
import { ServerError } from './errors.ts'
import { CALLER_TRANSIT_BYTES, SMALL_TRANSIT_BYTES, TRANSIT_BYTES } from './limits.ts'
import type { Principal } from './principal.ts'

export class InTransit {
  readonly #callers = new Map<string, number>()
  #inAll = 0

  /** All of it, for who looks after the server. */
  get bytes(): number {
    return this.#inAll
  }

  /** Counts what is held until the exchange is over. Throws if it is too much; then nothing has changed. */
  take(principal: Principal, bytes: number, exchange: ServerResponse): void {
    // Most are small, and are always taken: thousands of them would be refused for other reasons.
    if (bytes > SMALL_TRANSIT_BYTES) this.growing(principal, exchange)(bytes)
  }

  /** The same for what comes to be part by part. Throws too when nobody waits for it any more. */
  growing(principal: Principal, exchange: ServerResponse): (bytes: number) => void {
    let held = 0
    return (bytes) => {
      if (exchange.destroyed) throw new ServerError('busy', 'Nobody waits for the answer.')
      this.#hold(principal, bytes, held)
      if (held === 0) exchange.once('close', () => this.#release(principal.name, held))
      held += bytes
    }
  }

  /** `before` is what the same exchange holds already. */
  #hold({ name, open }: Principal, bytes: number, before: number): void {
    const mine = this.#callers.get(name) ?? 0
    const most = open ? TRANSIT_BYTES : CALLER_TRANSIT_BYTES
    if ((mine > before && mine + bytes > most) || this.#inAll + bytes > TRANSIT_BYTES) {
      const what = 'Too much is on its way to and from this caller.'
      throw new ServerError('busy', what, { retryAfterS: 1 })
    }
    this.#inAll += bytes
    this.#callers.set(name, mine + bytes)
  }

  #release(name: string, bytes: number): void {
    this.#inAll -= bytes
    const left = (this.#callers.get(name) ?? bytes) - bytes
    if (left > 0) this.#callers.set(name, left)
    else this.#callers.delete(name)
  }
}
