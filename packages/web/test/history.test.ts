// Goal: the history of a cell says what it was, when and by whom, and leads to the sheet as it was. Method: the real
// server and Chromium; sets by two people and a rule, then what the page shows.

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Harness, looks, pictureOf, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')

const source = `MODEL "Desk"
A1 = 1
B1 = A1 * 2
label = "day"
# Too much
WHEN B1 > 50 THEN
  C1 = "over"
END
END MODEL
`

describe.skipIf(chromium === undefined)('the history of a cell', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ chromium: chromium ?? '', models: { desk: source } })
    const model = await harness.engine.model('desk')
    await model.set({ A1: 5 }, { by: 'ann' })
    await model.set({ A1: 20 }, { by: 'bo' })
    await model.set({ A1: 30 }, { by: 'ann' })
    await model.set({ label: '<b>night</b>' }, { by: 'ann' })
  })
  afterAll(() => harness?.close())

  test('has every value with its cause, newest first, and grows as it changes', async () => {
    const { page, problems } = await harness.open('/models/desk/history?symbol=B1')
    await page.waitForSelector('.history-chart canvas')
    const rows = () =>
      page.$$eval('.history-table tbody tr', (all) => all.map((row) => row.textContent))
    const before = await rows()
    expect(before[0]).toMatch(/60.*\+20.*ann/)
    expect(before[1]).toMatch(/40.*\+30.*bo/)
    await (await harness.engine.model('desk')).set({ A1: 31 }, { by: 'bo' })
    await page.waitForSelector('.history-table tbody tr:first-child:has-text("62")')
    expect(await rows()).toHaveLength(before.length + 1)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('names the rule that wrote a cell', async () => {
    const { page } = await harness.open('/models/desk/history?symbol=C1')
    await page.waitForSelector('.history-table tbody tr:first-child:has-text("Too much")')
    expect(await page.textContent('.history-now .big')).toBe('over')
    await page.context().close()
  })

  test('another cell is chosen by its name, and a text is shown as a text', async () => {
    const { page } = await harness.open('/models/desk/history?symbol=B1')
    await page.waitForSelector('.history-table')
    await page.fill('.symbol-field input', 'label')
    await page.waitForSelector('.history-now .big:has-text("<b>night</b>")')
    expect(await page.$('.history-chart')).toBeNull()
    expect(await page.$('.history-now b, .history-table b')).toBeNull()
    await page.context().close()
  })

  test('a revision leads to the sheet as it was, and back', async () => {
    const { page } = await harness.open('/models/desk/history?symbol=B1')
    await page.click('.history-table tbody tr:has-text("40") a.link')
    await page.waitForSelector('.past')
    await page.waitForSelector('#cell-B1:has-text("40")')
    await page.click('text=Back to now')
    await page.waitForSelector('#cell-B1:has-text("62")')
    expect(await page.$('.past')).toBeNull()
    await page.context().close()
  })

  test.each(looks)('nothing runs out of the window at $width px, $theme', async (how) => {
    const path = '/models/desk/history?symbol=B1'
    const ready = (page: Page) => page.waitForSelector('.history-chart canvas')
    expect(await pictureOf(harness, { name: 'history', path, how, ready })).toEqual([])
  })
})
