// Goal: when the database refuses a commit, no rule has fired, no wait is lost, and what was to fire does so
// later, once. Method: the commit of a set, of a deploy's wave or of a schedule is refused on purpose.

import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import type { StoreOptions } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { HeldDriver, turn } from '../support/held-driver.ts'
import { type Host, openHost, refusal, valuesOf } from '../support/live.ts'

interface Stage {
  readonly host: Host
  readonly driver: HeldDriver
  readonly clock: VirtualClock
  /** Errors that the engine reported. */
  readonly errors: unknown[]
  values(...symbols: string[]): Promise<unknown[]>
  published(): Promise<number>
}

async function stage(source: string, options: StoreOptions = {}): Promise<Stage> {
  const driver = new HeldDriver()
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const host = await openHost(driver, { clock, onError }, options)
  clock.onSettle(() => host.engine.idle().catch(() => undefined))
  await host.engine.deploy(source, { id: 'm' })
  await host.engine.idle()
  return {
    host,
    driver,
    clock,
    errors,
    values: async (...symbols) => valuesOf(await host.engine.model('m'), ...symbols),
    published: async () => (await host.store.events('log')).length,
  }
}

const COUNTS = 'A1 = 0\nWHEN A1 > 0 THEN\n B1 = B1 + 1\n log!go(A1)\nEND\n'

it('a refused set that would have fired a rule has not', async () => {
  const { host, driver, values, published } = await stage(COUNTS)
  driver.refuseNext()
  await refusal(host.engine.running('m').set({ A1: 1 }))
  expect(await values('A1', 'B1')).toEqual([0, null])
  expect(await published()).toBe(0)
  await (await host.engine.model('m')).set({ A1: 1 })
  expect(await values('A1', 'B1')).toEqual([1, 1])
  expect(await published()).toBe(1)
})

it('a refused set that would have ended a wait has not', async () => {
  const { host, driver, clock, values } = await stage(
    'A1 = 1\nWHEN A1 > 0 DEBOUNCE 5s THEN\n B1 = B1 + 1\nEND\n',
  )
  driver.refuseNext()
  await refusal(host.engine.running('m').set({ A1: 0 }))
  await clock.advance(4_999)
  expect(await values('A1', 'B1')).toEqual([1, null])
  await clock.advance(1)
  expect(await values('B1')).toEqual([1])
})

it('a refused set that would have lowered an edge has not', async () => {
  const { host, driver, values } = await stage(COUNTS.replace('A1 = 0', 'A1 = 1'))
  driver.refuseNext()
  await refusal(host.engine.running('m').set({ A1: 0 }))
  await (await host.engine.model('m')).set({ A1: 2 })
  expect(await values('A1', 'B1')).toEqual([2, 1])
})

it('an occurrence whose wave is refused runs later, though nobody asks for the model', async () => {
  const { host, driver, clock, errors, published } = await stage(
    'EVERY 10s BACKFILL THEN\n B1 = B1 + 1\n log!go(SCHEDULED_AT)\nEND\n',
  )
  driver.refuseNext()
  await clock.advance(10_000)
  expect(errors).toHaveLength(1)
  expect(await published()).toBe(0)
  await clock.advance(1_000)
  expect(await published()).toBe(1)
  expect(valuesOf(host.engine.running('m'), 'B1')).toEqual([1])
  await clock.advance(9_000)
  expect(await published()).toBe(2)
})

it('a database that keeps refusing is asked now and then, not at once again', async () => {
  const { driver, clock, errors, published } = await stage(
    'EVERY 10s BACKFILL THEN\n log!go()\nEND\n',
  )
  for (let i = 0; i < 3; i++) driver.refuseNext()
  await clock.advance(10_000)
  await clock.advance(1_500)
  expect(errors).toHaveLength(2)
  await clock.advance(2_000)
  expect(errors).toHaveLength(3)
  expect(await published()).toBe(1)
})

describe('what was sent behind a refused set of a model with rules', () => {
  it('is refused with it: a wave that would be written after it', async () => {
    const { host, driver, values, published } = await stage(COUNTS, { groupActs: 1 })
    driver.refuseNext()
    await refusal(host.engine.running('m').set({ A1: 1 }))
    expect(await values('A1', 'B1')).toEqual([0, null])
    expect(await published()).toBe(0)
    await host.engine.running('m').set({ A1: 1 })
    expect(await values('A1', 'B1')).toEqual([1, 1])
    expect(await published()).toBe(1)
  })

  it.each([
    ['moved a rule', 'WHEN A1 > 0 THEN\n C1 = 1\nEND\n'],
    ['moved none', ''],
  ])('is refused with it: a firing that stands on it, if it %s', async (_, other) => {
    const both = 'A1 = 0\nA2 = 0\nWHEN A1 + A2 > 5 THEN\n B1 = B1 + 1\n log!go(A1)\nEND\n'
    const { host, driver, values, published } = await stage(both + other)
    const model = host.engine.running('m')
    driver.hold()
    driver.refuseNext()
    const first = refusal(model.set({ A1: 3 }))
    await driver.reached()
    const second = refusal(model.set({ A2: 3 }))
    await turn()
    driver.release()
    await first
    // A reader must not see now what is refused in a moment.
    const asked = host.engine.model('m')
    expect((await second).code).toBe('commit-rejected')
    expect(valuesOf(await asked, 'A1', 'A2', 'B1')).toEqual([0, 0, null])
    expect(await published()).toBe(0)
    await (await asked).set({ A1: 3 })
    expect(await values('B1')).toEqual([null])
    await (await asked).set({ A2: 3 })
    expect(await values('A1', 'A2', 'B1')).toEqual([3, 3, 1])
    expect(await published()).toBe(1)
  })
})
