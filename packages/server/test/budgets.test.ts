// Goal: an answer looks at and holds a bounded amount, however it is asked for. Method: rectangles over each other, long
// texts and large arrays, asked for through each route that shows values.

import { describe, expect, it } from 'vitest'
import { world } from './world.ts'

const url = '/api/models/m'

describe('an answer', { timeout: 60_000 }, () => {
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
