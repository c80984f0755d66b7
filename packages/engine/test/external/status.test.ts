// Goal: everybody can see where a cell stands, and who watches is told of a change of status alone. Method: live
// models whose jobs are answered by hand; views and what watchers hear are compared step by step.

import { describe, expect, it } from 'vitest'
import type { LiveModel } from '../../src/model/live-model.ts'
import type { CellView } from '../../src/views/cell-view.ts'
import { deploy, START, shown, world } from './support.ts'

function heard(model: LiveModel, symbols: readonly string[], demand = true) {
  const news: string[][] = []
  const tell = (cells: Readonly<Record<string, CellView>>) => {
    news.push(
      Object.entries(cells).map(([name, { value, status }]) => `${name} ${value} ${status}`),
    )
  }
  model.watch(symbols, tell, { demand })
  return news
}

describe('watchers', () => {
  it('are told when a job is taken up, though no value changes', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\nB1 = A1 DEFAULT 1\n')
    const news = heard(model, ['A1', 'B1'])
    const { rev } = model
    const [job] = await w.claim()
    await w.settle()
    expect(news).toEqual([['A1 null running']])
    expect(model.rev).toBe(rev)
    await w.done(job!, 1.1)
    expect(news.slice(1)).toEqual([['A1 1.1 ready', 'B1 1.1 ready']])
  })

  it('are told when a value gets old and when the same value comes back, each once', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\nB1 = A1 * 2\nC1 = 5\n')
    await w.answer(() => 1.5)
    const news = heard(model, ['A1', 'B1', 'C1'])
    await w.advance(30_000)
    expect(news).toEqual([['A1 1.5 stale', 'B1 3 stale']])
    await w.answer(() => 1.5)
    expect(news.slice(1)).toEqual([['A1 1.5 ready', 'B1 3 ready']])
  })

  it('are told of all cells in a rectangle that stand otherwise', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\nA2 = A1 DEFAULT 1\nA3 = 7\n')
    const news = heard(model, ['A1:A9'], false)
    await w.claim()
    await w.settle()
    expect(news).toEqual([['A1 null running']])
  })

  it('are told that arguments changed, though the value stays', async () => {
    const w = await world()
    const model = await deploy(w, 'base = "EUR"\nA1 = FX_RATE(base, "USD")\n')
    await w.answer(() => 1.1)
    const news = heard(model, ['A1'])
    await model.set({ base: 'GBP' })
    expect(news).toEqual([['A1 1.1 stale']])
  })

  it('may watch an external call by its symbol', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD") * 2\n')
    const [job] = await w.queued()
    const [symbol] = (job!.payload as { symbols: string[] }).symbols
    const news = heard(model, [symbol!])
    await w.answer(() => 1.1)
    expect(news.flat()).toContain(`${symbol} 1.1 ready`)
    // As a cell that is nothing but the call has it.
    expect(model.get(symbol!).typeTag).toBe('fx_rate')
  })
})

describe('the status of a cell', () => {
  it('follows from what it read, not from what it might have', async () => {
    const w = await world()
    const model = await deploy(w, 'on = FALSE\nA1 = FX_RATE("EUR", "USD")\nB1 = IF(on, A1, 0)\n')
    expect(shown(model, 'A1', 'B1')).toEqual(['null queued', '0 ready'])
    await model.set({ on: true })
    expect(shown(model, 'B1')).toEqual(['null queued'])
  })

  it('goes through ranges, names and arrays', async () => {
    const w = await world()
    const source =
      'A1 = FX_RATE("EUR", "USD") DEFAULT 1\nA2 = 2\nB1 = SUM(A1:A9)\nn = B1\nC1 = n + 1\n'
    const model = await deploy(w, source)
    expect(shown(model, 'B1', 'n', 'C1')).toEqual(['3 stale', '3 stale', '4 stale'])
    await w.answer(() => 10)
    expect(shown(model, 'B1', 'n', 'C1')).toEqual(['12 ready', '12 ready', '13 ready'])
  })

  it('is failed only where the error comes from the call', async () => {
    const w = await world()
    const source = 'A1 = FX_RATE("EUR", "USD")\nB1 = A1 + 1\nB2 = 1 / 0 + A1\nB3 = A1 DEFAULT 4\n'
    const model = await deploy(w, source)
    await w.answer(() => undefined)
    expect(shown(model, 'A1', 'B1', 'B2', 'B3')).toEqual([
      'error:CONNECT! failed',
      'error:CONNECT! failed',
      'error:DIV/0! ready',
      '4 ready',
    ])
  })

  it('is counted for the model, and by route', async () => {
    const w = await world()
    const model = await deploy(
      w,
      'A1 = FX_RATE("EUR", "USD")\nA2 = FX_RATE("GBP", "USD")\nA3 ~= ML_SCORE([1])\nB1 = A1 DEFAULT 0\n',
    )
    await w.claim()
    await w.settle()
    const none = { ready: 0, stale: 0, queued: 0, running: 0, failed: 0, dirty: 0 }
    expect(model.jobs.counts()).toEqual({
      statuses: { ...none, running: 2, dirty: 1 },
      routes: {
        'market-data.fx': { ...none, running: 2 },
        'ml.scoring': { ...none, dirty: 1 },
      },
      landed: 0,
      obsolete: 0,
    })
    expect(model.describe().statuses).toEqual({ ...none, running: 2, stale: 1, dirty: 1 })
  })
})

