// Kills the host of a model with external calls, its worker, or both with -9, at any moment, while inputs change and a
// provider outside logs every call. After each kill every cell converges to the answer for its input, or has visibly
// failed where the provider refuses; each request that waits has its job; no answer has landed twice; and the provider
// is asked again only for jobs that were not over.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, CellwakeClient } from '@cellwake/client'
import { openDriver } from '@cellwake/store'
import { between, pick, seededRandom } from '@cellwake/store/testing'
import { hasty } from '../live-view.ts'
import { ServerProcess } from '../server-process.ts'
import { serverProgram } from '../server-program.ts'
import { auditCalls } from './audit.ts'
import type { CallPlant } from './plants.ts'

export interface CallKillOptions {
  readonly store: 'sqlite' | 'postgres'
  readonly url: string
  readonly cycles: number
  readonly seed: number
  readonly plant?: CallPlant
  readonly log?: (line: string) => void
}

export interface CallKillReport {
  readonly cycles: number
  readonly calls: number
  /** Calls that a kill made happen twice. */
  readonly repeated: number
  readonly violations: readonly string[]
}

const MODEL = 'calls'
const CELLS = 8
const SOURCE = Array.from(
  { length: CELLS },
  (_, i) => `A${i + 1} = 0\nB${i + 1} = ASK(A${i + 1})\n`,
)
/** So few that inputs repeat, and with them requests. */
const INPUTS = 12
/** The provider says no to it, every time. */
const REFUSED = INPUTS
const WITHIN_MS = 60_000
const OPEN = ['queued', 'running'] as const
type Role = 'host' | 'worker' | 'both'

export async function callKillLoop(options: CallKillOptions): Promise<CallKillReport> {
  await using program = await serverProgram('calls/kill-child.ts')
  const rig = new CallKillRig(options, program.path)
  let cycles = 0
  try {
    await rig.start()
    while (cycles < options.cycles && rig.violations.length === 0) {
      cycles++
      await rig.cycle()
      if (cycles % 10 === 0) options.log?.(`cycle ${cycles}/${options.cycles}: ${rig.calls} calls`)
    }
  } finally {
    await rig.stop()
  }
  const { calls, repeated, violations } = rig
  return { cycles, calls, repeated, violations }
}

class CallKillRig {
  readonly violations: string[] = []
  readonly #options: CallKillOptions
  readonly #program: string
  readonly #random: () => number
  readonly #began = Date.now()
  readonly #asked = new Map<string, number>()
  /** The allowance of repeated requests per job: one for each kill that found it open. */
  readonly #allowed = new Map<string, number>()
  readonly #processes = new Map<Role, ServerProcess>()
  readonly #inputs = Array.from({ length: CELLS }, () => 0)
  #witness: Server | undefined
  #url = ''

  constructor(options: CallKillOptions, program: string) {
    this.#options = options
    this.#program = program
    this.#random = seededRandom(options.seed)
  }

  get calls(): number {
    return [...this.#asked.values()].reduce((sum, count) => sum + count, 0)
  }

  get repeated(): number {
    return this.calls - this.#asked.size
  }

  /** On SQLite one process has the file; on Postgres the worker is a process of its own. */
  get #roles(): readonly Role[] {
    return this.#options.store === 'sqlite' ? ['both'] : ['host', 'worker']
  }

