// Goal: an array in a cell spills over cells that nothing owns and nothing set, shows `#SPILL!` otherwise,
// and finds its room again. Method: small live models, values after each change, runs where it matters.

import { describe, expect, it } from 'vitest'
import { MODEL_CELLS } from '../src/limits.ts'
import { deployed, ranIn, valuesOf } from './support/live.ts'

describe('an array in a cell', () => {
  it('spills right and down, the cell itself is its first element, and # is the whole', async () => {
    const model = await deployed(
      'A1 = [1, 2; 3, 4]\nD1 = SUM(A1#)\nD2 = A1 + 10\nD3 = B2\nD4 = ROWS(A1#)\n',
    )
    expect(valuesOf(model, 'A1', 'B1', 'A2', 'B2')).toEqual([1, 2, 3, 4])
    expect(valuesOf(model, 'D1', 'D2', 'D3', 'D4')).toEqual([10, 11, 4, 2])
  })

  it('goes in one breath with what is set where it was', async () => {
    const model = await deployed('A1 = [1; 2; 3]\nC1 = SUM(A1:A3)\n')
    await model.set({ A1: null, A2: 5 })
    expect(valuesOf(model, 'A1', 'A2', 'A3', 'C1')).toEqual([null, 5, null, 5])
    await model.set({ A1: [[1], [2], [3]], A3: 7, A2: null })
    expect(valuesOf(model, 'A1', 'A2', 'A3')).toEqual(['error:SPILL!', null, 7])
  })

  it('grows and shrinks; cells that it leaves are blank', async () => {
    const model = await deployed('A1 = 3\nC1 = SEQUENCE(A1)\nE1 = COUNT(C:C)\nE2 = C3 IS BLANK\n')
    expect(valuesOf(model, 'C3', 'E1', 'E2')).toEqual([3, 3, false])
    await model.set({ A1: 5 })
    expect(valuesOf(model, 'C5', 'E1')).toEqual([5, 5])
    await model.set({ A1: 2 })
    expect(valuesOf(model, 'C2', 'C3', 'C5', 'E1', 'E2')).toEqual([2, null, null, 2, true])
    await model.set({ A1: 1 })
    expect(valuesOf(model, 'C1', 'C2', 'E1')).toEqual([1, null, 1])
  })

  it.each([
    ['an assigned cell', 'C2 = 5\n', {}],
    ['a formula', 'C2 = A1 + 1\n', {}],
    ['a rectangle', 'B2:D2 = A1\n', {}],
    ['a cell that somebody set', '', { C2: 5 }],
    ['a cell that a rule writes', 'EVERY 1h SKIP MISSED THEN C2 = 1 END\n', {}],
  ])('is #SPILL! when %s is in the way, and what is in the way stays', async (_, more, values) => {
    const model = await deployed(`A1 = 3\nC1 = SEQUENCE(A1)\nE1 = IFERROR(SUM(C1#), -1)\n${more}`)
    const before = model.get('C2').value
    await model.set(values)
    expect(valuesOf(model, 'C1', 'C3', 'E1')).toEqual(['error:SPILL!', null, -1])
    expect(model.get('C1').value).toMatchObject({ message: 'C2 is in the way', origin: 'C1' })
    if (Object.keys(values).length === 0) expect(model.get('C2').value).toBe(before)
    await model.set({ A1: 1 })
    expect(valuesOf(model, 'C1')).toEqual([1])
  })

  it('spills when what was in the way is gone, and gives way when something comes', async () => {
    const model = await deployed('A1 = 3\nC1 = SEQUENCE(A1)\nE1 = SUM(C1:C9)\n')
    await model.set({ C2: 50 })
    expect(valuesOf(model, 'C1', 'C2', 'C3', 'E1')).toEqual([
      'error:SPILL!',
      50,
      null,
      'error:SPILL!',
    ])
    await model.set({ C2: null })
    expect(valuesOf(model, 'C1', 'C2', 'C3', 'E1')).toEqual([1, 2, 3, 6])
  })

  it('keeps a covered cell that is set to blank', async () => {
    const model = await deployed('A1 = 3\nC1 = SEQUENCE(A1)\nE1 = SUM(C1:C9)\n')
    await model.set({ C2: null })
    expect(valuesOf(model, 'C1', 'C2', 'C3', 'E1')).toEqual([1, 2, 3, 6])
    await model.set({ A1: 4 })
    expect(valuesOf(model, 'C2', 'C4', 'E1')).toEqual([2, 4, 10])
  })

  it('beyond the edge of the sheet is #SPILL!', async () => {
    const model = await deployed(
      'A1048575 = SEQUENCE(3)\nXFD1 = SEQUENCE(1, 2)\nB1048575 = SEQUENCE(2)\n',
    )
    expect(valuesOf(model, 'A1048575', 'XFD1')).toEqual(['error:SPILL!', 'error:SPILL!'])
    expect(valuesOf(model, 'B1048576')).toEqual([2])
  })

  it('that depends on a cell it would cover is #SPILL!, and the model goes on', async () => {
    const model = await deployed('A1 = 1\nC1 = SEQUENCE(2) + INDIRECT("C" & A1)\nE1 = A1 * 2\n')
    await model.set({ A1: 2 })
    expect(valuesOf(model, 'C1')).toEqual(['error:SPILL!'])
    await model.set({ A1: 5 })
    expect(valuesOf(model, 'C1', 'C2', 'E1')).toEqual([1, 2, 10])
  })

  it('with an error in it is whole all the same', async () => {
    const model = await deployed(
      'A1 = 0\nC1 = 6 / SEQUENCE(3, 1, A1)\nE1 = IFERROR(SUM(C1#), -1)\n',
    )
    expect(valuesOf(model, 'C1', 'C2', 'C3', 'E1')).toEqual(['error:DIV/0!', 6, 3, -1])
    await model.set({ A1: 1 })
    expect(valuesOf(model, 'C1', 'C2', 'C3', 'E1')).toEqual([6, 3, 2, 11])
  })

  it('of one element is that element, and an empty one is an error', async () => {
    const model = await deployed(
      'A1 = 1\nC1 = SEQUENCE(A1)\nD1 = FILTER(A1:A3, A1:A3 > 9)\nC2 = 7\n',
    )
    expect(valuesOf(model, 'C1', 'C2')).toEqual([1, 7])
    expect(model.get('D1').kind).toBe('error')
  })

  it('as an input spills, and another value frees its cells', async () => {
    const model = await deployed('A1 = [1, 2; 3, 4]\nD1 = SUM(A1:B9)\n')
    await model.set({ A1: [[5], [6], [7]] })
    expect(valuesOf(model, 'A1', 'B1', 'A3', 'D1')).toEqual([5, null, 7, 18])
    await model.set({ A1: 9 })
    expect(valuesOf(model, 'A1', 'A2', 'D1')).toEqual([9, null, 9])
    await model.set({ A1: [1, 2] })
    expect(valuesOf(model, 'B1', 'D1')).toEqual([2, 3])
  })

  it('in a name stays whole, in a rectangle is taken by position', async () => {
    const model = await deployed('list = [1, 2, 3]\nA1 = SUM(list)\nB1:D2 = [1, 2; 3, 4]\n')
    expect(model.get('list').value).toEqual([1, 2, 3])
    expect(valuesOf(model, 'A1', 'C2', 'D1', 'D2')).toEqual([6, 4, 'error:N/A', 'error:N/A'])
  })

  it('that is conditional keeps its last good array', async () => {
    const source = 'A1 = 2\nC1 ?= IF(A1 > 9, #N/A, SEQUENCE(3) / A1)\nE1 = SUM(C1:C9)\n'
    const model = await deployed(source)
    expect(valuesOf(model, 'C1', 'C3', 'E1')).toEqual([0.5, 1.5, 3])
    await model.set({ A1: 10 })
    expect(valuesOf(model, 'C1', 'C3', 'E1')).toEqual([0.5, 1.5, 3])
  })

  it('that is conditional gives way to what is set, though its right side is an error', async () => {
    const model = await deployed('A1 = 2\nC1 ?= IF(A1 > 9, #N/A, SEQUENCE(3) / A1)\n')
    await model.set({ A1: 10, C2: 7 })
    expect(valuesOf(model, 'C1', 'C2', 'C3')).toEqual(['error:SPILL!', 7, null])
  })

  it('on its way to its place makes no last good value of what it passes', async () => {
    const source = 'A1 = 1\nM2 = SEQUENCE(1, A1)\nN1 = SEQUENCE(3) * A1\ngood ?= SUM(N1:N9)\n'
    const model = await deployed(source)
    await model.set({ A1: 2 })
    expect(valuesOf(model, 'N1', 'good')).toEqual(['error:SPILL!', 6])
    const fresh = await deployed(source.replace('A1 = 1', 'A1 = 2'))
    expect(valuesOf(fresh, 'N1', 'good')).toEqual(['error:SPILL!', null])
  })

  it('that is lazy spills when it is read', async () => {
    const model = await deployed('A1 = 2\nC1 ~= SEQUENCE(A1)\nE1 ~= SUM(C1#)\n')
    expect(ranIn(model)).toEqual([])
    expect((await model.resolve('E1')).value).toMatchObject({ value: 3 })
    await model.resolve('C1')
    expect(valuesOf(model, 'C1', 'C2')).toEqual([1, 2])
  })

  it('changes only itself and the cells whose elements changed', async () => {
    const model = await deployed(
      'A1 = 1\nA2 = 2\nA3 = 3\nC1 = A1:A3 * 2\nE1 = C1\nE2 = C2 + 1\nE3 = C3 + 1\n',
    )
    const { changed } = await model.set({ A2: 5 })
    expect([...changed].sort()).toEqual(['A2', 'C1', 'C2', 'E2'])
    expect(ranIn(model).filter((symbol) => symbol !== 'E1')).toEqual(['C1', 'E2'])
  })
})

