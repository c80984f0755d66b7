// Goal: a model that is opened again is the model that was closed. Method: deploy, change, close the engine
// and the store, open them on the same data, and compare; runs are counted.

import { expect, it } from 'vitest'
import type { LiveModel } from '../src/model/live-model.ts'
import { type Host, openHost, ranIn, valuesOf } from './support/live.ts'

async function start(source: string): Promise<{ host: Host; model: LiveModel }> {
  const host = await openHost()
  const { model } = await host.engine.deploy(source, { id: 'm' })
  return { host, model }
}

async function reopened(host: Host): Promise<{ host: Host; model: LiveModel }> {
  const again = await host.restart()
  return { host: again, model: await again.engine.model('m') }
}

it('inputs, and what follows from them, are as they were', async () => {
  const { host, model } = await start(
    'A1 = 1\nB1 = A1 * 2\nC1 = SUM(A:A)\nrate = 3\nD1 = rate + other\n',
  )
  await model.set({ A1: 5, A70: 7, rate: 4, other: 1, "'Sheet 2'!A1": 'x' })
  const again = await reopened(host)
  expect(valuesOf(again.model, 'A1', 'B1', 'C1', 'D1', "'Sheet 2'!A1")).toEqual([5, 10, 12, 5, 'x'])
  expect(again.model.rev).toBe(model.rev)
})

it('an input that was made blank stays blank', async () => {
  const { host, model } = await start('A1 = 1\nB1 = A1 IS BLANK\n')
  await model.set({ A1: null })
  expect(valuesOf((await reopened(host)).model, 'A1', 'B1')).toEqual([null, true])
})

it('the last good value stays, and is blank if there never was one', async () => {
  const { host, model } = await start('A1 = 4\nB1 ?= 1 / A1\nnever ?= 1 / 0\n')
  await model.set({ A1: 0 })
  const again = await reopened(host)
  expect(valuesOf(again.model, 'B1', 'never')).toEqual([0.25, null])
  await again.model.set({ A1: 2 })
  await again.model.set({ A1: 0 })
  expect(valuesOf((await reopened(again.host)).model, 'B1')).toEqual([0.5])
})

it('an array that lost its room while it was computed is no last good value', async () => {
  const { host, model } = await start('A1 = 1\nN1 ?= SEQUENCE(2, A1)\nM2 = SEQUENCE(1, A1)\n')
  expect(valuesOf(model, 'N1', 'N2')).toEqual([1, 2])
  await model.set({ A1: 2 })
  expect(valuesOf(model, 'N1', 'N2')).toEqual(['error:SPILL!', 2])
  await model.set({ A1: 'x' })
  expect(valuesOf((await reopened(host)).model, 'N1', 'N2')).toEqual([1, 2])
  const never = await start('A1 = 2\nN1 ?= SEQUENCE(2, A1)\nM2 = SEQUENCE(1, A1)\n')
  await never.model.set({ A1: 'x' })
  expect(valuesOf((await reopened(never.host)).model, 'N1')).toEqual([null])
})

it('the last good array stays spilled', async () => {
  const { host, model } = await start(
    'A1 = 2\nC1 ?= IF(A1 > 9, #N/A, SEQUENCE(A1))\nE1 = SUM(C1#)\n',
  )
  await model.set({ A1: 3 })
  await model.set({ A1: 10 })
  expect(valuesOf(model, 'C1', 'C3', 'E1')).toEqual([1, 3, 6])
  expect(valuesOf((await reopened(host)).model, 'C1', 'C3', 'E1')).toEqual([1, 3, 6])
})

it('a lazy result is there again without a run, until an input changes', async () => {
  const { host, model } = await start('A1 = 1\nA2 = 1\nlazy ~= A1 * 10\ndeeper ~= lazy + 1\n')
  await model.resolve('deeper')
  await model.resolve('lazy')
  const again = await reopened(host)
  expect(valuesOf(again.model, 'lazy', 'deeper')).toEqual([10, 11])
  await again.model.set({ A2: 5 })
  expect((await again.model.resolve('deeper')).value).toMatchObject({ value: 11 })
  expect(ranIn(again.model)).toEqual([])
  await again.model.set({ A1: 2 })
  expect([again.model.get('deeper').status, ranIn(again.model)]).toEqual(['dirty', []])
  expect((await again.model.resolve('deeper')).value).toMatchObject({ value: 21 })
})

it('a lazy result that is there again hears of changes in ranges and on branches', async () => {
  const { host, model } = await start(
    'A1 = 1\nA2 = 2\nflag = TRUE\nsum ~= SUM(A1:A2)\npick ~= IF(flag, A1, A2)\n',
  )
  await model.resolve('sum')
  await model.resolve('pick')
  const again = await reopened(host)
  expect(valuesOf(again.model, 'sum', 'pick')).toEqual([3, 1])
  expect(ranIn(again.model)).toEqual([])
  await again.model.set({ A1: 5 })
  expect(again.model.cells(['sum', 'pick'])).toMatchObject({
    sum: { status: 'dirty' },
    pick: { status: 'dirty' },
  })
  expect((await again.model.resolve('sum')).value).toMatchObject({ value: 7 })
  expect((await again.model.resolve('pick')).value).toMatchObject({ value: 5 })
})

it('a lazy result from before a change is not taken for a new one', async () => {
  const { host, model } = await start('A1 = 1\nlazy ~= SUM(A1:A100)\n')
  await model.resolve('lazy')
  await model.set({ A50: 5 })
  const again = await reopened(host)
  expect(again.model.get('lazy').status).toBe('dirty')
  expect((await again.model.resolve('lazy')).value).toMatchObject({ value: 6 })
})

it('a lazy result that looked around by INDIRECT is computed again', async () => {
  const { host, model } = await start('A1 = "B" & 2\nlazy ~= INDIRECT(A1)\n')
  await model.resolve('lazy')
  await model.set({ B2: 5 })
  const again = await reopened(host)
  expect((await again.model.resolve('lazy')).value).toMatchObject({ value: 5 })
})

it('arrays in cells spill again, and what blocks them still does', async () => {
  const { host, model } = await start('A1 = [1, 2; 3, 4]\nD1 = SEQUENCE(3)\nF1 = SEQUENCE(2)\n')
  await model.set({ A1: [5, 6, 7], F2: 'mine' })
  const again = await reopened(host)
  expect(valuesOf(again.model, 'A1', 'B1', 'C1', 'A2', 'D3')).toEqual([5, 6, 7, null, 3])
  expect(valuesOf(again.model, 'F1', 'F2')).toEqual(['error:SPILL!', 'mine'])
})

it.each([
  ['a date', { expr: 'dt"2026-03-01T10:00:00Z"' }, 'datetime'],
  ['a duration', { expr: '36h' }, 'duration'],
  ['an error', { expr: '#N/A' }, 'error'],
  ['an object', { a: 1, b: [1, 2] }, 'object'],
  ['a text', 'ünï 😀', 'string'],
])('%s that was given comes back as it was', async (_, value, kind) => {
  const { host, model } = await start('B1 = thing\n')
  await model.set({ thing: value })
  const before = model.get('thing')
  expect(before.kind).toBe(kind)
  expect((await reopened(host)).model.get('thing')).toEqual(before)
})

it('opening a model twice at once opens one', async () => {
  const { host } = await start('A1 = 1\n')
  const { engine } = await host.restart()
  const [one, two] = await Promise.all([engine.model('m'), engine.model('m')])
  expect(one).toBe(two)
})
