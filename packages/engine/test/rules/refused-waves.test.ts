// Goal: a wave that the store cannot take is a set of rules that did not fire, with the reason on record, in a model
// that goes on: what was set stays, cells, edges and waits are as they were, and nothing is thrown where nobody
// catches it. Method: bodies that are too large in one way each, and a store that refuses on purpose.

import { virtualClock } from '@cellwake/scheduler'
import { MemoryDriver, Store, StoreError } from '@cellwake/store'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LiveModel } from '../../src/model/live-model.ts'
import type { RuleRecord } from '../../src/rules/rule-state.ts'
import { type Host, openHost, valuesOf } from '../support/live.ts'

afterEach(() => vi.restoreAllMocks())

interface Stage {
  readonly host: Host
  readonly model: LiveModel
  readonly errors: readonly unknown[]
  advance(ms: number): Promise<void>
  restart(): Promise<LiveModel>
}

async function stage(source: string): Promise<Stage> {
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  let host = await openHost(new MemoryDriver(), { clock, onError })
  clock.onSettle(() => host.engine.idle().catch(() => undefined))
  const { model } = await host.engine.deploy(source, { id: 'm' })
  await host.engine.idle()
  return {
    host,
    model,
    errors,
    advance: async (ms) => {
      await clock.advance(ms)
      await host.engine.idle()
    },
    restart: async () => {
      host = await host.restart()
      return host.engine.model('m')
    },
  }
}

function lasts(model: LiveModel): (RuleRecord | null)[] {
  return [...model.rules.states()].map(([, { last }]) => last)
}

function outcomes(model: LiveModel): (string | undefined)[] {
  return lasts(model).map((last) => last?.outcome)
}

/** The store refuses the next commit of rules, as if it could never take it. */
function refuseNextWave(): void {
  const { commit } = Store.prototype
  vi.spyOn(Store.prototype, 'commit').mockImplementation(function (this: Store, spec, options) {
    if (spec.cause?.by !== 'rules') return commit.call(this, spec, options)
    vi.restoreAllMocks()
    throw new StoreError('value-too-large', 'on purpose')
  })
}

describe('a wave that the store refuses all the same', () => {
  const SOURCE = [
    'A1 = 0',
    'D1 = B1 * 10',
    'good ?= 10 / B1',
    'E1 = SEQUENCE(B1 + 2)',
    'WHEN A1 > 0 THEN',
    ' B1 = 5',
    ' F1 = [1, 2, 3]',
    ' log!go(A1)',
    'END',
    'WHEN B1 > 1 THEN',
    ' C1 = 1',
    'END',
    'WHEN D1 > 1 DEBOUNCE 5s THEN',
    ' C2 = 1',
    'END',
    '',
  ].join('\n')
  const CELLS = ['B1', 'D1', 'good', 'E1', 'E2', 'E3', 'F1', 'G1', 'C1', 'C2']

  it('leaves its model open, with the set that led to it', async () => {
    const { model, host, errors } = await stage(SOURCE)
    const before = valuesOf(model, ...CELLS)
    refuseNextWave()
    const { firings } = await model.set({ A1: 1 })
    expect(firings).toEqual([])
    expect(valuesOf(model, 'A1', ...CELLS)).toEqual([1, ...before])
    expect(errors).toEqual([])
    expect(host.engine.running('m')).toBe(model)
    expect(await host.store.events('log')).toEqual([])
    expect(outcomes(model)).toEqual(['refused', undefined, undefined])
    expect(lasts(model)[0]?.reason).toContain('on purpose')
    expect(model.rules.problems).toMatchObject([{ line: 5 }])
  })

  it('leaves nothing behind that a restart would show', async () => {
    const { model, restart } = await stage(SOURCE)
    const before = valuesOf(model, ...CELLS)
    refuseNextWave()
    await model.set({ A1: 1 })
    await model.set({ Z1: 1 })
    expect(valuesOf(model, ...CELLS)).toEqual(before)
    // After a restart the condition is looked at again, and nobody refuses now.
    const again = await restart()
    expect(valuesOf(again, 'A1', 'B1', 'D1', 'good', 'E7', 'G1', 'C1')).toEqual([
      1, 5, 50, 2, 7, 2, 1,
    ])
    expect(again.rules.problems).toMatchObject([{ line: 5 }])
  })

  it('may fire when what its rules read has changed', async () => {
    const { model } = await stage(SOURCE)
    refuseNextWave()
    await model.set({ A1: 1 })
    await model.set({ Z1: 1 })
    expect(valuesOf(model, 'B1')).toEqual([null])
    await model.set({ A1: 2 })
    expect(valuesOf(model, 'B1', 'D1', 'good', 'E7', 'G1', 'C1')).toEqual([5, 50, 2, 7, 2, 1])
  })

  it('does not move the waits of other rules', async () => {
    const { model, advance } = await stage(SOURCE)
    refuseNextWave()
    await model.set({ A1: 1 })
    await advance(60_000)
    expect(valuesOf(model, 'C2')).toEqual([null])
    await model.set({ A1: 2 })
    await advance(5_000)
    expect(valuesOf(model, 'C2')).toEqual([1])
  })

  it('is over if it was due, and the next occurrence comes', async () => {
    const { model, advance, errors } = await stage('EVERY 10s BACKFILL THEN\n B1 = B1 + 1\nEND\n')
    refuseNextWave()
    await advance(10_000)
    expect(outcomes(model)).toEqual(['refused'])
    expect(valuesOf(model, 'B1')).toEqual([null])
    await advance(10_000)
    expect(valuesOf(model, 'B1')).toEqual([1])
    expect(errors).toEqual([])
  })

  it('ends the wait of its DEBOUNCE', async () => {
    const source = 'A1 = 1\nWHEN A1 > 0 DEBOUNCE 5s THEN\n B1 = B1 + 1\nEND\n'
    const { model, advance } = await stage(source)
    refuseNextWave()
    await advance(5_000)
    expect(outcomes(model)).toEqual(['refused'])
    await advance(60_000)
    expect(valuesOf(model, 'B1')).toEqual([null])
    await model.set({ A1: 2 })
    await advance(5_000)
    expect(valuesOf(model, 'B1')).toEqual([1])
  })

  it('does not open the window of its THROTTLE', async () => {
    const { model } = await stage('A1 = 0\nWHEN A1 > 0 THROTTLE 1h THEN\n B1 = B1 + 1\nEND\n')
    refuseNextWave()
    await model.set({ A1: 1 })
    await model.set({ A1: 2 })
    expect(valuesOf(model, 'B1')).toEqual([1])
  })
})

