// Goal: a model shows itself as the contract of the API says: a part of a sheet, the model in short, what
// depends on what, who did what; and rectangles are watched as their cells. Method: small models, every
// answer read by the schemas of the contract.

import { expect, it } from 'vitest'
import { auditPage } from '../../client/src/contract/events.ts'
import { modelDetail, sheetAnswer } from '../../client/src/contract/models.ts'
import { graphView } from '../../client/src/contract/why.ts'
import { Slices } from '../src/model/slices.ts'
import type { GraphView } from '../src/views/dependencies.ts'
import { deployed, openHost, refusal } from './support/live.ts'

const facts = modelDetail.omit({ livesIn: true, activity: true })

it('a part of a sheet has every cell that holds something, with what it is', async () => {
  const source =
    'A1 = 1\nA2 ~= A1 * 2\nB1 = SEQUENCE(A1 + 1)\nC1 ?= 1 / A1\nE1:E2 = A1 + 1\nrate = 3\nZ1 = A90\nWHEN A1 > 5 THEN\n  D1 = 2\nEND\n'
  const model = await deployed(source)
  await model.set({ A3: 'set' })
  const { range, cells, rev } = sheetAnswer.parse(model.sheet('Sheet1!A1:E40'))
  expect([range, rev]).toEqual(['A1:E40', model.rev])
  const inShort = Object.entries(cells).map(([symbol, { role, wanted, value }]) => [
    symbol,
    role,
    wanted,
    value,
  ])
  expect(inShort.sort()).toEqual([
    ['A1', 'input', true, 1],
    ['A2', 'lazy', false, null],
    ['A3', 'input', true, 'set'],
    ['B1', 'formula', true, 1],
    ['B2', 'spill', true, 2],
    ['C1', 'conditional', true, 1],
    ['D1', 'rule', true, null],
    ['E1', 'formula', true, 2],
    ['E2', 'formula', true, 2],
  ])
  expect([cells.B1?.spill, cells.B2?.anchor, cells.E2?.formula]).toEqual(['B1:B2', 'B1', 'A1 + 1'])
  expect(Object.keys(model.sheet('A1').cells)).toEqual(['A1'])
  expect((await refusal((async () => model.sheet('rate'))())).code).toBe('bad-symbol')
})

it('a rectangle among symbols stands for its cells', async () => {
  const model = await deployed('A1 = 1\nB1 = SEQUENCE(A1)\nrate = 3\n')
  expect(Object.keys(model.cells(['A1:B9', 'rate'])).sort()).toEqual(['A1', 'B1', 'rate'])
  const told: Record<string, unknown>[] = []
  const stop = model.watch(['A1:C9', 'rate'], (cells) => {
    told.push(Object.fromEntries(Object.entries(cells).map(([name, { value }]) => [name, value])))
  })
  // Also cells that came into being since, and none outside.
  await model.set({ A1: 3, C5: 'new', D5: 'outside' })
  expect(told).toEqual([{ A1: 3, B1: 1, B2: 2, B3: 3, C5: 'new' }])
  await model.set({ rate: 4 })
  expect(told[1]).toEqual({ rate: 4 })
  stop()
  await model.set({ A1: 1, rate: 5 })
  expect(told.length).toBe(2)
})

it('watched rectangles move on to the next version', async () => {
  const host = await openHost()
  const { model } = await host.engine.deploy('A1 = 1\n', { id: 'm' })
  const told: string[][] = []
  model.watch(['A1:B2'], (cells) => told.push(Object.keys(cells).sort()))
  const next = (await host.engine.deploy('A1 = 1\nB2 = A1 + 1\n', { id: 'm' })).model
  await next.set({ A1: 2 })
  expect(told).toEqual([
    ['A1', 'B2'],
    ['A1', 'B2'],
  ])
})

it('the model in short counts its cells and knows what comes next', async () => {
  const model = await deployed(
    '# What is sold.\nA1 = 1\nB3 = 1 / 0\nlazy ~= A1\nEVERY 1h SKIP MISSED THEN\n  C1 = 1\nEND\n',
  )
  const found = facts.parse(model.describe())
  expect(found).toMatchObject({
    id: 'm',
    title: 'm',
    description: 'What is sold.',
    version: 1,
    rev: model.rev,
    cells: { assigned: 3, wanted: 2, dormant: 1 },
    statuses: { ready: 2, dirty: 1 },
    errors: 1,
    rules: 1,
    problems: [],
    next: { due: '2026-01-01T01:00:00.000Z' },
    sheets: [{ name: 'Sheet1', rows: 3, columns: 3 }],
    names: ['lazy'],
  })
})

it('a model without a cell on Sheet1 has no such sheet, and an empty one has', async () => {
  const names = async (source: string) =>
    (await deployed(source)).describe().sheets.map(({ name }) => name)
  expect(await names('Costs!A1 = 1\nSales!B2 = Costs!A1\n')).toEqual(['Costs', 'Sales'])
  expect(await names('Costs!A1 = 1\nA1 = 2\n')).toEqual(['Sheet1', 'Costs'])
  expect(await names('rate = 2\n')).toEqual(['Sheet1'])
})

function arrows({ edges }: GraphView): string[] {
  return edges.map(({ from, to }) => `${from} > ${to}`).sort()
}

