// Events of a model, for listeners: rules that fired or did not, jobs, new versions, its end. Each is told
// once, when it is durable, in the order of revisions. Listeners move on to the next version of the model.

import type { CommitResult, JobOp, JobState } from '@cellwake/store'
import { type Firing, firingOf } from '../rules/firing.ts'
import type { RuleNews } from '../rules/rule-book.ts'
import { type FiringRecord, firingRecord } from '../rules/rule-history.ts'

export type ModelEvent =
  | { readonly type: 'fired'; readonly firing: Firing }
  /** An occurrence or a rise that did not fire, and why. */
  | { readonly type: 'not-fired'; readonly record: FiringRecord }
  /** A job of its external calls is there, was taken up, put back, or is over. `jobs.get` has it whole. */
  | { readonly type: 'job'; readonly id: string; readonly status: JobState }
  | { readonly type: 'deployed'; readonly version: number }
  | { readonly type: 'deleted' }

export type ModelListener = (event: ModelEvent, rev: number) => void

interface Listening {
  readonly fn: ModelListener
  at: ModelEvents
}

export class ModelEvents {
  readonly #report: (error: unknown) => void
  #listeners = new Set<Listening>()
  #next: ModelEvents | undefined

  /** `report` hears errors of listeners: they are no reason to fail the event. */
  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** Listens until the returned function is called. */
  add(fn: ModelListener): () => void {
    const listening: Listening = { fn, at: this }
    this.#listeners.add(listening)
    return () => listening.at.#listeners.delete(listening)
  }

  /** The records of a commit are told once it is durable. Verdicts come in the order of commits. */
  follow(verdict: Promise<CommitResult>, news: readonly RuleNews[]): void {
    if (news.length === 0) return
    const told = (result: CommitResult) => {
      if (result.rejected === undefined) this.tellNews(news, result.seq)
    }
    // The sender hears of a failure.
    verdict.then(told, () => undefined)
  }

  /** Jobs that a commit adds are told once it is durable. */
  followJobs(verdict: Promise<CommitResult>, jobs: readonly JobOp[]): void {
    if (jobs.length === 0 || !this.isHeard) return
    const told = (result: CommitResult) => {
      if (result.rejected === undefined) this.tellAdded(jobs, result.seq)
    }
    verdict.then(told, () => undefined)
  }

  tellAdded(jobs: readonly JobOp[], rev: number): void {
    if (!this.isHeard) return
    for (const job of jobs) {
      if (job.op === 'add') this.tell({ type: 'job', id: job.id, status: 'queued' }, rev)
    }
  }

  /** Listeners are rare, and building the events costs. */
  get isHeard(): boolean {
    return this.#listeners.size > 0 || this.#next !== undefined
  }

  tellNews(news: readonly RuleNews[], rev: number): void {
    if (!this.isHeard) return
    for (const { rule, record } of news) {
      if (record.outcome === 'fired')
        this.tell({ type: 'fired', firing: firingOf(rule, record) }, rev)
      else this.tell({ type: 'not-fired', record: firingRecord(rule.id, record, rev) }, rev)
    }
  }

  tell(event: ModelEvent, rev: number): void {
    this.#next?.tell(event, rev)
    for (const { fn } of this.#listeners) {
      try {
        fn(event, rev)
      } catch (error) {
        this.#report(error)
      }
    }
  }

  /** Moves the listeners to another version that takes the model's place. Pending records are told there. */
  moveTo(next: ModelEvents): void {
    for (const listening of this.#listeners) {
      listening.at = next
      next.#listeners.add(listening)
    }
    this.#listeners = new Set()
    this.#next = next
  }

  clear(): void {
    this.#listeners.clear()
  }
}
