// A circuit breaker: a provider that fails repeatedly is not called for a while (open). Then one call may try
// (half-open); if it fails the pause grows, if it succeeds the circuit closes. It holds no clock: the caller passes
// the time.

import { CIRCUIT_FAILURES, CIRCUIT_OPEN_MAX_MS, CIRCUIT_OPEN_MS } from './limits.ts'

export class Breaker {
  #failures = 0
  /** How often in a row it was opened. */
  #opened = 0
  #openUntil = 0
  /** Until when the call that tries is waited for. */
  #trialUntil = 0

  isOpen(now: number): boolean {
    return this.#opened > 0 && now < Math.max(this.#openUntil, this.#trialUntil)
  }

  get isClosed(): boolean {
    return this.#opened === 0
  }

  /** Undefined if a call may go; otherwise when to ask again. A call that may go must end in one of the three below. */
  holdUntil(now: number, timeoutMs: number): number | undefined {
    if (this.#opened === 0) return undefined
    if (this.isOpen(now)) return Math.max(this.#openUntil, this.#trialUntil)
    this.#trialUntil = now + timeoutMs
    return undefined
  }

  succeeded(): void {
    this.#failures = 0
    this.#opened = 0
    this.#trialUntil = 0
  }

  /** True if this opened it. `jitter`, from 0 to 1, keeps hosts from trying in step. */
  failed(now: number, jitter: number): boolean {
    this.#failures++
    this.#trialUntil = 0
    if (this.#failures < CIRCUIT_FAILURES) return false
    // Calls in flight when it opened add no evidence.
    if (now < this.#openUntil) return false
    const pause = Math.min(CIRCUIT_OPEN_MS * 2 ** this.#opened, CIRCUIT_OPEN_MAX_MS)
    this.#opened++
    this.#openUntil = now + Math.round(pause * (1 + jitter / 4))
    return true
  }

  /** The call ended without a word about the provider: the next may try. */
  undecided(): void {
    this.#trialUntil = 0
  }
}