it('what depends on what is drawn with ranges, rules and topics', async () => {
  const model = await deployed(
    'A1 = 1\nA2 = 2\ntotal = SUM(A1:A9)\nlazy ~= total\nWHEN total > 9 THEN\n  big = total\n  news!said(A1)\nEND\n',
  )
  const view = await model.dependencies()
  expect(() => graphView.parse(view)).not.toThrow()
  const rule = `rule:${model.graph.rules[0]!.id}`
  expect(arrows(view)).toEqual(
    [
      'A1 > A1:A9',
      'A2 > A1:A9',
      'A1:A9 > total',
      'total > lazy',
      `total > ${rule}`,
      `A1 > ${rule}`,
      `${rule} > big`,
      `${rule} > topic:news`,
    ].sort(),
  )
  const kinds = view.nodes.map(({ id, kind, wanted }) => [id, kind, wanted])
  expect(kinds).toContainEqual(['lazy', 'lazy', false])
  expect(kinds).toContainEqual(['big', 'owned', true])
  expect(kinds).toContainEqual(['A1:A9', 'range', true])
})

it('a focus shows what is near, and many cells of one form are one node', async () => {
  const rows = Array.from(
    { length: 5_000 },
    (_, i) => `A${i + 1} = ${i}\nB${i + 1} = SUM(A$1:A${i + 1})\nC${i + 1} = B${i + 1} * 2\n`,
  )
  const model = await deployed(`${rows.join('')}apart = 1\nnear = apart + 1\nfar = near + C7\n`)
  const whole = await model.dependencies()
  expect(arrows(whole)).toEqual(
    [
      'A1:A5000 > B1:B5000',
      'B1:B5000 > C1:C5000',
      'C1:C5000 > far',
      'apart > near',
      'near > far',
    ].sort(),
  )
  expect([whole.leftOut, whole.nodes.find(({ id }) => id === 'C1:C5000')?.cells]).toEqual([
    0, 5_000,
  ])
  const part = await model.dependencies({ focus: 'apart', limit: 3 })
  expect(part.nodes.map(({ id }) => id)).toEqual(['apart', 'near', 'far'])
  expect(part.leftOut).toBe(whole.nodes.length - 3)
  expect((await model.dependencies({ focus: 'C9', limit: 1 })).nodes[0]?.id).toBe('C1:C5000')
})

it('a picture of a large model is of bounded size, and is drawn while others are answered', async () => {
  const names = Array.from(
    { length: 25_000 },
    (_, i) => `n_${i} = ${i === 0 ? '1' : `n_${i - 1} + 1`}\n`,
  )
  const slices = new Slices({ sliceMs: 2 })
  const { engine } = await openHost(undefined, { slices })
  await engine.deploy(names.join(''), { id: 'm' })
  const model = engine.running('m')
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  const whole = await model.dependencies({ limit: 20_000 })
  clearInterval(counting)
  expect([whole.nodes.length, whole.leftOut]).toEqual([20_000, 5_000])
  expect(turns).toBeGreaterThan(3)
  // What lies beyond is found around a focus.
  const far = await model.dependencies({ focus: 'n_24000', limit: 5 })
  const ids = far.nodes.map(({ id }) => id)
  expect(ids).toEqual(['n_24000', 'n_23999', 'n_24001', 'n_23998', 'n_24002'])
  expect(arrows(far)).toContain('n_23999 > n_24000')
})

it('nobody changes a model while its picture is drawn', async () => {
  const { engine } = await openHost(undefined, { slices: new Slices({ sliceMs: 0 }) })
  const names = Array.from({ length: 2_000 }, (_, i) => `n_${i} = a + ${i}\n`)
  await engine.deploy(`a = 1\n${names.join('')}`, { id: 'm' })
  const model = engine.running('m')
  const order: string[] = []
  const drawn = model.dependencies().then(({ rev }) => order.push(`drawn at ${rev}`))
  const { rev } = model
  const set = model.set({ a: 2 }).then(() => order.push('set'))
  await Promise.all([drawn, set])
  expect(order).toEqual([`drawn at ${rev}`, 'set'])
})

it('who did what is told newest first, page by page, of one model or of all', async () => {
  const host = await openHost()
  const { engine } = host
  const { model } = await engine.deploy('a = 1\nWHEN a > 5 THEN\n  b = a\nEND\n', {
    id: 'm',
    by: 'dora',
  })
  await engine.deploy('x = 1\n', { id: 'other', by: 'dora' })
  await model.set({ a: 9 }, { by: 'anna' })
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`Z${i + 1}`, i]))
  await model.set(many, { by: 'ben' })
  await engine.rollback('m', 1, 'dora')
  const all = auditPage.parse(await engine.activity({ about: 'm' }))
  expect(all.entries.map(({ by, act }) => [by, act])).toEqual([
    ['dora', 'rollback'],
    ['ben', 'set'],
    ['rules', 'rules'],
    ['anna', 'set'],
    ['dora', 'deploy'],
  ])
  expect(all.entries[1]?.what).toMatch(/^Set Z1, .*Z20 and 10 more\.$/)
  expect(all.entries[2]?.what).toBe('When a > 5 fired and wrote b.')
  const paged: unknown[] = []
  for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
    const page = await engine.activity({ before, limit: 2 })
    paged.push(...page.entries.map(({ rev }) => rev))
    before = page.before
  }
  expect(paged).toEqual([6, 5, 4, 3, 2, 1])
  expect(engine.commitsPerMinute('m', 3)).toEqual([0, 0, 5])
  expect(engine.commitsPerMinute('nobody', 2)).toEqual([0, 0])
})