describe('what is known before anything is sent', () => {
  it.each([
    ['a value that is too large', 'B1 = MAKEARRAY(20, 1, LAMBDA(r, c, REPT("x", 1000000)))'],
    ['an event that is too large', 'log!go(MAKEARRAY(20, 1, LAMBDA(r, c, REPT("x", 1000000))))'],
    ['a key that no JSON may have', 'log!go({ "__proto__": 1 })'],
    ['more text than fits', 'B1:B100 = long'],
  ])('%s keeps its own rule from firing, and no other', async (_, action) => {
    const { model, errors } = await stage(
      `A1 = 0\nlong = REPT("x", 1000000)\nWHEN A1 > 0 THEN\n C1 = 1\n ${action}\nEND\nWHEN A1 > 0 THEN\n C2 = 1\nEND\n`,
    )
    await model.set({ A1: 1 })
    expect(valuesOf(model, 'A1', 'C1', 'B1', 'C2')).toEqual([1, null, null, 1])
    expect(outcomes(model)).toEqual(['refused', 'fired'])
    expect(model.rules.problems).toMatchObject([{ line: 3 }])
    expect(errors).toEqual([])
  })

  it('too many events together keep the whole wave from firing, and the next ones come', async () => {
    const rules = Array.from(
      { length: 4_100 },
      (_, i) => `EVERY ${i < 2_050 ? 10 : 5}s SKIP MISSED THEN\n log!go(${i})\nEND\n`,
    )
    const { host, model, advance, errors } = await stage(rules.join(''))
    await advance(5_000)
    expect((await host.store.events('log')).length).toBe(1_000)
    await advance(5_000)
    expect(new Set(outcomes(model))).toEqual(new Set(['refused']))
    expect(lasts(model)[0]?.reason).toContain('4100 events')
    await advance(5_000)
    expect(outcomes(model).filter((outcome) => outcome === 'fired')).toHaveLength(2_050)
    expect(errors).toEqual([])
  })
})

describe('the record of a firing', () => {
  it('holds the first writes and events, and how many more there were', async () => {
    const { model } = await stage('A1 = 0\nWHEN A1 > 0 THEN\n B1:B1000 = ROW_INDEX\nEND\n')
    await model.set({ A1: 1 })
    const [last] = lasts(model)
    expect(last?.writes).toHaveLength(200)
    expect(last?.more).toEqual({ writes: 800, events: 0 })
    expect(valuesOf(model, 'B1000')).toEqual([1000])
  })

  it('leaves out what is long', async () => {
    const { model } = await stage(
      'A1 = 0\nWHEN A1 > 0 THEN\n B1 = REPT("x", 1000000)\n B2 = 1\n log!go(B1)\nEND\n',
    )
    await model.set({ A1: 1 })
    expect(lasts(model)[0]).toMatchObject({
      writes: [{ symbol: 'B2', after: 1 }],
      events: [{ event: 'go' }],
      more: { writes: 1, events: 0 },
    })
  })

  it('lets a rule fill a rectangle of texts', async () => {
    const { model } = await stage('A1 = 0\nWHEN A1 > 0 THEN\n B1:B20 = REPT("x", 1000000)\nEND\n')
    await model.set({ A1: 1 })
    expect((valuesOf(model, 'B20')[0] as string).length).toBe(1_000_000)
  })
})
