// Goal: after a start, models with rules act though nobody asks for them; the others wait until somebody does.
// Method: a host is closed and opened again on the same data, and woken; time passes.

import { virtualClock } from '@cellwake/scheduler'
import { MemoryDriver } from '@cellwake/store'
import { expect, it } from 'vitest'
import { openHost, valuesOf } from './support/live.ts'

const COUNTS = 'EVERY 10s BACKFILL THEN\n B1 = B1 + 1\nEND\n'

/** A host that was closed after models were deployed, and is open again. */
async function restarted(models: Record<string, string>) {
  const driver = new MemoryDriver()
  const first = await openHost(driver)
  for (const [id, source] of Object.entries(models)) await first.engine.deploy(source, { id })
  await first.engine.close()
  await first.store.close()
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const errors: unknown[] = []
  const host = await openHost(driver, { clock, onError: (error) => errors.push(error) })
  clock.onSettle(() => host.engine.idle())
  return { ...host, clock, errors }
}

it('a model with rules is open once the engine is awake, and one without is not', async () => {
  const { engine } = await restarted({ acts: COUNTS, rests: 'A1 = 1\n' })
  expect(() => engine.running('acts')).toThrow('There is no model acts here')
  await engine.wake()
  expect(engine.running('acts').id).toBe('acts')
  expect(() => engine.running('rests')).toThrow('There is no model rests here')
})

it('its schedules run though nobody asked for it', async () => {
  const { engine, clock } = await restarted({ acts: COUNTS })
  await engine.wake()
  await clock.advance(25_000)
  expect(valuesOf(engine.running('acts'), 'B1')).toEqual([2])
})

it('a model whose last rule was taken out is not opened', async () => {
  const driver = new MemoryDriver()
  const first = await openHost(driver)
  await first.engine.deploy(COUNTS, { id: 'm' })
  await first.engine.deploy('B1 = 1\n', { id: 'm' })
  const { engine } = await first.restart()
  await engine.wake()
  expect(() => engine.running('m')).toThrow('There is no model m here')
})

it('a store that one process owns needs no lease', async () => {
  const { engine, store, clock } = await restarted({ acts: COUNTS })
  await engine.wake()
  await clock.advance(60_000)
  expect(await store.lease('model:acts')).toBeUndefined()
  expect(clock.pending).toBe(1)
})

it('a model that cannot be opened is reported, and the others are open', async () => {
  const { engine, store, errors } = await restarted({ acts: COUNTS, broken: COUNTS })
  const source = { space: 'model:broken', id: '#v:1', path: [] }
  await store.commit({ write: [{ at: source, value: 'A1 = (' }] })
  await engine.wake()
  expect(engine.running('acts').id).toBe('acts')
  expect(errors).toHaveLength(1)
})
