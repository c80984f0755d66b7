// Goal: who looks at the rules of a model with thousands of them gives way to others. Method: a host whose slices end at
// every look, with its turns counted, and a
// database that counts what it is asked.

import { MemoryDriver } from '@cellwake/store'
import { expect, it } from 'vitest'
import { TestHost } from '../../src/model-tests/test-host.ts'
import { isoOf } from '../../src/views/iso.ts'
import { turning } from '../slices/in-slices.ts'
import { openHost } from '../support/live.ts'

const START = Date.UTC(2026, 0, 1)
const MINUTE = { months: 0, days: 0, ms: 60_000 }

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

it('a timeline asks the store about the rules that did something in it, and about a shared commit once', async () => {
  const asked = { versions: 0, commits: 0 }
  class Asked extends MemoryDriver {
    override versions(...what: Parameters<MemoryDriver['versions']>) {
      asked.versions++
      return super.versions(...what)
    }
    override commit(seq: number) {
      asked.commits++
      return super.commit(seq)
    }
  }
  const rules = Array.from({ length: 200 }, (_, i) => `WHEN A1 > ${i} THEN t!e(); END\n`)
  const host = new TestHost({ startAt: START, functions: new Map(), driver: new Asked() })
  try {
    await host.deploy(`A1 = 0\n${rules.join('')}`)
    await host.advance(MINUTE)
    await host.set({ A1: 150 })
    await host.advance(MINUTE)
    const { lanes: all } = await host.model.timeline(START, START + 120_000)
    expect(all.filter(({ past }) => past.length === 1)).toHaveLength(150)
    expect(asked.commits).toBeLessThan(5)
    asked.versions = 0
    const { lanes } = await host.model.timeline(START + 90_000, START + 120_000)
    expect(asked.versions).toBe(0)
    const whole = [{ from: isoOf(START + 90_000), until: isoOf(START + 120_000) }]
    expect(lanes.map(({ past, held }) => ({ past, held }))).toEqual(
      rules.map((_, i) => ({ past: [], held: i < 150 ? whole : [] })),
    )
  } finally {
    await host.close()
  }
})
