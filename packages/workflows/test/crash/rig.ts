// The crash rig: a scenario is run once whole, then again and again with a death at each of its commits, before it is durable
// and after, and with a second death in the recovery. Afterwards nothing may be lost, doubled or left over.

import { TestHost, type TestHostOptions } from '../../src/testing/index.ts'
import type { Scenario } from './scenarios.ts'

export interface Death {
  readonly commit: number
  readonly when: 'before' | 'after'
}

export class CrashRig {
  readonly violations: string[] = []
  runs = 0
  readonly #scenario: Scenario
  readonly #options: Partial<TestHostOptions>

  constructor(scenario: Scenario, options: Partial<TestHostOptions> = {}) {
    this.#scenario = scenario
    this.#options = options
  }

  /** One run with these deaths. Returns how many of them came. */
  async run(deaths: readonly Death[]): Promise<number> {
    this.runs++
    const { tools, options } = this.#scenario.make()
    const host = await TestHost.open({ ...options, ...this.#options, workflows: [] })
    let died = 0
    // A tool may kill the process as well.
    for (let life = 0; life < deaths.length + 4; life++) {
      const death = deaths[died]
      if (death !== undefined) host.crashAt(death.commit, death.when)
      await this.#live(host, options)
      if (!host.isDead) break
      if (host.diedAtCommit) died++
      await host.restart(1_000)
    }
    for (const violation of await this.#audit(host, tools)) {
      const where = deaths.map(({ commit, when }) => `${when} ${commit}`).join(', then ')
      this.violations.push(`${this.#scenario.name} (${where || 'no death'}): ${violation}`)
    }
    await host.close()
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

export async function dieAtEveryCommit(
  scenario: Scenario,
  { doubles, options = {} }: { doubles: number; options?: Partial<TestHostOptions> },
): Promise<CrashRig> {
  const rig = new CrashRig(scenario, options)
  await rig.run([])
  for (let commit = 1; ; commit++) {
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
    if (came === 0) return rig
  }
}
