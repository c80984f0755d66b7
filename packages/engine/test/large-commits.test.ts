// Goal: large commits of many models do not come together, so that a small one waits for one of them at most. Method: a
// database that counts the documents of each group of commits, and can be held up.

import { describe, expect, it } from 'vitest'
import { DEPLOY_DROPS, DROP_WRITES } from '../src/limits.ts'
import type { LiveModel } from '../src/model/live-model.ts'
import { publish } from '../src/topics.ts'
import { world } from './external/support.ts'
import { CountingDriver } from './support/counting-driver.ts'
import { turn } from './support/held-driver.ts'
import { type Host, openHost, refusal, valuesOf } from './support/live.ts'

const LARGE = 2_000
const MODELS = 4

const many = (n: number) =>
  Object.fromEntries(Array.from({ length: LARGE }, (_, i) => [`C${i + 1}`, n]))

async function models(source: string) {
  const driver = new CountingDriver()
  const host = await openHost(driver, { onError: () => {} })
  const { engine } = host
  const made: LiveModel[] = []
  for (let i = 0; i < MODELS; i++) made.push((await engine.deploy(source, { id: `m${i}` })).model)
  const { model: small } = await engine.deploy('A1 = 0\n', { id: 'small' })
  driver.groups.length = 0
  return { driver, engine, host, made, small, restart: () => host.restart() }
}

it.each<[string, string, Record<string, number | { expr: string }>]>([
  ['sets of many values', 'A1 = 0\n', many(7)],
  ['sets of long texts', 'A1 = 0\n', { C1: { expr: 'REPT("x", 1000000)' } }],
  [
    'last good values that follow from a set',
    `A1 = 0\nB1:B${LARGE} ?= A1 + ROW_INDEX\n`,
    { A1: 7 },
  ],
  ['firings of rules', `A1 = 0\nWHEN A1 > 5 THEN\n  B1:B${LARGE} = ROW_INDEX\nEND\n`, { A1: 7 }],
])('%s come one after another, and a small set between them', async (_what, source, values) => {
  const { driver, made, small } = await models(source)
  const order: string[] = []
  const large = made.map((model, i) => model.set(values).then(() => order.push(`large ${i}`)))
  const light = small.set({ A1: 1 }).then(() => order.push('small'))
  await Promise.all([...large, light])
  expect(Math.max(...driver.groups)).toBeLessThan(2 * LARGE)
  expect(order.indexOf('small')).toBeLessThan(3)
  expect(order.length).toBe(MODELS + 1)
})

it('whoever waits for others is at rest, and sees what it was given, before and after', async () => {
  const { driver, made, restart } = await models('A1 = 0\nD1 = SUM(C1:C2000)\n')
  driver.hold()
  const [one, two] = made as [LiveModel, LiveModel]
  const sets = [one.set(many(1)), two.set(many(2)), two.set({ A1: 3 })]
  await driver.reached()
  expect(valuesOf(two, 'C1', 'D1')).toEqual([2, 2 * LARGE])
  driver.release()
  await Promise.all(sets)
  expect(valuesOf(two, 'A1', 'C1', 'D1')).toEqual([3, 2, 2 * LARGE])
  const { engine } = await restart()
  expect(valuesOf(await engine.model('m1'), 'A1', 'C1', 'D1')).toEqual([3, 2, 2 * LARGE])
})

it('one that is refused, or whose model ends, keeps nobody waiting', async () => {
  const { driver, engine, made } = await models('A1 = 0\n')
  driver.hold()
  driver.refuseNext()
  const [one, two, three, four] = made as [LiveModel, LiveModel, LiveModel, LiveModel]
  const refused = refusal(one.set(many(1)))
  await driver.reached()
  const closed = refusal(two.set(many(2)))
  const kept = three.set(many(3))
  two.lose(new Error('on purpose'))
  driver.release()
  expect((await refused).code).toBe('commit-rejected')
  expect((await closed).message).toBe('on purpose')
  await kept
  await four.set(many(4))
  expect(valuesOf(await engine.model('m0'), 'C1')).toEqual([null])
  expect(valuesOf(await engine.model('m1'), 'C1')).toEqual([null])
  expect(valuesOf(three, 'C1')).toEqual([3])
})

