// The store beside its peers: one durable commit against one fsync, commits in groups, and jobs
// from add to done beside plainjob, both on SQLite with synchronous=FULL.

import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openStore, type Store } from '@cellwake/store'
import Database from 'better-sqlite3'
import { better, defineQueue, defineWorker } from 'plainjob'
import { startPostgres } from '../scripts/services/index.ts'
import { type Case, median, type Result, round } from './result.ts'

const require = createRequire(import.meta.url)
const GROUP = 'store'
const OURS = { group: GROUP, system: 'cellwake', version: '0.1.0' }

export const storeCases: Case[] = [
  { group: GROUP, name: 'single', run: () => inFolder(single) },
  { group: GROUP, name: 'grouped', run: () => inFolder(grouped) },
  { group: GROUP, name: 'jobs', run: () => inFolder(jobs) },
  { group: GROUP, name: 'jobs-plainjob', run: () => inFolder(plainjob) },
  { group: GROUP, name: 'postgres', run: postgres },
]

async function inFolder(measure: (folder: string) => Promise<Result[]>): Promise<Result[]> {
  // Beside the project, not in a temporary folder: that may be memory, where fsync costs nothing.
  const folder = mkdtempSync(join(process.cwd(), 'bench-data-'))
  try {
    return await measure(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One commit and one fsync by turns, so that both meet the same disk. */
async function single(folder: string): Promise<Result[]> {
  const store = await openStore(`sqlite:${join(folder, 'single.db')}`)
  // Warm-up: a server that has run for a while has compiled its hot code.
  await commitsPerSecond(store, 100, 20_000)
  const file = openSync(join(folder, 'fsync'), 'w')
  const page = Buffer.alloc(4096)
  for (let i = 0; i < 1000; i++) writeSync(file, page)
  fsyncSync(file)
  const commits: number[] = []
  const syncs: number[] = []
  for (let i = 0; i < 4_000; i++) {
    const start = performance.now()
    await write(store, 'input', i)
    const between = performance.now()
    writeSync(file, page, 0, page.length, (i % 1000) * page.length)
    fsyncSync(file)
    const end = performance.now()
    if (i < 500) continue
    commits.push(between - start)
    syncs.push(end - between)
  }
  closeSync(file)
  await store.close()
  const row = {
    group: GROUP,
    workload: 'one durable commit, p50',
    unit: 'ms',
    runs: commits.length,
  }
  return [
    { ...row, ...OURS, median: round(median(commits)) },
    { ...row, system: 'one fsync', version: process.version, median: round(median(syncs)) },
  ]
}

async function grouped(folder: string): Promise<Result[]> {
  const store = await openStore(`sqlite:${join(folder, 'grouped.db')}`)
  const runs = await repeat(5, () => commitsPerSecond(store, 100, 20_000))
  await store.close()
  return [
    {
      ...OURS,
      workload: 'commits, 100 in flight',
      median: round(median(runs)),
      unit: 'per s',
      runs: runs.length,
    },
  ]
}

async function jobs(folder: string): Promise<Result[]> {
  const store = await openStore(`sqlite:${join(folder, 'jobs.db')}`)
  let batch = 0
  const runs = await repeat(5, () => jobsPerSecond(store, String(batch++), 10_000))
  await store.close()
  return [
    {
      ...OURS,
      workload: 'jobs, add to done',
      median: round(median(runs)),
      unit: 'per s',
      runs: runs.length,
    },
  ]
}

/** The same work: every job added by its own call, claimed, done. */
async function plainjob(folder: string): Promise<Result[]> {
  const quiet = { error() {}, warn() {}, info() {}, debug() {} }
  const db = new Database(join(folder, 'plainjob.db'))
  const queue = defineQueue({ connection: better(db), logger: quiet })
  db.pragma('synchronous = FULL')
  const runs = await repeat(3, async () => {
    const total = 2_000
    const start = performance.now()
    for (let i = 0; i < total; i++) queue.add('job', { i })
    let done = 0
    await new Promise<void>((resolve) => {
      const worker = defineWorker(
        'job',
        async () => {
          if (++done === total) resolve(worker.stop())
        },
        { queue, logger: quiet },
      )
      void worker.start()
    })
    return (total / (performance.now() - start)) * 1000
  })
  queue.close()
  const { version } = require('plainjob/package.json') as { version: string }
  return [
    {
      group: GROUP,
      workload: 'jobs, add to done',
      system: 'plainjob',
      version,
      median: round(median(runs)),
      unit: 'per s',
      runs: runs.length,
    },
  ]
}

async function postgres(): Promise<Result[]> {
  const server = await startPostgres()
  if (server === undefined) return []
  try {
    const store = await openStore(server.url)
    for (let i = 0; i < 200; i++) await write(store, 'input', i)
    const times: number[] = []
    for (let i = 0; i < 1_000; i++) {
      const start = performance.now()
      await write(store, 'input', -i)
      times.push(performance.now() - start)
    }
    const rates = await repeat(3, () => commitsPerSecond(store, 100, 10_000))
    const jobRates = await repeat(3, () => jobsPerSecond(store, String(performance.now()), 5_000))
    await store.close()
    const system = { ...OURS, system: 'cellwake on Postgres' }
    return [
      {
        ...system,
        workload: 'one durable commit on Postgres, p50',
        median: round(median(times)),
        unit: 'ms',
        runs: times.length,
      },
      {
        ...system,
        workload: 'commits on Postgres, 100 in flight',
        median: round(median(rates)),
        unit: 'per s',
        runs: rates.length,
      },
      {
        ...system,
        workload: 'jobs on Postgres, add to done',
        median: round(median(jobRates)),
        unit: 'per s',
        runs: jobRates.length,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function repeat(times: number, measure: () => Promise<number>): Promise<number[]> {
  await measure()
  const values: number[] = []
  for (let i = 0; i < times; i++) values.push(await measure())
  return values
}

function write(store: Store, id: string, value: number): Promise<unknown> {
  return store.commit({ write: [{ at: { space: 'bench', id, path: [] }, value: value + 0.5 }] })
}

async function commitsPerSecond(store: Store, clients: number, total: number): Promise<number> {
  const start = performance.now()
  let sent = 0
  const client = async (n: number) => {
    while (sent < total) await write(store, `cell ${n}`, ++sent)
  }
  await Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
  return (total / (performance.now() - start)) * 1000
}

/** A hundred clients add jobs one commit each; one worker claims and finishes them. */
async function jobsPerSecond(store: Store, batch: string, total: number): Promise<number> {
  const start = performance.now()
  let added = 0
  const adder = async () => {
    while (added < total) {
      const id = `${batch}/${added++}`
      await store.commit({ jobs: [{ op: 'add', id, queue: 'bench', payload: { id } }] })
    }
  }
  let done = 0
  const worker = async () => {
    while (done < total) {
      const claimed = await store.claim({ queues: ['bench'], worker: 'bench', limit: 100 })
      await Promise.all(
        claimed.map(({ id, attempt }) => store.commit({ jobs: [{ op: 'done', id, attempt }] })),
      )
      done += claimed.length
    }
  }
  await Promise.all([...Array.from({ length: 100 }, adder), worker()])
  return (total / (performance.now() - start)) * 1000
}
