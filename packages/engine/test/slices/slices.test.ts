// Goal: long work gives way without anybody seeing it half done, and nothing is lost by that. Method: models that
// pause at every node, with turns that a test holds back.

import { isArray } from '@cellwake/runtime'
import { type Node, readAt, readCount, virtualClock } from '@cellwake/scheduler'
import { MemoryDriver } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import type { EngineError } from '../../src/errors.ts'
import { KEPT_ARRAY_ELEMENTS, WAVE_CELLS } from '../../src/limits.ts'
import type { LiveModel } from '../../src/model/live-model.ts'
import { isRegion, type Region } from '../../src/ranges/region.ts'
import type { RuleState } from '../../src/rules/rule-state.ts'
import { compareWithScratch } from '../support/incremental.ts'
import { openHost, refusal, valuesOf } from '../support/live.ts'
import { pauseAtEveryNode, slicedHost, turning } from './in-slices.ts'

pauseAtEveryNode()

const ROWS = 600
const CHAIN = `A1 = 1\nA2:A${ROWS} = ABOVE + 1\nB1 = SUM(A1:A${ROWS})\n`
const SUM = (first: number) => ROWS * first + (ROWS * (ROWS - 1)) / 2

describe('while a model settles', () => {
  it('another model is set and answers', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const { model: long } = await engine.deploy(CHAIN, { id: 'long' })
    const { model: short } = await engine.deploy('A1 = 1\nB1 = A1 * 2\n', { id: 'short' })
    const before = turns.turns
    let isOver = false
    const set = long.set({ A1: 2 }).then(() => {
      isOver = true
    })
    await short.set({ A1: 21 })
    expect(valuesOf(short, 'B1')).toEqual([42])
    expect(isOver).toBe(false)
    await set
    expect(turns.turns - before).toBeGreaterThan(ROWS / 2)
    expect(valuesOf(long, 'B1')).toEqual([SUM(2)])
  })

  it('two models take turns', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const models = []
    for (const id of ['one', 'two']) models.push((await engine.deploy(CHAIN, { id })).model)
    const before = turns.turns
    const ends: number[] = []
    await Promise.all(
      models.map((model) => model.set({ A1: 2 }).then(() => ends.push(turns.turns - before))),
    )
    expect(ends[0]).toBeGreaterThan(ends[1]! * 0.9)
  })

  it('a set waits for its turn and is not lost', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const { model } = await engine.deploy(CHAIN, { id: 'm' })
    const order: number[] = []
    const sets = [2, 3, 4, 5].map((value) =>
      model.set({ A1: value }).then(({ rev }) => {
        order.push(value)
        return rev
      }),
    )
    const revs = await Promise.all(sets)
    expect(order).toEqual([2, 3, 4, 5])
    expect([...revs].sort((a, b) => a - b)).toEqual(revs)
    expect(valuesOf(model, 'A1', 'B1')).toEqual([5, SUM(5)])
  })

  it('a set with a key, and one that expects a revision, wait too', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const { model } = await engine.deploy(CHAIN, { id: 'm' })
    const { rev } = model
    const first = model.set({ A1: 2 })
    const keyed = model.set({ A1: 3 }, { idempotencyKey: 'k' })
    const late = refusal(model.set({ A1: 4 }, { expectRev: rev }))
    await Promise.all([first, keyed])
    expect((await late).code).toBe('wrong-revision')
    expect(valuesOf(model, 'A1', 'B1')).toEqual([3, SUM(3)])
  })

  it('who reads without waiting sees it at rest, and what they saw is what is kept', async () => {
    const turns = turning()
    const { engine, restart } = await slicedHost(turns)
    const { model } = await engine.deploy(CHAIN, { id: 'm' })
    turns.stopped = true
    const set = model.set({ A1: 2 })
    expect(valuesOf(model, 'A1', `A${ROWS}`, 'B1')).toEqual([2, ROWS + 1, SUM(2)])
    turns.go()
    await set
    const again = await (await restart()).engine.model('m')
    expect(valuesOf(again, 'B1')).toEqual([SUM(2)])
  })

  it('who asks the engine for it waits until it is at rest', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const { model } = await engine.deploy(CHAIN, { id: 'm' })
    void model.set({ A1: 2 })
    expect(engine.isAtRest('m')).toBe(false)
    const asked = await engine.model('m')
    expect(engine.isAtRest('m')).toBe(true)
    expect(asked).toBe(model)
    expect(valuesOf(asked, 'B1')).toEqual([SUM(2)])
  })

  it('watchers hear of it once, when it is durable, and never half', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const { model } = await engine.deploy(CHAIN, { id: 'm' })
    const heard: unknown[] = []
    model.watch(['A2', 'B1'], (cells) => heard.push([cells.A2?.value, cells.B1?.value]))
    await Promise.all([model.set({ A1: 2 }), model.set({ A1: 3 })])
    expect(heard).toEqual([
      [3, SUM(2)],
      [4, SUM(3)],
    ])
  })

  it('a new version waits for it and begins where it ended', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const { model } = await engine.deploy(CHAIN, { id: 'm' })
    const set = model.set({ A1: 2 })
    const deploy = engine.deploy(`${CHAIN}C1 = B1 * 2\n`, { id: 'm' })
    const after = model.set({ A1: 3 })
    await Promise.all([set, deploy, after])
    const next = await engine.model('m')
    expect(valuesOf(next, 'A1', 'C1')).toEqual([3, SUM(3) * 2])
  })

  it('a lazy formula is resolved behind it', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const { model } = await engine.deploy(`${CHAIN}lazy ~= B1 * 2\n`, { id: 'm' })
    void model.set({ A1: 2 })
    expect((await model.resolve('lazy')).value).toMatchObject({ value: SUM(2) * 2 })
  })

  it('what was refused is taken back in slices', async () => {
    const turns = turning()
    const { engine, store } = await slicedHost(turns)
    const { model } = await engine.deploy(CHAIN, { id: 'm' })
    const commit = store.commit.bind(store)
    store.commit = async () => ({ rejected: true, code: 'stale', why: 'planted' }) as never
    const before = turns.turns
    expect((await refusal(model.set({ A1: 2 }))).message).toContain('planted')
    store.commit = commit
    expect(turns.turns - before).toBeGreaterThan(ROWS / 2)
    expect(valuesOf(model, 'A1', 'B1')).toEqual([1, SUM(1)])
    await model.set({ A1: 3 })
    expect(valuesOf(model, 'B1')).toEqual([SUM(3)])
  })
})

