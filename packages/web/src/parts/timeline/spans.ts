// The stretch of time that a page shows, and the ticks of its axis. Both move in steps, so that what was asked of
// the server fits what is drawn.

import { clockTime } from '../moments.ts'

export type SpanName = 'hour' | 'today' | 'week'

export interface TimeSpan {
  readonly from: number
  readonly until: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export function spanAt(name: SpanName, now: number): TimeSpan {
  const minute = now - (now % minuteMs)
  if (name === 'hour') return { from: minute - 40 * minuteMs, until: minute + 20 * minuteMs }
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  if (name === 'today') return { from: day.getTime(), until: addDays(day, 1) }
  return { from: addDays(day, -5), until: addDays(day, 2) }
}

/** By the calendar: a day is not always 24 hours. */
function addDays(day: Date, days: number): number {
  const other = new Date(day)
  other.setDate(other.getDate() + days)
  return other.getTime()
}

/** 0 to 1. */
export function shareOf({ from, until }: TimeSpan, at: number): number {
  return (at - from) / (until - from)
}

export interface Tick {
  readonly at: number
  readonly x: number
  readonly text: string
  /** Left out where there is little room. */
  readonly isMinor: boolean
}

const steps = [1, 2, 5, 10, 20, 30, 60, 120, 180, 360, 720, 1440].map((step) => step * minuteMs)
const MOST_TICKS = 12

/** Round times of the clock on the wall, about ten of them. */
export function ticksOf(span: TimeSpan): Tick[] {
  const length = span.until - span.from
  const step =
    steps.find((one) => length / one <= MOST_TICKS) ??
    Math.ceil(length / MOST_TICKS / dayMs) * dayMs
  const ticks: Tick[] = []
  const first = new Date(span.from)
  first.setHours(0, 0, 0, 0)
  let count = 0
  const days = Math.max(1, Math.round(step / dayMs))
  for (let at = first.getTime(); at < span.until; ) {
    const x = shareOf(span, at)
    // At the very ends a label would run out of the axis.
    if (x > 0.01 && x < 0.98) {
      ticks.push({ at, x, text: textOf(at, step), isMinor: count % 2 === 1 })
      count += 1
    }
    at = step >= dayMs ? addDays(new Date(at), days) : at + step
  }
  return ticks
}

const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' })

function textOf(at: number, step: number): string {
  const isMidnight = new Date(at).getHours() === 0 && new Date(at).getMinutes() === 0
  return step >= dayMs || isMidnight ? dayName.format(at) : clockTime(at)
}
