// Crashes a scenario at every durable operation, one run each. For N = 1, 2, … the N-th hit of a
// named fault point ends the process: it throws, and goes on throwing. The data is opened again and
// audited, the client runs its program again, and the data is audited once more: it must equal the
// result of a run without a crash. Doubles crash the recovery as well, at each of its operations.

import { type FaultPoint, onFault } from '@cellwake/store'
import { seededSystem } from '@cellwake/store/testing'
import { Audit } from './audit.ts'
import { Client } from './client.ts'
import { DATABASE_RUNS_MAX, SCENARIO_HITS_MAX } from './limits.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { snapshot } from './snapshot.ts'
import type { World } from './worlds.ts'

export interface CrashReport {
  readonly scenario: string
  readonly runs: number
  readonly points: ReadonlySet<FaultPoint>
  readonly violations: readonly string[]
}

export interface CrashOptions {
  /** Crash the recovery too. */
  readonly doubles?: boolean
  /** Crash at every so-manieth hit only, where each run is slow. */
  readonly every?: number
  readonly seed?: number
}

export async function crashEverywhere(
  world: World,
  scenario: Scenario,
  options: CrashOptions = {},
): Promise<CrashReport> {
  const rig = new CrashRig(world, scenario, options.seed ?? 1)
  await rig.run([])
  // Where a sample begins differs between scenarios, so that together they meet every point.
  const every = options.every ?? 1
  for (let first = 1 + (scenario.name.length % every); first < SCENARIO_HITS_MAX; first += every) {
    if ((await rig.run([first])) < 1) break
    if (options.doubles !== true) continue
    for (let second = 1; second < SCENARIO_HITS_MAX; second++) {
      if ((await rig.run([first, second])) < 2) break
    }
  }
  return { scenario: scenario.name, runs: rig.runs, points: rig.points, violations: rig.violations }
}

class CrashRig {
  readonly #world: World
  readonly #scenario: Scenario
  readonly #seed: number
  /** The state after a run without a crash. */
  #expected: string | undefined
  readonly points = new Set<FaultPoint>()
  readonly violations: string[] = []
  runs = 0

  constructor(world: World, scenario: Scenario, seed: number) {
    this.#world = world
    this.#scenario = scenario
    this.#seed = seed
  }

  /** One run with crashes at these hits, each counted from the restart. Returns how many came. */
  async run(crashes: readonly number[]): Promise<number> {
    const world = this.#world
    this.runs++
    const scope = `${this.#scenario.name}-${++scopes}/`
    await world.reset(this.#scenario.fresh === true || scopes % DATABASE_RUNS_MAX === 0)
    // Its own seed, because sessions in one database must not share a name.
    const system = seededSystem(this.#seed * SCENARIO_HITS_MAX ** 2 + scopes)
    const client = new Client(scope, system, this.#scenario.options)
    const after = this.#scenario.fresh === true ? 0 : await (await world.open()).head()
    const where: string[] = []
    const say = (problem: string) => {
      const crashed = where.length === 0 ? 'without a crash' : `crash at ${where.join(', then ')}`
      this.violations.push(`${world.name}, ${this.#scenario.name}, ${crashed}: ${problem}`)
    }
    for (const at of [...crashes, undefined]) {
      const life = await this.#live(client, at, after, say)
      if (life === undefined) break
      where.push(life)
    }
    const driver = await world.open()
    for (const problem of await auditOf(client, after).run(driver))
      say(`after recovery: ${problem}`)
    const left = await snapshot(driver, scope)
    this.#expected ??= left
    if (left !== this.#expected) say(`what is left differs: ${left}, not ${this.#expected}`)
    return where.length
  }

  /** One process, from its start to its end. Returns where it crashed, if it did. */
  async #live(
    client: Client,
    at: number | undefined,
    after: number,
    say: (problem: string) => void,
  ): Promise<string | undefined> {
    let hits = 0
    let crashed: string | undefined
    const stopFaults = onFault((point) => {
      this.points.add(point)
      hits++
      if (crashed === undefined && hits === at) {
        crashed = `hit ${hits} (${point})`
        client.kill()
      }
      if (crashed !== undefined) throw new Error('the process is dead')
    })
    try {
      const driver = await this.#world.open()
      for (const problem of await auditOf(client, after).run(driver))
        say(`after the restart: ${problem}`)
      await client.start(driver)
      await this.#scenario.run(client)
      await client.stop()
    } catch (error) {
      if (crashed === undefined) say(`it failed: ${error instanceof Error ? error.message : error}`)
    } finally {
      stopFaults()
    }
    if (crashed !== undefined) await this.#world.lose()
    return crashed
  }
}

function auditOf({ scope, acknowledged, sent }: Client, after: number): Audit {
  return new Audit(after, { scope, acknowledged, sent })
}

/** Runs share a database, so no two may share a name. */
let scopes = 0
