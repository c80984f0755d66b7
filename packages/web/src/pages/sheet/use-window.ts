// The window of virtualized rows and columns: the visible ones and a few beside them (overscan). Rows come and go in
// steps, and their number is constant, so that an element which leaves at one end is reused at the other.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ROWS_BESIDE, ROWS_STEP } from '../../limits.ts'
import { type ColumnLayout, columnAt } from './column-layout.ts'
import { ROW_HEIGHT } from './grid-layers.tsx'
import type { Place, Rect } from './places.ts'
import type { Bounds } from './selection.ts'

/** The visible part of the canvas: the viewport (px). */
export interface Sight {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Frame {
  readonly layout: ColumnLayout
  readonly bounds: Bounds
  /** The row numbers. */
  readonly headWidth: number
  /** A column that stays at the left. */
  readonly stuckWidth: number
}

export function windowOf(sight: Sight, { layout, bounds, headWidth }: Frame): Rect {
  const onScreen = Math.ceil(sight.height / ROW_HEIGHT) + 1
  const rows = Math.min(bounds.rows, onScreen + 2 * ROWS_BESIDE + ROWS_STEP)
  const first = Math.floor(sight.top / ROW_HEIGHT / ROWS_STEP) * ROWS_STEP + 1 - ROWS_BESIDE
  const top = Math.max(1, Math.min(first, bounds.rows - rows + 1))
  const left = Math.max(1, columnAt(layout, sight.left) - 1)
  const right = Math.min(bounds.columns, columnAt(layout, sight.left + sight.width - headWidth) + 1)
  return { left, right: Math.max(left, right), top, bottom: top + rows - 1 }
}

/** Where to scroll so that a cell is in sight, by the shortest way. */
export function scrollFor(
  sight: Sight,
  { column, row }: Place,
  { layout, headWidth, stuckWidth }: Frame,
): { left: number; top: number } {
  const cell = { left: headWidth + layout.start(column), top: row * ROW_HEIGHT }
  const ends = { left: cell.left + layout.width(column), top: cell.top + ROW_HEIGHT }
  const covered = { left: headWidth + stuckWidth, top: ROW_HEIGHT }
  const along = (side: 'left' | 'top', size: number) => {
    if (cell[side] < sight[side] + covered[side]) return cell[side] - covered[side]
    return ends[side] > sight[side] + size ? ends[side] - size : sight[side]
  }
  const isStuck = stuckWidth > 0 && column === 1
  return {
    left: isStuck ? sight.left : along('left', sight.width),
    top: along('top', sight.height),
  }
}

/** The window, undefined until the size of the screen is known, and a way to bring a cell into it. */
export function useWindow(
  scroller: RefObject<HTMLDivElement | null>,
  frame: Frame,
): { visible: Rect | undefined; show: (place: Place) => void } {
  const [visible, setVisible] = useState<Rect>()
  const newest = useRef(frame)
  const look = useCallback(() => {
    const element = scroller.current
    if (element === null || element.clientHeight === 0) return
    const next = windowOf(sightOf(element), newest.current)
    setVisible((before) => (before !== undefined && isSame(before, next) ? before : next))
  }, [scroller])
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    element.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller, look])
  useLayoutEffect(() => {
    newest.current = frame
    look()
  }, [frame, look])
  const show = useCallback(
    (place: Place) => {
      const element = scroller.current
      if (element === null) return
      const { left, top } = scrollFor(sightOf(element), place, newest.current)
      element.scrollTo(left, top)
    },
    [scroller],
  )
  return { visible, show }
}

function sightOf(element: HTMLElement): Sight {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
  return { left: scrollLeft, top: scrollTop, width: clientWidth, height: clientHeight }
}

function isSame(a: Rect, b: Rect): boolean {
  return a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom
}
