// All models of a store: deploying, opening, rolling back, deleting. A deploy is computed first, then
// committed: the source, its version, and the inputs it keeps and drops, in one act.

import { catalogue as builtIn, type Catalogue, compile } from '@cellwake/language'
import { type Clock, isLost, systemClock } from '@cellwake/scheduler'
import { type Arrival, type JobNews, type Store, system } from '@cellwake/store'
import { Activity, type ActivityOptions, type AuditPage } from './activity.ts'
import { type DeployingHost, replace } from './deploying.ts'
import { DiagnosticsError, EngineError, OwnedElsewhereError } from './errors.ts'
import { jobNameOf } from './external/jobs.ts'
import { Memory } from './graph/memory.ts'
import type { ModelHome } from './home/model-home.ts'
import { ModelList } from './home/model-list.ts'
import { type Place, Places } from './home/places.ts'
import { LARGE_SETS, REOPEN_AFTER_MS } from './limits.ts'
import { type Deployed, type DeployOptions, idFrom } from './model/deployment.ts'
import { drop, sweep } from './model/dropping.ts'
import type { LiveModel } from './model/live-model.ts'
import { Making, type ReadVersion } from './model/making.ts'
import { refusal } from './model/ownership.ts'
import { type AsideModel, isTooMuchWork, PutAside, whyAside } from './model/put-aside.ts'
import { type ModelRecord, ModelRecords } from './model/records.ts'
import { Seats } from './model/seats.ts'
import { Slices } from './model/slices.ts'
import { checkTopics } from './rules/topic-check.ts'
import { readsHere, type SourceReader, withAnyFunction } from './source-reader.ts'
import { Turns } from './turns.ts'
import { type FunctionView, functionViews } from './views/function-views.ts'
import type { ListedFacts } from './views/model-facts.ts'
import type { CauseDetail } from './why/causes.ts'

export interface EngineOptions {
  readonly store: Store
  readonly clock?: Clock
  readonly random?: () => number
  /** The functions that models may call, beside the language's own. */
  readonly catalogue?: Catalogue
  /** Reads the sources; left out, in this process. */
  readonly reader?: SourceReader
  /** Counts how often each formula runs, for tests. */
  readonly countRuns?: boolean
  /** Time slices, after which work yields; engines of one process may share them. */
  readonly slices?: Slices
  /** Hears errors of watchers; left out, they are unhandled. */
  readonly onError?: (error: unknown) => void
  /** Homes of models that are computed elsewhere. */
  readonly homes?: readonly ModelHome[]
}

export class Engine {
  readonly #store: Store
  readonly #clock: Clock
  readonly #ownsClock: boolean
  readonly #catalogue: Catalogue
  readonly #reader: SourceReader
  readonly #memory = new Memory()
  readonly #report: (error: unknown) => void
  readonly #activity: Activity
  readonly #models = new Map<string, LiveModel>()
  readonly #turns = new Turns()
  readonly #aside = new PutAside()
  readonly #making: Making
  readonly #deploying: DeployingHost
  readonly #places: Places
  readonly #list: ModelList
  readonly #stopArrivals: () => void
  #closed = false
  #waking = 0

