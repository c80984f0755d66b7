// The result of a benchmark: one median per system and workload, with its unit.

export interface Result {
  readonly group: string
  readonly workload: string
  readonly system: string
  readonly version: string
  readonly median: number
  readonly unit: string
  readonly runs: number
  /** It was stopped there: it takes longer. */
  readonly stopped?: boolean
  /** Counts beside the time: commits, fsyncs, runs. */
  readonly counters?: Readonly<Record<string, number>>
}

/** A measurement that runs in a process of its own, so that no system warms another's code. */
export interface Case {
  readonly group: string
  readonly name: string
  run(): Promise<Result[]>
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

export function round(value: number): number {
  return Number(value.toPrecision(4))
}
