// Goal: what a rule did and did not do can be read page by page, each record once, and as a timeline. Method:
// rules fire, are held and are skipped on a virtual clock, on both stores; pages and lanes are compared with
// what happened, and with the contract of the API.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Driver, MemoryDriver, openDriver } from '@cellwake/store'
import { afterAll, describe, expect, it } from 'vitest'
import { firingPage, timeline } from '../../../client/src/contract/rules.ts'
import { TIMELINE_LANE_RECORDS } from '../../src/limits.ts'
import { TestHost } from '../../src/model-tests/test-host.ts'
import type { FiringRecord } from '../../src/rules/rule-history.ts'

const START = Date.UTC(2026, 0, 1)
const ms = (length: number) => ({ months: 0, days: 0, ms: length })
const after = (instant: string | null) => (instant === null ? null : Date.parse(instant) - START)

const folder = mkdtempSync(join(tmpdir(), 'cellwake-history-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const drivers: readonly (readonly [string, () => Promise<Driver>])[] = [
  ['memory', async () => new MemoryDriver()],
  ['sqlite', () => openDriver(`sqlite:${join(folder, `${files++}.db`)}`)],
]

/** All records of the first rule, through pages of a size. */
async function recordsOf(host: TestHost, limit: number): Promise<FiringRecord[]> {
  const { id } = host.model.ruleViews()[0]!
  const found: FiringRecord[] = []
  let before: number | undefined
  for (;;) {
    const page = await host.model.firings(id, { limit, ...(before !== undefined && { before }) })
    expect(firingPage.parse(page)).toEqual(page)
    found.push(...page.firings)
    if (page.before === null) return found
    expect(page.firings.length).toBe(limit)
    before = page.before
  }
}

describe.each(drivers)('on %s', (_name, open) => {
  async function lived(source: string, run: (host: TestHost) => Promise<void>): Promise<void> {
    const driver = await open()
    const host = new TestHost({ startAt: START, functions: new Map(), driver })
    try {
      await host.deploy(source)
      await run(host)
    } finally {
      await host.close()
      await driver.close()
    }
  }

  it('a firing is one record, though later states carry it on', async () => {
    await lived('A1 = 0\nWHEN A1 > 0 THEN\n B1 = A1\n log!go(A1)\nEND\n', async (host) => {
      for (const A1 of [1, 0, 2, 0]) await host.set({ A1 })
      const records = await recordsOf(host, 10)
      expect(records).toMatchObject([
        { outcome: 'fired', due: null, wave: 1, count: 1, reason: null },
        { outcome: 'fired', writes: [{ symbol: 'B1', before: null, after: 1 }] },
      ])
      expect(records[0]!.writes).toEqual([{ symbol: 'B1', before: 1, after: 2 }])
      expect(records[0]!.events).toEqual([{ topic: 'log', event: 'go', args: [2] }])
      expect(records[0]!.rev).toBeGreaterThan(records[1]!.rev)
    })
  })

  it('two that are equal, at one instant, are two records', async () => {
    await lived('A1 = 1\nWHEN A1 > 0 THROTTLE 1h THEN\n B1 = 1\nEND\n', async (host) => {
      for (const A1 of [0, 1, 0, 1, 0]) await host.set({ A1 })
      const outcomes = (await recordsOf(host, 10)).map(({ outcome }) => outcome)
      expect(outcomes).toEqual(['gated', 'gated', 'fired'])
    })
  })

  it('what was skipped and what ran instead are both on record', async () => {
    await lived('EVERY 10s BACKFILL MAX 1 THEN\n B1 = 1\nEND\n', async (host) => {
      await host.restart(ms(45_000))
      const records = await recordsOf(host, 10)
      expect(records.map(({ outcome, due, count }) => [outcome, after(due), count])).toEqual([
        ['fired', 40_000, 1],
        ['skipped', 30_000, 3],
      ])
      expect(records[1]!.reason).toBe('missed')
    })
  })

  it.each([1, 2, 7, 100])('pages of %i hold every firing once, newest first', async (limit) => {
    await lived('EVERY 1s SKIP MISSED THEN\n A1 = A1 + 1\nEND\n', async (host) => {
      await host.advance(ms(23_000))
      const dues = (await recordsOf(host, limit)).map(({ due }) => after(due)! / 1000)
      expect(dues).toEqual(Array.from({ length: 23 }, (_, i) => 23 - i))
    })
  })

  it('a rule that was taken out and came back has both its lives on record', async () => {
    const rule = 'A1 = 1\nWHEN A1 > 0 THEN\n B1 = 1\nEND\n'
    await lived(rule, async (host) => {
      await host.deploy('A1 = 1\n')
      await host.deploy(rule)
      expect((await recordsOf(host, 10)).map(({ outcome }) => outcome)).toEqual(['fired', 'fired'])
    })
  })

  it('a rule that never was is refused', async () => {
    await lived('A1 = 1\n', async (host) => {
      await expect(host.model.firings('when:no')).rejects.toMatchObject({ code: 'unknown-rule' })
    })
  })

  it('a timeline has what happened and what is coming, rule by rule', async () => {
    const source =
      '# tick\nEVERY 10s SKIP MISSED THEN\n A1 = A1 + 1\nEND\nWHEN A1 = 2 THEN\n B1 = 1\nEND\n'
    await lived(source, async (host) => {
      await host.advance(ms(35_000))
      const seen = await host.model.timeline(START + 15_000, START + 60_000)
      expect(timeline.parse(seen)).toEqual(seen)
      expect(after(seen.now)).toBe(35_000)
      const lanes = seen.lanes.map(({ title, past, coming, truncated }) => {
        return [title, past.map(({ at }) => after(at)), coming.map(after), truncated]
      })
      expect(lanes).toEqual([
        ['tick', [20_000, 30_000], [40_000, 50_000, 60_000], false],
        ['When A1 = 2', [20_000], [], false],
      ])
    })
  })

  it('a timeline shows when a condition was true, as far as it lies in the span', async () => {
    const source = 'A1 = 0\nWHEN A1 > 0 DEBOUNCE 20s THEN\n B1 = A1\nEND\n'
    await lived(source, async (host) => {
      const seen = async (from: number, until: number) => {
        const [lane] = (await host.model.timeline(START + from, START + until)).lanes
        expect(timeline.shape.lanes.element.parse(lane)).toEqual(lane)
        return lane!.held.map((span) => [after(span.from), after(span.until)])
      }
      await host.advance(ms(10_000))
      // Up at 10 s, where it waits, fires at 30 s and stays; down at 40 s; up again from 50 s on.
      for (const A1 of [1, 2, 3, 0]) {
        await host.set({ A1 })
        await host.advance(ms(10_000))
      }
      await host.set({ A1: 5 })
      await host.advance(ms(5_000))
      expect(await seen(0, 100_000)).toEqual([
        [10_000, 40_000],
        [50_000, 55_000],
      ])
      expect(await seen(15_000, 35_000)).toEqual([[15_000, 35_000]])
      expect(await seen(41_000, 49_000)).toEqual([])
      expect(await seen(0, 52_000)).toEqual([
        [10_000, 40_000],
        [50_000, 52_000],
      ])
      expect(await seen(60_000, 90_000)).toEqual([])
    })
  })

  it('a condition is not shown as true while its rule was taken out', async () => {
    const rule = 'A1 = 1\nWHEN A1 > 0 THEN\n B1 = 1\nEND\n'
    await lived(rule, async (host) => {
      await host.advance(ms(10_000))
      await host.deploy('A1 = 1\n')
      await host.advance(ms(10_000))
      await host.deploy(rule)
      await host.advance(ms(10_000))
      const [lane] = (await host.model.timeline(START, START + 60_000)).lanes
      expect(lane!.held.map((span) => [after(span.from), after(span.until)])).toEqual([
        [0, 10_000],
        [20_000, 30_000],
      ])
    })
  })

  it('a timeline of the past ends where it is told to, and one of the future has no past', async () => {
    await lived('EVERY 10s SKIP MISSED THEN\n A1 = 1\nEND\n', async (host) => {
      await host.advance(ms(300_000))
      const [past] = (await host.model.timeline(START + 20_000, START + 40_000)).lanes
      expect(past!.past.map(({ due }) => after(due))).toEqual([20_000, 30_000, 40_000])
      expect(past!.coming).toEqual([])
      const [future] = (await host.model.timeline(START + 400_000, START + 420_000)).lanes
      expect(future!.past).toEqual([])
      expect(future!.coming.map(after)).toEqual([400_000, 410_000, 420_000])
    })
  })
})

it('a lane that holds not all says so, and has the newest and the next', async () => {
  const host = new TestHost({ startAt: START, functions: new Map() })
  await host.deploy('EVERY 1s SKIP MISSED THEN\n A1 = 1\nEND\n')
  const count = TIMELINE_LANE_RECORDS + 10
  await host.advance(ms(count * 1_000))
  const [past] = (await host.model.timeline(START, START + count * 1_000)).lanes
  expect(past!.truncated).toBe(true)
  expect(past!.past.length).toBe(TIMELINE_LANE_RECORDS)
  expect(after(past!.past.at(-1)!.due)).toBe(count * 1_000)
  const now = START + count * 1_000
  const [future] = (await host.model.timeline(now + 1, now + 3_600_000)).lanes
  expect(future!.coming.length).toBe(TIMELINE_LANE_RECORDS)
  expect(future!.truncated).toBe(true)
  expect(after(future!.coming[0]!)).toBe((count + 1) * 1_000)
  await host.close()
})
