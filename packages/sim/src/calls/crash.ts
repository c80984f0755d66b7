// Crashes a model with external calls, and the worker that answers them, at every durable operation. The N-th hit of
// a fault point ends the process; the data is opened again at the same instant of a virtual clock, and the program
// goes on. In the end every cell has its answer or has visibly failed, each answer has landed once, and the provider
// was asked again only for outcomes that a crash had hidden. Doubles crash the recovery as well.

import { Engine, EngineError, type LiveModel } from '@cellwake/engine'
import { catalogue, withFunctions } from '@cellwake/language'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { type Arrival, type Driver, onFault, openStore } from '@cellwake/store'
import { type Needs, type Rows, WrappedDriver } from '@cellwake/store/testing'
import { Egress, Functions, startWorker } from '@cellwake/workers'
import { DATABASE_RUNS_MAX, PROGRAM_ROUNDS_MAX, SCENARIO_HITS_MAX } from '../limits.ts'
import type { World } from '../worlds.ts'
import { auditCalls } from './audit.ts'
import { type CallPlant, plantInCalls } from './plants.ts'
import { CALL_SCENARIOS, type CallScenario } from './scenarios.ts'
import { Witness } from './witness.ts'

export interface CallCrashOptions {
  /** Crash the recovery too. */
  readonly doubles?: boolean
  /** Crash at every so-manieth hit only. */
  readonly every?: number
  readonly scenarios?: readonly CallScenario[]
  readonly plant?: CallPlant
  readonly log?: (line: string) => void
}

export interface CallCrashReport {
  readonly runs: number
  readonly calls: number
  readonly violations: readonly string[]
}

const START = Date.UTC(2026, 0, 1)
const STEP_MS = 5_000

export async function crashCalls(
  world: World,
  options: CallCrashOptions = {},
): Promise<CallCrashReport> {
  const { every = 1, doubles = false, scenarios = CALL_SCENARIOS } = options
  const violations: string[] = []
  let runs = 0
  let calls = 0
  for (const [i, scenario] of scenarios.entries()) {
    const run = async (...crashes: number[]) => {
      runs++
      const one = new Run(world, scenario, options.plant)
      const came = await one.all(crashes)
      calls += one.witness.calls.length
      const where = `${world.name}, ${scenario.name}, crashes at ${crashes.join(', then ')}`
      violations.push(...one.problems.map((problem) => `${where}: ${problem}`))
      return came
    }
    await run()
    // Where a sample begins differs, so that together they meet every operation.
    for (let first = 1 + (i % every); first < SCENARIO_HITS_MAX; first += every) {
      if ((await run(first)) < 1) break
      if (!doubles) continue
      for (let second = 1 + (first % every); second < SCENARIO_HITS_MAX; second += every) {
        if ((await run(first, second)) < 2) break
      }
    }
    options.log?.(`${scenario.name}, ${runs} runs`)
  }
  return { runs, calls, violations }
}

/** Runs share a database, so no two may share a name. */
let names = 0

/** A driver of a process: it does nothing more once that is dead. */
class Mortal extends WrappedDriver {
  readonly #life: Life

  constructor(inner: Driver, life: Life) {
    super(inner)
    this.#life = life
  }

  override async transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    if (this.#life.dead) throw new Error('the process is dead')
    await this.inner.transact(needs, body)
  }
}

interface Life {
  readonly number: number
  dead: boolean
}

class Run {
  readonly witness = new Witness()
  readonly problems: string[] = []
  readonly #world: World
  readonly #scenario: CallScenario
  readonly #plant: CallPlant | undefined
  readonly #name = `run_${++names}`
  readonly #done = new Set<string>()
  #now = START
  #lives = 0

  constructor(world: World, scenario: CallScenario, plant: CallPlant | undefined) {
    this.#world = world
    this.#scenario = scenario
    this.#plant = plant
  }

