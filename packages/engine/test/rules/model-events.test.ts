// Goal: who listens to a model hears of every firing, of what did not fire, of new versions and of its end:
// each once, in order, when it is durable. Method: events are collected over sets, time, redeploys and
// deletes; a driver that holds commits back shows that nothing is told early.

import { virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { expect, it } from 'vitest'
import { modelEvent } from '../../../client/src/contract/live.ts'
import { Engine } from '../../src/engine.ts'
import type { LiveModel } from '../../src/model/live-model.ts'
import type { ModelEvent } from '../../src/model/model-events.ts'

const START = Date.UTC(2026, 0, 1)

interface Heard {
  readonly event: ModelEvent
  readonly rev: number
}

async function hosted(source: string) {
  const clock = virtualClock(START)
  const store = await openStore('memory:', { clock })
  const engine = new Engine({ store, clock })
  clock.onSettle(() => engine.idle())
  const { model } = await engine.deploy(source, { id: 'm' })
  await engine.idle()
  return { clock, store, engine, model, deploy: (text: string) => engine.deploy(text, { id: 'm' }) }
}

function listen(model: LiveModel): Heard[] {
  const heard: Heard[] = []
  model.onEvent((event, rev) => {
    expect(modelEvent.parse(event)).toEqual(event)
    heard.push({ event, rev })
  })
  return heard
}

const typesOf = (heard: readonly Heard[]) => heard.map(({ event }) => event.type)

it('firings are told in the order of revisions, wave by wave', async () => {
  const { model } = await hosted(
    'A1 = 0\nWHEN A1 > 0 THEN\n B1 = 1\nEND\nWHEN B1 > 0 THEN\n C1 = 2\nEND\n',
  )
  const heard = listen(model)
  const { rev } = await model.set({ A1: 1 })
  expect(typesOf(heard)).toEqual(['fired', 'fired'])
  expect(heard.map(({ event }) => event.type === 'fired' && event.firing.writes)).toEqual([
    { B1: 1 },
    { C1: 2 },
  ])
  expect(heard[0]!.rev).toBeLessThan(heard[1]!.rev)
  expect(heard[1]!.rev).toBe(rev)
})

it('what did not fire is told with the reason, from a set, from time and after an outage', async () => {
  const { model, clock, engine } = await hosted(
    'A1 = 1\nWHEN A1 > 0 THROTTLE 1h THEN\n B1 = 1\nEND\nEVERY 10s SKIP MISSED THEN\n B2 = 1\nEND\n',
  )
  const heard = listen(model)
  await model.set({ A1: 0 })
  const { rev } = await model.set({ A1: 1 })
  expect(heard).toEqual([{ event: expect.objectContaining({ type: 'not-fired' }), rev }])
  expect(heard[0]!.event).toMatchObject({ record: { outcome: 'gated', rev, count: 1 } })
  await clock.set(START + 35_000)
  await engine.idle()
  expect(typesOf(heard)).toEqual(['not-fired', 'not-fired', 'fired'])
  expect(heard[1]!.event).toMatchObject({ record: { outcome: 'skipped', count: 2 } })
  expect(heard[1]!.rev).toBeLessThan(heard[2]!.rev)
})

it('listeners move on to the next version, and are told of it before its rules act', async () => {
  const { model, deploy, engine } = await hosted('A1 = 1\n')
  const heard = listen(model)
  const { version, model: next } = await deploy('A1 = 1\nWHEN A1 > 0 THEN\n B1 = 1\nEND\n')
  await engine.idle()
  expect(typesOf(heard)).toEqual(['deployed', 'fired'])
  expect(heard[0]!.event).toEqual({ type: 'deployed', version })
  await next.set({ A1: 0 })
  await next.set({ A1: 1 })
  expect(typesOf(heard)).toEqual(['deployed', 'fired', 'fired'])
})

it('a delete is the last thing told', async () => {
  const { model, engine } = await hosted('A1 = 1\n')
  const heard = listen(model)
  const before = model.rev
  await engine.delete('m', 'm')
  expect(typesOf(heard)).toEqual(['deleted'])
  expect(heard[0]!.rev).toBeGreaterThan(before)
})

it('who stopped listening hears nothing more, also after a redeploy', async () => {
  const { model, deploy } = await hosted('A1 = 0\nWHEN A1 > 0 THEN\n B1 = 1\nEND\n')
  const heard: ModelEvent[] = []
  const stop = model.onEvent((event) => heard.push(event))
  const { model: next } = await deploy('A1 = 0\nWHEN A1 > 0 THEN\n B1 = 2\nEND\n')
  expect(heard.map(({ type }) => type)).toEqual(['deployed'])
  stop()
  await next.set({ A1: 1 })
  expect(heard.length).toBe(1)
})

it('nothing is told before it is durable', async () => {
  const { model, store } = await hosted('A1 = 0\nWHEN A1 > 0 THEN\n B1 = 1\nEND\n')
  const heard = listen(model)
  const setting = model.set({ A1: 1 })
  const seen = store.seq
  // Computed at once, and sent; the store has not answered.
  expect(model.get('B1').value).toBe(1)
  expect(heard).toEqual([])
  await setting
  expect(heard.map(({ rev }) => rev > seen)).toEqual([true])
})

it('a listener that throws disturbs neither the model nor the others', async () => {
  const errors: unknown[] = []
  const clock = virtualClock(START)
  const store = await openStore('memory:', { clock })
  const engine = new Engine({ store, clock, onError: (error) => errors.push(error) })
  const { model } = await engine.deploy('A1 = 0\nWHEN A1 > 0 THEN\n B1 = 1\nEND\n', { id: 'm' })
  model.onEvent(() => {
    throw new Error('no')
  })
  const heard = listen(model)
  await model.set({ A1: 1 })
  expect(typesOf(heard)).toEqual(['fired'])
  expect(errors).toEqual([new Error('no')])
})
