// Throws bombs at a real server, through every door and by every token, while a victim beside them does its work. Each
// bomb must be answered: with a code, or with its result within its budget. The victim must hardly notice, the server
// must stay alive, and its memory must stay bounded.

import { BOMBED_HEAP_MB, BOMBED_SERVER_MB, MEMORY_LOOK_MS, VICTIM_P99_MS } from '../limits.ts'
import { ServerProcess } from '../server-process.ts'
import { serverProgram } from '../server-program.ts'
import { sqliteTarget } from '../targets.ts'
import { Caller, type Outcome } from './caller.ts'
import { residentMb, residentWithHelpersMb } from './memory.ts'
import type { BombModel } from './models.ts'
import { Victim } from './victim.ts'

export interface BombsOptions {
  readonly formulas: readonly string[]
  readonly models: readonly BombModel[]
  readonly log?: (line: string) => void
}

export interface BombsReport {
  readonly bombs: number
  readonly answers: number
  /** Answers that are refusals. */
  readonly refused: number
  readonly victimRequests: number
  readonly victimP50Ms: number
  readonly victimP90Ms: number
  readonly victimP99Ms: number
  readonly victimWorstMs: number
  /** Bombs during which the victim once waited longer than its limit. */
  readonly lateBombs: number
  /** Bombs of which at least one door said no. */
  readonly refusedBombs: number
  readonly serverMb: number
  readonly serverWithHelpersMb: number
  readonly violations: readonly string[]
}

const HOUR_MS = 3_600_000

export async function throwBombs(options: BombsOptions): Promise<BombsReport> {
  await using program = await serverProgram('bombs/child.ts')
  await using beside = await serverProgram('bombs/victim-child.ts')
  const target = sqliteTarget()
  // With a heap as an operator would give it: an overflow ends the server, and shows.
  const flags = [`--max-old-space-size=${BOMBED_HEAP_MB}`]
  const server = new ServerProcess(program.path, ['--url', target.url], flags)
  try {
    const victim = new Victim(beside.path, await server.listening)
    try {
      const rig = new BombsRig(options, server, await server.listening, victim)
      return await rig.run()
    } finally {
      await victim.stop()
    }
  } finally {
    await server.kill()
    await target.release()
  }
}

class BombsRig {
  readonly #options: BombsOptions
  readonly #server: ServerProcess
  readonly #victim: Victim
  readonly #reader: Caller
  readonly #writer: Caller
  readonly #deployer: Caller
  readonly #violations: string[] = []
  #answers = 0
  #refused = 0
  #worst = 0
  #late = 0
  #refusedBombs = 0
  #mb = 0
  #allMb = 0

  constructor(options: BombsOptions, server: ServerProcess, url: string, victim: Victim) {
    this.#options = options
    this.#server = server
    this.#victim = victim
    this.#reader = new Caller(url, 'reader')
    this.#writer = new Caller(url, 'writer')
    this.#deployer = new Caller(url, 'deployer')
  }