  constructor(options: EngineOptions) {
    const clock = options.clock ?? systemClock({ unref: true })
    this.#store = options.store
    this.#ownsClock = options.clock === undefined
    this.#clock = clock
    this.#catalogue = options.catalogue ?? builtIn
    this.#reader = options.reader ?? readsHere(this.#catalogue)
    this.#report = options.onError ?? throwLater
    this.#activity = new Activity({
      store: this.#store,
      clock,
      ruleTitle: (model, rule) => this.#models.get(model)?.ruleTitle(rule),
    })
    this.#making = new Making({
      store: this.#store,
      clock,
      random: options.random ?? system.random,
      catalogue: this.#catalogue,
      reader: this.#reader,
      countRuns: options.countRuns === true,
      report: this.#report,
      slices: options.slices ?? new Slices(),
      memory: this.#memory,
      sets: new Seats(LARGE_SETS),
      counted: (id) => this.#activity.counted(id),
      lost: (model, error, isAside) => this.#lose(model, error, isAside),
    })
    this.#deploying = {
      store: this.#store,
      clock,
      making: this.#making,
      readAside: (records) => this.#readAside(records),
      opened: (model) => {
        this.#models.set(model.id, model)
        this.#aside.remove(model.id)
      },
    }
    this.#places = new Places({
      store: this.#store,
      clock: this.#clock,
      homes: options.homes ?? [],
      lost: (id, error) => this.#models.get(id)?.lose(error),
    })
    this.#list = new ModelList({
      store: this.#store,
      places: this.#places,
      problemsOf: (id) => this.#aside.problemsOf(id) ?? (this.#models.has(id) ? [] : undefined),
    })
    this.#stopArrivals = this.#store.onArrival((arrival) => this.#arrived(arrival))
  }

  /** Jobs that workers took up or finished, here or on other hosts, are told to the models that asked. */
  #arrived({ jobs, everything }: Arrival): void {
    if (everything === true) {
      for (const model of this.#models.values()) void model.external?.lookUp()
      return
    }
    const byModel = new Map<string, JobNews[]>()
    for (const job of jobs) {
      const id = jobNameOf(job.id)?.model
      if (id === undefined || !this.#models.has(id)) continue
      const known = byModel.get(id)
      if (known === undefined) byModel.set(id, [job])
      else known.push(job)
    }
    for (const [id, news] of byModel) this.#models.get(id)?.heard(news)
  }

  /** Brings a source to life, or refuses it with all its diagnostics and changes nothing. */
  deploy(source: string, options: DeployOptions = {}): Promise<Deployed> {
    return this.#deploy(source, options, 'deploy')
  }

  async #deploy(
    source: string,
    options: DeployOptions,
    act: 'deploy' | 'rollback',
  ): Promise<Deployed> {
    this.#mustBeOpen()
    const reading = this.#reader.read(source, options.by ?? act)
    const read = reading instanceof Promise ? await reading : reading
    const { ir, diagnostics } = read
    if (ir === undefined) throw new DiagnosticsError(diagnostics)
    const runtime = options.runtime ?? ir.header.runtime
    this.#places.check(runtime)
    checkTopics(ir, options.mayPublish)
    const id = options.id ?? idFrom(ir.header.model)
    return this.#turns.enter(id, async () => {
      const place = await this.#places.forRuntime(id, runtime)
      const before = await this.#existing(id)
      if (act === 'rollback' && !this.#aside.has(id)) mustExist(id, before)
      const deploy = { source, read, options, act }
      const deployed = () => replace(this.#deploying, place, before, deploy)
      if (before !== undefined) return before.holding(deployed)
      return deployed().catch(async (error: unknown) => {
        await place.ownership.release(id).catch(() => {})
        throw error
      })
    })
  }

  /** The version that was put aside, to compare with: nothing of it runs. */
  async #readAside(records: ModelRecords): Promise<ReadVersion | undefined> {
    const record = records.model()
    if (record === undefined || !this.#aside.has(record.id)) return undefined
    const source = records.source(record.version)!
    const read = await this.#reader.read(source, `model ${record.id}`)
    if (read.ir !== undefined) return { record, source, read }
    const catalogue = withAnyFunction(builtIn)
    return { record, source, read: compile(source, { catalogue }), catalogue }
  }

  /** A model that was deployed, here or before a restart, when it is at rest. */
  async model(id: string): Promise<LiveModel> {
    this.#mustBeOpen()
    this.#aside.check(id)
    const model = mustExist(id, this.#models.get(id) ?? (await this.#opened(id)))
    if (model.isAtRest) return model
    // The model may be another version by then, or gone.
    await model.rested()
    return this.model(id)
  }

  /** A model that is open here. */
  running(id: string): LiveModel {
    const found = this.#models.get(id)
    if (found !== undefined) return found
    if (this.#closed) throw closedEngine()
    throw new EngineError('unknown-model', `There is no model ${id} here.`)
  }

  isRunning(id: string): boolean {
    return this.#models.has(id)
  }

  /** Homes of models that are computed elsewhere. */
  get homes(): readonly ModelHome[] {
    return this.#places.homes
  }

  /** Estimate of the memory of all models here, in bytes. */
  get memoryBytes(): number {
    return this.#memory.used
  }

  /** Number of rules here that are silent, since the clock was ahead when they last ran. */
  get rulesWaitingForClock(): number {
    let count = 0
    for (const { rules } of this.#models.values()) count += rules.waitingForClock
    return count
  }

  /** Whether it is open here, and at rest. */
  isAtRest(id: string): boolean {
    return this.#models.get(id)?.isAtRest === true
  }

  /** Whether models are being opened so that they act. */
  get isWaking(): boolean {
    return this.#waking > 0
  }

  /** Models that were given up here since they computed for too long. */
  get putAside(): readonly AsideModel[] {
    return this.#aside.all()
  }

  /** The newest revision at or before an instant; 0 if there was none. */
  revAt(timeMs: number): Promise<number> {
    return this.#store.seqAt(timeMs)
  }

  /** Commits with their authors, newest first. */
  activity(options: ActivityOptions = {}): Promise<AuditPage> {
    return this.#activity.page(options)
  }

  /** A model in short, from its records in the store: it is not opened for that. */
  stored(record: ModelRecord): Promise<ListedFacts> {
    return this.#list.facts(record)
  }

  /** Commits of a model in each of the last minutes, oldest first, since this process has had it. */
  commitsPerMinute(id: string, minutes: number): number[] {
    return this.#activity.commitsPerMinute(id, minutes)
  }

  /** The functions that models may call. */
  functions(): FunctionView[] {
    return functionViews(this.#catalogue)
  }

  async models(): Promise<ModelRecord[]> {
    this.#mustBeOpen()
    return this.#list.records()
  }

  /** The record of a model and its versions, also of one that is put aside. */
  async record(id: string): Promise<ModelRecord> {
    this.#mustBeOpen()
    if (!this.#aside.has(id)) return (await this.model(id)).record
    const records = new ModelRecords((await this.#places.of(id)).store, id)
    await records.load()
    return records.model()!
  }

  /** The source of a version that is kept; the one that runs if none is named. */
  async source(id: string, version?: number): Promise<string> {
    const record = await this.record(id)
    const { store } = await this.#places.of(id)
    const source = new ModelRecords(store, id).source(version ?? record.version)
    if (source === undefined) {
      throw new EngineError('unknown-version', `${id} has no version ${version}.`)
    }
    return source
  }

  /** Deploys an older version again. */
  async rollback(
    id: string,
    version: number,
    by = 'rollback',
    options: Pick<DeployOptions, 'receipt' | 'mayPublish' | 'mayMutate'> = {},
  ): Promise<Deployed> {
    return this.#deploy(await this.source(id, version), { ...options, id, by }, 'rollback')
  }

  /** Deletes a model with all it holds. The name must be repeated. */
  async delete(id: string, repeated: string, by = 'delete'): Promise<void> {
    if (repeated !== id) {
      throw new EngineError('name-not-repeated', `"${repeated.slice(0, 64)}" is not "${id}".`)
    }
    await this.#turns.enter(id, async () => {
      const model = await this.#existing(id)
      if (this.#aside.has(id)) await this.#drop(id, undefined, by)
      else await mustExist(id, model).holding(() => this.#drop(id, model, by))
      this.#aside.remove(id)
      await (await this.#places.of(id)).ownership.release(id)
      await this.#places.forget(id)
    })
  }

  async #drop(id: string, model: LiveModel | undefined, by: string): Promise<void> {
    const { store, ownership } = await this.#places.of(id)
    const expect = model?.expect ?? ownership.expect(id)
    const jobs = model?.external?.cancelled() ?? []
    const isHere = store === this.#store
    const dropped = { id, store, expect, by }
    const result = await drop(dropped, isHere ? jobs : [])
    if (result.rejected !== undefined) {
      if (isLost(result)) model?.lose(refusal(id, result))
      throw refusal(id, result)
    }
    if (!isHere && jobs.length > 0) {
      const detail = { act: 'delete', model: id } satisfies CauseDetail
      await this.#store.commit({ jobs, cause: { by, detail } })
    }
    model?.deleted(result.seq)
    this.#models.delete(id)
    await sweep(dropped)
  }

  /**
   * Opens every model with rules or external calls that no other host has, so that they act though nobody asks. From then on
   * it asks for those of others, and takes one over when its host has gone.
   */
  async wake(): Promise<void> {
    this.#mustBeOpen()
    this.#waking++
    try {
      await this.#openAll(this.#report)
    } finally {
      this.#waking--
    }
    if (this.#closed) return
    this.#places.wake(() => this.#openAll(() => {}))
  }

  /** Resolves when everything sent so far is durable. */
  async idle(): Promise<void> {
    await this.#places.idle()
    await this.#turns.idle()
    for (const model of this.#models.values()) await model.idle()
    await this.#places.settled()
    await this.#store.pendingCommitsSettled()
  }

  /** Ends work in progress: sent commits become durable, and work that is still due waits for the next start. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#stopArrivals()
    this.#making.abort(closedEngine())
    await this.#places.idle()
    await Promise.all([...this.#models.values()].map((model) => model.end()))
    await this.#places.settled()
    await this.#store.pendingCommitsSettled()
    this.#models.clear()
    await this.#places.close()
    if (this.#ownsClock) this.#clock.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** In its turn: an unfinished deploy may still be refused. */
  #opened(id: string): Promise<LiveModel | undefined> {
    return this.#turns.enter(id, async () => {
      this.#aside.check(id)
      const model = await this.#existing(id)
      // The model may have been put aside just now.
      this.#aside.check(id)
      return model
    })
  }

  /** Asked for in the turn of the model. One that is put aside is not there. */
  async #existing(id: string): Promise<LiveModel | undefined> {
    const known = this.#models.get(id)
    if (known !== undefined || this.#aside.has(id)) return known
    try {
      return await this.#open(await this.#places.of(id))
    } catch (error) {
      const why = whyAside(error)
      if (why === undefined) throw error
      this.#aside.add(id, why, this.#clock.now())
      if (isTooMuchWork(error)) throw error
      return undefined
    }
  }

  async #open(place: Place): Promise<LiveModel | undefined> {
    const { store, ownership } = place
    const records = new ModelRecords(store, place.id)
    await records.load()
    const id = records.model()?.id
    if (id === undefined) return undefined
    await ownership.take(id)
    this.#mustBeOpen()
    // Only now it is certain that no other host changes it any more.
    const record = records.model()
    if (record === undefined) {
      await ownership.release(id)
      return undefined
    }
    const source = records.source(record.version)!
    const read = await this.#reader.read(source, `model ${id}`)
    const newest = await store.commitInfo(records.revision())
    if (read.ir === undefined) throw new DiagnosticsError(read.diagnostics)
    const version = { record, source, read }
    const model = await this.#making.run(this.#making.restored(place, records, version, newest?.at))
    this.#mustBeOpen()
    this.#models.set(record.id, model)
    await model.begin()
    return model
  }

  /** Closes a model, which the next caller gets anew from the store. One that acts alone is reopened by itself. */
  #lose(model: LiveModel, error: unknown, isAside: boolean): void {
    const { id } = model
    const isOpen = this.#models.get(id) === model
    if (isOpen) this.#models.delete(id)
    // It is opened again when all its commits have their verdict: a rejected one must not be seen.
    // See test: a set that comes while a deploy is in flight is in the new version, or is refused
    void this.#turns.enter(id, () => model.idle())
    if (error instanceof OwnedElsewhereError) this.#places.lost(id)
    else {
      if (isAside) this.#aside.add(id, messageOf(error), this.#clock.now())
      else if (isOpen && model.actsAlone) this.#reopenLater(id)
      this.#report(error)
    }
  }

  #reopenLater(id: string): void {
    this.#clock.wake(this.#clock.now() + REOPEN_AFTER_MS, () => {
      if (this.#closed || this.#models.has(id)) return
      this.#opened(id).catch((error: unknown) => {
        if (!(error instanceof OwnedElsewhereError)) this.#report(error)
      })
    })
  }

  async #openAll(report: (error: unknown) => void): Promise<void> {
    const open = async (id: string) => {
      const records = new ModelRecords((await this.#places.of(id)).store, id)
      await records.load()
      if (records.actsAlone) await this.#opened(id)
    }
    const ids = await this.#list.ids()
    const others = ids.filter((id) => !this.#models.has(id))
    const opened = await Promise.allSettled(others.map(open))
    for (const result of opened) {
      const failed = result.status === 'rejected'
      if (!failed || this.#closed) continue
      if (!(result.reason instanceof OwnedElsewhereError)) report(result.reason)
    }
  }

  #mustBeOpen(): void {
    if (this.#closed) throw closedEngine()
  }
}

function closedEngine(): EngineError {
  return new EngineError('closed', 'The engine is closed.')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function mustExist(id: string, model: LiveModel | undefined): LiveModel {
  if (model === undefined) throw new EngineError('unknown-model', `There is no model ${id}.`)
  return model
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
