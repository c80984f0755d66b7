// Goal: whoever hears the events of a model hears of its jobs: each that is queued, taken up and over, whole, and without a gap
// after a cut. Method: a model with a call outside, and a worker by hand.

import { MemoryDriver } from '@cellwake/store'
import { expect, it } from 'vitest'
import { connected, liveHost, type TestSocket, until } from './support.ts'

const SOURCE = 'who = "EUR"\nrate = FX_RATE(who, "USD")\n'
const ask = { op: 'subscribe', id: 'e', model: 'm', events: true }

interface Told {
  readonly type: string
  readonly job: { readonly id: string; readonly status: string; readonly args: readonly unknown[] }
}

async function nextJob(socket: TestSocket) {
  for (;;) {
    const { event, rev } = await socket.next()
    if (event?.type === 'job') return { rev: rev!, job: (event as unknown as Told).job }
  }
}

async function stage() {
  const host = await liveHost({ store: new MemoryDriver() })
  const { engine, store } = host
  const { model } = await engine.deploy(SOURCE, { id: 'm' })
  const claim = async () => {
    const queues = ['default', ...(await store.jobs()).map(({ queue }) => queue)]
    const claimed = await store.claim({ queues, worker: 'hand', limit: 10 })
    await store.pendingCommitsSettled()
    return claimed[0]!
  }
  const done = async ({ id, attempt }: { id: string; attempt: number }) => {
    const result = { value: 1.08, at: store.now() }
    await store.commit({ jobs: [{ op: 'done', id, attempt, result }] })
    await engine.idle()
  }
  return { ...host, model, claim, done }
}

it('a job is told when it is queued, taken up and over, as the API shows it', async () => {
  const { url, model, claim, done } = await stage()
  await done(await claim())
  const socket = await connected(url)
  socket.send(ask)
  await socket.next()
  await model.set({ who: 'CHF' })
  const queued = await nextJob(socket)
  expect(queued.job).toEqual(await model.jobs.get(queued.job.id))
  expect([queued.job.status, queued.job.args]).toEqual(['queued', ['CHF', 'USD']])
  const row = await claim()
  expect(row.id).toBe(queued.job.id)
  expect((await nextJob(socket)).job).toMatchObject({ id: row.id, status: 'running', attempt: 1 })
  await done(row)
  const over = await nextJob(socket)
  expect(over.job).toEqual(await model.jobs.get(row.id))
  expect(over.job.status).toBe('done')
  expect(over.rev).toBeGreaterThan(queued.rev)
})

it('a reader of cells alone hears nothing of jobs, and one that comes back hears what it missed', async () => {
  const { url, model, claim, done } = await stage()
  await done(await claim())
  const cells = await connected(url)
  cells.send({ op: 'subscribe', id: 'c', model: 'm', symbols: ['rate'] })
  const before = await connected(url)
  before.send(ask)
  await before.next()
  await model.set({ who: 'CHF' })
  const { rev } = await nextJob(before)
  before.socket.terminate()
  await before.closed
  const row = await claim()
  await done(row)
  const after = await connected(url)
  after.send({ ...ask, fromRev: rev })
  let told = await nextJob(after)
  while (told.job.status !== 'done') told = await nextJob(after)
  expect([told.job.id, after.frames.some(({ reset }) => reset !== undefined)]).toEqual([
    row.id,
    false,
  ])
  await until(() => cells.frames.some((frame) => frame.cells?.rate?.rev === model.rev))
  expect(cells.frames.filter(({ event }) => event !== undefined)).toEqual([])
})

it('jobs of the version that a deploy starts are told too', async () => {
  const { url, engine } = await stage()
  const socket = await connected(url)
  socket.send(ask)
  await socket.next()
  await engine.deploy(SOURCE.replace('"EUR"', '"NOK"'), { id: 'm' })
  let told = await nextJob(socket)
  while (told.job.args[0] !== 'NOK') told = await nextJob(socket)
  expect(told.job.status).toBe('queued')
})
