// The host that one test case runs on: an engine with a virtual clock and a store of its own.
// Durable state outlives a restart; everything else is gone, as with a real host.

import type { Catalogue, IrRuntime } from '@cellwake/language'
import type { Duration } from '@cellwake/language/time'
import { addToInstant, utc, type VirtualClock, virtualClock } from '@cellwake/scheduler'
import {
  type Driver,
  type EventRow,
  MemoryDriver,
  openStore,
  type Store,
  system,
} from '@cellwake/store'
import { Engine } from '../engine.ts'
import { StandIn } from '../external/stand-in.ts'
import { Faults } from '../faults.ts'
import type { OpenHome } from '../home/model-home.ts'
import type { GivenValue } from '../model/given-value.ts'
import type { LiveModel } from '../model/live-model.ts'
import { evenNumbers } from '../simulate/simulate.ts'
import type { Fixtures } from './fixtures.ts'

export interface TestHostOptions {
  readonly startAt: number
  /** For the providers that the external functions of the case are to have. */
  readonly functions: Fixtures
  /** Left out, a store of its own. */
  readonly driver?: Driver
  /** Runtime of all sources, whatever their headers ask for. */
  readonly runtime?: IrRuntime
  /** Homes of models that are computed elsewhere. */
  readonly openHome?: OpenHome
  /** The functions that models may call; left out, the language's own. */
  readonly catalogue?: Catalogue
}

interface HostParts {
  readonly store: Store
  readonly engine: Engine
  readonly home: { close(): Promise<void> } | undefined
}

export class TestHost {
  readonly clock: VirtualClock
  readonly #standIn: StandIn
  readonly #driver: Driver
  readonly #runtime: IrRuntime | undefined
  readonly #openHome: OpenHome | undefined
  readonly #id: string
  readonly #catalogue: Catalogue | undefined
  readonly #random = evenNumbers()
  readonly #faults = new Faults()
  #runs = new Map<string, number>()
  #firings = 0
  #lastEvent = 0
  #parts: HostParts | undefined
  #model: LiveModel | undefined

  constructor({ startAt, functions, driver, runtime, openHome, catalogue }: TestHostOptions) {
    this.#driver = driver ?? new MemoryDriver()
    this.#runtime = runtime
    this.#openHome = openHome
    // Cases that share a home do not share a model, nor do those of two processes.
    this.#id = openHome === undefined ? 'test' : `test-${system.uniqueId()}`
    this.#catalogue = catalogue
    this.clock = virtualClock(startAt)
    this.#standIn = new StandIn(functions, this.clock)
    // Alarms of one time settle before the next time is due.
    this.clock.onSettle(() => this.settle())
  }

  get model(): LiveModel {
    return this.#model!
  }

  /** The first deploy, or another source for the same model. */
  async deploy(source: string): Promise<void> {
    const { engine } = await this.#running()
    const before = this.#model
    if (before !== undefined) {
      this.#countRuns(before)
      this.#countFirings(before)
    }
    const runtime = this.#runtime
    const options = { id: this.#id, ...(runtime !== undefined && { runtime }) }
    this.#model = (await engine.deploy(source, options)).model
    await this.settle()
  }

  async set(values: Readonly<Record<string, GivenValue>>): Promise<void> {
    await this.model.set(values)
    await this.settle()
  }

  async advance(length: Duration): Promise<void> {
    const now = this.clock.now()
    await this.clock.advance(addToInstant(now, length, utc) - now)
    await this.settle()
  }

  /** Stopped, and started again after that long. */
  async restart(down?: Duration): Promise<void> {
    await this.#stop()
    if (down !== undefined) await this.advance(down)
    const { engine } = await this.#running()
    this.#model = await engine.model(this.#id)
    await this.settle()
  }

  /** A read that makes a lazy cell run. */
  async resolve(symbol: string): Promise<void> {
    await this.model.resolve(symbol)
    await this.settle()
  }

  /** A symbol as the model spells it. */
  spelled(symbol: string): string {
    return Object.keys(this.model.cells([symbol]))[0]!
  }

  /** Brings the model to rest, with all that providers answer at once. */
  async settle(): Promise<void> {
    do {
      await this.#parts?.engine.idle()
      this.#faults.mustBeNone()
    } while (this.#parts !== undefined && (await this.#standIn.act(this.#parts.store)))
  }

  /** Evaluations of each formula since this was last asked, over restarts and redeploys. */
  takeRuns(): ReadonlyMap<string, number> {
    this.#countRuns(this.model)
    const runs = this.#runs
    this.#runs = new Map()
    return runs
  }

  takeFirings(): number {
    this.#countFirings(this.model)
    const firings = this.#firings
    this.#firings = 0
    return firings
  }

  /** Events since this was last called, in the order of the store. */
  async takeEvents(): Promise<readonly EventRow[]> {
    const { store } = await this.#running()
    const found: EventRow[] = []
    for (const { topic } of await store.topics()) {
      let after = this.#lastEvent
      for (;;) {
        const page = await store.events(topic, { after })
        if (page.length === 0) break
        found.push(...page)
        after = page.at(-1)!.position
      }
    }
    found.sort((a, b) => a.position - b.position)
    this.#lastEvent = found.at(-1)?.position ?? this.#lastEvent
    return found
  }

  async close(): Promise<void> {
    const { engine } = this.#parts ?? {}
    if (this.#openHome !== undefined && this.#model !== undefined) {
      await engine?.delete(this.#id, this.#id).catch(() => {})
    }
    await this.#stop()
    this.clock.close()
  }

  async #running(): Promise<HostParts> {
    if (this.#parts === undefined) {
      const { clock } = this
      const onError = this.#faults.report
      const store = await openStore(this.#driver, { clock, onError })
      const home = await this.#openHome?.(clock, onError)
      const engine = new Engine({
        store,
        homes: home === undefined ? [] : [home],
        clock,
        random: this.#random,
        countRuns: true,
        onError,
        ...(this.#catalogue && { catalogue: this.#catalogue }),
      })
      this.#parts = { store, engine, home }
    }
    return this.#parts
  }

  async #stop(): Promise<void> {
    if (this.#parts === undefined) return
    const { engine, store, home } = this.#parts
    if (this.#model !== undefined) {
      this.#countRuns(this.#model)
      this.#countFirings(this.#model)
    }
    await engine.close()
    await home?.close()
    await store.close()
    this.#parts = undefined
    this.#model = undefined
  }

  #countFirings({ rules }: LiveModel): void {
    this.#firings += rules.fired
    rules.fired = 0
  }

  #countRuns(model: LiveModel): void {
    for (const [symbol, count] of model.takeRuns()) {
      this.#runs.set(symbol, (this.#runs.get(symbol) ?? 0) + count)
    }
  }
}
