// Measures rules in this process: `child.ts CASE`. Firings from schedules, durable on SQLite; a year of schedules
// on a virtual clock; a hundred thousand armed schedules that cost nothing until they are due; firings of
// conditions by sets. Prints one line of JSON.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Engine, simulate } from '@cellwake/engine'
import { systemClock, virtualClock } from '@cellwake/scheduler'
import { openStore, type Store } from '@cellwake/store'
import { median, type Result, round } from '../result.ts'

const START = Date.UTC(2026, 0, 1)
const YEAR_MS = 365 * 86_400_000
const ROUNDS = 3

const cases: Readonly<Record<string, () => Promise<Result[]>>> = {
  'firings from schedules': firingsFromSchedules,
  'a year of 50 schedules': yearOfSchedules,
  '100,000 armed schedules': manySchedules,
  'firings of conditions': firingsOfConditions,
}

function row(
  workload: string,
  value: number,
  unit: string,
  more: Partial<Pick<Result, 'runs' | 'counters'>> = {},
): Result {
  const made = { group: 'rules', workload, system: 'cellwake', version: '0.1.0', runs: 1 }
  return { ...made, median: round(value), unit, ...more }
}

/** A store in a folder that is gone afterwards. */
async function onSqlite<T>(use: (open: () => Promise<Store>) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-bench-'))
  try {
    return await use(() => openStore(`sqlite:${join(folder, 'store.db')}`))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const COUNTERS = 20
/** Enough of them that the rate is the lasting one, and not that of code that is just being compiled. */
const MISSED = 2_500

/** Schedules that missed their time replay it, each occurrence a commit of its own. */
async function firingsFromSchedules(): Promise<Result[]> {
  const rules = Array.from({ length: COUNTERS }, (_, i) => {
    return `EVERY ${1000 + i}ms BACKFILL THEN\n  A${i + 1} = A${i + 1} + 1\nEND\n`
  })
  const [apart, together] = [
    await replayed(rules.join('')),
    await replayed(rules.join('').replaceAll(/EVERY \d+ms/g, 'EVERY 1s')),
  ]
  return [
    row('firings from schedules, each at its own time', apart, 'per s', { runs: ROUNDS }),
    row(`firings from schedules, ${COUNTERS} at one time`, together, 'per s', { runs: ROUNDS }),
  ]
}

/** Firings per second, all of them durable. */
async function replayed(source: string): Promise<number> {
  const rates: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    rates.push(
      await onSqlite(async (open) => {
        const clock = virtualClock(START)
        const store = await open()
        const engine = new Engine({ store, clock })
        const { model } = await engine.deploy(source, { id: 'm' })
        await engine.idle()
        const began = performance.now()
        await clock.set(START + MISSED * 1000)
        await engine.idle()
        const seconds = (performance.now() - began) / 1000
        const { fired } = model.rules
        if (fired < (COUNTERS - 1) * MISSED) throw new Error(`only ${fired} fired`)
        await engine.close()
        await store.close()
        return fired / seconds
      }),
    )
  }
  return median(rates)
}

async function yearOfSchedules(): Promise<Result[]> {
  const mixed = Array.from({ length: 50 }, (_, i) => {
    const [minute, hour] = [(i * 7) % 60, (i * 5) % 24]
    const crons = [`${minute} * * * *`, `${minute} ${hour} * * *`, `${minute} ${hour} * * 1`]
    // Ten by the hour, thirty by the day, ten by the week.
    const cron = crons[i < 10 ? 0 : i < 40 ? 1 : 2]
    return `EVERY cron"${cron}" IN "Europe/Berlin" SKIP MISSED THEN\n  A${i + 1} = A${i + 1} + 1\nEND\n`
  })
  const began = performance.now()
  const { firings } = await simulate(mixed.join(''), { from: START, until: START + YEAR_MS })
  const seconds = (performance.now() - began) / 1000
  return [
    row('a year of 50 schedules, simulated', seconds, 's', {
      counters: { firings: firings.length },
    }),
  ]
}

const ARMED = 100_000
const SOON = 500
const APART_MS = 10
/** Time for the set that brings them near. */
const LEAD_MS = 3_000

/** Most are due in a year, some within seconds: their cost while idle, and the lateness of wake-ups. */
async function manySchedules(): Promise<Result[]> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1024 ** 2
  }
  return onSqlite(async (open) => {
    const clock = systemClock()
    const store = await open()
    const engine = new Engine({ store, clock })
    // Far off until the base is set: the sooner ones then follow each other by some milliseconds.
    const source = ['base = dt"2100-01-01T00:00:00Z"\n']
    for (let i = 0; i < ARMED; i++) {
      const soon = i < SOON ? `base + ${i * APART_MS}ms` : `dt"2099-01-01T00:00:00Z" + ${i}s`
      source.push(`X${i + 1} = ${i} AT ${soon} BACKFILL\n`)
    }
    const before = held()
    const began = performance.now()
    const { model } = await engine.deploy(source.join(''), { id: 'm' })
    await engine.idle()
    const armed = performance.now() - began
    const memory = held() - before
    const idle = performance.eventLoopUtilization()
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const { utilization } = performance.eventLoopUtilization(idle)
    const late: number[] = []
    model.rules.onFiring(({ due }) => late.push(Date.now() - Date.parse(due!)))
    const soon = new Date(Date.now() + LEAD_MS).toISOString()
    await model.set({ base: { expr: `dt"${soon}"` } })
    const end = Date.now() + LEAD_MS + SOON * APART_MS + 2_000
    while (late.length < SOON && Date.now() < end) await new Promise((r) => setTimeout(r, 100))
    await engine.close()
    await store.close()
    clock.close()
    late.sort((a, b) => a - b)
    const share = (part: number) => late[Math.floor((late.length - 1) * part)] ?? Number.NaN
    return [
      row('100,000 schedules, armed by a deploy', armed, 'ms'),
      row('memory of 100,000 schedules', memory, 'MB'),
      row('event loop busy while 100,000 schedules wait', utilization * 100, '%'),
      row('wake among 100,000 schedules, p50', share(0.5), 'ms late', {
        counters: { firings: late.length },
      }),
      row('wake among 100,000 schedules, p99', share(0.99), 'ms late'),
    ]
  })
}

/** Each set makes one condition true or false again; sets that wait together share a commit group. */
async function firingsOfConditions(): Promise<Result[]> {
  const SETS = 10_000
  const rates: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    rates.push(
      await onSqlite(async (open) => {
        const store = await open()
        const engine = new Engine({ store, clock: virtualClock(START) })
        const source = 'A1 = 0\nWHEN A1 > 0 THEN\n  B1 = B1 + 1\nEND\n'
        const { model } = await engine.deploy(source, { id: 'm' })
        const began = performance.now()
        for (let n = 0; n < SETS; n += 100) {
          const sets = Array.from({ length: 100 }, (_, k) => model.set({ A1: (k + 1) % 2 }))
          await Promise.all(sets)
        }
        const seconds = (performance.now() - began) / 1000
        if (model.rules.fired !== SETS / 2) throw new Error(`${model.rules.fired} fired`)
        await engine.close()
        await store.close()
        return SETS / 2 / seconds
      }),
    )
  }
  return [row('firings of a condition, every second set', median(rates), 'per s', { runs: ROUNDS })]
}

process.stdout.write(`${JSON.stringify(await cases[process.argv[2]!]!())}\n`)
