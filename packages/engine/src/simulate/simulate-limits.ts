// Limits of a simulation for untrusted callers: it stops from inside when it has cost enough, and says how far it
// came.

import { EngineError } from '../errors.ts'
import type { CellView } from '../views/cell-view.ts'
import { isoOf } from '../views/iso.ts'
import type { Simulated, SimulateLimits } from './simulated.ts'

/** To be called now and then with how far it has got. */
export function bounded(
  limits: SimulateLimits,
  now: () => number,
): (at: number, firings: number) => void {
  const end = now() + limits.wallMs
  return (at, firings) => {
    const reached = `It had reached ${isoOf(at)} with ${firings} firings.`
    if (firings > limits.firings) {
      throw new EngineError('simulation-too-large', `Too many rules fired. ${reached}`)
    }
    if (now() > end) throw new EngineError('simulation-too-long', `It took too long. ${reached}`)
  }
}

/** Cuts it to the limits of output. Of too many cells, followed ones stay. */
export function shown(
  found: Simulated,
  { shownFirings, shownPoints, shownCells }: SimulateLimits,
  follow: readonly string[],
): Simulated {
  const { firings, cells, series } = found
  const entries = Object.entries(series).map(([symbol, points]) => {
    return [symbol, thinned(points, shownPoints)] as const
  })
  return {
    ...found,
    firings: firings.slice(0, shownFirings),
    more: Math.max(0, firings.length - shownFirings),
    cells: Object.keys(cells).length <= shownCells ? cells : followed(cells, follow),
    series: Object.fromEntries(entries),
  }
}

function followed(cells: Simulated['cells'], follow: readonly string[]): Simulated['cells'] {
  const found: Record<string, CellView> = {}
  for (const symbol of follow) {
    const view = cells[symbol]
    if (view !== undefined) found[symbol] = view
  }
  return found
}

/** Evenly, with the first and the last. */
function thinned<T>(points: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(points.length / most)
  if (step <= 1) return points
  return points.filter((_, i) => i % step === 0 || i === points.length - 1)
}
