// Goal: the list of models opens none, and yet is right for those that are open and for those that are not.
// Method: models in a file, a second start on it, and which of them are in memory after the list was read.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { virtualClock } from '@cellwake/scheduler'
import { expect, it, onTestFinished } from 'vitest'
import { type World, world } from './world.ts'

const start = '2026-01-01T00:00:00.000Z'

const plain =
  '# Plain sums\n# of two\nMODEL "Plain"\nTIMEZONE "Europe/Berlin"\nA1 = 1\nB1 = A1 * 2\nC1 ~= B1\nD1 = 1 / 0\n'
const timed = 'MODEL "Timed"\nA1 = 1\n# Beat\nEVERY 1h SKIP MISSED THEN\n  B1 = B1 + 1\nEND\n'

/** A file with models, and servers on it one after the other. */
function onFile(): (over?: (fn: () => Promise<void>) => void) => Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-list-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const url = `sqlite:${join(folder, 'x.db')}`
  return (over) => world({ url, clock: virtualClock(start), ...(over && { over }) })
}

/** The same file after a server has had it. */
async function restarted(fill: (first: World) => Promise<unknown>): Promise<World> {
  const open = onFile()
  let close = async () => {}
  const first = await open((fn) => {
    close = fn
  })
  await fill(first)
  await close()
  return open()
}

it('a model that nobody has opened is told from what the store keeps, and stays closed', async () => {
  let rev: unknown
  const { ask, engine, store } = await restarted(async (first) => {
    for (let i = 0; i < 20; i++) await first.engine.deploy('A1 = 1\n', { id: `m${i}` })
    await first.engine.deploy(plain)
    rev = (await first.ask('POST', '/api/models/plain/inputs', { body: { set: { A1: 5 } } })).at(
      'rev',
    )
  })
  const head = store.seq
  const list = await ask('GET', '/api/models')
  await ask('GET', '/api/upcoming')
  const ids = list.at('models.*.id') as string[]
  expect(ids.length).toBe(21)
  expect(ids.filter((id) => engine.isRunning(id))).toEqual([])
  expect(store.seq).toBe(head)
  const found = (list.at('models') as { id: string }[]).find(({ id }) => id === 'plain')
  expect(found).toMatchObject({
    title: 'Plain',
    description: 'Plain sums of two',
    version: 1,
    rev,
    runtime: 'ts',
    timezone: 'Europe/Berlin',
    livesIn: 'sqlite',
    createdAt: start,
    changedAt: start,
    cells: { assigned: 4, wanted: 0, dormant: 4 },
    statuses: { ready: 0, dirty: 0 },
    rules: 0,
    problems: [],
    next: null,
  })
})

it('a model that is open shows how its cells stand, in the same list', async () => {
  const { ask, engine } = await restarted(async (first) => {
    await first.engine.deploy(plain)
    await first.engine.deploy('A1 = 1\n', { id: 'other' })
  })
  await ask('GET', '/api/models/plain')
  const list = await ask('GET', '/api/models')
  expect(list.at('models.*.id')).toEqual(['other', 'plain'])
  expect(list.at('models.*.cells.wanted')).toEqual([0, 3])
  expect(list.at('models.*.statuses.ready')).toEqual([0, 3])
  expect(list.at('models.*.statuses.dirty')).toEqual([0, 1])
  expect(list.at('models.*.errors')).toEqual([0, 1])
  expect(engine.isRunning('other')).toBe(false)
})

it('models whose rules run show what is next; those that do not, say so', async () => {
  const { ask, engine } = await restarted((first) => first.engine.deploy(timed))
  const asleep = await ask('GET', '/api/models')
  expect(asleep.at('models.0')).toMatchObject({ rules: 1, next: null })
  expect(asleep.at('models.0.problems')).toEqual(['Its rules do not run on this host.'])
  expect((await ask('GET', '/api/upcoming')).at('models')).toEqual([])
  await engine.wake()
  const awake = await ask('GET', '/api/models')
  expect(awake.at('models.0')).toMatchObject({ rules: 1, problems: [] })
  expect(awake.at('models.0.next')).toMatchObject({
    title: 'Beat',
    due: '2026-01-01T01:00:00.000Z',
  })
  expect((await ask('GET', '/api/upcoming')).at('models.*.model')).toEqual(['timed'])
})
