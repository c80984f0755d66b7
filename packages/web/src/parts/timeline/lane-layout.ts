// One rule on the time axis: its firings, its skips with reasons, its next occurrences. Marks that would lie on each
// other become one that counts them; reasons are printed where there is room. Pure: positions are shares of the width.

import type { Timeline } from '@cellwake/client'
import { formatCount, formatSpan } from '../format.ts'
import { absolute } from '../moments.ts'
import type { Zone } from '../zone.ts'
import { shareOf, type TimeSpan } from './spans.ts'

export type MarkKind = 'fired' | 'replayed' | 'skipped' | 'coming'

export interface Mark {
  readonly kind: MarkKind
  /** A circle is an occurrence; a bar is one of more than hourly; a band stands for many. */
  readonly shape: 'dot' | 'bar' | 'band'
  readonly x: number
  /** How wide a band is, 0 to 1. */
  readonly w: number
  readonly count: number
  readonly tip: string
}

export interface Note {
  readonly x: number
  readonly text: string
  /** Which way it grows from its mark. */
  readonly side: 'middle' | 'start' | 'end'
}

export interface LaneLayout {
  readonly marks: readonly Mark[]
  readonly notes: readonly Note[]
}

type Lane = Pick<Timeline['lanes'][number], 'past' | 'coming'>

/** Later than this after it was due, it was made up for. */
const replayedAfterMs = 5_000
const dotNearPx = 10
const barNearPx = 5
const letterPx = 6

interface Point {
  readonly kind: MarkKind
  readonly at: number
  readonly count: number
  readonly reason: string | null
  readonly ranAt: number | undefined
}

export function layoutLane(lane: Lane, span: TimeSpan, widthPx: number, zone: Zone): LaneLayout {
  const points = pointsOf(lane).filter(
    // A mark at the very end belongs to the next span.
    ({ at, kind }) =>
      at >= span.from && (at < span.until || (at === span.until && kind !== 'coming')),
  )
  const hours = (span.until - span.from) / 3_600_000
  // On a short axis even a mark every few minutes has room to be a circle.
  const isDense = points.length > Math.max(8, hours * 1.2)
  const nearPx = isDense ? barNearPx : dotNearPx
  const groups = grouped(points, span, widthPx, nearPx)
  const marks = groups.map((group) => markOf(group, span, widthPx, isDense, zone))
  return { marks, notes: notesOf(groups, marks, widthPx) }
}

function pointsOf({ past, coming }: Lane): Point[] {
  const happened = past.map(({ outcome, reason, due, at, count }): Point => {
    const ranAt = Date.parse(at)
    const dueAt = due === null ? undefined : Date.parse(due)
    const isLate = dueAt !== undefined && ranAt - dueAt > replayedAfterMs
    const kind = outcome !== 'fired' ? 'skipped' : isLate ? 'replayed' : 'fired'
    return {
      kind,
      at: isLate || outcome !== 'fired' ? (dueAt ?? ranAt) : ranAt,
      count,
      reason,
      ranAt,
    }
  })
  const ahead = coming.map((at): Point => {
    return { kind: 'coming', at: Date.parse(at), count: 1, reason: null, ranAt: undefined }
  })
  return [...happened, ...ahead].sort((a, b) => a.at - b.at)
}

interface Group {
  readonly kind: MarkKind
  readonly points: Point[]
}

/** Neighbours of one kind that are closer than a mark is wide. */
function grouped(
  points: readonly Point[],
  span: TimeSpan,
  widthPx: number,
  nearPx: number,
): Group[] {
  const groups: Group[] = []
  for (const point of points) {
    const last = groups.at(-1)
    const before = last?.points.at(-1)
    const isNear =
      before !== undefined &&
      (shareOf(span, point.at) - shareOf(span, before.at)) * widthPx < nearPx
    if (last !== undefined && isNear && last.kind === point.kind) last.points.push(point)
    else groups.push({ kind: point.kind, points: [point] })
  }
  return groups
}

function markOf(
  { kind, points }: Group,
  span: TimeSpan,
  widthPx: number,
  isDense: boolean,
  zone: Zone,
): Mark {
  const first = points[0]!
  const last = points.at(-1)!
  const x = shareOf(span, first.at)
  const w = shareOf(span, last.at) - x
  const count = points.reduce((sum, point) => sum + point.count, 0)
  const isWide = points.length > 1 && w * widthPx >= 4
  const tip = points.length === 1 ? tipOf(first, zone) : tipOfMany(kind, points, count, zone)
  if (isWide) return { kind, shape: 'band', x, w, count, tip }
  return { kind, shape: isDense ? 'bar' : 'dot', x: x + w / 2, w: 0, count, tip }
}

const words: Readonly<Record<MarkKind, string>> = {
  fired: 'Fired',
  replayed: 'Replayed',
  skipped: 'Did not fire',
  coming: 'Coming',
}

function tipOf({ kind, at, count, reason, ranAt }: Point, zone: Zone): string {
  const many = count > 1 ? ` ${formatCount(count)} times` : ''
  const why = reason === null || reason === '' ? '' : `: ${reason}`
  const late =
    kind === 'replayed' && ranAt !== undefined ? `, made up for at ${absolute(ranAt, zone)}` : ''
  return `${words[kind]}${many}${why}, ${absolute(at, zone)}${late}`
}

function tipOfMany(kind: MarkKind, points: readonly Point[], count: number, zone: Zone): string {
  const first = points[0]!.at
  const last = points.at(-1)!.at
  const every = (last - first) / Math.max(1, points.length - 1)
  return `${words[kind]} ${formatCount(count)} times, about every ${formatSpan(every)}, from ${absolute(first, zone)}`
}

/** Why it did not fire, and how many a mark stands for: under the mark if nothing else is there. */
function notesOf(groups: readonly Group[], marks: readonly Mark[], widthPx: number): Note[] {
  const notes: Note[] = []
  let takenTo = Number.NEGATIVE_INFINITY
  groups.forEach((group, i) => {
    const mark = marks[i]!
    const text = noteText(group, mark)
    if (text === undefined) return
    const middle = (mark.x + mark.w / 2) * widthPx
    const width = text.length * letterPx + 6
    const side = middle - width / 2 < 0 ? 'start' : middle + width / 2 > widthPx ? 'end' : 'middle'
    const start =
      side === 'start' ? middle - 7 : side === 'end' ? middle - width : middle - width / 2
    if (start < takenTo + 4) return
    takenTo = start + width
    notes.push({ x: mark.x + mark.w / 2, text, side })
  })
  return notes
}

function noteText({ kind, points }: Group, { count, shape }: Mark): string | undefined {
  if (kind === 'skipped') {
    const reason = points.at(-1)?.reason ?? ''
    if (reason === '') return count > 1 ? `${formatCount(count)} did not fire` : undefined
    return count > 1 ? `${formatCount(count)} ${reason}` : reason
  }
  if (kind === 'replayed' && count > 1) return `${formatCount(count)} replayed`
  // A circle that hides others says so; a band looks like many.
  return kind === 'fired' && shape === 'dot' && count > 1
    ? `${formatCount(count)} times`
    : undefined
}
