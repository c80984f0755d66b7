// The measurement of the interface in `npm run bench`: a sheet of 100,000 rows that scrolls, in the browser of the tests.

import type { Browser } from 'playwright-core'
import { startHarness } from './harness.ts'
import { type Scrolled, scrollThrough } from './scrolling.ts'

const SCROLL_MS = 3_000

/** Scrolls so many times from the top; needs the built interface. */
export async function measureScrolling(
  chromium: string,
  rows: number,
  runs: number,
): Promise<{ browser: ReturnType<Browser['version']>; scrolled: Scrolled[] }> {
  const source = `MODEL "Large"
A1 = SEQUENCE(${rows})
B1:B${rows} = LEFT * 2
C1:C${rows} = LEFT + 1
END MODEL
`
  await using harness = await startHarness({ chromium, models: { large: source } })
  const { page } = await harness.open('/models/large')
  await page.waitForSelector('#cell-B2')
  const scrolled: Scrolled[] = []
  for (let run = 0; run < runs; run++) {
    await page.evaluate(() => document.querySelector('.grid')?.scrollTo({ top: 0 }))
    scrolled.push(await scrollThrough(page, SCROLL_MS))
  }
  return { browser: harness.browser.version(), scrolled }
}