describe('in slices', () => {
  it('a deploy gives way, and its model is as if it had not', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const { model } = await engine.deploy(CHAIN, { id: 'm' })
    expect(turns.turns).toBeGreaterThan(ROWS / 2)
    expect(valuesOf(model, 'B1')).toEqual([SUM(1)])
  })

  it('a restart gives way', async () => {
    const turns = turning()
    const host = await slicedHost(turns)
    const { model } = await host.engine.deploy(CHAIN, { id: 'm' })
    await model.set({ A1: 5 })
    const { engine } = await host.restart()
    const before = turns.turns
    expect(valuesOf(await engine.model('m'), 'B1')).toEqual([SUM(5)])
    expect(turns.turns - before).toBeGreaterThan(ROWS / 2)
  })

  it('the past gives way', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const { model } = await engine.deploy(CHAIN, { id: 'm' })
    const { rev } = await model.set({ A1: 2 })
    await model.set({ A1: 3 })
    const before = turns.turns
    const { cells } = await model.cellsAt(['B1'], rev)
    expect(cells.B1?.value).toBe(SUM(2))
    expect(turns.turns - before).toBeGreaterThan(ROWS / 2)
  })

  it('an array spills, and leaves its room again', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const { model } = await engine.deploy('n = 100\nA1 = SEQUENCE(n)\nB1 = SUM(A1:A200)\n', {
      id: 'm',
    })
    expect(valuesOf(model, 'A100', 'B1')).toEqual([100, 5_050])
    await model.set({ n: 3 })
    expect(valuesOf(model, 'A3', 'A4', 'B1')).toEqual([3, null, 6])
  })

  it('a rule that writes many cells gives way, and its wave is one', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const source = `A1 = 0\nWHEN A1 > 0 THEN\n B1:B${ROWS} = ROW_INDEX * A1\nEND\nC1 = SUM(B1:B${ROWS})\n`
    const { model } = await engine.deploy(source, { id: 'm' })
    const heard: unknown[] = []
    model.watch(['C1'], (cells) => heard.push(cells.C1?.value))
    const before = turns.turns
    const { firings } = await model.set({ A1: 2 })
    expect(firings).toHaveLength(1)
    expect(turns.turns - before).toBeGreaterThan(ROWS / 2)
    expect(heard).toEqual([ROWS * (ROWS + 1)])
  })

  it('a cascade of rules fires each once, also when sets come between', async () => {
    const turns = turning()
    const { engine } = await slicedHost(turns)
    const source = `A1 = 0\nn = 0\nWHEN A1 > 0 THEN\n B1 = A1\nEND\nWHEN B1 > 0 THEN\n C1 = C1 + 1\nEND\nD1:D${ROWS} = A1 + B1 + C1 + n\n`
    const { model } = await engine.deploy(source, { id: 'm' })
    const sets = [model.set({ A1: 1 }), model.set({ n: 1 }), model.set({ n: 2 })]
    const [first, ...others] = await Promise.all(sets)
    expect(first!.firings).toHaveLength(2)
    expect(others.flatMap(({ firings }) => firings)).toEqual([])
    expect(valuesOf(model, 'C1', 'D1', `D${ROWS}`)).toEqual([1, 5, 5])
  })
})

