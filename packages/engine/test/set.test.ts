// Goal: a set is one durable act: all or nothing, in order, once per key, and taken back if refused.
// Method: live models on a memory database that can be held up and can refuse.

import { describe, expect, it } from 'vitest'
import type { GivenValue } from '../src/model/given-value.ts'
import { HeldDriver, turn } from './support/held-driver.ts'
import { deployed, openHost, ranIn, refusal, valuesOf } from './support/live.ts'

const SOURCE = 'A1 = 1\nA2 as number = 2\nB1 = A1 + A2\nB2 = A1 * 10\nC1 = B1 > 100\n'

const lists = (rows: number, columns: number) =>
  Array.from({ length: rows }, () => new Array<number>(columns).fill(1))

function deep(levels: number): GivenValue {
  let value: GivenValue = 1
  for (let i = 0; i < levels; i++) value = { a: value }
  return value
}

/** Each is allowed alone. */
const heavy = (count: number): Record<string, GivenValue> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`Z${i + 1}`, { expr: 'SUM(SEQUENCE(1000000))' }]),
  )

describe('a set', () => {
  it('is one commit that names the cells that changed', async () => {
    const model = await deployed(SOURCE)
    const { rev } = model
    const answer = await model.set({ A1: 5, A2: 6 })
    expect(answer.rev).toBe(rev + 1)
    expect(model.rev).toBe(rev + 1)
    expect([...answer.changed].sort()).toEqual(['A1', 'A2', 'B1', 'B2'])
    expect(valuesOf(model, 'B1', 'B2', 'C1')).toEqual([11, 50, false])
  })

  it('runs nothing and changes nothing when the value is the same', async () => {
    const model = await deployed(SOURCE)
    const { changed } = await model.set({ A1: 1 })
    expect([changed, ranIn(model)]).toEqual([[], []])
  })

  it.each<[string, Record<string, GivenValue>, string]>([
    ['a formula', { A1: 9, B1: 3 }, 'not-an-input'],
    ['something that is no symbol', { A1: 9, 'A1:B2': 3 }, 'bad-symbol'],
    ['a sheet that is none', { A1: 9, '!B2': 3 }, 'bad-symbol'],
    ['a value that the tag refuses', { A1: 9, A2: 'x' }, 'bad-value'],
    ['a number that is none', { A1: 9, A2: Number.NaN }, 'bad-value'],
    ['an expression that reads', { A1: 9, A2: { expr: 'B1 + 1' } }, 'bad-value'],
    ['an expression that is none', { A1: 9, A2: { expr: '1 +' } }, 'bad-value'],
    ['a lambda', { A1: 9, Z9: { expr: '(x) => x' } }, 'bad-value'],
    ['a text beyond 1 MiB', { A1: 9, Z9: 'x'.repeat(1_048_577) }, 'bad-value'],
    ['such a text inside a list', { A1: 9, Z9: ['x'.repeat(1_048_577)] }, 'bad-value'],
    ['more than a million elements', { A1: 9, Z9: new Array(1_000_001).fill(1) }, 'bad-value'],
    ['a million elements in lists', { A1: 9, Z9: lists(1_001, 1_000) }, 'bad-value'],
    ['a value that is too deep', { A1: 9, Z9: deep(101) }, 'bad-value'],
    ['long expressions', { A1: 9, Z9: { expr: `0${' + 1'.repeat(70_000)}` } }, 'too-much-work'],
    ['expressions that take long together', { A1: 9, ...heavy(200) }, 'too-much-work'],
  ])('with %s among its values changes nothing', async (_, values, code) => {
    const model = await deployed(SOURCE)
    const { rev } = model
    expect((await refusal(model.set(values))).code).toBe(code)
    expect([model.rev, ranIn(model), ...valuesOf(model, 'A1', 'B1', 'B2')]).toEqual([
      rev,
      [],
      1,
      3,
      10,
    ])
  })

  it.each<[string, GivenValue]>([
    ['a text beyond what the store keeps', 'x'.repeat(40_000_000)],
    ['a text that is no Unicode', '\ud800'],
    ['a number without sign of its own', -0],
  ])('with %s is kept whole or refused whole', async (_, value) => {
    const host = await openHost()
    const { model } = await host.engine.deploy(SOURCE, { id: 'm' })
    const { rev } = model
    const refused = await model.set({ A1: 7, Z1: value }).then(
      () => false,
      () => true,
    )
    expect(valuesOf(model, 'A1', 'B2')).toEqual(refused ? [1, 10] : [7, 70])
    expect(model.rev).toBe(refused ? rev : rev + 1)
    const again = await (await host.restart()).engine.model('m')
    expect(again.get('A1').value).toBe(refused ? 1 : 7)
  })

  it('takes null for blank, and a blank cell that nothing assigns is free again', async () => {
    const model = await deployed('A1 = 1\nB1 = A1 IS BLANK\nD1 = SEQUENCE(3)\n')
    await model.set({ A1: null, D2: 7 })
    expect(valuesOf(model, 'A1', 'B1', 'D1', 'D2')).toEqual([null, true, 'error:SPILL!', 7])
    await model.set({ D2: null })
    expect(valuesOf(model, 'D1', 'D2', 'D3')).toEqual([1, 2, 3])
  })

  it('gives each cell the revision of the commit that brought its value', async () => {
    const model = await deployed(SOURCE)
    const first = model.rev
    const { rev: second } = await model.set({ A1: 5 })
    const { rev: third } = await model.set({ A2: 6 })
    const revs = ['A1', 'A2', 'B1', 'B2', 'C1'].map((symbol) => model.get(symbol).rev)
    expect(revs).toEqual([second, third, third, second, first])
  })

  it('reaches names, other sheets and cells that nothing assigns', async () => {
    const model = await deployed("B1 = rate * 2 + Other!A1 + 'My sheet'!C3\nB2 = SUM(F:F)\n")
    await model.set({ rate: 3, 'other!a1': 4, "'My sheet'!$C$3": 5, F900000: 6 })
    expect(valuesOf(model, 'B1', 'B2', 'rate', 'Other!A1')).toEqual([15, 6, 3, 4])
  })
})

