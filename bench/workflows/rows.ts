// Rows of this group.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, type Result, round } from '../result.ts'

export const GROUP = 'workflows'

export function ours(
  workload: string,
  value: number,
  unit: string,
  more: Partial<Result> = {},
): Result {
  const row = { group: GROUP, workload, system: 'cellwake', version: '0.1.0', runs: 1 }
  return { ...row, median: round(value), unit, ...more }
}

export function theirs(
  system: string,
  workload: string,
  value: number,
  unit: string,
  runs: number,
): Result {
  const manifest = join(process.cwd(), 'node_modules', system, 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return { group: GROUP, workload, system, version, median: round(value), unit, runs }
}

/** The middle one, and the one that 99 of 100 do not exceed. */
export function spread(times: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = [...times].sort((a, b) => a - b)
  return { p50: median(sorted), p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN }
}

export const LATENCY = 'event to handler'
export const SEQUENTIAL = 'two-step runs, one after the other'
export const CONCURRENT = 'two-step runs, 100 at once'
