// The time limits of one call: one for the whole of it, and one for the phase it is in. The first to expire aborts
// the signal with a `timeout` that says which; so does the caller's own signal, with the caller's reason.

import type { AlarmHandle, Clock } from '@cellwake/scheduler'
import { CallError } from './errors.ts'

export interface DeadlineOptions {
  readonly clock: Clock
  readonly totalMs: number
  /** The name of the work, in an error. */
  readonly what: string
  /** The origin of the limit, in the same error. */
  readonly limit?: string
  readonly signal?: AbortSignal | undefined
}

export class Deadline {
  readonly #clock: Clock
  readonly #what: string
  readonly #stop = new AbortController()
  readonly #total: AlarmHandle
  readonly #outer: AbortSignal | undefined
  readonly #onOuter = () => this.#stop.abort(this.#outer?.reason)
  #phase: { readonly alarm: AlarmHandle; readonly ms: number } | undefined

  constructor({ clock, totalMs, what, limit, signal }: DeadlineOptions) {
    this.#clock = clock
    this.#what = what
    const most = limit === undefined ? secondsText(totalMs) : `${limit}, ${secondsText(totalMs)}`
    this.#total = this.#wake(totalMs, `${what} took longer than ${most}.`)
    this.#outer = signal
    if (signal?.aborted === true) this.#onOuter()
    else signal?.addEventListener('abort', this.#onOuter, { once: true })
  }

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** Begins a phase, and ends the one before. `doing` completes "it took longer than 5 s to …". */
  phase(ms: number, doing: string): void {
    this.endPhase()
    const why = `${this.#what}: it took longer than ${secondsText(ms)} to ${doing}.`
    this.#phase = { alarm: this.#wake(ms, why), ms }
  }

  /** The phase begins anew: something has come. */
  touch(): void {
    if (this.#phase === undefined) return
    this.#clock.move(this.#phase.alarm, this.#clock.now() + this.#phase.ms)
  }

  endPhase(): void {
    if (this.#phase !== undefined) this.#clock.cancel(this.#phase.alarm)
    this.#phase = undefined
  }

  /** Rejects when the time is up, whether or not `work` has ended; then `work` is left to itself. */
  race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => reject(signal.reason)
      if (signal.aborted) onAbort()
      signal.addEventListener('abort', onAbort, { once: true })
      const settled = () => signal.removeEventListener('abort', onAbort)
      work.then(resolve, reject).finally(settled)
    })
  }

  end(): void {
    this.endPhase()
    this.#clock.cancel(this.#total)
    this.#outer?.removeEventListener('abort', this.#onOuter)
  }

  #wake(ms: number, why: string): AlarmHandle {
    return this.#clock.wake(this.#clock.now() + ms, () =>
      this.#stop.abort(new CallError('timeout', why)),
    )
  }
}

export function secondsText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`
}
