// A number over time: an ink line in steps, a dot where it changed, violet where a rule wrote it.

import type { HistoryEntry } from '@cellwake/client'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../../app/theme.ts'
import { formatNumber } from '../../parts/format.ts'
import { clockSeconds, clockTime, dayMonth } from '../../parts/moments.ts'
import { dayStart, type Zone } from '../../parts/zone.ts'
import { useZone } from '../../parts/zone-scope.tsx'
import type { Points } from './merged.ts'

const HEIGHT = 220
/** Below this many seconds, minutes alone would say the same everywhere. */
const SECONDS_BELOW = 600

export function HistoryChart({
  points,
  typeTag,
  label,
  chosen,
  onChoose,
}: {
  points: Points
  typeTag: string
  label: string
  /** The revision that is pointed at in the table. */
  chosen: number | undefined
  onChoose: (entry: HistoryEntry | undefined) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  const theme = useTheme()
  const zone = useZone()
  const newest = useRef({ points, chosen, onChoose })
  newest.current = { points, chosen, onChoose }

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const colours = coloursOf(element, theme)
    const made = new uPlot(
      optionsOf(element.clientWidth, typeTag, colours, zone, newest),
      dataOf(newest.current.points),
      element,
    )
    chart.current = made
    const resize = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: HEIGHT }),
    )
    resize.observe(element)
    return () => {
      resize.disconnect()
      made.destroy()
      chart.current = undefined
    }
  }, [theme, typeTag, zone])

  useEffect(() => {
    chart.current?.setData(dataOf(points))
  }, [points])
  useEffect(() => {
    // The mark of the chosen one is drawn with the rest.
    if (chosen !== null) chart.current?.redraw(false)
  }, [chosen])
  return <div ref={box} className="history-chart" role="img" aria-label={label} />
}

function dataOf({ times, values }: Points): uPlot.AlignedData {
  return [times, values]
}

interface Colours {
  readonly ink: string
  readonly faint: string
  readonly grid: string
  readonly rule: string
  readonly paper: string
}

/** The theme is an argument so that colours are read again when it changes. */
function coloursOf(element: Element, _theme: string): Colours {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    ink: token('ink'),
    faint: token('ink-3'),
    grid: token('grid'),
    rule: token('rule'),
    paper: token('paper'),
  }
}

interface Newest {
  readonly current: {
    readonly points: Points
    readonly chosen: number | undefined
    readonly onChoose: (entry: HistoryEntry | undefined) => void
  }
}

function optionsOf(
  width: number,
  typeTag: string,
  colours: Colours,
  zone: Zone,
  newest: Newest,
): uPlot.Options {
  const axis = {
    stroke: colours.faint,
    font: '11px "Inter Variable", sans-serif',
    grid: { stroke: colours.grid, width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    // Round times of the clock that is shown.
    tzDate: (second) => uPlot.tzDate(new Date(second * 1000), zone.shown),
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: { y: { range: paddedRange } },
    axes: [
      { ...axis, values: (_, splits) => timeLabels(splits, zone) },
      { ...axis, size: 72, values: (_, splits) => splits.map((y) => formatNumber(y, typeTag)) },
    ],
    series: [
      {},
      {
        stroke: colours.ink,
        width: 1.5,
        points: { show: false },
        ...(uPlot.paths.stepped === undefined ? {} : { paths: uPlot.paths.stepped({ align: 1 }) }),
      },
    ],
    hooks: {
      draw: [(chart) => drawDots(chart, colours, newest)],
      setCursor: [
        ({ cursor }) => {
          const { points, onChoose } = newest.current
          onChoose(cursor.idx == null ? undefined : points.entries[cursor.idx])
        },
      ],
    },
  }
}

/** A number that never changed is a line in the middle. */
function paddedRange(_: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1]
  const margin = high === low ? Math.abs(high) * 0.1 || 1 : (high - low) * 0.1
  return [low - margin, high + margin]
}

function timeLabels(splits: readonly number[], zone: Zone): string[] {
  const span = (splits.at(-1) ?? 0) - (splits[0] ?? 0)
  return splits.map((second) => {
    const at = second * 1000
    if (span > 86_400 || dayStart(at, zone.shown) === at) return dayMonth(at, zone)
    return (span < SECONDS_BELOW ? clockSeconds : clockTime)(at, zone)
  })
}

function drawDots(chart: uPlot, colours: Colours, newest: Newest): void {
  const { points, chosen } = newest.current
  const { ctx } = chart
  const scale = devicePixelRatio
  // The last point is now, not a change.
  const count = points.times.length - 1
  for (let i = 0; i < count; i++) {
    const value = points.values[i]
    const entry = points.entries[i]
    if (value == null || entry === undefined) continue
    const x = chart.valToPos(points.times[i]!, 'x', true)
    const y = chart.valToPos(value, 'y', true)
    const isChosen = entry.rev === chosen
    // Many dots would hide the line.
    if (count > 400 && !isChosen && entry.cause.rule === null) continue
    ctx.beginPath()
    ctx.arc(x, y, (isChosen ? 5 : 3.5) * scale, 0, 2 * Math.PI)
    ctx.fillStyle = entry.cause.rule === null ? colours.ink : colours.rule
    ctx.strokeStyle = colours.paper
    ctx.lineWidth = 2 * scale
    ctx.stroke()
    ctx.fill()
  }
}