describe('a model that computes for too long', () => {
  const limited = () => turning({ workMs: 2_000 })

  it('loses the set, and is there again as it was', async () => {
    const turns = limited()
    const errors: unknown[] = []
    const { engine } = await slicedHost(turns, { onError: (error) => errors.push(error) })
    const source = 'n = 1\nA1 = SEQUENCE(n)\nB1 = SUM(A:A)\n'
    const { model } = await engine.deploy(source, { id: 'm' })
    const { model: other } = await engine.deploy('A1 = 1\n', { id: 'other' })
    const refused = refusal(model.set({ n: 5_000 }))
    await other.set({ A1: 2 })
    expect((await refused).code).toBe('too-much-work')
    const again = await engine.model('m')
    expect(again).not.toBe(model)
    expect(valuesOf(again, 'n', 'B1')).toEqual([1, 1])
    await again.set({ n: 2 })
    expect(errors).toHaveLength(1)
    expect(engine.putAside).toEqual([])
  })

  it('is refused at its deploy, and what ran before goes on', async () => {
    const turns = limited()
    const { engine } = await slicedHost(turns)
    const { model } = await engine.deploy('A1 = 1\n', { id: 'm' })
    const refused = await refusal(engine.deploy('A1:A5000 = ROW_INDEX + 1\n', { id: 'm' }))
    expect(refused.code).toBe('too-much-work')
    await model.set({ A1: 2 })
    expect(valuesOf(await engine.model('m'), 'A1')).toEqual([2])
  })

  it('is put aside when it wakes, says so, and the others are awake', async () => {
    const driver = new MemoryDriver()
    const first = await slicedHost(turning(), {}, driver)
    const rule = 'EVERY 1h SKIP MISSED THEN\n Z1 = 1\nEND\n'
    await first.engine.deploy(`A1 = SEQUENCE(5000)\nB1 = 3\n${rule}`, { id: 'bomb' })
    await first.engine.deploy(`A1 = 1\n${rule}`, { id: 'innocent' })
    await first.engine.close()
    await first.store.close()
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const { engine } = await slicedHost(limited(), { onError }, driver)
    await engine.wake()
    expect(engine.isRunning('innocent')).toBe(true)
    expect(engine.putAside).toMatchObject([{ id: 'bomb' }])
    expect((errors[0] as EngineError).code).toBe('too-much-work')
    expect((await refusal(engine.model('bomb'))).code).toBe('put-aside')
    expect(await engine.source('bomb')).toContain('SEQUENCE')
    const { model, version, dropped } = await engine.deploy(`A1 = 7\n${rule}`, { id: 'bomb' })
    expect([version, valuesOf(model, 'A1')]).toEqual([2, [7]])
    expect(dropped).toEqual(['B1'])
    expect(engine.putAside).toEqual([])
  })

  it('is put aside by what its rules do, and can be deleted', async () => {
    const clock = virtualClock('2026-01-01T00:00:00Z')
    const { engine } = await slicedHost(limited(), { clock, onError: () => {} })
    clock.onSettle(() => engine.idle())
    const source = 'EVERY 1min SKIP MISSED THEN\n n = 5000\nEND\nA1 = SEQUENCE(MAX(1, n))\n'
    await engine.deploy(source, { id: 'bomb' })
    await clock.advance(90_000)
    expect(engine.putAside).toMatchObject([{ id: 'bomb' }])
    await engine.delete('bomb', 'bomb')
    expect(engine.putAside).toEqual([])
    expect(await engine.models()).toEqual([])
  })
})

it('400 random edits of 20 models that pause at every node leave every cell as if built anew', async () => {
  const turns = turning()
  const report = await compareWithScratch({ seed: 11, models: 20, edits: 20, slices: turns.slices })
  expect(report.violations).toEqual([])
  expect(turns.turns).toBeGreaterThan(report.edits)
})

