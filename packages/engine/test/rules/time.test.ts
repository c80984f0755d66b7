// Goal: time that no host saw is missed time, and an occurrence that does not run is on record with its reason.
// Method: a virtual clock that is set forward over occurrences, schedules that change while some are due, and
// models that end and begin within one millisecond, each in memory and on SQLite.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, virtualClock } from '@cellwake/scheduler'
import { type Driver, MemoryDriver, openDriver, openStore } from '@cellwake/store'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Engine } from '../../src/engine.ts'
import { TestHost } from '../../src/model-tests/test-host.ts'
import type { FiringRecord } from '../../src/rules/rule-history.ts'
import { turn } from '../support/held-driver.ts'
import { openHost } from '../support/live.ts'

const START = Date.UTC(2026, 0, 1)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const ms = (length: number) => ({ months: 0, days: 0, ms: length })
const iso = (after: number) => new Date(START + after).toISOString()

const folder = mkdtempSync(join(tmpdir(), 'cellwake-time-'))
const hosts: TestHost[] = []
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const drivers: readonly (readonly [string, () => Promise<Driver>])[] = [
  ['memory', async () => new MemoryDriver()],
  ['sqlite', () => openDriver(`sqlite:${join(folder, `${files++}.db`)}`)],
]

describe.each(drivers)('on %s', (_name, open) => {
  async function deployed(source: string): Promise<TestHost> {
    const host = new TestHost({ startAt: START, functions: new Map(), driver: await open() })
    hosts.push(host)
    await host.deploy(source)
    return host
  }

  /** The machine sleeps for so long, or its clock is set forward by as much. */
  async function sleep(host: TestHost, length: number): Promise<void> {
    await host.clock.set(host.clock.now() + length)
    await host.settle()
  }

  /** Records of the first rule, oldest first. */
  async function recordsOf(host: TestHost): Promise<readonly FiringRecord[]> {
    const { id } = host.model.ruleViews()[0]!
    const { firings } = await host.model.firings(id)
    return [...firings].reverse()
  }

  /** Outcome, reason, how many, and when the newest was due. */
  async function skips(host: TestHost): Promise<unknown[]> {
    const records = (await recordsOf(host)).filter(({ outcome }) => outcome === 'skipped')
    return records.map(({ reason, count, due }) => [reason, count, due])
  }

  const rule = (schedule: string) =>
    `${schedule} THEN\n N1 = N1 + 1\n L1 = L1 & " " & ((SCHEDULED_AT - dt"2026-01-01T00:00:00Z") / 1min)\nEND\n`

  describe('a machine that slept', () => {
    it.each([
      ['SKIP MISSED drops what fell into it', 'EVERY 1h SKIP MISSED', 59, 3, [0, 1]],
      ['SKIP MISSED drops all of many', 'EVERY 10min SKIP MISSED', 5, 47, [0, 5]],
      ['what is due when it wakes is on time', 'EVERY 10min SKIP MISSED', 5, 45, [1, 4]],
      ['BACKFILL makes up for all', 'EVERY 10min BACKFILL', 5, 47, [5, 0]],
      ['BACKFILL MAX for the newest', 'EVERY 10min BACKFILL MAX 2', 5, 47, [2, 3]],
      ['and for one more that is on time', 'EVERY 10min BACKFILL MAX 2', 5, 45, [3, 2]],
      ['a cron is missed too', 'EVERY cron"0 * * * *" SKIP MISSED', 59, 2, [0, 1]],
      ['an AT is missed too', 'AT dt"2026-01-01T01:00:00Z" SKIP MISSED', 59, 2, [0, 1]],
      ['and made up for', 'AT dt"2026-01-01T01:00:00Z" BACKFILL', 59, 2, [1, 0]],
    ])('%s', async (_what, schedule, awake, asleep, [fired, skipped]) => {
      const host = await deployed(rule(schedule))
      await host.advance(ms(awake * MINUTE))
      await sleep(host, asleep * MINUTE)
      expect(host.model.ruleViews()[0]).toMatchObject({ fired, skipped, problem: null })
      const reasons = (await skips(host)).map((skip) => (skip as unknown[])[0])
      expect(reasons).toEqual(skipped === 0 ? [] : ['missed'])
    })

    it.each([
      [60 * SECOND, 1],
      [60 * SECOND + 1, 0],
    ])('for %i ms after it last looked has fired %i', async (length, fired) => {
      const host = await deployed(rule('EVERY 1h SKIP MISSED'))
      await host.advance(ms(HOUR - 1))
      await sleep(host, length)
      expect(host.model.ruleViews()[0]).toMatchObject({ fired, skipped: 1 - fired })
    })

    it('goes on at the next time, and sleeps again', async () => {
      const host = await deployed(rule('EVERY 10min SKIP MISSED'))
      for (let i = 0; i < 3; i++) {
        await host.advance(ms(12 * MINUTE))
        await sleep(host, 18 * MINUTE - 1)
        await host.advance(ms(1))
      }
      expect(host.model.get('L1').value).toBe(' 10 30 40 60 70 90')
      expect(await skips(host)).toEqual([20, 50, 80].map((at) => ['missed', 1, iso(at * MINUTE)]))
    })

    it('has missed it also for a version that is deployed right then', async () => {
      const source = rule('EVERY 1h SKIP MISSED')
      const host = await deployed(source)
      await host.advance(ms(59 * MINUTE))
      await sleep(host, 2 * MINUTE)
      await host.deploy(`${source}Z1 = 1\n`)
      expect(host.model.ruleViews()[0]).toMatchObject({ fired: 0, skipped: 1 })
      await host.advance(ms(59 * MINUTE))
      expect(host.model.ruleViews()[0]).toMatchObject({ fired: 1, skipped: 1 })
    })

    it('fires a wait that ended meanwhile, once', async () => {
      const host = await deployed('A1 = 1\nWHEN A1 > 0 DEBOUNCE 5min THEN\n B1 = NOW()\nEND\n')
      await sleep(host, HOUR)
      expect(host.model.ruleViews()[0]).toMatchObject({ fired: 1 })
      expect(host.model.get('B1').value).toBe(iso(HOUR))
      await host.advance(ms(HOUR))
      expect(host.model.ruleViews()[0]).toMatchObject({ fired: 1 })
    })

    it('keeps what it skipped on record over a restart', async () => {
      const host = await deployed(rule('EVERY 10min SKIP MISSED'))
      await sleep(host, 47 * MINUTE)
      await host.restart()
      expect(host.model.ruleViews()[0]).toMatchObject({ fired: 0, skipped: 4 })
      expect(await skips(host)).toEqual([['missed', 4, iso(40 * MINUTE)]])
    })
  })

  it('a clock that was set back has not missed what comes again', async () => {
    const host = await deployed('A1 = 0\n')
    await host.advance(ms(HOUR))
    await host.restart()
    await host.clock.set(START)
    await host.deploy(`A1 = 0\n${rule('EVERY 10min SKIP MISSED')}`)
    await host.advance(ms(30 * MINUTE))
    expect(host.model.ruleViews()[0]).toMatchObject({ fired: 3, skipped: 0 })
  })

  describe('a clock that was a year ahead and is right again', () => {
    const YEAR = 365 * 24 * HOUR
    const ahead = async (source: string, after?: (host: TestHost) => Promise<unknown>) => {
      const host = await deployed(source)
      await host.advance(ms(30 * MINUTE))
      await sleep(host, YEAR)
      await after?.(host)
      await host.clock.set(START + 30 * MINUTE)
      await host.settle()
      return host
    }

    it.each([
      ['skips', 'EVERY 10min SKIP MISSED'],
      ['replays', 'EVERY 10min BACKFILL MAX 2'],
      ['follows a cron', 'EVERY cron"0 * * * *" SKIP MISSED'],
    ])('leaves a rule that %s silent, which says so until it begins anew', async (_what, head) => {
      const host = await ahead(rule(head))
      const [view] = host.model.ruleViews()
      const { fired } = view!
      expect(view?.problem).toMatch(
        /^it is silent until 2027-01-01T00:\d0:00.000Z: the clock was ahead/,
      )
      expect(host.model.describe().problems).toEqual([`The rule in line 1: ${view?.problem}.`])
      expect(host.model.rules.waitingForClock).toBe(1)
      expect(Date.parse(view?.next ?? '')).toBeGreaterThan(START + YEAR)
      await host.restart()
      await host.advance(ms(HOUR))
      // No occurrence runs twice, not even one that was skipped.
      expect(host.model.ruleViews()[0]).toMatchObject({ fired, problem: view?.problem })
      await host.deploy(rule('EVERY 20min SKIP MISSED'))
      await host.advance(ms(HOUR))
      expect(host.model.ruleViews()[0]).toMatchObject({ fired: 3, problem: null })
    })

    it('says of an AT that it is over before its time', async () => {
      const host = await ahead('AT dt"2026-06-01T00:00:00Z" BACKFILL THEN\n A1 = 1\nEND\n')
      const [view] = host.model.ruleViews()
      expect([view?.fired, view?.state]).toEqual([1, 'completed'])
      expect(view?.problem).toMatch(/^it is over though 2026-06-01T00:00:00.000Z is still to come/)
    })

    it.each(['DEBOUNCE', 'THROTTLE'])('says of a %s how long it waits', async (gate) => {
      const source = `A1 = 0\nWHEN A1 > 0 ${gate} 5min THEN\n B1 = B1 + 1\nEND\n`
      const host = await ahead(source, (there) => there.model.set({ A1: 1 }))
      const [view] = host.model.ruleViews()
      expect(view?.problem).toMatch(/^it waits until 2027-01-01T00:35:00.000Z, longer than its/)
    })

    it('says nothing of rules that are not ahead', async () => {
      const host = await deployed(
        `A1 = 1\n${rule('EVERY 10min SKIP MISSED')}WHEN A1 > 0 DEBOUNCE 5min THEN\n C1 = 1\nEND\n`,
      )
      expect(host.model.describe().problems).toEqual([])
      await host.advance(ms(HOUR))
      // As far as two clocks may differ.
      await host.clock.set(START + HOUR - 50 * SECOND)
      expect([host.model.describe().problems, host.model.rules.waitingForClock]).toEqual([[], 0])
    })
  })

  describe('a schedule that changes while occurrences are due', () => {
    const CHANGED = 'overtaken by another schedule'
    /** At 3:30 it changes, in the order of replays. */
    const changing = (before: string, after: string) =>
      `pace = IF(other = TRUE, ${after}, ${before})\n${rule('EVERY pace BACKFILL')}` +
      'AT dt"2026-01-01T00:03:30Z" BACKFILL THEN\n other = TRUE\nEND\n'

    it.each([
      ['another interval', '1min', '5min'],
      ['a cron', '1min', 'cron"0 * * * *"'],
      ['from a cron', 'cron"* * * * *"', '1h'],
      ['another cron', 'cron"* * * * *"', 'cron"0 0 * * *"'],
      ['blank', '1min', 'BLANK'],
      ['an error', '1min', '1 / 0'],
      ['nothing that leads forward', '1min', '0s'],
    ])('to %s: the rest is on record as skipped', async (_what, before, after) => {
      const host = await deployed(changing(before, after))
      await host.restart(ms(10 * MINUTE))
      expect(host.model.ruleViews()[0]).toMatchObject({ fired: 3, skipped: 7 })
      expect(await skips(host)).toEqual([[CHANGED, 7, iso(10 * MINUTE)]])
    })

    it('and pending: the rest runs', async () => {
      const host = await deployed(changing('60000', 'FX_RATE("EUR", "USD")'))
      await host.restart(ms(10 * MINUTE))
      expect(host.model.ruleViews()[0]).toMatchObject({ fired: 10, skipped: 0 })
    })

    it('by hand, between two turns of a long catch-up: all are on record, run or skipped', async () => {
      const host = await deployed(`A1 = 1\n${rule('EVERY A1 * 1s BACKFILL')}`)
      const jump = host.clock.set(START + 1_000 * SECOND)
      while (host.model.rules.fired === 0) await turn()
      await host.model.set({ A1: 3_600 })
      await jump
      await host.settle()
      const { fired, skipped, next } = host.model.ruleViews()[0]!
      expect(fired).toBeGreaterThan(0)
      expect(skipped).toBeGreaterThan(0)
      expect(fired + skipped).toBe(1_000)
      expect(next).toBe(iso(1_000 * SECOND + HOUR))
      expect(await skips(host)).toEqual([[CHANGED, skipped, iso(1_000 * SECOND)]])
    })

    it('by a redeploy, between two turns: all are on record, run or skipped', async () => {
      const source = (pace: number) => `A1 = ${pace}\n${rule('EVERY A1 * 1s BACKFILL')}`
      const host = await deployed(source(1))
      const jump = host.clock.set(START + 1_000 * SECOND)
      while (host.model.rules.fired === 0) await turn()
      await host.deploy(source(3_600))
      await jump
      await host.settle()
      const { fired, skipped } = host.model.ruleViews()[0]!
      expect(skipped).toBeGreaterThan(0)
      expect(fired + skipped).toBe(1_000)
      expect(await skips(host)).toEqual([[CHANGED, skipped, iso(1_000 * SECOND)]])
    })

    it('by a redeploy without the rule, between two turns: the audit has what never ran', async () => {
      const clock = virtualClock(START)
      const { engine } = await openHost(await open(), { clock }, { clock })
      clock.onSettle(() => engine.idle())
      const source = `A1 = 1\n# count\n${rule('EVERY A1 * 1s BACKFILL')}`
      const { model: before } = await engine.deploy(source, { id: 'm' })
      const jump = clock.set(START + 1_000 * SECOND)
      while (before.rules.fired === 0) await turn()
      await engine.deploy('A1 = 1\n', { id: 'm' })
      await jump
      const { entries } = await engine.activity({ limit: 50 })
      const said = entries.find(({ what }) => what.startsWith('Deployed version 2.'))?.what ?? ''
      const found = /2\. (\d+) occurrences of a rule that is gone never ran: (.*)$/.exec(said)
      expect(Number(found?.[1])).toBeGreaterThan(0)
      expect(Number(found?.[1]) + before.rules.fired).toBe(1_000)
      expect(found?.[2]).toBe(`count, last due ${iso(1_000 * SECOND)}.`)
    })

    it('by another TIMEZONE, between two turns: all are on record, run or skipped', async () => {
      const source = (zone: string) =>
        `TIMEZONE "${zone}"\n${rule('EVERY cron"* * * * *" BACKFILL')}`
      const host = await deployed(source('UTC'))
      const jump = host.clock.set(START + 1_000 * MINUTE)
      while (host.model.rules.fired === 0) await turn()
      await host.deploy(source('Asia/Tokyo'))
      await jump
      await host.settle()
      const { fired, skipped } = host.model.ruleViews()[0]!
      expect(skipped).toBeGreaterThan(0)
      expect(fired + skipped).toBe(1_000)
      expect(await skips(host)).toEqual([[CHANGED, skipped, iso(1_000 * MINUTE)]])
    })

    it('and an AT that moves on: its old time is on record, and it runs at its new one', async () => {
      const host = await deployed(
        't = IF(other = TRUE, dt"2026-01-01T00:20:00Z", dt"2026-01-01T00:05:00Z")\n' +
          rule('AT t BACKFILL') +
          'AT dt"2026-01-01T00:03:30Z" BACKFILL THEN\n other = TRUE\nEND\n',
      )
      await host.restart(ms(10 * MINUTE))
      expect(await skips(host)).toEqual([[CHANGED, 1, iso(5 * MINUTE)]])
      await host.advance(ms(10 * MINUTE))
      expect(host.model.ruleViews()[0]).toMatchObject({ fired: 1, state: 'completed' })
    })

    it('with nothing due leaves no record', async () => {
      const host = await deployed(`A1 = 10\n${rule('EVERY A1 * 1min BACKFILL')}`)
      await host.advance(ms(15 * MINUTE))
      await host.set({ A1: 20 })
      expect(host.model.ruleViews()[0]).toMatchObject({ fired: 1, skipped: 0 })
      expect(await skips(host)).toEqual([])
    })
  })

  describe('a gate whose length is wrong', () => {
    const source = 'A1 = 0\nD1 = 0\nWHEN A1 > 0 DEBOUNCE D1 THEN\n B1 = 1\nEND\n'
    const wrong = { state: 'invalid', problem: expect.stringContaining('100 years') }

    it.each([false, true])(
      'has a problem before and after a rise, restarts: %s',
      async (restarts) => {
        const host = await deployed(source)
        const again = async () => {
          if (restarts) await host.restart()
        }
        expect(host.model.ruleViews()[0]).toMatchObject(wrong)
        await again()
        await host.set({ A1: 1 })
        await again()
        expect(host.model.ruleViews()[0]).toMatchObject(wrong)
        await host.set({ D1: 5 })
        await again()
        expect(host.model.ruleViews()[0]).toMatchObject({ state: 'true', problem: null })
        await host.set({ A1: 0 })
        await host.set({ A1: 1 })
        await again()
        expect(host.model.ruleViews()[0]).toMatchObject({ state: 'armed', problem: null })
        await host.set({ D1: -1 })
        await again()
        expect(host.model.ruleViews()[0]).toMatchObject(wrong)
        const outcomes = (await recordsOf(host)).map(({ outcome }) => outcome)
        expect(outcomes).toEqual(['invalid', 'invalid'])
      },
    )
  })

  it.each([
    'THROTTLE 3155760000',
    'DEBOUNCE 3155760000',
    'DEBOUNCE 1s MAX 36525d',
    'THROTTLE 1e13',
    'DEBOUNCE 1e13',
    'DEBOUNCE 5s MAX 1e13',
    'THROTTLE 9e15',
  ])('a gate that is as long as %s can be looked at', async (gate) => {
    const host = await deployed(`A1 = 1\nWHEN A1 > 0 ${gate} THEN\n B1 = 1\nEND\n`)
    const views = () => [
      host.model.ruleViews(),
      host.model.coming(Number.MAX_SAFE_INTEGER, 10),
      host.model.describe(),
    ]
    expect(JSON.parse(JSON.stringify(views()))).toHaveLength(3)
    await host.model.timeline(START, START + HOUR)
    await host.restart()
    expect(JSON.parse(JSON.stringify(views()))).toHaveLength(3)
  })

  it('a model that is deleted and deployed within a millisecond fires as a new one', async () => {
    const clock = new TestHost({ startAt: START, functions: new Map() }).clock
    const store = await openStore(await open(), { clock })
    const errors: unknown[] = []
    const engine = new Engine({ store, clock, onError: (error) => errors.push(error) })
    const source = 'A1 = 1\nWHEN A1 > 0 THEN\n B1 = B1 + 1\n log!rose(B1)\nEND\n'
    for (let life = 0; life < 3; life++) {
      const { model } = await engine.deploy(source, { id: 'm' })
      await engine.idle()
      expect(model.get('B1').value).toBe(1)
      await model.set({ A1: 0 })
      await model.set({ A1: 1 })
      expect(model.get('B1').value).toBe(2)
      await engine.delete('m', 'm')
    }
    expect(errors).toEqual([])
    expect(await store.events('log', {})).toHaveLength(6)
    await engine.close()
    await store.close()
    clock.close()
  })
})

it('a set that comes before the clock has noticed that the machine slept finds it missed', async () => {
  let now = START
  const timers: (() => void)[] = []
  const clock = systemClock({
    now: () => now,
    startTimer: (fn) => {
      timers.push(fn)
      return {}
    },
    stopTimer: () => {},
  })
  const store = await openStore('memory:', { clock })
  const engine = new Engine({ store, clock })
  const source = 'A1 = 0\nEVERY 1h SKIP MISSED THEN\n B1 = B1 + 1\nEND\n'
  const { model } = await engine.deploy(source, { id: 'm' })
  now += 2 * HOUR + MINUTE
  await model.set({ A1: 1 })
  await engine.idle()
  expect(model.ruleViews()[0]).toMatchObject({ fired: 0, skipped: 2, next: iso(3 * HOUR) })
  for (const fire of timers.splice(0)) fire()
  await engine.idle()
  expect(model.ruleViews()[0]).toMatchObject({ fired: 0, skipped: 2 })
  await engine.close()
  await store.close()
  clock.close()
})
