// All models of a store: deploying, opening, rolling back, deleting. A deploy is computed first, then
// committed: the source, its version, and what it keeps and drops of what was given before, in one act.

import {
  catalogue as builtIn,
  type Catalogue,
  type CompiledModel,
  compileModel,
  type Diagnostic,
} from '@cellwake/language'
import type { Clock } from '@cellwake/scheduler'
import { systemClock } from '@cellwake/scheduler'
import { RejectedError, type Store, system, type Write } from '@cellwake/store'
import { DiagnosticsError, EngineError } from './errors.ts'
import { GivenValues } from './given-value.ts'
import { MODEL_VERSIONS, REOPEN_AFTER_MS } from './limits.ts'
import { LiveModel } from './live-model.ts'
import { idOf, type ModelRecord, ModelRecords } from './records.ts'
import { carryOver, type DeployReport } from './redeploy.ts'
import type { Firing } from './waves.ts'
import { zoneTable } from './zone-table.ts'

export interface EngineOptions {
  readonly store: Store
  readonly clock?: Clock
  readonly random?: () => number
  /** The functions that models may call, beside the language's own. */
  readonly catalogue?: Catalogue
  /** Counts how often each formula runs, for tests. */
  readonly countRuns?: boolean
  /** Hears what a watcher throws; left out, it is thrown where nobody catches it. */
  readonly onError?: (error: unknown) => void
}

export interface DeployOptions {
  /** Left out, the MODEL of the source, or one derived from it. */
  readonly id?: string
  readonly by?: string
  /** Runs it here, whatever the header of the source asks for. */
  readonly runtime?: 'ts'
  /** Told of every firing of this version, from the first on. */
  readonly onFiring?: (firing: Firing) => void
  /** Checks and compares, and changes nothing. */
  readonly dryRun?: boolean
}

export interface Deployed extends DeployReport {
  readonly model: LiveModel
  readonly version: number
  readonly diagnostics: readonly Diagnostic[]
}

export class Engine {
  readonly #store: Store
  readonly #clock: Clock
  readonly #ownsClock: boolean
  readonly #random: () => number
  readonly #catalogue: Catalogue
  readonly #given: GivenValues
  readonly #countRuns: boolean
  readonly #report: (error: unknown) => void
  readonly #models = new Map<string, LiveModel>()
  readonly #opening = new Map<string, Promise<LiveModel | undefined>>()
  /** Deploys and deletes of one model come one after another. */
  readonly #turns = new Map<string, Promise<unknown>>()
  #closed = false

  constructor(options: EngineOptions) {
    this.#store = options.store
    this.#ownsClock = options.clock === undefined
    this.#clock = options.clock ?? systemClock({ unref: true })
    this.#random = options.random ?? system.random
    this.#catalogue = options.catalogue ?? builtIn
    this.#countRuns = options.countRuns === true
    this.#report = options.onError ?? throwLater
    this.#given = new GivenValues(this.#catalogue)
  }

  /** Brings a source to life, or refuses it with all its diagnostics and changes nothing. */
  async deploy(source: string, options: DeployOptions = {}): Promise<Deployed> {
    this.#mustBeOpen()
    const compiled = compileModel(source, { catalogue: this.#catalogue })
    const { ir, diagnostics } = compiled
    if (ir === undefined) throw new DiagnosticsError(diagnostics)
    if ((options.runtime ?? ir.header.runtime) !== 'ts') {
      throw new EngineError('runtime-elsewhere', `${ir.header.runtime} needs Redis.`)
    }
    const id = options.id ?? idFrom(ir.header.model)
    return this.#inTurn(id, async () => {
      const before = await this.#existing(id, new ModelRecords(this.#store, id))
      let release: () => void = () => {}
      await before?.hold(new Promise((resolve) => (release = resolve)))
      try {
        return await this.#replace(id, before, source, compiled, options)
      } finally {
        before?.goOn()
        release()
      }
    })
  }

