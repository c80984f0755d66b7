// Times one workload on one system in this process: a warm-up, then as many changes as fit.
import { median } from '../result.ts'
import type { System } from './systems.ts'

const WARM_NS = 200e6
const RUN_NS = 400e6
const SLICE_NS = 5e6

/** The output of a process: the figures of the workload, and counts beside them. */
export interface Measured {
  readonly values: readonly number[]
  readonly counters: Readonly<Record<string, number>>
}

/** Workloads count here how often user code ran. */
export const counters = { evaluations: 0 }

export function clockNs(): number {
  return Number(process.hrtime.bigint())
}

/** Nanoseconds per change, divided by `nodes`: the median of slices, since the machine may be busy. */
export function perChange(
  system: System,
  nodes: number,
  change: (x: number) => void,
  patience = 1,
): Measured {
  let x = 1
  const warm = clockNs() + WARM_NS * patience
  let perSlice = 0
  while (clockNs() < warm) {
    change(x++)
    perSlice++
  }
  // Long enough that each slice holds its share of garbage collection.
  perSlice = Math.max(1, Math.round((perSlice * SLICE_NS) / (WARM_NS * patience)))
  const runsBefore = system.runs?.() ?? 0
  counters.evaluations = 0
  const slices: number[] = []
  for (const end = clockNs() + RUN_NS * patience; clockNs() < end; ) {
    const start = clockNs()
    for (let i = 0; i < perSlice; i++) change(x++)
    slices.push((clockNs() - start) / perSlice)
  }
  const changes = slices.length * perSlice
  const found: Record<string, number> = { evaluationsPerChange: counters.evaluations / changes }
  if (system.runs) found.runsPerChange = (system.runs() - runsBefore) / changes
  return { values: [median(slices) / nodes], counters: found }
}