describe('expectRev', () => {
  it('lets a set pass at that revision only', async () => {
    const model = await deployed(SOURCE)
    const { rev } = model
    const answer = await model.set({ A1: 2 }, { expectRev: rev })
    expect(answer.rev).toBe(rev + 1)
    expect((await refusal(model.set({ A1: 3 }, { expectRev: rev }))).code).toBe('wrong-revision')
    expect(model.get('A1').value).toBe(2)
  })

  it('counts a set that is still in flight', async () => {
    const driver = new HeldDriver()
    const { engine } = await openHost(driver)
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    const { rev } = model
    driver.hold()
    const first = model.set({ A1: 2 })
    const second = refusal(model.set({ A1: 3 }, { expectRev: rev }))
    await turn()
    driver.release()
    await first
    expect((await second).code).toBe('wrong-revision')
    expect(model.get('A1').value).toBe(2)
  })

  it('lets exactly one of two in flight pass', async () => {
    const driver = new HeldDriver()
    const { engine } = await openHost(driver)
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    const { rev } = model
    driver.hold()
    const both = Promise.allSettled([
      model.set({ A1: 2 }, { expectRev: rev }),
      model.set({ A1: 3 }, { expectRev: rev }),
    ])
    await turn()
    driver.release()
    const results = await both
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(model.get('A1').value).toBe(2)
  })

  it('passes again when the set before it was refused', async () => {
    const driver = new HeldDriver()
    const { engine } = await openHost(driver)
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    const { rev } = model
    driver.hold()
    driver.refuseNext()
    const first = refusal(model.set({ A1: 2 }))
    const second = model.set({ A2: 3 }, { expectRev: rev })
    await turn()
    driver.release()
    expect((await first).code).toBe('commit-rejected')
    expect((await second).rev).toBe(rev + 1)
    expect(valuesOf(model, 'A1', 'A2', 'B1')).toEqual([1, 3, 4])
  })
})

