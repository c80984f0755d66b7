// Scrolls a sheet as fast as the browser draws, and watches what that costs.

import type { Page } from 'playwright-core'
import { type Tasks, watchTasks } from './tasks.ts'

export interface Scrolled extends Tasks {
  readonly framesPerSecond: number
  /** Rows in the document, at most. */
  readonly mostRows: number
  /** How far it went (px). */
  readonly travelled: number
}

/** Down for `ms`, a screen every few frames, with a jump now and then as by dragging the bar. */
export async function scrollThrough(page: Page, ms: number): Promise<Scrolled> {
  const { result, ...tasks } = await watchTasks(page, () => scroll(page, ms))
  return { ...result, ...tasks }
}

function scroll(page: Page, ms: number): Promise<Omit<Scrolled, keyof Tasks>> {
  // No named function inside: what runs TypeScript directly would refer to a helper the page does not have.
  return page.evaluate(async (duration) => {
    const grid = document.querySelector('.grid')!
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
    const framesPerSecond = (frames * 1000) / (now - start)
    return { framesPerSecond, mostRows, travelled: Math.abs(grid.scrollTop - from) }
  }, ms)
}
