// Kills a real server under load, again and again, while writers set inputs over HTTP and clients follow them
// live. Every acknowledged set is there afterwards; every client resumes by itself, and its view never goes
// back, never lacks an acknowledged set, and never showed one that the store lost.

import { ApiError, CellwakeClient } from '@cellwake/client'
import { between, seededRandom } from '@cellwake/store/testing'
import { hasty, LiveView, type Writings } from './live-view.ts'
import type { Plant } from './planted.ts'
import { ServerProcess } from './server-process.ts'
import { serverProgram } from './server-program.ts'

export interface LiveKillOptions {
  /** The database, which only the server opens. */
  readonly url: string
  readonly cycles: number
  readonly seed: number
  readonly plant?: Plant
  readonly log?: (line: string) => void
}

export interface LiveKillReport {
  readonly cycles: number
  readonly acknowledged: number
  readonly frames: number
  readonly connections: number
  readonly resets: number
  readonly violations: readonly string[]
}

const WRITERS = ['A1', 'A2', 'A3', 'A4']
const CLIENTS = 6
const MODEL = 'counters'
const SOURCE = `${WRITERS.map((writer) => `${writer} = 0\n`).join('')}total = ${WRITERS.join(' + ')}\n`
const PROGRESS_WITHIN_MS = 60_000

/** Stops after the first cycle with a violation: later ones would repeat it. */
export async function liveKillLoop(options: LiveKillOptions): Promise<LiveKillReport> {
  await using program = await serverProgram('live-kill-child.ts')
  const rig = new LiveKillRig(options, program.path)
  let cycles = 0
  try {
    await rig.start()
    while (cycles < options.cycles && rig.violations.length === 0) {
      cycles++
      await rig.cycle()
      if (cycles % 10 === 0 || cycles === options.cycles) {
        options.log?.(`cycle ${cycles}/${options.cycles}: ${rig.acknowledged} acknowledged`)
      }
    }
  } finally {
    await rig.stop()
  }
  const { acknowledged, violations, views } = rig
  const sum = (of: (view: LiveView) => number) => views.reduce((all, view) => all + of(view), 0)
  return {
    cycles,
    acknowledged,
    frames: sum(({ frames }) => frames),
    connections: sum(({ connections }) => connections),
    resets: sum(({ resets }) => resets),
    violations,
  }
}

class LiveKillRig implements Writings {
  readonly writers = WRITERS
  readonly violations: string[] = []
  readonly views: LiveView[] = []
  acknowledged = 0
  readonly #options: LiveKillOptions
  readonly #program: string
  readonly #random: () => number
  /** Numbers and the revisions at which they were acknowledged, in order, by writer. */
  readonly #told = new Map<string, { readonly n: number; readonly rev: number }[]>()
  #server: ServerProcess | undefined
  #url = ''
  #stopped = false
  #writing: Promise<unknown> = Promise.resolve()

  constructor(options: LiveKillOptions, program: string) {
    this.#options = options
    this.#program = program
    this.#random = seededRandom(options.seed)
  }

  acknowledgedAt(writer: string, rev: number): number {
    return this.#told.get(writer)?.findLast((told) => told.rev <= rev)?.n ?? 0
  }

  async start(): Promise<void> {
    await this.#startServer()
    await this.#client.deploy({}, { id: MODEL, source: SOURCE })
    for (let i = 0; i < CLIENTS; i++) {
      const wrong = (problem: string) => this.violations.push(problem)
      this.views.push(new LiveView({ url: this.#url }, MODEL, this, wrong))
    }
    this.#writing = Promise.all(WRITERS.map((writer) => this.#write(writer)))
  }

  /** Load, a kill, a restart, and an audit. */
  async cycle(): Promise<void> {
    await this.#progress()
    await this.#pause(20, 400)
    await this.#server?.kill()
    const seen = WRITERS.map((writer) => Math.max(...this.views.map((view) => view.seen(writer))))
    const told = WRITERS.map((writer) => this.acknowledgedAt(writer, Number.POSITIVE_INFINITY))
    await this.#startServer()
    const { cells } = await this.#client.cells({ id: MODEL }, { symbols: WRITERS.join() })
    for (const [i, writer] of WRITERS.entries()) {
      const value = Number(cells[writer]?.value)
      if (value < told[i]!) this.#wrong(`${writer} is ${value}; ${told[i]} was acknowledged`)
      if (value < seen[i]!) this.#wrong(`${writer} is ${value}; a client has seen ${seen[i]}`)
    }
    const cut = this.views[between(this.#random, 0, this.views.length - 1)]
    if (this.#random() < 0.5) cut?.cut()
    await this.#progress()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#writing
    for (const view of this.views) view.close()
    await this.#server?.kill()
  }

  get #client(): CellwakeClient {
    return new CellwakeClient({ url: this.#url, environment: hasty })
  }

  async #startServer(): Promise<void> {
    const { url, plant } = this.#options
    // The same address each time: clients know no other.
    const port = this.#url === '' ? '0' : new URL(this.#url).port
    const planted = plant === undefined ? [] : ['--plant', plant]
    this.#server = new ServerProcess(this.#program, ['--url', url, '--port', port, ...planted])
    this.#url = await this.#server.listening
  }

  /** Counts up. An unacknowledged set is retried under the same idempotency key. */
  async #write(writer: string): Promise<void> {
    for (let n = 1; !this.#stopped; ) {
      try {
        const idempotencyKey = `${writer}-${n}`
        const { rev } = await this.#client.set(
          { id: MODEL },
          { set: { [writer]: n } },
          { idempotencyKey },
        )
        const told = this.#told.get(writer) ?? []
        told.push({ n, rev })
        this.#told.set(writer, told)
        this.acknowledged++
        n++
      } catch (error) {
        if (error instanceof ApiError && error.retryable) continue
        this.#wrong(`a set failed: ${error}`)
        return
      }
    }
  }

  /** Progress: a new set is acknowledged, and every client sees it. */
  async #progress(): Promise<void> {
    const before = this.acknowledged
    const newest = () => Math.max(...[...this.#told.values()].map((told) => told.at(-1)?.rev ?? 0))
    await this.#until(() => this.acknowledged > before + WRITERS.length, 'sets')
    const rev = newest()
    await this.#until(() => this.views.every((view) => view.rev >= rev), 'live clients')
  }

  async #until(holds: () => boolean, what: string): Promise<void> {
    const deadline = Date.now() + PROGRESS_WITHIN_MS
    while (!holds() && this.violations.length === 0) {
      if (Date.now() > deadline) {
        this.#wrong(`no progress of ${what} within ${PROGRESS_WITHIN_MS} ms`)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  #pause(from: number, to: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, between(this.#random, from, to)))
  }

  #wrong(problem: string): void {
    this.violations.push(problem)
  }
}
