// The next 24 hours of one model on one line. A rule that comes rarely is a circle with its name where there is
// room; one that comes more than hourly is a row of bars; one that comes every few minutes is a band.

import type { Timeline } from '@cellwake/client'
import { LANE_MAX_MARKS } from '../../limits.ts'
import { clockTime } from '../../parts/moments.ts'
import { wallTime, type Zone } from '../../parts/zone.ts'

/** Positions are shares of the lane, so that a lane needs no drawing when the window changes. */
export interface Mark {
  readonly kind: 'big' | 'bar'
  readonly x: number
  readonly tip: string
}

export interface Label {
  readonly x: number
  readonly side: 'right' | 'left'
  readonly text: string
}

export interface Band {
  readonly x: number
  readonly width: number
  readonly tip: string
}

export interface LaneLayout {
  readonly marks: readonly Mark[]
  readonly labels: readonly Label[]
  readonly bands: readonly Band[]
}

/** About how wide a letter of a label is. */
const letterPx = 6
/** Circles closer than this become one. */
const nearPx = 11

export function layoutLane(
  rules: Timeline['lanes'],
  from: number,
  until: number,
  widthPx: number,
  zone: Zone,
): LaneLayout {
  const share = (at: number) => (at - from) / (until - from)
  const bands: Band[] = []
  const bars: Mark[] = []
  const rare: { at: number; title: string }[] = []
  for (const { title: wholeTitle, coming, truncated } of rules) {
    const title = shortTitle(wholeTitle)
    const instants = coming.map((at) => Date.parse(at)).filter((at) => at >= from && at <= until)
    const [first] = instants
    if (first === undefined) continue
    const last = instants.at(-1) ?? first
    if (truncated || instants.length > LANE_MAX_MARKS) {
      const every = (last - first) / Math.max(1, instants.length - 1)
      const end = truncated ? until : last
      const tip = `${title}, about every ${inWords(every)}`
      bands.push({ x: share(first), width: share(end) - share(first), tip })
    } else if (instants.length > 24) {
      for (const at of instants)
        bars.push({ kind: 'bar', x: share(at), tip: `${title}, ${clockTime(at, zone)}` })
    } else {
      for (const at of instants) rare.push({ at, title })
    }
  }
  const big = merged(rare, share, widthPx, zone)
  return { marks: [...bars, ...big], labels: labelsOf(big, widthPx), bands }
}

/** "Reprice: the target, but never …" is known as "Reprice". */
export function shortTitle(title: string): string {
  const [name = title] = title.split(': ')
  return name
}

function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes < 1 ? `${Math.max(1, Math.round(ms / 1000))} s` : `${minutes} min`
}

/** Occurrences that would lie on each other become one circle that names them all. */
function merged(
  rare: readonly { at: number; title: string }[],
  share: (at: number) => number,
  widthPx: number,
  zone: Zone,
): Mark[] {
  const groups: { x: number; names: string[] }[] = []
  for (const { at, title } of [...rare].sort((a, b) => a.at - b.at)) {
    const x = share(at)
    const last = groups.at(-1)
    const name = `${title}, ${clockTime(at, zone)}`
    if (last !== undefined && (x - last.x) * widthPx < nearPx) last.names.push(name)
    else groups.push({ x, names: [name] })
  }
  return groups.map(({ x, names }) => ({ kind: 'big', x, tip: names.join('\n') }))
}

/** Right of its circle where nothing else is, else left, else nowhere: the tooltip has it. */
function labelsOf(big: readonly Mark[], widthPx: number): Label[] {
  const labels: Label[] = []
  let takenTo = 0
  big.forEach((mark, i) => {
    const x = mark.x * widthPx
    const lines = mark.tip.split('\n')
    const text = lines.length === 1 ? mark.tip : `${lines.length} rules`
    const width = text.length * letterPx + 14
    const next = big[i + 1]
    const room = (next === undefined ? widthPx : next.x * widthPx - 8) - x
    if (width < room) {
      labels.push({ x: mark.x, side: 'right', text })
      takenTo = x + width
    } else if (x - width > takenTo) {
      labels.push({ x: mark.x, side: 'left', text })
      takenTo = x
    } else takenTo = x
  })
  return labels
}

export interface Tick {
  readonly x: number
  readonly text: string
  /** Left out where there is little room. */
  readonly isMinor: boolean
}

/** Every three hours of the clock on the wall. */
export function ticksOf(from: number, until: number, zone: Zone): Tick[] {
  const ticks: Tick[] = []
  const hourMs = 3_600_000
  const past = wallTime(from, zone.shown) % hourMs
  for (let at = from - past + hourMs; at < until; at += hourMs) {
    const hour = Math.floor(wallTime(at, zone.shown) / hourMs) % 24
    const x = (at - from) / (until - from)
    // The ends have words of their own.
    if (hour % 3 !== 0 || x < 0.06 || x > 0.92) continue
    ticks.push({
      x,
      text: hour === 0 ? 'midnight' : clockTime(at, zone),
      isMinor: hour % 6 !== 0,
    })
  }
  return ticks
}
