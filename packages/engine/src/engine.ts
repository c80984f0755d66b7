// All models of a store: deploying, opening, rolling back, deleting. A deploy is computed first, then
// committed: the source, its version, and what it keeps and drops of what was given before, in one act.

import { catalogue as builtIn, type Catalogue, compile } from '@cellwake/language'
import { type Clock, isLost, systemClock } from '@cellwake/scheduler'
import { type Arrival, type JobNews, type Store, system, type Write } from '@cellwake/store'
import { Activity } from './activity.ts'
import { DiagnosticsError, EngineError, OwnedElsewhereError } from './errors.ts'
import { jobNameOf } from './external/jobs.ts'
import { programOf } from './formulas/program.ts'
import { zoneTable } from './formulas/zone-table.ts'
import { Memory, tooMuchMemory } from './graph/memory.ts'
import type { ModelHome } from './home/model-home.ts'
import { type Place, Places } from './home/places.ts'
import { REOPEN_AFTER_MS } from './limits.ts'
import {
  checkVersion,
  type Deployed,
  Deployment,
  type DeployOptions,
  idFrom,
  nextRecord,
  prunedSources,
} from './model/deployment.ts'
import { GivenValues } from './model/given-value.ts'
import { LiveModel, type LiveModelParts } from './model/live-model.ts'
import { buildModel } from './model/model-reading.ts'
import { refusal } from './model/ownership.ts'
import { type AsideModel, isTooMuchWork, PutAside } from './model/put-aside.ts'
import { idOf, type ModelRecord, ModelRecords } from './model/records.ts'
import { type Carried, carryOver } from './model/redeploy.ts'
import { type Running, Slices, type Work } from './model/slices.ts'
import { checkTopics } from './rules/topic-check.ts'
import { type ReadSource, readsHere, type SourceReader } from './source-reader.ts'
import { Turns } from './turns.ts'
import { type FunctionView, functionViews } from './views/function-views.ts'
import { aboutVersion } from './views/model-facts.ts'
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
  /** How long work gives way; engines of one process may share it. */
  readonly slices?: Slices
  /** Hears what a watcher throws; left out, it is thrown where nobody catches it. */
  readonly onError?: (error: unknown) => void
  /** Where models can live that are not computed here. */
  readonly homes?: readonly ModelHome[]
}

/** A version of a model, with its source as it was read. */
interface ReadVersion {
  readonly record: ModelRecord
  readonly source: string
  readonly read: ReadSource
}

export class Engine extends Activity {
  readonly #store: Store
  readonly #clock: Clock
  readonly #ownsClock: boolean
  readonly #random: () => number
  readonly #catalogue: Catalogue
  readonly #reader: SourceReader
  readonly #memory = new Memory()
  readonly #given: GivenValues
  readonly #countRuns: boolean
  readonly #report: (error: unknown) => void
  readonly #slices: Slices
  readonly #models = new Map<string, LiveModel>()
  readonly #turns = new Turns()
  readonly #aside = new PutAside()
  /** What is computed for models that are not open yet. */
  readonly #making = new Set<Running<unknown>>()
  readonly #places: Places
  readonly #stopArrivals: () => void
  #closed = false
  #waking = 0

