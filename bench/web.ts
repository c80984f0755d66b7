// The interface: frames per second while a sheet of 100,000 rows scrolls, in the browser that the tests use. Without
// a browser, or before the interface was built, there is nothing to measure.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startHarness } from '../packages/web/test/harness.ts'
import { type Scrolled, scrollThrough } from '../packages/web/test/scrolling.ts'
import { findChromium } from '../scripts/services/chromium.ts'
import { type Case, median, type Result, round } from './result.ts'

const ROWS = 100_000
const RUNS = 3
const SCROLL_MS = 3_000

const source = `MODEL "Large"
A1 = SEQUENCE(${ROWS})
B1:B${ROWS} = LEFT * 2
C1:C${ROWS} = LEFT + 1
END MODEL
`

export const webCases: Case[] = [{ group: 'web', name: 'sheet-scroll', run: sheetScroll }]

async function sheetScroll(): Promise<Result[]> {
  const built = fileURLToPath(new URL('../packages/server/ui/index.html', import.meta.url))
  const chromium = await findChromium()
  if (!('programs' in chromium) || !existsSync(built)) {
    process.stderr.write('  No browser, or no interface: npm run build makes the second.\n')
    return []
  }
  await using harness = await startHarness({
    chromium: chromium.programs.path,
    models: { large: source },
  })
  const { page } = await harness.open('/models/large')
  await page.waitForSelector('#cell-B2')
  const runs: Scrolled[] = []
  for (let run = 0; run < RUNS; run++) {
    await page.evaluate(() => document.querySelector('.grid')?.scrollTo({ top: 0 }))
    runs.push(await scrollThrough(page, SCROLL_MS))
  }
  const worst = (of: (run: Scrolled) => number) => round(Math.max(...runs.map(of)))
  return [
    {
      group: 'web',
      workload: `scroll a sheet of ${ROWS.toLocaleString('en')} rows`,
      system: 'cellwake',
      version: harness.browser.version(),
      median: round(median(runs.map(({ framesPerSecond }) => framesPerSecond))),
      unit: 'frames/s',
      runs: RUNS,
      counters: {
        busiestTaskMs: worst(({ busiest }) => busiest),
        longestTaskMs: worst(({ longest }) => longest),
        rowsInDocument: worst(({ mostRows }) => mostRows),
      },
    },
  ]
}
