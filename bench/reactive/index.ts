// Reactive graphs beside other libraries. Each system and workload runs in a process of its own,
// in alternating rounds; the figure is the median. Compare within one sitting only.
import { execFileSync } from 'node:child_process'
import { compiled } from '../programs.ts'
import { type Case, median, type Result, round } from '../result.ts'
import type { Measured } from './measure.ts'
import { smallWorkloads } from './small.ts'
import { systems, versionOf } from './systems.ts'

const rounds = 5

interface Row {
  readonly workload: string
  readonly unit: string
  /** The factor of the measured figure, in nanoseconds or bytes. */
  readonly scale: number
  readonly without?: readonly string[]
  /** The names of several figures; one otherwise. */
  readonly figures?: readonly string[]
}

const writes = ['first write', 'second write', 'third write']

const rows: readonly Row[] = [
  { workload: 'deep', unit: 'ns per node', scale: 1 },
  { workload: 'broad', unit: 'ns per node', scale: 1 },
  { workload: 'diamond', unit: 'ns per node', scale: 1 },
  { workload: 'triangle', unit: 'ns per node', scale: 1 },
  { workload: 'dynamic', unit: 'ns per node', scale: 1, without: ['cellwake lift'] },
  { workload: 'web with effects', unit: 'µs per write', scale: 1 },
  { workload: 'web, read without effects', unit: 'µs per write', scale: 1 },
  {
    workload: 'dormant, never read',
    unit: 'ns per write',
    scale: 1,
    without: ['cellwake lift'],
  },
  {
    workload: 'dormant, read once',
    unit: 'µs per write',
    scale: 1e-3,
    without: ['cellwake lift'],
    figures: writes,
  },
  { workload: 'memory', unit: 'bytes per triple', scale: 1, without: ['cellwake lift'] },
]

export const reactiveCases: Case[] = [
  ...rows.map((row) => ({
    group: 'reactive',
    name: row.workload,
    run: async () => results(row),
  })),
  { group: 'reactive', name: 'small', run: async () => smallResults(false) },
  { group: 'reactive', name: 'small, bundled', run: async () => smallResults(true) },
]

/** Small graphs beside alien-signals, and the geometric mean of all of them. */
function smallResults(bundled: boolean): Result[] {
  const child = compiled(new URL('small-child.ts', import.meta.url), bundled)
  const names = ['cellwake', 'alien-signals']
  const logs = new Map<string, number>(names.map((name) => [name, 0]))
  const kind = bundled ? 'small, bundled' : 'small'
  const row = (workload: string, name: string, ns: number): Result => ({
    group: 'reactive',
    workload: `${kind}: ${workload}`,
    system: name,
    version: versionOf(name),
    median: round(ns),
    unit: 'ns per iteration',
    runs: rounds,
  })
  const workloads = Object.keys(smallWorkloads)
  const results = workloads.flatMap((workload) => {
    const found = new Map<string, number[]>(names.map((name) => [name, []]))
    for (let i = 0; i < rounds; i++) {
      for (const name of names) found.get(name)!.push(measured(child, name, workload).values[0]!)
    }
    return names.map((name) => {
      const ns = median(found.get(name)!)
      logs.set(name, logs.get(name)! + Math.log(ns))
      return row(workload, name, ns)
    })
  })
  const mean = (name: string) => Math.exp(logs.get(name)! / workloads.length)
  return [...results, ...names.map((name) => row('geometric mean', name, mean(name)))]
}

function results(row: Row): Result[] {
  const names = Object.keys(systems).filter((name) => !row.without?.includes(name))
  const found = new Map<string, Measured[]>(names.map((name) => [name, []]))
  for (let i = 0; i < rounds; i++) {
    for (const name of names) found.get(name)!.push(measure(name, row.workload))
  }
  return names.flatMap((name) => {
    const all = found.get(name)!
    return (row.figures ?? ['']).map((figure, i) => ({
      group: 'reactive',
      workload: figure === '' ? row.workload : `${row.workload}, ${figure}`,
      system: name,
      version: versionOf(name),
      median: round(median(all.map(({ values }) => values[i]!)) * row.scale),
      unit: row.unit,
      runs: rounds,
      counters: medians(all.map(({ counters }) => counters)),
    }))
  })
}

/** A deep chain overflows the stack of systems that recurse, hence a larger one for all. */
function measure(system: string, workload: string): Measured {
  return measured(compiled(new URL('child.ts', import.meta.url)), system, workload)
}

function measured(child: string, system: string, workload: string): Measured {
  const args = ['--expose-gc', '--stack-size=4000', child, system, workload]
  const printed = execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(printed.toString()) as Measured
}

function medians(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = Object.keys(all[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, round(median(all.map((c) => c[name]!)))]))
}
