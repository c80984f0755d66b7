// Goal: what people try first works as it is told: keys, times in one zone, pasting, names, counting, dialogs, rights.
// Method: the real server and Chromium, as somebody in Tokyo who looks at a model of Frankfurt.

import { hashOf } from '@cellwake/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')

const desk = `MODEL "Desk"
TIMEZONE "Europe/Berlin"
closes_at = dt"2026-11-17T18:00:00+01:00"
margin_target_of_the_whole_desk as percentage = 32pct
fx = 2
A1:C1 = ["Item", "Cost", "When"]
A2:A3 = ["Wire"; "Bar"]
B2:B3 = [10; 20]
D2:D3 = SIGN(LEFT(2))
# Close
EVERY cron"0 18 * * *" SKIP MISSED THEN
  C2 = SCHEDULED_AT
  day!closed(SCHEDULED_AT, { at: SCHEDULED_AT })
END
# Dear
WHEN fx > 5 THEN
  C3 = NOW()
  day!dear(NOW(), { at: NOW() })
END
END MODEL
`
const apart = 'MODEL "Apart"\nCosts!A1 = 7\nSales!A1 = Costs!A1 * 2\nEND MODEL\n'
const waiting = `MODEL "Waiting"\nrate = HTTP_JSON("https://example.com/rate")\nEND MODEL\n`
const token = 'a-token-that-only-reads'

const utc = { timezone: 'UTC', width: 1440 } as const
const tokyo = { timezone: 'Asia/Tokyo', width: 1440 } as const

