// Two hosts on one Postgres, both awake, in virtual time. By a seed they are paused past the end of their
// leases, killed, and started again with clocks that are wrong by minutes, while a client sets values on
// whichever host takes them. In the end faults stop, and then: no occurrence is missing, none fired
// twice, each rise of a condition fired once, and each acknowledged set is there.

import type { Engine } from '@cellwake/engine'
import { OwnedElsewhereError } from '@cellwake/engine'
import { openStore, type Store } from '@cellwake/store'
import { between, pick, seededRandom } from '@cellwake/store/testing'
import { VirtualHost } from './virtual-host.ts'

export interface HostsOptions {
  readonly url: string
  readonly seed: number
  /** How long the trouble lasts, in virtual time. */
  readonly seconds: number
  /** A bug, planted on purpose. */
  readonly plant?: (store: Store) => void
  readonly log?: (line: string) => void
}

export interface HostsReport {
  readonly firings: number
  readonly takeovers: number
  readonly refused: number
  readonly violations: readonly string[]
}

const START = Date.UTC(2026, 0, 1)
const PERIOD_MS = 20_000
const SKEW_MS = 3 * 60_000
/** Until the longest lease has ended by every clock, and all is done that was due. */
const CALM_SECONDS = SKEW_MS / 1_000 + 60
const MODEL = 'shared'

const SOURCE = `A1 = 0
EVERY ${PERIOD_MS / 1_000}s BACKFILL THEN
  B1 = B1 + 1
  news!tick(SCHEDULED_AT)
END
WHEN MOD(A1, 2) = 1 THEN
  C1 = C1 + 1
  news!rose(A1)
END
`

export async function twoHosts(options: HostsOptions): Promise<HostsReport> {
  const rig = new HostsRig(options)
  await rig.run()
  const { firings, takeovers, refused, violations } = rig
  return { firings, takeovers, refused, violations }
}

class HostsRig {
  readonly #options: HostsOptions
  readonly #random: () => number
  readonly #hosts: readonly VirtualHost[]
  #now = START
  /** The client's last set, and the acknowledgements. */
  #set = 0
  #owner = ''
  #away: { readonly host: VirtualHost; readonly backAt: number } | undefined
  firings = 0
  takeovers = 0
  refused = 0
  readonly violations: string[] = []

  constructor(options: HostsOptions) {
    this.#options = options
    this.#random = seededRandom(options.seed)
    const { url, plant } = options
    this.#hosts = ['left', 'right'].map((name) => new VirtualHost({ url, name, plant }))
  }

  async run(): Promise<void> {
    const { seconds, log } = this.#options
    for (const host of this.#hosts) await host.start(this.#now, 0)
    await this.#hosts[0]!.engine!.deploy(SOURCE, { id: MODEL })
    for (let second = 1; second <= seconds; second++) {
      await this.#second()
      await this.#trouble()
      if (this.#random() < 0.2) await this.#client()
      if (second % 100 === 0) log?.(`${second} s, ${this.takeovers} takeovers`)
    }
    // Clocks are right again, and everyone is up.
    for (const host of this.#hosts) {
      await host.kill()
      await host.start(this.#now, 0)
    }
    for (let second = 1; second <= CALM_SECONDS; second++) await this.#second()
    if (!(await this.#client())) this.violations.push('nobody has the model in the end')
    for (const host of this.#hosts) await host.kill()
    await this.#check()
  }

  /** A second passes, for both at once. */
  async #second(): Promise<void> {
    this.#now += 1_000
    await Promise.all(this.#hosts.map((host) => host.at(this.#now)))
    for (const host of this.#hosts) {
      if (!host.isPaused && host.name !== this.#owner && has(host.engine)) {
        this.#owner = host.name
        this.takeovers++
      }
    }
  }

  /** One of the two is paused or killed, more often the one that has the model; later it is back. */
  async #trouble(): Promise<void> {
    const { host, backAt } = this.#away ?? {}
    if (host !== undefined) {
      if (this.#now < backAt!) return
      this.#away = undefined
      if (host.isPaused) host.isPaused = false
      else await host.start(this.#now, this.#skew())
    } else if (this.#random() < 0.1) {
      const owner = this.#hosts.find(({ name }) => name === this.#owner)
      const found =
        this.#random() < 0.5 && owner !== undefined ? owner : pick(this.#random, this.#hosts)
      this.#away = { host: found, backAt: this.#now + between(this.#random, 5_000, 40_000) }
      if (this.#random() < 0.5) found.isPaused = true
      else await found.kill()
    }
  }

  /** Most clocks are right. One that is ahead keeps the model from the others for as long. */
  #skew(): number {
    return this.#random() < 0.8 ? 0 : between(this.#random, -SKEW_MS, SKEW_MS)
  }

  /** Sets the next value, on any host that takes it; a paused one still believes in its lease. */
  async #client(): Promise<boolean> {
    const value = this.#set + 1
    const [left, right] = this.#hosts
    for (const host of this.#random() < 0.5 ? [left!, right!] : [right!, left!]) {
      if (host.engine === undefined) continue
      try {
        const model = await host.engine.model(MODEL)
        await model.set({ A1: value }, { idempotencyKey: `set ${value}` })
        this.#set = value
        return true
      } catch (error) {
        if (!(error instanceof OwnedElsewhereError)) {
          this.violations.push(`a set failed: ${error instanceof Error ? error.message : error}`)
        }
        this.refused++
      }
    }
    return false
  }

  async #check(): Promise<void> {
    const store = await openStore(this.#options.url)
    const read = async (symbol: string) => {
      const at = { space: `model:${MODEL}`, id: symbol, path: [] }
      await store.load(at)
      return store.read(at) ?? 0
    }
    const say = (problem: string) => this.violations.push(problem)
    const events = await store.events('news', { limit: Number.MAX_SAFE_INTEGER })
    const named = (name: string) =>
      events
        .map(({ payload }) => payload as { event: string; args: { datetime: string }[] })
        .filter(({ event }) => event === name)
    const ticks = named('tick').map(({ args }) => Date.parse(args[0]!.datetime))
    this.firings = events.length
    ticks.forEach((due, i) => {
      const expected = START + (i + 1) * PERIOD_MS
      if (due !== expected) say(`occurrence ${i + 1} is ${iso(due)}, not ${iso(expected)}`)
    })
    const last = START + ticks.length * PERIOD_MS
    if (last + PERIOD_MS <= this.#now) say(`the last occurrence is ${iso(last)}`)
    const counted = await read('B1')
    if (counted !== ticks.length) say(`${ticks.length} occurrences fired ${counted} times`)
    if ((await read('A1')) !== this.#set) say(`A1 is ${await read('A1')}, not ${this.#set}`)
    const rises = Math.ceil(this.#set / 2)
    const rose = await read('C1')
    if (rose !== rises) say(`${rises} rises fired ${rose} times`)
    if (named('rose').length !== rises) say(`${rises} rises published ${named('rose').length}`)
    await store.close()
  }
}

function has(engine: Engine | undefined): boolean {
  try {
    return engine?.running(MODEL) !== undefined
  } catch {
    return false
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
