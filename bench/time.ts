// Time: arming alarms beside setTimeout, and the next run of a cron beside croner.
// Every system is measured in processes of its own, so that none runs on the heap and the compiled
// code that another left behind. Compare within one sitting only.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Cron as Croner } from 'croner'
import { Alarms, nextOccurrence, parseCron, zoneFor } from '../packages/scheduler/src/index.ts'
import type { Case, Result } from './result.ts'

const alarmCount = 1_000_000
const runs = 5
const crons = ['*/5 * * * *', '0 9 * * 1-5', '30 2 1 * *', '0 0 29 2 *', '15 10 * * 5']
const workloads = ['UTC', 'America/New_York'].flatMap((zone) =>
  crons.map((cron) => ({ cron, zone })),
)
const base = Date.UTC(2026, 2, 1)
const after = (i: number) => base + (i % 1000) * 3_600_000

export const timeCases: Case[] = [{ group: 'time', name: 'all', run: timeBench }]

/** Measures all, in about a minute. */
export async function timeBench(): Promise<Result[]> {
  const ours = { system: 'cellwake', version: versionOf('../packages/scheduler/package.json') }
  const node = { system: 'setTimeout', version: process.version }
  const croner = { system: 'croner', version: versionOf('../node_modules/croner/package.json') }
  const armed = [ours, node].map((who) => ({ who, numbers: measure(`arm ${who.system}`) }))
  const next = [ours, croner].map((who) => ({ who, numbers: measure(`next ${who.system}`) }))
  const row = (workload: string, who: typeof ours, median: number, unit: string): Result => {
    return { group: 'time', workload, ...who, median, unit, runs }
  }
  return [
    ...armed.map(({ who, numbers }) => row('arm 1,000,000 alarms', who, numbers[0]!, 'ms')),
    ...armed.map(({ who, numbers }) => row('memory of 1,000,000 alarms', who, numbers[1]!, 'MB')),
    ...workloads.flatMap(({ cron, zone }, i) =>
      next.map(({ who, numbers }) => row(`next ${cron} in ${zone}`, who, numbers[i]!, 'per s')),
    ),
  ]
}

/** The figures that a process of its own measures and prints. */
const tasks: Readonly<Record<string, () => number[]>> = {
  'arm cellwake': () =>
    arming((delays, fn) => {
      const alarms = new Alarms<() => void>()
      for (let i = 0; i < alarmCount; i++) alarms.add(delays[i]!, fn)
      return alarms
    }),
  'arm setTimeout': () => arming((delays, fn) => Array.from(delays, (ms) => setTimeout(fn, ms))),
  'next cellwake': () =>
    workloads.map(({ cron, zone }) => {
      const [compiled, rules] = [parseCron(cron), zoneFor(zone)]
      return rate((i) => nextOccurrence(compiled, rules, after(i)))
    }),
  'next croner': () =>
    workloads.map(({ cron, zone }) => {
      const job = new Croner(cron, { timezone: zone, paused: true })
      return rate((i) => job.nextRun(new Date(after(i))))
    }),
}

/** The medians of several processes, number by number. */
function measure(task: string): number[] {
  const file = fileURLToPath(import.meta.url)
  const all = Array.from({ length: runs }, () => {
    const printed = execFileSync(process.execPath, [...process.execArgv, file, task])
    return JSON.parse(printed.toString()) as number[]
  })
  return all[0]!.map((_, i) => all.map((one) => one[i]!).sort((a, b) => a - b)[runs >> 1]!)
}

/** Milliseconds to arm, and megabytes held afterwards. */
function arming(arm: (delays: Float64Array, fn: () => void) => object): number[] {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const memory = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1e6
  }
  const delays = Float64Array.from(
    { length: alarmCount },
    (_, i) => 1e9 + ((i * 48_271) % 86_400_000),
  )
  const before = memory()
  const start = performance.now()
  const armed = arm(delays, () => undefined)
  const ms = performance.now() - start
  const mb = memory() - before
  // Asked for after the measurement, so that it is alive during it.
  return Object.isFrozen(armed) ? [] : [ms, mb]
}

/** Calls per second in 200 ms, after as long to warm up. */
function rate(call: (i: number) => unknown): number {
  let calls = 0
  let start = 0
  for (const measured of [false, true]) {
    start = performance.now()
    calls = 0
    while (performance.now() - start < 200) for (let i = 0; i < 64; i++) call(calls++)
    if (measured) break
  }
  return (calls / (performance.now() - start)) * 1000
}

function versionOf(file: string): string {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const task = tasks[process.argv[2] ?? '']
  if (task !== undefined) {
    process.stdout.write(JSON.stringify(task()), () => process.exit(0))
  } else {
    const rows = await timeBench()
    console.table(
      rows.map(({ workload, system, version, median, unit }) => {
        const value = median >= 1000 ? Math.round(median) : Number(median.toPrecision(3))
        return { workload, system, version, median: value, unit }
      }),
    )
  }
}