describe('what is too much', () => {
  it('a rule that writes more cells than fit into a wave does not fire, and its model goes on', async () => {
    const { engine } = await openHost()
    const source = `A1 = 0\nWHEN A1 > 0 THEN\n B1:B${WAVE_CELLS + 1} = ROW_INDEX\nEND\nWHEN A1 > 0 THEN\n C1 = 1\nEND\n`
    const { model } = await engine.deploy(source, { id: 'm' })
    const { firings } = await model.set({ A1: 1 })
    expect(firings).toHaveLength(1)
    expect(valuesOf(model, 'B1', 'C1')).toEqual([null, 1])
    const [[, state]] = [...model.rules.states()] as [[unknown, RuleState]]
    expect(state.last).toMatchObject({ outcome: 'refused' })
    await model.set({ A1: 0 })
  })

  it('arrays of ranges are kept as long as they are few', async () => {
    const { engine } = await openHost()
    const rows = 20_000
    const source = `A1:A${rows} = ROW_INDEX\nB1:B900 = SUM(SORT(INDIRECT("A" & ROW_INDEX & ":A${rows}")))\n`
    const { model } = await engine.deploy(source, { id: 'm' })
    let elements = 0
    for (const region of regionsOf(model)) {
      const items = region.own.made?.items
      if (items !== undefined && isArray(items)) elements += items.items.length
    }
    expect(elements).toBeGreaterThan(0)
    expect(elements).toBeLessThanOrEqual(KEPT_ARRAY_ELEMENTS)
    expect(valuesOf(model, 'B1', 'B2')).toEqual([200_010_000, 200_009_999])
  })
})

describe('the end', () => {
  it('comes during a backfill, which goes on after the next start without a firing lost or doubled', async () => {
    const clock = virtualClock('2026-01-01T00:00:00Z')
    const driver = new MemoryDriver()
    const source = `EVERY 1min BACKFILL THEN\n B1 = B1 + 1\nEND\nC1:C${ROWS} = B1 + ROW_INDEX\n`
    const first = await slicedHost(turning(), { clock }, driver)
    await first.engine.deploy(source, { id: 'm' })
    await first.engine.close()
    await first.store.close()
    await clock.advance(100 * 60_000)
    const turns = turning()
    const second = await slicedHost(turns, { clock }, driver)
    const opened = second.engine.wake()
    while (turns.turns < 5 * ROWS) await new Promise((resolve) => setImmediate(resolve))
    const before = turns.turns
    await second.engine.close()
    expect(turns.turns - before).toBeLessThan(ROWS)
    await opened.catch(() => undefined)
    await second.store.close()
    const third = await slicedHost(turning(), { clock }, driver)
    await third.engine.wake()
    await third.engine.idle()
    expect(valuesOf(await third.engine.model('m'), 'B1', 'C1')).toEqual([100, 101])
  })

  it('refuses a set that has not been sent, and keeps one that has', async () => {
    const driver = new MemoryDriver()
    const { engine, store } = await slicedHost(turning(), {}, driver)
    const { model } = await engine.deploy(CHAIN, { id: 'm' })
    const { model: short } = await engine.deploy('A1 = 1\n', { id: 'short' })
    const long = refusal(model.set({ A1: 2 }))
    const waiting = refusal(model.set({ A1: 3 }))
    const sent = short.set({ A1: 2 })
    await engine.close()
    expect((await long).code).toBe('closed')
    expect((await waiting).code).toBe('closed')
    await sent
    await store.close()
    const again = await slicedHost(turning(), {}, driver)
    expect(valuesOf(await again.engine.model('m'), 'A1')).toEqual([1])
    expect(valuesOf(await again.engine.model('short'), 'A1')).toEqual([2])
  })

  it('comes during a deploy, which changes nothing', async () => {
    const driver = new MemoryDriver()
    const { engine, store } = await slicedHost(turning(), {}, driver)
    const deploy = refusal(engine.deploy(CHAIN, { id: 'm' }))
    await new Promise((resolve) => setImmediate(resolve))
    await engine.close()
    expect((await deploy).code).toBe('closed')
    await store.close()
    const again = await slicedHost(turning(), {}, driver)
    expect(await again.engine.models()).toEqual([])
  })
})

/** All ranges that formulas read. */
function regionsOf({ graph }: LiveModel): Set<Region> {
  const found = new Set<Region>()
  const seen = new Set<Node>(graph.cells.grid.nodes())
  for (const node of seen) {
    if (isRegion(node)) found.add(node)
    for (let i = 0; i < readCount(node); i++) seen.add(readAt(node, i))
  }
  return found
}
