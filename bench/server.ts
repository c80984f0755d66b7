// The server beside a bare fastify that says hello: the cost of authentication, limits, logs and the engine.
// The server runs in a process of its own, and so does the client.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Case, median, type Result, round } from './result.ts'

const GROUP = 'server'
const ROUNDS = 3
const ROUND_MS = 2_000
const CONNECTIONS = 50

export const serverCases: Case[] = [{ group: GROUP, name: 'requests', run: requests }]

interface Load {
  readonly method: 'GET' | 'POST'
  readonly path: string
  body?(count: number): string
}

const hello: Load = { method: 'GET', path: '/hello' }
const cells: Load = { method: 'GET', path: '/api/models/bench/cells?symbols=A1,B1' }
const set: Load = {
  method: 'POST',
  path: '/api/models/bench/inputs',
  body: (count) => `{"set":{"A1":${count}}}`,
}

async function requests(): Promise<Result[]> {
  // Beside the project, not in a temporary folder: that may be memory, where fsync costs nothing.
  const folder = mkdtempSync(join(process.cwd(), 'bench-data-'))
  const ours = await start('cellwake', folder)
  const bare = await start('fastify', folder)
  try {
    await perSecond(ours.url, cells)
    await perSecond(bare.url, hello)
    const rates = { hello: [] as number[], cells: [] as number[], sets: [] as number[] }
    // By turns, so that all meet the same machine.
    for (let round = 0; round < ROUNDS; round++) {
      rates.hello.push(await perSecond(bare.url, hello))
      rates.cells.push(await perSecond(ours.url, cells))
      rates.sets.push(await perSecond(ours.url, set))
    }
    const row = { group: GROUP, unit: 'per s', runs: ROUNDS }
    const our = { ...row, system: 'cellwake', version: '0.1.0' }
    const peer = {
      ...row,
      system: 'fastify hello',
      version: '5',
      median: round(median(rates.hello)),
    }
    return [
      { ...our, workload: 'GET cells', median: round(median(rates.cells)) },
      { ...peer, workload: 'GET cells' },
      { ...our, workload: 'POST inputs, durable', median: round(median(rates.sets)) },
      { ...peer, workload: 'POST inputs, durable' },
    ]
  } finally {
    ours.child.kill()
    bare.child.kill()
    await Promise.all([once(ours.child, 'exit'), once(bare.child, 'exit')])
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Started {
  readonly child: ChildProcess
  readonly url: string
}

async function start(system: 'cellwake' | 'fastify', folder: string): Promise<Started> {
  const program = fileURLToPath(new URL('./server-host.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, program, system, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, url: String(line).trim() }
}

/** Requests that are answered in a second, with so many connections that each has one in flight. */
async function perSecond(url: string, load: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const end = performance.now() + ROUND_MS
  let count = 0
  const connection = async () => {
    while (performance.now() < end) {
      await send(url, load, ++count, agent)
    }
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  const seconds = (performance.now() - begin) / 1000
  agent.destroy()
  return count / seconds
}

function send(url: string, load: Load, count: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = load.body?.(count)
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(
      `${url}${load.path}`,
      { method: load.method, agent, headers },
      (answer) => {
        answer.resume()
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve()
          else reject(new Error(`${load.path} answered ${answer.statusCode}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
