// What rules did, a line each.

import type { FiringRecord, FiringView } from '@cellwake/client'
import { count as counted } from './output.ts'
import { timeText } from './time-text.ts'
import { visible } from './visible-text.ts'

/** `C1 = "over", alerts!notify["x"]` */
export function didText({
  writes,
  events,
  more,
}: Pick<FiringView, 'writes' | 'events' | 'more'>): string {
  const written = Object.entries(writes).map(([symbol, value]) => `${symbol} = ${text(value)}`)
  return visible([...written, ...sent(events), ...leftOut(more)].join(', '))
}

/** The same with what was there before, or why nothing was done. */
export function recordText({ outcome, reason, writes, events, count, more }: FiringRecord): string {
  const times = count > 1 ? `${count} times` : ''
  if (outcome !== 'fired') return visible([outcome, times, reason ?? ''].filter(Boolean).join(', '))
  const written = writes.map(
    ({ symbol, before, after }) => `${symbol}: ${text(before)} → ${text(after)}`,
  )
  return visible([...written, ...sent(events), ...leftOut(more)].join(', '))
}

export function dueText({ due, at }: { due: string | null; at: string }): string {
  return timeText(due ?? at)
}

function sent(events: FiringView['events']): string[] {
  return events.map(({ topic, event, args }) => `${topic}!${event}${text(args)}`)
}

/** What is not on record one by one. */
function leftOut(more: FiringView['more']): string[] {
  if (more === undefined) return []
  return [
    ...(more.writes > 0 ? [counted(more.writes, 'more write')] : []),
    ...(more.events > 0 ? [counted(more.events, 'more event')] : []),
  ]
}

function text(value: unknown): string {
  return value === null ? 'blank' : JSON.stringify(value)
}