  constructor(options: EngineOptions) {
    const clock = options.clock ?? systemClock({ unref: true })
    super(options.store, clock)
    this.#store = options.store
    this.#ownsClock = options.clock === undefined
    this.#clock = clock
    this.#random = options.random ?? system.random
    this.#catalogue = options.catalogue ?? builtIn
    this.#reader = options.reader ?? readsHere(this.#catalogue)
    this.#countRuns = options.countRuns === true
    this.#report = options.onError ?? throwLater
    this.#slices = options.slices ?? new Slices()
    this.#given = new GivenValues(this.#catalogue)
    this.#places = new Places({
      store: this.#store,
      clock: this.#clock,
      homes: options.homes ?? [],
      lost: (id, error) => this.#models.get(id)?.lose(error),
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

  protected ruleTitle(model: string, rule: string): string | undefined {
    return this.#models.get(model)?.ruleTitle(rule)
  }

  protected problemsOf(model: string): readonly string[] | undefined {
    return this.#aside.problemsOf(model) ?? (this.#models.has(model) ? [] : undefined)
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
    const compiled = reading instanceof Promise ? await reading : reading
    const { ir, diagnostics } = compiled
    if (ir === undefined) throw new DiagnosticsError(diagnostics)
    const runtime = options.runtime ?? ir.header.runtime
    this.#places.check(runtime)
    checkTopics(ir, options.mayPublish)
    const id = options.id ?? idFrom(ir.header.model)
    return this.#turns.enter(id, async () => {
      const place = await this.#places.forRuntime(id, runtime)
      const before = await this.#existing(id)
      if (act === 'rollback' && !this.#aside.has(id)) mustExist(id, before)
      const replace = () => this.#replace(place, before, source, compiled, options, act)
      if (before !== undefined) return before.holding(replace)
      return replace().catch(async (error: unknown) => {
        await place.ownership.release(id).catch(() => {})
        throw error
      })
    })
  }

