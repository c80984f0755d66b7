// Place of each model: in the store of this engine, or in a home of its own kind. A place has a store, the leases
// of the models in it, and perhaps an evaluator. A model stays where it was first deployed.

import type { IrRuntime } from '@cellwake/language'
import type { Clock } from '@cellwake/scheduler'
import type { Store } from '@cellwake/store'
import { EngineError, type OwnedElsewhereError } from '../errors.ts'
import { Ownership } from '../model/ownership.ts'
import { ModelRecords } from '../model/records.ts'
import type { ModelHome, ModelPlace, PlacedVersion, RemoteEvaluator } from './model-home.ts'

export interface PlacesHost {
  readonly store: Store
  readonly clock: Clock
  readonly homes: readonly ModelHome[]
  /** Another host has taken a model. */
  lost(id: string, error: OwnedElsewhereError): void
}

export interface Place {
  readonly id: string
  readonly store: Store
  readonly ownership: Ownership
  /** Evaluator of a version; undefined if it is computed here. */
  evaluator(version: PlacedVersion): RemoteEvaluator | undefined
  /** Resolves when the commits of its models have arrived in the store of the engine, or must wait. */
  delivered(): Promise<void>
}

interface HomePlace extends Place {
  readonly home: ModelHome
  readonly there: ModelPlace
}

export class Places {
  readonly #host: PlacesHost
  readonly #ownership: Ownership
  readonly #inHomes = new Map<string, Promise<HomePlace>>()

  constructor(host: PlacesHost) {
    this.#host = host
    const { store, clock } = host
    this.#ownership = new Ownership({ store, clock, lost: (id, error) => host.lost(id, error) })
  }

  get homes(): readonly ModelHome[] {
    return this.#host.homes
  }

  /** Throws if no model can live where this one wants to. */
  check(runtime: IrRuntime): void {
    if (runtime === 'ts' || this.#homeFor(runtime) !== undefined) return
    throw new EngineError('runtime-elsewhere', `${runtime} needs Redis.`)
  }

  /** The place of a model that is to be deployed. */
  async forRuntime(id: string, runtime: IrRuntime): Promise<Place> {
    const wanted = this.#homeFor(runtime)
    const found = await this.#homeOf(id)
    if (found !== undefined || wanted === undefined) {
      if (found !== wanted) throw otherHome(id)
      return this.of(id)
    }
    const records = new ModelRecords(this.#host.store, id)
    await records.load()
    if (records.model() !== undefined) throw otherHome(id)
    return this.#in(wanted, id)
  }

  /** Place of a model; an unknown model would be in the store of the engine. */
  async of(id: string): Promise<Place> {
    const home = await this.#homeOf(id)
    if (home !== undefined) return this.#in(home, id)
    const { store } = this.#host
    const delivered = () => Promise.resolve()
    return { id, store, ownership: this.#ownership, evaluator: () => undefined, delivered }
  }

  /** A model is deleted. */
  async forget(id: string): Promise<void> {
    const known = this.#inHomes.get(id)
    if (known === undefined) return
    this.#inHomes.delete(id)
    const place = await known
    await place.ownership.close()
    await place.there.close()
    await place.there.forget()
  }

  /** Another host has a model. */
  lost(id: string): void {
    const known = this.#inHomes.get(id)
    if (known === undefined) this.#ownership.forget(id)
    else known.then((place) => place.ownership.forget(id)).catch(() => {})
  }

  wake(openOthers: () => Promise<void>): void {
    this.#ownership.wake(openOthers)
  }

  async idle(): Promise<void> {
    await this.#ownership.idle()
    for (const place of await this.#open()) await place.ownership.idle()
  }

  /** Resolves when all sent commits are durable, and their events have arrived. */
  async settled(): Promise<void> {
    for (const { store, there } of await this.#open()) {
      await store.pendingCommitsSettled()
      await there.idle()
    }
  }

  async close(): Promise<void> {
    await this.#ownership.close()
    for (const place of await this.#open()) {
      await place.ownership.close()
      await place.there.close()
    }
    this.#inHomes.clear()
  }

  async #open(): Promise<HomePlace[]> {
    const settled = await Promise.allSettled(this.#inHomes.values())
    return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  }

  #homeFor(runtime: IrRuntime): ModelHome | undefined {
    return this.#host.homes.find(({ runtimes }) => runtimes.includes(runtime))
  }

  async #homeOf(id: string): Promise<ModelHome | undefined> {
    const known = this.#inHomes.get(id)
    if (known !== undefined) return (await known).home
    for (const home of this.#host.homes) if (await home.has(id)) return home
    return undefined
  }

  #in(home: ModelHome, id: string): Promise<HomePlace> {
    const known = this.#inHomes.get(id)
    if (known !== undefined) return known
    const made = this.#make(home, id)
    this.#inHomes.set(id, made)
    made.catch(() => this.#inHomes.delete(id))
    return made
  }

  async #make(home: ModelHome, id: string): Promise<HomePlace> {
    const { store: outside, clock, lost } = this.#host
    const there = await home.place(id, outside)
    const { store, isShared } = there
    const ownership = new Ownership({
      store,
      isShared,
      clock,
      lost: (of, error) => lost(of, error),
    })
    const evaluator = (version: PlacedVersion) => there.evaluator(version)
    const delivered = () => there.idle()
    return { id, home, there, store, ownership, evaluator, delivered }
  }
}

function otherHome(id: string): EngineError {
  return new EngineError('other-home', `The model ${id} lives elsewhere than its RUNTIME says.`)
}
