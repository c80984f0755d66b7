// Goal: a cell's explanation names what it was computed from, the commit that last changed it, and the way
// back to the origin. Method: small models whose explanations are known, also after a restart.

import { expect, it } from 'vitest'
import type { LiveModel } from '../src/model/live-model.ts'
import type { WhyNode } from '../src/why/explain.ts'
import { deployed, openHost, refusal } from './support/live.ts'

/** The tree in short: symbols with their values, and what they read. */
function drawn({ symbol, value, reads }: WhyNode): unknown {
  return reads.length === 0 ? [symbol, value] : [symbol, value, ...reads.map(drawn)]
}

/** The account of the last change. */
async function changeOf(model: LiveModel, symbol: string): Promise<unknown> {
  const { why, because, origin } = await model.explain(symbol)
  return {
    before: why.changed?.before?.value,
    by: why.changed?.cause.by,
    because: because.map((one) => [one.symbol, one.before?.value, one.after.value]),
    origin: origin.map(({ kind }) => kind),
  }
}

it('a formula is explained by what it read, level by level', async () => {
  const model = await deployed(
    'price = 120\nquantity = 3\nnet = price * quantity\ngross = net * 1.2\n',
  )
  const { why, rev, readBy } = await model.explain('gross')
  expect(drawn(why)).toEqual(['gross', 432, ['net', 360, ['price', 120], ['quantity', 3]]])
  expect([why.role, why.formula, why.reads[0]?.formula]).toEqual([
    'formula',
    'net * 1.2',
    'price * quantity',
  ])
  expect([rev, readBy]).toEqual([model.rev, []])
  expect((await model.explain('price')).readBy).toEqual(['net'])
})

it('deeper levels are cut, and what stands elsewhere in the tree is not repeated', async () => {
  const model = await deployed('a = 1\nb = a\nc = b\nd = c + b\n')
  const { why } = await model.explain('d', { depth: 1 })
  expect(why.reads.map(({ symbol, cut }) => [symbol, cut])).toEqual([
    ['c', true],
    ['b', true],
  ])
  const whole = (await model.explain('d')).why
  expect(drawn(whole)).toEqual(['d', 2, ['c', 1, ['b', 1]], ['b', 1, ['a', 1]]])
  expect(whole.reads[0]?.reads[0]?.cut).toBe(true)
})

it('the last change has its maker, what it was before, and the inputs it came from', async () => {
  const host = await openHost()
  const { model } = await host.engine.deploy('a = 1\nb = 5\nsum = a + b\nbig = sum > 100\n', {
    id: 'm',
    by: 'deployer',
  })
  await model.set({ a: 2 }, { by: 'anna' })
  await model.set({ a: 10, b: 20 }, { by: 'ben' })
  const expected = {
    before: 7,
    by: 'ben',
    because: [
      ['a', 2, 10],
      ['b', 5, 20],
    ],
    origin: ['set'],
  }
  expect(await changeOf(model, 'sum')).toEqual(expected)
  // It never was anything else.
  const since = { before: undefined, by: undefined, because: [], origin: ['deploy'] }
  expect(await changeOf(model, 'big')).toEqual(since)
  const again = await host.restart()
  const reopened = await again.engine.model('m')
  expect(await changeOf(reopened, 'sum')).toEqual(expected)
  expect(await changeOf(reopened, 'big')).toEqual(since)
  expect((await reopened.explain('big')).origin[0]?.by).toBe('deployer')
})

it('a commit that leaves a value as it was is not what changed it', async () => {
  const host = await openHost()
  const { model } = await host.engine.deploy('a = 1\nb = 1\nsmall = MIN(a, b)\n', { id: 'm' })
  const { rev } = await model.set({ a: 0 }, { by: 'anna' })
  for (let i = 2; i < 9; i++) await model.set({ b: i }, { by: 'ben' })
  await model.set({ a: 0 }, { by: 'ben' })
  const again = await (await host.restart()).engine.model('m')
  const { why } = await again.explain('small')
  const { cause, before } = why.changed!
  expect([cause.by, cause.rev, before?.value]).toEqual(['anna', rev, 1])
})

