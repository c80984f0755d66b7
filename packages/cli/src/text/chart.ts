// Values over time as a picture: one SVG with a line for each cell. Steps, since a value holds until the next.

import type { SeriesPoint } from '@cellwake/engine'
import { CHART_HEIGHT_PX, CHART_WIDTH_PX } from '../limits.ts'
import { timeText } from './time-text.ts'

/** From the palette of the product, distinct also for people with red-green blindness. */
const COLOURS = ['#2f6f9f', '#c2571a', '#5b8c3e', '#8a4f9e', '#a8842c', '#3d8f8f']

const EDGE_PX = { left: 72, right: 16, top: 32, bottom: 40 }

export function chartOf(
  series: Readonly<Record<string, readonly SeriesPoint[]>>,
  from: number,
  until: number,
  zone: string,
): string {
  const lines = Object.entries(series).map(([symbol, points]) => ({
    symbol,
    points: points.flatMap(({ at, value }) => {
      const number = typeof value === 'boolean' ? Number(value) : value
      return typeof number === 'number' ? [{ at, value: number }] : []
    }),
  }))
  const all = lines.flatMap(({ points }) => points.map(({ value }) => value))
  const low = all.reduce((a, b) => Math.min(a, b), all[0] ?? 0)
  const high = all.reduce((a, b) => Math.max(a, b), all[0] ?? 1)
  const span = high === low ? 1 : high - low
  const width = CHART_WIDTH_PX - EDGE_PX.left - EDGE_PX.right
  const height = CHART_HEIGHT_PX - EDGE_PX.top - EDGE_PX.bottom
  const x = (at: number) => EDGE_PX.left + ((at - from) / Math.max(1, until - from)) * width
  const y = (value: number) => EDGE_PX.top + height - ((value - low) / span) * height
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CHART_WIDTH_PX}" height="${CHART_HEIGHT_PX}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    ...[low, low + span / 2, low + span].map(
      (value) =>
        `<line x1="${EDGE_PX.left}" x2="${CHART_WIDTH_PX - EDGE_PX.right}" y1="${px(y(value))}" y2="${px(y(value))}" stroke="#dddddd"/>` +
        `<text x="${EDGE_PX.left - 8}" y="${px(y(value) + 4)}" text-anchor="end" fill="#555555">${Number(value.toPrecision(6))}</text>`,
    ),
    text(EDGE_PX.left, CHART_HEIGHT_PX - 12, dateOf(from, zone), 'start'),
    text(CHART_WIDTH_PX - EDGE_PX.right, CHART_HEIGHT_PX - 12, dateOf(until, zone), 'end'),
  ]
  lines.forEach(({ symbol, points }, i) => {
    const colour = COLOURS[i % COLOURS.length]!
    parts.push(
      `<text x="${EDGE_PX.left + i * 120}" y="20" fill="${colour}">${escaped(symbol)}</text>`,
    )
    if (points.length === 0) return
    const steps = points.flatMap(({ at, value }, j) => {
      const end = points[j + 1]?.at ?? until
      return [`${px(x(at))},${px(y(value))}`, `${px(x(end))},${px(y(value))}`]
    })
    parts.push(
      `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${steps.join(' ')}"/>`,
    )
  })
  return `${parts.join('\n')}\n</svg>\n`
}

function text(x: number, y: number, what: string, anchor: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#555555">${escaped(what)}</text>`
}

function px(value: number): number {
  return Math.round(value * 10) / 10
}

function dateOf(at: number, zone: string): string {
  return timeText(new Date(at).toISOString(), zone)
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
