// The list of models, from their records: nothing is opened for it. While a home is away, its models are listed as they
// were when they were last seen.

import { type Store, StoreError } from '@cellwake/store'
import { idOf, type ModelRecord, ModelRecords } from '../model/records.ts'
import { type ListedFacts, storedFacts } from '../views/model-facts.ts'
import type { ModelHome } from './model-home.ts'
import type { Places } from './places.ts'

export interface ModelListHost {
  readonly store: Store
  readonly places: Places
  /** Problems of a model that does not run as deployed; undefined if it does not run here. */
  problemsOf(model: string): readonly string[] | undefined
}

interface Seen {
  readonly record: ModelRecord
  readonly rev: number
  /** Where it is. */
  readonly store: Store
}

export class ModelList {
  readonly #host: ModelListHost
  readonly #ids = new Map<ModelHome, readonly string[]>()
  readonly #seen = new Map<string, Seen>()
  /** Names in the store of the engine: no home is asked for those that are there. */
  #here: ReadonlySet<string> = new Set()

  constructor(host: ModelListHost) {
    this.#host = host
  }

  /** All that are in the store or in a home. */
  async ids(): Promise<string[]> {
    const { store, places } = this.#host
    const here = (await store.spaces()).map(idOf).filter((id) => id !== undefined)
    this.#here = new Set(here)
    const there = await Promise.all(places.homes.map((home) => this.#in(home)))
    return [...new Set([...here, ...there.flat()])]
  }

  async #in(home: ModelHome): Promise<readonly string[]> {
    const ids = await unlessAway(() => home.ids(), this.#ids.get(home) ?? [])
    this.#ids.set(home, ids)
    return ids
  }

  /** Sorted by id. */
  async records(): Promise<ModelRecord[]> {
    const found: ModelRecord[] = []
    for (const id of await this.ids()) {
      const seen = await this.#look(id)
      if (seen !== undefined) found.push(seen.record)
    }
    return found.sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** A model in short. */
  async facts(record: ModelRecord): Promise<ListedFacts> {
    const seen = await this.#look(record.id)
    const rev = seen?.rev ?? 0
    const newest = await unlessAway(async () => seen?.store.commitInfo(rev), undefined)
    const problems = this.#host.problemsOf(record.id)
    return storedFacts(record, rev, newest?.at ?? record.deployedAt, problems)
  }

  /** Undefined if there is no such model. */
  async #look(id: string): Promise<Seen | undefined> {
    const { store, places } = this.#host
    const own = this.#here.has(id) ? await seenIn(store, id) : undefined
    const there = async () => seenIn((await places.of(id)).store, id)
    const seen = own ?? (await unlessAway(there, this.#seen.get(id)))
    if (seen === undefined) this.#seen.delete(id)
    else this.#seen.set(id, seen)
    return seen
  }
}

async function seenIn(store: Store, id: string): Promise<Seen | undefined> {
  const records = new ModelRecords(store, id)
  await records.load()
  const record = records.model()
  return record && { record, rev: records.revision(), store }
}

async function unlessAway<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof StoreError && error.code === 'store-unreachable') return otherwise
    throw error
  }
}