  /** Returns how many of the crashes came. */
  async all(crashes: readonly number[]): Promise<number> {
    await this.#world.reset(names % DATABASE_RUNS_MAX === 0)
    let came = 0
    for (const at of [...crashes, undefined]) {
      if (!(await this.#live(at))) break
      came++
    }
    this.problems.push(...this.witness.repeated())
    return came
  }

  /** One process. True if it crashed. */
  async #live(crashAt: number | undefined): Promise<boolean> {
    const life: Life = { number: ++this.#lives, dead: false }
    let hits = 0
    let die: () => void = () => {}
    const dead = new Promise<'dead'>((resolve) => {
      die = () => resolve('dead')
    })
    const driver = await this.#world.open()
    this.problems.push(...(await auditCalls(driver, this.#name)))
    const finished = await driver.jobs({
      prefix: `ext:${this.#name}:`,
      state: 'done',
      limit: 1_000,
    })
    this.witness.begins(finished.map(({ id }) => id))
    const stopFaults = onFault(() => {
      hits++
      if (hits === crashAt) {
        life.dead = true
        die()
      }
      if (life.dead) throw new Error('the process is dead')
    })
    try {
      await Promise.race([this.#program(driver, life), dead])
    } catch (error) {
      if (!life.dead) this.problems.push(`it failed: ${String(error)}`)
    } finally {
      stopFaults()
    }
    this.problems.push(...this.witness.askedAfterTheEnd())
    if (life.dead) await this.#world.lose()
    return life.dead
  }

  async #program(inner: Driver, life: Life): Promise<void> {
    const clock = virtualClock(this.#now)
    const store = await openStore(new Mortal(inner, life), {
      clock,
      onError: () => {},
      groupActs: 1,
    })
    if (this.#plant !== undefined) plantInCalls(store, this.#plant)
    const functions = new Functions(this.witness.functions(life))
    const engine = new Engine({
      store,
      clock,
      catalogue: withFunctions(catalogue, functions.signatures),
      onError: () => {},
    })
    const worker = startWorker({ store, clock, functions, egress: new Egress({ clock }) })
    const settle = async () => {
      for (let seen = -1; seen !== store.seq && !life.dead; ) {
        seen = store.seq
        await engine.idle()
        await worker.idle()
        await engine.idle()
      }
    }
    clock.onSettle(settle)
    const pass = async (ms: number) => {
      for (const end = clock.now() + ms; clock.now() < end; ) {
        if (life.dead) throw new Error('the process is dead')
        this.#now = clock.now() + STEP_MS
        await clock.advance(STEP_MS)
        await settle()
      }
    }
    const model = await this.#owned(engine, () => pass(STEP_MS))
    const rest = () => this.#rest(engine, settle, pass)
    const once = async (name: string, act: () => Promise<unknown>) => {
      if (this.#done.has(name)) return
      await act()
      this.#done.add(name)
    }
    await this.#scenario.act({ engine, model, once, rest, pass })
    await rest()
    await this.#check(engine, store)
    await worker.stop()
    await engine.close()
    await store.close()
    ;(clock as VirtualClock).close()
  }

  /** Opens the model, or deploys it; waits while it belongs to a process that is dead. */
  async #owned(engine: Engine, wait: () => Promise<void>): Promise<LiveModel> {
    const source = this.#scenario.source.replaceAll('TOPIC', this.#name)
    for (let round = 0; ; round++) {
      try {
        return await engine.model(this.#name).catch(async (error: unknown) => {
          if (!isError(error, 'unknown-model')) throw error
          return (await engine.deploy(source, { id: this.#name })).model
        })
      } catch (error) {
        if (!isError(error, 'owned-elsewhere') || round > PROGRAM_ROUNDS_MAX) throw error
        await wait()
      }
    }
  }

  async #rest(
    engine: Engine,
    settle: () => Promise<void>,
    pass: (ms: number) => Promise<void>,
  ): Promise<void> {
    await settle()
    for (let round = 0; round < PROGRAM_ROUNDS_MAX; round++) {
      const { queued, running, stale } = engine.running(this.#name).jobs.counts().statuses
      if (queued + running + stale === 0) return
      await pass(STEP_MS)
    }
    this.problems.push('a call that is wanted neither landed nor failed')
  }

  async #check(engine: Engine, store: Awaited<ReturnType<typeof openStore>>): Promise<void> {
    const model = engine.running(this.#name)
    for (const [symbol, wanted] of Object.entries(this.#scenario.expected)) {
      const { value, status } = model.get(symbol)
      const found = wanted === 'failed' ? status : value
      if (found !== wanted) this.problems.push(`${symbol} is ${JSON.stringify(value)} ${status}`)
    }
    const { events = 0 } = this.#scenario
    const published = (await store.events(this.#name)).length
    if (published !== events) this.problems.push(`there are ${published} events, not ${events}`)
    this.problems.push(...(await auditCalls(await this.#world.open(), this.#name)))
  }
}

function isError(error: unknown, code: EngineError['code']): boolean {
  return error instanceof EngineError && error.code === code
}
