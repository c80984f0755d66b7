// Times one workload on one system in this process: a warm-up, then as many changes as fit.
import type { System } from './systems.ts'

/** What a process prints: the figures of the workload, and counts beside them. */
export interface Measured {
  readonly values: readonly number[]
  readonly counters: Readonly<Record<string, number>>
}

/** Workloads count here how often user code ran. */
export const counters = { evaluations: 0 }

export function clockNs(): number {
  return Number(process.hrtime.bigint())
}

/** Nanoseconds per change, divided by `nodes`. */
export function perChange(
  system: System,
  nodes: number,
  change: (x: number) => void,
  patience = 1,
): Measured {
  let x = 1
  const warm = clockNs() + 200e6 * patience
  while (clockNs() < warm) change(x++)
  const budget = 400e6 * patience
  const runsBefore = system.runs?.() ?? 0
  counters.evaluations = 0
  const start = clockNs()
  let spent = 0
  let changes = 0
  for (let batch = 1; spent < budget; changes += batch) {
    // Looking at the clock costs as much as a small change: the batches grow at first.
    if (spent < budget / 50 && changes > 0) batch = Math.min(batch * 2, 4096)
    for (let i = 0; i < batch; i++) change(x++)
    spent = clockNs() - start
  }
  const found: Record<string, number> = {
    evaluationsPerChange: counters.evaluations / changes,
  }
  if (system.runs) found.runsPerChange = (system.runs() - runsBefore) / changes
  return { values: [spent / changes / nodes], counters: found }
}
