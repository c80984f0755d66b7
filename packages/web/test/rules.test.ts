// Goal: rules are on one time axis with what they did, why they did not, and what is coming; it grows by itself.
// Method: the real server and Chromium; sets that make rules fire and hold, then what the lanes show.

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { between, demoModels, type Harness, looks, pictureOf, startHarness } from './harness.ts'

const chromium = inject('chromiumPath')

const desk = `MODEL "Desk"
TIMEZONE "Europe/Berlin"
queue = 1
limit = 10
# Queue is long
WHEN queue > limit THROTTLE 2h THEN
  shift = shift + 1
  alerts!notify("queue", queue)
END
# Stays long
WHEN queue > limit DEBOUNCE 20min THEN
  incident = "long"
END
# Hourly
EVERY cron"0 * * * *" SKIP MISSED THEN
  seen_at = SCHEDULED_AT
END
END MODEL
`

const many = `MODEL "Many"
n = 0
${Array.from({ length: 30 }, (_, i) => `# Rule ${i + 1}\nWHEN n > ${i} THEN\n  hit_${i} = n\nEND`).join('\n')}
END MODEL
`

describe.skipIf(chromium === undefined)('the rules page', () => {
  let harness: Harness
  beforeAll(async () => {
    const models = { desk, many, calm: 'MODEL "Calm"\nA1 = 1\nEND MODEL\n', ...demoModels() }
    harness = await startHarness({ chromium: chromium ?? '', models })
  })
  afterAll(() => harness?.close())

  test('a set that fires a rule is in its lane at once, with the window that holds it back', async () => {
    const { page, problems } = await harness.open('/models/desk/rules')
    const row = '.rrow:has(h3:has-text("Queue is long"))'
    await page.waitForSelector('.rrow:has(h3:has-text("Hourly")) .now-s')
    expect(await page.$(`${row} .mk.fired`)).toBeNull()
    const model = await harness.engine.model('desk')
    await model.set({ queue: 25 }, { by: 'ann' })
    await page.waitForSelector(`${row} .mk.fired`)
    await page.waitForSelector(`${row} .stretch.throttle`)
    await page.waitForSelector(`${row} .now-s:has-text("Throttled until")`)
    await page.waitForSelector('.rrow:has(h3:has-text("Stays long")) .now-s:has-text("Armed")')
    expect(await page.textContent('.lede')).toMatch(/^One is armed and fires in \d+/)
    // It goes down and up again within the window: nothing fires, and that is shown too.
    await model.set({ queue: 1 }, { by: 'ann' })
    await model.set({ queue: 30 }, { by: 'ann' })
    await page.waitForSelector(`${row} .mk.skipped, ${row} .mk.band`, { state: 'attached' })
    // What is coming today may be nothing, in the last hour of a day.
    await page.click('button:has-text("7 days")')
    await page.waitForSelector('.rrow:has(h3:has-text("Hourly")) .mk.coming', { state: 'attached' })
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('the firings of a rule tell what it wrote, before and after, and what it said', async () => {
    const { page } = await harness.open('/models/desk/rules')
    const row = '.rrow:has(h3:has-text("Queue is long"))'
    await page.click(`${row} .rstate button`)
    const fired = await page.waitForSelector(`${row} .firings li:has-text("fired")`)
    const text = (await fired.textContent()) ?? ''
    expect(text).toMatch(/shift\s*blank →\s*1/)
    expect(text).toContain('alerts!notify(queue, 25)')
    await page.context().close()
  })

  test('the chart above shows the cell that a rule compares, with the limit', async () => {
    const { page } = await harness.open('/models/desk/rules?range=hour')
    await page.waitForSelector('.axis-chart path')
    expect(await page.inputValue('.chart-pick')).toBe('queue')
    await page.waitForSelector('.axis-chart .y-label.c-rule:has-text("10")')
    expect(await page.textContent('.pick')).toContain('over limit')
    await page.context().close()
  })

  test('late in the day the time stands before the line of now, inside the window', async () => {
    const { page } = await harness.open('/models/desk/rules', { width: 390 })
    await page.waitForSelector('.now-tag')
    const late = await page.evaluate(() => new Date().setHours(23, 50, 0, 0))
    await page.clock.setFixedTime(late)
    await page.reload()
    await page.waitForSelector('.now-tag:has-text("now 23:50")')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.context().close()
  })

  test('many rules are a line each, and a model without rules says what one is', async () => {
    const { page } = await harness.open('/models/many/rules')
    await page.waitForSelector('.rules.compact')
    const height = await page.$eval('article.rrow', (row) => row.getBoundingClientRect().height)
    expect(height).toBeLessThan(40)
    await page.goto(`${harness.url}/models/calm/rules`)
    await page.waitForSelector('text=This model computes, but does not act.')
    await page.context().close()
  })

  test.each([...looks, between])(
    'nothing runs out of the window at $width px, $theme',
    async (how) => {
      const operations = await pictureOf(harness, {
        name: 'rules',
        path: '/models/operations/rules?range=hour',
        how,
        ready: (page) => page.waitForSelector('.mk.coming, .mk.band'),
      })
      const today = await pictureOf(harness, {
        name: 'rules-today',
        path: '/models/desk/rules',
        how,
        ready: (page) => page.waitForSelector('.mk.fired'),
      })
      expect([...operations, ...today]).toEqual([])
    },
  )
})
