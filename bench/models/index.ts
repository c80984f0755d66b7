// Models beside HyperFormula: the spreadsheet table, cold builds with parsing and warm edits through the
// API of each. Ours deploys to a memory store and each edit is a whole commit. Every system and workload
// runs in processes of its own, in alternating rounds; figures are medians.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { compiled } from '../programs.ts'
import { type Case, median, type Result, round } from '../result.ts'
import type { BySize } from './by-size.ts'
import type { Measured } from './child.ts'
import { workloads } from './workloads.ts'

const group = 'models'
const rounds = 5
/** Lookups without an index take minutes to build: once is enough, and not longer than this. */
const LONGEST_MS = 300_000
const slow: Readonly<Record<string, readonly string[]>> = {
  hyperformula: ['W4 VLOOKUP', 'W4 MATCH', 'W4 XLOOKUP'],
}
const WRITTEN = ['cellwake', 'hyperformula']
const sizes = [1_000, 10_000, 100_000, 1_000_000]

export const modelCases: Case[] = [
  ...Object.keys(workloads).map((name) => ({ group, name, run: async () => beside(name) })),
  { group, name: 'by size', run: async () => sizes.flatMap(bySize) },
]

function beside(name: string): Result[] {
  const systems = workloads[name]!.filled === undefined ? WRITTEN : [...WRITTEN, 'cellwake filled']
  const found = new Map<string, Measured[]>(systems.map((system) => [system, []]))
  for (let i = 0; i < rounds; i++) {
    for (const system of systems) {
      if (i > 0 && slow[system]?.includes(name) === true) continue
      const measured = run('child.ts', system, name) as Measured | undefined
      if (measured !== undefined) found.get(system)!.push(measured)
    }
  }
  return systems.flatMap((system) => resultsOf(system, name, found.get(system)!))
}

/** From a thousand to a million cells on SQLite, ours alone. */
function bySize(size: number): Result[] {
  const all = [1, 2, 3].map(() => run('by-size.ts', String(size)) as BySize)
  const base = { group, system: 'cellwake', version: versionOf('cellwake'), runs: all.length }
  const figure = (what: keyof BySize, name: string, unit = 'ms'): Result => ({
    ...base,
    workload: `${size.toLocaleString('en')} cells, ${name}`,
    median: round(median(all.map((measured) => measured[what]))),
    unit,
  })
  return [
    figure('deployMs', 'deploy'),
    figure('editAllMs', 'an edit that half of them follow from'),
    figure('editOneMs', 'an edit that one follows from'),
    figure('restartMs', 'restart'),
    figure('bytesPerCell', 'memory', 'bytes per cell'),
  ]
}

function resultsOf(system: string, workload: string, all: readonly Measured[]): Result[] {
  const base = { group, system, version: versionOf(system), runs: all.length }
  if (all.length === 0) {
    const stopped = { median: LONGEST_MS, unit: 'ms', runs: 1, stopped: true }
    return [{ ...base, workload: `${workload}, build`, ...stopped }]
  }
  const edits = Object.keys(all[0]!.editMs)
  return [
    {
      ...base,
      workload: `${workload}, build`,
      median: round(median(all.map(({ buildMs }) => buildMs))),
      unit: 'ms',
    },
    ...edits.map((edit) => ({
      ...base,
      workload: `${workload}, ${edit}`,
      median: round(median(all.map(({ editMs }) => editMs[edit]!))),
      unit: 'ms',
    })),
    {
      ...base,
      workload: `${workload}, memory`,
      median: round(median(all.map(({ bytesPerFormula }) => bytesPerFormula))),
      unit: 'bytes per formula',
    },
  ]
}

/** The output of a program; undefined if it had to be stopped. */
function run(program: string, ...args: readonly string[]): unknown {
  const path = compiled(new URL(program, import.meta.url))
  const all = ['--expose-gc', '--max-old-space-size=8000', path, ...args]
  const printed = spawnSync(process.execPath, all, {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
    encoding: 'utf8',
  })
  if (printed.signal !== null) return undefined
  if (printed.status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
  return JSON.parse(printed.stdout)
}

function versionOf(system: string): string {
  const path = system.startsWith('cellwake')
    ? '../../packages/engine'
    : `../../node_modules/${system}`
  const manifest = new URL(`${path}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
