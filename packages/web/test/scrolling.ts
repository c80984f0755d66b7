// Scrolls a sheet as fast as the browser draws, and watches what that costs.

import type { CDPSession, Page } from 'playwright-core'

export interface Scrolled {
  readonly framesPerSecond: number
  /** The longest task the browser complained about (ms); 0 if none took 50 ms. */
  readonly longest: number
  /** The most processor time that one task of the page took (ms). */
  readonly busiest: number
  /** Rows in the document, at most. */
  readonly mostRows: number
  /** How far it went (px). */
  readonly travelled: number
}

/** Down for `ms`, a screen every few frames, with a jump now and then as by dragging the bar. */
export async function scrollThrough(page: Page, ms: number): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page)
  const tasks = await traceTasks(session)
  // No named function inside: what runs TypeScript directly would refer to a helper the page does not have.
  const seen = await page.evaluate(async (duration) => {
    const grid = document.querySelector('.grid')!
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration: took } of list.getEntries()) longest = Math.max(longest, took)
    })
    observer.observe({ type: 'longtask' })
    const from = grid.scrollTop
    const start = await new Promise<number>(requestAnimationFrame)
    let frames = 0
    let mostRows = 0
    let now = start
    while (now - start < duration) {
      grid.scrollTop += frames % 20 === 19 ? 100_000 : 400
      now = await new Promise<number>(requestAnimationFrame)
      frames++
      if (frames % 10 === 0) {
        mostRows = Math.max(mostRows, document.querySelectorAll('.grid-row').length)
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    for (const { duration: took } of observer.takeRecords()) longest = Math.max(longest, took)
    observer.disconnect()
    const framesPerSecond = (frames * 1000) / (now - start)
    return { framesPerSecond, longest, mostRows, travelled: Math.abs(grid.scrollTop - from) }
  }, ms)
  const busiest = await tasks()
  await session.detach()
  return { ...seen, busiest }
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Processor time (µs). */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Begins to trace; the returned function ends that, and gives the most that one task of the page took. */
async function traceTasks(session: CDPSession): Promise<() => Promise<number>> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    const pages = events.filter(({ args }) => args?.name === 'CrRendererMain')
    const ofPage = ({ pid, tid }: TraceEvent) =>
      pages.some((main) => main.pid === pid && main.tid === tid)
    const took = events.filter((event) => event.ph === 'X' && ofPage(event) && isTask(event))
    if (took.length === 0) throw new Error('The trace holds no task of the page.')
    return Math.max(...took.map(({ tdur = 0 }) => tdur / 1000))
  }
}

function isTask({ name }: TraceEvent): boolean {
  return name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'
}
