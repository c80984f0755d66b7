// What rules did, a line each.

import type { FiringRecord, Json } from '@cellwake/client'
import { jsonText, listText } from './value-text.ts'
import { visible } from './visible-text.ts'

interface Did {
  readonly writes: Readonly<Record<string, Json>>
  readonly events: readonly Sent[]
}

interface Sent {
  readonly topic: string
  readonly event: string
  readonly args: Json
}

/** `C1 = "over", alerts!notify("x")` */
export function didText({ writes, events }: Did, zone: string): string {
  const written = Object.entries(writes).map(
    ([symbol, value]) => `${symbol} = ${jsonText(value, zone)}`,
  )
  return visible([...written, ...sent(events, zone)].join(', '))
}

/** The same with what was there before, or why nothing was done. */
export function recordText(
  { outcome, reason, writes, events, count }: FiringRecord,
  zone: string,
): string {
  const times = count > 1 ? `${count} times` : ''
  if (outcome !== 'fired') return visible([outcome, times, reason ?? ''].filter(Boolean).join(', '))
  const written = writes.map(
    ({ symbol, before, after }) =>
      `${symbol}: ${jsonText(before, zone)} → ${jsonText(after, zone)}`,
  )
  return visible([...written, ...sent(events, zone)].join(', '))
}

function sent(events: readonly Sent[], zone: string): string[] {
  return events.map(({ topic, event, args }) => {
    const given = Array.isArray(args) ? listText(args, zone) : jsonText(args, zone)
    return `${topic}!${event}(${given})`
  })
}
