// Sums of a selection of several cells. Cells that are not loaded are asked for first.

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { SELECTION_MAX_CELLS } from '../../limits.ts'
import { type Rect, rectSize } from './places.ts'
import type { SheetData } from './sheet-data.ts'
import { type Sums, sumsOf } from './sums.ts'

export function useSums(data: SheetData, rect: Rect): Sums | 'loading' | 'too-many' | undefined {
  const version = useSyncExternalStore(data.subscribe, () => data.version)
  const { left, top, right, bottom } = rect
  const size = rectSize(rect)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const asked = { left, top, right, bottom }
    setFailed(false)
    if (size < 2 || size > SELECTION_MAX_CELLS || data.hasAll(asked)) return
    data.fetch(asked).catch(() => setFailed(true))
  }, [data, left, top, right, bottom, size])
  return useMemo(() => {
    // A new version stands for changed cells.
    if (size < 2 || version < 0) return undefined
    if (size > SELECTION_MAX_CELLS || failed) return 'too-many'
    const asked = { left, top, right, bottom }
    if (!data.hasAll(asked)) return 'loading'
    return sumsOf(Array.from(data.cellsIn(asked), ([, cell]) => cell))
  }, [data, version, left, top, right, bottom, size, failed])
}
