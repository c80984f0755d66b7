// Goal: a simulation from the page shows what rules would do, and never touches the model that runs. Method: the real
// server and Chromium; sets at times, followed cells, a mistake, cancelling.

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Harness, looks, pictureOf, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')

const desk = `MODEL "Desk"
stock = 40
# A day passes
EVERY 2h SKIP MISSED THEN
  sold = sold + 3
END
rest = stock - sold
# Refill
WHEN rest < 10 THEN
  orders = orders + 1
  orders!refill(rest)
END
END MODEL
`

const price = 'rate = FX_RATE("EUR", "USD")\nprice = ROUND(100 * (rate DEFAULT 1.08), 2)\n'

describe.skipIf(chromium === undefined)('the simulate page', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ chromium: chromium ?? '', models: { desk, price } })
  })
  afterAll(() => harness?.close())

  const addSet = async (page: Page, symbol: string, value: string) => {
    await page.click('text=Set a cell')
    await page.fill('[aria-label="Cell or name"]', symbol)
    await page.fill('[aria-label="Value"]', value)
  }

  test('sets at times make rules fire; the result has lines, lanes, firings and final values', async () => {
    const { page, problems } = await harness.open('/models/desk/simulate')
    await page.waitForSelector('.chip:has-text("rest")')
    await addSet(page, 'stock', '20')
    await page.click('.attempt .primary')
    await page.waitForSelector('.sim-results')
    expect(await page.textContent('.sim-results .t15')).toMatch(/^1\d firings of 2 rules/)
    await page.waitForSelector('.sim-row:has-text("rest") .axis-chart path')
    await page.waitForSelector('.lane-row:has-text("Refill") .mk.fired')
    expect(await page.textContent('.sim-firings li:has-text("Refill")')).toContain(
      'orders!refill(8)',
    )
    expect(await page.textContent('.final li:has-text("orders")')).toContain('1')
    const model = await harness.engine.model('desk')
    expect(model.get('stock').value).toBe(40)
    expect(model.version).toBe(1)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('external functions answer what the page says, in virtual time', async () => {
    const { page, problems } = await harness.open('/models/price/simulate')
    await page.waitForSelector('text=FX_RATE would stay on its way')
    await page.click('text=1 hour')
    const follow = page.locator('[aria-label="Follow another cell"]')
    await follow.fill('price')
    await page.click('text=Say what comes')
    expect(await page.inputValue('[aria-label="Function or call"]')).toBe('FX_RATE')
    await page.fill('[aria-label="Answer"]', '1.1')
    await page.fill('[aria-label="It takes"]', '10')
    await page.click('.attempt .primary')
    await page.waitForSelector('.final li:has-text("price"):has-text("110")')
    await page.selectOption('[aria-label="How it ends"]', 'fails')
    await page.click('.attempt .primary')
    await page.waitForSelector('.final li:has-text("price"):has-text("108")')
    expect(await page.textContent('.final')).toContain('#CONNECT!')
    expect(problems).toEqual([])
    await page.context().close()
  })

  test.each(looks)('lines of answers fit at $width px, $theme', async (how) => {
    const ready = async (page: Page) => {
      await page.click('text=Say what comes')
      await page.fill('[aria-label="Answer"]', '1.1')
      await page.click('text=Say what comes')
      await page.selectOption('.answer >> nth=1 >> [aria-label="How it ends"]', 'fails')
    }
    const path = '/models/price/simulate'
    expect(await pictureOf(harness, { name: 'simulate-answers', path, how, ready })).toEqual([])
  })

  test('what cannot be simulated is said in words, and cancelling ends the wait', async () => {
    const { page } = await harness.open('/models/desk/simulate')
    await page.waitForSelector('.chip')
    await addSet(page, 'rest', '1')
    await page.fill('[aria-label="After how long"]', '9999')
    await page.click('.attempt .primary')
    await page.waitForSelector('text=is set after the simulation has ended')
    await page.fill('[aria-label="After how long"]', '1')
    await page.click('.attempt .primary')
    await page.waitForSelector('.void:has-text("did not end well")')
    await page.click('[aria-label="Remove this line"]')
    // An answer that never comes.
    await page.route('**/simulate', () => undefined)
    await page.click('.attempt .primary')
    await page.waitForSelector('.waiting:has-text("Running for")')
    await page.click('.waiting >> text=Cancel')
    await page.waitForSelector('text=Cancelled. Nothing was changed.')
    expect(await page.$('.waiting')).toBeNull()
    await page.context().close()
  })

  test.each(looks)('nothing runs out of the window at $width px, $theme', async (how) => {
    const ready = async (page: Page) => {
      await page.waitForSelector('.chip')
      await addSet(page, 'stock', '20')
      await page.click('.attempt .primary')
      await page.waitForSelector('.sim-results')
    }
    const path = '/models/desk/simulate'
    expect(await pictureOf(harness, { name: 'simulate', path, how, ready })).toEqual([])
  })
})
