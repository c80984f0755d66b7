// Goal: when the database refuses a commit, the model is as if nobody had asked. Method: the commit of a
// set is refused on purpose, alone and with others in flight; all values are compared with those before.

import { expect, it } from 'vitest'
import type { GivenValue } from '../src/model/given-value.ts'
import type { LiveModel } from '../src/model/live-model.ts'
import { HeldDriver, turn } from './support/held-driver.ts'
import { type Host, openHost, refusal, valuesOf } from './support/live.ts'

interface Stage {
  readonly driver: HeldDriver
  readonly host: Host
  readonly model: LiveModel
}

async function stage(source: string): Promise<Stage> {
  const driver = new HeldDriver()
  const host = await openHost(driver)
  const { model } = await host.engine.deploy(source, { id: 'm' })
  return { driver, host, model }
}

const EVERYTHING = [
  'A1 = 2',
  'A2 = 3',
  'B1 = A1 + A2',
  'B2 = SUM(A:A)',
  'B3 = IF(A1 > 2, A2, lazy)',
  'lazy ~= A1 * 100',
  'good ?= 10 / (A1 - 2)',
  'D1 = SEQUENCE(A1)',
  'E1 = SUM(D1:D9)',
  'F1 = [1, 2]',
  'J5 = COUNTA(F1:H9)',
  '',
].join('\n')

it.each<[string, Record<string, GivenValue>]>([
  ['numbers', { A1: 4, A2: 5 }],
  ['a shorter array', { A1: 1 }],
  ['blanks', { A1: null, A2: null }],
  ['new cells', { A50: 7, F3: 8, Z9: 1, fresh: 2 }],
  ['what blocks an array', { D2: 5 }],
  ['an array in a cell', { F1: [[1], [2], [3]] }],
  ['no array where one was', { F1: 5 }],
  ['an array in a cell that nothing assigns', { K1: [1, 2, 3] }],
  ['an error', { A1: { expr: '#N/A' } }],
])('a refused set of %s leaves everything as it was', async (_, values) => {
  const { driver, host, model } = await stage(EVERYTHING)
  const symbols = [...model.assigned(), 'D2', 'D3', 'D4', 'G1', 'F2', 'F3', 'K1', 'L1', 'Z9', 'A50']
  const before = symbols.map((symbol) => [symbol, model.get(symbol)])
  const { rev } = model
  driver.refuseNext()
  expect((await refusal(model.set(values))).code).toBe('commit-rejected')
  expect(model.rev).toBe(rev)
  const plain = (views: unknown) => JSON.stringify(views).replaceAll(/"rev":\d+/g, '')
  expect(plain(symbols.map((symbol) => [symbol, model.get(symbol)]))).toBe(plain(before))
  const { engine } = await host.restart()
  const again = await engine.model('m')
  expect(plain(symbols.map((symbol) => [symbol, again.get(symbol)]))).toBe(plain(before))
})

it('a refused set takes the last good value back too', async () => {
  const { driver, host, model } = await stage('A1 = 2\nB1 ?= 1 / A1\nC1 = B1 * 2\n')
  await model.set({ A1: 0 })
  driver.refuseNext()
  await refusal(model.set({ A1: 4 }))
  expect(valuesOf(model, 'A1', 'B1', 'C1')).toEqual([0, 0.5, 1])
  const again = await (await host.restart()).engine.model('m')
  expect(valuesOf(again, 'A1', 'B1', 'C1')).toEqual([0, 0.5, 1])
})

it('a refused set takes the last good array back too', async () => {
  const { driver, model } = await stage('A1 = 3\nC1 ?= IF(A1 > 9, #N/A, SEQUENCE(A1))\n')
  await model.set({ A1: 10 })
  driver.refuseNext()
  await refusal(model.set({ A1: 4 }))
  expect(valuesOf(model, 'C1', 'C3', 'C4')).toEqual([1, 3, null])
})

it('what was given after a refused set stays', async () => {
  const { driver, host, model } = await stage('A1 = 1\nA2 = 1\nB1 = A1 + A2 * 10\n')
  driver.hold()
  driver.refuseNext()
  const first = refusal(model.set({ A1: 5, A2: 5 }))
  await turn()
  const second = model.set({ A2: 7 })
  await turn()
  driver.release()
  expect((await first).code).toBe('commit-rejected')
  await second
  expect(valuesOf(model, 'A1', 'A2', 'B1')).toEqual([1, 7, 71])
  const again = await (await host.restart()).engine.model('m')
  expect(valuesOf(again, 'A1', 'A2', 'B1')).toEqual([1, 7, 71])
})

it('what was given after a refused set stays even if it is the same value', async () => {
  const { driver, host, model } = await stage('A1 = 1\nB1 = A1 * 10\n')
  driver.hold()
  driver.refuseNext()
  const first = refusal(model.set({ A1: 5 }))
  await turn()
  const second = model.set({ A1: 5 })
  await turn()
  driver.release()
  expect((await first).code).toBe('commit-rejected')
  await second
  expect(valuesOf(model, 'A1', 'B1')).toEqual([5, 50])
  const again = await (await host.restart()).engine.model('m')
  expect(valuesOf(again, 'A1', 'B1')).toEqual([5, 50])
})

it('a lazy result that followed from a refused set is not kept', async () => {
  const { driver, host, model } = await stage('A1 = 1\nlazy ~= A1 * 10\n')
  driver.hold()
  driver.refuseNext()
  const first = refusal(model.set({ A1: 5 }))
  await turn()
  const resolved = model.resolve('lazy')
  await turn()
  driver.release()
  await first
  await resolved
  expect((await model.resolve('lazy')).value).toMatchObject({ value: 10 })
  const again = await (await host.restart()).engine.model('m')
  expect((await again.resolve('lazy')).value).toMatchObject({ value: 10 })
})

it('a refused deploy leaves the version before it at work', async () => {
  const { driver, host, model } = await stage('A1 = 1\nB1 = A1 * 10\n')
  driver.refuseNext()
  const refused = await refusal(host.engine.deploy('A1 = 2\nB1 = A1 * 20\n', { id: 'm' }))
  expect(refused.code).toBe('commit-rejected')
  await model.set({ A1: 3 })
  expect([model.version, ...valuesOf(model, 'B1')]).toEqual([1, 30])
  const again = await (await host.restart()).engine.model('m')
  expect([again.version, ...valuesOf(again, 'A1', 'B1')]).toEqual([1, 3, 30])
})

it('a refused delete leaves the model', async () => {
  const { driver, host, model } = await stage('A1 = 1\n')
  driver.refuseNext()
  expect((await refusal(host.engine.delete('m', 'm'))).code).toBe('commit-rejected')
  await model.set({ A1: 3 })
  expect((await host.engine.model('m')).get('A1').value).toBe(3)
})

it('a set that comes while a deploy is in flight is in the new version, or is refused', async () => {
  const { driver, host, model } = await stage('A1 = 1\nB1 = A1 * 10\n')
  driver.hold()
  const deploying = host.engine.deploy('A1 = 1\nB1 = A1 * 20\n', { id: 'm' })
  await turn()
  const setting = model.set({ A1: 3 }).then(
    () => 3,
    () => 1,
  )
  await turn()
  driver.release()
  const { model: next } = await deploying
  const expected = await setting
  await next.idle()
  expect(valuesOf(next, 'A1', 'B1')).toEqual([expected, expected * 20])
  const again = await (await host.restart()).engine.model('m')
  expect(valuesOf(again, 'A1', 'B1')).toEqual([expected, expected * 20])
})
