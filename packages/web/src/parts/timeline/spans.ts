// The stretch of time that a page shows, and the ticks of its axis. Both move in steps, so that the requested
// span fits the drawn one.

import { clockTime, weekdayDay } from '../moments.ts'
import { dayStart, type Zone } from '../zone.ts'

export type SpanName = 'hour' | 'today' | 'week'

export interface TimeSpan {
  readonly from: number
  readonly until: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export function spanAt(name: SpanName, now: number, { shown }: Zone): TimeSpan {
  const minute = now - (now % minuteMs)
  if (name === 'hour') return { from: minute - 40 * minuteMs, until: minute + 20 * minuteMs }
  // By the calendar: a day is not always 24 hours.
  if (name === 'today') return { from: dayStart(now, shown), until: dayStart(now, shown, 1) }
  return { from: dayStart(now, shown, -5), until: dayStart(now, shown, 2) }
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
export function ticksOf(span: TimeSpan, zone: Zone): Tick[] {
  const length = span.until - span.from
  const step =
    steps.find((one) => length / one <= MOST_TICKS) ??
    Math.ceil(length / MOST_TICKS / dayMs) * dayMs
  const ticks: Tick[] = []
  let count = 0
  const days = Math.max(1, Math.round(step / dayMs))
  for (let at = dayStart(span.from, zone.shown); at < span.until; ) {
    const x = shareOf(span, at)
    // At the very ends a label would run out of the axis.
    if (x > 0.01 && x < 0.98) {
      ticks.push({ at, x, text: textOf(at, step, zone), isMinor: count % 2 === 1 })
      count += 1
    }
    at = step >= dayMs ? dayStart(at, zone.shown, days) : at + step
  }
  return ticks
}

function textOf(at: number, step: number, zone: Zone): string {
  const isMidnight = dayStart(at, zone.shown) === at
  return step >= dayMs || isMidnight ? weekdayDay(at, zone) : clockTime(at, zone)
}
