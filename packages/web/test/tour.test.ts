// Goal: what a newcomer does works from end to end, on the real program: change an input, see what follows and a
// rule fire, ask why, mend the source, deploy, reload, and find everything after the server was killed under the
// page. Method: `cellwake serve` as a child on SQLite, and Chromium; the server is killed with -9 and started again.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { Child } from '../../cli/test/child.ts'
import { launch } from './harness.ts'

const chromium = inject('chromiumPath')

const desk = `MODEL "Desk"
A1:C1 = ["Item", "Price", "Total"]
A2 = "Wire"
B2 = 10
C2 = B2 * 3
# Too dear
WHEN C2 > 100 THEN
  alarm = "dear"
  alarms = alarms + 1
END
END MODEL
`

describe.skipIf(chromium === undefined)('the tour of a newcomer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-tour-'))
  let browser: Browser | undefined
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('goes from an edit to an answer, and everything outlives the server', {
    timeout: 180_000,
  }, async () => {
    mkdirSync(join(folder, 'models'))
    writeFileSync(join(folder, 'models', 'desk.grid'), desk)
    const first = new Child(['serve', 'models', '--port', '0'], folder)
    const url = await first.url()
    browser = await launch(chromium ?? '')
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const shows = (symbol: string, value: string) =>
      page.waitForFunction(
        ([id, wanted]) => document.getElementById(id!)?.querySelector('.v')?.textContent === wanted,
        [`cell-${symbol}`, value],
        { timeout: 20_000 },
      )

    // The model is on the first page.
    await page.goto(url)
    await page.click('a:has-text("Desk")')
    await shows('C2', '30')

    // An input is changed; what depends on it follows, and the rule fires.
    await page.fill('.fx .at', 'B2')
    await page.press('.fx .at', 'Enter')
    await page.focus('table[role=grid]')
    await page.keyboard.press('Enter')
    await page.fill('.cell-editor input', '50')
    await page.keyboard.press('Enter')
    await shows('C2', '150')
    await page.waitForSelector('.names:has-text("dear")')

    // Why?
    await page.fill('.fx .at', 'C2')
    await page.press('.fx .at', 'Enter')
    await page.waitForSelector('.why h2:has-text("Why C2")')
    await page.waitForSelector('.why .say:has-text("B2")')
    expect(await page.textContent('.why .big')).toContain('150')

    // The firing is on the time axis.
    await page.goto(`${url}/models/desk/rules`)
    const lane = '.rrow:has(h3:has-text("Too dear"))'
    await page.waitForSelector(`${lane} .mk.fired`)

    // The source: a mistake is named, mended by its button, deployed.
    await page.goto(`${url}/models/desk/source`)
    await page.click('.cm-line:has-text("C2 =")')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('C3 = MAXX(C2, 5)')
    await page.waitForSelector('.diag:has-text("unknown-function")')
    expect(await page.textContent('.deploy .primary')).toMatch(/^Fix 1 error/)
    await page.click('.diag button')
    await page.click('.deploy .primary:has-text("Deploy version 2")')
    await page.waitForSelector('.src-tabs:has-text("version 2 runs")')

    // A reload finds it.
    await page.goto(`${url}/models/desk`)
    await shows('C3', '150')
    await page.reload()
    await shows('C3', '150')

    // The server is killed under the page, and comes back: the page goes on by itself.
    await first.stop('SIGKILL')
    await page.waitForSelector('.live[data-state=cut-off]', { timeout: 30_000 })
    const second = new Child(['serve', 'models', '--port', new URL(url).port], folder)
    expect(await second.url()).toBe(url)
    await page.waitForSelector('.live[data-state=live]', { timeout: 60_000 })
    await shows('B2', '50')
    await shows('C3', '150')
    await page.goto(`${url}/models/desk/rules`)
    await page.waitForSelector(`${lane} .mk.fired`)
    await page.goto(`${url}/models/desk/history?symbol=C2`)
    await page.waitForSelector('table:has-text("150")')
  })
})
