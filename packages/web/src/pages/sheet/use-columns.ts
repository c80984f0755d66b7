// The widths of the columns: the user's choice, else a fit to the first loaded rows. A number or a time that came
// later and does not fit makes its column wider: half of one is worse than a column that moves.

import { useCallback, useEffect, useMemo, useState } from 'react'
import {
  COLUMN_WIDTH_PX,
  FIT_AGAIN_MS,
  FIT_MAX_PX,
  FITTED_ROWS,
  STUCK_COLUMN_MAX_PX,
} from '../../limits.ts'
import { useZone } from '../../parts/zone-scope.tsx'
import {
  type ColumnLayout,
  fittingWidths,
  layoutOf,
  storedWidths,
  storeWidths,
  textMeasure,
} from './column-layout.ts'
import type { SheetData } from './sheet-data.ts'

export interface Columns {
  readonly layout: ColumnLayout
  /** Differs after the columns were fitted to the first contents. */
  readonly fits: unknown
  resize(column: number, width: number, done: boolean): void
  fit(column: number): void
}

export function useColumns(model: string, data: SheetData, count: number, stick: boolean): Columns {
  const { sheet } = data
  const zone = useZone()
  const [chosen, setChosen] = useState(() => storedWidths(model, sheet))
  const [fits, setFits] = useState(0)
  const [fitted, setFitted] = useState<ReadonlyMap<number, number>>(() => new Map())

  useEffect(() => {
    setChosen(storedWidths(model, sheet))
    setFitted(new Map())
    const rect = { left: 1, top: 1, right: count, bottom: FITTED_ROWS }
    const fitAll = () => {
      setFitted(fittingWidths(data.cellsIn(rect), textMeasure(), zone))
      setFits((before) => before + 1)
    }
    const grow = () => {
      const numbers = [...data.cellsIn(rect)].filter(([, { kind }]) => unbroken.has(kind))
      setFitted((before) => grown(before, fittingWidths(numbers, textMeasure(), zone)))
    }
    let isFitted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const fit = () => {
      if (!data.anyLoaded) return
      if (isFitted) {
        timer ??= setTimeout(() => {
          timer = undefined
          grow()
        }, FIT_AGAIN_MS)
        return
      }
      isFitted = true
      fitAll()
      // Texts are wider in the page's own font, which may come later.
      if (document.fonts.status !== 'loaded') document.fonts.ready.then(fitAll)
    }
    const stop = data.subscribe(fit)
    fit()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [model, sheet, data, count, zone])

  const layout = useMemo(() => {
    const widths = new Map([...fitted, ...chosen])
    const first = widths.get(1)
    if (stick && first !== undefined) widths.set(1, Math.min(first, STUCK_COLUMN_MAX_PX))
    return layoutOf(count, widths)
  }, [count, fitted, chosen, stick])
  const choose = useCallback(
    (column: number, width: number, done: boolean) => {
      setChosen((before) => {
        const next = new Map(before).set(column, Math.round(width))
        if (done) storeWidths(model, sheet, next)
        return next
      })
    },
    [model, sheet],
  )
  const fit = useCallback(
    (column: number) => {
      const rect = { left: column, top: 1, right: column, bottom: data.lastLoadedRow }
      const width = fittingWidths(data.cellsIn(rect), textMeasure(), zone, FIT_MAX_PX).get(column)
      if (width !== undefined) choose(column, width, true)
    },
    [data, choose, zone],
  )
  return { layout, fits, resize: choose, fit }
}

/** Of these a part would be read as another value. */
const unbroken: ReadonlySet<string> = new Set(['number', 'datetime', 'duration', 'boolean'])

/** The same map if nothing needs more room. */
function grown(
  before: ReadonlyMap<number, number>,
  needed: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const wider = [...needed].filter(
    ([column, width]) => width > (before.get(column) ?? COLUMN_WIDTH_PX),
  )
  return wider.length === 0 ? before : new Map([...before, ...wider])
}
