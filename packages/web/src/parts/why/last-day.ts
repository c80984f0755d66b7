// The last 24 hours of a number as a stepped line, 210 wide and 44 high.

import type { HistoryEntry } from '@cellwake/client'

const DAY_MS = 24 * 3_600_000
const WIDTH = 210
const HEIGHT = 44
const MARGIN = 4

export interface Day {
  readonly low: number
  readonly high: number
  /** How often it changed in this time. */
  readonly changes: number
  readonly path: string
  /** Where rules wrote it. */
  readonly fired: readonly number[]
}

/** `entries` come newest first. Undefined if there is no number to draw. */
export function lastDay(entries: readonly HistoryEntry[], now: number): Day | undefined {
  const from = now - DAY_MS
  const points = entries
    .flatMap(({ at, value, cause }) =>
      typeof value === 'number' ? [{ at: Date.parse(at), value, isRule: cause.rule !== null }] : [],
    )
    .reverse()
  const inside = points.filter(({ at }) => at >= from)
  const before = points.findLast(({ at }) => at < from)
  const first = before ?? inside[0]
  if (first === undefined) return undefined
  const values = [first, ...inside].map(({ value }) => value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const x = (at: number) => round(Math.min(Math.max((at - from) / DAY_MS, 0), 1) * WIDTH)
  const y = (value: number) =>
    high === low
      ? HEIGHT / 2
      : round(MARGIN + (1 - (value - low) / (high - low)) * (HEIGHT - 2 * MARGIN))
  const start = before === undefined ? x(first.at) : 0
  const steps = inside.map(({ at, value }) => `H${x(at)}V${y(value)}`).join('')
  return {
    low,
    high,
    changes: inside.length,
    path: `M${start} ${y(first.value)}${steps}H${WIDTH}`,
    fired: [...new Set(inside.filter(({ isRule }) => isRule).map(({ at }) => x(at)))],
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