describe('an array without room', () => {
  it('says what is in the way now', async () => {
    const model = await deployed('C1 = SEQUENCE(4)\nE1 = 1\n')
    const inTheWay = () => (model.get('C1').value as { message?: string }).message
    await model.set({ C3: 1 })
    expect(inTheWay()).toBe('C3 is in the way')
    await model.set({ C2: 1 })
    expect(inTheWay()).toBe('C2 is in the way')
  })
})

describe('two arrays that want the same cell', () => {
  const source = 'A1 = 1\nA2 = 1\nC1 = SEQUENCE(A1)\nC3 = SEQUENCE(1, A2)\nB3 = SEQUENCE(1, A2)\n'

  it('are not both there, and the other follows when the first is gone', async () => {
    const model = await deployed(source)
    await model.set({ A1: 3 })
    expect(valuesOf(model, 'C1', 'C3')).toEqual(['error:SPILL!', 1])
    await model.set({ A1: 2, A2: 2 })
    expect(valuesOf(model, 'C1', 'C2', 'C3', 'D3', 'B3')).toEqual([1, 2, 1, 2, 'error:SPILL!'])
  })

  it('end up alike whichever came first', async () => {
    const overlap = 'A1 = 1\nA2 = 1\nC2 = SEQUENCE(1, A1)\nD1 = SEQUENCE(A2)\n'
    const one = await deployed(overlap)
    await one.set({ A1: 2 })
    await one.set({ A2: 2 })
    const two = await deployed(overlap)
    await two.set({ A2: 2 })
    await two.set({ A1: 2 })
    const three = await deployed(overlap.replace('A1 = 1', 'A1 = 2').replace('A2 = 1', 'A2 = 2'))
    for (const model of [one, two, three]) {
      expect(valuesOf(model, 'C2', 'D1', 'D2')).toEqual([1, 'error:SPILL!', 2])
    }
    for (const model of [one, two, three]) await model.set({ A1: 1 })
    for (const model of [one, two, three]) {
      expect(valuesOf(model, 'C2', 'D1', 'D2')).toEqual([1, 1, 2])
    }
  })
})

it('an array that would make a model too large finds no room, and a smaller one does', async () => {
  const model = await deployed('n = 1\nA1 = SEQUENCE(n)\nC1 = SEQUENCE(n)\nE1 = SEQUENCE(n)\n')
  await model.set({ n: MODEL_CELLS / 3 + 1 })
  expect(
    valuesOf(model, 'A1', 'C1', 'E1').filter((shown) => shown === 'error:SPILL!'),
  ).toHaveLength(1)
  await model.set({ n: 2 })
  expect(valuesOf(model, 'A2', 'C2', 'E2')).toEqual([2, 2, 2])
})
