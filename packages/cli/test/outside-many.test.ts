// Goal: ten thousand external cells that are deployed at once are no thundering herd: the limit of their route holds over
// all workers of a store, equal calls are made once, and nothing is left in memory by round after round of answers.
// Method: two workers on one SQLite file, a function that counts who calls it, and the heap after each round.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Engine } from '@cellwake/engine'
import { catalogue, withFunctions } from '@cellwake/language'
import { systemClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { defineFunction, Egress, Functions, startWorker } from '@cellwake/workers'
import { expect, it } from 'vitest'

const CELLS = 10_000
/** Each call is made for five cells. */
const CALLS = CELLS / 5
const CONCURRENCY = 64
const ROUNDS = 3
/** Growth of the heap in a round: a leak of a kilobyte for each call is more. */
const ROUND_MIB = 2
const MIB = 1024 ** 2

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function heapMib(): number {
  for (let i = 0; i < 3; i++) collect()
  return process.memoryUsage().heapUsed / MIB
}

it('ten thousand external cells keep to the limit of their route, ask once for what is equal, and leave nothing in memory', {
  timeout: 240_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-many-'))
  const seen = { calls: 0, running: 0, most: 0 }
  const ask = defineFunction({
    name: 'ASK',
    args: [{ name: 'x', kind: 'number' }],
    returns: 'number',
    cache: { ttlMs: 3_600_000 },
    concurrency: CONCURRENCY,
    handler: async ([x]) => {
      seen.calls++
      seen.most = Math.max(seen.most, ++seen.running)
      await new Promise((resolve) => setImmediate(resolve))
      seen.running--
      return Number(x) * 10
    },
  })
  const clock = systemClock({ unref: true })
  const store = await openStore(`sqlite:${join(folder, 'store.db')}`, { clock })
  const functions = new Functions([ask])
  const known = withFunctions(catalogue, functions.signatures)
  const engine = new Engine({ store, clock, catalogue: known })
  const worker = (name: string) =>
    startWorker({ store, clock, functions, egress: new Egress({ clock }), name })
  const workers = [worker('left'), worker('right')]
  try {
    const source = `B1:B${CELLS} = ASK(MOD(ROW_INDEX, ${CALLS}))\n`
    const { model } = await engine.deploy(source, { id: 'many' })
    const landed = () =>
      expect
        .poll(() => model.jobs.counts().statuses.ready, { timeout: 120_000, interval: 100 })
        .toBe(CELLS)
    const heaps: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      if (round > 1) await model.refresh({ function: 'ASK' })
      await landed()
      expect(seen.calls).toBe(CALLS * round)
      heaps.push(heapMib())
    }
    expect(seen.most).toBeLessThanOrEqual(CONCURRENCY)
    expect(seen.most).toBeGreaterThan(1)
    expect(model.get(`B${CELLS - 1}`).value).toBe((CALLS - 1) * 10)
    // The first round fills caches of statements and code.
    const left = (heaps.at(-1)! - heaps[1]!) / (ROUNDS - 2)
    expect(left, `heaps after each round, MiB: ${heaps.map(Math.round)}`).toBeLessThan(ROUND_MIB)
  } finally {
    for (const one of workers) await one.stop()
    await engine.close()
    await store.close()
    clock.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
