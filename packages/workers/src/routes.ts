// The routes of a worker. A route is a queue of jobs for one provider: so many at the same time over all machines,
// so many in a while from this process, and circuits that open when a provider fails.

import { Breaker } from './breaker.ts'
import type { RateLimit } from './define-function.ts'
import { ROUTE_CIRCUITS } from './limits.ts'

export interface RouteSettings {
  readonly concurrency: number
  readonly rateLimit: RateLimit | undefined
}

export class Route {
  readonly name: string
  settings: RouteSettings
  /** Jobs that run here. */
  running = 0
  /** There may be more due jobs than there was room for. */
  hasMore = true
  isClaiming = false
  #tokens: number
  #filledAt: number
  #nextCallAt = 0
  readonly #circuits = new Map<string, Breaker>()

  constructor(name: string, settings: RouteSettings, now: number) {
    this.name = name
    this.settings = settings
    this.#tokens = settings.rateLimit?.calls ?? 0
    this.#filledAt = now
  }

  /** How many more jobs may begin now. */
  room(now: number): number {
    const free = this.settings.concurrency - this.running
    if (this.settings.rateLimit === undefined) return Math.max(free, 0)
    this.#fill(now)
    return Math.max(Math.min(free, Math.floor(this.#tokens)), 0)
  }

  /** When a call may be made again, if only the rate limit stands against it. It is said once. */
  nextCallAt(now: number): number | undefined {
    const { rateLimit, concurrency } = this.settings
    if (rateLimit === undefined || this.running >= concurrency) return undefined
    if (this.#nextCallAt > now) return undefined
    this.#fill(now)
    const missing = Math.max(1 - this.#tokens, 0)
    this.#nextCallAt = now + Math.max(Math.ceil((missing * rateLimit.perMs) / rateLimit.calls), 1)
    return this.#nextCallAt
  }

  began(jobs: number): void {
    this.running += jobs
    if (this.settings.rateLimit !== undefined) this.#tokens -= jobs
  }

  circuit(name: string): Breaker {
    let found = this.#circuits.get(name)
    if (found === undefined) {
      this.#forgetSome()
      found = new Breaker()
      this.#circuits.set(name, found)
    }
    return found
  }

  /** The providers that are left alone now. */
  openCircuits(now: number): string[] {
    return [...this.#circuits].filter(([, one]) => one.isOpen(now)).map(([name]) => name)
  }

  /** Circuits are kept for as many providers as a model may make up, but not for all of them. */
  #forgetSome(): void {
    if (this.#circuits.size < ROUTE_CIRCUITS) return
    const closed = [...this.#circuits].find(([, one]) => one.isClosed) ?? [...this.#circuits][0]
    if (closed !== undefined) this.#circuits.delete(closed[0])
  }

  #fill(now: number): void {
    const { rateLimit } = this.settings
    if (rateLimit === undefined) return
    const { calls, perMs } = rateLimit
    // A clock that was set back must not take calls away.
    const elapsed = Math.max(now - this.#filledAt, 0)
    this.#tokens = Math.min(this.#tokens + (elapsed * calls) / perMs, calls)
    this.#filledAt = now
  }
}
