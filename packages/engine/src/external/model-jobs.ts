// The jobs of a model's external calls, as people and programs look at them: the list, the state of each, and
// the two things that can be done with one by hand.

import { ownerOfExternal } from '@cellwake/language'
import type { Json } from '@cellwake/runtime'
import type { JobOp, JobRow, JobState, Store } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { JOB_PAGE_JOBS, JOB_PAGE_JOBS_MAX, JOBS_LOOKED_AT } from '../limits.ts'
import type { CellStatus } from '../views/cell-view.ts'
import { isoOf } from '../views/iso.ts'
import type { CauseDetail } from '../why/causes.ts'
import type { CallFacts } from './call-facts.ts'
import { type JobPayload, type JobResult, jobIdOf, jobNameOf, jobPrefix } from './jobs.ts'
import type { ModelExternals } from './model-externals.ts'

/** Its names are those of the API. */
export interface JobView {
  readonly id: string
  readonly model: string
  readonly function: string
  /** As plain JSON; null for blank. */
  readonly args: readonly Json[]
  /** The external calls that ask for it. */
  readonly symbols: readonly string[]
  readonly status: JobState
  /** Number of attempts so far, and the most before it has failed. */
  readonly attempt: number
  readonly attempts: number
  readonly request_rev: number
  readonly route: string
  readonly created: string
  /** When the newest attempt began; null before the first. */
  readonly started: string | null
  readonly finished: string | null
  /** When it is tried next, while it is queued. */
  readonly due: string | null
  /** Whether its result is still wanted: an unwanted one changes nothing. */
  readonly wanted: boolean
  /** The provider that answered. */
  readonly provider?: string
  /** Why the last attempt failed. */
  readonly error?: string
}

export interface JobQuery {
  readonly status?: JobState
  readonly function?: string
  readonly route?: string
  /** A symbol of an external call, or of the cell that holds it. */
  readonly symbol?: string
  /** Jobs behind this one, in the order of the list. */
  readonly after?: string
  readonly limit?: number
}

export interface JobPage {
  /** Newest first. */
  readonly jobs: readonly JobView[]
  /** Asks for the next page, if there is one. */
  readonly after: string | null
}

/** Number of external calls of a model in each status. */
export interface ExternalCounts {
  readonly statuses: Readonly<Record<CellStatus, number>>
  /** The same by the route of their functions. */
  readonly routes: Readonly<Record<string, Readonly<Record<CellStatus, number>>>>
  /** Since the model was opened: answers and failures that landed, and obsolete results. */
  readonly landed: number
  readonly obsolete: number
}

export interface ModelJobsHost {
  readonly id: string
  readonly store: Store
  readonly graph: ModelGraph
  readonly external: ModelExternals | undefined
  commit(jobs: readonly JobOp[], by: string, detail: CauseDetail): Promise<void>
}

export class ModelJobs {
  readonly #host: ModelJobsHost

  constructor(host: ModelJobsHost) {
    this.#host = host
  }

