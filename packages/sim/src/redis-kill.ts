// Kills a host and its Redis with -9, together and each alone, while a model that lives in that Redis is set and fires
// every 20 ms. Acknowledged sets are there afterwards, and every occurrence fired exactly once.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { between, seededRandom } from '@cellwake/store/testing'
import { privateRedis, type RedisServer } from './targets.ts'

export interface RedisKillOptions {
  readonly cycles: number
  readonly seed: number
  /** A mistake that the rig must find: a Redis that keeps nothing. */
  readonly plant?: 'no-append'
  readonly log?: (line: string) => void
}

export interface RedisKillReport {
  readonly cycles: number
  readonly acknowledged: number
  readonly fired: number
  readonly violations: readonly string[]
}

interface Found {
  readonly a1: number
  readonly b1: number
  readonly t1: number
  readonly fired: number
  readonly due: number
  readonly events: number
  readonly distinct: number
}

const START_MS = 60_000

/** Undefined where there is no Redis. Stops after the first cycle with a violation: later ones would repeat it. */
export async function redisKillLoop(
  options: RedisKillOptions,
): Promise<RedisKillReport | undefined> {
  const isPlanted = options.plant === 'no-append'
  const redis = await privateRedis(isPlanted ? { appendonly: 'no' } : {})
  if (redis === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-redis-kill-'))
  const rig = new RedisKillRig(redis, join(folder, 'store.db'), isPlanted, options.seed)
  let cycles = 0
  try {
    await rig.start()
    while (cycles < options.cycles && rig.violations.length === 0) {
      cycles++
      await rig.cycle()
      if (cycles % 10 === 0) options.log?.(`redis kill: cycle ${cycles}, ${rig.acknowledged} sets`)
    }
  } finally {
    await rig.stop()
    await redis.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const { acknowledged, fired, violations } = rig
  return { cycles, acknowledged, fired, violations }
}

class RedisKillRig {
  readonly violations: string[] = []
  acknowledged = 0
  fired = 0
  readonly #redis: RedisServer
  readonly #store: string
  readonly #isPlanted: boolean
  readonly #random: () => number
  #host: ChildProcess | undefined

  constructor(redis: RedisServer, store: string, isPlanted: boolean, seed: number) {
    this.#redis = redis
    this.#store = store
    this.#isPlanted = isPlanted
    this.#random = seededRandom(seed)
  }

  /** A host that has reported the state it found. */
  async start(): Promise<Found> {
    const program = new URL('redis-kill-child.ts', import.meta.url).pathname
    const accept = this.#isPlanted ? 'D' : 'B'
    const args = [
      '--redis',
      this.#redis.url,
      '--store',
      `sqlite:${this.#store}`,
      '--accept',
      accept,
    ]
    const host = spawn(process.execPath, [...process.execArgv, ...loaders, program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#host = host
    const lines = createInterface({ input: host.stdout! })
    const ended = once(host, 'exit').then(() => {
      throw new Error('the host ended by itself')
    })
    // It ends some day; only a caller that waits for its first line must hear of it.
    ended.catch(() => {})
    const line = once(lines, 'line', { signal: AbortSignal.timeout(START_MS) })
    const [first] = await Promise.race([line, ended])
    lines.on('line', (line) => {
      this.acknowledged = Number(line)
    })
    return JSON.parse(String(first)) as Found
  }

  async cycle(): Promise<void> {
    await this.#pause(50, 500)
    const what = this.#random()
    if (what < 0.67) await this.#killHost()
    if (what >= 0.33) {
      await this.#redis.kill()
      await this.#pause(0, 50)
      await this.#redis.restart()
    }
    // A host whose Redis came back goes on by itself; the next one checks it.
    if (what >= 0.67) {
      await this.#pause(300, 900)
      await this.#killHost()
    }
    const told = this.acknowledged
    this.#check(await this.start(), told)
  }

  #check(found: Found, told: number): void {
    const { a1, b1, t1, fired, due, events, distinct } = found
    const wrong = (what: string) => this.violations.push(what)
    if (a1 < told) wrong(`A1 is ${a1}; ${told} was acknowledged`)
    if (b1 !== a1 * 2) wrong(`B1 is ${b1}, and A1 is ${a1}`)
    if (t1 !== fired) wrong(`the rule fired ${fired} times, and counted ${t1}`)
    if (fired !== due) wrong(`${due} occurrences were dealt with, and ${fired} fired`)
    if (fired < this.fired) wrong(`the rule fired ${fired} times; it was ${this.fired}`)
    if (distinct !== events) wrong(`${events - distinct} events are there twice`)
    if (events > fired) wrong(`${events} events of ${fired} firings`)
    this.fired = fired
  }

  async stop(): Promise<void> {
    await this.#killHost()
  }

  async #killHost(): Promise<void> {
    const host = this.#host
    this.#host = undefined
    if (host === undefined || host.exitCode !== null || host.signalCode !== null) return
    host.kill('SIGKILL')
    await once(host, 'exit')
  }

  #pause(from: number, to: number): Promise<void> {
    const ms = between(this.#random, from, to)
    return new Promise((resolve) => setTimeout(resolve, ms))
  }
}

/** Packages stand for their source, as everywhere in a clone. */
const loaders = process.execArgv.some((arg) => arg.includes('tsx'))
  ? []
  : ['--conditions=@cellwake/source', '--import', 'tsx']