  async #replace(
    id: string,
    before: LiveModel | undefined,
    source: string,
    compiled: CompiledModel,
    options: DeployOptions,
  ): Promise<Deployed> {
    const { diagnostics } = compiled
    const records = new ModelRecords(this.#store, id)
    await records.load()
    const now = this.#clock.now()
    const version = (records.model()?.version ?? 0) + 1
    const record = nextRecord(records.model(), id, version, now)
    const model = this.#make(records, record, source, compiled)
    const carried = carryOver(before, model, records)
    model.start(carried.dropped, before?.rules.since ?? now)
    const deployed = new Deployment(model, version, diagnostics, carried.report)
    if (options.dryRun === true) return deployed
    const write: Write[] = [
      ...prunedSources(records, record),
      records.putModel(record),
      records.putSource(version, source),
      ...carried.writes,
      ...model.startWrites(),
    ]
    const cause = { by: options.by ?? 'deploy' }
    const result = await this.#store.commit({ write, cause })
    if (result.rejected !== undefined) throw new RejectedError(result)
    model.committed(result.seq)
    before?.replacedBy(model)
    this.#models.set(id, model)
    if (options.onFiring !== undefined) model.rules.onFiring(options.onFiring)
    model.begin()
    return deployed
  }

  /** A model that was deployed, here or before a restart. */
  async model(id: string): Promise<LiveModel> {
    this.#mustBeOpen()
    const records = new ModelRecords(this.#store, id)
    const found = await this.#existing(id, records)
    if (found === undefined) throw new EngineError('unknown-model', `There is no model ${id}.`)
    return found
  }

  /** A model that is open here. */
  running(id: string): LiveModel {
    const found = this.#models.get(id)
    if (found === undefined) throw new EngineError('unknown-model', `There is no model ${id} here.`)
    return found
  }

  async models(): Promise<ModelRecord[]> {
    this.#mustBeOpen()
    const found: ModelRecord[] = []
    for (const space of await this.#store.spaces()) {
      const id = idOf(space)
      if (id === undefined) continue
      const records = new ModelRecords(this.#store, id)
      await records.load()
      const record = records.model()
      if (record !== undefined) found.push(record)
    }
    return found.sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** The source of a version that is kept; the one that runs if none is named. */
  async source(id: string, version?: number): Promise<string> {
    const model = await this.model(id)
    const records = new ModelRecords(this.#store, id)
    const source = records.source(version ?? model.version)
    if (source === undefined) {
      throw new EngineError('unknown-version', `${id} has no version ${version}.`)
    }
    return source
  }

  /** Deploys an older version again. */
  async rollback(id: string, version: number, by = 'rollback'): Promise<Deployed> {
    return this.deploy(await this.source(id, version), { id, by })
  }

  /** Deletes a model with all it holds. The name must be repeated. */
  async delete(id: string, repeated: string, by = 'delete'): Promise<void> {
    if (repeated !== id) {
      throw new EngineError('name-not-repeated', `"${repeated.slice(0, 64)}" is not "${id}".`)
    }
    await this.#inTurn(id, async () => {
      const model = await this.model(id)
      await model.idle()
      const records = new ModelRecords(this.#store, id)
      const sent = this.#store.commit({ write: [...records.dropAll()], cause: { by } })
      const result = await sent
      if (result.rejected !== undefined) throw new RejectedError(result)
      model.close()
      this.#models.delete(id)
    })
  }

  /** Resolves when everything sent so far is durable. */
  async idle(): Promise<void> {
    for (const model of this.#models.values()) await model.idle()
    await this.#store.pendingCommitsSettled()
  }

  async close(): Promise<void> {
    if (this.#closed) return
    await this.idle()
    this.#closed = true
    for (const model of this.#models.values()) model.close()
    this.#models.clear()
    if (this.#ownsClock) this.#clock.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #inTurn<T>(id: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(act, act)
    this.#turns.set(id, turn)
    const over = () => {
      if (this.#turns.get(id) === turn) this.#turns.delete(id)
    }
    turn.then(over, over)
    return turn
  }

  async #existing(id: string, records: ModelRecords): Promise<LiveModel | undefined> {
    const known = this.#models.get(id)
    if (known !== undefined) return known
    const opening = this.#opening.get(id) ?? this.#open(records)
    this.#opening.set(id, opening)
    return opening.finally(() => this.#opening.delete(id))
  }

  async #open(records: ModelRecords): Promise<LiveModel | undefined> {
    await records.load()
    const record = records.model()
    if (record === undefined) return undefined
    const source = records.source(record.version)!
    const compiled = compileModel(source, { catalogue: this.#catalogue })
    const model = this.#make(records, record, source, compiled)
    model.start()
    this.#models.set(record.id, model)
    model.begin()
    return model
  }

  #make(
    records: ModelRecords,
    record: ModelRecord,
    source: string,
    compiled: CompiledModel,
  ): LiveModel {
    return new LiveModel(
      {
        store: this.#store,
        clock: this.#clock,
        random: this.#random,
        catalogue: this.#catalogue,
        zone: zoneTable(compiled.ir!.header.timezone),
        given: this.#given,
        countRuns: this.#countRuns,
        report: this.#report,
        records,
        record,
        source,
        lost: (model, error) => this.#lose(model, error),
      },
      compiled,
    )
  }

  /** The next who asks gets it from the store. One with rules is taken up again even if nobody asks. */
  #lose(model: LiveModel, error: unknown): void {
    if (this.#models.get(model.id) === model) {
      this.#models.delete(model.id)
      if (model.rules.any) this.#reopenLater(model.id)
    }
    this.#report(error)
  }

  #reopenLater(id: string): void {
    this.#clock.wake(this.#clock.now() + REOPEN_AFTER_MS, () => {
      if (this.#closed || this.#models.has(id)) return
      this.#existing(id, new ModelRecords(this.#store, id)).catch(this.#report)
    })
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new EngineError('closed', 'The engine is closed.')
  }
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

class Deployment implements Deployed {
  readonly model: LiveModel
  readonly version: number
  readonly diagnostics: readonly Diagnostic[]
  readonly #report: DeployReport

  constructor(
    model: LiveModel,
    version: number,
    diagnostics: readonly Diagnostic[],
    report: DeployReport,
  ) {
    this.model = model
    this.version = version
    this.diagnostics = diagnostics
    this.#report = report
  }

  get kept(): readonly string[] {
    return this.#report.kept
  }

  get dropped(): readonly string[] {
    return this.#report.dropped
  }

  get added(): readonly string[] {
    return this.#report.added
  }
}

/** An id from the title of a model. */
function idFrom(title: string | null): string {
  const id = (title ?? 'model').toLowerCase().replace(/[^a-z0-9_.-]+/g, '-')
  return id.replace(/^[-.]+|[-.]+$/g, '') || 'model'
}

function nextRecord(
  before: ModelRecord | undefined,
  id: string,
  version: number,
  now: number,
): ModelRecord {
  const versions = [...(before?.versions ?? []), { version, at: now }].slice(-MODEL_VERSIONS)
  return { id, version, createdAt: before?.createdAt ?? now, deployedAt: now, versions }
}

function prunedSources(records: ModelRecords, record: ModelRecord): Write[] {
  const kept = new Set(record.versions.map(({ version }) => version))
  const gone = (records.model()?.versions ?? []).filter(({ version }) => !kept.has(version))
  return gone.map(({ version }) => records.dropSource(version))
}
