// The interface: frames per second while a sheet of 100,000 rows scrolls, in the browser that the tests use. Without
// a browser, or before the interface was built, there is nothing to measure.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../scripts/services/chromium.ts'
import { type Case, median, type Result, round } from './result.ts'

const ROWS = 100_000
const RUNS = 3

interface Scrolled {
  readonly framesPerSecond: number
  readonly longest: number
  readonly busiest: number
  readonly mostRows: number
}

interface ScrollBench {
  measureScrolling(
    chromium: string,
    rows: number,
    runs: number,
  ): Promise<{ browser: string; scrolled: Scrolled[] }>
}

export const webCases: Case[] = [{ group: 'web', name: 'sheet-scroll', run: sheetScroll }]

async function sheetScroll(): Promise<Result[]> {
  const inWeb = (path: string) => new URL(`../packages/${path}`, import.meta.url).href
  const chromium = await findChromium()
  if (!('programs' in chromium) || !existsSync(fileURLToPath(inWeb('server/ui/index.html')))) {
    process.stderr.write('  No browser, or no interface: `npm run build` makes the interface.\n')
    return []
  }
  // By address, since it is checked with the types of a browser, which are not those of Node.
  const bench: ScrollBench = await import(inWeb('web/test/scroll-bench.ts'))
  const { browser, scrolled } = await bench.measureScrolling(chromium.programs.path, ROWS, RUNS)
  const worst = (of: (run: Scrolled) => number) => round(Math.max(...scrolled.map(of)))
  return [
    {
      group: 'web',
      workload: `scroll a sheet of ${ROWS.toLocaleString('en')} rows`,
      system: 'cellwake',
      version: browser,
      median: round(median(scrolled.map(({ framesPerSecond }) => framesPerSecond))),
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
