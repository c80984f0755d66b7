// Unauthenticated sockets: few, few from one address, and for a short time. They take no place of authenticated
// ones; when there are too many, the oldest is closed.

import { LIVE_ADDRESS_STRANGERS, LIVE_STRANGERS } from '../limits.ts'
import { addressKey } from '../rates.ts'

export interface Stranger {
  /** Others wait too: it must go. */
  tooMany(): void
}

export class Strangers {
  /** With their addresses, the one that came first first. */
  readonly #waiting = new Map<Stranger, string>()
  readonly #addresses = new Map<string, number>()

  /** True if one more from this address may wait. */
  hasRoom(address: string): boolean {
    return (this.#addresses.get(addressKey(address)) ?? 0) < LIVE_ADDRESS_STRANGERS
  }

  enter(stranger: Stranger, address: string): void {
    const key = addressKey(address)
    this.#waiting.set(stranger, key)
    this.#addresses.set(key, (this.#addresses.get(key) ?? 0) + 1)
    if (this.#waiting.size <= LIVE_STRANGERS) return
    const [oldest] = this.#waiting.keys()
    if (oldest === undefined) return
    this.leave(oldest)
    oldest.tooMany()
  }

  /** It has authenticated, or is gone. */
  leave(stranger: Stranger): void {
    const key = this.#waiting.get(stranger)
    if (key === undefined) return
    this.#waiting.delete(stranger)
    const left = (this.#addresses.get(key) ?? 1) - 1
    if (left > 0) this.#addresses.set(key, left)
    else this.#addresses.delete(key)
  }
}
