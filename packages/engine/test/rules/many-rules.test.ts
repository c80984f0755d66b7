// Goal: who looks at the rules of a model with thousands of them gives way to others. Method: a host whose slices end at
// every look, with its turns counted.

import { expect, it } from 'vitest'
import { turning } from '../slices/in-slices.ts'
import { openHost } from '../support/live.ts'

it('the list of rules and their timeline give way', async () => {
  const time = turning()
  const { engine } = await openHost(undefined, { slices: time.slices })
  const rules = Array.from(
    { length: 300 },
    (_, i) => `EVERY 1s SKIP MISSED THEN A${i + 1} = 1; END\n`,
  )
  const { model } = await engine.deploy(rules.join(''), { id: 'm' })
  let before = time.turns
  expect(await model.ruleList()).toEqual(model.ruleViews())
  expect(time.turns - before).toBeGreaterThan(250)
  before = time.turns
  const start = Date.UTC(2026, 0, 1)
  const { lanes } = await model.timeline(start, start + 1_000_000)
  expect(time.turns - before).toBeGreaterThan(250)
  expect(new Set(lanes.map(({ coming, truncated }) => `${coming.length} ${truncated}`))).toEqual(
    new Set(['166 true']),
  )
})
