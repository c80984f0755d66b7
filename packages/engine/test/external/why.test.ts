// Goal: why a cell has its value leads through an external call to its job, its attempts and who answered, and the
// past shows what was shown then. Method: live models on a virtual clock, jobs answered by hand, asked at several
// revisions.

import { describe, expect, it } from 'vitest'
import type { WhyNode } from '../../src/why/explain.ts'
import { deploy, START, shown, world } from './support.ts'

const SOURCE = 'base = "EUR"\nA1 = ROUND(FX_RATE(base, "USD"), 2)\nB1 = A1 DEFAULT 1\n'

function callIn(node: WhyNode): WhyNode {
  if (node.role === 'external') return node
  for (const read of node.reads) {
    const found = callIn(read)
    if (found.role === 'external') return found
  }
  return node
}

describe('explain', () => {
  it('goes through the call to its arguments, its job, its attempts and its provider', async () => {
    const w = await world()
    const model = await deploy(w, SOURCE)
    const [first] = await w.claim()
    const { id, attempt } = first!
    await w.store.commit({ jobs: [{ op: 'fail', id, attempt, error: 'timeout: 5 s' }] })
    await w.advance(1_000)
    const [second] = await w.claim()
    await w.done(second!, 1.104, 'desk')
    const { why, because, origin } = await model.explain('B1')
    const call = callIn(why)
    expect(call).toMatchObject({
      symbol: expect.stringMatching(/^__ext__:A1:/),
      role: 'external',
      value: 1.104,
      status: 'ready',
      formula: null,
      call: {
        function: 'FX_RATE',
        route: 'market-data.fx',
        provider: 'desk',
        fetchedAt: new Date(START + 1_000).toISOString(),
        job: { id, status: 'done', attempt: 2, args: ['EUR', 'USD'], provider: 'desk' },
      },
      changed: { cause: { kind: 'job', by: 'job' } },
    })
    expect(call.reads.map(({ symbol, value }) => `${symbol} ${value}`)).toEqual(['base EUR'])
    expect(because).toEqual([
      {
        symbol: call.symbol,
        before: { kind: 'pending', value: null },
        after: { kind: 'number', value: 1.104 },
      },
    ])
    expect(origin.map(({ kind }) => kind)).toEqual(['job'])
  })

  it('shows the job that is on its way, and the error of one that failed', async () => {
    const w = await world()
    const model = await deploy(w, SOURCE)
    const queued = callIn((await model.explain('A1')).why)
    expect(queued.call).toMatchObject({ resolved_rev: 0, job: { status: 'queued', attempt: 0 } })
    await w.answer(() => undefined)
    const failed = callIn((await model.explain('A1')).why)
    expect(failed).toMatchObject({
      status: 'failed',
      call: { error: 'there is no FX_RATE', job: { status: 'failed' } },
    })
  })

  it('of a rule that fired by an answer leads back to the job', async () => {
    const w = await world()
    const model = await deploy(w, 'WHEN FX_RATE("EUR", "USD") > 1 THEN\n C1 = "yes"\nEND\n')
    await w.answer(() => 1.1)
    const { origin } = await model.explain('C1')
    expect(origin.map(({ kind }) => kind)).toEqual(['rule', 'job'])
  })

  it('tells who reads a call and who wants it', async () => {
    const w = await world()
    const model = await deploy(w, SOURCE)
    const call = callIn((await model.explain('A1')).why)
    const { readBy, wantedBy } = await model.explain(call.symbol)
    expect(readBy).toEqual(['A1'])
    expect(wantedBy).toMatchObject({ always: false, formulas: ['A1'] })
  })
})

describe('the past', () => {
  it('shows what calls showed then: pending, answered, stale, failed', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\nB1 = A1 DEFAULT 0\nn = 0\n')
    const seen: [number, string[]][] = []
    const note = async () => {
      await model.set({ n: seen.length + 1 })
      seen.push([model.rev, shown(model, 'A1', 'B1')])
    }
    await note()
    await w.answer(() => 1.1)
    await note()
    await w.advance(30_000)
    await w.answer(() => undefined)
    await note()
    await w.advance(280_000)
    await note()
    expect(seen.map(([, cells]) => cells)).toEqual([
      ['null queued', '0 stale'],
      ['1.1 ready', '1.1 ready'],
      ['1.1 stale', '1.1 stale'],
      ['error:CONNECT! failed', '0 ready'],
    ])
    for (const [rev, cells] of seen) {
      const past = (await model.cellsAt(['A1', 'B1'], rev)).cells
      const text = Object.values(past).map(({ kind, value, typeTag, status }) => {
        return `${kind === 'error' ? typeTag : JSON.stringify(value)} ${status}`
      })
      expect(text).toEqual(cells)
    }
  })

  it('has every value that an answer brought, with its job as the cause', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\n')
    for (const rate of [1.1, 1.2, 1.2, 1.3]) {
      await w.answer(() => rate)
      await w.advance(30_000)
    }
    const { entries } = await model.history('A1')
    expect(entries.map(({ value, cause }) => `${value} ${cause.kind}`)).toEqual([
      '1.3 job',
      '1.2 job',
      '1.1 job',
      'null deploy',
    ])
  })

  it('asks for nothing', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 ~= FX_RATE("EUR", "USD")\nn = 0\n')
    const { rev } = model
    await model.set({ n: 1 })
    await model.cellsAt(['A1'], rev)
    await model.history('A1')
    expect(await w.queued()).toEqual([])
  })
})

describe('the picture of what depends on what', () => {
  it('has a node for a call, between its arguments and the cell', async () => {
    const w = await world()
    const model = await deploy(w, SOURCE)
    const { nodes, edges } = await model.dependencies()
    const call = nodes.find(({ kind }) => kind === 'external')
    expect(call).toMatchObject({ status: 'queued', wanted: true, cells: 1 })
    expect(edges).toContainEqual({ from: 'base', to: call!.id })
    expect(edges).toContainEqual({ from: call!.id, to: 'A1' })
  })
})
