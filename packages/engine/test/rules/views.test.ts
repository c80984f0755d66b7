// Goal: callers see of every rule what it is, how it stands and what comes next. Method: one model per state
// on a virtual clock; the views are read after each step, and checked against the contract of the API.

import { describe, expect, it } from 'vitest'
import { ruleView } from '../../../client/src/contract/rules.ts'
import { TestHost } from '../../src/model-tests/test-host.ts'
import type { RuleView } from '../../src/views/rule-views.ts'

const START = Date.UTC(2026, 0, 1)
const ms = (length: number) => ({ months: 0, days: 0, ms: length })
const at = (after: number) => new Date(START + after).toISOString()

async function deployed(source: string): Promise<TestHost> {
  const host = new TestHost({ startAt: START, functions: new Map() })
  await host.deploy(source)
  return host
}

function viewsOf(host: TestHost): RuleView[] {
  const views = host.model.ruleViews()
  for (const view of views) expect(ruleView.parse(view)).toEqual(view)
  return views
}

const SHOP = `MODEL "shop"
stock = 10
limits = 5 # not about a rule

# Orders more
# when little is left.
WHEN stock < limits AND SUM(D1:D3) = 0 THEN
  ordered_at = NOW()
  E1:E2 = 1
  buying!order(stock)
  buying!note("x")
END

/* About nothing */

EVERY cron"0 9 * * 1-5" BACKFILL MAX 2 + 1 THEN
  report_no = report_no + 1
END
F1 = 7 AT dt"2026-02-01T00:00:00Z"
EVERY limits * 1min SKIP MISSED THEN
  G1 = 1
END
`

describe('a view', () => {
  it('has the text of the rule, its title and its line', async () => {
    const host = await deployed(SHOP)
    const views = viewsOf(host)
    expect(views.map(({ title, line, kind }) => [title, line, kind])).toEqual([
      ['Orders more when little is left.', 7, 'when'],
      ['Every cron"0 9 * * 1-5"', 16, 'every'],
      ['At 2026-02-01T00:00:00Z', 19, 'at'],
      ['Every limits * 1min', 20, 'every'],
    ])
    expect(views[0]!.source).toMatch(/^WHEN stock < limits[\s\S]*END$/)
    expect(views[2]!.source).toBe('F1 = 7 AT dt"2026-02-01T00:00:00Z"')
    await host.close()
  })

  it('says what the trigger reads, and what the body writes and publishes', async () => {
    const host = await deployed(SHOP)
    const [when, , once, often] = viewsOf(host)
    expect([...when!.reads].sort()).toEqual(['D1:D3', 'limits', 'stock'])
    expect(when!.writes).toEqual(['ordered_at', 'E1:E2'])
    expect(when!.topics).toEqual(['buying'])
    expect(once).toMatchObject({ reads: [], writes: ['F1'], topics: [] })
    expect(often!.reads).toEqual(['limits'])
    await host.close()
  })

  it('says the policy in words, and has none for a condition', async () => {
    const host = await deployed(SHOP)
    const policies = viewsOf(host).map(({ policy }) => policy)
    expect(policies).toEqual([null, 'BACKFILL MAX 2 + 1', 'SKIP MISSED', 'SKIP MISSED'])
    await host.close()
  })

  it('cuts a comment that is too long for a title', async () => {
    const host = await deployed(`# ${'long '.repeat(100)}\nWHEN A1 THEN\n B1 = 1\nEND\n`)
    const [{ title }] = viewsOf(host) as [RuleView]
    expect(title.length).toBe(120)
    expect(title.endsWith('…')).toBe(true)
    await host.close()
  })
})