it('events with long payloads come one after another, and short ones together', async () => {
  const { driver, host } = await models('A1 = 0\n')
  const published = async (payload: string) => {
    driver.published.length = 0
    await Promise.all(
      Array.from({ length: MODELS }, () => publish(host.store, 't', { payload }, 'me')),
    )
    return Math.max(...driver.published)
  }
  expect(await published('x'.repeat(300_000))).toBe(1)
  expect(await published('x')).toBe(MODELS)
})

it.each<[string, number, number]>([
  ['long answers from outside land one after another', 300_000, 1],
  ['short ones together', 1, MODELS],
])('%s', async (_what, length, most) => {
  const driver = new CountingDriver()
  const w = await world({ driver })
  for (let i = 0; i < MODELS; i++) {
    await w.engine.deploy(`A1 = HTTP_JSON("https://a.example/${i}")\n`, { id: `m${i}` })
  }
  const jobs = await w.claim()
  const at = w.clock.now()
  const value = 'x'.repeat(length)
  driver.groups.length = 0
  await w.store.commit({
    jobs: jobs.map(({ id, attempt }) => ({ op: 'done', id, attempt, result: { value, at } })),
  })
  await w.settle()
  for (let i = 0; i < MODELS; i++) {
    const model = await w.engine.model(`m${i}`)
    expect(model.get('A1')).toMatchObject({ value, status: 'ready' })
  }
  expect(Math.max(...driver.groups)).toBe(most)
})

describe('a version that drops what was given', () => {
  const given = async (count: number) => {
    const { engine, made, restart } = await models('A1 = 0\n')
    for (let from = 1; from <= count; from += 10_000) {
      const length = Math.min(10_000, count - from + 1)
      const values = Array.from({ length }, (_, i) => [`C${from + i}`, 7])
      await made[0]!.set(Object.fromEntries(values))
    }
    const deploy = () => engine.deploy(`C1:C${count} = ROW_INDEX\n`, { id: 'm0' })
    return { engine, deploy, restart }
  }

  it('drops as many as one commit holds', async () => {
    const { deploy, restart } = await given(DEPLOY_DROPS)
    expect(valuesOf((await deploy()).model, 'C1', `C${DEPLOY_DROPS}`)).toEqual([1, DEPLOY_DROPS])
    const { engine } = await restart()
    expect(valuesOf(await engine.model('m0'), 'C2')).toEqual([2])
  })

  it('is refused if they are more, and the one before it goes on', async () => {
    const { engine, deploy } = await given(DEPLOY_DROPS + 1)
    const { code, message } = await refusal(deploy())
    expect([code, message]).toEqual([
      'too-much-work',
      expect.stringMatching(/more than 100000 .* Change fewer cells at a time/),
    ])
    const model = await engine.model('m0')
    expect(valuesOf(model, 'C1', 'A1')).toEqual([7, 0])
    await model.set({ C1: 8 })
    expect(valuesOf(model, 'C1')).toEqual([8])
  })
})

describe('a model of many values that is deleted', () => {
  async function large() {
    const found = await models('A1 = 0\n')
    const values = (from: number) =>
      Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`C${from + i}`, i]))
    for (const from of [1, 5_001]) await found.made[0]!.set(values(from))
    found.driver.groups.length = 0
    return found
  }
  const left = ({ store }: Host) => [...store.documents('model:m0')].length

  it('is gone at once, and goes in parts, as one entry of the audit', async () => {
    const { driver, engine, host } = await large()
    await engine.delete('m0', 'm0')
    expect(left(host)).toBe(0)
    expect(Math.max(...driver.groups)).toBe(DROP_WRITES + 1)
    expect(driver.groups.length).toBeGreaterThan(4)
    const { entries } = await engine.activity({ about: 'm0' })
    expect(entries.filter(({ act }) => act !== 'set').map(({ what }) => what)).toEqual([
      'Deleted the model.',
      'Deployed version 1.',
    ])
  })

  it('what a crash left of it is not seen in the next model of that name', async () => {
    const { driver, engine, host, restart } = await large()
    const first = engine.delete('m0', 'm0')
    await Promise.resolve()
    const refuseSecond = driver.groups.length
    while (driver.groups.length === refuseSecond) await turn()
    driver.refuseNext()
    await first
    expect(left(host)).toBeGreaterThan(0)
    const again = await restart()
    expect(await again.engine.models()).toHaveLength(MODELS)
    await again.engine.wake()
    const { model } = await again.engine.deploy('A1 = 0\n', { id: 'm0' })
    expect(valuesOf(model, 'C1', 'C9999')).toEqual([null, null])
  })
})
