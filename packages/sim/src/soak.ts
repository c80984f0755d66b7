// Half an hour in the life of a server on the open network: honest writers, readers and publishers, rules on a schedule,
// strangers who throw bombs, garbage and sockets, and a kill -9 now and then. Nothing acknowledged is lost, nothing
// happens twice, and in each life of the server its memory stops to grow.

import { connect, type Socket } from 'node:net'
import { ApiError, CellwakeClient } from '@cellwake/client'
import { between, pick, seededRandom } from '@cellwake/store/testing'
import { Caller } from './bombs/caller.ts'
import { bombFormulas } from './bombs/formulas.ts'
import { residentWithHelpersMb } from './bombs/memory.ts'
import { bombModels } from './bombs/models.ts'
import { TOKENS } from './bombs/tokens.ts'
import {
  BOMBED_HEAP_MB,
  SOAK_GROWTH_MB,
  SOAK_GROWTH_SHARE,
  SOAK_LOOK_MS,
  SOAK_PAUSE_MS,
  SOAK_PLATEAU_MS,
} from './limits.ts'
import { hasty, LiveView, type Writings } from './live-view.ts'
import type { SoakPlant } from './planted.ts'
import { ServerProcess } from './server-process.ts'
import { serverProgram } from './server-program.ts'

export interface SoakOptions {
  /** The database, which only the server opens. */
  readonly url: string
  readonly seconds: number
  /** How long each life of the server is. */
  readonly killEverySeconds: number
  readonly seed: number
  readonly plant?: SoakPlant
  readonly log?: (line: string) => void
}

export interface SoakReport {
  readonly lives: number
  /** Lives that were long enough for a verdict on their memory; a short soak has none. */
  readonly memoryVerdicts: number
  readonly acknowledged: number
  readonly published: number
  readonly ticks: number
  readonly frames: number
  readonly thrown: number
  readonly serverMb: number
  readonly violations: readonly string[]
}

const WRITERS = ['A1', 'A2', 'A3']
const PUBLISHERS = ['p', 'q']
const VIEWS = 3
const TOKEN = TOKENS.victim.token
const COUNTERS = `${WRITERS.map((writer) => `${writer} = 0\n`).join('')}total = ${WRITERS.join(' + ')}\n`
const CLOCKWORK = 'EVERY 1s BACKFILL THEN\n  n = n + 1\n  ticks!tick(SCHEDULED_AT)\nEND\n'
const PAGE = 500
const PROGRESS_WITHIN_MS = 90_000

export async function soak(options: SoakOptions): Promise<SoakReport> {
  await using program = await serverProgram('bombs/child.ts')
  const rig = new Soak(options, program.path)
  return await rig.run()
}

class Soak implements Writings {
  readonly writers = WRITERS
  readonly #options: SoakOptions
  readonly #program: string
  readonly #random: () => number
  readonly #violations: string[] = []
  readonly #views: LiveView[] = []
  /** Numbers and the revisions at which they were acknowledged, in order, by writer. */
  readonly #told = new Map<string, { readonly n: number; readonly rev: number }[]>()
  readonly #published = new Map<string, number>(PUBLISHERS.map((name) => [name, 0]))
  /** Memory of the present life, in the order of time. */
  #looks: number[] = []
  #server: ServerProcess | undefined
  #url = ''
  #stopped = false
  #acknowledged = 0
  #thrown = 0
  #mb = 0
  #memoryVerdicts = 0

  constructor(options: SoakOptions, program: string) {
    this.#options = options
    this.#program = program
    this.#random = seededRandom(options.seed)
  }

  acknowledgedAt(writer: string, rev: number): number {
    return this.#told.get(writer)?.findLast((told) => told.rev <= rev)?.n ?? 0
  }