  /** The newest first. */
  async list(query: JobQuery = {}): Promise<JobPage> {
    const limit = Math.min(query.limit ?? JOB_PAGE_JOBS, JOB_PAGE_JOBS_MAX)
    const meant: JobRow[] = []
    for await (const row of this.#rows(query.status)) {
      if (this.#isMeant(row, query)) meant.push(row)
    }
    meant.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
    const from = query.after === undefined ? 0 : meant.findIndex(({ id }) => id === query.after) + 1
    const page = meant.slice(from, from + limit)
    const hasMore = from + limit < meant.length
    return {
      jobs: page.map((row) => this.#view(row)),
      after: hasMore ? (page.at(-1)?.id ?? null) : null,
    }
  }

  async get(id: string): Promise<JobView> {
    return this.#view(await this.#row(id))
  }

  /** The job by which an external call was last asked; null if there was none, or it is not kept any more. */
  async newestOf({ key, request_rev }: CallFacts): Promise<JobView | null> {
    if (key === null) return null
    const row = await this.#host.store.job(jobIdOf(this.#host.id, key, request_rev))
    return row === undefined ? null : this.#view(row)
  }

  /** Puts a job back that failed or was called off: it is tried again under its number. */
  async retry(id: string, by = 'api'): Promise<JobView> {
    const row = await this.#row(id)
    if (row.state !== 'failed' && row.state !== 'cancelled') {
      throw new EngineError(
        'job-state',
        `The job ${id} is ${row.state}, so there is nothing to retry.`,
      )
    }
    this.#mustBeWanted(row)
    await this.#host.commit([{ op: 'retry', id }], by, this.#detail('retry', id))
    return this.get(id)
  }

  /** Cancels a job that is not over. Its calls show that it failed. */
  async cancel(id: string, by = 'api'): Promise<JobView> {
    const row = await this.#row(id)
    if (row.state !== 'queued' && row.state !== 'running') {
      throw new EngineError('job-state', `The job ${id} is ${row.state} already.`)
    }
    await this.#host.commit([{ op: 'cancel', id }], by, this.#detail('cancel', id))
    return this.get(id)
  }

  /** Number of external calls in each status. */
  counts(): ExternalCounts {
    const statuses = noStatuses()
    const routes: Record<string, Record<CellStatus, number>> = {}
    for (const { status, policy } of this.#host.graph.calls.all) {
      statuses[status]++
      routes[policy.route] ??= noStatuses()
      routes[policy.route]![status]++
    }
    const { landed = 0, obsolete = 0 } = this.#host.external ?? {}
    return { statuses, routes, landed, obsolete }
  }

  #detail(act: 'retry' | 'cancel', job: string): CauseDetail {
    return { act, model: this.#host.id, job }
  }

  async *#rows(state: JobState | undefined): AsyncIterable<JobRow> {
    const { store, id } = this.#host
    const filter = { prefix: jobPrefix(id), ...(state === undefined ? {} : { state }) }
    let after: string | undefined
    for (let looked = 0; looked < JOBS_LOOKED_AT; ) {
      const page = await store.jobs(after === undefined ? filter : { ...filter, after })
      if (page.length === 0) return
      yield* page
      looked += page.length
      after = page.at(-1)!.id
    }
  }

  #isMeant(row: JobRow, { function: fn, route, symbol }: JobQuery): boolean {
    const payload = row.payload as unknown as JobPayload
    if (fn !== undefined && payload.function !== fn.toUpperCase()) return false
    if (route !== undefined && row.queue !== route) return false
    if (symbol === undefined) return true
    return this.#symbolsOf(row).some((one) => one === symbol || ownerOfExternal(one) === symbol)
  }

  async #row(id: string): Promise<JobRow> {
    const { store, id: model } = this.#host
    const row = jobNameOf(id)?.model === model ? await store.job(id) : undefined
    if (row !== undefined) return row
    throw new EngineError('unknown-job', `${model} has no job "${id.slice(0, 256)}".`)
  }

  #mustBeWanted({ id }: JobRow): void {
    if (this.#host.external?.requestOf(id) !== undefined) return
    throw new EngineError('job-obsolete', `Nobody wants the result of ${id} any more.`)
  }

  /** Symbols of its calls now; of an obsolete job, of those that asked for it. */
  #symbolsOf({ id, payload }: JobRow): readonly string[] {
    const request = this.#host.external?.requestOf(id)
    if (request === undefined) return (payload as unknown as JobPayload).symbols
    return [...request.calls].map(({ symbol }) => symbol)
  }

  #view(row: JobRow): JobView {
    const { id, queue, state, attempt, attempts, spent, error } = row
    const { function: name, args, requestRev } = row.payload as unknown as JobPayload
    const provider = (row.result as Partial<JobResult> | undefined)?.provider
    return {
      id,
      model: this.#host.id,
      function: name,
      args: args.map(({ value }) => value),
      symbols: this.#symbolsOf(row),
      status: state,
      attempt,
      attempts: attempts + spent,
      request_rev: requestRev,
      route: queue,
      created: isoOf(row.createdAt),
      started: row.startedAt === undefined ? null : isoOf(row.startedAt),
      finished: row.finishedAt === undefined ? null : isoOf(row.finishedAt),
      due: state === 'queued' ? isoOf(row.runAt) : null,
      wanted: this.#host.external?.requestOf(id) !== undefined,
      ...(provider === undefined ? {} : { provider }),
      ...(error === undefined ? {} : { error }),
    }
  }
}

function noStatuses(): Record<CellStatus, number> {
  return { ready: 0, stale: 0, queued: 0, running: 0, failed: 0, dirty: 0 }
}
