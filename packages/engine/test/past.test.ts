// Goal: a model can be read as it was at any revision or time that is kept, and what is not kept is an error
// that says so. Method: models with a known past, read at its revisions, page by page, also after restarts.

import { virtualClock } from '@cellwake/scheduler'
import { MemoryDriver, openStore } from '@cellwake/store'
import { type Question, WrappedDriver } from '@cellwake/store/testing'
import { expect, it } from 'vitest'
import { historyPage } from '../../client/src/contract/why.ts'
import { Engine } from '../src/engine.ts'
import type { LiveModel } from '../src/model/live-model.ts'
import { openHost, refusal } from './support/live.ts'

async function valuesAt(model: LiveModel, rev: number, ...symbols: string[]): Promise<unknown[]> {
  const { cells } = await model.cellsAt(symbols, rev)
  return symbols.map((symbol) => cells[symbol]?.value)
}

/** Values and makers, newest first, through pages of a size. */
async function pastOf(model: LiveModel, symbol: string, limit: number): Promise<unknown[]> {
  const found: unknown[] = []
  let before: number | null | undefined
  do {
    const page = await model.history(symbol, { limit, ...(before != null && { before }) })
    expect(historyPage.parse(page)).toEqual(page)
    expect(page.entries.length).toBeLessThanOrEqual(limit)
    found.push(...page.entries.map(({ value, cause }) => [value, cause.by]))
    before = page.before
  } while (before !== null)
  return found
}

it('inputs and formulas are read as they were, whatever came since', async () => {
  const host = await openHost()
  const { model } = await host.engine.deploy('a = 1\nb = a * 10\nlazy ~= b + 1\nkept ?= 8 / a\n', {
    id: 'm',
  })
  const first = model.rev
  const second = (await model.set({ a: 2, loose: 'x' })).rev
  const third = (await model.set({ a: 0, loose: null })).rev
  const again = await (await host.restart()).engine.model('m')
  // Twice, since graphs of the past stay and are moved.
  for (const _ of [1, 2]) {
    const symbols = ['a', 'b', 'lazy', 'kept', 'loose'] as const
    expect(await valuesAt(again, first, ...symbols)).toEqual([1, 10, 11, 8, null])
    expect(await valuesAt(again, third, ...symbols)).toEqual([0, 0, 1, 4, null])
    expect(await valuesAt(again, second, ...symbols)).toEqual([2, 20, 21, 4, 'x'])
  }
  expect((await again.cellsAt(undefined, second)).rev).toBe(second)
})

it('the source that ran then counts, and what a deploy dropped was there before', async () => {
  const host = await openHost()
  const { model } = await host.engine.deploy('a = 1\nb = a + 1\nextra = 5\n', { id: 'm' })
  await model.set({ a: 4, extra: 6 })
  const before = model.rev
  const next = (await host.engine.deploy('a = 1\nb = a + 100\n', { id: 'm' })).model
  expect(await valuesAt(next, before, 'a', 'b', 'extra')).toEqual([4, 5, 6])
  expect(await valuesAt(next, next.rev, 'a', 'b', 'extra')).toEqual([4, 104, null])
  const explained = await next.explain('b')
  expect(explained.why.changed).toMatchObject({ before: { value: 5 }, cause: { kind: 'deploy' } })
  expect((await next.explain('b', { at: before })).why.formula).toBe('a + 1')
})

it('a time stands for the newest revision before it', async () => {
  const clock = virtualClock(Date.UTC(2026, 0, 1))
  const store = await openStore(new MemoryDriver(), { clock })
  const engine = new Engine({ store, clock })
  const { model } = await engine.deploy('a = 1\nnow = NOW()\n', { id: 'm' })
  const seen = model.get('now').value
  await clock.advance(60_000)
  await model.set({ a: 2 })
  const rev = await engine.revAt(Date.UTC(2026, 0, 1) + 59_999)
  expect(await valuesAt(model, rev, 'a', 'now')).toEqual([1, seen])
  expect(await engine.revAt(Date.UTC(2025, 0, 1))).toBe(0)
  expect((await refusal(model.cellsAt(['a'], 0))).code).toBe('not-deployed-then')
  await engine.close()
  await store.close()
})

