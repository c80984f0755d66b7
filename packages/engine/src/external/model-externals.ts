// The external calls of a running model: their requests go with its commits, finished jobs land in it, and time makes
// answers old. A worker never writes into a model: the host that has the model hears that jobs are finished, and lands
// all of them in one settling and one commit, which expects that it still has the model.

import type { Clock } from '@cellwake/scheduler'
import type { JobNews, JobOp, JobRow, Store } from '@cellwake/store'
import { type CellNode, LAZY } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { JOBS_PER_LANDING, JOBS_PER_LOOK } from '../limits.ts'
import type { ModelRecords } from '../model/records.ts'
import type { Call, Request } from './call.ts'
import { Demands } from './demands.ts'
import { Expiries } from './expiry.ts'
import { jobIdOf, jobNameOf } from './jobs.ts'
import { type Landed, land } from './landing.ts'
import type { Asked } from './requests.ts'

export interface ModelExternalsHost {
  readonly id: string
  readonly graph: ModelGraph
  readonly records: ModelRecords
  readonly clock: Clock
  readonly store: Store
  /** The store of its jobs; and a promise that its requests have arrived there. */
  readonly outside: Store
  delivered(): Promise<void>
  /** Finished jobs are there: applies the changes by `act`, settles and commits, in the model's turn. */
  landing(act: (now: number) => Landed): Promise<void>
  /** The time of some calls has come: settles and commits. */
  expiring(act: (now: number) => readonly Call[]): Promise<void>
  /** Computes a cell, and wants it until every answer below it has arrived. */
  resolve(node: CellNode): Promise<unknown>
  /** Statuses of cells have changed, and perhaps nothing else. */
  stood(): void
  /** Answers of resolved cells have arrived. */
  arrived(nodes: readonly CellNode[]): void
  /** The state in memory differs from the store. */
  lost(error: unknown): void
}

export class ModelExternals {
  readonly #host: ModelExternalsHost
  readonly #graph: ModelGraph
  readonly #expiries: Expiries
  readonly #demands: Demands
  /** Jobs that are finished and have not landed, with their rows where they are known. */
  readonly #finished = new Map<string, JobRow | undefined>()
  #landing: Promise<void> | undefined
  #closed = false
  /** Since the model was opened: answers and failures that landed, and obsolete results. */
  landed = 0
  obsolete = 0

  constructor(host: ModelExternalsHost) {
    this.#host = host
    this.#graph = host.graph
    this.#demands = new Demands(host.graph)
    this.#expiries = new Expiries(host.clock, () => this.#expire())
  }

