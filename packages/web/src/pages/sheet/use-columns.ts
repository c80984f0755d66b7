// The widths of the columns: what the user dragged them to, else what the first loaded rows need.

import { useCallback, useEffect, useMemo, useState } from 'react'
import { FIT_MAX_PX, FITTED_ROWS, STUCK_COLUMN_MAX_PX } from '../../limits.ts'
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
  /** Differs after the columns were fitted to what they show. */
  readonly fits: unknown
  resize(column: number, width: number, done: boolean): void
  fit(column: number): void
}

export function useColumns(model: string, data: SheetData, count: number, stick: boolean): Columns {
  const { sheet } = data
  const [chosen, setChosen] = useState(() => storedWidths(model, sheet))
  const [fitted, setFitted] = useState<ReadonlyMap<number, number>>(() => new Map())

  useEffect(() => {
    setChosen(storedWidths(model, sheet))
    setFitted(new Map())
    // Once, with the first cells: columns that move while one reads are worse than narrow ones.
    const fitOnce = () => {
      if (!data.anyLoaded) return
      stop()
      const rect = { left: 1, top: 1, right: count, bottom: FITTED_ROWS }
      const fitNow = () => setFitted(fittingWidths(data.cellsIn(rect), textMeasure()))
      fitNow()
      // Texts are wider in the page's own font, which may come later.
      if (document.fonts.status !== 'loaded') document.fonts.ready.then(fitNow)
    }
    const stop = data.subscribe(fitOnce)
    fitOnce()
    return stop
  }, [model, sheet, data, count])

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
      const width = fittingWidths(data.cellsIn(rect), textMeasure(), FIT_MAX_PX).get(column)
      if (width !== undefined) choose(column, width, true)
    },
    [data, choose],
  )
  return { layout, fits: fitted, resize: choose, fit }
}