it('the history of a cell comes in pages, equal values in a row as one', async () => {
  const host = await openHost()
  const { model } = await host.engine.deploy('a = 1\nhalf = INT(a / 2)\n', { id: 'm', by: 'dora' })
  for (let a = 2; a <= 7; a++) await model.set({ a, other: a }, { by: `u${a}` })
  await model.set({ a: 7 }, { by: 'again' })
  for (const limit of [1, 2, 3, 50]) {
    expect(await pastOf(model, 'half', limit)).toEqual([
      [3, 'u6'],
      [2, 'u4'],
      [1, 'u2'],
      [0, 'dora'],
    ])
    const inputs = [7, 6, 5, 4, 3, 2].map((a) => [a, `u${a}`])
    expect(await pastOf(model, 'a', limit)).toEqual([...inputs, [1, 'dora']])
  }
  expect(await pastOf(model, 'nothing', 5)).toEqual([[null, 'dora']])
})

it('what is pruned is refused, with the revision since which history is kept', async () => {
  const driver = new MemoryDriver()
  const store = await openStore(driver, { historyCommits: 3 })
  const engine = new Engine({ store, clock: virtualClock(0) })
  const { model } = await engine.deploy('a = 1\nstill = 7\nb = a * 2\nc = still + 1\n', { id: 'm' })
  await model.set({ still: 9 }, { by: 'early' })
  for (let a = 2; a <= 9; a++) await model.set({ a }, { by: 'late' })
  await store.maintain()
  const since = await store.keptSince()
  expect(since).toBeGreaterThan(2)
  const error = await refusal(model.cellsAt(['b'], since - 1))
  expect([error.code, error.message]).toEqual([
    'history-pruned',
    expect.stringContaining(`kept since ${since}`),
  ])
  expect(await valuesAt(model, since, 'b')).toEqual([(since - 1) * 2])
  const page = await model.history('b')
  expect([page.keptSince, page.before, page.entries.at(-1)?.value]).toEqual([
    since,
    null,
    (since - 1) * 2,
  ])
  // Who set it is known for as long as it stands.
  const { why, origin } = await model.explain('still')
  expect([why.changed?.cause.by, why.changed?.before, origin[0]?.by]).toEqual([
    'early',
    null,
    'early',
  ])
  expect((await model.explain('c')).origin[0]?.by).toBe('early')
  await engine.close()
  await store.close()
})

it('reading the past leaves the running model alone', async () => {
  const host = await openHost()
  const { model } = await host.engine.deploy('a = 1\nb = a * 2\nlazy ~= a * 3\n', { id: 'm' })
  const first = model.rev
  await model.set({ a: 5 })
  model.takeRuns()
  await Promise.all([model.cellsAt(undefined, first), model.explain('b'), model.history('lazy')])
  expect([...model.takeRuns().keys()]).toEqual([])
  expect([model.get('b').value, model.get('lazy').status]).toEqual([10, 'dirty'])
})

it('a large model is read and explained without being listed', { timeout: 60_000 }, async () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, i) => `A${i + 1} = ${i}\nB${i + 1} = A${i + 1} * 2\n`,
  )
  const host = await openHost()
  const source = `${rows.join('')}total = SUM(B:B)\nany = A1 + A2 + A3 + total\n`
  const { model } = await host.engine.deploy(source, { id: 'm' })
  for (let i = 1; i <= 30; i++) await model.set({ [`A${i}`]: 0 })
  const again = await (await host.restart()).engine.model('m')
  const { why, because } = await again.explain('any', { depth: 8 })
  expect([why.changed?.before?.value, because.map(({ symbol }) => symbol)]).toEqual([
    8_997_000 - 29 * 28,
    ['A30'],
  ])
  expect(JSON.stringify(why).length).toBeLessThan(20_000)
})

class Counting extends WrappedDriver {
  readonly asked = new Map<Question, number>()

  protected override ask<T>(question: Question, answer: () => Promise<T>): Promise<T> {
    this.asked.set(question, (this.asked.get(question) ?? 0) + 1)
    return answer()
  }
}

it('the past of many inputs is asked for in pages, not one by one', async () => {
  const driver = new Counting(new MemoryDriver())
  const { engine } = await openHost(driver)
  const { model } = await engine.deploy('total = SUM(A:A)\n', { id: 'm' })
  const inputs = Array.from({ length: 2_000 }, (_, i) => `A${i + 1}`)
  for (let n = 1; n <= 5; n++) {
    await model.set(Object.fromEntries(inputs.map((symbol) => [symbol, n])))
  }
  driver.asked.clear()
  const { entries } = await model.history('total')
  expect(entries.map(({ value }) => value)).toEqual([10_000, 8_000, 6_000, 4_000, 2_000, 0])
  expect(driver.asked.get('versions')).toBeUndefined()
  // Four pages of 500 documents for each revision that is looked at.
  expect(driver.asked.get('statesAt')).toBeLessThan(100)
})
