// A number on the axis of its page: an ink line in steps, a dashed violet threshold, a violet dot where a rule fired.
// Drawn in shares of its box, so that it lies exactly above the lanes at any width.

import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { At } from '../at.tsx'
import { formatNumber } from '../format.ts'
import { clockTime } from '../moments.ts'
import { Grid } from '../timeline/lane.tsx'
import { shareOf, type Tick, type TimeSpan } from '../timeline/spans.ts'
import { useZone } from '../zone-scope.tsx'
import { chartScale, type Point, stepPath } from './step-path.ts'
import './axis-chart.css'

export function AxisChart({
  points,
  span,
  ticks,
  now,
  typeTag = 'number',
  threshold,
  fired = [],
  label,
}: {
  /** Oldest first; the value holds until the next point. */
  points: readonly Point[]
  span: TimeSpan
  ticks: readonly Tick[]
  /** Left out where time is not real. */
  now?: number
  typeTag?: string
  threshold?: number | undefined
  /** When rules fired. */
  fired?: readonly number[]
  label: string
}) {
  const zone = useZone()
  const end = Math.min(now ?? span.until, span.until)
  const scale = chartScale(points, span, threshold)
  const last = points.findLast(({ at }) => at <= end)
  const dots = fired.flatMap((at) => {
    const value = points.findLast((point) => point.at <= at)?.value
    return value == null || at < span.from || at > span.until ? [] : [{ at, value }]
  })
  return (
    <figure className="axis-chart" role="img" aria-label={label}>
      <Grid ticks={ticks} span={span} now={now} />
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={stepPath(points, span, end, scale)} />
      </svg>
      {threshold !== undefined && <Level className="limit" y={scale.y(threshold)} />}
      {threshold !== undefined && (
        <Level className="y-label c-rule" y={scale.y(threshold)}>
          {formatNumber(threshold, typeTag)}
        </Level>
      )}
      {scale.labels
        .filter(
          (value) => threshold === undefined || Math.abs(scale.y(value) - scale.y(threshold)) > 14,
        )
        .map((value) => (
          <Level key={value} className="y-label" y={scale.y(value)}>
            {formatNumber(value, typeTag)}
          </Level>
        ))}
      {dots.slice(-200).map(({ at, value }) => (
        <Dot key={at} className="dot fire" x={shareOf(span, at)} y={scale.y(value)} />
      ))}
      {last?.value != null && now !== undefined && end === now && (
        <Dot className="dot" x={shareOf(span, end)} y={scale.y(last.value)} />
      )}
      {now !== undefined && now <= span.until && (
        <At
          className={shareOf(span, now) > 0.75 ? 'now-tag before' : 'now-tag'}
          x={shareOf(span, now)}
        >
          now {clockTime(now, zone)}
        </At>
      )}
    </figure>
  )
}

/** Something at a height, in percent of the box. */
function Level({ y, className, children }: { y: number; className: string; children?: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => box.current?.style.setProperty('--y', `${y}%`), [y])
  return (
    <span ref={box} className={className}>
      {children}
    </span>
  )
}

function Dot({ x, y, className }: { x: number; y: number; className: string }) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    box.current?.style.setProperty('--x', `${x * 100}%`)
    box.current?.style.setProperty('--y', `${y}%`)
  }, [x, y])
  return <span ref={box} className={className} />
}
