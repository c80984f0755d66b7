// The line of a number over time, as a path in a box of 1000 × 100.

import { shareOf, type TimeSpan } from '../timeline/spans.ts'

export interface Point {
  readonly at: number
  /** Null while it was no number. */
  readonly value: number | null
}

export interface Scale {
  /** Percent from the top. */
  y(value: number): number
  readonly labels: readonly number[]
}

/** A scale over the visible points, with the threshold in it. */
export function chartScale(
  points: readonly Point[],
  span: TimeSpan,
  threshold: number | undefined,
): Scale {
  const before = points.findLast(({ at }) => at <= span.from)
  const shown = points.filter(({ at }) => at > span.from && at <= span.until)
  const values = [before, ...shown].flatMap((point) => (point?.value == null ? [] : [point.value]))
  if (threshold !== undefined) values.push(threshold)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (values.length === 0) return { y: () => 50, labels: [] }
  // A number that never changed is a line in the middle.
  const margin = high === low ? Math.abs(high) * 0.1 || 1 : (high - low) * 0.16
  const top = high + margin
  const bottom = low - margin
  return {
    y: (value) => ((top - value) / (top - bottom)) * 100,
    labels: high === low ? [high] : [high, low],
  }
}

export function stepPath(
  points: readonly Point[],
  span: TimeSpan,
  end: number,
  scale: Scale,
): string {
  const parts: string[] = []
  let isDown = false
  points.forEach((point, i) => {
    const next = Math.min(points[i + 1]?.at ?? end, end)
    if (next < span.from || point.at > end) return
    if (point.value === null) {
      isDown = false
      return
    }
    const x = (at: number) => (shareOf(span, Math.max(at, span.from)) * 1000).toFixed(1)
    const y = scale.y(point.value).toFixed(2)
    parts.push(`${isDown ? 'L' : 'M'}${x(point.at)} ${y}L${x(next)} ${y}`)
    isDown = true
  })
  return parts.join('')
}
