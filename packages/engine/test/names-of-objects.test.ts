// Goal: names that every object of JavaScript has are names like others, wherever a model's cells are listed by name.
// Method: a model of such names, read, watched, set, simulated and asked for its past.

import { expect, it } from 'vitest'
import { simulate } from '../src/simulate/simulate.ts'
import type { CellView } from '../src/views/cell-view.ts'
import { openHost } from './support/live.ts'

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
const SOURCE = `A1 = 1\n${NAMES.map((name) => `${name} = A1 + 1\n`).join('')}`

const listed = (cells: Readonly<Record<string, CellView>>) =>
  Object.entries(cells).map(([name, { value }]) => [name, value])

it.each(NAMES)('%s is listed, watched and remembered', async (name) => {
  const { engine } = await openHost()
  const { model } = await engine.deploy(SOURCE, { id: 'm' })
  const { rev } = model
  expect(listed(model.cells([name]))).toEqual([[name, 2]])
  expect(listed(model.cells()).map(([known]) => known)).toEqual(expect.arrayContaining(NAMES))
  const told: unknown[] = []
  model.watch([name], (cells) => told.push(listed(cells)))
  await model.set({ A1: 2 })
  expect(told).toEqual([[[name, 3]]])
  expect(listed((await model.cellsAt([name], rev)).cells)).toEqual([[name, 2]])
  expect(Object.keys(Object.prototype)).toEqual([])
})

it.each(NAMES)('%s can be set, and followed in a simulation', async (name) => {
  const { engine } = await openHost()
  const { model } = await engine.deploy(`B1 = ${name}\n`, { id: 'm' })
  await model.set(Object.fromEntries([[name, 5]]))
  expect(model.get('B1').value).toBe(5)
  const { series } = await simulate(SOURCE, { from: 0, until: 1_000, follow: [name] })
  expect(Object.entries(series)).toEqual([[name, [{ at: 0, value: 2 }]]])
})
