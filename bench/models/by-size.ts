// One model from a thousand to a million cells: `by-size.ts CELLS` deploys it to a SQLite file, edits it
// and opens it again, in this process. Prints one line of JSON. Half of the cells are a chain, half
// follow from it one by one, and one sums them up.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine, type LiveModel } from '@cellwake/engine'
import { openStore } from '@cellwake/store'

export interface BySize {
  readonly deployMs: number
  readonly editAllMs: number
  readonly editOneMs: number
  readonly restartMs: number
  readonly bytesPerCell: number
}

const cells = Number(process.argv[2])
const rows = cells / 2
const source = `A1 = 1
A2:A${rows} = ABOVE + 1
B1:B${rows} = LEFT * factor
factor = 2
last = A${rows}
C1 = SUM(B1:B${rows})
D1 = 5
E1 = D1 * 2
`
const folder = mkdtempSync(join(tmpdir(), 'cellwake-bench-'))
const url = `sqlite:${join(folder, 'models.db')}`
try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(): Promise<BySize> {
  const before = heap()
  const store = await openStore(url)
  const engine = new Engine({ store })
  const deployBegan = performance.now()
  const { model } = await engine.deploy(source, { id: 'big' })
  const deployMs = performance.now() - deployBegan
  const bytesPerCell = (heap() - before) / cells
  expectSum(model, 2)
  const editAllMs = await timed(5, (round) => model.set({ factor: round + 3 }))
  const editOneMs = await timed(25, (round) => model.set({ D1: round + 6 }))
  await engine.close()
  await store.close()
  const again = await openStore(url)
  const engineAgain = new Engine({ store: again })
  const restartBegan = performance.now()
  const opened = await engineAgain.model('big')
  const restartMs = performance.now() - restartBegan
  expectSum(opened, 7)
  await engineAgain.close()
  await again.close()
  return { deployMs, editAllMs, editOneMs, restartMs, bytesPerCell }
}

function expectSum(model: LiveModel, factor: number): void {
  const { value } = model.get('C1')
  if (value !== (factor * rows * (rows + 1)) / 2) throw new Error(`the sum is ${value}`)
}

async function timed(rounds: number, fn: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await fn(round)
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[rounds >> 1]!
}

function heap(): number {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