  async run(): Promise<SoakReport> {
    const { seconds, killEverySeconds, log } = this.#options
    const until = Date.now() + seconds * 1_000
    let lives = 0
    let ticks = 0
    await this.#start()
    await this.#client.deploy({}, { id: 'counters', source: COUNTERS })
    await this.#client.deploy({}, { id: 'clockwork', source: CLOCKWORK })
    const wrong = (problem: string) => this.#wrong(problem)
    for (let i = 0; i < VIEWS; i++)
      this.#views.push(new LiveView({ url: this.#url, token: TOKEN }, 'counters', this, wrong))
    const looking = setInterval(() => this.#look(), SOAK_LOOK_MS)
    const callers = Promise.all([
      ...WRITERS.map((writer) => this.#write(writer)),
      ...PUBLISHERS.map((name) => this.#publish(name)),
      ...[this.#throwFormulas(), this.#throwModels(), this.#throwGarbage(), this.#churn()],
    ])
    try {
      while (Date.now() < until && this.#violations.length === 0) {
        lives++
        await pause(Math.min(killEverySeconds * 1_000, Math.max(0, until - Date.now())))
        await this.#progress()
        if (this.#server?.isGone) this.#wrong(`the server ended: ${this.#server.errors}`)
        this.#judgeMemory()
        log?.(
          `life ${lives}: ${this.#acknowledged} acknowledged, ${this.#thrown} thrown, ${this.#mb} MB at most`,
        )
        await this.#server?.kill()
        await this.#start()
        await this.#judgeCounters()
      }
      await this.#progress()
    } finally {
      this.#stopped = true
      await callers
    }
    if (this.#violations.length === 0) ticks = await this.#judgeTopics()
    clearInterval(looking)
    for (const view of this.#views) view.close()
    await this.#server?.kill()
    return {
      lives,
      memoryVerdicts: this.#memoryVerdicts,
      acknowledged: this.#acknowledged,
      published: [...this.#published.values()].reduce((all, n) => all + n, 0),
      ticks,
      frames: this.#views.reduce((all, { frames }) => all + frames, 0),
      thrown: this.#thrown,
      serverMb: this.#mb,
      violations: this.#violations,
    }
  }

  get #client(): CellwakeClient {
    return new CellwakeClient({ url: this.#url, token: TOKEN, environment: hasty })
  }

  async #start(): Promise<void> {
    const { url, plant } = this.#options
    // The same address each time: clients know no other.
    const port = this.#url === '' ? '0' : new URL(this.#url).port
    const planted = plant === undefined ? [] : ['--plant', plant]
    const flags = [`--max-old-space-size=${BOMBED_HEAP_MB}`]
    this.#server = new ServerProcess(
      this.#program,
      ['--url', url, '--port', port, ...planted],
      flags,
    )
    this.#looks = []
    this.#url = await this.#server.listening
  }

  // Honest callers.

  /** Counts up. An unacknowledged set is retried under the same idempotency key. */
  #write(writer: string): Promise<void> {
    return this.#counting(async (n) => {
      const key = { idempotencyKey: `${writer}-${n}` }
      const { rev } = await this.#client.set({ id: 'counters' }, { set: { [writer]: n } }, key)
      const told = this.#told.get(writer) ?? []
      told.push({ n, rev })
      this.#told.set(writer, told)
      this.#acknowledged++
    })
  }

  #publish(name: string): Promise<void> {
    return this.#counting(async (n) => {
      const message = { messageId: `${name}-${n}`, payload: { n } }
      await this.#client.publish({ topic: 'orders' }, message)
      this.#published.set(name, n)
    })
  }

  async #counting(act: (n: number) => Promise<void>): Promise<void> {
    for (let n = 1; !this.#stopped; ) {
      try {
        await act(n)
        n++
      } catch (error) {
        if (!(error instanceof ApiError && error.retryable)) {
          this.#wrong(`an honest request failed: ${error}`)
          return
        }
      }
      await pause(SOAK_PAUSE_MS)
    }
  }

  // Strangers. Any answer to them is right: the server is judged by the others.

  #throwFormulas(): Promise<void> {
    const reader = new Caller(this.#url, 'reader')
    const writer = new Caller(this.#url, 'writer')
    return this.#again(async () => {
      const formula = pick(this.#random, bombFormulas)
      const source = `bomb = ${formula}\n`
      const times = { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }
      await reader.ask('POST', '/api/models/none/simulate', { source, ...times })
      await writer.ask('POST', '/api/models/churned/inputs', { set: { Z9: { expr: formula } } })
    })
  }

  #throwModels(): Promise<void> {
    const deployer = new Caller(this.#url, 'deployer')
    const reader = new Caller(this.#url, 'reader')
    return this.#again(async () => {
      const { source, symbols = ['A1'], subscriptions } = pick(this.#random, bombModels)
      const id = 'thrown'
      const { status } = await deployer.ask('POST', '/api/models', { id, source: source() })
      if (status === 200) {
        const named = encodeURIComponent(symbols.join())
        await reader.ask('GET', `/api/models/${id}/cells?symbols=${named}`)
        if (subscriptions !== undefined) await reader.subscribe(id, subscriptions)
      }
      await deployer.ask('DELETE', `/api/models/${id}?confirm=${id}`)
    })
  }