describe.skipIf(chromium === undefined)('somebody who is new', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ chromium: chromium ?? '', models: { desk, apart, waiting } })
  })
  afterAll(() => harness?.close())

  const value = async (symbol: string) => (await harness.engine.model('desk')).get(symbol).value
  const paste = (page: Page, block: string) =>
    page.evaluate((words) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', words)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true })
      document.activeElement?.dispatchEvent(event)
    }, block)

  test('keys do what is advertised though a text is selected, and w opens the panel', async () => {
    const { page, problems } = await harness.open('/models/desk')
    await page.waitForSelector('#cell-A1[aria-selected=true]')
    await page.waitForSelector('.why h2:text-is("Why A1")')
    await page.keyboard.press('w')
    await page.keyboard.press('r')
    expect(await page.$('.cell-editor')).toBeNull()
    expect(await page.textContent('.why h2')).toBe('Why A1')
    await page.keyboard.press('Shift+W')
    await page.waitForSelector('.why', { state: 'detached' })
    await page.keyboard.press('w')
    await page.waitForSelector('.why h2:text-is("Why A1")')
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.waitForURL('**/models/desk/rules')
    expect(await value('A1')).toBe('Item')
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('typing over the name that is selected gives it a value', async () => {
    const { page } = await harness.open('/models/desk?cell=B2')
    await page.click('.names li:has-text("fx") button')
    await page.keyboard.type('3.5')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.names li:has-text("fx") .v:text-is("3.5")')
    expect(await value('fx')).toBe(3.5)
    await page.context().close()
  })

  test('times are in the zone of the model and say so; a switch shows the own zone, and is kept', async () => {
    const { page } = await harness.open('/models/desk', tokyo)
    const closes = '.names li:has-text("closes_at") .v'
    await page.waitForSelector(`${closes}:text-is("17 Nov 2026, 18:00")`)
    expect(await page.textContent('.top .zone .long')).toBe('Europe/Berlin')
    await page.click('.names li:has-text("closes_at") button')
    await page.waitForSelector('.fx .f:text-is("2026-11-17T18:00+01:00")')
    // What is typed without a zone is in the model's too.
    await page.keyboard.type('2026-11-17 18:30')
    await page.keyboard.press('Enter')
    await page.waitForSelector(`${closes}:text-is("17 Nov 2026, 18:30")`)
    await (await harness.engine.model('desk')).set({
      closes_at: { datetime: '2026-11-17T17:00:00.000Z' },
    })
    await page.click('.top button.zone')
    await page.waitForSelector(`${closes}:text-is("18 Nov 2026, 02:00")`)
    expect(await page.textContent('.top .zone .long')).toBe('Asia/Tokyo')
    await page.reload()
    await page.waitForSelector(`${closes}:text-is("18 Nov 2026, 02:00")`)
    await page.click('.top button.zone')
    await page.goto(`${harness.url}/models/desk/rules`)
    const row = '.rrow:has(h3:has-text("Close"))'
    await page.waitForSelector(`${row} .now-s`)
    // Today may be over for it; there is always one within two days.
    await page.click('button:has-text("7 days")')
    // In words when it is soon, on the clock when it is not; the lane has it on the clock always.
    const tip = await page.getAttribute(`${row} .mk.coming`, 'data-tip')
    expect(tip).toMatch(/18:00:00 CE?S?T$/)
    expect(await page.textContent('.axis-zone')).toBe('Times in Europe/Berlin')
    await page.goto(`${harness.url}/`)
    await page.waitForSelector('.strip .lane')
    const lanes = await page.$$eval('.strip .lane', (all) =>
      all.map((lane) => lane.getAttribute('aria-label')),
    )
    // The models share no zone: the page is in the reader's, and each time of another says which.
    expect(lanes.join()).toMatch(/Close, 18:00 CE?S?T/)
    expect(await page.textContent('.top .zone .long')).toBe('Asia/Tokyo')
    const lines = await page.locator('.feed li:has-text("Desk") time').allTextContents()
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d CE?S?T$/)
    await page.context().close()
  })

  test('what just happened is never told as coming, though the clock of the reader lags', async () => {
    const { page } = await harness.open('/models/desk/history?symbol=B3', utc)
    await page.waitForSelector('.lede')
    await page.clock.setFixedTime(Date.now() - 60_000)
    await (await harness.engine.model('desk')).set({ B3: 21 }, { by: 'feed' })
    await page.reload()
    await page.waitForSelector('.lede:has-text("feed")')
    expect(await page.textContent('.lede')).toContain('last just now by feed.')
    await page.context().close()
  })

  test('a model without Sheet1 opens where its cells are', async () => {
    const { page } = await harness.open('/models/apart')
    await page.waitForSelector('[id="cell-Costs!A1"][aria-selected=true]:has-text("7")')
    expect(await page.locator('[role=tab]').allTextContents()).toEqual(['Costs', 'Sales'])
    await page.context().close()
  })

  test('after a paste the panel tells of the new value, and of what it read though it stays the same', async () => {
    const { page } = await harness.open('/models/desk?cell=F2')
    await page.waitForSelector('.why .say:has-text("Nothing stands here.")')
    await page.focus('table[role=grid]')
    await paste(page, '8')
    await page.waitForSelector('.why .big:text-is("8")')
    await page.waitForSelector('.why .say:has-text("local set it")')
    await page.click('#cell-D2')
    await page.waitForSelector('.why-node:has-text("B2") .val:text-is("10")')
    await (await harness.engine.model('desk')).set({ B2: 12 })
    await page.waitForSelector('.why-node:has-text("B2") .val:text-is("12")')
    expect(await page.textContent('.why .big')).toBe('1')
    await page.context().close()
  })

  test('a refused paste leaves the value in sight and nothing open, and the note goes with the selection', async () => {
    const { page } = await harness.open('/models/desk?cell=B2')
    await page.waitForSelector('#cell-B2[aria-selected=true] .v')
    await page.focus('table[role=grid]')
    await paste(page, '1\t2\t3')
    await page.waitForSelector('.cell-note.refused .refusal')
    expect(await page.textContent('#cell-B2 .v')).toBe(String(await value('B2')))
    const note = page.locator('.cell-note.refused')
    expect(await note.evaluate((box) => getComputedStyle(box).backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    )
    expect(await page.$('.cell-editor')).toBeNull()
    await page.keyboard.press('ArrowDown')
    await note.waitFor({ state: 'detached' })
    await page.context().close()
    const { page: phone } = await harness.open('/models/desk?cell=D2', { width: 390 })
    await phone.waitForSelector('#cell-D2[aria-selected=true] .v')
    await phone.focus('table[role=grid]')
    await phone.keyboard.press('F2')
    const said = await (await phone.waitForSelector('.cell-note .refusal')).boundingBox()
    expect((said?.x ?? 0) + (said?.width ?? 999)).toBeLessThanOrEqual(390)
    expect(said?.height).toBeGreaterThan(20)
    await phone.context().close()
  })

  test('toasts cover neither the foot nor the panel, and long names and dates are whole', async () => {
    for (const width of [1440, 1024, 390]) {
      const { page } = await harness.open('/models/desk?cell=B3', { width })
      await page.waitForSelector('#cell-B3[aria-selected=true] .v')
      await page.waitForSelector('.why h2')
      await page.focus('table[role=grid]')
      await page.keyboard.type(String(30 + (width % 7)))
      await page.keyboard.press('Enter')
      const toast = await page.waitForSelector('.toast')
      const over = await toast.evaluate((one) => {
        const box = one.getBoundingClientRect()
        return ['.model-foot', '.why'].filter((part) => {
          const other = document.querySelector(part)?.getBoundingClientRect()
          return other !== undefined && box.bottom > other.top && box.right > other.left + 1
        })
      })
      expect([width, over]).toEqual([width, []])
      await page.context().close()
    }
    const { page } = await harness.open('/models/desk?cell=margin_target_of_the_whole_desk')
    await page.waitForSelector('.fx .at')
    const clipped = (selector: string) =>
      page.$eval(selector, (box) => box.scrollWidth > box.clientWidth)
    expect(await clipped('.fx .at')).toBe(false)
    // A date that came after the columns were fitted.
    await (await harness.engine.model('desk')).set({ fx: 6 })
    await page.waitForSelector('#cell-C3 .v:has-text("20")')
    await expect.poll(() => clipped('#cell-C3 .v'), { timeout: 5000 }).toBe(false)
    await page.context().close()
  })

  test('a time in a firing, an event and a simulation reads as a time', async () => {
    const model = await harness.engine.model('desk')
    await model.set({ fx: 1 })
    await model.set({ fx: 6 })
    const { page } = await harness.open('/models/desk/rules')
    const row = '.rrow:has(h3:has-text("Dear"))'
    await page.click(`${row} .rstate button`)
    const fired = await page.waitForSelector(`${row} .firings li:has-text("fired")`)
    expect(await fired.textContent()).toMatch(/day!dear\(\d.* \{ at: \d+ \w+ 20\d\d, \d\d:\d\d/)
    expect(await fired.textContent()).not.toContain('datetime')
    await page.goto(`${harness.url}/topics/day`)
    const event = await page.waitForSelector('.events li:has-text("dear")')
    expect(await event.textContent()).toMatch(/dear\(\d+ \w+ 20\d\d, \d\d:\d\d/)
    await page.goto(`${harness.url}/models/desk/simulate`)
    await page.click('button:has-text("Simulate 1 day")')
    const simulated = await page.waitForSelector('.sim-firings li:has-text("Close")')
    expect(await simulated.textContent()).toMatch(/C2 \d+ \w+ 20\d\d, 18:00/)
    expect(await simulated.textContent()).not.toContain('datetime')
    await page.context().close()
  })

  test('a history counts what is in the span, not what is on a page', async () => {
    const model = await harness.engine.model('desk')
    for (let i = 0; i < 230; i++) await model.set({ B3: 100 + i }, { by: 'feed' })
    const { page } = await harness.open('/models/desk/history?symbol=B3')
    const changes = (await model.history('B3', { limit: 500 })).entries.length - 1
    await page.waitForSelector(`.lede:has-text("changed ${changes} times in the last 24 hours")`)
    await page.clock.setFixedTime(Date.now() + 2 * 3_600_000)
    await page.reload()
    await page.click('.seg button:text-is("1 h")')
    await page.waitForSelector('.lede:has-text("has not changed in the last hour")')
    await page.click('.seg button:text-is("All")')
    await page.waitForSelector(`.lede:has-text("changed ${changes} times, last")`)
    expect(changes).toBeGreaterThan(200)
    await page.context().close()
  })

  test('lines are numbered where a problem names one, and Enter deploys from the dialog', async () => {
    const { page } = await harness.open('/new')
    await page.fill('textarea', 'MODEL "Fresh"\nA1 = 1\n')
    expect(await page.textContent('.numbered pre')).toBe('1\n2\n3')
    await page.click('.draft-foot .primary')
    await page.waitForSelector('dialog .primary:focus')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/models/fresh*')
    expect((await harness.engine.model('fresh')).get('A1').value).toBe(1)
    await page.context().close()
  })

  test('a line of the list that completes a word has no scroll bars', async () => {
    const { page } = await harness.open('/models/desk/source')
    await page.click('.cm-line >> nth=2')
    await page.keyboard.press('End')
    await page.keyboard.type(' S')
    await page.waitForSelector('.cm-tooltip-autocomplete > ul > li')
    const scrolling = await page.$$eval('.cm-tooltip-autocomplete > ul > li', (lines) =>
      lines.filter((line) => {
        const { overflowX, overflowY } = getComputedStyle(line)
        return [overflowX, overflowY].some((one) => one === 'auto' || one === 'scroll')
      }),
    )
    expect(scrolling).toEqual([])
    await page.context().close()
  })

  test('a cell that waits for an answer that nobody fetches is trouble', async () => {
    const { page } = await harness.open('/')
    await page
      .getByRole('link', { name: 'Waiting waits for an answer that nobody fetches' })
      .waitFor()
    expect(await page.textContent('tr[data-model="waiting"]')).toContain('1 cell waits')
    expect(await page.textContent('.lede')).not.toContain('All is well')
    await page.context().close()
  })

  test('an answer that could not be read stands apart from the number before it', async () => {
    const { page } = await harness.open('/models/desk?cell=B2')
    await page.waitForSelector('.why-more')
    await page.route('**/history/**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.click('#cell-B3')
    await page.waitForSelector('.why-more dd:has-text("could not be read")')
    expect(await page.textContent('.why-more dd >> nth=0')).toBe(
      'could not be read Open its history',
    )
    await page.context().close()
  })

  test('who may only read sees no field, key or button that changes something', async () => {
    const locked = await startHarness({
      chromium: chromium ?? '',
      models: { desk },
      tokens: [
        { name: 'guest', hash: hashOf(token), scopes: ['read'], models: ['*'], topics: ['*'] },
      ],
    })
    try {
      const { page } = await locked.open('/models/desk?cell=B2')
      await page.getByLabel('Token').fill(token)
      await page.keyboard.press('Enter')
      await page.waitForSelector('#cell-B2[aria-selected=true] .v')
      await page.waitForSelector('table[role=grid][aria-readonly=true]')
      await page.focus('table[role=grid]')
      await page.keyboard.press('5')
      await page.keyboard.press('Enter')
      expect(await page.$('.cell-editor, .fx button.f')).toBeNull()
      expect(await page.textContent('.status-bar .hints')).not.toMatch(/edit|refresh/)
      await page.click('.names li:has-text("fx") button')
      await page.keyboard.press('5')
      expect(await page.$('.edit-field')).toBeNull()
      await page.goto(`${locked.url}/`)
      await page.waitForSelector('tr[data-model=desk]')
      expect(await page.getByRole('button', { name: /New model|More for/ }).count()).toBe(0)
      await page.goto(`${locked.url}/models/desk/source`)
      await page.click('.cm-line >> nth=2')
      await page.keyboard.type('x')
      expect(await page.textContent('.cm-content')).toContain('closes_at')
      expect(await page.$('.deploy, .src-tabs button:has-text("Format")')).toBeNull()
    } finally {
      await locked.close()
    }
  })
})
