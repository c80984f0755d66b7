// Goal: what a rule did, or why it did not, is on record, and what is wrong with a rule is known until it is
// mended. Method: one model per outcome on a virtual clock; the states and problems of its rules are read.

import { expect, it } from 'vitest'
import { TestHost } from '../../src/model-tests/test-host.ts'
import type { RuleRecord } from '../../src/rules/rule-state.ts'

const START = Date.UTC(2026, 0, 1)

async function deployed(source: string): Promise<TestHost> {
  const host = new TestHost({ startAt: START, functions: new Map() })
  await host.deploy(source)
  return host
}

function lasts(host: TestHost): (RuleRecord | null)[] {
  return [...host.model.rules.states()].map(([, { last }]) => last)
}

/** The lines of the rules that have a problem. */
function problemLines(host: TestHost): number[] {
  return host.model.rules.problems.map(({ line }) => line)
}

const ms = (length: number) => ({ months: 0, days: 0, ms: length })

it('a firing has its cells before and after, its events and its wave', async () => {
  const host = await deployed(
    'A1 = 0\nWHEN A1 > 0 THEN\n B1 = A1\nEND\nWHEN B1 > 0 THEN\n C1 = 7\n log!go("x")\nEND\n',
  )
  await host.set({ A1: 5 })
  expect(lasts(host)).toMatchObject([
    { outcome: 'fired', wave: 1, writes: [{ symbol: 'B1', after: 5 }], events: [] },
    {
      outcome: 'fired',
      wave: 2,
      at: START,
      due: null,
      writes: [{ symbol: 'C1', before: { k: 1 }, after: 7 }],
      events: [{ topic: 'log', event: 'go', args: ['x'] }],
    },
  ])
  await host.close()
})

it('occurrences that are skipped are counted, with the newest of them', async () => {
  const host = await deployed('EVERY 10s SKIP MISSED THEN\n B1 = 1\nEND\n')
  await host.restart(ms(35_000))
  const due = START + 30_000
  expect(lasts(host)).toMatchObject([{ outcome: 'skipped', reason: 'missed', count: 3, due }])
  expect([...host.model.rules.states()].map(([, { skipped }]) => skipped)).toEqual([3])
  await host.close()
})

it('what a throttle held is on record', async () => {
  const host = await deployed('A1 = 1\nWHEN A1 > 0 THROTTLE 1min THEN\n B1 = 1\nEND\n')
  await host.set({ A1: 0 })
  await host.set({ A1: 1 })
  expect(lasts(host)).toMatchObject([{ outcome: 'gated', reason: expect.stringMatching(/window/) }])
  await host.close()
})

it('a rule whose wave is aborted has that on record, and the others of the wave that they fired', async () => {
  const host = await deployed(
    'WHEN A1 > 0 THEN\n C1 = 1\nEND\nWHEN A1 > 0 THEN\n A1 = A1 + 1\nEND\n',
  )
  await host.set({ A1: 1 })
  const aborted = { outcome: 'aborted', reason: expect.stringContaining('line 4') }
  expect(lasts(host)).toMatchObject([{ outcome: 'fired', wave: 1 }, aborted])
  expect(problemLines(host)).toEqual([4])
  await host.set({ A1: 0 })
  expect(problemLines(host)).toEqual([4])
  await host.restart()
  expect(problemLines(host)).toEqual([4])
  await host.deploy('WHEN A1 > 0 THEN\n C1 = 1\nEND\nWHEN A1 > 0 THEN\n B1 = A1 + 1\nEND\n')
  expect(problemLines(host)).toEqual([])
  await host.close()
})

it('a cascade that does not end names the rules that were still firing', async () => {
  const host = await deployed(
    'WHEN P1 = 1 THEN\n Q1 = 1\nEND\nWHEN Q1 = 1 THEN\n P1 = 2\nEND\n' +
      'WHEN P1 = 2 THEN\n Q1 = 2\nEND\nWHEN Q1 = 2 THEN\n P1 = 1\nEND\n',
  )
  await host.set({ P1: 1 })
  expect(lasts(host).map((last) => last?.outcome)).toEqual(['capped', 'fired', 'fired', 'fired'])
  expect(problemLines(host)).toEqual([1])
  await host.restart()
  expect(problemLines(host)).toEqual([1])
  await host.close()
})

it.each([
  ['a schedule', 'D1 = "x"\nEVERY D1 SKIP MISSED THEN\n B1 = 1\nEND\n'],
  ['a waiting time', 'A1 = 1\nD1 = 0\nWHEN A1 > 0 DEBOUNCE D1 THEN\n B1 = 1\nEND\n'],
])('%s that is wrong is a problem until it is right', async (_what, source) => {
  const host = await deployed(source)
  expect(host.model.rules.problems).toHaveLength(1)
  await host.set({ D1: 5_000, A1: 2 })
  expect(host.model.rules.problems).toEqual([])
  await host.close()
})

it('every event has a message id of its own, also when a rule comes back', async () => {
  const source = 'A1 = 1\nWHEN A1 > 0 THEN\n log!go()\n log!go()\nEND\n'
  const host = await deployed(source)
  await host.set({ A1: 0 })
  await host.set({ A1: 1 })
  await host.deploy('A1 = 1\n')
  await host.deploy(source)
  const ids = (await host.takeEvents()).map(({ messageId }) => messageId)
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(6)
  await host.close()
})

it('a cell that a rule writes with a tag shows the tag', async () => {
  const host = await deployed('A1 = 0\nWHEN A1 > 0 THEN\n B1 as currency:USD = A1\nEND\n')
  await host.set({ A1: 5 })
  expect(host.model.get('B1')).toMatchObject({ value: 5, typeTag: 'currency:USD' })
})