it('a branch that was not taken is named', async () => {
  const model = await deployed('a = 1\nb = 2\nc = 3\nd = IF(a > 0, b, c)\n')
  const { why } = await model.explain('d')
  expect(drawn(why)).toEqual(['d', 2, ['a', 1], ['b', 2]])
  expect(why.notTaken).toEqual(['c'])
  await model.set({ a: 0 })
  expect((await model.explain('d')).why.notTaken).toEqual(['b'])
})

it('a range is one read; a small one shows its cells', async () => {
  const model = await deployed('A1 = 1\nA2 = 2\nA3 = 3\nB1 = SUM(A1:A3)\nC1 = SUM(A1:A200)\n')
  expect(drawn((await model.explain('B1')).why)).toEqual([
    'B1',
    6,
    ['A1:A3', [[1], [2], [3]], ['A1', 1], ['A2', 2], ['A3', 3]],
  ])
  const large = (await model.explain('C1')).why.reads[0]
  expect([large?.symbol, large?.reads, large?.more]).toEqual(['A1:A200', [], 200])
  expect([...(await model.explain('A2')).readBy].sort()).toEqual(['B1', 'C1'])
})

it('a lookup through an index reads its range', async () => {
  const rows = Array.from({ length: 9 }, (_, i) => `A${i + 1} = ${i}\nB${i + 1} = ${i * 10}\n`)
  const finds = Array.from({ length: 5 }, (_, i) => `C${i + 1} = VLOOKUP(${i}, A1:B9, 2, FALSE)\n`)
  const model = await deployed(`${rows.join('')}${finds.join('')}`)
  const { why } = await model.explain('C5')
  expect([why.value, why.reads.map(({ symbol }) => symbol)]).toEqual([40, ['B5', 'A1:B9']])
  expect((await model.explain('B5')).readBy).toContain('C5')
})

it('a spilled cell leads to its array, and to what made room for it', async () => {
  const model = await deployed('n = 3\nA1 = SEQUENCE(n)\n')
  const { why } = await model.explain('A3')
  expect([why.role, why.value, why.reads.map(({ symbol }) => symbol)]).toEqual(['spill', 3, ['A1']])
  await model.set({ A2: 'x' }, { by: 'anna' })
  const blocked = await model.explain('A1')
  expect([blocked.why.typeTag, blocked.why.changed?.cause.by]).toEqual(['error:SPILL!', 'anna'])
  expect(blocked.because.map(({ symbol }) => symbol)).toEqual(['A2'])
  expect((await model.explain('A3')).why.changed?.before).toEqual({ kind: 'number', value: 3 })
})

it('errors, conditional and lazy cells are explained like any other', async () => {
  const model = await deployed('a = 4\ninverse = 1 / a\nkept ?= 1 / a\nlater ~= a * 10\n')
  await model.set({ a: 0 }, { by: 'anna' })
  const failed = await model.explain('inverse')
  expect([failed.why.typeTag, failed.why.changed?.before]).toEqual([
    'error:DIV/0!',
    { kind: 'number', value: 0.25 },
  ])
  const kept = await model.explain('kept')
  expect([kept.why.role, kept.why.value, kept.origin[0]?.kind]).toEqual([
    'conditional',
    0.25,
    'deploy',
  ])
  const lazy = await model.explain('later')
  expect([lazy.why.role, lazy.why.status, drawn(lazy.why)]).toEqual([
    'lazy',
    'dirty',
    ['later', null, ['a', 0]],
  ])
  expect([...(await model.explain('a')).readBy].sort()).toEqual(['inverse', 'kept', 'later'])
})

it('a cell of a rectangle shows its formula and what it took it from', async () => {
  const model = await deployed('A1 = 2\nB1:B3 = A1 * ROW_INDEX\nC1:C2 = SEQUENCE(2) * A1\n')
  const { why } = await model.explain('B2')
  expect([why.value, why.formula, drawn(why)]).toEqual([4, 'A1 * ROW_INDEX', ['B2', 4, ['A1', 2]]])
  expect(drawn((await model.explain('C2')).why)).toEqual(['C2', 4, ['A1', 2]])
})

it('what is nothing is explained as nothing, and what is no symbol is refused', async () => {
  const model = await deployed('a = 1\n')
  const { why, origin } = await model.explain('Z9')
  expect([why.role, why.value, origin.map(({ kind }) => kind)]).toEqual(['blank', null, ['deploy']])
  expect((await refusal(model.explain('A1:B2'))).code).toBe('bad-symbol')
})
