// Jobs of a model that have another status: each is read when it is told, so that one that changes without pause is told
// with its newest, and not more often than a reader can use.

import { EngineError, type JobView } from '@cellwake/engine'
import { LIVE_JOBS_MS } from '../limits.ts'

export interface JobNewsParts {
  /** Throws `unknown-job` for one that is not kept any more. */
  read(id: string): Promise<JobView>
  tell(job: JobView): void
  now(): number
  /** Runs at a time; at once for one that has passed. */
  at(time: number, fn: () => void): void
}

export class JobNews {
  readonly #parts: JobNewsParts
  #waiting = new Set<string>()
  #busy = false
  #toldAt = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(parts: JobNewsParts) {
    this.#parts = parts
  }

  note(id: string): void {
    this.#waiting.add(id)
    this.#schedule()
  }

  close(): void {
    this.#closed = true
  }

  #schedule(): void {
    if (this.#busy || this.#waiting.size === 0 || this.#closed) return
    this.#busy = true
    this.#parts.at(this.#toldAt + LIVE_JOBS_MS, () => {
      void this.#tellAll().finally(() => {
        this.#busy = false
        this.#schedule()
      })
    })
  }

  async #tellAll(): Promise<void> {
    const ids = this.#waiting
    this.#waiting = new Set()
    this.#toldAt = this.#parts.now()
    for (const id of ids) {
      if (this.#closed) return
      try {
        this.#parts.tell(await this.#parts.read(id))
      } catch (error) {
        // Any other failure is the store's, which is away: this one is read again.
        if (!(error instanceof EngineError) || error.code !== 'unknown-job') this.#waiting.add(id)
      }
    }
  }
}