  /** Restores the calls from their records, before anything runs. */
  restore(): void {
    const { records } = this.#host
    this.#graph.calls.restore((symbol) => {
      return { answer: records.answer(symbol), request: records.request(symbol) }
    })
    this.#graph.calls.requests.renewed()
    for (const { answer, answerNode } of this.#graph.calls.all) {
      if (answer !== undefined) this.#graph.restore(answerNode, answer.value)
    }
  }

  /** Requests and writes for the next commit of the model. */
  take(): Asked | undefined {
    const { id, records, store } = this.#host
    this.armed()
    const asked = this.#graph.calls.requests.take({ id, records, seq: store.seq })
    const news = this.#graph.remote?.takeNews() ?? []
    if (asked === undefined && news.length === 0) return undefined
    const { write = [], jobs = [] } = asked ?? {}
    const shown = news.map(([symbol, value]) => records.putShown(symbol, value))
    const sent = () => {
      asked?.sent()
      this.#graph.statuses.changed()
    }
    const all = [...write, ...shown]
    if (store === this.#host.outside) return { write: all, jobs, sent }
    const calledOff = jobs.filter(({ op }) => op === 'cancel')
    return { write: all, jobs: jobs.filter(({ op }) => op === 'add'), calledOff, sent }
  }

  /** Whether calls ask for something that no commit has carried yet. */
  get isWaiting(): boolean {
    return this.#graph.calls.requests.isWaiting || this.#graph.remote?.hasNews === true
  }

  /** The next commit's share of it. */
  waiting(): { readonly calls: number; readonly bytes: number } {
    return this.#graph.calls.requests.waiting()
  }

  /** From now on the model lives: looks up the jobs of its open requests. */
  async begin(): Promise<void> {
    for (const { request, node, owner } of this.#graph.calls.all) {
      // A cell was resolved before a restart, and its answer is still to come.
      const isAlone = request?.isOpen === true && node.live === 0 && owner.live === 0
      if (isAlone && (owner.flags & LAZY) !== 0) await this.#host.resolve(owner)
    }
    this.armed()
    return this.lookUp()
  }

  /** Looks up the jobs of all requests whose end is not known here. */
  lookUp(): Promise<void> {
    for (const { key, rev, isOpen, failed } of this.#graph.calls.requests.all) {
      const id = jobIdOf(this.#host.id, key, rev)
      if ((isOpen || failed !== undefined) && !this.#finished.has(id))
        this.#finished.set(id, undefined)
    }
    return this.#landSoon()
  }

  /** Some jobs of the model were claimed, requeued or finished. */
  hear(news: readonly JobNews[]): void {
    for (const { id, state, row } of news) {
      const { key, rev } = jobNameOf(id)!
      const request = this.#graph.calls.requests.find(key)
      const isOver = state !== 'queued' && state !== 'running'
      // One that is tried again after all is read again.
      if (isOver || this.#finished.has(id)) this.#finished.set(id, isOver ? row : undefined)
      if (isOver) continue
      if (request?.rev === rev && (request.answer?.rev ?? 0) < rev) {
        request.isOpen = true
        request.isRunning = state === 'running'
      }
    }
    this.#graph.statuses.changed()
    this.#host.stood()
    if (this.#finished.size > 0) void this.#landSoon()
  }

  /** A read wants a node until every answer below it has arrived. */
  hold(node: CellNode): void {
    const { statuses } = this.#graph
    if (this.isWaiting || statuses.isOpen(node)) this.#demands.hold(node)
  }

  /** Marks the calls whose time has come: they run when they are wanted. */
  expire(now: number): Call[] {
    const due = this.#expiries.takeDue(now)
    for (const { node } of due) this.#graph.graph.touch(node)
    if (due.length > 0) this.#graph.statuses.changed()
    return due
  }

  /** Calls ran: when each will change by itself is known now. */
  armed(): void {
    const { ran } = this.#graph.calls
    for (const call of ran) this.#expiries.set(call, call.shown?.until ?? Number.POSITIVE_INFINITY)
    ran.clear()
    this.#expiries.arm()
  }

  /** Something has landed or was sent: resolved cells may have arrived. */
  release(): void {
    const arrived = this.#demands.release()
    if (arrived.length > 0) this.#host.arrived(arrived)
  }

  /** Cancels the jobs that no worker has claimed. */
  cancelled(): JobOp[] {
    const { id } = this.#host
    const open = [...this.#graph.calls.requests.all].filter(({ mayBeCalledOff }) => mayBeCalledOff)
    return open.map(({ key, rev }) => ({ op: 'cancel', id: jobIdOf(id, key, rev) }))
  }

  /** The call of a job, if its result would land. */
  requestOf(id: string): Request | undefined {
    const name = jobNameOf(id)
    const request = name === undefined ? undefined : this.#graph.calls.requests.find(name.key)
    return request?.rev === name?.rev && request!.calls.size > 0 ? request : undefined
  }

  /** Resolves when nothing that is finished waits to land. */
  async idle(): Promise<void> {
    while (this.#landing !== undefined) await this.#landing
  }

  close(): void {
    this.#closed = true
    this.#expiries.close()
  }

  #expire(): void {
    if (this.#closed) return
    this.#host
      .expiring((now) => this.expire(now))
      .catch((error: unknown) => {
        if (!this.#closed) this.#host.lost(error)
      })
  }

  #landSoon(): Promise<void> {
    this.#landing ??= this.#landAll().finally(() => {
      this.#landing = undefined
    })
    return this.#landing
  }

  /** Jobs that finish while some of them land, land together next. */
  async #landAll(): Promise<void> {
    try {
      while (this.#finished.size > 0 && !this.#closed) {
        const some = [...this.#finished].slice(0, JOBS_PER_LANDING)
        for (const [id] of some) this.#finished.delete(id)
        const rows = await this.#rows(new Map(some))
        if (this.#closed) return
        await this.#host.landing((now) => this.#land(rows, now))
      }
    } catch (error) {
      if (!this.#closed) this.#host.lost(error)
    }
  }

  #land(rows: ReadonlyMap<string, JobRow | undefined>, now: number): Landed {
    for (const [id, row] of rows) {
      const request = row === undefined ? this.requestOf(id) : undefined
      if (request?.isOpen === true) this.#askAgain(request)
    }
    const known = [...rows.values()].filter((row) => row !== undefined)
    const landed = land(this.#graph, known, now)
    this.landed += landed.jobs.length
    this.obsolete += landed.obsolete
    return landed
  }

  /** Its job ended long ago and is not kept any more. A mutation keeps its number, so that it happens once. */
  #askAgain(request: Request): void {
    const isMutation = request.signature.external?.mutates === true
    for (const { node } of request.calls) {
      this.#graph.graph.touch(node)
      if (isMutation) this.#graph.graph.read(node)
    }
    if (isMutation) this.#graph.calls.requests.askAgain(request)
    else request.isOpen = false
  }

  /** Reads the rows that are not known here. */
  async #rows(known: Map<string, JobRow | undefined>): Promise<Map<string, JobRow | undefined>> {
    const { outside, delivered } = this.#host
    const ids = [...known].filter(([, row]) => row === undefined).map(([id]) => id)
    if (ids.length > 0) await delivered()
    for (let from = 0; from < ids.length; from += JOBS_PER_LOOK) {
      const some = ids.slice(from, from + JOBS_PER_LOOK)
      const found = await Promise.all(some.map((id) => outside.job(id)))
      for (const [i, id] of some.entries()) known.set(id, found[i])
    }
    return known
  }
}