describe('an idempotency key', () => {
  it('gives the same answer again and changes nothing', async () => {
    const model = await deployed(SOURCE)
    const first = await model.set({ A1: 5 }, { idempotencyKey: 'k' })
    await model.set({ A1: 6 })
    const again = await model.set({ A1: 5 }, { idempotencyKey: 'k' })
    expect([again.rev, [...again.changed]]).toEqual([first.rev, [...first.changed]])
    expect(model.get('A1').value).toBe(6)
  })

  it('gives the same answer while the first is in flight, with one commit', async () => {
    const driver = new HeldDriver()
    const { engine } = await openHost(driver)
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    const { rev } = model
    driver.hold()
    const both = [1, 2].map(() => model.set({ A1: 5 }, { idempotencyKey: 'k' }))
    await turn()
    driver.release()
    expect((await Promise.all(both)).map((answer) => answer.rev)).toEqual([rev + 1, rev + 1])
  })

  it('gives the same answer after a restart', async () => {
    const host = await openHost()
    const { model } = await host.engine.deploy(SOURCE, { id: 'm' })
    const first = await model.set({ A1: 5 }, { idempotencyKey: 'k' })
    await model.set({ A1: 6 })
    const again = await (await host.restart()).engine.model('m')
    const answer = await again.set({ A1: 5 }, { idempotencyKey: 'k' })
    expect([answer.rev, answer.changed]).toEqual([first.rev, [...first.changed]])
    expect(again.get('A1').value).toBe(6)
  })

  it('is refused with other values, later and in flight', async () => {
    const driver = new HeldDriver()
    const { engine } = await openHost(driver)
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    driver.hold()
    const first = model.set({ A1: 5 }, { idempotencyKey: 'k' })
    const meanwhile = refusal(model.set({ A1: 8 }, { idempotencyKey: 'k' }))
    await turn()
    driver.release()
    await first
    expect((await meanwhile).code).toBe('key-reused')
    const later = await refusal(model.set({ A1: 9 }, { idempotencyKey: 'k' }))
    expect([later.code, model.get('A1').value]).toEqual(['key-reused', 5])
  })

  it('does not mind the order of the values', async () => {
    const model = await deployed(SOURCE)
    const first = await model.set({ A1: 5, A2: 6 }, { idempotencyKey: 'k' })
    const again = await model.set({ A2: 6, A1: 5 }, { idempotencyKey: 'k' })
    expect(again.rev).toBe(first.rev)
  })

  it('is free again when its set was refused', async () => {
    const driver = new HeldDriver()
    const { engine } = await openHost(driver)
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    const bad = await refusal(model.set({ B1: 5 }, { idempotencyKey: 'k' }))
    expect(bad.code).toBe('not-an-input')
    driver.refuseNext()
    const lost = await refusal(model.set({ A1: 5 }, { idempotencyKey: 'k' }))
    expect(lost.code).toBe('commit-rejected')
    await model.set({ A1: 7 }, { idempotencyKey: 'k' })
    expect(model.get('A1').value).toBe(7)
  })

  it('of one model means nothing to another', async () => {
    const { engine } = await openHost()
    const { model: one } = await engine.deploy(SOURCE, { id: 'one' })
    const { model: two } = await engine.deploy(SOURCE, { id: 'two' })
    await one.set({ A1: 5 }, { idempotencyKey: 'k' })
    await two.set({ A1: 6 }, { idempotencyKey: 'k' })
    expect([one.get('A1').value, two.get('A1').value]).toEqual([5, 6])
  })
})

describe('the answer to a set', () => {
  it('names what changed, as much as one answer may', async () => {
    const model = await deployed('A1 = 1\nB1:B60000 = $A$1\n')
    const { changed } = await model.set({ A1: 2 })
    expect([changed.length, new Set(changed).size, changed[0]]).toEqual([50_000, 50_000, 'A1'])
  })

  it('has the firings that it led to, as many as one answer may, however much they wrote', async () => {
    const rule = (i: number, value: string) => `WHEN A1 > 0 THEN\n C${i} = ${value}\nEND\n`
    const many = Array.from({ length: 1_100 }, (_, i) => rule(i + 1, '1')).join('')
    const large = Array.from({ length: 60 }, (_, i) => rule(i + 1, 'REPT("x", 90000)')).join('')
    const ofMany = await (await deployed(`A1 = 0\n${many}`)).set({ A1: 1 })
    expect(ofMany.firings).toHaveLength(1_000)
    const ofLarge = await (await deployed(`A1 = 0\n${large}`)).set({ A1: 1 })
    expect(ofLarge.firings.length).toBeLessThan(60)
    expect(JSON.stringify(ofLarge.firings).length).toBeLessThan(5_000_000)
  })
})