describe('the view of a cell', () => {
  it('says when its answer was fetched, when it is asked for again, and what went wrong', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD") * 2\nB1 = A1 + 1\n')
    expect(model.get('A1').external).toEqual({ fetchedAt: null, refreshAt: null })
    expect(model.get('B1')).not.toHaveProperty('external')
    await w.answer(() => 1)
    const at = (ms: number) => new Date(START + ms).toISOString()
    expect(model.get('A1').external).toEqual({ fetchedAt: at(0), refreshAt: at(30_000) })
    await w.advance(30_000)
    expect(model.get('A1').external).toEqual({ fetchedAt: at(0), refreshAt: null })
    await w.answer(() => undefined)
    expect(model.get('A1').external).toEqual({
      fetchedAt: at(0),
      refreshAt: at(90_000),
      error: 'there is no FX_RATE',
    })
  })

  it('of an external call can be read by its symbol, and never set', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = ROUND(FX_RATE("EUR", "USD") + 0.01, 4)\n')
    const [symbol] = Object.keys(model.cells([firstCall(model)]))
    expect(symbol).toMatch(/^__ext__:A1:[0-9a-f]{6}$/)
    await w.answer(() => 1.1)
    expect(model.get(symbol!)).toMatchObject({ value: 1.1, status: 'ready' })
    await expect(model.set({ [symbol!]: 5 })).rejects.toMatchObject({ code: 'not-an-input' })
    await expect(model.resolve(symbol!)).resolves.toMatchObject({ status: 'ready' })
    expect(() => model.watch(['__ext__:A1:nowhere'], () => {})).toThrow('no external call')
  })
})

function firstCall({ graph }: LiveModel): string {
  for (const { symbol } of graph.calls.all) return symbol
  throw new Error('the model has no call')
}

describe('what resolve says', () => {
  it('is ready with equal numbers, and stale with the job that is on its way', async () => {
    const w = await world()
    const model = await deploy(w, 'base = "EUR"\nB1 = FX_RATE(base, "USD")\n')
    await w.answer(() => 1.0823)
    const ready = await model.resolve('B1')
    expect(ready).toEqual({
      status: 'ready',
      value: { kind: 'number', value: 1.0823, typeTag: 'fx_rate' },
      request_rev: ready.resolved_rev,
      resolved_rev: ready.request_rev,
    })
    await model.set({ base: 'GBP' })
    const stale = await model.resolve('B1')
    const [job] = await w.queued()
    expect(stale).toEqual({
      status: 'stale',
      value: { kind: 'number', value: 1.0823, typeTag: 'fx_rate' },
      request_rev: (job!.payload as { requestRev: number }).requestRev,
      resolved_rev: ready.resolved_rev,
      pending_job_id: job!.id,
    })
    expect(stale.request_rev).toBeGreaterThan(stale.resolved_rev)
  })

  it('of a cell that needs nothing from outside is its revision, twice', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = 1\nB1 = A1 + 1\n')
    const { rev } = await model.set({ A1: 2 })
    expect(await model.resolve('B1')).toEqual({
      status: 'ready',
      value: { kind: 'number', value: 3, typeTag: 'number' },
      request_rev: rev,
      resolved_rev: rev,
    })
  })

  it('is failed with the last error', async () => {
    const w = await world()
    const model = await deploy(w, 'B1 = FX_RATE("EUR", "USD")\n')
    await w.answer(() => undefined)
    expect(await model.resolve('B1')).toMatchObject({
      status: 'failed',
      value: { kind: 'error', typeTag: 'error:CONNECT!' },
      resolved_rev: 0,
      last_error: 'there is no FX_RATE',
    })
  })
})