  async run(): Promise<BombsReport> {
    const { formulas, models } = this.#options
    const looking = setInterval(() => this.#look(), MEMORY_LOOK_MS)
    await this.#victim.start()
    for (const model of models) await this.#thrown(model.name, () => this.#model(model))
    for (const formula of formulas) await this.#thrown(formula, () => this.#formula(formula))
    clearInterval(looking)
    return this.#report(formulas.length + models.length)
  }

  #report(bombs: number): BombsReport {
    const { took, wrong } = this.#victim
    const p99 = this.#victim.percentile(0.99)
    if (p99 > VICTIM_P99_MS) this.#violations.push(`99 % of the victim's requests took ${p99} ms`)
    if (this.#mb > BOMBED_SERVER_MB) this.#violations.push(`the server took ${this.#mb} MB`)
    return {
      bombs,
      answers: this.#answers,
      refused: this.#refused,
      victimRequests: took.length,
      victimP50Ms: this.#victim.percentile(0.5),
      victimP90Ms: this.#victim.percentile(0.9),
      victimP99Ms: p99,
      victimWorstMs: this.#worst,
      lateBombs: this.#late,
      refusedBombs: this.#refusedBombs,
      serverMb: this.#mb,
      serverWithHelpersMb: this.#allMb,
      violations: [...this.#violations, ...new Set(wrong)],
    }
  }

  /** One bomb through all its doors, with the victim's waits and the memory meanwhile. */
  async #thrown(name: string, act: () => Promise<readonly Outcome[]>): Promise<void> {
    if (this.#server.isGone) return
    this.#victim.takeWorst()
    const began = performance.now()
    const before = this.#mb
    this.#mb = 0
    this.#look()
    const outcomes = await act()
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    const worst = this.#victim.takeWorst()
    const codes = outcomes.map(({ status, code }) => code ?? status).join(' ')
    const mb = this.#mb
    const figures = `${seconds} s, victim ${worst} ms, ${mb} MB`
    this.#options.log?.(`${name.slice(0, 70)}: ${figures}: ${codes}`)
    this.#mb = Math.max(before, mb)
    this.#worst = Math.max(this.#worst, worst)
    if (worst > VICTIM_P99_MS) this.#late++
    if (outcomes.some(({ status }) => status >= 400)) this.#refusedBombs++
    for (const { status, code, text } of outcomes) this.#judge(name, status, code, text)
    if (this.#server.isGone) {
      this.#violations.push(`${name.slice(0, 70)}: the server ended: ${this.#server.errors}`)
    }
  }

  /** A refusal says why; a value is one; anything else is a failure of ours. */
  #judge(name: string, status: number, code: string | undefined, text: string): void {
    this.#answers++
    if (status >= 400) this.#refused++
    const isAnswer = status === 200 || (status >= 400 && code !== undefined && code !== 'internal')
    if (!isAnswer) this.#violations.push(`${name.slice(0, 70)}: ${status} ${code ?? ''} ${text}`)
  }

  async #formula(formula: string): Promise<Outcome[]> {
    const source = `bomb = ${formula}\n`
    const id = 'formula'
    const outcomes = [
      await this.#simulate(source),
      await this.#deployer.ask('POST', '/api/models', { id, source }),
      ...(await this.#read(id, ['bomb'])),
      ...(await this.#reader.subscribe(id, [['bomb']])),
      await this.#writer.ask('POST', `/api/models/${id}/inputs`, {
        set: { Z9: { expr: formula } },
      }),
    ]
    // Its history would compute all bombs before it as well.
    await this.#deployer.ask('DELETE', `/api/models/${id}?confirm=${id}`)
    return outcomes
  }

  async #model({ source, set, symbols = ['A1'], times = 1, ...rest }: BombModel) {
    const { subscriptions = [symbols] } = rest
    const text = source()
    const outcomes: Outcome[] = [await this.#simulate(text)]
    const ids = Array.from({ length: times }, (_, i) => `bomb-${i}`)
    for (const id of ids) {
      const deployed = await this.#deployer.ask('POST', '/api/models', { id, source: text })
      outcomes.push(deployed)
      if (deployed.status !== 200) continue
      outcomes.push(...(await this.#read(id, symbols)))
      if (set !== undefined) {
        outcomes.push(await this.#writer.ask('POST', `/api/models/${id}/inputs`, { set }))
        outcomes.push(...(await this.#read(id, symbols)))
      }
      outcomes.push(...(await this.#reader.subscribe(id, subscriptions)))
    }
    // The documents of a model go with it; a model that was never deployed answers 404.
    for (const id of ids) await this.#deployer.ask('DELETE', `/api/models/${id}?confirm=${id}`)
    return outcomes
  }

  /** As a principal with the scope `read`. */
  async #read(id: string, symbols: readonly string[]): Promise<Outcome[]> {
    const model = `/api/models/${id}`
    const named = encodeURIComponent(symbols.join())
    const [first = 'A1'] = symbols[0]?.split(':') ?? []
    return Promise.all([
      this.#reader.ask('GET', `${model}/cells?symbols=${named}`),
      this.#reader.ask('GET', `${model}/explain/${first}?depth=8`),
      this.#reader.ask('GET', `${model}/history/${first}`),
      this.#reader.ask('GET', `${model}/graph`),
    ])
  }

  #simulate(source: string): Promise<Outcome> {
    const from = Date.UTC(2026, 0, 1)
    return this.#reader.ask('POST', '/api/models/none/simulate', {
      source,
      from: new Date(from).toISOString(),
      until: new Date(from + 24 * HOUR_MS).toISOString(),
    })
  }

  #look(): void {
    const { pid } = this.#server
    this.#mb = Math.max(this.#mb, residentMb(pid))
    this.#allMb = Math.max(this.#allMb, residentWithHelpersMb(pid))
  }
}
