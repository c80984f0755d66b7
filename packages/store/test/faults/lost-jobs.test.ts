// A worker that is lost must not take the jobs of others with it.

import { expect, it } from 'vitest'
import { makeRig, memoryData, sqliteData } from '../conformance/rig.ts'

it.each([
  { name: 'memory', data: memoryData },
  { name: 'sqlite', data: sqliteData },
])(
  '$name: lost jobs of a queue that nobody serves do not hide those of another',
  async ({ name, data }) => {
    const rig = await makeRig(name, data())
    let now = 1_000
    const store = await rig.open({ clock: { now: () => now } })
    const queues = ['deserted', 'served']
    for (const queue of queues) {
      await store.commit({ jobs: [{ op: 'add', id: `of-${queue}`, queue }] })
      await store.claim({ queues: [queue], worker: 'lost', leaseMs: 10 })
      now += 5
    }
    now += 1_000
    const claimed = await store.claim({ queues: ['served'], worker: 'next', limit: 1 })
    expect(claimed.map(({ id, attempt }) => [id, attempt])).toEqual([['of-served', 2]])
    await rig.cleanup()
  },
)

it.each([
  { name: 'memory', data: memoryData },
  { name: 'sqlite', data: sqliteData },
])('$name: of several lost jobs the most urgent is claimed first', async ({ name, data }) => {
  const rig = await makeRig(name, data())
  let now = 1_000
  const store = await rig.open({ clock: { now: () => now } })
  for (const [id, priority] of [
    ['patient', 0],
    ['urgent', 9],
  ] as const) {
    await store.commit({ jobs: [{ op: 'add', id, queue: 'q', priority }] })
    await store.claim({ queues: ['q'], worker: 'lost', leaseMs: 10 })
    now += 5
  }
  now += 1_000
  const claimed = await store.claim({ queues: ['q'], worker: 'next', limit: 1 })
  expect(claimed.map(({ id }) => id)).toEqual(['urgent'])
  await rig.cleanup()
})
