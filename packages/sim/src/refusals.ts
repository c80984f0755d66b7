// The rig of refusals: random models at the ends of everything live through random sets, time, restarts and waves that
// the store refuses. Invariants: the process lives, nothing is thrown where nobody waits, the model stays open and can
// be read and set, no acknowledged set is lost, and memory agrees with the store. It first plants bugs and fails if it
// lets one pass. The same seed makes the same lives.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  DiagnosticsError,
  Engine,
  EngineError,
  type GivenValue,
  isTooMuch,
  type LiveModel,
  type RuleView,
} from '@cellwake/engine'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import {
  type Driver,
  MemoryDriver,
  openDriver,
  openStore,
  type Store,
  StoreError,
} from '@cellwake/store'
import { between, pick, seededRandom } from '@cellwake/store/testing'
import { type ExtremeModel, extremeModel, extremeValue, INPUTS, name } from './extreme-model.ts'
import {
  REFUSALS_PLANTED_MODELS,
  REFUSALS_RULES_READ,
  REFUSALS_SQLITE_EVERY,
  REFUSALS_STEPS,
} from './limits.ts'
import { REFUSAL_PLANTS, type RefusalPlant } from './planted.ts'

export interface RefusalsOptions {
  readonly seed: number
  readonly models: number
  /** The first of them, to see one again. */
  readonly from?: number
  readonly log: (line: string) => void
}

export interface RefusalsResult {
  readonly figures: Readonly<Record<string, number>>
  readonly violations: readonly string[]
}

interface Figures {
  models: number
  onSqlite: number
  /** Sources that were refused with diagnostics. */
  notDeployed: number
  sets: number
  setsRefused: number
  restarts: number
  fired: number
  /** Firings that failed, by their last record. */
  refused: number
  aborted: number
  invalid: number
}

const MODEL = 'm'
const START = Date.UTC(2026, 0, 1)

export async function refusalsRig(options: RefusalsOptions): Promise<RefusalsResult> {
  const { seed, models, from = 0, log } = options
  const violations: string[] = []
  for (const plant of REFUSAL_PLANTS) {
    if ((await plantedLives(seed, plant)).length === 0) {
      violations.push(`planted bug not noticed: ${plant.bug}`)
    }
  }
  log(`refusals: planted bugs ${violations.length === 0 ? 'all noticed' : 'MISSED'}`)
  const figures = newFigures()
  await withSqlite(async (sqlite) => {
    for (let i = from; i < models && violations.length === 0; i++) {
      violations.push(...(await life(seed * 1_000_000 + i, figures, sqlite)))
      if ((i + 1) % 500 === 0) log(`refusals: ${i + 1} of ${models} models`)
    }
  })
  return { figures: { ...figures }, violations }
}

/** Violations in lives with a planted bug, up to the first. */
export async function plantedLives(seed: number, plant: RefusalPlant): Promise<readonly string[]> {
  for (let i = 0; i < REFUSALS_PLANTED_MODELS; i++) {
    const found = await life(seed * 1_000_000 + i, newFigures(), undefined, plant)
    if (found.length > 0) return found
  }
  return []
}

function newFigures(): Figures {
  const none = { refused: 0, aborted: 0, invalid: 0 }
  const lived = { sets: 0, setsRefused: 0, restarts: 0, fired: 0, ...none }
  return { models: 0, onSqlite: 0, notDeployed: 0, ...lived }
}