  async start(): Promise<void> {
    this.#witness = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://witness')
      const job = decodeURIComponent(pathname.slice(1))
      this.#asked.set(job, (this.#asked.get(job) ?? 0) + 1)
      // Some answers take a while, so that kills fall into calls.
      const x = Number(searchParams.get('x'))
      const answer = () => {
        response.statusCode = x === REFUSED ? 400 : 200
        response.end(String(x * 10))
      }
      setTimeout(answer, between(this.#random, 0, 40))
    })
    await new Promise<void>((resolve) => this.#witness!.listen(0, '127.0.0.1', resolve))
    for (const role of this.#roles) await this.#startProcess(role)
    await this.#client.deploy({}, { id: MODEL, source: SOURCE.join('') })
  }

  async cycle(): Promise<void> {
    await this.#change()
    await pause(between(this.#random, 0, 120))
    const victims =
      this.#roles.length === 1 || this.#random() < 0.3
        ? this.#roles
        : [pick(this.#random, this.#roles)]
    for (const role of victims) await this.#processes.get(role)?.kill()
    await this.#lookAround()
    for (const role of victims) await this.#startProcess(role)
    await this.#arrived()
    for (const [job, count] of this.#asked)
      if (count > 1 + (this.#allowed.get(job) ?? 0))
        this.violations.push(
          `${job} was asked ${count} times, and may be ${this.#allowed.get(job) ?? 0} times more than once`,
        )
  }

  async stop(): Promise<void> {
    for (const one of this.#processes.values()) await one.kill()
    this.#witness?.closeAllConnections()
    await new Promise((resolve) => this.#witness?.close(resolve))
  }

  get #client(): CellwakeClient {
    return new CellwakeClient({ url: this.#url, environment: hasty })
  }

  async #startProcess(role: Role): Promise<void> {
    const { url, plant } = this.#options
    const port = this.#url === '' ? '0' : new URL(this.#url).port
    const witness = `http://127.0.0.1:${(this.#witness!.address() as AddressInfo).port}`
    const args = ['--url', url, '--port', port, '--role', role, '--witness', witness]
    const planted = plant === undefined ? [] : ['--plant', plant]
    const one = new ServerProcess(this.#program, [
      ...args,
      '--began',
      String(this.#began),
      ...planted,
    ])
    this.#processes.set(role, one)
    const said = await one.listening
    if (role !== 'worker') this.#url = said
  }

  /** New inputs, some of them more than once, so that answers are obsolete before they come. */
  async #change(): Promise<void> {
    for (let changes = between(this.#random, 1, 4); changes > 0; changes--) {
      const set: Record<string, number> = {}
      for (let i = 0; i < CELLS; i++) {
        if (this.#random() < 0.5) continue
        this.#inputs[i] = between(this.#random, 1, INPUTS)
        set[`A${i + 1}`] = this.#inputs[i]!
      }
      if (Object.keys(set).length > 0) await this.#set(set)
    }
  }

  /** A host that has just come back may still wait for the lease of the one that is gone. */
  async #set(set: Record<string, number>): Promise<void> {
    const until = Date.now() + WITHIN_MS
    for (;;) {
      try {
        await this.#client.set({ id: MODEL }, { set })
        return
      } catch (error) {
        if (!(error instanceof ApiError && error.retryable) || Date.now() > until) throw error
        await pause(20)
      }
    }
  }

  /** Audits the state after the kill, before another process touches it. */
  async #lookAround(): Promise<void> {
    const driver = await openDriver(this.#options.url)
    try {
      this.violations.push(...(await auditCalls(driver, MODEL)))
      for (const state of OPEN) {
        for (const { id } of await driver.jobs({ prefix: `ext:${MODEL}:`, state, limit: 1_000 }))
          if (this.#asked.has(id)) this.#allowed.set(id, (this.#allowed.get(id) ?? 0) + 1)
      }
    } finally {
      await driver.close()
    }
  }

  /** Every cell has the answer for its input or has failed, and nothing waits. */
  async #arrived(): Promise<void> {
    const until = Date.now() + WITHIN_MS
    const symbols = this.#inputs.map((_, i) => `B${i + 1}`)
    let left = ''
    while (Date.now() < until) {
      try {
        const { cells } = await this.#client.cells({ id: MODEL }, { symbols: symbols.join() })
        const wrong = symbols.filter((symbol, i) => {
          const cell = cells[symbol]
          const input = this.#inputs[i]!
          if (input === REFUSED) return cell?.status !== 'failed'
          return cell?.status !== 'ready' || cell.value !== input * 10
        })
        if (wrong.length === 0) return
        left = wrong
          .map((symbol) => `${symbol} is ${cells[symbol]?.value} ${cells[symbol]?.status}`)
          .join(', ')
      } catch (error) {
        if (!(error instanceof ApiError && error.retryable)) throw error
      }
      await pause(20)
    }
    this.violations.push(`not all answers came: ${left}`)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
