// A limit on the bytes of bodies and answers in transit: of one caller, and of all. A request above it is refused before
// it is read, and must be retried; an unread answer counts against its caller, not others.

import type { ServerResponse } from 'node:http'
import { ServerError } from './errors.ts'
import { CALLER_TRANSIT_BYTES, SMALL_TRANSIT_BYTES, TRANSIT_BYTES } from './limits.ts'
import type { Principal } from './principal.ts'

export class InTransit {
  readonly #callers = new Map<string, number>()
  #inAll = 0

  /** The bytes in transit, for metrics. */
  get bytes(): number {
    return this.#inAll
  }

  /** Reserves bytes until the exchange is over. Throws if it is too much; then nothing has changed. */
  take(principal: Principal, bytes: number, exchange: ServerResponse): void {
    // Most are small, and are always taken: thousands of them would be refused for other reasons.
    if (bytes > SMALL_TRANSIT_BYTES) this.growing(principal, exchange)(bytes)
  }

  /** Reserves bytes of a body that grows part by part. Throws too when the peer is gone. */
  growing(principal: Principal, exchange: ServerResponse): (bytes: number) => void {
    let held = 0
    return (bytes) => {
      if (exchange.destroyed) throw new ServerError('busy', 'Nobody waits for the answer.')
      this.#hold(principal, bytes, held)
      if (held === 0) exchange.once('close', () => this.#release(principal.name, held))
      held += bytes
    }
  }

  /** Reserves for one exchange; `before` are the bytes that it holds already. */
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
