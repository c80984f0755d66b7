// Goal: `cellwake resolve --wait` waits as long as it says, though a server holds a request for 30 s at most. Method: a
// server on a virtual clock, and a worker that comes when the first request has long been answered.

import { Engine } from '@cellwake/engine'
import { catalogue, withFunctions } from '@cellwake/language'
import { virtualClock } from '@cellwake/scheduler'
import { createServer } from '@cellwake/server'
import { openStore } from '@cellwake/store'
import { defineFunction, Egress, Functions, startWorker } from '@cellwake/workers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'

const double = defineFunction({
  name: 'DOUBLE',
  args: [{ name: 'x', kind: 'number' }],
  returns: 'number',
  handler: ([x]) => Number(x) * 2,
})
const functions = new Functions([double])
const clock = virtualClock(Date.UTC(2026, 0, 5))
const store = await openStore('memory:', { clock })
const engine = new Engine({
  store,
  clock,
  catalogue: withFunctions(catalogue, functions.signatures),
})
const server = await createServer({ engine, store, clock })
let url: string

beforeAll(async () => {
  url = (await server.listen({ port: 0 })).url
})
afterAll(async () => {
  await server.close()
  await engine.close()
  await store.close()
})

/** Runs the command while time goes on, ten seconds at a time; gives what it said and how long that took. */
async function resolved(wait: string, meanwhile: (seconds: number) => void = () => {}) {
  const began = clock.now()
  let isOver = false
  const running = inProcess(['resolve', 'm', 'y', '--wait', wait, '--url', url]).finally(() => {
    isOver = true
  })
  while (!isOver) {
    // What is asked over a real network takes real time; the clock goes on when somebody waits for it.
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (!isOver) await clock.advance(10_000)
    meanwhile((clock.now() - began) / 1_000)
  }
  return { out: (await running).out, seconds: (clock.now() - began) / 1_000 }
}

it('waits as long as it says, and longer than a server holds a request', async () => {
  await engine.deploy('x = 21\ny = DOUBLE(x)\n', { id: 'm' })
  const nobody = await resolved('70s')
  expect(nobody.out).toMatch(/^y +blank, queued\n$/)
  expect(nobody.seconds).toBeGreaterThanOrEqual(70)
  let worker: ReturnType<typeof startWorker> | undefined
  const { out, seconds } = await resolved('5m', (passed) => {
    if (passed >= 60)
      worker ??= startWorker({ store, clock, functions, egress: new Egress({ clock }) })
  })
  await worker?.stop()
  expect(out).toBe('y  42  number\n')
  expect(seconds).toBeGreaterThanOrEqual(60)
})

it('a time that it cannot read is refused', async () => {
  const { code, err } = await inProcess(['resolve', 'm', 'y', '--wait', 'soon', '--url', url])
  expect([code, err]).toEqual([1, expect.stringContaining('"soon" is no duration')])
})