  async #replace(
    place: Place,
    before: LiveModel | undefined,
    source: string,
    compiled: ReadSource,
    options: DeployOptions,
    act: 'deploy' | 'rollback',
  ): Promise<Deployed> {
    const { diagnostics } = compiled
    const { id, store } = place
    const records = new ModelRecords(store, id)
    if (before === undefined && options.dryRun !== true) await place.ownership.take(id)
    await records.load()
    const current = records.model()?.version ?? 0
    checkVersion(id, current, options.expectVersion)
    const now = this.#clock.now()
    const version = current + 1
    const by = options.by ?? act
    const record = nextRecord(records.model(), id, version, now, by, options.runtime)
    const aside = before === undefined ? await this.#readAside(records) : undefined
    const made = this.#made(place, records, record, source, compiled, before, aside)
    const { model, carried } = await this.#run(made)
    const deployed = new Deployment(model, version, diagnostics, carried.report)
    const [mutation] = options.mayMutate === false ? deployed.mutations : []
    if (mutation !== undefined) {
      model.release()
      const what = `Line ${mutation.line} changes something outside, by ${mutation.function}.`
      throw new EngineError('mutation-refused', what)
    }
    if (options.dryRun === true) {
      model.release()
      return deployed
    }
    const starting = model.starting()
    const write: Write[] = [
      ...prunedSources(records, record),
      records.putModel({ ...record, about: aboutVersion(model, id) }),
      records.putSource(version, source),
      ...carried.writes,
      ...starting.write,
    ]
    const detail = { act, model: id, now, version } satisfies CauseDetail
    const cause = { by, detail }
    const receipt = options.receipt === undefined ? [] : [options.receipt(deployed)]
    // Whoever repeats a request looks where requests are known.
    const isHere = store === this.#store
    const receipts = isHere ? receipt : []
    // As it was when that version was opened: what follows from it is worth nothing otherwise.
    const { expect } = before ?? model
    const jobs = [...carried.jobs, ...starting.jobs]
    const verdict = store.commit({ expect, write, receipts, jobs, cause })
    starting.sent()
    const result = await verdict
    if (result.rejected !== undefined) {
      model.release()
      if (isLost(result)) before?.lose(refusal(id, result))
      throw refusal(id, result)
    }
    if (!isHere && receipt.length > 0)
      await this.#store.commit({ receipts: receipt, cause: { by } })
    model.committed(result.seq)
    before?.replacedBy(model)
    this.#models.set(id, model)
    this.#aside.remove(id)
    if (options.onFiring !== undefined) model.rules.onFiring(options.onFiring)
    await model.begin()
    return deployed
  }

  /** A new version, at rest, with what it keeps of the one before. */
  *#made(
    place: Place,
    records: ModelRecords,
    record: ModelRecord,
    source: string,
    compiled: ReadSource,
    before: LiveModel | undefined,
    aside: ReadVersion | undefined,
  ): Work<{ readonly model: LiveModel; readonly carried: Carried }> {
    const model = yield* this.#make(place, records, record, source, compiled)
    let known = before
    try {
      if (aside !== undefined)
        known = yield* this.#make(place, records, aside.record, aside.source, aside.read)
      const carried = yield* carryOver(known, model, records, this.#slices.pause)
      yield* model.start(carried.dropped, before?.rules.since ?? record.deployedAt)
      if (model.graph.memory.isFull) throw tooMuchMemory(record.id)
      return { model, carried }
    } catch (error) {
      model.release()
      throw error
    } finally {
      if (known !== before) known?.release()
    }
  }

  /** The version that was put aside, to compare with: nothing of it runs. */
  async #readAside(records: ModelRecords): Promise<ReadVersion | undefined> {
    const record = records.model()
    if (record === undefined || !this.#aside.has(record.id)) return undefined
    const source = records.source(record.version)!
    return { record, source, read: await this.#reader.read(source, `model ${record.id}`) }
  }

  /** A model that was deployed, here or before a restart, when it is at rest. */
  async model(id: string): Promise<LiveModel> {
    this.#mustBeOpen()
    this.#aside.check(id)
    const model = mustExist(id, this.#models.get(id) ?? (await this.#opened(id)))
    if (model.isAtRest) return model
    // What comes then may be another version, or none.
    await model.rested()
    return this.model(id)
  }

  /** A model that is open here. */
  running(id: string): LiveModel {
    const found = this.#models.get(id)
    if (found === undefined) throw new EngineError('unknown-model', `There is no model ${id} here.`)
    return found
  }

  isRunning(id: string): boolean {
    return this.#models.has(id)
  }

  /** Where models can live that are not computed here. */
  get homes(): readonly ModelHome[] {
    return this.#places.homes
  }

  /** About what all models here hold, in bytes. */
  get memoryBytes(): number {
    return this.#memory.used
  }

  /** How many rules here are silent, since the clock was ahead when they last ran. */
  get rulesWaitingForClock(): number {
    let count = 0
    for (const { rules } of this.#models.values()) count += rules.waitingForClock
    return count
  }

  /** Whether it is open here, and nobody need wait for it. */
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

  /** The functions that models may call. */
  functions(): FunctionView[] {
    return functionViews(this.#catalogue)
  }

  async models(): Promise<ModelRecord[]> {
    this.#mustBeOpen()
    const found: ModelRecord[] = []
    for (const id of await this.#ids()) {
      const records = new ModelRecords((await this.#places.of(id)).store, id)
      await records.load()
      const record = records.model()
      if (record !== undefined) found.push(record)
    }
    return found.sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** What is kept of a model and its versions, also of one that is put aside. */
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
    const detail = { act: 'delete', model: id } satisfies CauseDetail
    const write = [...new ModelRecords(store, id).dropAll()]
    const jobs = model?.external?.cancelled() ?? []
    const isHere = store === this.#store
    const own = isHere ? jobs : []
    const result = await store.commit({ expect, write, jobs: own, cause: { by, detail } })
    if (result.rejected !== undefined) {
      if (isLost(result)) model?.lose(refusal(id, result))
      throw refusal(id, result)
    }
    if (!isHere && jobs.length > 0) await this.#store.commit({ jobs, cause: { by, detail } })
    model?.deleted(result.seq)
    this.#models.delete(id)
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

  /** Ends what is under way: what was sent becomes durable, and what is due yet waits for the next start. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#stopArrivals()
    for (const running of this.#making) running.abort(closedEngine())
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

  /** In its turn: what is seen of a deploy that is under way may still be refused. */
  #opened(id: string): Promise<LiveModel | undefined> {
    return this.#turns.enter(id, async () => {
      this.#aside.check(id)
      return this.#existing(id)
    })
  }

  /** Asked for in the turn of the model. One that is put aside is not there. */
  async #existing(id: string): Promise<LiveModel | undefined> {
    const known = this.#models.get(id)
    if (known !== undefined || this.#aside.has(id)) return known
    try {
      return await this.#open(await this.#places.of(id))
    } catch (error) {
      if (isTooMuchWork(error)) this.#aside.add(id, error.message, this.#clock.now())
      throw error
    }
  }

  async #run<T>(work: Work<T>): Promise<T> {
    const running = this.#slices.run(work)
    this.#making.add(running)
    return running.done.finally(() => this.#making.delete(running))
  }

  async #open(place: Place): Promise<LiveModel | undefined> {
    const { store, ownership } = place
    const records = new ModelRecords(store, place.id)
    await records.load()
    const id = records.model()?.id
    if (id === undefined) return undefined
    await ownership.take(id)
    this.#mustBeOpen()
    // Only now it is certain what others have made of it.
    const record = records.model()
    if (record === undefined) {
      await ownership.release(id)
      return undefined
    }
    const source = records.source(record.version)!
    const compiled = await this.#reader.read(source, `model ${id}`)
    const newest = await store.commitInfo(records.revision())
    const opened = this.#restored(place, records, record, source, compiled, newest?.at)
    const model = await this.#run(opened)
    this.#mustBeOpen()
    this.#models.set(record.id, model)
    await model.begin()
    return model
  }

  /** The version that runs, at rest, as it was closed. */
  *#restored(
    place: Place,
    records: ModelRecords,
    record: ModelRecord,
    source: string,
    compiled: ReadSource,
    changedAt: number | undefined,
  ): Work<LiveModel> {
    const model = yield* this.#make(place, records, record, source, compiled, changedAt)
    try {
      yield* model.start()
      if (model.graph.memory.isFull) throw tooMuchMemory(record.id)
      return model
    } catch (error) {
      model.release()
      throw error
    }
  }

  *#make(
    place: Place,
    records: ModelRecords,
    record: ModelRecord,
    source: string,
    compiled: ReadSource,
    changedAt = record.deployedAt,
  ): Work<LiveModel> {
    const parts: LiveModelParts = {
      store: place.store,
      outside: this.#store,
      delivered: () => place.delivered(),
      clock: this.#clock,
      random: this.#random,
      catalogue: this.#catalogue,
      zone: zoneTable(compiled.ir!.header.timezone),
      given: this.#given,
      reader: this.#reader,
      countRuns: this.#countRuns,
      slices: this.#slices,
      memory: this.#memory,
      report: this.#report,
      records,
      record,
      source,
      changedAt,
      counted: () => this.counted(record.id),
      expect: place.ownership.expect(record.id),
      evaluator: place.evaluator({
        version: record.version,
        runtime: record.runtime ?? compiled.ir!.header.runtime,
        rules: compiled.ir!.rules.length,
        // Whole: what a reader has set apart, to be built faster, is part of it.
        program: () => programOf(source, compile(source, { catalogue: this.#catalogue }).ir!),
      }),
      lost: (model, error, isAside) => this.#lose(model, error, isAside),
    }
    return new LiveModel(parts, yield* buildModel(parts, compiled))
  }

  /** The next who asks gets it from the store. One that acts alone is taken up again even if nobody asks. */
  #lose(model: LiveModel, error: unknown, isAside: boolean): void {
    const { id } = model
    const isOpen = this.#models.get(id) === model
    if (isOpen) this.#models.delete(id)
    // It is opened again when all that it sent is decided: what is refused yet must not be seen.
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
    const ids = await this.#ids()
    const others = ids.filter((id) => !this.#models.has(id))
    const opened = await Promise.allSettled(others.map(open))
    for (const result of opened) {
      const failed = result.status === 'rejected'
      if (!failed || this.#closed) continue
      if (!(result.reason instanceof OwnedElsewhereError)) report(result.reason)
    }
  }

  /** All that are in the store or in a home. */
  async #ids(): Promise<string[]> {
    const here = (await this.#store.spaces()).map(idOf).filter((id) => id !== undefined)
    return [...new Set([...here, ...(await this.#places.ids())])]
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
