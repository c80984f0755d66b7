// Rate limits: a token bucket for each caller, filled by the clock. The least recently used are evicted,
// so that a crowd of addresses costs a bounded amount of memory.

import { RATE_KEYS } from './limits.ts'

export interface Rate {
  readonly perSecond: number
  /** Requests at once, after a quiet time. */
  readonly burst: number
}

export class Rates {
  readonly #clock: { now(): number }
  readonly #rate: Rate
  readonly #buckets = new Map<string, { left: number; at: number }>()

  constructor(clock: { now(): number }, rate: Rate) {
    this.#clock = clock
    this.#rate = rate
  }

  /** Takes one. 0 if there was one, else the milliseconds until there is. */
  take(key: string): number {
    const { perSecond, burst } = this.#rate
    const now = this.#clock.now()
    const bucket = this.#buckets.get(key) ?? { left: burst, at: now }
    // A clock that is set back gives nothing, and takes nothing.
    const since = Math.max(0, now - bucket.at)
    bucket.left = Math.min(burst, bucket.left + (since / 1000) * perSecond)
    bucket.at = now
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    this.#forget()
    if (bucket.left < 1) return Math.ceil(((1 - bucket.left) / perSecond) * 1000)
    bucket.left -= 1
    return 0
  }

  #forget(): void {
    if (this.#buckets.size <= RATE_KEYS) return
    const [quietest] = this.#buckets.keys()
    if (quietest !== undefined) this.#buckets.delete(quietest)
  }
}

/** The address for rate limits: an IPv6 host has a whole /64 to itself, which counts as one. */
export function addressKey(address: string | undefined): string {
  // A peer that is gone has none.
  if (address === undefined) return ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}
