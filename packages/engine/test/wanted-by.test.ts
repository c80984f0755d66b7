// Goal: of every cell it can be told who makes it run. Method: cells that are wanted in each of the ways there are,
// and their explanations, read by the schema of the contract.

import { expect, it } from 'vitest'
import { explanation } from '../../client/src/contract/why.ts'
import type { Explanation, LiveModel } from '../src/index.ts'
import { deployed } from './support/live.ts'

const source = `A1 = 1
A2 ~= A1 * 2
A3 ~= A2 + 1
A4 = SUM(A3:A3)
B1 ~= A1 + 5
C1 ~= A1 + 7
D1 ~= A1 * 3
E1 ~= D1 + 1
# Too much
WHEN C1 > 100 DEBOUNCE B1 THEN
  F1 = D1
END
`

async function wanted(model: LiveModel, symbol: string) {
  const found: Explanation = await model.explain(symbol)
  expect(explanation.parse(found)).toEqual(found)
  return found.wantedBy
}

const nobody = { always: false, formulas: [], rules: [], watchers: 0 }

it('a lazy cell is wanted by wanted formulas, also through ranges and other lazy cells', async () => {
  const model = await deployed(source)
  expect(await wanted(model, 'A4')).toEqual({ ...nobody, always: true })
  expect(await wanted(model, 'A3')).toEqual({ ...nobody, formulas: ['A4'] })
  expect(await wanted(model, 'A2')).toEqual({ ...nobody, formulas: ['A3'] })
})

it('a lazy cell is wanted by the rule whose trigger reads it, not by one that reads it when it fires', async () => {
  const model = await deployed(source)
  const [rule] = model.ruleViews()
  expect(await wanted(model, 'C1')).toEqual({ ...nobody, rules: [rule!.id] })
  expect(await wanted(model, 'B1')).toEqual(nobody)
  expect(await wanted(model, 'D1')).toEqual(nobody)
  expect(model.sheet('D1').cells.D1?.wanted).toBe(false)
})

it('watchers want what they watch, unless they only look', async () => {
  const model = await deployed(source)
  const stops = [
    model.watch(['E1'], () => {}),
    model.watch(['E1:E3'], () => {}, { readers: () => 3 }),
    model.watch(['E1'], () => {}, { demand: false }),
  ]
  expect(await wanted(model, 'E1')).toEqual({ ...nobody, watchers: 4 })
  expect(await wanted(model, 'D1')).toEqual({ ...nobody, formulas: ['E1'] })
  for (const stop of stops) stop()
  expect(await wanted(model, 'E1')).toEqual(nobody)
  expect(await wanted(model, 'D1')).toEqual(nobody)
})

it('an input is there for all; of the past nobody is named', async () => {
  const model = await deployed(source)
  expect((await wanted(model, 'A1'))?.always).toBe(true)
  const { rev } = model
  await model.set({ A1: 2 })
  expect((await model.explain('A1', { at: rev })).wantedBy).toBeUndefined()
})
