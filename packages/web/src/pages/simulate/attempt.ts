// The request of a simulation, and how it is sent.

import type { SimulateRequest } from '@cellwake/client'
import type { Zone } from '../../parts/zone.ts'
import { givenFrom } from '../sheet/given-text.ts'
import { fixturesFrom, type PlannedAnswer } from './answers-asked.ts'
import { type Unit, unitMs } from './units.ts'

export type SpanName = 'hour' | 'day' | 'week' | 'month'

const hourMs = 3_600_000

export const spans: readonly { name: SpanName; text: string; ms: number }[] = [
  { name: 'hour', text: '1 hour', ms: hourMs },
  { name: 'day', text: '1 day', ms: 24 * hourMs },
  { name: 'week', text: '7 days', ms: 7 * 24 * hourMs },
  { name: 'month', text: '30 days', ms: 30 * 24 * hourMs },
]

export interface PlannedSet {
  readonly key: number
  readonly after: string
  readonly unit: Unit
  readonly symbol: string
  readonly value: string
}

export interface Attempt {
  readonly span: SpanName
  readonly fromNow: boolean
  readonly sets: readonly PlannedSet[]
  readonly answers: readonly PlannedAnswer[]
  /** Undefined: the page's suggestion. */
  readonly follow: readonly string[] | undefined
}

export const emptyAttempt: Attempt = {
  span: 'day',
  fromNow: true,
  sets: [],
  answers: [],
  follow: undefined,
}

export interface Asked extends SimulateRequest {
  readonly from: string
}

export function requestOf(
  attempt: Attempt,
  now: number,
  source: string | undefined,
  zone: Zone,
): Asked | { readonly problem: string } {
  const length = spans.find(({ name }) => name === attempt.span)?.ms ?? hourMs
  const iso = (at: number) => new Date(at).toISOString()
  const sets: NonNullable<SimulateRequest['sets']> = []
  for (const { after, unit, symbol, value } of attempt.sets) {
    const wait = Number(after) * unitMs[unit]
    if (symbol.trim() === '') return { problem: 'Name the cell that is set, or remove the line.' }
    if (!Number.isFinite(wait) || wait < 0)
      return { problem: `Say with a number when ${symbol} is set.` }
    if (wait > length)
      return {
        problem: `${symbol} is set after the simulation has ended. Simulate longer, or set it sooner.`,
      }
    sets.push({ at: iso(now + wait), set: { [symbol.trim()]: givenFrom(value, undefined, zone) } })
  }
  const functions = fixturesFrom(attempt.answers)
  if ('problem' in functions) return functions
  return {
    from: iso(now),
    until: iso(now + length),
    fromNow: attempt.fromNow,
    sets,
    follow: [...(attempt.follow ?? [])],
    ...functions,
    ...(source === undefined ? {} : { source }),
  }
}
