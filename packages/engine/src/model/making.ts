// Makes live models: the nodes of a version, and either its records in the store, or what a new version carries over from
// the one before. A failure half way releases its memory. A model in the making ends with the engine.

import { type Catalogue, compile } from '@cellwake/language'
import type { Clock } from '@cellwake/scheduler'
import type { Store } from '@cellwake/store'
import type { EngineError } from '../errors.ts'
import { programOf } from '../formulas/program.ts'
import { zoneTable } from '../formulas/zone-table.ts'
import { type Memory, tooMuchMemory } from '../graph/memory.ts'
import type { Place } from '../home/places.ts'
import type { ReadSource, SourceReader } from '../source-reader.ts'
import { GivenValues } from './given-value.ts'
import { LiveModel } from './live-model.ts'
import { buildModel } from './model-reading.ts'
import type { ModelRecord, ModelRecords } from './records.ts'
import { type Carried, carryOver } from './redeploy.ts'
import type { Seats } from './seats.ts'
import type { Running, Slices, Work } from './slices.ts'

/** A version of a model, with its source as it was read. */
export interface ReadVersion {
  readonly record: ModelRecord
  readonly source: string
  readonly read: ReadSource
  /** Functions it was compiled with, if not those of this host. */
  readonly catalogue?: Catalogue
}

export interface MakingParts {
  /** Knows the jobs of all models and the events that they publish. */
  readonly store: Store
  readonly clock: Clock
  readonly random: () => number
  readonly catalogue: Catalogue
  readonly reader: SourceReader
  readonly countRuns: boolean
  readonly report: (error: unknown) => void
  readonly slices: Slices
  readonly memory: Memory
  /** Seats for large sets of all models. */
  readonly sets: Seats
  /** A model has made a commit. */
  counted(id: string): void
  /** A model was given up. */
  lost(model: LiveModel, error: unknown, isAside: boolean): void
}

export class Making {
  readonly #parts: MakingParts
  readonly #given: GivenValues
  readonly #underWay = new Set<Running<unknown>>()

  constructor(parts: MakingParts) {
    this.#parts = parts
    this.#given = new GivenValues(parts.catalogue)
  }

  /** Does work of this kind in slices. */
  async run<T>(work: Work<T>): Promise<T> {
    const running = this.#parts.slices.run(work)
    this.#underWay.add(running)
    return running.done.finally(() => this.#underWay.delete(running))
  }

  abort(error: EngineError): void {
    for (const running of this.#underWay) running.abort(error)
  }

  /** The version that runs, at rest, as it was closed. */
  *restored(
    place: Place,
    records: ModelRecords,
    version: ReadVersion,
    changedAt: number | undefined,
  ): Work<LiveModel> {
    const model = yield* this.#make(place, records, version, changedAt)
    try {
      yield* model.start()
      if (model.graph.memory.isFull) throw tooMuchMemory(version.record.id)
      return model
    } catch (error) {
      model.release()
      throw error
    }
  }

  /** A new version, at rest, with its carry-over from the one before: from an open one, or from one that was put aside. */
  *next(
    place: Place,
    records: ModelRecords,
    version: ReadVersion,
    before: LiveModel | ReadVersion | undefined,
  ): Work<{ readonly model: LiveModel; readonly carried: Carried }> {
    const { record } = version
    const model = yield* this.#make(place, records, version)
    const open = before instanceof LiveModel ? before : undefined
    let aside: LiveModel | undefined
    try {
      // Only to compare with: nothing of it runs.
      if (before !== undefined && !(before instanceof LiveModel)) {
        aside = yield* this.#make(place, records, before)
      }
      const carried = yield* carryOver(open ?? aside, model, records, this.#parts.slices.pause)
      yield* model.start(carried.dropped, open?.rules.since ?? record.deployedAt)
      if (model.graph.memory.isFull) throw tooMuchMemory(record.id)
      return { model, carried }
    } catch (error) {
      model.release()
      throw error
    } finally {
      aside?.release()
    }
  }

  *#make(
    place: Place,
    records: ModelRecords,
    version: ReadVersion,
    changedAt = version.record.deployedAt,
  ): Work<LiveModel> {
    const { record, source, read } = version
    const { store, counted, lost, ...rest } = this.#parts
    const { catalogue = rest.catalogue } = version
    const parts = {
      ...rest,
      catalogue,
      store: place.store,
      outside: store,
      delivered: () => place.delivered(),
      zone: zoneTable(read.ir!.header.timezone),
      given: this.#given,
      records,
      record,
      source,
      changedAt,
      counted: () => counted(record.id),
      expect: place.ownership.expect(record.id),
      evaluator: place.evaluator({
        version: record.version,
        runtime: record.runtime ?? read.ir!.header.runtime,
        rules: read.ir!.rules.length,
        // Whole: the parts that a reader has set apart, to be built faster, belong to it.
        program: () => {
          const { ir } = compile(source, { catalogue })
          return programOf(source, ir!, { catalogue, countsRuns: rest.countRuns })
        },
      }),
      lost,
    }
    return new LiveModel(parts, yield* buildModel(parts, read))
  }
}
