// Measures one system on one workload, in this process: `child.ts SYSTEM WORKLOAD`. Prints one line
// of JSON. Builds are timed cold, as a user meets them. An edit is timed until all dependents are
// computed; the cost of a commit is in the table of the store.

import { systems } from './systems.ts'
import { workloads } from './workloads.ts'

export interface Measured {
  readonly buildMs: number
  readonly bytesPerFormula: number
  readonly editMs: Readonly<Record<string, number>>
}

const [system = '', name = ''] = process.argv.slice(2)
const workload = workloads[name]!
const count = workload.size
// In a function, so that garbage of a system is collected before the clock starts.
const { build, formulas } = prepared()
const before = heap()
const start = performance.now()
const sheet = await build()
const buildMs = performance.now() - start
const bytesPerFormula = (heap() - before) / formulas

const { row, column, value } = workload.check(count)
const found = sheet.get(row, column)
if (found !== value) throw new Error(`${system}, ${name}: ${found} instead of ${value}`)

const editMs: Record<string, number> = {}
for (const [what, make] of Object.entries(workload.edits)) {
  const edit = make(count)
  const times: number[] = []
  let total = 0
  for (let round = 0; round < 200 && total < 8_000; round++) {
    const began = performance.now()
    const after = sheet.edit(edit, round)
    times.push(performance.now() - began)
    await after
    total += times.at(-1)!
  }
  times.sort((a, b) => a - b)
  editMs[what] = times[times.length >> 1]!
}
const measured: Measured = { buildMs, bytesPerFormula, editMs }
process.stdout.write(`${JSON.stringify(measured)}\n`)

function prepared() {
  const rows = workload.rows(count)
  let formulas = 0
  for (const row of rows) for (const content of row) if (typeof content === 'string') formulas++
  return { build: systems[system]!.prepare(workload), formulas }
}

function heap(): number {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