  /** Bytes that are no request, and sockets that say nothing and stay open. */
  #throwGarbage(): Promise<void> {
    const held: Socket[] = []
    return this.#again(async () => {
      const socket = connect(Number(new URL(this.#url).port), '127.0.0.1')
      socket.on('error', () => {})
      const line = pick(this.#random, [
        'POST /api/models HTTP/1.1\r\n',
        '{"op":',
        '\u0000\u0016\u0003',
      ])
      socket.write(line.repeat(between(this.#random, 1, 2_000)))
      held.push(socket)
      while (held.length > 200) held.shift()?.destroy()
      await pause(SOAK_PAUSE_MS)
    }).finally(() => held.forEach((socket) => void socket.destroy()))
  }

  /** Models that come, change and go. */
  #churn(): Promise<void> {
    const deployer = new Caller(this.#url, 'deployer')
    return this.#again(async () => {
      const rows = between(this.#random, 1, 2_000)
      const source = `A1:A${rows} = ROW_INDEX\nB1 = SUM(A1:A${rows})\n`
      await deployer.ask('POST', '/api/models', { id: 'churned', source })
      if (this.#random() < 0.2) await deployer.ask('DELETE', '/api/models/churned?confirm=churned')
      await pause(SOAK_PAUSE_MS)
    })
  }

  async #again(act: () => Promise<void>): Promise<void> {
    while (!this.#stopped) {
      await act()
      this.#thrown++
      // While the server is down it cannot refuse them.
      if (this.#server?.isGone !== false) await pause(SOAK_PAUSE_MS)
    }
  }

  // Invariants.

  async #judgeCounters(): Promise<void> {
    const seen = WRITERS.map((writer) => Math.max(...this.#views.map((view) => view.seen(writer))))
    const told = WRITERS.map((writer) => this.acknowledgedAt(writer, Number.POSITIVE_INFINITY))
    const { cells } = await this.#client.cells({ id: 'counters' }, { symbols: WRITERS.join() })
    for (const [i, writer] of WRITERS.entries()) {
      const value = Number(cells[writer]?.value)
      if (value < told[i]!) this.#wrong(`${writer} is ${value}; ${told[i]} was acknowledged`)
      if (value < seen[i]!) this.#wrong(`${writer} is ${value}; a client has seen ${seen[i]}`)
    }
  }

  /** Each acknowledged event is there once, and the rule ran once for each second. Gives how often it ran. */
  async #judgeTopics(): Promise<number> {
    const ids = (await this.#events('orders')).map(({ messageId }) => messageId)
    const once = new Set(ids)
    if (once.size !== ids.length) this.#wrong(`${ids.length - once.size} events are there twice`)
    for (const [name, last] of this.#published) {
      const lost = Array.from({ length: last }, (_, i) => `${name}-${i + 1}`).filter(
        (id) => !once.has(id),
      )
      if (lost.length > 0)
        this.#wrong(`${lost.length} events of ${name} are lost, ${lost[0]} first`)
    }
    const ticks = (await this.#events('ticks')).map(({ payload }) => tickAt(payload))
    for (let i = 1; i < ticks.length; i++) {
      const step = ticks[i]! - ticks[i - 1]!
      if (step !== 1_000) this.#wrong(`a tick came ${step} ms after the one before it`)
    }
    return ticks.length
  }

  async #events(topic: string) {
    const all: { readonly messageId: string; readonly payload: unknown }[] = []
    for (let after = 0; ; ) {
      const page = await this.#client.events({ topic }, { after, limit: PAGE })
      all.push(...page.events)
      if (page.events.length === 0 || page.after === null) return all
      after = page.after
    }
  }

  #look(): void {
    if (this.#server === undefined || this.#server.isGone) return
    const mb = residentWithHelpersMb(this.#server.pid)
    this.#looks.push(mb)
    this.#mb = Math.max(this.#mb, mb)
  }

  #judgeMemory(): void {
    if (this.#looks.length * SOAK_LOOK_MS >= SOAK_PLATEAU_MS) this.#memoryVerdicts++
    const grown = growth(this.#looks)
    if (grown !== undefined) this.#wrong(`in one life of the server ${grown}`)
  }

  /** Liveness: honest callers make progress, beside any attack. */
  async #progress(): Promise<void> {
    const before = this.#acknowledged
    const deadline = Date.now() + PROGRESS_WITHIN_MS
    while (this.#acknowledged <= before + WRITERS.length && this.#violations.length === 0) {
      if (Date.now() > deadline) this.#wrong(`no set was acknowledged in ${PROGRESS_WITHIN_MS} ms`)
      await pause(SOAK_PAUSE_MS)
    }
  }

  #wrong(problem: string): void {
    this.#violations.push(problem)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Once a server has met everything, it takes no more than it did. Peaks are compared, not moments. Undefined if it keeps
 * to its plateau, or if it did not live long enough to have one.
 */
export function growth(looks: readonly number[]): string | undefined {
  if (looks.length * SOAK_LOOK_MS < SOAK_PLATEAU_MS) return undefined
  const third = Math.floor(looks.length / 3)
  const before = Math.max(...looks.slice(third, 2 * third))
  const after = Math.max(...looks.slice(2 * third))
  if (after <= before * SOAK_GROWTH_SHARE + SOAK_GROWTH_MB) return undefined
  return `memory grew from ${before} MB to ${after} MB`
}

/** When an occurrence of the schedule was due. */
function tickAt(payload: unknown): number {
  return Date.parse(/\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(JSON.stringify(payload))?.[0] ?? '')
}
