// The cells of a sheet as the page shows them: now and live, or as they were at a revision.

import type { CellsBySymbol, SheetAnswer, SheetCell } from '@cellwake/client'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { client } from '../../data/client.ts'
import { type Following, follow, useModelEvents } from '../../data/live.ts'
import { SCROLL_REST_MS, TILE_COLUMNS, TILE_ROWS } from '../../limits.ts'
import { type Rect, rectSymbol } from './places.ts'
import { type LoadRect, SheetData } from './sheet-data.ts'

export interface ShownSheet {
  readonly data: SheetData
  /** The rectangle on the screen changed. */
  readonly onVisible: (rect: Rect) => void
}

/** `at` is a revision; undefined means now. */
export function useSheetData(id: string, sheet: string, at: string | undefined): ShownSheet {
  const data = useMemo(() => {
    const load = at === undefined ? loadNow(id, sheet) : loadPast(id, sheet, at)
    return new SheetData({ sheet, load, soon, now: () => performance.now() })
  }, [id, sheet, at])
  const following = useRef<Following>(undefined)
  const followed = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    data.open()
    return () => {
      clearTimeout(timer.current)
      following.current?.close()
      following.current = undefined
      followed.current = ''
      data.close()
    }
  }, [data])

  const onVisible = useCallback(
    (rect: Rect) => {
      clearTimeout(timer.current)
      const look = () => {
        data.show(rect)
        if (at !== undefined) return
        const symbol = rectSymbol(sheet, wholeTiles(rect))
        if (symbol === followed.current) return
        followed.current = symbol
        if (following.current === undefined) following.current = followSheet(id, symbol, data)
        else following.current.update([symbol])
      }
      // The first look is at once; while scrolling, cells are asked for when it rests.
      if (following.current === undefined) look()
      else timer.current = setTimeout(look, SCROLL_REST_MS)
    },
    [data, id, sheet, at],
  )

  useModelEvents(at === undefined ? [id] : [], (_, event) => {
    if (event.type === 'deployed') data.reload()
  })
  return useMemo(() => ({ data, onVisible }), [data, onVisible])
}

function followSheet(id: string, symbol: string, data: SheetData): Following {
  return follow(
    { model: id, symbols: [symbol], demand: false },
    {
      onCells: (cells, rev) => data.apply(cells, rev),
      onReset(cells, rev) {
        data.apply(cells, rev)
        data.reload()
      },
    },
  )
}

/** A hidden page draws nothing, so it must not wait for a frame. */
function soon(fn: () => void): void {
  if (document.hidden) setTimeout(fn, SCROLL_REST_MS)
  else requestAnimationFrame(fn)
}

function loadNow(id: string, sheet: string): LoadRect {
  return (rect, signal) => client.sheet({ id }, { range: rectSymbol(sheet, rect) }, { signal })
}

function loadPast(id: string, sheet: string, at: string): LoadRect {
  return async (rect, signal): Promise<SheetAnswer> => {
    const range = rectSymbol(sheet, rect)
    const { rev, cells } = await client.cells({ id }, { symbols: range, at }, { signal })
    return { rev, range, cells: plain(cells) }
  }
}

/** The past has values only, not roles. */
function plain(cells: CellsBySymbol): Record<string, SheetCell> {
  const entries = Object.entries(cells).filter(([, { kind }]) => kind !== 'blank')
  return Object.fromEntries(
    entries.map(([symbol, view]) => [symbol, { ...view, role: 'blank', wanted: true }]),
  )
}

function wholeTiles({ left, top, right, bottom }: Rect): Rect {
  const down = (n: number, size: number) => Math.floor((n - 1) / size) * size + 1
  const up = (n: number, size: number) => Math.ceil(n / size) * size
  return {
    left: down(left, TILE_COLUMNS),
    top: down(top, TILE_ROWS),
    right: up(right, TILE_COLUMNS),
    bottom: up(bottom, TILE_ROWS),
  }
}
