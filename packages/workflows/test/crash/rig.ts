// The crash rig: a scenario is run once whole, then again and again with a death at each of its commits, before it is durable
// and after, and with a second death in the recovery. Afterwards nothing may be lost, doubled or left over.

import type { Driver } from '@cellwake/store'
import { TestHost, type TestHostOptions } from '../../src/testing/index.ts'
import type { Scenario } from './scenarios.ts'

export interface Death {
  readonly commit: number
  readonly when: 'before' | 'after'
}

/** A database of one run: opened once for each life of the process, and gone at the end. */
export interface Database {
  open(): Promise<Driver>
  drop(): Promise<void>
  /** How long a process is dead, until the lease of its life is over. */
  readonly deadMs?: number
}

export class CrashRig {
  readonly violations: string[] = []
  runs = 0
  readonly #scenario: Scenario
  readonly #options: Partial<TestHostOptions>
  readonly #database: (() => Database) | undefined

  constructor(
    scenario: Scenario,
    options: Partial<TestHostOptions> = {},
    database?: () => Database,
  ) {
    this.#scenario = scenario
    this.#options = options
    this.#database = database
  }

  /** One run with these deaths. Returns how many of them came. */
  async run(deaths: readonly Death[]): Promise<number> {
    this.runs++
    const { tools, options } = this.#scenario.make()
    const database = this.#database?.()
    const kept = database === undefined ? {} : { driver: () => database.open() }
    const host = await TestHost.open({ ...options, ...this.#options, ...kept, workflows: [] })
    let died = 0
    // A tool may kill the process as well.
    for (let life = 0; life < deaths.length + 4; life++) {
      const death = deaths[died]
      if (death !== undefined) host.crashAt(death.commit, death.when)
      await this.#live(host, options)
      // On a database a death may be on its way while all else is done.
      if (!host.isDead && !host.diedAtCommit) break
      if (host.diedAtCommit) died++
      await host.restart(database?.deadMs ?? 1_000)
    }
    // What is looked at now is the end: a death that did not come by then comes no more.
    host.crashAt(Number.POSITIVE_INFINITY)
    for (const violation of await this.#audit(host, tools)) {
      const where = deaths.map(({ commit, when }) => `${when} ${commit}`).join(', then ')
      this.violations.push(`${this.#scenario.name} (${where || 'no death'}): ${violation}`)
    }
    await host.close()
    await database?.drop()
    return died
  }

  async #live(host: TestHost, { workflows = [] }: TestHostOptions): Promise<void> {
    try {
      for (const definition of workflows) {
        if (!(await this.#has(host, definition.name))) await host.deploy(definition)
      }
      if (!host.isDead) await this.#scenario.drive(host)
    } catch (error) {
      if (!host.isDead) this.violations.push(`${this.#scenario.name}: ${error}`)
    }
  }

  async #has(host: TestHost, name: string): Promise<boolean> {
    const all = await host.workflows.list()
    return all.some((status) => status.name === name && status.issue?.kind !== 'not-here')
  }

  async #audit(host: TestHost, tools: ReturnType<Scenario['make']>['tools']): Promise<string[]> {
    const found: string[] = []
    const calls = tools.flatMap((tool) => tool.calls)
    const applied = calls.filter((call) => call.applied)
    const keys = new Set(applied.map(({ key }) => key))
    if (keys.size < applied.length)
      found.push(`a mutation happened twice: ${JSON.stringify(applied)}`)
    if (applied.length !== this.#scenario.applied) {
      found.push(`${applied.length} mutations happened, not ${this.#scenario.applied}`)
    }
    const { workflows, store } = host
    const outputs = [
      ...(await store.events('filing/out')).map(({ messageId }) => messageId.replace(/@.*/, '')),
      ...(await store.events('filing/end')).map(({ messageId }) => messageId.replace(/@.*/, '')),
    ].sort()
    if (outputs.join() !== this.#scenario.outputs.join())
      found.push(`the outputs are ${outputs.join()}`)
    const status = await workflows.status('filing')
    if (status.status !== 'Idle' || status.issue !== undefined) found.push(JSON.stringify(status))
    if (status.pending !== 0) found.push(`${status.pending} events are pending`)
    const runs = await workflows.runs('filing', { limit: 1000 })
    const retried = runs.map(({ retryOf }) => retryOf).filter((id) => id !== null)
    if (new Set(retried).size < retried.length) found.push('a chain of attempts forks')
    const followed = new Set(retried)
    for (const { id, status: ended } of runs) {
      if (ended !== 'committed' && !followed.has(id)) found.push(`the run ${id} is ${ended}`)
    }
    const open = await workflows.ledger('filing')
    for (const { id, status: state } of open) {
      if (!['applied', 'failed', 'skipped'].includes(state))
        found.push(`the mutation ${id} is ${state}`)
    }
    if (host.errors.length > 0) found.push(`errors: ${host.errors.join('; ')}`)
    return found
  }
}

export interface DieOptions {
  /** After every so-manieth commit the recovery dies too, at each of its commits; 0 for never. */
  readonly doubles: number
  readonly options?: Partial<TestHostOptions>
  /** Where it is kept; in memory if left out. */
  readonly database?: () => Database
  /** At every so-manieth commit only, where each run is slow. */
  readonly every?: number
  /** Up to this commit, where a lease is renewed for as long as time passes. */
  readonly upTo?: number
}

export async function dieAtEveryCommit(
  scenario: Scenario,
  { doubles, options = {}, database, every = 1, upTo = Number.POSITIVE_INFINITY }: DieOptions,
): Promise<CrashRig> {
  const rig = new CrashRig(scenario, options, database)
  await rig.run([])
  for (let commit = 1 + (scenario.name.length % every); ; commit += every) {
    let came = 0
    for (const when of ['before', 'after'] as const) {
      came += await rig.run([{ commit, when }])
      if (doubles === 0 || commit % doubles !== 0) continue
      for (let second = 1; ; second++) {
        if (
          (await rig.run([
            { commit, when },
            { commit: second, when },
          ])) < 2
        )
          break
      }
    }
    if (came === 0 || commit + every > upTo) return rig
  }
}
