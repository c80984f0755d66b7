// Stretches of a lane: while a THROTTLE held, while the condition was true. Only what is certain is drawn.

import type { RuleView, Timeline } from '@cellwake/client'
import { shareOf, type TimeSpan } from './spans.ts'

export interface Stretch {
  readonly kind: 'throttle' | 'true'
  readonly x: number
  readonly w: number
}

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** The length of a gate that is written as a number with a unit; a computed one is not known here. */
export function gateLength(source: string, gate: 'THROTTLE' | 'DEBOUNCE'): number | undefined {
  const [, count, unit] =
    new RegExp(`\\b${gate}\\s+(\\d+)(ms|s|min|h|d)\\b`, 'i').exec(source) ?? []
  if (count === undefined || unit === undefined) return undefined
  return Number(count) * (units[unit.toLowerCase()] ?? 0)
}

export function stretchesOf(
  rule: RuleView,
  { past, held }: Pick<Timeline['lanes'][number], 'past' | 'held'>,
  span: TimeSpan,
  now: number,
): Stretch[] {
  const stretches: Stretch[] = []
  const add = (kind: Stretch['kind'], from: number, until: number) => {
    const start = Math.max(from, span.from)
    const end = Math.min(until, span.until)
    if (end > start)
      stretches.push({
        kind,
        x: shareOf(span, start),
        w: shareOf(span, end) - shareOf(span, start),
      })
  }
  const throttle = gateLength(rule.source, 'THROTTLE')
  if (throttle !== undefined)
    for (const { outcome, at } of past)
      if (outcome === 'fired') add('throttle', Date.parse(at), Date.parse(at) + throttle)
  for (const { from, until } of held) add('true', Date.parse(from), Date.parse(until))
  const since = trueSince(rule)
  // The recorded part is drawn already; the rest has grown since it was asked for.
  const recorded = Math.max(0, ...held.map(({ until }) => Date.parse(until)))
  if (since !== undefined) add('true', Math.max(since, recorded), now)
  return stretches
}

/** Since when the condition surely holds. */
function trueSince({ state, source, gateAt, lastFiredAt }: RuleView): number | undefined {
  const debounce = gateLength(source, 'DEBOUNCE')
  if (state === 'armed' && gateAt !== null && debounce !== undefined)
    return Date.parse(gateAt) - debounce
  return state === 'true' && lastFiredAt !== null ? Date.parse(lastFiredAt) : undefined
}
