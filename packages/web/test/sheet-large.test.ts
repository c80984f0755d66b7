// Goal: a sheet of 100,000 rows scrolls without a task over 50 ms, with few rows in the document. Method: the real
// server and Chromium scroll down; the browser's observer of long tasks sees the time by the clock, its trace the
// processor time. The calmest of five passes counts: others on a busy machine make a pass worse, never better, and a
// sheet that does too much at once does so in every pass. On a machine so busy that an empty page with tasks of 15 ms
// is held up for longer than 50 ms, that is the limit by the clock. A planted delay shows that both would see it.

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { scrollThrough } from './scrolling.ts'
import { calmest, LONG_TASK_MS } from './tasks.ts'

const chromium = inject('chromiumPath')
const ROWS = 100_000

const large = `MODEL "Large"
A1 = SEQUENCE(${ROWS})
B1:B${ROWS} = LEFT * 2
C1:C${ROWS} = LEFT + 1
END MODEL
`

describe.skipIf(chromium === undefined)('a sheet of 100,000 rows', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ chromium: chromium ?? '', models: { large } })
  })
  afterAll(() => harness?.close())

  test('has few rows in the document, and shows the last one at once', async () => {
    const { page, problems } = await harness.open('/models/large?cell=B1')
    await page.waitForSelector('#cell-B2')
    await page.focus('table[role=grid]')
    await page.keyboard.press('Control+End')
    await page.waitForSelector(`#cell-C${ROWS}:has-text("200,001")`)
    expect(await page.$$eval('.grid-row', (rows) => rows.length)).toBeLessThan(80)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('scrolls without a task of 50 ms, by the clock and in processor time', async () => {
    const { page } = await harness.open('/models/large')
    await page.waitForSelector('#cell-B2')
    const best = await calmest(page, 5, () => scrollThrough(page, 1500))
    expect(best.mostRows).toBeLessThan(80)
    expect(best.travelled).toBeGreaterThan(2_000)
    expect(best.longest).toBeLessThanOrEqual(best.limit)
    expect(best.busiest).toBeLessThanOrEqual(LONG_TASK_MS)
    await page.context().close()
  })

  test('a sheet that took 250 ms for each step would be seen, by the clock and in processor time', async () => {
    const { page } = await harness.open('/models/large')
    await page.waitForSelector('#cell-B2')
    await page.evaluate(() => {
      document.querySelector('.grid')?.addEventListener('scroll', () => {
        const until = performance.now() + 250
        while (performance.now() < until);
      })
    })
    const seen = await scrollThrough(page, 300)
    expect(seen.longest).toBeGreaterThan(LONG_TASK_MS)
    expect(seen.busiest).toBeGreaterThan(LONG_TASK_MS)
    await page.context().close()
  })
})
