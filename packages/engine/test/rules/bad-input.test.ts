// Goal: a schedule that cannot be kept, and a clock that jumps, are reported on the rule they concern, and
// nothing else is disturbed. Method: beside each bad rule a good one keeps counting, on a virtual clock.

import { describe, expect, it } from 'vitest'
import { TestHost } from '../../src/model-tests/test-host.ts'
import type { RuleView } from '../../src/views/rule-views.ts'

const START = Date.UTC(2026, 0, 1)
const ms = (length: number) => ({ months: 0, days: 0, ms: length })
const GOOD = 'EVERY 1min SKIP MISSED THEN\n count = count + 1\nEND\n'

async function deployed(bad: string): Promise<TestHost> {
  const host = new TestHost({ startAt: START, functions: new Map() })
  await host.deploy(`${bad}${GOOD}`)
  return host
}

function badOf(host: TestHost): RuleView {
  return host.model.ruleViews()[0]!
}

/** The good rule has fired so often, and has no problem. */
function expectGood(host: TestHost, count: number): void {
  expect(host.model.get('count').value).toBe(count)
  expect(host.model.ruleViews()[1]).toMatchObject({ state: 'scheduled', problem: null })
}

describe('a schedule that leads nowhere', () => {
  it.each([
    ['a duration of zero', '0 * 1s'],
    ['a negative duration', '-1 * 1h'],
    ['a number that is zero', 'A1 * 0'],
    ['a text', 'T1'],
    ['an error', '1 / 0'],
    ['a truth', 'A1 = 1'],
  ])('%s is invalid, with a problem, and never fires', async (_what, trigger) => {
    const host = await deployed(
      `A1 = 1\nT1 = "hourly"\nEVERY ${trigger} BACKFILL THEN\n B1 = B1 + 1\nEND\n`,
    )
    await host.advance(ms(180_000))
    expect(badOf(host)).toMatchObject({ state: 'invalid', fired: 0, next: null })
    expect(badOf(host).problem).not.toBeNull()
    expectGood(host, 3)
    await host.close()
  })

  it('a cron that never comes is refused, in a source and as a value', async () => {
    const never = 'cron"0 0 31 2 *"'
    const refused = deployed(`EVERY ${never} BACKFILL THEN\n B1 = 1\nEND\n`)
    await expect(refused).rejects.toMatchObject({ code: 'diagnostics' })
    const host = await deployed('EVERY rhythm BACKFILL THEN\n B1 = 1\nEND\n')
    await expect(host.set({ rhythm: { expr: never } })).rejects.toMatchObject({ code: 'bad-value' })
    await host.advance(ms(60_000))
    expect(badOf(host)).toMatchObject({ state: 'idle', fired: 0, next: null })
    expectGood(host, 1)
    await host.close()
  })

  it('an interval that ends beyond all time is invalid, and says so after a restart too', async () => {
    const host = await deployed('A1 = 8.639e15\nEVERY A1 BACKFILL THEN\n B1 = 1\nEND\n')
    const never = { state: 'invalid', next: null, problem: expect.stringContaining('end of time') }
    expect(badOf(host)).toMatchObject(never)
    await host.restart()
    expect(badOf(host)).toMatchObject(never)
    await host.advance(ms(60_000))
    expectGood(host, 1)
    expect(host.model.coming(START + 120_000, 10).length).toBe(1)
    await host.close()
  })

  it('an AT that is no time is invalid until it is one', async () => {
    const host = await deployed('AT when_due BACKFILL THEN\n B1 = 1\nEND\n')
    await host.set({ when_due: 'soon' })
    expect(badOf(host)).toMatchObject({ state: 'invalid', problem: expect.any(String) })
    await host.set({ when_due: START + 30_000 })
    expect(badOf(host)).toMatchObject({ state: 'scheduled', problem: null })
    await host.advance(ms(60_000))
    expect(badOf(host)).toMatchObject({ state: 'completed', fired: 1 })
    expectGood(host, 1)
    await host.close()
  })
})

describe('a schedule that turns bad while it runs', () => {
  it('stops, says why, and starts anew when it is mended', async () => {
    const host = await deployed('A1 = 10\nEVERY A1 * 1s BACKFILL THEN\n B1 = B1 + 1\nEND\n')
    await host.advance(ms(30_000))
    expect(badOf(host)).toMatchObject({ state: 'scheduled', fired: 3, problem: null })
    await host.set({ A1: 0 })
    await host.advance(ms(60_000))
    expect(badOf(host)).toMatchObject({ state: 'invalid', fired: 3, next: null })
    expect(badOf(host).problem).toMatch(/forward/)
    await host.set({ A1: 20 })
    expect(badOf(host)).toMatchObject({
      state: 'scheduled',
      problem: null,
      next: new Date(START + 110_000).toISOString(),
    })
    await host.advance(ms(30_000))
    expect(badOf(host).fired).toBe(4)
    expectGood(host, 2)
    await host.close()
  })

  it('an error in its trigger stops it, and what it missed meanwhile is not made up', async () => {
    const host = await deployed('A1 = 1\nEVERY 10s / A1 BACKFILL THEN\n B1 = B1 + 1\nEND\n')
    await host.set({ A1: 0 })
    await host.advance(ms(60_000))
    expect(badOf(host)).toMatchObject({
      state: 'invalid',
      problem: expect.stringContaining('DIV/0'),
    })
    await host.set({ A1: 1 })
    await host.advance(ms(10_000))
    expect(badOf(host)).toMatchObject({ fired: 1, problem: null })
    expectGood(host, 1)
    await host.close()
  })
})

describe('a clock', () => {
  it('that is set back an hour fires nothing again, and goes on at the next time', async () => {
    const host = await deployed('EVERY cron"*/10 * * * *" BACKFILL THEN\n B1 = B1 + 1\nEND\n')
    await host.advance(ms(7_200_000))
    expect(badOf(host).fired).toBe(12)
    await host.clock.set(START + 3_600_000)
    await host.settle()
    await host.advance(ms(3_599_999))
    expect(badOf(host)).toMatchObject({ fired: 12, skipped: 0 })
    expectGood(host, 120)
    await host.advance(ms(600_001))
    expect(badOf(host).fired).toBe(13)
    expectGood(host, 130)
    await host.close()
  })

  it('that is set back while the host is down fires nothing again after the restart', async () => {
    const host = await deployed('EVERY cron"*/10 * * * *" BACKFILL THEN\n B1 = B1 + 1\nEND\n')
    await host.advance(ms(7_200_000))
    await host.clock.set(START + 3_600_000)
    await host.restart()
    await host.advance(ms(3_600_000))
    expect(badOf(host)).toMatchObject({ fired: 12, skipped: 0 })
    await host.advance(ms(600_000))
    expect(badOf(host).fired).toBe(13)
    expectGood(host, 130)
    await host.close()
  })

  it('that jumps forward has missed time, which each policy treats in its way', async () => {
    const host = await deployed('EVERY 10min BACKFILL THEN\n B1 = B1 + 1\nEND\n')
    await host.clock.set(START + 3_600_000)
    await host.settle()
    expect(badOf(host)).toMatchObject({ fired: 6, skipped: 0, problem: null })
    const [, good] = host.model.ruleViews()
    expect(good).toMatchObject({ fired: 1, skipped: 59, problem: null })
    await host.close()
  })
})
