// Goal: a model that computes for too long costs nobody else anything, and everybody is told. Method: a server whose
// models may not pause twice, and a rule that makes one of them too large.

import { Slices } from '@cellwake/engine'
import { virtualClock } from '@cellwake/scheduler'
import { expect, it } from 'vitest'
import { type World, world } from './world.ts'

const bomb = 'MODEL "Bomb"\nEVERY 1min SKIP MISSED THEN\n n = 5000\nEND\nA1 = SEQUENCE(MAX(1, n))\n'

async function afterTheBomb(): Promise<World> {
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const made = await world({ clock, slices: new Slices({ sliceMs: 0, workMs: 0 }) })
  await made.server.listen({ port: 0 })
  clock.onSettle(() => made.engine.idle())
  for (const source of ['MODEL "Other"\nA1 = 1\nB1 = A1 * 2\n', bomb]) {
    expect((await made.ask('POST', '/api/models', { body: { source } })).status).toBe(200)
  }
  await clock.advance(90_000)
  return made
}

it('its neighbours go on, and its health is told without its name', async () => {
  const { ask } = await afterTheBomb()
  const set = await ask('POST', '/api/models/other/inputs', { body: { set: { A1: 4 } } })
  expect(set.status).toBe(200)
  const ready = await ask('GET', '/ready')
  expect([ready.status, ready.json]).toEqual([200, { ready: true, putAside: 1 }])
  expect((await ask('GET', '/health')).at('putAside')).toBe(1)
})

it('it is in the list with what is wrong, refuses to be read, and can be mended', async () => {
  const { ask } = await afterTheBomb()
  const list = await ask('GET', '/api/models')
  expect(list.at('models.*.id')).toEqual(['bomb', 'other'])
  expect(list.at('models.0.problems.0')).toContain('It was put aside.')
  const read = await ask('GET', '/api/models/bomb/cells')
  expect([read.status, read.code]).toEqual([422, 'put-aside'])
  expect((await ask('GET', '/api/models/bomb/source')).at('source')).toBe(bomb)
  const mended = await ask('POST', '/api/models', { body: { source: 'MODEL "Bomb"\nA1 = 1\n' } })
  expect([mended.status, mended.at('version')]).toEqual([200, 2])
  expect((await ask('GET', '/api/models/bomb/cells')).at('cells.A1.value')).toBe(1)
  expect((await ask('GET', '/ready')).json).toEqual({ ready: true })
})
