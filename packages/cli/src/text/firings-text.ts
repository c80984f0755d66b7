// Firings, a line each.

import type { FiringRecord, FiringView, Json } from '@cellwake/client'
import { count as counted } from './output.ts'
import { jsonText, listText } from './value-text.ts'
import { visible } from './visible-text.ts'

interface Did {
  readonly writes: Readonly<Record<string, Json>>
  readonly events: readonly Sent[]
  readonly more?: FiringView['more']
}

interface Sent {
  readonly topic: string
  readonly event: string
  readonly args: Json
}

/** `C1 = "over", alerts!notify("x")` */
export function didText({ writes, events, more }: Did, zone: string): string {
  const written = Object.entries(writes).map(
    ([symbol, value]) => `${symbol} = ${jsonText(value, zone)}`,
  )
  return visible([...written, ...sent(events, zone), ...leftOut(more)].join(', '))
}

/** The same with the values before, or the reason of a skip. */
export function recordText(
  { outcome, reason, writes, events, count, more }: FiringRecord,
  zone: string,
): string {
  const times = count > 1 ? `${count} times` : ''
  if (outcome !== 'fired') return visible([outcome, times, reason ?? ''].filter(Boolean).join(', '))
  const written = writes.map(
    ({ symbol, before, after }) =>
      `${symbol}: ${jsonText(before, zone)} → ${jsonText(after, zone)}`,
  )
  return visible([...written, ...sent(events, zone), ...leftOut(more)].join(', '))
}

function sent(events: readonly Sent[], zone: string): string[] {
  return events.map(({ topic, event, args }) => {
    const given = Array.isArray(args) ? listText(args, zone) : jsonText(args, zone)
    return `${topic}!${event}(${given})`
  })
}

/** Counts of a firing's writes and events that are not on record one by one. */
function leftOut(more: FiringView['more']): string[] {
  if (more === undefined) return []
  return [
    ...(more.writes > 0 ? [counted(more.writes, 'more write')] : []),
    ...(more.events > 0 ? [counted(more.events, 'more event')] : []),
  ]
}
