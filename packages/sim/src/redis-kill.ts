// Kills a host and its Redis with -9, together and each alone, while a model on each runtime of that Redis is set and fires
// every 100 ms. What was acknowledged is there afterwards, and every occurrence fired and published once: none is lost,
// none doubled.

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

/** One model. `events` were counted after `fired` and before `firedSince`. */
interface Found {
  readonly runtime: string
  readonly a1: number
  readonly b1: number
  readonly t1: number
  readonly fired: number
  readonly due: number
  readonly firedSince: number
  readonly events: number
  readonly distinct: number
}

/** On a machine with other things to do, too. */
const START_MS = 300_000

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
  /** By the runtime. */
  readonly #told = new Map<string, number>()
  readonly #fired = new Map<string, number>()
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

  get acknowledged(): number {
    return sum(this.#told)
  }

  get fired(): number {
    return sum(this.#fired)
  }

  /** A host that has said what it found. */
  async start(): Promise<readonly Found[]> {
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
      const [runtime, count] = line.split(' ')
      this.#told.set(runtime!, Number(count))
    })
    return JSON.parse(String(first)) as readonly Found[]
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
    const told = new Map(this.#told)
    for (const found of await this.start()) this.#check(found, told.get(found.runtime) ?? 0)
  }

  #check(found: Found, told: number): void {
    const { runtime, a1, b1, t1, fired, firedSince, due, events, distinct } = found
    const wrong = (what: string) => this.violations.push(`${runtime}: ${what}`)
    const before = this.#fired.get(runtime) ?? 0
    if (a1 < told) wrong(`A1 is ${a1}; ${told} was acknowledged`)
    if (b1 !== a1 * 2) wrong(`B1 is ${b1}, and A1 is ${a1}`)
    if (t1 !== fired) wrong(`the rule fired ${fired} times, and counted ${t1}`)
    if (fired !== due) wrong(`${due} occurrences were dealt with, and ${fired} fired`)
    if (fired < before) wrong(`the rule fired ${fired} times; it was ${before}`)
    if (distinct !== events) wrong(`${events - distinct} events are there twice`)
    if (events < fired) wrong(`${fired - events} of ${fired} events are lost`)
    if (events > firedSince) wrong(`${events} events of ${firedSince} firings`)
    this.#fired.set(runtime, fired)
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

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}

/** Packages stand for their source, as everywhere in a clone. */
const loaders = process.execArgv.some((arg) => arg.includes('tsx'))
  ? []
  : ['--conditions=@cellwake/source', '--import', 'tsx']
