// Reports the outcome of an attempt to the store: done, failed for good, or rescheduled with back-off. A worker that
// has lost the lease reports in vain; if the store is unavailable the lease expires, and the job is claimed again.

import { type JobOp, type JobRow, RejectedError, type Store, type Value } from '@cellwake/store'
import type { Outcome } from './attempt.ts'
import { CallError, callClasses } from './errors.ts'

/** `lost`: another worker has the job, it was cancelled, or the store did not take the outcome. */
export type Reported = 'done' | 'retry' | 'failed' | 'lost'

export class Reports {
  readonly #store: Store
  readonly #by: string
  readonly #onTrouble: (error: unknown) => void

  constructor(store: Store, by: string, onTrouble: (error: unknown) => void) {
    this.#store = store
    this.#by = by
    this.#onTrouble = onTrouble
  }

  /** `runAt`: the due time of a rescheduled job. */
  async end(
    job: JobRow,
    outcome: Outcome,
    now: number,
  ): Promise<{ readonly reported: Reported; readonly runAt?: number | undefined }> {
    const { id, attempt } = job
    const about = aboutJob(job)
    if (!('message' in outcome)) {
      const { value, provider } = outcome
      const result = { value, at: now, ...(provider !== undefined && { provider }) }
      const detail = { act: 'answered', ...about }
      const sent = await this.send({ op: 'done', id, attempt, result }, detail)
      return { reported: sent === 'ours' ? 'done' : 'lost' }
    }
    const { class: kind, message, retryAfterMs } = outcome
    const final = !callClasses[kind].retryable
    const error = `${kind}: ${message}`
    // A stopped worker's job is for the others at once.
    const waitMs = kind === 'stopped' ? 0 : retryAfterMs
    const retryAt = final || waitMs === undefined ? undefined : now + waitMs
    const said = { error, final, ...(retryAt !== undefined && { retryAt }) }
    const isLast = final || attempt - job.spent >= job.attempts
    const detail = { act: isLast ? 'failed' : 'postponed', ...about }
    if ((await this.send({ op: 'fail', id, attempt, ...said }, detail)) !== 'ours')
      return { reported: 'lost' }
    if (isLast) return { reported: 'failed' }
    // The store spreads the retries; when this one is due only it knows.
    const runAt = retryAt ?? (await this.#store.job(id).catch(() => undefined))?.runAt
    return { reported: 'retry', runAt }
  }

  /** Extends the lease of a job. */
  renew(job: JobRow, leaseMs: number): Promise<'ours' | 'lost' | 'unknown'> {
    const { id, attempt } = job
    const detail = { act: 'renewal', ...aboutJob(job) }
    return this.send({ op: 'extend', id, attempt, leaseMs }, detail)
  }

  /** `unknown` if the store is unavailable. */
  async send(op: JobOp, detail: Value): Promise<'ours' | 'lost' | 'unknown'> {
    try {
      const result = await this.#store.commit({ jobs: [op], cause: { by: this.#by, detail } })
      if (result.rejected === undefined) return 'ours'
      if (result.code === 'job-lost') return 'lost'
      this.#onTrouble(new RejectedError(result))
    } catch (error) {
      this.#onTrouble(error)
    }
    return 'unknown'
  }
}

/** The words of the audit about a report. */
function aboutJob({ id, payload }: JobRow) {
  const { model = '', function: name = '' } = Object(payload) as Record<string, unknown>
  return { model: String(model), function: String(name), job: id }
}

const LOST = Symbol('lost')

/** The reason of abort of a call whose outcome is not wanted. */
export function lost(why: string): Error {
  return Object.assign(new CallError('stopped', why), { [LOST]: true })
}

export function isLost(reason: unknown): boolean {
  return typeof reason === 'object' && reason !== null && LOST in reason
}
