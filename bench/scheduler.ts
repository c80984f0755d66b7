// The full scheduler beside the cells API, on the same graphs: documents instead of cells, a transaction
// with its cause for each change, effects in transactions. Nodes come in both forms: `compute`, whose
// reads are known, and `run`, with a transaction of its own.
//
// All forms run from packages compiled as they are published, each in a process of its own, in alternating
// rounds, and after warm-up: the speed of a program that has been up for a second is compared.

import { execFileSync } from 'node:child_process'
import { compiled } from './programs.ts'
import { type Case, median, type Result, round } from './result.ts'

const ROUNDS = 5

export type Shape = 'deep' | 'broad' | 'diamond'
export type Form = 'cells' | 'compute' | 'run'

/** The output of a process. */
export interface Measured {
  readonly nsPerNode: number
  readonly runsPerChange: number
}

const shapes: readonly Shape[] = ['deep', 'broad', 'diamond']
const forms: readonly Form[] = ['cells', 'compute', 'run']

export const schedulerCases: Case[] = shapes.map((shape) => ({
  group: 'scheduler',
  name: shape,
  run: async () => results(shape),
}))

function results(shape: Shape): Result[] {
  const program = compiled(new URL('scheduler-child.ts', import.meta.url))
  const found = forms.map((): Measured[] => [])
  for (let i = 0; i < ROUNDS; i++) {
    for (const [at, form] of forms.entries()) found[at]!.push(measure(program, shape, form))
  }
  return forms.map((form, at) => ({
    group: 'scheduler',
    workload: `${shape}, full scheduler`,
    system: form === 'cells' ? 'cells' : `cellwake ${form}`,
    version: '0.1.0',
    median: round(median(found[at]!.map(({ nsPerNode }) => nsPerNode))),
    unit: 'ns per node',
    runs: ROUNDS,
    counters: { runsPerChange: found[at]![0]!.runsPerChange },
  }))
}

function measure(program: string, shape: Shape, form: Form): Measured {
  const printed = execFileSync(process.execPath, [program, shape, form], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(printed.toString()) as Measured
}