async function withSqlite(run: (path: (seed: number) => string) => Promise<void>): Promise<void> {
  // The disk's durability is not the subject here: a file in memory is enough.
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(parent, 'cellwake-refusals-'))
  try {
    await run((seed) => join(folder, `${seed}.db`))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The violations in the life of one model. */
async function life(
  seed: number,
  figures: Figures,
  sqlite?: (seed: number) => string,
  plant?: RefusalPlant,
): Promise<string[]> {
  const random = seededRandom(seed)
  const model = extremeModel(random)
  const path = seed % REFUSALS_SQLITE_EVERY === 0 ? sqlite?.(seed) : undefined
  const driver = path === undefined ? new MemoryDriver() : await openDriver(`sqlite:${path}`)
  const lived = new Life(model, random, figures, plant?.driver?.(driver, random) ?? driver, plant)
  const uncaught = (error: unknown) => lived.wrong(`uncaught: ${String(error)}`)
  process.on('uncaughtException', uncaught)
  process.on('unhandledRejection', uncaught)
  try {
    await lived.live()
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    lived.wrong(`the life ended: ${text}`)
  } finally {
    await lived.close()
    await driver.close()
    process.off('uncaughtException', uncaught)
    process.off('unhandledRejection', uncaught)
    if (path !== undefined) rmSync(path, { force: true })
  }
  figures.models++
  if (path !== undefined) figures.onSqlite++
  return lived.violations.map((violation) => `seed ${seed}: ${violation}`)
}

class Life {
  readonly violations: string[] = []
  readonly #source: ExtremeModel
  readonly #random: () => number
  readonly #figures: Figures
  readonly #driver: Driver
  readonly #plant: RefusalPlant | undefined
  readonly #clock: VirtualClock = virtualClock(START)
  /** Acknowledged sets. */
  readonly #given = new Map<string, unknown>()
  #store: Store | undefined
  #engine: Engine | undefined
  #model: LiveModel | undefined
  /** The probability that the store refuses commits of rules. */
  #refusing = 0
  #step = 'the deploy'

  constructor(
    source: ExtremeModel,
    random: () => number,
    figures: Figures,
    driver: Driver,
    plant: RefusalPlant | undefined,
  ) {
    this.#source = source
    this.#random = random
    this.#figures = figures
    this.#driver = driver
    this.#plant = plant
    this.#clock.onSettle(() => this.#engine?.idle())
  }

  wrong(what: string): void {
    this.violations.push(`${what} (at ${this.#step})`)
  }

  async live(): Promise<void> {
    if (this.#random() < 0.3) this.#refusing = 0.3
    await this.#open()
    try {
      await this.#engine!.deploy(this.#source.source, { id: MODEL })
    } catch (error) {
      // A name that is too long, an array as a condition, more than a model may hold: told before anything runs.
      if (!(error instanceof DiagnosticsError) && !isTooMuch(error)) throw error
      this.#figures.notDeployed++
      return
    }
    this.#model = this.#engine!.running(MODEL)
    for (let i = 0; i < REFUSALS_STEPS && this.violations.length === 0; i++) {
      await this.#check()
      await this.#happen(i)
    }
    await this.#check()
    await this.#restart()
    await this.#check()
    this.#count()
  }

  async #open(): Promise<void> {
    const onError = (error: unknown) => this.wrong(`reported: ${String(error)}`)
    const clock = this.#clock
    this.#store = await openStore(this.#driver, { clock, onError })
    this.#refuseSome(this.#store)
    this.#plant?.store?.(this.#store, this.#random)
    this.#engine = new Engine({ store: this.#store, clock, random: this.#random, onError })
  }

  /** The store rejects some waves for good, as it would on an unforeseen error. */
  #refuseSome(store: Store): void {
    if (this.#refusing === 0) return
    const commit = store.commit.bind(store)
    store.commit = (spec, options) => {
      const isWave = (spec.receipts?.length ?? 0) > 0 && spec.cause?.by === 'rules'
      if (isWave && this.#random() < this.#refusing) {
        throw new StoreError('value-too-large', 'by chance')
      }
      return commit(spec, options)
    }
  }

  async #happen(i: number): Promise<void> {
    const random = this.#random
    const chance = random()
    this.#step = `step ${i + 1}`
    if (chance < 0.6) await this.#set()
    else if (chance < 0.85) await this.#pass()
    else if (chance < 0.95) await this.#restart()
    else await this.#redeploy()
    await this.#engine!.idle()
  }

  async #set(): Promise<void> {
    const random = this.#random
    const values: Record<string, GivenValue> = {}
    for (let i = between(random, 1, 3); i > 0; i--) {
      values[pick(random, INPUTS)] = extremeValue(random) as GivenValue
    }
    if (random() < 0.05) values[name(random)] = 1
    const options = random() < 0.1 ? { idempotencyKey: 'k'.repeat(between(random, 1, 700)) } : {}
    const before = new Map(INPUTS.map((symbol) => [symbol, this.#shown(symbol)]))
    try {
      await this.#model!.set(values, options)
      this.#figures.sets++
      for (const input of INPUTS) {
        if (Object.hasOwn(values, input)) this.#given.set(input, this.#shown(input))
      }
    } catch (error) {
      if (!(error instanceof EngineError || error instanceof StoreError)) throw error
      this.#figures.setsRefused++
      for (const [symbol, value] of before) {
        if (!isDeepStrictEqual(this.#shown(symbol), value)) {
          this.wrong(`a set was refused and ${symbol} is another`)
        }
      }
    }
  }

  async #pass(): Promise<void> {
    const random = this.#random
    const years = 86_400_000 * 366 * pick(random, [1, 99, 101, 300])
    const spans = [1, 500, 1_000, 5_000, 10_000, 20_000]
    await this.#clock.advance(pick(random, this.#source.isSlow ? [...spans, years] : spans))
  }

  async #restart(): Promise<void> {
    this.#figures.restarts++
    this.#count()
    await this.#engine!.close()
    await this.#store!.close()
    this.#engine = undefined
    await this.#open()
    this.#model = await this.#engine!.model(MODEL)
    await this.#engine!.idle()
  }

  async #redeploy(): Promise<void> {
    this.#count()
    await this.#engine!.deploy(`# again\n${this.#source.source}`, { id: MODEL })
    this.#model = this.#engine!.running(MODEL)
  }

  /** It is open, can be read and set, and holds the acknowledged sets and the state of the store. */
  async #check(): Promise<void> {
    const engine = this.#engine!
    await engine.idle()
    if (!engine.isRunning(MODEL) || engine.running(MODEL) !== this.#model) {
      this.wrong('the model was closed')
      return
    }
    for (const [symbol, value] of this.#given) {
      if (!isDeepStrictEqual(this.#shown(symbol), value)) this.wrong(`${symbol} lost what was set`)
    }
    const model = this.#model
    model.cells()
    const views = model.ruleViews()
    for (const { id } of views.slice(0, REFUSALS_RULES_READ)) await model.firings(id, { limit: 5 })
    const probe = between(this.#random, 0, 1_000_000)
    await model.set({ probe })
    this.#given.set('probe', this.#shown('probe'))
    if (model.get('probe').value !== probe) this.wrong('the probe cannot be set')
    await engine.idle()
    this.#compare(model, views)
  }

  /** Compares values that rules wrote, and the state of the rules, in memory and in the store. */
  #compare(model: LiveModel, views: readonly RuleView[]): void {
    const read = (id: string) => this.#store!.read({ space: `model:${MODEL}`, id, path: [] })
    for (const [symbol, value] of model.given()) {
      // The value of a spilling cell shows elsewhere.
      if (typeof value !== 'object' && model.get(symbol).value !== value) {
        this.wrong(`${symbol} is another in the store`)
      }
    }
    for (const { writes } of views) {
      for (const symbol of writes) {
        if (symbol.includes(':')) continue
        const isKept = read(symbol) !== undefined
        if (!isKept && model.get(symbol).kind !== 'blank') this.wrong(`${symbol} is in memory only`)
      }
    }
    for (const [rule, state] of model.rules.states()) {
      // As text, since stored fields have no order and blank ones are left out.
      if (
        !isDeepStrictEqual(JSON.parse(JSON.stringify(read(`!${rule.id}`) ?? null)), plain(state))
      ) {
        this.wrong(`the rule in line ${rule.line} stands elsewhere in the store`)
      }
    }
  }

  #shown(symbol: string): unknown {
    const { kind, value } = this.#model!.get(symbol)
    return [kind, value]
  }

  #count(): void {
    const figures = this.#figures
    if (this.#model === undefined) return
    figures.fired += this.#model.rules.fired
    for (const [, { last }] of this.#model.rules.states()) {
      const outcome = last?.outcome
      if (outcome === 'refused' || outcome === 'aborted' || outcome === 'invalid')
        figures[outcome]++
    }
  }

  async close(): Promise<void> {
    await this.#engine
      ?.close()
      .catch((error: unknown) => this.wrong(`at the end: ${String(error)}`))
    await this.#store?.close()
    this.#clock.close()
  }
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
