// Goal: an answer looks at and holds a bounded amount, however it is asked for. Method: rectangles over each other, long
// texts and large arrays, asked for through each route that shows values.

import { describe, expect, it } from 'vitest'
import { world } from './world.ts'

const url = '/api/models/m'

describe('an answer', { timeout: 60_000 }, () => {
  it('that pictures a model leaves out what is large, however many cells hold it', async () => {
    const { ask, engine } = await world()
    const names = Array.from({ length: 9 }, (_, i) => `n_${i} = SEQUENCE(300, 1000)\n`).join('')
    await engine.deploy(`${names}few = [1, 2]\nlong = REPT("x", 1000000)\n`, { id: 'm' })
    const answer = await ask('GET', `${url}/graph`)
    const nodes = answer.at('nodes') as { id: string; value?: unknown }[]
    const shown = nodes.filter(({ value }) => value !== undefined)
    expect([answer.status, nodes.length]).toEqual([200, 11])
    expect(shown).toMatchObject([{ id: 'few', value: [1, 2] }])
    expect(answer.text.length).toBeLessThan(10_000)
  })

  it('to a deploy names the first of what it added', async () => {
    const { ask } = await world()
    const source = 'WHEN A1 > 5 THEN C1 = 1; END\nA1:A60000 = ROW_INDEX\n'
    const answer = await ask('POST', '/api/models', { body: { id: 'm', source } })
    const added = answer.at('added') as string[]
    expect([answer.status, added.length]).toEqual([200, 50_000])
    expect(added.slice(1, 4)).toEqual(['A1', 'A2', 'A3'])
  })

  it('has the texts of formulas within its size, however many cells share one', async () => {
    const { ask, engine } = await world()
    const source = `A1:A500 = LEN("${'x'.repeat(900_000)}") & ROW_INDEX\n`
    await engine.deploy(source, { id: 'm' })
    const answer = await ask('GET', `${url}/sheet?range=A1:A500`)
    expect([answer.status, answer.code]).toEqual([422, 'too-much-memory'])
    expect((await ask('GET', `${url}/sheet?range=A1:A3`)).status).toBe(200)
  })

  it('reads a rectangle once that is named 100 times', async () => {
    const { ask, engine } = await world()
    await engine.deploy('A1:H5000 = ROW_INDEX\n', { id: 'm' })
    const same = new Array<string>(100).fill('A1:H5000').join()
    const answer = await ask('GET', `${url}/cells?symbols=${same}`)
    expect([answer.status, Object.keys(answer.at('cells') as object).length]).toEqual([200, 40_000])
  })

  it('is refused when rectangles over each other are too much work', async () => {
    const { ask, engine } = await world()
    await engine.deploy('A1:H5000 = ROW_INDEX\n', { id: 'm' })
    const nearly = Array.from({ length: 100 }, (_, i) => `A1:H${5_000 - i}`).join()
    for (const query of [`symbols=${nearly}`, `symbols=${nearly}&at=1`]) {
      const answer = await ask('GET', `${url}/cells?${query}`)
      expect([answer.status, answer.code]).toEqual([422, 'too-much-work'])
    }
  })

  it.each([
    ['cells', 'cells?symbols=A1:A40'],
    ['all cells', 'cells'],
    ['cells of the past', 'cells?symbols=A1:A40&at=1'],
    ['a sheet', 'sheet?range=A1:A40'],
    ['arrays', 'cells?symbols=n_0,n_1,n_2,n_3,n_4,n_5,n_6,n_7,n_8,n_9,n_10,n_11'],
    ['an explanation', 'explain/all'],
  ])('is refused when its values are too large: %s', async (_, path) => {
    const { ask, engine } = await world()
    const names = Array.from({ length: 12 }, (_, i) => `n_${i} = SEQUENCE(100, 1000)\n`).join('')
    const sum = Array.from({ length: 12 }, (_, i) => `LEN(A${i + 1})`).join(' + ')
    const source = `A1:A40 = REPT("x", 1000000)\n${names}all = ${sum}\n`
    await engine.deploy(source, { id: 'm' })
    const answer = await ask('GET', `${url}/${path}`)
    expect([answer.status, answer.code]).toEqual([422, 'too-much-memory'])
  })
})

it('rules of a large model are told in slices, and their timeline within a size', async () => {
  const { ask, engine } = await world()
  const rules = Array.from(
    { length: 2_000 },
    (_, i) => `EVERY 1s SKIP MISSED THEN A${i + 1} = 1; END\n`,
  )
  await engine.deploy(rules.join(''), { id: 'm' })
  const [timeline, listed] = [await ask('GET', `${url}/timeline`), await ask('GET', `${url}/rules`)]
  const lanes = timeline.at('lanes') as { coming: string[]; truncated: boolean }[]
  expect([lanes.length, (listed.at('rules') as unknown[]).length]).toEqual([2_000, 2_000])
  expect(lanes[0]).toMatchObject({ truncated: true })
  expect(lanes.reduce((sum, { coming }) => sum + coming.length, 0)).toBeLessThanOrEqual(50_000)
})

it('events are read as many as fit into an answer, and the next page goes on', async () => {
  const { ask, store } = await world()
  const payload = 'x'.repeat(1_000_000)
  for (let i = 0; i < 20; i++) {
    await store.commit({ publish: [{ topic: 't', messageId: `m${i}`, payload }] })
  }
  const newest = await ask('GET', '/api/topics/t/events?limit=1000')
  const ids = newest.at('events.*.messageId') as string[]
  expect([newest.status, ids[0], ids.length]).toEqual([200, 'm19', 8])
  let after = 0
  const seen: string[] = []
  for (let page = 0; page < 3; page++) {
    const answer = await ask('GET', `/api/topics/t/events?after=${after}&limit=1000`)
    seen.push(...(answer.at('events.*.messageId') as string[]))
    after = answer.at('after') as number
  }
  expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => `m${i}`))
})

it('a list of topics holds so many, and says how many more there are', async () => {
  const { ask, store } = await world()
  const publish = Array.from({ length: 1_100 }, (_, i) => {
    return { topic: `t${i}`, messageId: 'm', payload: 1 }
  })
  await store.commit({ publish })
  const answer = await ask('GET', '/api/topics')
  expect([(answer.at('topics') as unknown[]).length, answer.at('more')]).toEqual([1_000, 100])
})
