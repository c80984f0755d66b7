// Goal: `watch` tells cells as they are, then every change and event, until it is stopped or the model is gone.
// Method: the subscription itself against a real server; the command for what cannot be watched.

import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { watchModel } from '../src/watch-model.ts'
import { Child } from './child.ts'
import { withServer } from './server.ts'

const server = withServer()

test('cells come first as they are, then as they change, and the end of the model ends it', async () => {
  const { model } = await server.engine.deploy(
    'A1 = 1\nB1 = A1 * 2\nWHEN A1 > 5 THEN\n  C1 = 1\nEND\n',
    {
      id: 'watched',
    },
  )
  const seen: unknown[] = []
  const events: string[] = []
  const states: string[] = []
  let begun: () => void = () => {}
  const started = new Promise<void>((resolve) => (begun = resolve))
  const watching = watchModel(
    { url: server.url },
    { model: 'watched', symbols: ['B1'], events: true, demand: true },
    {
      cells: (cells) => {
        seen.push(cells.B1?.value)
        begun()
      },
      event: (event) => events.push(event.type),
      state: (text) => states.push(text),
    },
    new Promise(() => {}),
  )
  await started
  await model.set({ A1: 4 })
  await model.set({ A1: 9 })
  await server.engine.delete('watched', 'watched')
  await watching
  expect(seen).toEqual([2, 8, 18])
  expect([events, states]).toEqual([['fired', 'deleted'], []])
})

test('a signal ends it quietly, with 0', async () => {
  await server.engine.deploy('A1 = 1\n', { id: 'stopped' })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const child = new Child(['watch', 'stopped', 'A1', '--url', server.url], tmpdir())
    await child.says(/A1 {2}1/)
    expect([await child.stop(signal), child.err]).toEqual([0, ''])
  }
})

test('a server that cannot be reached is told once', async () => {
  const states: string[] = []
  let stop: () => void = () => {}
  const watching = watchModel(
    { url: 'http://127.0.0.1:1' },
    { model: 'none', symbols: ['A1'], events: false, demand: false },
    { cells: () => {}, event: () => {}, state: (text) => states.push(text) && stop() },
    new Promise<void>((resolve) => {
      stop = resolve
    }),
  )
  await watching
  expect(states).toEqual(['The server is away; trying again.'])
})

test('a model that is not there ends it with 1', async () => {
  const { code, err } = await server.run('watch', 'nowhere', 'A1')
  expect([code, err]).toEqual([1, expect.stringContaining('[unknown-model]')])
})
