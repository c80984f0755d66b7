// What rules did, a line each.

import type { FiringRecord, FiringView } from '@cellwake/client'
import { timeText } from './time-text.ts'
import { visible } from './visible-text.ts'

/** `C1 = "over", alerts!notify["x"]` */
export function didText({ writes, events }: Pick<FiringView, 'writes' | 'events'>): string {
  const written = Object.entries(writes).map(([symbol, value]) => `${symbol} = ${text(value)}`)
  return visible([...written, ...sent(events)].join(', '))
}

/** The same with what was there before, or why nothing was done. */
export function recordText({ outcome, reason, writes, events, count }: FiringRecord): string {
  const times = count > 1 ? `${count} times` : ''
  if (outcome !== 'fired') return visible([outcome, times, reason ?? ''].filter(Boolean).join(', '))
  const written = writes.map(
    ({ symbol, before, after }) => `${symbol}: ${text(before)} → ${text(after)}`,
  )
  return visible([...written, ...sent(events)].join(', '))
}

export function dueText({ due, at }: { due: string | null; at: string }): string {
  return timeText(due ?? at)
}

function sent(events: FiringView['events']): string[] {
  return events.map(({ topic, event, args }) => `${topic}!${event}${text(args)}`)
}

function text(value: unknown): string {
  return value === null ? 'blank' : JSON.stringify(value)
}