describe('the state of a condition', () => {
  it('is idle, true while it holds, and idle again', async () => {
    const host = await deployed('A1 = 0\nWHEN A1 > 0 THEN\n B1 = 1\nEND\n')
    const state = () => viewsOf(host)[0]!.state
    expect(state()).toBe('idle')
    await host.set({ A1: 1 })
    expect(state()).toBe('true')
    expect(viewsOf(host)[0]).toMatchObject({ fired: 1, lastFiredAt: at(0), startedAt: at(0) })
    await host.set({ A1: 0 })
    expect(state()).toBe('idle')
    await host.close()
  })

  it('is armed while a DEBOUNCE waits, with the time at which it fires', async () => {
    const host = await deployed('A1 = 1\nWHEN A1 > 0 DEBOUNCE 10s THEN\n B1 = 1\nEND\n')
    expect(viewsOf(host)[0]).toMatchObject({ state: 'armed', gateAt: at(10_000), next: null })
    await host.advance(ms(10_000))
    expect(viewsOf(host)[0]).toMatchObject({ state: 'true', gateAt: null, fired: 1 })
    await host.close()
  })

  it('is throttled until the window is over', async () => {
    const host = await deployed('A1 = 1\nWHEN A1 > 0 THROTTLE 10s THEN\n B1 = 1\nEND\n')
    expect(viewsOf(host)[0]).toMatchObject({ state: 'throttled', gateAt: at(10_000) })
    await host.advance(ms(10_000))
    expect(viewsOf(host)[0]).toMatchObject({ state: 'true', gateAt: null })
    await host.close()
  })

  it('is invalid while the length of its gate is wrong, with the problem', async () => {
    const host = await deployed('A1 = 1\nA2 = 0\nWHEN A1 > 0 DEBOUNCE A2 THEN\n B1 = 1\nEND\n')
    expect(viewsOf(host)[0]).toMatchObject({ state: 'invalid', problem: expect.any(String) })
    await host.set({ A2: 5 })
    expect(viewsOf(host)[0]).toMatchObject({ state: 'true', problem: null })
    await host.set({ A1: 0 })
    await host.set({ A1: 2 })
    expect(viewsOf(host)[0]).toMatchObject({ state: 'armed', problem: null })
    await host.close()
  })
})

describe('the state of a schedule', () => {
  it('is scheduled, with the next occurrence', async () => {
    const host = await deployed('EVERY 10s SKIP MISSED THEN\n B1 = 1\nEND\n')
    expect(viewsOf(host)[0]).toMatchObject({ state: 'scheduled', next: at(10_000) })
    await host.advance(ms(25_000))
    expect(viewsOf(host)[0]).toMatchObject({ next: at(30_000), fired: 2, lastFiredAt: at(20_000) })
    await host.restart(ms(30_000))
    expect(viewsOf(host)[0]).toMatchObject({ next: at(60_000), skipped: 3 })
    await host.close()
  })

  it('of AT is completed when it fired, and when its time was skipped', async () => {
    const host = await deployed(
      'A1 = 1 AT dt"2026-01-01T00:00:05Z"\nA2 = 1 AT dt"2025-01-01T00:00:00Z"',
    )
    expect(viewsOf(host).map(({ state }) => state)).toEqual(['scheduled', 'completed'])
    await host.advance(ms(5_000))
    expect(viewsOf(host)[0]).toMatchObject({ state: 'completed', next: null, fired: 1 })
    await host.close()
  })

  it('is idle while its trigger is blank', async () => {
    const host = await deployed('AT due SKIP MISSED THEN\n B1 = 1\nEND\n')
    expect(viewsOf(host)[0]).toMatchObject({ state: 'idle', next: null, problem: null })
    await host.close()
  })
})

describe('what is coming', () => {
  it('is listed over all rules, the soonest first, up to a time and a number', async () => {
    const host = await deployed(
      '# slow\nEVERY 40s SKIP MISSED THEN\n B1 = 1\nEND\nEVERY 15s SKIP MISSED THEN\n B2 = 1\nEND\n' +
        'A1 = 1\nWHEN A1 > 0 DEBOUNCE 20s THEN\n B3 = 1\nEND\nB4 = 1 AT dt"2026-01-01T00:00:41Z"\n',
    )
    const coming = host.model.coming(START + 45_000, 100)
    expect(coming.map(({ title, at: time }) => [title, Date.parse(time) - START])).toEqual([
      ['Every 15s', 15_000],
      ['When A1 > 0', 20_000],
      ['Every 15s', 30_000],
      ['slow', 40_000],
      ['At 2026-01-01T00:00:41Z', 41_000],
      ['Every 15s', 45_000],
    ])
    expect(host.model.coming(START + 45_000, 2)).toEqual(coming.slice(0, 2))
    expect(host.model.coming(START + 14_999, 100)).toEqual([])
    await host.close()
  })
})
