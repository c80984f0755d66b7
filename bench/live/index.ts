// Live streams under load: 2,000 readers on 100 models, 500 durable sets per second on SQLite. From the call of
// `set` to the frame in the reader's process. 20 seconds, or CELLWAKE_BENCH_MINUTES for the long run.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Engine } from '@cellwake/engine'
import { systemClock } from '@cellwake/scheduler'
import { createServer } from '@cellwake/server'
import { openStore } from '@cellwake/store'
import { type Case, type Result, round } from '../result.ts'

const GROUP = 'live'
const MODELS = 100
const READERS = 2_000
const SETS_PER_S = 500
const SECONDS = 60 * Number(process.env.CELLWAKE_BENCH_MINUTES ?? 1 / 3)
const WARM_UP_SECONDS = 3

export const liveCases: Case[] = [{ group: GROUP, name: 'set-to-frame', run: setToFrame }]

interface Report {
  readonly frames: number
  readonly resets: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

async function setToFrame(): Promise<Result[]> {
  // Beside the project, not in a temporary folder: that may be memory, where fsync costs nothing.
  const folder = mkdtempSync(join(process.cwd(), 'bench-data-'))
  const store = await openStore(`sqlite:${join(folder, 'live.db')}`)
  const clock = systemClock()
  const engine = new Engine({ store, clock })
  const server = await createServer({ engine, store, clock })
  const readers = new Readers((await server.listen({ port: 0, host: '127.0.0.1' })).url)
  try {
    const models = await Promise.all(
      Array.from({ length: MODELS }, async (_, i) => {
        return (await engine.deploy('A1 = 0\nB1 = A1 + 1\n', { id: `m${i}` })).model
      }),
    )
    await readers.open()
    const set = (i: number) => {
      return models[i % MODELS]!.set({ A1: performance.timeOrigin + performance.now() })
    }
    await load(WARM_UP_SECONDS, set)
    await readers.report()
    const before = usedMiB()
    const idle = process.cpuUsage()
    const sets = await load(SECONDS, set)
    const { user, system } = process.cpuUsage(idle)
    const { p50, p99, max, resets } = await readers.report()
    const counters = {
      seconds: Math.round(SECONDS),
      sets,
      setsPerS: Math.round(sets / SECONDS),
      resets,
      maxMs: round(max),
      // Of one core, by the server and the sets: the machine may be busy with other things.
      cpuPercent: Math.round((user + system) / SECONDS / 10_000),
      heapBeforeMiB: before,
      heapAfterMiB: usedMiB(),
      rssMiB: Math.round(process.memoryUsage().rss / 1024 ** 2),
    }
    const row = { group: GROUP, system: 'cellwake', version: '0.1.0', unit: 'ms', runs: sets }
    const workload = `${READERS} readers, ${SETS_PER_S} sets per s, set to frame`
    return [
      { ...row, workload: `${workload}, p50`, median: round(p50), counters },
      { ...row, workload: `${workload}, p99`, median: round(p99), counters },
    ]
  } finally {
    await readers.stop()
    await server.close()
    await engine.close()
    await store.close()
    clock.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Calls `set` at an even rate. Calls held up by a busy moment follow at once. */
async function load(seconds: number, set: (i: number) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  const running = new Set<Promise<unknown>>()
  let sent = 0
  for (;;) {
    const passed = performance.now() - start
    if (passed >= seconds * 1_000) break
    for (const due = (passed / 1_000) * SETS_PER_S; sent < due; sent++) {
      const setting = set(sent)
      running.add(setting)
      void setting.finally(() => running.delete(setting))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(running)
  return sent
}

function usedMiB(): number {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().heapUsed / 1024 ** 2)
}

class Readers {
  readonly #process: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(url: string) {
    const program = fileURLToPath(new URL('./subscribers.ts', import.meta.url))
    const args = [program, url.replace('http', 'ws'), String(READERS), String(MODELS)]
    this.#process = spawn(process.execPath, ['--import', './scripts/source.mjs', ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#lines = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]()
  }

  async open(): Promise<void> {
    await this.#lines.next()
  }

  /** The measurements since the last report; the last frames have a moment to arrive. */
  async report(): Promise<Report> {
    await new Promise((resolve) => setTimeout(resolve, 300))
    this.#process.stdin?.write('\n')
    return JSON.parse((await this.#lines.next()).value) as Report
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.#process.once('close', resolve))
    this.#process.kill()
    await gone
  }
}
