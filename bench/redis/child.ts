// Measures models in Redis in this process: `child.ts CASE`, on a private Redis that syncs before it answers. Prints one
// line of JSON; an empty list where there is no Redis.

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine, runModelTests } from '@cellwake/engine'
import { type Connection, connect, openRedisModels, type RedisModels } from '@cellwake/redis'
import { systemClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { median, type Result, round } from '../result.ts'

const ROUNDS = 200
const DEPENDANTS = [10, 100, 1_000]
const FORMULAS = 10_000

interface Parts {
  readonly url: string
  readonly engine: Engine
  readonly home: RedisModels
  command(args: readonly string[]): Promise<unknown>
}

const cases: Readonly<Record<string, (parts: Parts) => Promise<Result[]>>> = {
  'latency of a set': latency,
  'sets with 200 in flight': inFlight,
  loading,
  'memory of a cell': memory,
  'the longest call': longest,
}

const RUNTIMES = ['lua_interpreter', 'lua_generated'] as const

function row(workload: string, system: string, value: number, unit: string, runs = 1): Result {
  return { group: 'redis', workload, system, version: '0.1.0', median: round(value), unit, runs }
}

function readers(count: number): string {
  return `A1 = 0\n${Array.from({ length: count }, (_, i) => `B${i + 1} = A1 + ${i}\n`).join('')}`
}

async function microseconds(act: (i: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const began = process.hrtime.bigint()
    await act(i)
    taken.push(Number(process.hrtime.bigint() - began) / 1_000)
  }
  return median(taken)
}

async function latency({ engine, command }: Parts): Promise<Result[]> {
  const bare = await microseconds((i) => command(['SET', '{m:bench}:bare', String(i)]))
  const results = [row('a bare SET', 'redis', bare, 'µs', ROUNDS)]
  for (const count of DEPENDANTS) {
    const workload = `a set with ${count} dependants`
    for (const runtime of [...RUNTIMES, 'ts'] as const) {
      const id = `latency-${count}-${runtime}`
      const { model } = await engine.deploy(readers(count), { id, runtime })
      const value = await microseconds((i) => model.set({ A1: i + 1 }))
      const system = runtime === 'ts' ? 'ts on sqlite' : runtime
      results.push(row(workload, system, value, 'µs', ROUNDS))
    }
  }
  return results
}

async function inFlight({ engine }: Parts): Promise<Result[]> {
  const results: Result[] = []
  for (const runtime of RUNTIMES) {
    const perSecond = await inFlightOn(engine, runtime)
    results.push(row('sets with 200 in flight', runtime, perSecond, '/s'))
  }
  return results
}

async function inFlightOn(engine: Engine, runtime: (typeof RUNTIMES)[number]): Promise<number> {
  const { model } = await engine.deploy(readers(10), { id: `flight-${runtime}`, runtime })
  const began = process.hrtime.bigint()
  let sent = 0
  const caller = async () => {
    while (sent < 4_000) await model.set({ A1: ++sent })
  }
  await Promise.all(Array.from({ length: 200 }, caller))
  const seconds = Number(process.hrtime.bigint() - began) / 1e9
  return sent / seconds
}

async function loading({ engine, home, command }: Parts): Promise<Result[]> {
  const { code } = home.library
  const timed = async (act: () => Promise<unknown>) => {
    const began = process.hrtime.bigint()
    await act()
    return Number(process.hrtime.bigint() - began) / 1e6
  }
  const library = await timed(() => command(['FUNCTION', 'LOAD', 'REPLACE', code]))
  const results = [row('the library is loaded', 'cellwake', library, 'ms')]
  // Whether they are alike decides how much code they are.
  for (const [what, source] of [
    ['formulas of one form', readers(FORMULAS)],
    ['formulas, each of its own form', forms(FORMULAS)],
  ] as const) {
    for (const runtime of RUNTIMES) {
      await command(['SLOWLOG', 'RESET'])
      const id = `loading-${results.length}`
      const deploy = await timed(() => engine.deploy(source, { id, runtime }))
      results.push(row(`a deploy of ${FORMULAS} ${what}`, runtime, deploy, 'ms'))
      const blocked = Math.max(...(await calls(command)).values())
      results.push(row(`its longest call, ${what}`, runtime, blocked, 'ms'))
    }
  }
  return results
}

/** Each differs from the others in more than its places. */
function forms(count: number): string {
  const line = (i: number) => `B${i + 1} = ROUND(A1 * ${i}.5, 2) + IF(A1 > ${i}, ${i}, "n${i}")\n`
  return `A1 = 0\n${Array.from({ length: count }, (_, i) => line(i)).join('')}`
}

/** How long the longest call of each command took, in milliseconds, since the log was emptied. */
async function calls(command: Parts['command']): Promise<Map<string, number>> {
  const entries = (await command(['SLOWLOG', 'GET', '-1'])) as readonly [
    number,
    number,
    number,
    readonly string[],
  ][]
  const most = new Map<string, number>([['none', 0]])
  for (const [, , micros, [name]] of entries) {
    const known = most.get(name!.toUpperCase()) ?? 0
    most.set(name!.toUpperCase(), Math.max(known, micros / 1_000))
  }
  return most
}

/** While the model tests of the examples run: nothing else is answered meanwhile. */
async function longest({ home, command }: Parts): Promise<Result[]> {
  const results: Result[] = []
  const paths = ['examples', 'examples/canonical'].flatMap((at) =>
    readdirSync(at).flatMap((name) => (name.endsWith('.test.json') ? [`${at}/${name}`] : [])),
  )
  const files = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  for (const runtime of RUNTIMES) {
    await command(['SLOWLOG', 'RESET'])
    const { failed } = await runModelTests(files, {
      readModel: (path) => readFileSync(path, 'utf8'),
      runtime,
      openHome: async (clock, onError) => home.on(clock, onError),
    })
    if (failed > 0) throw new Error(`${failed} examples fail`)
    for (const [name, ms] of await calls(command)) {
      if (!name.startsWith('FCALL') && name !== 'FUNCTION') continue
      results.push(row(`the longest ${name} of the examples`, runtime, ms, 'ms'))
    }
  }
  return results
}

async function memory({ engine, command }: Parts): Promise<Result[]> {
  const held = async () => {
    const info = String(await command(['INFO', 'memory']))
    const of = (name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1] ?? 0)
    return { keys: of('used_memory_dataset'), functions: of('used_memory_vm_functions') }
  }
  const before = await held()
  await engine.deploy(readers(FORMULAS), { id: 'memory', runtime: 'lua_interpreter' })
  const after = await held()
  const perCell = (name: 'keys' | 'functions') => (after[name] - before[name]) / FORMULAS
  return [
    row('a formula cell, in keys', 'cellwake', perCell('keys'), 'bytes'),
    row('a formula cell, in the functions', 'cellwake', perCell('functions'), 'bytes'),
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'cellwake-bench-'))
const port = await freePort()
const settings = { port, bind: '127.0.0.1', dir: folder, appendonly: 'yes', appendfsync: 'always' }
const slow = { 'slowlog-log-slower-than': 1_000, 'slowlog-max-len': 100_000 }
const flags = Object.entries({ ...settings, ...slow, save: '' }).flatMap(([name, value]) => [
  `--${name}`,
  String(value),
])
const server = spawn('redis-server', flags, { stdio: 'ignore' })
let isMissing = false
server.once('error', () => {
  isMissing = true
})
const url = `redis://127.0.0.1:${port}`
const connection = await until<Connection | 'missing'>(() =>
  isMissing ? 'missing' : connect({ url }),
)
if (connection === 'missing') {
  process.stdout.write('[]')
  process.exit(0)
}
const clock = systemClock()
const store = await openStore(`sqlite:${join(folder, 'store.db')}`, { clock })
const home = await openRedisModels({ url, clock })
const engine = new Engine({ store, clock, homes: [home] })
try {
  const command = (args: readonly string[]) => connection.command('', args)
  const found = await cases[process.argv[2] ?? '']?.({ url, engine, home, command })
  process.stdout.write(JSON.stringify(found ?? []))
} finally {
  await engine.close()
  await home.close()
  await store.close()
  clock.close()
  await connection.close()
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

async function until<T>(act: () => T | Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
