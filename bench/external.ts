// External calls: ten thousand cells that each ask for something of their own, deployed at once and answered by a
// provider that takes no time; how long it is from a set to its answer; and a set in a model that calls nothing, with
// a worker beside it and without.

import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Engine, type LiveModel } from '@cellwake/engine'
import { catalogue, withFunctions } from '@cellwake/language'
import { systemClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { defineFunction, Egress, Functions, startWorker } from '@cellwake/workers'
import { startPostgres } from '../scripts/services/index.ts'
import { type Case, median, type Result, round } from './result.ts'

const GROUP = 'external'
const CELLS = 10_000
const CONCURRENCY = 256
const SETS = 400

export const externalCases: Case[] = [
  { group: GROUP, name: 'sqlite', run: () => onSqlite(measureCalls) },
  { group: GROUP, name: 'postgres', run: () => onPostgres(measureCalls) },
  { group: GROUP, name: 'no-calls', run: () => onSqlite(measureNoCalls) },
]

async function onSqlite(measure: (url: string, system: string) => Promise<Result[]>) {
  // Beside the project, not in a temporary folder: that may be memory, where fsync costs nothing.
  const folder = mkdtempSync(join(process.cwd(), 'bench-data-'))
  try {
    return await measure(`sqlite:${join(folder, 'external.db')}`, 'cellwake')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(measure: (url: string, system: string) => Promise<Result[]>) {
  const server = await startPostgres()
  if (server === undefined) return []
  try {
    return await measure(server.url, 'cellwake on Postgres')
  } finally {
    await server.stop()
  }
}

/** A host with a provider that answers at once, and counts. */
async function hostOn(url: string, { works }: { readonly works: boolean }) {
  const seen = { calls: 0, running: 0, most: 0, firstAt: 0 }
  const ask = defineFunction({
    name: 'ASK',
    args: [{ name: 'x', kind: 'number' }],
    returns: 'number',
    concurrency: CONCURRENCY,
    handler: async ([x]) => {
      if (seen.calls++ === 0) seen.firstAt = performance.now()
      seen.most = Math.max(seen.most, ++seen.running)
      await Promise.resolve()
      seen.running--
      return Number(x) * 10
    },
  })
  const clock = systemClock()
  const store = await openStore(url, { clock })
  const functions = new Functions([ask])
  const known = withFunctions(catalogue, functions.signatures)
  const engine = new Engine({ store, clock, catalogue: known })
  const egress = new Egress({ clock })
  const worker = works ? startWorker({ store, clock, functions, egress }) : undefined
  const close = async () => {
    await worker?.stop()
    await engine.close()
    await store.close()
    clock.close()
  }
  return { engine, seen, close }
}

async function measureCalls(url: string, system: string): Promise<Result[]> {
  const host = await hostOn(url, { works: true })
  const { engine, seen } = host
  const before = process.memoryUsage().rss
  const start = performance.now()
  const { model } = await engine.deploy(`B1:B${CELLS} = ASK(ROW_INDEX)\n`, { id: 'many' })
  const deployed = performance.now() - start
  // Counting takes time of its own, so it is done seldom.
  while (model.jobs.counts().statuses.ready < CELLS) await pause(50)
  // On a store far away the first answers land before the deploy has returned.
  const landed = performance.now() - seen.firstAt
  const counters = {
    calls: seen.calls,
    mostAtOnce: seen.most,
    deployMs: Math.round(deployed),
    grownMiB: Math.round((process.memoryUsage().rss - before) / 1024 ** 2),
  }
  if (seen.calls !== CELLS || seen.most > CONCURRENCY) throw new Error(JSON.stringify(counters))
  await engine.delete('many', 'many')
  const { model: one } = await engine.deploy('A1 = 0\nB1 = ASK(A1)\n', { id: 'one' })
  const times: number[] = []
  for (let n = 1; n <= SETS; n++) {
    const from = performance.now()
    const arrived = landedAs(one, n * 10)
    await one.set({ A1: n })
    await arrived
    if (n > SETS / 4) times.push(performance.now() - from)
  }
  await host.close()
  const row = { group: GROUP, system, version: '0.1.0' }
  const perSecond = round((CELLS / landed) * 1_000)
  const many = `calls landed, of ${CELLS.toLocaleString('en')} cells`
  return [
    { ...row, workload: many, median: perSecond, unit: 'per s', runs: 1, counters },
    {
      ...row,
      workload: 'from a set to its answer, p50',
      median: round(median(times)),
      unit: 'ms',
      runs: times.length,
    },
  ]
}

function landedAs(model: LiveModel, value: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = model.watch(['B1'], (cells) => {
      if (cells.B1?.value !== value || cells.B1.status !== 'ready') return
      stop()
      resolve()
    })
  })
}

/** The same model by turns with a worker on its store and without, so that both meet the same disk. */
async function measureNoCalls(url: string): Promise<Result[]> {
  const source = `A1 = 0\n${Array.from({ length: 100 }, (_, i) => `B${i + 1} = A1 + ${i}\n`).join('')}`
  const found = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < 6; round++) {
    const works = round % 2 === 0
    const host = await hostOn(`${url}-${round}`, { works })
    const { model } = await host.engine.deploy(source, { id: 'plain' })
    const times: number[] = []
    for (let n = 1; n <= SETS; n++) {
      const from = performance.now()
      await model.set({ A1: n })
      if (n > SETS / 4) times.push(performance.now() - from)
    }
    found[works ? 'with' : 'without'].push(...times)
    await host.close()
  }
  const row = { group: GROUP, workload: 'a set in a model without calls, p50', unit: 'ms' }
  const system = (name: string, times: readonly number[]) => ({
    ...row,
    system: name,
    version: '0.1.0',
    median: round(median(times)),
    runs: times.length,
  })
  return [system('cellwake with a worker', found.with), system('without a worker', found.without)]
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
